//! Metrics by what the vehicle does: straights, turns and stops.
//!
//! In: a truth and a run. Out: a row for each kind that there is. Invariant: every tick is of exactly one kind, so the
//! ticks and the updates of all rows add up to those of the run.

use crate::lane::Lane;
use crate::lanes::Aspect;
use crate::run::Run;
use crate::truth::Truth;
use dead_reckoning::State;
use serde::Serialize;

/// Slower than this share of the top speed is a stop.
pub const STOP: f64 = 0.05;
/// A course that turns faster than this is a turn, rad/s: 10°/s. The rate is curvature times speed,
/// ‖v × a‖ / ‖v‖², so that it does not depend on the scale.
pub const TURN: f64 = 0.174_532_925_199_432_96;

/// What the vehicle does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Doing {
    /// It goes on as it does.
    Straight,
    /// Its course turns.
    Turn,
    /// It hardly moves.
    Stop,
}

/// All there are, in the order of the tables.
pub const ALL: [(Doing, &str); 3] =
    [(Doing::Straight, "Straights"), (Doing::Turn, "Turns"), (Doing::Stop, "Stops")];

/// One lane's share of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Share {
    /// Updates sent there; nothing of a lane that has no packets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updates: Option<usize>,
    /// The same for each second spent there, 1/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updates_per_second: Option<f64>,
    /// Mean error there, u.
    pub mean_error: f64,
    /// Largest error there, u.
    pub peak_error: f64,
}

/// All of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Segment {
    /// Which.
    pub doing: Doing,
    /// How many times it begins.
    pub stretches: usize,
    /// How many ticks it lasts in all.
    pub ticks: usize,
    /// The same, s.
    pub seconds: f64,
    /// Each lane there.
    #[serde(skip)]
    pub lanes: [Share; 2],
}

/// What the vehicle does in a state; `top` is its top speed, u/s.
///
/// ```
/// use dead_reckoning::State;
/// use laboratory::segments::{Doing, doing};
/// use glam::dvec2;
/// let mut state = State { velocity: dvec2(10.0, 0.0), ..State::default() };
/// assert_eq!(doing(&state, 20.0), Doing::Straight);
/// // A circle of 50 u: 10/50 rad/s are 11.5°/s.
/// state.acceleration = dvec2(0.0, 2.0);
/// assert_eq!(doing(&state, 20.0), Doing::Turn);
/// assert_eq!(doing(&state, 500.0), Doing::Stop);
/// ```
#[must_use]
pub fn doing(state: &State, top: f64) -> Doing {
    let speed = state.velocity.length();
    if speed <= STOP * top {
        return Doing::Stop;
    }
    let turns = state.velocity.perp_dot(state.acceleration).abs() > TURN * speed * speed;
    if turns { Doing::Turn } else { Doing::Straight }
}

/// What it does on every tick.
#[must_use]
pub fn classify(truth: &Truth) -> Vec<Doing> {
    let top = truth.states.iter().map(|state| state.velocity.length()).fold(0.0, f64::max);
    truth.states.iter().map(|state| doing(state, top)).collect()
}

/// The kinds that there are in a run, each with its numbers.
#[must_use]
pub fn of(truth: &Truth, run: &Run) -> Vec<Segment> {
    let kinds = classify(truth);
    let row = |(doing, _): &(Doing, &str)| {
        let ticks = kinds.iter().filter(|kind| *kind == doing).count();
        let starts =
            |tick: &usize| kinds[*tick] == *doing && (*tick == 0 || kinds[*tick - 1] != *doing);
        let seconds = ticks as f64 / truth.tick_rate;
        let share = |lane| share(lane, &kinds, *doing, seconds);
        (ticks > 0).then(|| Segment {
            doing: *doing,
            stretches: (0..kinds.len()).filter(starts).count(),
            ticks,
            seconds,
            lanes: run.lanes.each_ref().map(share),
        })
    };
    ALL.iter().filter_map(row).collect()
}

fn share(lane: &Lane, kinds: &[Doing], doing: Doing, seconds: f64) -> Share {
    let there = |tick: usize| kinds.get(tick) == Some(&doing);
    let sent = || lane.packets.iter().filter(|packet| there(packet.sent)).count();
    let updates = lane.kind.has(Aspect::Packets).then(sent);
    let (mut sum, mut peak, mut seen) = (0.0, 0.0, 0.0);
    for (tick, frame) in lane.frames.iter().enumerate() {
        if frame.seen && there(tick) {
            sum += frame.error;
            peak = f64::max(peak, frame.error);
            seen += 1.0;
        }
    }
    Share {
        updates,
        updates_per_second: updates.map(|updates| updates as f64 / seconds),
        mean_error: if seen > 0.0 { sum / seen } else { 0.0 },
        peak_error: peak,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::settings::Settings;

    #[test]
    fn the_kinds_add_up_to_the_run() {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        let segments = of(&experiment.truth, &experiment.run);
        let sum = |read: fn(&Segment) -> usize| segments.iter().map(read).sum::<usize>();
        assert_eq!(sum(|row| row.ticks), experiment.truth.states.len());
        for (place, metrics) in experiment.metrics.iter().enumerate() {
            let updates = segments.iter().filter_map(|row| row.lanes[place].updates).sum::<usize>();
            assert_eq!(Some(updates), metrics.packets.map(|packets| packets.updates));
        }
        let peak = segments.iter().map(|row| row.lanes[0].peak_error).fold(0.0, f64::max);
        assert_eq!(peak, experiment.metrics[0].peak_error);
        let mean: f64 = segments.iter().map(|row| row.lanes[0].mean_error * row.ticks as f64).sum();
        let mean = mean / experiment.truth.states.len() as f64;
        assert!((mean - experiment.metrics[0].mean_error).abs() < 1e-12);
    }

    #[test]
    fn the_lap_has_seven_turns_with_a_straight_between_each_and_no_stop() {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        let segments = of(&experiment.truth, &experiment.run);
        let kinds: Vec<Doing> = segments.iter().map(|row| row.doing).collect();
        assert_eq!(kinds, [Doing::Straight, Doing::Turn]);
        // The lap starts and ends on a straight.
        assert_eq!([segments[0].stretches, segments[1].stretches], [8, 7]);
    }
}
