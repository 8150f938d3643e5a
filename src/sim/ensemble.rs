//! Many runs of the same settings, each with its own luck: one seed is luck, the median is a number.
//!
//! In: a [`Truth`] and [`Settings`]. Out: an [`Ensemble`], the spread of every line of the table. Invariant:
//! the same on one core and on many, and each member equals the run of its seed to the bit.

use super::link::is_lucky;
use super::metrics::{Metrics, ROWS, Row};
use super::motion::Truth;
use super::run::{Run, simulate_into};
use crate::settings::Settings;
use serde::Serialize;

/// What the run of one seed comes to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Outcome {
    /// Dead reckoning.
    pub dead_reckoning: Metrics,
    /// Snapshot interpolation.
    pub snapshot: Metrics,
}

/// The spread of one line of the table over the seeds, by nearest rank, so that every number is one that a
/// seed gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// The least.
    pub min: f64,
    /// A quarter of the seeds give no more.
    pub lower_quartile: f64,
    /// Half of the seeds give no more.
    pub median: f64,
    /// Three quarters of the seeds give no more.
    pub upper_quartile: f64,
    /// The greatest.
    pub max: f64,
}

/// The spread of one line for both lanes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Line {
    /// What people call it, as in [`ROWS`].
    pub label: &'static str,
    /// Dead reckoning.
    pub dead_reckoning: Spread,
    /// Snapshot interpolation.
    pub snapshot: Spread,
}

/// The spreads over the seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Ensemble {
    /// How many seeds there were.
    pub seeds: usize,
    /// One line for each of [`ROWS`], in its order.
    pub lines: Vec<Line>,
}

/// Whether another seed may give another run: only then is an ensemble worth its time.
#[must_use]
pub fn is_luck(settings: &Settings) -> bool {
    is_lucky(&settings.link)
}

/// The settings of the ensemble's member `number`, counted from 0: the seed goes up by one for each.
#[must_use]
pub fn member(settings: &Settings, number: u32) -> Settings {
    Settings { seed: settings.seed.wrapping_add(u64::from(number)), ..settings.clone() }
}

/// The outcome of one member, in the room of an earlier run. For a caller with little time at once, such as a
/// window between two frames: a few members each time, then [`Ensemble::of`] over all that are there.
#[must_use]
pub fn outcome(truth: &Truth, settings: &Settings, number: u32, run: &mut Run) -> Outcome {
    let settings = member(settings, number);
    simulate_into(truth, &settings, run);
    let measure = |lane| Metrics::of(truth, lane, settings.link.packet_bytes);
    Outcome { dead_reckoning: measure(&run.dead_reckoning), snapshot: measure(&run.snapshot) }
}

/// The outcomes of all `ensemble.seeds` members, one after the other.
#[must_use]
pub fn one_by_one(truth: &Truth, settings: &Settings) -> Vec<Outcome> {
    let mut run = Run::default();
    let numbers = 0..settings.ensemble.seeds;
    numbers.map(|number| outcome(truth, settings, number, &mut run)).collect()
}

/// The outcomes of all members, on every core there is; the same as [`one_by_one`] gives.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn outcomes(truth: &Truth, settings: &Settings) -> Vec<Outcome> {
    use rayon::prelude::*;
    let numbers = (0..settings.ensemble.seeds).into_par_iter();
    numbers.map_init(Run::default, |run, number| outcome(truth, settings, number, run)).collect()
}

/// The outcomes of all members; a browser has one thread.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn outcomes(truth: &Truth, settings: &Settings) -> Vec<Outcome> {
    one_by_one(truth, settings)
}

impl Ensemble {
    /// Their spread. No outcomes give lines of zeros.
    #[must_use]
    pub fn of(outcomes: &[Outcome]) -> Self {
        let line = |row: &Row| {
            let spread = |read: fn(&Outcome) -> &Metrics| {
                Spread::of(outcomes.iter().map(|outcome| (row.read)(read(outcome))).collect())
            };
            Line {
                label: row.label,
                dead_reckoning: spread(|outcome| &outcome.dead_reckoning),
                snapshot: spread(|outcome| &outcome.snapshot),
            }
        };
        Self { seeds: outcomes.len(), lines: ROWS.iter().map(line).collect() }
    }
}

impl Spread {
    /// The spread of these values; zeros if there are none.
    #[must_use]
    pub fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let ranked = |percent: usize| {
            let rank = (percent * values.len()).div_ceil(100).max(1);
            values.get(rank - 1).copied().unwrap_or(0.0)
        };
        Self {
            min: ranked(0),
            lower_quartile: ranked(25),
            median: ranked(50),
            upper_quartile: ranked(75),
            max: ranked(100),
        }
    }
}
