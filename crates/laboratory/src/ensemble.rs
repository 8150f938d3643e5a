//! Many runs of the same settings, each with its own luck: one seed is luck, the median is a number.
//!
//! In: a [`Truth`] and [`Settings`]. Out: an [`Ensemble`], the spread of every line of the table. Invariant:
//! the same on one core and on many, and each member equals the run of its seed to the bit.

use crate::cores::on_all;
use crate::lanes::{ByLane, LaneKind, Side};
use crate::link::is_lucky;
use crate::metrics::{Metrics, Row, all_rows};
use crate::run::Run;
use crate::settings::Settings;
use crate::simulate::{measure, simulate_into};
use crate::truth::Truth;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::ops::Range;

/// What the run of one seed comes to: the numbers of both lanes.
pub type Outcome = [Metrics; 2];

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
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// Which line.
    pub row: &'static Row,
    /// Its spread in each lane; nothing where the lane has no such thing.
    pub lanes: [Option<Spread>; 2],
}

impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.row.key == other.row.key && self.lanes == other.lanes
    }
}

/// The spreads over the seeds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ensemble {
    /// Whose they are.
    pub lanes: [LaneKind; 2],
    /// How many seeds there were.
    pub seeds: usize,
    /// One line for each of [`all_rows`], in its order.
    pub lines: Vec<Line>,
}

/// Whether another seed may give another run: only then is an ensemble worth its time.
#[must_use]
pub fn is_luck(settings: &Settings) -> bool {
    let luck = is_lucky(&settings.link) || settings.sender.velocity_noise > 0.0;
    luck && settings.technique.row().sends
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
    measure(truth, &settings, run)
}

/// The outcomes of all `ensemble.seeds` members, one after the other.
#[must_use]
pub fn one_by_one(truth: &Truth, settings: &Settings) -> Vec<Outcome> {
    let mut run = Run::default();
    let numbers = 0..settings.ensemble.seeds;
    numbers.map(|number| outcome(truth, settings, number, &mut run)).collect()
}

/// The outcomes of some members, on every core there is; the same as one after the other.
#[must_use]
pub fn members(truth: &Truth, settings: &Settings, numbers: Range<u32>) -> Vec<Outcome> {
    let numbers: Vec<u32> = numbers.collect();
    on_all(&numbers, truth.states.len(), |run, number| outcome(truth, settings, *number, run))
}

/// The outcomes of all members, on every core there is; the same as [`one_by_one`] gives.
#[must_use]
pub fn outcomes(truth: &Truth, settings: &Settings) -> Vec<Outcome> {
    members(truth, settings, 0..settings.ensemble.seeds)
}

impl Ensemble {
    /// Their spread. No outcomes give lines of nothing.
    #[must_use]
    pub fn of(outcomes: &[Outcome]) -> Self {
        let spread = |row: &Row, side: Side| {
            let values = outcomes.iter().filter_map(|outcome| (row.read)(side.of(outcome)));
            let values: Vec<f64> = values.collect();
            (!values.is_empty()).then(|| Spread::of(values))
        };
        let line = |row| Line { row, lanes: Side::BOTH.map(|side| spread(row, side)) };
        let lanes = outcomes.first().map_or_else(Default::default, |outcome| {
            outcome.each_ref().map(|metrics| metrics.lane)
        });
        Self { lanes, seeds: outcomes.len(), lines: all_rows().map(line).collect() }
    }
}

/// A line as JSON, each lane's spread under its key.
#[derive(Serialize)]
struct LineReport<'a> {
    label: &'static str,
    #[serde(flatten)]
    lanes: ByLane<'a, Spread>,
}

impl Serialize for Ensemble {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines = self.lines.iter().map(|line| LineReport {
            label: line.row.label,
            lanes: ByLane { lanes: self.lanes, values: line.lanes.each_ref().map(Option::as_ref) },
        });
        let mut report = serializer.serialize_struct("Ensemble", 2)?;
        report.serialize_field("seeds", &self.seeds)?;
        report.serialize_field("lines", &lines.collect::<Vec<_>>())?;
        report.end()
    }
}

impl Ensemble {
    /// The line of this metric, by its key.
    #[must_use]
    pub fn line(&self, key: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.row.key == key)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::simulate::simulate;

    fn experiment(set: &[&str]) -> (Truth, Settings) {
        let mut settings = Settings::default();
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        (Truth::build(&settings).expect("a truth"), settings)
    }

    const ROUGH: &[&str] = &["link.loss=0.1", "link.jitter=0.05", "link.duplicate=0.1"];

    #[test]
    fn all_cores_give_what_one_gives() {
        let (truth, settings) = experiment(ROUGH);
        let outcomes = outcomes(&truth, &settings);
        assert_eq!(outcomes, one_by_one(&truth, &settings));
        assert_eq!(outcomes.len(), 32);
    }

    #[test]
    fn a_member_is_the_run_of_its_seed() {
        let (truth, settings) = experiment(&[ROUGH, &["seed=7"]].concat());
        for number in [0, 1, 31] {
            let mut run = Run::default();
            let outcome = outcome(&truth, &settings, number, &mut run);
            let alone = Settings { seed: 7 + u64::from(number), ..settings.clone() };
            assert_eq!(run, simulate(&truth, &alone));
            let alone = Experiment::of(alone).expect("an experiment");
            assert_eq!(outcome, alone.metrics);
        }
    }

    #[test]
    fn without_luck_every_seed_gives_the_same() {
        let (truth, settings) = experiment(&[]);
        assert!(!is_luck(&settings));
        let ensemble = Ensemble::of(&outcomes(&truth, &settings));
        assert_eq!(ensemble.lines.len(), all_rows().count());
        for line in ensemble.lines {
            for spread in line.lanes.into_iter().flatten() {
                assert_eq!(spread.min, spread.max, "{}", line.row.key);
            }
        }
    }

    #[test]
    fn with_luck_the_spread_is_in_order_and_not_nothing() {
        let (truth, settings) = experiment(ROUGH);
        assert!(is_luck(&settings));
        let ensemble = Ensemble::of(&outcomes(&truth, &settings));
        for line in &ensemble.lines {
            for spread in line.lanes.into_iter().flatten() {
                let Spread { min, lower_quartile, median, upper_quartile, max } = spread;
                let ordered = [min, lower_quartile, median, upper_quartile, max];
                assert!(ordered.is_sorted(), "{}: {ordered:?}", line.row.key);
            }
        }
        let first = |key| ensemble.line(key).and_then(|line| line.lanes[0]).expect(key);
        assert!(first("peak_error").max > first("peak_error").min + 0.5);
        assert_eq!(first("updates").min, first("updates").max);
        assert_eq!(ensemble.line("underruns").expect("a line").lanes[0], None, "it has no buffer");
    }

    #[test]
    fn a_spread_is_by_nearest_rank() {
        let spread = Spread::of((1..=32).rev().map(f64::from).collect());
        let Spread { min, lower_quartile, median, upper_quartile, max } = spread;
        assert_eq!(
            [min, lower_quartile, median, upper_quartile, max],
            [1.0, 8.0, 16.0, 24.0, 32.0]
        );
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }
}
