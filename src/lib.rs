//! Dead Reckoning Lab.
pub mod figures;
pub mod netcode;
pub mod scenarios;
pub mod settings;
pub mod sim;
