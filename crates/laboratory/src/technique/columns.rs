//! What a technique says of each tick, as columns for other programs.
//!
//! In: an experiment. Out: [`Cell`]s. A column is a row in the table of its technique; what there is not on a tick is
//! [`Cell::Nothing`].

use crate::Tick;
use crate::experiment::Experiment;
use crate::lane::{Fate, Frame, Lane, Packet};
use crate::lanes::Side;
use dead_reckoning::State;
use serde::Serialize;

/// A column of a technique's table.
#[derive(Debug)]
pub struct Column {
    /// Its name, as in the first line of a file.
    pub name: &'static str,
    /// Its unit; empty for counts and words.
    pub unit: &'static str,
    /// What it holds.
    pub what: &'static str,
    /// Reads it.
    pub read: fn(&At<'_>) -> Cell,
}

/// What stands in a column on a tick.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A number.
    Number(f64),
    /// How many.
    Count(usize),
    /// A word, or none.
    Word(&'static str),
    /// Whether it is so.
    Flag(bool),
    /// There is no such thing on this tick.
    Nothing,
}

/// A tick of an experiment.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// Which tick.
    pub tick: Tick,
    /// What each lane sent and got on it.
    pub traffic: [Traffic; 2],
}

/// What a lane sent and got on a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Packets sent.
    pub sent: usize,
    /// Packets that arrived.
    pub arrived: usize,
    /// Packets sent that never arrive.
    pub lost: usize,
    /// Why the last of them was sent; empty where none was.
    pub reason: &'static str,
}

/// A row of a technique's table.
pub(super) const fn column(
    name: &'static str,
    unit: &'static str,
    read: fn(&At<'_>) -> Cell,
    what: &'static str,
) -> Column {
    Column { name, unit, what, read }
}

impl At<'_> {
    /// Where the owner really is.
    pub(super) fn truth(&self) -> &State {
        &self.experiment.truth.states[self.tick]
    }

    /// What a lane draws, if it draws anything.
    pub(super) fn drawn(&self, side: Side, read: fn(&Frame) -> f64) -> Cell {
        let frame = &self.experiment.run.lane(side).frames[self.tick];
        if frame.seen { Cell::Number(read(frame)) } else { Cell::Nothing }
    }

    /// Whether a lane draws anything.
    pub(super) fn seen(&self, side: Side) -> bool {
        self.experiment.run.lane(side).frames[self.tick].seen
    }
}

/// What a lane sent and got on each of so many ticks.
#[must_use]
pub fn traffic(lane: &Lane, ticks: usize) -> Vec<Traffic> {
    let mut traffic = vec![Traffic::default(); ticks];
    for Packet { sent, arrived, fate, cause, .. } in &lane.packets {
        traffic[*sent].sent += 1;
        traffic[*sent].lost += usize::from(matches!(fate, Fate::Lost | Fate::QueueFull));
        traffic[*sent].reason = cause.name();
        if let Some(tick) = arrived {
            traffic[*tick].arrived += 1;
        }
    }
    traffic
}
