//! Dead Reckoning Lab.
#[cfg(feature = "app")]
pub mod app;
pub mod cli;
pub mod figures;
mod files;
pub mod netcode;
pub mod scenarios;
pub mod scene;
pub mod settings;
pub mod sim;
