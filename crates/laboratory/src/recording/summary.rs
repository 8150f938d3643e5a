//! What a recording comes to, in numbers.
//!
//! In: settings that hold a recording, and their truth. Out: [`Summary`].

use super::resample::{Timed, median_step};
use crate::settings::{ImportReport, Recording, Settings};
use crate::truth::{Truth, TruthError};
use dead_reckoning::extrapolate::angle_between;
use serde::Serialize;

/// What a recording comes to under some settings.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary<'a> {
    /// What the reader found.
    pub found: &'a ImportReport,
    /// Samples that were kept.
    pub samples: usize,
    /// How long the run is, s: without gaps that are jumped over, all laps of a closed line.
    pub seconds: f64,
    /// Whether the file has times; a line without is driven at a constant speed.
    pub timed: bool,
    /// The median distance of two samples, s; nothing without times.
    pub median_step: Option<f64>,
    /// How long one lap takes, s; nothing for what is not a closed line.
    pub lap_seconds: Option<f64>,
    /// World units a metre.
    pub scale: f64,
    /// How long the path is, u: jumps are no part of it.
    pub length: f64,
    /// How wide and high it is, u.
    pub size: [f64; 2],
    /// Mean speed, u/s.
    pub mean_speed: f64,
    /// Top speed, u/s.
    pub top_speed: f64,
    /// The mean angle between the recorded headings and the course, degrees; nothing without headings. A large one
    /// means that their unit was misunderstood.
    pub heading_off: Option<f64>,
    /// How fast the file says that it moves beside how fast its positions do, on average: 1 where they agree.
    pub speed_ratio: Option<f64>,
    /// Samples left out because the recorder repeated a position.
    pub held: usize,
    /// Gaps: pauses, and breaks that the file marks.
    pub gaps: usize,
    /// How long they are all together, s.
    pub gap_seconds: f64,
    /// Samples left out because they stand alone between two gaps.
    pub lone: usize,
    /// Ticks of the run.
    pub ticks: usize,
}

impl<'a> Summary<'a> {
    /// Sums up.
    ///
    /// # Errors
    /// [`TruthError`]: no recording, or none that moves.
    pub fn of(settings: &'a Settings, truth: &Truth) -> Result<Self, TruthError> {
        let recording = settings.trace.recording.0.as_deref().ok_or(TruthError::NoRecording)?;
        let timed = Timed::of(recording, settings)?;
        let states = &truth.states;
        let steps = (1..states.len()).filter(|&tick| !truth.jumped(tick));
        let length =
            steps.map(|tick| states[tick].position.distance(states[tick - 1].position)).sum();
        let positions = || states.iter().map(|state| state.position);
        let first = positions().next().unwrap_or_default();
        let (low, high) =
            positions().fold((first, first), |(low, high), at| (low.min(at), high.max(at)));
        let speeds = || states.iter().map(|state| state.velocity.length());
        let has_times = !recording.times.is_empty();
        Ok(Self {
            found: &recording.found,
            samples: recording.positions.len(),
            seconds: truth.seconds,
            timed: has_times,
            median_step: has_times.then(|| median_step(&recording.times)),
            lap_seconds: timed.lap,
            scale: settings.trace.scale,
            length,
            size: (high - low).to_array(),
            mean_speed: speeds().sum::<f64>() / states.len().max(1) as f64,
            top_speed: speeds().fold(0.0, f64::max),
            heading_off: heading_off(recording, truth),
            speed_ratio: speed_ratio(truth),
            held: timed.held,
            gaps: timed.gaps,
            gap_seconds: timed.gap_seconds,
            lone: timed.lone,
            ticks: states.len(),
        })
    }
}

/// Along the way that the positions take, so that a velocity that points elsewhere counts for less, or below 0.
fn speed_ratio(truth: &Truth) -> Option<f64> {
    let (mut said, mut moved) = (0.0, 0.0);
    for (tick, pair) in truth.states.windows(2).enumerate() {
        let way = pair[1].position - pair[0].position;
        if !truth.jumped(tick + 1) {
            said += pair[0].velocity.dot(way.normalize_or_zero()) / truth.tick_rate;
            moved += way.length();
        }
    }
    (moved > 0.0).then(|| said / moved)
}

fn heading_off(recording: &Recording, truth: &Truth) -> Option<f64> {
    if recording.headings.is_empty() {
        return None;
    }
    let top = truth.states.iter().map(|state| state.velocity.length()).fold(0.0, f64::max);
    let moving = truth.states.iter().filter(|state| state.velocity.length() > 0.1 * top);
    let (mut sum, mut count) = (0.0, 0.0);
    for state in moving {
        sum += angle_between(state.heading, libm::atan2(state.velocity.y, state.velocity.x));
        count += 1.0;
    }
    (count > 0.0).then(|| f64::to_degrees(sum / count))
}
