//! What a run of your own player has beside its lanes.

use super::truth::{FIRST, client_rule, ground};
use crate::Tick;
use crate::lane::{Fate, Lane};
use crate::settings::Settings;
use crate::truth::Truth;
use dead_reckoning::prediction::{Acknowledgement, Input, Reconciliation, Wish};
use glam::DVec2;

/// A correction shorter than this is rounding, u.
pub(super) const CORRECTION_NOISE: f64 = 1e-9;

/// What there is to say about your own player beside the two lanes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayerRun {
    /// The inputs, in order: the one of number n is at n − 1.
    pub inputs: Vec<InputLife>,
    /// The packet that the client sent on each tick, with all pending inputs.
    pub packets: Vec<PacketUp>,
    /// The server's answers, in the order in which they were sent; their packets are those of the lanes.
    pub answers: Vec<Answer>,
    /// What else there is to say about each tick.
    pub ticks: Vec<PlayerTick>,
}

/// An input's life.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputLife {
    /// What was pressed, its number and its tick.
    pub input: Input,
    /// Where the client was right after pressing it, u.
    pub predicted: DVec2,
    /// The tick on which the server applied it, if it did within the run.
    pub applied: Option<Tick>,
    /// Where the server had the player then, u.
    pub on_server: Option<DVec2>,
}

/// A packet of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketUp {
    /// The tick on which it came to the server, if it did within the run.
    pub arrived: Option<Tick>,
    /// What became of it; never late, for the server drops what it has done already.
    pub fate: Fate,
}

/// An answer of the server, and what it did at the predicting client.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The tick on which it was sent.
    pub sent: Tick,
    /// What it says: the last input applied, and where the player was then.
    pub says: Acknowledgement,
    /// The tick on which the client snapped to it; nothing if it never came, or was no newer than another.
    pub taken: Option<Tick>,
    /// Where the client was before, u.
    pub before: DVec2,
    /// Where it was after snapping and playing the rest again, u.
    pub after: DVec2,
    /// Inputs that left the queue, inputs played again, and the correction.
    pub reconciliation: Reconciliation,
}

/// A tick of client and server.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlayerTick {
    /// The number of the oldest input that is not acknowledged, at the tick's end.
    pub oldest: u16,
    /// How many of them there are.
    pub pending: usize,
    /// Where the server has the player at this moment, u: late by the way up.
    pub server: DVec2,
    /// Where the client has it, u: what is drawn once a correction has faded.
    pub predicted: DVec2,
    /// Whether an answer moved the client: that is a correction.
    pub corrected: bool,
}

/// One input of a reconciliation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// What was pressed.
    pub input: Input,
    /// Where the client was right after pressing it, u.
    pub predicted: DVec2,
    /// Where the server was after applying it, u; nothing if it had not when it answered.
    pub on_server: Option<DVec2>,
    /// Whether the answer covered it.
    pub is_acknowledged: bool,
    /// Where the client was after playing it again, u; nothing if it was not.
    pub replayed: Option<DVec2>,
}

impl PlayerRun {
    /// The newest answer that the client had taken by the end of `tick`.
    #[must_use]
    pub fn answer(&self, tick: Tick) -> Option<&Answer> {
        let taken = self.answers.iter().filter(|answer| answer.taken.is_some_and(|at| at <= tick));
        taken.max_by_key(|answer| answer.taken)
    }

    /// What an answer did, input by input: those that left the queue, and all after them.
    ///
    /// The steps of the source's table: where the client was after pressing each, where the server was after applying
    /// it, and where playing it again on the server's place leads to. Empty for an answer that was not taken.
    #[must_use]
    pub fn steps(&self, settings: &Settings, answer: &Answer) -> Vec<Step> {
        let Some(taken) = answer.taken else { return Vec::new() };
        let end = self.inputs.partition_point(|life| life.input.tick as Tick <= taken);
        let Reconciliation { dropped, replayed, .. } = answer.reconciliation;
        let again = end - replayed.min(end);
        let (rule, ground) = (client_rule(settings), ground(settings));
        let mut mover = answer.says.mover;
        let step = |(place, life): (usize, &InputLife)| {
            if place >= again {
                mover = rule(&ground, &mover, &life.input);
            }
            let is_there = life.applied.is_some_and(|tick| tick <= answer.sent);
            Step {
                input: life.input,
                predicted: life.predicted,
                on_server: life.on_server.filter(|_| is_there),
                is_acknowledged: life.input.sequence <= answer.says.sequence,
                replayed: (place >= again).then_some(mover.position),
            }
        };
        let done = usize::from(answer.says.sequence + 1 - FIRST);
        let first = done.min(again).saturating_sub(dropped);
        self.inputs.iter().enumerate().take(end).skip(first).map(step).collect()
    }

    /// The corrections that the client made: when, and how far it moved, u. None without prediction.
    pub fn corrections(&self, settings: &Settings) -> impl Iterator<Item = (Tick, DVec2)> + '_ {
        let predicts = settings.player.predicts;
        self.answers.iter().filter_map(move |answer| {
            let correction = answer.reconciliation.correction;
            let moved = predicts && correction.length() > CORRECTION_NOISE;
            answer.taken.filter(|_| moved).map(|tick| (tick, correction))
        })
    }
}

/// The time from the first press of a key to the first movement that `lane` draws, s: 0 where it moves on the same
/// tick. Nothing if no key is pressed, or nothing moves to the end.
#[must_use]
pub fn input_delay(truth: &Truth, player: &PlayerRun, lane: &Lane) -> Option<f64> {
    let wants = |life: &&InputLife| life.input.wish != Wish::default();
    let pressed = player.inputs.iter().find(wants)?.input.tick as Tick;
    let rest = pressed.checked_sub(1).map_or(DVec2::ZERO, |tick| lane.frames[tick].drawn);
    let moves = lane.frames[pressed..].iter().position(|frame| frame.drawn != rest)?;
    Some(moves as f64 / truth.tick_rate)
}
