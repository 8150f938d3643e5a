//! Where the server has your own player after each input, as if it were there at once.

use super::careless::walk_by_axis;
use crate::Tick;
use crate::settings::Settings;
use crate::settings::keys::Keys;
use crate::track::Track;
use crate::truth::{Truth, TruthError};
use dead_reckoning::State;
use dead_reckoning::prediction::{Barrier, Ground, Input, Mover, Rule, walk};
use glam::DVec2;

/// The number of the first input.
pub(super) const FIRST: u16 = 1;

/// Where the server has the player after each input, as if it were there at once. Unreadable keys are no keys: the
/// settings refuse them before.
pub fn truth(settings: &Settings, _: &Track) -> Result<Truth, TruthError> {
    let keys = Keys::read(&settings.player.keys).unwrap_or_default();
    let tick_rate = f64::from(settings.sim.tick_rate);
    let ticks = keys.ticks().len().max(1);
    let ground = Ground { barrier: barrier(settings), ..ground(settings) };
    let (mut mover, mut heading) = (Mover::default(), 0.0);
    let mut states = Vec::with_capacity(ticks);
    let mut outline = vec![mover.position];
    for tick in 0..ticks {
        let before = mover;
        mover = walk(&ground, &mover, &input(&keys, tick));
        heading = heading_of(mover.velocity, heading);
        let Mover { position, velocity } = mover;
        states.push(State { position, velocity, heading, ..State::default() });
        if velocity == before.velocity {
            // Straight on: the last point moves along.
            outline.pop();
        }
        outline.push(position);
    }
    if outline.len() < 2 {
        outline.insert(0, DVec2::ZERO);
    }
    let seconds = ticks as f64 / tick_rate;
    Ok(Truth { tick_rate, seconds, states, outline, ..Truth::default() })
}

/// By what code the client moves.
pub(super) fn client_rule(settings: &Settings) -> Rule {
    if settings.player.other_code { walk_by_axis } else { walk }
}

pub(super) fn input(keys: &Keys, tick: Tick) -> Input {
    Input { sequence: FIRST + tick as u16, tick: tick as u64, wish: keys.wish(tick) }
}

/// What both ends know of the world.
pub(super) fn ground(settings: &Settings) -> Ground {
    let tick_secs = 1.0 / f64::from(settings.sim.tick_rate);
    Ground { speed: settings.motion.speed, tick_secs, barrier: None }
}

/// What only the server knows: the obstacle, from round(from · rate) on, for round(length · rate) ticks.
#[must_use]
pub fn barrier(settings: &Settings) -> Option<Barrier> {
    let ticks = |seconds: f64| (seconds * f64::from(settings.sim.tick_rate)).round() as u64;
    let player = &settings.player;
    let (from, length) = (ticks(player.barrier_from), ticks(player.barrier_length));
    (length > 0).then(|| Barrier { x: player.barrier_x, from, to: from + length - 1 })
}

/// The way that a velocity points, rad; as before where there is none.
pub(super) fn heading_of(velocity: DVec2, before: f64) -> f64 {
    if velocity == DVec2::ZERO { before } else { libm::atan2(velocity.y, velocity.x) }
}
