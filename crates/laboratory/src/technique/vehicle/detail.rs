//! What a run of somebody else's vehicle has beside its lanes.

use crate::Tick;
use crate::clocks::ClockFrame;
use dead_reckoning::receiver::Counters;
use glam::DVec2;

/// What there is to say about dead reckoning, and about the clock that both lanes draw by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VehicleRun {
    /// The receiver's model on each tick, u: what is drawn once a blend has ended; zero while nothing is.
    pub model: Vec<DVec2>,
    /// What else there is to say about each tick.
    pub notes: Vec<Note>,
    /// What the receiver dropped or clamped.
    pub counters: Counters,
    /// Updates that held a number beyond its range on the wire.
    pub saturated: u64,
    /// The receiver's clock on each tick; empty where it knows the sender's.
    pub clock: Vec<ClockFrame>,
}

/// What else there is to say about a tick of dead reckoning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Note {
    /// An update was owed and the rate cap held it back: the threshold is not met.
    pub held_back: bool,
    /// A new update was applied: the model has changed.
    pub corrected: bool,
    /// Nothing has been heard for so long that the entity is stale.
    pub stale: bool,
    /// The extrapolation cap holds the model: it rests where it is.
    pub frozen: bool,
    /// What is drawn is beyond a wall.
    pub beyond_wall: bool,
}

impl VehicleRun {
    /// Empties what is said of dead reckoning for a run of so many ticks, and keeps its room.
    pub(super) fn start(&mut self, ticks: usize) {
        self.model.clear();
        self.model.reserve(ticks);
        self.notes.clear();
        self.notes.reserve(ticks);
    }

    /// Each tick on which the model froze at its extrapolation cap, and where.
    pub fn freezes(&self) -> impl Iterator<Item = (Tick, DVec2)> + '_ {
        let starts =
            |tick: &Tick| self.notes[*tick].frozen && (*tick == 0 || !self.notes[*tick - 1].frozen);
        (0..self.notes.len()).filter(starts).map(|tick| (tick, self.model[tick]))
    }
}
