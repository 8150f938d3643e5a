//! Lessons, scenarios, settings files and recordings, put on the desk; and settings saved.

use super::lesson;
use super::origin::Origin;
use super::state::Desk;
use super::store;
use crate::recordings;
use laboratory::catalogue::lessons;
use laboratory::catalogue::scenarios::SCENARIOS;
use laboratory::settings::MotionKind;
use std::path::Path;

impl Desk {
    pub(super) fn open_lesson(&mut self, place: usize) {
        let Some(lesson) = lessons::all().nth(place) else { return };
        match Origin::lesson(lesson) {
            Ok(origin) => self.open_origin(origin),
            Err(error) => return self.say(error.to_string()),
        }
        if self.origin.lesson != Some(lesson.name) {
            return;
        }
        self.luck[1].reset();
        self.pinned = None;
        // What was done before belongs to another lesson.
        self.history.clear();
        if let Err(error) = self.teach(lesson) {
            self.say(error.to_string());
        }
        self.look_for_luck();
    }

    pub(super) fn next_lesson(&mut self, by: isize) {
        let count = lessons::all().count();
        let now = self.origin.lesson.and_then(lesson::place);
        let next = match now {
            Some(now) => now.saturating_add_signed(by).min(count.saturating_sub(1)),
            None if by < 0 => count.saturating_sub(1),
            None => 0,
        };
        if now == Some(next) {
            self.say(if by < 0 { "This is the first lesson." } else { "This is the last lesson." });
        } else {
            self.open_lesson(next);
        }
    }

    pub(super) fn show_or_hide_card(&mut self) {
        if self.lesson.is_none() {
            self.open_lesson(0);
        } else {
            self.card = !self.card;
        }
    }

    pub(super) fn open_scenario(&mut self, place: usize) {
        if let Some(scenario) = SCENARIOS.get(place) {
            self.open_origin(Origin::scenario(scenario));
        }
    }

    pub(super) fn open_file(&mut self, path: &Path) {
        if recordings::is_recording(path) {
            return self.open_recording(path);
        }
        match store::read_preset(path) {
            Ok(settings) => self.open_origin(Origin::file(path, settings)),
            Err(why) => self.say(why),
        }
    }

    /// Calls what is shown after its recording, if it drives as recorded: that is what a reset goes back to.
    pub fn name_after_recording(&mut self) {
        let settings = self.experiment.settings.clone();
        if settings.motion.kind == MotionKind::Trace {
            self.origin = Origin::file(Path::new(&settings.trace.file.clone()), settings);
        }
    }

    /// Takes the motion from a recording; the rest stays.
    pub(super) fn open_recording(&mut self, path: &Path) {
        match recordings::with_recording(&self.experiment.settings, path) {
            Ok(settings) => {
                self.open_origin(Origin::file(path, settings));
                if self.refused.is_none() {
                    self.say(recordings::recording_notes(&self.experiment).join(" "));
                }
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    fn open_origin(&mut self, origin: Origin) {
        self.history.part();
        let board = self.lesson.take();
        self.change(origin.settings.clone());
        match &self.refused {
            Some(why) => {
                let why = format!("{}: {why}", origin.title);
                self.lesson = board;
                self.say(why);
            }
            None => {
                (self.origin, self.files) = (origin, None);
                self.view.fit();
            }
        }
    }

    pub(super) fn save_file(&mut self, path: &Path) {
        match store::save_preset(path, &self.experiment.settings) {
            Ok(()) => {
                self.origin = Origin::file(path, self.experiment.settings.clone());
                (self.lesson, self.files) = (None, None);
                self.say(format!("Saved as {}", path.display()));
            }
            Err(why) => self.say(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::lesson::LessonBoard;
    use crate::desk::trial::{lap_desk, turn};
    use crate::desk::{Action, Desk};
    use crate::platform::{Existing, files};
    use laboratory::settings::{Settings, Technique};
    use std::path::PathBuf;

    #[test]
    fn every_scenario_opens_and_reset_undoes_the_sliders() {
        let mut desk = lap_desk();
        for (place, scenario) in SCENARIOS.iter().enumerate() {
            desk.act(Action::Scenario(place));
            let settings = scenario.settings().expect(scenario.name);
            turn(&mut desk, "link.latency=0.345");
            assert_ne!(desk.experiment.settings, settings);
            desk.act(Action::Reset);
            assert_eq!(desk.experiment.settings, settings, "{}", scenario.name);
        }
    }

    #[test]
    fn every_lesson_opens_as_it_is_and_reset_goes_back_to_it() {
        let mut desk = lap_desk();
        for (place, lesson) in lessons::all().enumerate() {
            desk.act(Action::Lesson(place));
            let settings = lesson.settings().expect(lesson.name);
            assert_eq!(desk.experiment.settings, settings, "{}", lesson.name);
            let other = lesson.other().expect(lesson.name);
            let beside = desk.picture().beside.map(|beside| beside.experiment.settings.clone());
            assert_eq!(beside, other, "{}", lesson.name);
            assert!(desk.pinned.is_none());
            assert_eq!(
                (desk.view.layout, desk.view.layers.clone()),
                (lesson.view().layout, lesson.view().layers)
            );
            let panels = lesson.made().expect(lesson.name);
            assert_eq!((desk.tick(), desk.playback.playing), (lesson.tick(&panels), false));
            assert!(desk.shows_card(), "{}", lesson.name);
            assert_eq!((desk.origin.title.as_str(), desk.origin.look), (lesson.title, lesson.look));
            turn(&mut desk, "link.latency=0.345");
            desk.act(Action::Reset);
            assert_eq!(desk.experiment.settings, settings, "{}", lesson.name);
            assert!(desk.lesson.as_ref().is_some_and(LessonBoard::holds), "{}", lesson.name);
        }
    }

    #[test]
    fn lessons_are_walked_from_the_first_to_the_last_and_back() {
        let mut desk = lap_desk();
        let names: Vec<&str> = lessons::all().map(|lesson| lesson.name).collect();
        for name in &names {
            desk.act(Action::NextLesson(1));
            assert_eq!(desk.origin.lesson, Some(*name));
        }
        desk.act(Action::NextLesson(1));
        assert!(desk.message.is_some());
        for name in names.iter().rev().skip(1) {
            desk.act(Action::NextLesson(-1));
            assert_eq!(desk.origin.lesson, Some(*name));
        }
    }

    #[test]
    fn a_lesson_follows_the_knobs_and_goes_with_another_scenario() {
        let mut desk = lap_desk();
        desk.act(Action::Lesson(0));
        turn(&mut desk, "motion.kind=lap");
        let board = desk.lesson.as_ref().expect("a lesson");
        assert!(board.lines().iter().any(|line| line.was.is_some()));
        assert!(board.holds() && board.is_turned());
        desk.act(Action::Escape);
        assert!(!desk.shows_card() && desk.lesson.is_some());
        desk.act(Action::Card);
        assert!(desk.shows_card());
        desk.act(Action::Scenario(1));
        assert!(desk.lesson.is_none() && desk.origin.lesson.is_none());
        desk.act(Action::Card);
        assert_eq!(desk.origin.lesson, lessons::all().next().map(|lesson| lesson.name));
    }

    /// A recording on a circle of 5 u, 6 s long, one sample every 50 ms, under a name.
    fn recorded(folder: &tempfile::TempDir, name: &str) -> PathBuf {
        let line = |at: u32| {
            let time = f64::from(at) * 0.05;
            let (x, y) = (5.0 * libm::cos(time), 5.0 * libm::sin(time));
            format!("{time},{x},{y}\n")
        };
        let path = folder.path().join(name);
        let text = format!("t,x,y\n{}", (0..=120).map(line).collect::<String>());
        files::write(&path, Existing::Keep, |out| out.write_all(text.as_bytes())).expect("a file");
        path
    }

    #[test]
    fn a_recording_that_is_opened_is_the_motion_and_says_what_was_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = recorded(&folder, "circle.csv");
        let mut desk = lap_desk();
        turn(&mut desk, "sender.threshold=0.4");
        turn(&mut desk, "technique=prediction");
        desk.act(Action::Open(path.clone()));
        let settings = &desk.experiment.settings;
        assert_eq!(
            (settings.motion.kind, settings.technique),
            (MotionKind::Trace, Technique::DeadReckoning)
        );
        assert_eq!((settings.sender.threshold, desk.origin.title.as_str()), (0.4, "circle"));
        assert!(
            (desk.experiment.truth.seconds - 6.0).abs() < 0.05,
            "{}",
            desk.experiment.truth.seconds
        );
        let (said, _) = desk.message.clone().expect("what was found");
        assert!(
            said.contains("121 samples at 20.000 Hz, 6.0 s")
                && said.contains("Nothing was left out"),
            "{said}"
        );
        assert!(
            desk.command().contains(&format!("--set trace.file={}", path.display())),
            "{}",
            desk.command()
        );
        // The command that says so opens a desk of the same name.
        let mut again = Desk::new(desk.experiment.settings.clone()).expect("a desk");
        again.name_after_recording();
        assert_eq!((again.origin.title.as_str(), &again.origin), ("circle", &desk.origin));
        // As a session it comes back, read anew.
        let session = folder.path().join("session.toml");
        store::save(&session, &desk.session()).expect("saved");
        let store::StoredSession::Session(session) = store::load(&session) else {
            panic!("a session")
        };
        assert_eq!(Desk::restore(*session).expect("a desk").experiment, desk.experiment);
        desk.act(Action::Undo);
        assert_eq!(desk.experiment.settings.technique, Technique::Prediction);
    }

    #[test]
    fn a_file_that_is_no_recording_is_said_and_changes_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("broken.csv");
        let text = b"t,x,y\n0,0,0\n0.1,zero,0\n";
        files::write(&path, Existing::Keep, |out| out.write_all(text)).expect("a file");
        let mut desk = lap_desk();
        let before = desk.session();
        for path in [path, folder.path().join("nothing.gpx")] {
            desk.act(Action::Open(path.clone()));
            let (said, _) = desk.message.take().expect("why");
            assert!(said.contains(&path.display().to_string()), "{said}");
            assert_eq!(desk.session(), before);
        }
        // Typed in the panel, a file may end as it likes.
        desk.act(Action::Record(recorded(&folder, "circle.data")));
        assert_eq!(desk.experiment.settings.motion.kind, MotionKind::Trace);
    }

    #[test]
    fn a_file_that_is_none_is_said_and_changes_nothing() {
        let mut desk = lap_desk();
        desk.act(Action::Open(PathBuf::from("nowhere.toml")));
        assert!(desk.message.as_ref().is_some_and(|(said, _)| said.contains("nowhere.toml")));
        assert_eq!(desk.experiment.settings, Settings::default());
        desk.advance(60.0);
        assert_eq!(desk.message, None);
    }

    #[test]
    fn saving_opening_and_resetting_a_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.toml");
        let mut desk = lap_desk();
        turn(&mut desk, "sender.threshold=0.7");
        desk.act(Action::Save(path.clone()));
        desk.act(Action::Scenario(0));
        desk.act(Action::Open(path));
        assert_eq!(
            (desk.origin.title.as_str(), desk.experiment.settings.sender.threshold),
            ("mine", 0.7)
        );
        turn(&mut desk, "sender.threshold=0.1");
        desk.act(Action::Reset);
        assert_eq!(desk.experiment.settings.sender.threshold, 0.7);
    }
}
