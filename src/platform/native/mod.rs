//! The system as a program of its own has it: Linux, macOS, Windows.

#[cfg(feature = "window")]
pub mod clipboard;
#[cfg(feature = "window")]
pub mod display;
pub mod files;
#[cfg(feature = "window")]
pub mod folders;
#[cfg(feature = "window")]
pub mod nap;
#[cfg(feature = "window")]
pub mod places;
#[cfg(feature = "window")]
pub mod task;
