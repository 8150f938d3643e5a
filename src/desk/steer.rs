//! Somebody drives: what is held becomes the keys of the settings, and the whole is simulated again.

use super::drive::{Drive, Driven};
use super::state::Desk;
use laboratory::settings::keys::Held;

impl Desk {
    /// Lets time pass at the keys while somebody drives: what is held is pressed on each tick that it came to, and the
    /// whole is simulated again.
    pub fn steer(&mut self, seconds: f64, held: Held) {
        let tick_rate = self.experiment.truth.tick_rate;
        let Some(drive) = &mut self.drive else { return };
        match drive.advance(seconds, tick_rate, held) {
            Driven::Nothing => {}
            Driven::Full => self.stop_driving(),
            Driven::More => {
                let keys = drive.keys.write();
                let mut settings = self.experiment.settings.clone();
                settings.player.keys = keys;
                self.change(settings);
                self.playback.seek(self.ticks() - 1);
            }
        }
    }

    pub(super) fn start_or_stop_driving(&mut self) {
        if self.drive.is_some() {
            self.stop_driving();
        } else if self.experiment.settings.technique.row().is_driven {
            // The whole drive is one change.
            self.history.part();
            self.playback.seek(self.tick());
            self.drive = Some(Drive::default());
        } else {
            self.say(
                "Only your own player can be driven: choose the technique \"Your own player\".",
            );
        }
    }

    pub(super) fn stop_driving(&mut self) {
        let Some(drive) = self.drive.take() else { return };
        self.history.part();
        let seconds = drive.keys.ticks().len() as f64 / self.experiment.truth.tick_rate;
        if seconds > 0.0 {
            self.say(format!("Recorded {seconds:.1} s. Space plays it again."));
        }
        self.look_for_luck();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Action;
    use crate::desk::trial::{lap_desk, turn};

    #[test]
    fn driving_records_what_is_held() {
        let mut desk = lap_desk();
        desk.act(Action::Drive);
        assert!(desk.drive.is_none() && desk.message.is_some(), "another technique");
        turn(&mut desk, "technique=prediction");
        let before = desk.experiment.settings.clone();
        desk.act(Action::Drive);
        let held = Held { right: true, ..Held::default() };
        (0..60).for_each(|_| desk.steer(1.0 / 60.0, held));
        desk.act(Action::Theme);
        (0..30).for_each(|_| desk.steer(1.0 / 60.0, Held::default()));
        assert_eq!(desk.experiment.settings.player.keys, "r60 .30");
        assert_eq!(desk.tick(), desk.ticks() - 1);
        assert!(desk.drive.is_some());
        desk.act(Action::Escape);
        assert!(desk.drive.is_none());
        desk.steer(1.0, held);
        assert_eq!(desk.experiment.settings.player.keys, "r60 .30");
        assert!(desk.command().contains("--set 'player.keys=r60 .30'"), "{}", desk.command());
        desk.act(Action::Undo);
        assert_eq!(desk.experiment.settings, before);
    }

    #[test]
    fn the_playhead_ends_driving() {
        for action in
            [Action::Seek(3), Action::Play, Action::Reset, Action::Undo, Action::NextLesson(1)]
        {
            let mut desk = lap_desk();
            turn(&mut desk, "technique=prediction");
            desk.act(Action::Drive);
            desk.steer(0.5, Held::default());
            desk.act(action.clone());
            assert!(desk.drive.is_none(), "{action:?}");
        }
    }
}
