//! Settings and all that follows from them, kept together: what a command prints and a window shows.
//!
//! In: [`Settings`]. Out: truth, run and the metrics of both lanes. Invariant: the four belong together.

use super::metrics::Metrics;
use super::motion::{Truth, TruthError};
use super::run::{Run, simulate_into};
use crate::settings::{MotionKind, Settings, Technique};

/// One experiment, done.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// What was asked for.
    pub settings: Settings,
    /// What the owner really does.
    pub truth: Truth,
    /// What both lanes made of it.
    pub run: Run,
    /// What dead reckoning comes to.
    pub dead_reckoning: Metrics,
    /// What snapshot interpolation comes to.
    pub snapshot: Metrics,
}

impl Experiment {
    /// Does the experiment.
    ///
    /// # Errors
    /// [`TruthError`] where the settings have no truth.
    pub fn of(settings: Settings) -> Result<Self, TruthError> {
        Truth::build(&settings).map(|truth| Self::on(truth, settings, Run::default()))
    }

    /// Does it again with other settings. The truth is built anew only if something that decides it has
    /// changed, so that a network slider does not rebuild the lap.
    ///
    /// # Errors
    /// As [`Experiment::of`]; the experiment is then as it was.
    pub fn change(&mut self, settings: Settings) -> Result<(), TruthError> {
        let same_truth = has_same_truth(&self.settings, &settings);
        let truth =
            if same_truth { std::mem::take(&mut self.truth) } else { Truth::build(&settings)? };
        *self = Self::on(truth, settings, std::mem::take(&mut self.run));
        Ok(())
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

    /// Runs over `truth`, in the room of an earlier run.
    fn on(truth: Truth, settings: Settings, mut run: Run) -> Self {
        simulate_into(&truth, &settings, &mut run);
        let (dead_reckoning, snapshot) = Metrics::of_both(&truth, &run, settings.packet_bytes());
        Self { settings, truth, run, dead_reckoning, snapshot }
    }
}

/// Whether nothing differs that decides the truth.
pub(super) fn has_same_truth(old: &Settings, new: &Settings) -> bool {
    let same_player = new.technique != Technique::Prediction || old.player == new.player;
    old.technique == new.technique
        && same_player
        && old.motion == new.motion
        && old.track == new.track
        && old.trace == new.trace
        && old.sim == new.sim
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changing_settings_gives_what_starting_with_them_gives() {
        let mut experiment = Experiment::of(Settings::default()).expect("the lap");
        for assignment in [
            "sender.threshold=0.1",
            "track.sharpness=1",
            "motion.kind=circle",
            "link.latency=0.05",
            "technique=prediction",
            "player.barrier_length=2",
            "player.keys=r30 u20",
            "technique=lag-compensation",
            "shot.window=0.1",
            "technique=dead-reckoning",
        ] {
            let mut settings = experiment.settings.clone();
            settings.set(assignment).expect(assignment);
            experiment.change(settings.clone()).expect(assignment);
            assert_eq!(experiment, Experiment::of(settings).expect(assignment));
        }
    }

    #[test]
    fn a_change_that_is_refused_leaves_the_experiment_alone() {
        let mut experiment = Experiment::of(Settings::default()).expect("the lap");
        let before = experiment.clone();
        let mut settings = Settings::default();
        settings.track.waypoints.clear();
        assert!(experiment.change(settings).is_err());
        assert_eq!(experiment, before);
    }
}
