//! Dead Reckoning Lab: the binary `drlab`, its command line and its window.
//!
//! The architecture is the page of the laboratory's crate: `crates/laboratory/src/lib.rs`.

pub mod cli;
#[cfg(feature = "window")]
pub mod desk;
mod files;
mod recordings;
#[cfg(feature = "window")]
pub mod window;
