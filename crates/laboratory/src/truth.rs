//! What the owner really does: the true state on every tick.
//!
//! Data, and what falls out of it alone.

use crate::Tick;
use crate::settings::Settings;
use crate::track::TrackError;
use dead_reckoning::{State, TIME_NOISE};
use glam::DVec2;
use std::ops::Range;

/// What the owner really does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Truth {
    /// Ticks a second.
    pub tick_rate: f64,
    /// How long it lasts, s: not rounded to ticks.
    pub seconds: f64,
    /// The true state on each tick.
    pub states: Vec<State>,
    /// The path as a line to draw, u.
    pub outline: Vec<DVec2>,
    /// The points of the outline that do not go on from the one before.
    pub outline_breaks: Vec<usize>,
    /// Whether the outline's end joins its beginning.
    pub closed: bool,
    /// The ticks on which it jumped, in order: its state there does not follow from that of the tick before.
    pub jumps: Vec<Tick>,
}

/// Why there is no truth to these settings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TruthError {
    /// The track cannot be built.
    #[error(transparent)]
    Track(#[from] TrackError),
    /// `motion.kind = trace` and nothing recorded.
    #[error(
        "motion.kind = trace needs a recording: give one with --trace FILE; in the window drop one on it or open it with O"
    )]
    NoRecording,
    /// A recording in which nothing moves: every sample stands alone between two gaps.
    #[error(
        "the recording has no motion: all of its samples stand alone between gaps; raise trace.gap or set trace.gaps=bridge"
    )]
    NoMotion,
    /// Too much to hold.
    #[error(
        "this run would take {ticks} ticks, and {MOST_TICKS} are the most: lower sim.tick_rate, motion.laps or motion.duration"
    )]
    TooLong {
        /// How many it would be.
        ticks: f64,
    },
}

/// The longest run, in ticks: four and a half hours at 60 Hz.
pub const MOST_TICKS: f64 = 1_000_000.0;

impl Truth {
    /// The time of a tick, s.
    #[must_use]
    pub fn time(&self, tick: usize) -> f64 {
        tick as f64 / self.tick_rate
    }

    /// The true position at `time`, s, u: on the line between the two ticks around it, within a·h²/8 of the
    /// truth for tick length h. Before a jump it is that of the tick before. Before the first tick and after the last
    /// it is theirs; zero if there are none.
    #[must_use]
    pub fn position_at(&self, time: f64) -> DVec2 {
        let Some(last) = self.states.len().checked_sub(1) else { return DVec2::ZERO };
        let tick = (time * self.tick_rate).clamp(0.0, last as f64);
        // On a tick it is that tick's alone: rounding must not let the next one in.
        let noise = TIME_NOISE * self.tick_rate;
        let before = (tick + noise) as usize;
        let from = self.states[before].position;
        let part = tick - before as f64;
        let moves = part > noise && !self.jumped(before + 1);
        if moves { from.lerp(self.states[before + 1].position, part) } else { from }
    }

    /// The first `ticks` ticks alone.
    #[must_use]
    pub fn prefix(&self, ticks: usize) -> Self {
        let states = self.states.iter().take(ticks).copied().collect();
        let jumps = self.jumps.iter().copied().take_while(|&jump| jump < ticks).collect();
        Self { states, jumps, ..self.clone() }
    }

    /// Whether it jumped on `tick`.
    #[must_use]
    pub fn jumped(&self, tick: Tick) -> bool {
        self.jumps.binary_search(&tick).is_ok()
    }

    /// The ticks of the life that `tick` is in: from one jump to the next, or to the ends of the run.
    #[must_use]
    pub fn life(&self, tick: Tick) -> Range<Tick> {
        let after = self.jumps.partition_point(|&jump| jump <= tick);
        let start = after.checked_sub(1).map_or(0, |before| self.jumps[before]);
        start..self.jumps.get(after).copied().unwrap_or(self.states.len())
    }

    /// How far and where to the newest jump up to `tick` went, u; nothing before the first.
    #[must_use]
    pub fn jump_before(&self, tick: Tick) -> Option<DVec2> {
        let after = self.jumps.partition_point(|&jump| jump <= tick);
        let jump = *self.jumps.get(after.checked_sub(1)?)?;
        let before = self.states.get(jump.checked_sub(1)?)?;
        Some(self.states.get(jump)?.position - before.position)
    }
}

/// How many ticks so many seconds are, one at least.
pub(crate) fn ticks(settings: &Settings, seconds: f64) -> Result<usize, TruthError> {
    let ticks = (seconds * f64::from(settings.sim.tick_rate)).round().max(1.0);
    if ticks > MOST_TICKS { Err(TruthError::TooLong { ticks }) } else { Ok(ticks as usize) }
}

/// How often the motion begins anew, s; 0 is never.
pub(crate) struct Lives {
    pub(crate) respawn: f64,
    pub(crate) tick_rate: f64,
}

impl Lives {
    pub(crate) fn of(settings: &Settings) -> Self {
        let tick_rate = f64::from(settings.sim.tick_rate);
        Self { respawn: settings.motion.respawn, tick_rate }
    }

    /// Which life a tick is in, from 0.
    pub(crate) fn number(&self, tick: Tick) -> f64 {
        if self.respawn <= 0.0 {
            return 0.0;
        }
        ((tick as f64 / self.tick_rate + TIME_NOISE) / self.respawn).floor()
    }

    /// How long that life has lasted, s.
    pub(crate) fn since(&self, tick: Tick) -> f64 {
        let now = tick as f64 / self.tick_rate;
        if self.respawn <= 0.0 {
            return now;
        }
        (now - self.number(tick) * self.respawn).max(0.0)
    }
}
