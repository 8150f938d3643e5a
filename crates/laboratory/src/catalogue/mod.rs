//! What there is to choose from, each a literal list: scenarios, networks, comparisons, lessons, figures and pages.
//!
//! What is measured is a [`reading::Reading`], what stands beside others a [`panel_row::PanelRow`], whichever list it is
//! in.

pub mod comparisons;
pub mod figures;
pub mod lessons;
pub mod networks;
pub mod pages;
pub mod panel_row;
pub mod reading;
pub mod scenarios;
pub mod sources;

use crate::settings::SettingsError;
use crate::truth::TruthError;

/// Why a row cannot be made: a fault in its list, or a base that it does not go with.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum RowError {
    /// A setting is refused.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// There is no truth for it.
    #[error(transparent)]
    Truth(#[from] TruthError),
}
