//! The desk in words: the command that opens its screen again, those that export it, and the name of a picture of it.

use super::export::{ExportForm, ExportKind};
use super::state::Desk;
use crate::platform::places;
use laboratory::catalogue::lessons::{self, Lesson};
use laboratory::catalogue::scenarios::SCENARIOS;
use laboratory::export::title;
use laboratory::lanes::{LaneKind, Side};
use laboratory::scene::layers::SWITCHES;
use laboratory::scene::theme::ThemeKind;
use laboratory::scene::view::{Layout, View};
use laboratory::settings::Settings;
use std::path::Path;

/// The words of a command.
#[derive(Default)]
struct CommandWords(Vec<String>);

impl CommandWords {
    fn word(&mut self, word: impl Into<String>) {
        self.0.push(word.into());
    }

    fn option(&mut self, name: &str, value: impl ToString) {
        self.0.extend([name.to_owned(), quoted(&value.to_string())]);
    }

    /// What the desk shows over a lesson.
    fn lesson(&mut self, desk: &Desk, lesson: &Lesson) {
        self.option("--lesson", lesson.name);
        for assignment in desk.experiment.settings.changed_from(&desk.origin.settings) {
            self.option("--set", assignment);
        }
    }

    fn settings_or_lesson(&mut self, desk: &Desk) {
        match desk.origin.lesson.and_then(lessons::find) {
            Some(lesson) => self.lesson(desk, lesson),
            None => self.settings(desk),
        }
    }

    fn settings(&mut self, desk: &Desk) {
        let base = match desk.origin.scenario.filter(|name| *name != SCENARIOS[0].name) {
            Some(name) => {
                self.option("--scenario", name);
                desk.origin.settings.clone()
            }
            None => Settings::default(),
        };
        for assignment in desk.experiment.settings.changed_from(&base) {
            self.option("--set", assignment);
        }
    }

    /// A layout, by the names of the lanes that are shown.
    fn layout(&mut self, layout: Layout, usual: Layout, lanes: [LaneKind; 2]) {
        if layout != usual {
            self.option("--layout", layout.name(lanes));
        }
    }

    /// Colours, layers and what is in sight, where it differs from a view.
    fn view(&mut self, view: &View, usual: &View) {
        if view.theme == ThemeKind::Light {
            self.option("--theme", "light");
        }
        let as_usual = |row: &laboratory::scene::layers::SwitchRow| {
            view.layers.is_on(row.switch) == usual.layers.is_on(row.switch)
        };
        if !SWITCHES.iter().all(as_usual) {
            let on = SWITCHES.iter().filter(|row| view.layers.is_on(row.switch));
            let names: Vec<&str> = on.map(|row| row.name).collect();
            self.option(
                "--layers",
                if names.is_empty() { "none".to_owned() } else { names.join(",") },
            );
        }
        if view.zoom != 1.0 {
            self.option("--zoom", view.zoom);
        }
        if let Some([x, y]) = view.center {
            self.option("--center", format!("{x},{y}"));
        }
        if view.follow {
            self.word("--follow");
        }
    }

    /// What is pinned: as values over the defaults, on whatever truth is shown.
    fn pinned(&mut self, desk: &Desk) {
        let Some(pinned) = &desk.pinned else { return };
        let base = Settings::default().on_truth_of(&pinned.settings);
        let changed = pinned.settings.changed_from(&base);
        self.option("--pin", if changed.is_empty() { "lap".to_owned() } else { changed.join(",") });
    }
}

impl Desk {
    /// The line that opens this screen again; with `run` after `drlab` it prints the same numbers.
    #[must_use]
    pub fn command(&self) -> String {
        if self.tuner.look.open {
            return self.tune_command();
        }
        let mut words = CommandWords::default();
        words.word("drlab");
        let lesson = self.origin.lesson.and_then(lessons::find);
        match lesson {
            Some(lesson) => words.lesson(self, lesson),
            None => words.settings(self),
        }
        words.option("--tick", self.tick());
        let usual = lesson.map_or_else(View::default, Lesson::view);
        words.layout(self.view.layout, usual.layout, self.lanes());
        words.view(&self.view, &usual);
        words.pinned(self);
        words.0.join(" ")
    }

    /// The lanes that are shown.
    fn lanes(&self) -> [LaneKind; 2] {
        self.experiment.settings.technique.row().lanes
    }

    /// The line that makes the map of the Tune view, as a picture.
    fn tune_command(&self) -> String {
        let mut words = CommandWords(vec!["drlab".to_owned(), "sweep".to_owned()]);
        let look = &self.tuner.look;
        self.tuner.axis_words(&self.experiment).into_iter().for_each(|axis| words.word(axis));
        words.option("--metric", &look.measure);
        if look.lane == Side::Second {
            words.option("--lane", Layout::Only(look.lane).name(self.lanes()));
        }
        words.settings_or_lesson(self);
        if self.view.theme == ThemeKind::Light {
            words.option("--theme", "light");
        }
        words.option("--out", format!("{}-map.png", self.plain_name()));
        words.0.join(" ")
    }

    /// The line that finds what the Tune view's form asks for.
    pub(super) fn suggest_command(&self) -> String {
        let mut words = CommandWords(vec!["drlab".to_owned(), "suggest".to_owned()]);
        let names = ["--peak", "--p95", "--mean", "--step", "--rate"];
        for (name, most) in names.into_iter().zip(self.tuner.look.promises) {
            if most > 0.0 {
                words.option(name, most);
            }
        }
        words.settings_or_lesson(self);
        words.0.join(" ")
    }

    /// The line that writes the file of a form.
    #[must_use]
    pub fn export_command(&self, form: &ExportForm) -> String {
        let mut words = CommandWords::default();
        words.word("drlab");
        let path = form.path.trim();
        match form.kind {
            ExportKind::Picture => words.word("render"),
            ExportKind::Comparison => {
                words.word("compare");
                words.word(form.comparison_row().name);
            }
            ExportKind::Animation => words.word("animate"),
            ExportKind::Game => {
                words.word("export-settings");
                words.option("--as", form.language().name);
                words.option("--out", path);
                if places::exists(Path::new(path)) {
                    words.word("--force");
                }
                words.settings(self);
                return words.0.join(" ");
            }
            ExportKind::Frames => {
                words.word("run");
                words.option("--frames", path);
                if places::exists(Path::new(path)) {
                    words.word("--force");
                }
                words.settings(self);
                return words.0.join(" ");
            }
        }
        words.option("--out", path);
        if places::exists(Path::new(path)) {
            words.word("--force");
        }
        words.settings(self);
        if form.kind == ExportKind::Picture {
            words.option("--tick", self.tick());
        }
        words.view(&View { theme: form.theme, ..self.view.clone() }, &View::default());
        if form.kind != ExportKind::Comparison {
            words.layout(self.view.layout, Layout::default(), self.lanes());
            words.pinned(self);
        }
        self.page_words(form, &mut words);
        words.0.join(" ")
    }

    fn page_words(&self, form: &ExportForm, words: &mut CommandWords) {
        let plain = ExportForm::of(form.kind, self);
        let mut form = form.clone();
        let [width, height] = *form.size_mut();
        let usual = match form.kind {
            ExportKind::Comparison => form.suiting,
            ExportKind::Picture | ExportKind::Animation | ExportKind::Frames | ExportKind::Game => {
                *form.size_mut() == *plain.clone().size_mut()
            }
        };
        if !usual {
            words.option("--size", format!("{width}x{height}"));
        }
        if form.scale != plain.scale {
            words.option("--scale", form.scale);
        }
        if form.kind == ExportKind::Comparison {
            if !form.caption {
                words.word("--no-caption");
            }
            return;
        }
        if !form.strip {
            words.word("--no-strip");
        }
        match form.kind {
            ExportKind::Animation if form.moving_caption => words.word("--caption"),
            ExportKind::Picture if !form.caption => words.word("--no-caption"),
            ExportKind::Animation
            | ExportKind::Picture
            | ExportKind::Comparison
            | ExportKind::Frames
            | ExportKind::Game => {}
        }
        let usual = self.origin.scenario.is_some() && form.title == self.title();
        if !usual {
            words.option("--title", &form.title);
        }
        if form.kind == ExportKind::Animation {
            let experiment = &self.experiment;
            let to = (form.cut.from + experiment.lap_seconds()).min(experiment.truth.seconds);
            for (name, value, default) in [
                ("--from", form.cut.from, 0.0),
                ("--to", form.cut.to, to),
                ("--slow", form.cut.slow, 1.0),
            ] {
                if value != default {
                    words.option(name, value);
                }
            }
            if form.cut.fps != plain.cut.fps {
                words.option("--fps", form.cut.fps);
            }
        }
    }

    /// What is open and whether it was changed, as a picture's title.
    #[must_use]
    pub fn title(&self) -> String {
        title(&self.origin.title, self.experiment.settings != self.origin.settings)
    }

    /// What is open, in letters that a file's name may have.
    pub(super) fn plain_name(&self) -> String {
        let name = self.origin.lesson.or(self.origin.scenario);
        let named = name.map_or_else(|| self.origin.title.clone(), str::to_owned);
        let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        named.chars().map(plain).collect()
    }

    /// How a picture of this screen is named: scenario or lesson, and time.
    pub(super) fn picture_name(&self) -> String {
        format!("drlab-{}-{:.2}s", self.plain_name(), self.experiment.truth.time(self.tick()))
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._=+-,/".contains(letter);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use crate::desk::trial::{lap_desk, turn};
    use crate::desk::{Action, Desk, TuneAction};
    use laboratory::catalogue::lessons;
    use laboratory::scene::view::Layout;

    #[test]
    fn the_tune_view_comes_back_and_its_command_is_the_sweep() {
        let mut desk = lap_desk();
        turn(&mut desk, "link.latency=0.15");
        desk.act(Action::Tune);
        let session = desk.session();
        assert!(session.tune.open);
        assert!(Desk::restore(session).expect("a desk").tuner.look.open);
        let line = "drlab sweep sender.threshold=0.05..1/40 receiver.blend_time=0..1/40 --metric peak_error --set link.latency=0.15 --out lap-map.png";
        assert_eq!(desk.command(), line);
        desk.act(Action::TuneAction(TuneAction::CopyCommand));
        assert_eq!(
            desk.suggest_command(),
            "drlab suggest --peak 0.8 --step 0.2 --set link.latency=0.15"
        );
        desk.act(Action::Escape);
        assert!(!desk.tuner.look.open && desk.command().starts_with("drlab --set"));
        desk.act(Action::Tune);
        desk.act(Action::Layout(Layout::SideBySide));
        assert!(!desk.tuner.look.open);
    }

    #[test]
    fn the_session_and_the_command_know_the_lesson() {
        let mut desk = lap_desk();
        desk.act(Action::Lesson(0));
        let lesson = lessons::all().next().expect("a lesson");
        let plain = format!("drlab --lesson {} --tick {}", lesson.name, desk.tick());
        assert_eq!(desk.command(), plain);
        assert!(desk.picture_name().starts_with(&format!("drlab-{}-", lesson.name)));
        turn(&mut desk, "link.latency=0.25");
        desk.act(Action::Seek(77));
        desk.act(Action::Escape);
        let changed = format!("drlab --lesson {} --set link.latency=0.25 --tick 77", lesson.name);
        assert_eq!(desk.command(), changed);
        let again = Desk::restore(desk.session()).expect("a session");
        assert_eq!(again.session(), desk.session());
        assert_eq!((again.origin, again.card), (desk.origin, false));
        assert!(again.lesson.is_some());
    }

    #[test]
    fn the_copied_command_holds_what_differs() {
        let mut desk = lap_desk();
        desk.act(Action::Seek(215));
        assert_eq!(desk.command(), "drlab --tick 215");
        desk.act(Action::Scenario(1));
        turn(&mut desk, "sender.threshold=0.05");
        desk.act(Action::Theme);
        desk.act(Action::Layout(Layout::SideBySide));
        assert_eq!(
            desk.command(),
            "drlab --scenario wide-corners --set sender.threshold=0.05 --tick 215 --layout side-by-side --theme light"
        );
        turn(&mut desk, "track.waypoints=[[0,0],[4,0],[2,3]]");
        assert!(desk.command().contains("--set 'track.waypoints=[[0.0,0.0],[4.0,0.0],[2.0,3.0]]'"));
    }
}
