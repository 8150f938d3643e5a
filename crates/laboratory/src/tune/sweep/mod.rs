//! Many settings at once: one knob or two over their values, each point with the numbers of both lanes.
//!
//! In: [`Settings`], one or two [`Axis`]. Out: [`SweepRow`]s, from which [`frontier`] and the pictures are made.
//! Invariants: each row equals the ensemble of its settings to the bit; the same on one core and on many; what was
//! done before somebody asked for an end is kept.

mod axis;
mod frontier;
mod measures;
mod slices;

pub use axis::{Axis, AxisError, Spacing};
pub use frontier::{Tradeoff, frontier, tradeoffs};
pub use measures::{Measure, NoMeasure};
pub use slices::Slices;

use crate::cores::on_all;
use crate::ensemble::{Ensemble, Outcome, is_luck, outcome};
use crate::run::Run;
use crate::settings::{Settings, SettingsError};
use crate::truth::{Truth, TruthError};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most points of one sweep: each holds some 2 KiB.
pub const MOST_POINTS: usize = 100_000;

/// What to go through.
#[derive(Clone, Debug)]
pub struct Sweep {
    /// All that the axes do not turn.
    pub settings: Settings,
    /// One knob or two.
    pub axes: Vec<Axis>,
}

/// One point.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SweepRow {
    /// Its place in the sweep: the last axis runs fastest.
    pub place: usize,
    /// The value on each axis, as the knobs count it.
    pub values: Vec<f64>,
    /// Both lanes over the seeds: one seed where luck decides nothing.
    pub ensemble: Ensemble,
}

/// Why there is no sweep.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum SweepError {
    /// A technique whose measures are no lane's.
    #[error(
        "a sweep measures what is drawn: of a shot (technique=lag-compensation) `drlab run` and the lessons say what hits"
    )]
    Shot,
    /// No axis, or more than two.
    #[error("a sweep turns one knob or two, and this one turns {0}")]
    Axes(usize),
    /// Both axes turn the same knob.
    #[error("both axes turn {0}: a sweep of two needs two knobs")]
    Twice(&'static str),
    /// Too much to hold.
    #[error("this sweep has {points} points, and {MOST_POINTS} are the most: take fewer values")]
    TooMany {
        /// How many it would be.
        points: usize,
    },
    /// A value that its knob refuses.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Settings on the way that have no truth.
    #[error("at {at}: {source}")]
    Truth {
        /// The values, as assignments.
        at: String,
        /// Why.
        source: TruthError,
    },
}

impl Sweep {
    /// These settings over these axes.
    ///
    /// # Errors
    /// [`SweepError`]: no axis or more than two, the same knob twice, more than [`MOST_POINTS`].
    pub fn new(settings: Settings, axes: Vec<Axis>) -> Result<Self, SweepError> {
        if !settings.technique.row().is_swept {
            return Err(SweepError::Shot);
        }
        if !(1..=2).contains(&axes.len()) {
            return Err(SweepError::Axes(axes.len()));
        }
        if let [one, other] = &axes[..]
            && one.knob.key == other.knob.key
        {
            return Err(SweepError::Twice(one.knob.key));
        }
        let points = axes.iter().map(|axis| axis.values.len()).fold(1, usize::saturating_mul);
        if points > MOST_POINTS {
            return Err(SweepError::TooMany { points });
        }
        Ok(Self { settings, axes })
    }

    /// How many points there are.
    #[must_use]
    pub fn points(&self) -> usize {
        self.axes.iter().map(|axis| axis.values.len()).product()
    }

    /// How many runs that is: one a point, or `ensemble.seeds` where luck decides; as the settings that the axes start
    /// from have it.
    #[must_use]
    pub fn runs(&self) -> usize {
        self.points() * seeds(&self.settings) as usize
    }

    /// The values of a point.
    #[must_use]
    pub fn values(&self, place: usize) -> Vec<f64> {
        let mut left = place;
        let mut values: Vec<f64> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            let count = axis.values.len().max(1);
            values.push(axis.values[left % count]);
            left /= count;
        }
        values.reverse();
        values
    }

    /// The settings of a point.
    ///
    /// # Errors
    /// [`SettingsError`]: a value that the knob refuses.
    pub fn settings_at(&self, place: usize) -> Result<Settings, SettingsError> {
        let mut settings = self.settings.clone();
        for (axis, value) in self.axes.iter().zip(self.values(place)) {
            axis.knob.turn(&mut settings, value)?;
        }
        Ok(settings)
    }

    /// A point as `--set` writes it.
    #[must_use]
    pub fn assignments(&self, values: &[f64]) -> Vec<String> {
        let pairs = self.axes.iter().zip(values);
        pairs.map(|(axis, value)| format!("{}={}", axis.knob.key, axis.knob.text(*value))).collect()
    }

    /// Goes through all points, on every core there is. `done` is told of each point and of the place it has;
    /// once it says false, what is not begun is left out. The rows come in order.
    ///
    /// # Errors
    /// [`SweepError`]: settings on the way that a knob refuses, or that have no truth.
    pub fn run(&self, done: &(dyn Fn(usize) -> bool + Sync)) -> Result<Vec<SweepRow>, SweepError> {
        let truth = self.truth_of(&self.settings, 0)?;
        self.rows(&truth, done)
    }

    /// The settings that the sweep starts from, measured as a row is: they need not be a point of it, so their place
    /// says nothing.
    ///
    /// # Errors
    /// As [`Sweep::run`].
    pub fn now(&self) -> Result<SweepRow, SweepError> {
        let truth = self.truth_of(&self.settings, 0)?;
        let values = self.axes.iter().map(|axis| axis.knob.value(&self.settings)).collect();
        let mut run = Run::default();
        let of = |seed| outcome(&truth, &self.settings, seed, &mut run);
        let outcomes: Vec<Outcome> = (0..seeds(&self.settings)).map(of).collect();
        Ok(SweepRow { place: 0, values, ensemble: Ensemble::of(&outcomes) })
    }

    /// As [`Sweep::run`], one point after the other.
    ///
    /// # Errors
    /// As [`Sweep::run`].
    pub fn one_by_one(&self, done: &dyn Fn(usize) -> bool) -> Result<Vec<SweepRow>, SweepError> {
        let truth = self.truth_of(&self.settings, 0)?;
        let mut bench = Bench::default();
        let mut rows = Vec::new();
        for place in 0..self.points() {
            rows.push(self.row(&truth, place, &mut bench)?);
            if !done(place) {
                break;
            }
        }
        Ok(rows)
    }

    fn rows(
        &self,
        truth: &Truth,
        done: &(dyn Fn(usize) -> bool + Sync),
    ) -> Result<Vec<SweepRow>, SweepError> {
        let goes_on = AtomicBool::new(true);
        let row = |bench: &mut Bench, place: &usize| {
            if !goes_on.load(Ordering::Relaxed) {
                return None;
            }
            let row = self.row(truth, *place, bench);
            if !done(*place) {
                goes_on.store(false, Ordering::Relaxed);
            }
            Some(row)
        };
        let places: Vec<usize> = (0..self.points()).collect();
        on_all(&places, truth.states.len(), row).into_iter().flatten().collect()
    }

    fn row(&self, truth: &Truth, place: usize, bench: &mut Bench) -> Result<SweepRow, SweepError> {
        let settings = self.settings_at(place)?;
        let Bench { run, own, outcomes } = bench;
        let truth = self.truth_for(truth, &settings, place, own)?;
        outcomes.clear();
        outcomes.extend((0..seeds(&settings)).map(|seed| outcome(truth, &settings, seed, run)));
        let ensemble = Ensemble::of(outcomes);
        Ok(SweepRow { place, values: self.values(place), ensemble })
    }

    /// The truth of a point: that of the sweep, or its own where an axis turns the motion, the track or the tick rate.
    fn truth_for<'a>(
        &self,
        truth: &'a Truth,
        settings: &Settings,
        place: usize,
        own: &'a mut Option<(Settings, Truth)>,
    ) -> Result<&'a Truth, SweepError> {
        if settings.has_truth_of(&self.settings) {
            return Ok(truth);
        }
        if own.as_ref().is_none_or(|(of, _)| !settings.has_truth_of(of)) {
            *own = Some((settings.clone(), self.truth_of(settings, place)?));
        }
        Ok(own.as_ref().map_or(truth, |(_, own)| own))
    }

    fn truth_of(&self, settings: &Settings, place: usize) -> Result<Truth, SweepError> {
        Truth::build(settings).map_err(|source| {
            let at = self.assignments(&self.values(place)).join(" ");
            SweepError::Truth { at, source }
        })
    }
}

/// What one core works with: memory that is used again from point to point.
#[derive(Default)]
struct Bench {
    run: Run,
    /// The truth of settings whose motion, track or tick rate an axis turns.
    own: Option<(Settings, Truth)>,
    outcomes: Vec<Outcome>,
}

/// Over how many seeds these settings are measured: one where every seed gives the same.
#[must_use]
pub fn seeds(settings: &Settings) -> u32 {
    if is_luck(settings) { settings.ensemble.seeds } else { 1 }
}

#[cfg(test)]
mod tests;
