//! The spread over the seeds, a few seeds a frame, so that no frame waits for it.
//!
//! In: an experiment. Out: an [`Ensemble`] that grows until all seeds are in. Invariant: what is shown belongs to the
//! settings that are shown.

use laboratory::ensemble::{Ensemble, Outcome, is_luck, members};
use laboratory::experiment::Experiment;

/// So many ticks are simulated in one frame at most, all seeds together: some ten milliseconds on one core.
const MOST_TICKS: usize = 100_000;

/// The seeds that are in.
#[derive(Clone, Debug, Default)]
pub struct GrowingEnsemble {
    outcomes: Vec<Outcome>,
    /// Their spread; nothing where luck decides nothing.
    pub ensemble: Option<Ensemble>,
}

impl GrowingEnsemble {
    /// Forgets what belonged to other settings.
    pub fn reset(&mut self) {
        self.outcomes.clear();
        self.ensemble = None;
    }

    /// Takes in a few more seeds.
    pub fn step(&mut self, experiment: &Experiment) {
        let settings = &experiment.settings;
        let (done, all) = (self.outcomes.len() as u32, settings.ensemble.seeds);
        if done >= all || !is_luck(settings) {
            return;
        }
        let ticks = experiment.truth.states.len().max(1);
        let some = (MOST_TICKS / ticks).clamp(1, all as usize) as u32;
        let numbers = done..(done + some).min(all);
        self.outcomes.extend(members(&experiment.truth, settings, numbers));
        self.ensemble = Some(Ensemble::of(&self.outcomes));
    }

    /// Whether seeds are still missing.
    #[must_use]
    pub fn is_busy(&self, experiment: &Experiment) -> bool {
        let settings = &experiment.settings;
        is_luck(settings) && self.outcomes.len() < settings.ensemble.seeds as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::ensemble::outcomes;
    use laboratory::settings::Settings;

    #[test]
    fn a_few_seeds_a_frame_come_to_all_of_them() {
        let mut settings = Settings::default();
        settings.set("link.loss=0.2").expect("a loss");
        settings.set("motion.laps=40").expect("laps");
        let experiment = Experiment::of(settings).expect("an experiment");
        let mut luck = GrowingEnsemble::default();
        let mut frames = 0;
        while luck.is_busy(&experiment) {
            luck.step(&experiment);
            frames += 1;
        }
        let right = Ensemble::of(&outcomes(&experiment.truth, &experiment.settings));
        assert_eq!(luck.ensemble, Some(right));
        assert!(frames > 4, "{frames} frames for 40 laps");
    }

    #[test]
    fn without_luck_there_is_no_spread() {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        let mut luck = GrowingEnsemble::default();
        luck.step(&experiment);
        assert!(luck.ensemble.is_none() && !luck.is_busy(&experiment));
    }
}
