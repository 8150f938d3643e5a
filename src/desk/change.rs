//! Other settings: taken over, undone, reset, pinned; and what follows from them at once.

use super::luck::GrowingEnsemble;
use super::state::Desk;
use laboratory::catalogue::networks::NETWORKS;
use laboratory::experiment::Experiment;
use laboratory::settings::Settings;
use laboratory::truth::TruthError;

impl Desk {
    /// Takes other settings, at once. Settings without a truth are refused and said; the playhead stays.
    pub fn change(&mut self, settings: Settings) {
        if settings == self.experiment.settings {
            return;
        }
        self.history.keep(&self.experiment.settings);
        self.show_settings(settings);
    }

    fn show_settings(&mut self, settings: Settings) {
        self.refused = self.experiment.change(settings).err().map(|error| error.to_string());
        self.hints = self.experiment.hints();
        self.follow_truth();
        if let Some(board) = &mut self.lesson {
            board.measure(&self.experiment);
        }
        self.luck.iter_mut().for_each(GrowingEnsemble::reset);
        self.look_for_luck();
    }

    /// Takes in some more seeds, where luck decides.
    pub(super) fn look_for_luck(&mut self) {
        if self.drive.is_some() {
            return;
        }
        self.luck[0].step(&self.experiment);
        if let Some(pinned) = &self.pinned {
            self.luck[1].step(pinned);
        }
    }

    /// A is measured on the same truth as what it is compared with.
    fn follow_truth(&mut self) {
        let Some(pinned) = &self.pinned else { return };
        let settings = pinned.settings.on_truth_of(&self.experiment.settings);
        if let Some(pinned) = self.pinned.as_mut().filter(|pinned| pinned.settings != settings) {
            // The truth is the one that the experiment has just been done on: it exists.
            let _ = pinned.change(settings);
        }
    }

    /// Lets time pass.
    pub fn advance(&mut self, seconds: f64) {
        self.history.advance(seconds);
        self.look_for_luck();
        if self.drive.is_none() {
            self.tuner.advance(seconds, &self.experiment);
        }
        self.playback.advance(seconds, self.experiment.truth.tick_rate, self.ticks());
        if let Some((_, left)) = &mut self.message {
            *left -= seconds;
        }
        self.message.take_if(|(_, left)| *left <= 0.0);
    }

    /// Settings that were found, as one change.
    pub(super) fn take_over(&mut self, settings: Option<Settings>) {
        if let Some(settings) = settings {
            self.history.part();
            self.change(settings);
            self.history.part();
        }
    }

    pub(super) fn reset(&mut self) {
        self.refused = None;
        self.history.part();
        self.change(self.origin.settings.clone());
    }

    pub(super) fn undo(&mut self) {
        if let Some(settings) = self.history.undo() {
            self.show_settings(settings);
        }
    }

    pub(super) fn half_width(&mut self) {
        let mut settings = self.experiment.settings.clone();
        settings.sender.threshold = settings.entity.width / 2.0;
        self.change(settings);
    }

    pub(super) fn take_network(&mut self, place: usize) {
        let Some(network) = NETWORKS.get(place) else { return };
        match network.applied_to(&self.experiment.settings) {
            Ok(settings) => self.change(settings),
            Err(error) => self.say(error.to_string()),
        }
    }

    pub(super) fn pin(&mut self) {
        self.luck[1].reset();
        self.pinned = match self.pinned {
            Some(_) => None,
            None => Some(self.experiment.clone()),
        };
    }

    /// Pins settings on the truth that is shown.
    ///
    /// # Errors
    /// As [`Desk::new`].
    pub fn pin_settings(&mut self, settings: &Settings) -> Result<(), TruthError> {
        self.pinned = Some(Experiment::of(settings.on_truth_of(&self.experiment.settings))?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Action;
    use crate::desk::trial::{lap_desk, turn};

    #[test]
    fn a_slider_answers_at_once_and_leaves_the_playhead() {
        let mut desk = lap_desk();
        desk.act(Action::Seek(214));
        turn(&mut desk, "sender.threshold=0.05");
        assert_eq!(
            (desk.experiment.metrics[0].packets.expect("packets").updates, desk.tick()),
            (29, 214)
        );
    }

    #[test]
    fn a_change_without_a_truth_is_said_and_not_made() {
        let mut desk = lap_desk();
        let mut settings = desk.experiment.settings.clone();
        settings.motion.laps = 1000;
        settings.sim.tick_rate = 1000;
        desk.change(settings);
        assert!(desk.refused.as_ref().is_some_and(|why| why.contains("ticks")));
        assert_eq!(desk.experiment.settings, Settings::default());
    }

    #[test]
    fn changes_are_undone_one_by_one_and_a_drag_is_one() {
        let mut desk = lap_desk();
        for threshold in ["0.2", "0.15", "0.1"] {
            turn(&mut desk, &format!("sender.threshold={threshold}"));
            desk.advance(0.05);
        }
        desk.advance(1.0);
        turn(&mut desk, "link.latency=0.2");
        desk.act(Action::Reset);
        let settings = |desk: &Desk| {
            (desk.experiment.settings.sender.threshold, desk.experiment.settings.link.latency)
        };
        for right in [(0.1, 0.2), (0.1, 0.1), (0.3, 0.1), (0.3, 0.1)] {
            desk.act(Action::Undo);
            assert_eq!(settings(&desk), right);
        }
    }

    #[test]
    fn what_is_pinned_keeps_its_tuning_and_follows_the_truth() {
        let mut desk = lap_desk();
        desk.act(Action::Pin);
        turn(&mut desk, "sender.threshold=0.05");
        turn(&mut desk, "track.sharpness=0");
        let pinned = desk.pinned.as_ref().expect("pinned");
        assert_eq!(pinned.truth, desk.experiment.truth);
        assert_eq!(
            (pinned.settings.sender.threshold, pinned.metrics[0].packets.expect("packets").updates),
            (0.3, 20)
        );
        desk.act(Action::Pin);
        assert!(desk.pinned.is_none());
    }
}
