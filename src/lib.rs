//! Dead Reckoning Lab: the binary `drlab`, its command line and its window.
//!
//! The architecture is the page of the laboratory's crate: `crates/laboratory/src/lib.rs`. A page in a browser has the
//! window and no command line.

#[cfg(not(target_arch = "wasm32"))]
pub mod cli;
#[cfg(feature = "window")]
pub mod desk;
pub mod platform;
mod recordings;
#[cfg(feature = "window")]
pub mod window;
