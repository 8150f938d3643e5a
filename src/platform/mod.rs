//! What the program wants of the system it runs on: files, the folder of its own files, work beside the window, naps,
//! the clipboard, a display. There are two twins of the same names, and the target picks one: `native`, and `web`, in
//! which most says so far that it is not there.
//!
//! Architecture Invariant: desk and window ask this room and nothing else, no file, thread, process or clock of the
//! standard library.

mod existing;
mod file_error;
#[cfg(feature = "window")]
mod signal;

pub use existing::Existing;
pub use file_error::FileError;
#[cfg(feature = "window")]
pub use signal::Signal;

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;

#[cfg(not(target_arch = "wasm32"))]
pub use native::files;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
pub use native::{clipboard, display, folders, nap, places, task};
#[cfg(target_arch = "wasm32")]
pub use web::{clipboard, display, files, folders, nap, places, task};
