//! What the tests of the laboratory share: settings from assignments, and the experiment that they are.

use crate::experiment::Experiment;
use crate::settings::Settings;

/// The defaults with these set.
pub fn settings<S: AsRef<str>>(set: &[S]) -> Settings {
    Settings::default().with_set(set).expect("settings that are not refused")
}

/// Their experiment.
pub fn lab<S: AsRef<str>>(set: &[S]) -> Experiment {
    Experiment::of(settings(set)).expect("settings that have a truth")
}
