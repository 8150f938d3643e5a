//! Settings and all that follows from them, kept together: what a command prints and a window shows.
//!
//! In: [`Settings`]. Out: truth, run and the metrics of both lanes. Invariant: the four belong together.

use crate::lanes::Side;
use crate::metrics::Metrics;
use crate::run::Run;
use crate::settings::{MotionKind, Settings};
use crate::truth::Truth;

/// One experiment, done.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// What was asked for.
    pub settings: Settings,
    /// What the owner really does.
    pub truth: Truth,
    /// What both lanes made of it.
    pub run: Run,
    /// What each of its lanes comes to.
    pub metrics: [Metrics; 2],
}

impl Experiment {
    /// What one of its lanes comes to.
    #[must_use]
    pub fn metrics(&self, side: Side) -> &Metrics {
        side.of(&self.metrics)
    }

    /// How long one lap takes, s; a motion without laps is one.
    #[must_use]
    pub fn lap_seconds(&self) -> f64 {
        let motion = &self.settings.motion;
        let has_laps = match motion.kind {
            MotionKind::Lap => true,
            MotionKind::Trace => self.truth.closed,
            MotionKind::Straight
            | MotionKind::StopAndGo
            | MotionKind::Circle
            | MotionKind::OnFoot => false,
        };
        let laps = if has_laps { f64::from(motion.laps) } else { 1.0 };
        self.truth.seconds / laps
    }

    /// The speed of the motion, u/s: the top one of a recording.
    #[must_use]
    pub fn speed(&self) -> f64 {
        let Self { settings, truth, .. } = self;
        if settings.motion.kind != MotionKind::Trace {
            return settings.motion.speed;
        }
        truth.states.iter().map(|state| state.velocity.length()).fold(0.0, f64::max)
    }
}
