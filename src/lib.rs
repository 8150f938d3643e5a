//! Dead Reckoning Lab.
pub mod cli;
pub mod figures;
mod files;
pub mod netcode;
pub mod scenarios;
pub mod settings;
pub mod sim;
