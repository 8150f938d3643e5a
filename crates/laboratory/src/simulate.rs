//! Settings → truth → run → metrics: the one place that asks the technique's row for each.
//!
//! Invariant: the four of an [`Experiment`] belong together.

use crate::experiment::Experiment;
use crate::metrics::Metrics;
use crate::run::Run;
use crate::settings::Settings;
use crate::track::Track;
use crate::truth::{Truth, TruthError};

impl Truth {
    /// The truth of `settings`.
    ///
    /// # Errors
    /// [`TruthError`]: a track that cannot be built, a recording that is not there or does not move, or a run longer
    /// than [`MOST_TICKS`](crate::truth::MOST_TICKS).
    pub fn build(settings: &Settings) -> Result<Self, TruthError> {
        // A bad track is refused whoever moves: it is part of the settings.
        let track = Track::build(&settings.track)?;
        (settings.technique.row().truth)(settings, &track)
    }
}

/// Runs both lanes over `truth`.
#[must_use]
pub fn simulate(truth: &Truth, settings: &Settings) -> Run {
    let mut run = Run::default();
    simulate_into(truth, settings, &mut run);
    run
}

/// As [`simulate`], into the room that an earlier run has taken: on long runs, fresh memory costs more than
/// the run itself.
pub fn simulate_into(truth: &Truth, settings: &Settings, run: &mut Run) {
    (settings.technique.row().simulate)(truth, settings, run);
}

/// What both lanes of a run come to.
#[must_use]
pub fn measure(truth: &Truth, settings: &Settings, run: &Run) -> [Metrics; 2] {
    (settings.technique.row().measure)(truth, settings, run)
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
        let same_truth = settings.has_truth_of(&self.settings);
        let truth =
            if same_truth { std::mem::take(&mut self.truth) } else { Truth::build(&settings)? };
        *self = Self::on(truth, settings, std::mem::take(&mut self.run));
        Ok(())
    }

    /// Runs over `truth`, in the room of an earlier run.
    fn on(truth: Truth, settings: Settings, mut run: Run) -> Self {
        simulate_into(&truth, &settings, &mut run);
        let metrics = measure(&truth, &settings, &run);
        Self { settings, truth, run, metrics }
    }
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
