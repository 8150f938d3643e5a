//! The system as a page in a browser has it. Nothing here panics: what is not there yet says so, or answers like an empty
//! folder.

pub mod clipboard;
pub mod display;
pub mod files;
pub mod folders;
pub mod nap;
pub mod places;
pub mod task;

/// Why a file is neither read nor written.
fn no_files() -> std::io::Error {
    let why = "files are not available in a browser yet";
    std::io::Error::new(std::io::ErrorKind::Unsupported, why)
}
