//! The lesson that is open, measured over the settings that are shown. No window in here.
//!
//! In: a [`Lesson`], an [`Experiment`]. Out: its numbers now and as the lesson has them, and whether its claim holds.

use laboratory::Tick;
use laboratory::catalogue::RowError;
use laboratory::catalogue::lessons::{self, Lesson};
use laboratory::catalogue::reading::Reading;
use laboratory::experiment::Experiment;
use laboratory::scene::picture::Beside;
use laboratory::settings::{Knob, Technique};

/// A lesson on the desk.
#[derive(Clone, Debug)]
pub struct LessonBoard {
    /// Which.
    pub lesson: &'static Lesson,
    /// Its technique: its numbers can be read from no other.
    technique: Technique,
    /// The last of its panels, if there are several: it stands to the right, as the lesson has it.
    other: Option<Experiment>,
    /// Its numbers as it has them.
    then: Vec<f64>,
    /// Its numbers over what is shown, or why there are none.
    now: Result<Vec<f64>, String>,
}

/// A number of a lesson, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonLine {
    /// What it is.
    pub label: &'static str,
    /// Its value now; a dash where there is none.
    pub now: String,
    /// What it was, if it differs.
    pub was: Option<String>,
    /// What a source says it is.
    pub published: Option<String>,
}

impl LessonBoard {
    /// A lesson as it is in the catalogue.
    ///
    /// # Errors
    /// [`RowError`] for a fault in the row.
    pub fn of(lesson: &'static Lesson) -> Result<Self, RowError> {
        let experiment = Experiment::of(lesson.settings()?)?;
        let then = lesson.measure(&experiment)?;
        let other = lesson.other()?.map(Experiment::of).transpose()?;
        let technique = experiment.settings.technique;
        Ok(Self { lesson, technique, other, now: Ok(then.clone()), then })
    }

    /// When there is the most to see of it.
    ///
    /// # Errors
    /// As [`LessonBoard::of`].
    pub fn tick(&self) -> Result<Tick, RowError> {
        Ok(self.lesson.tick(&self.lesson.made()?))
    }

    /// Measures it over other settings.
    pub fn measure(&mut self, experiment: &Experiment) {
        self.now = if experiment.settings.technique == self.technique {
            self.lesson.measure(experiment).map_err(|error| error.to_string())
        } else {
            Err("This is not the lesson's technique. R goes back to the lesson.".to_owned())
        };
    }

    /// Whether its claim holds as the lesson has it: what is turned since shows more, and proves nothing else.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.lesson.holds_by(&self.then)
    }

    /// Whether a number is another now than the lesson has it.
    #[must_use]
    pub fn is_turned(&self) -> bool {
        self.now.as_ref().is_ok_and(|now| *now != self.then)
    }

    /// Why it could not be measured.
    #[must_use]
    pub fn trouble(&self) -> Option<&str> {
        self.now.as_ref().err().map(String::as_str)
    }

    /// Its numbers.
    #[must_use]
    pub fn lines(&self) -> Vec<LessonLine> {
        let now = self.now.as_deref().unwrap_or_default();
        let line = |(place, number): (usize, &'static Reading)| {
            let text = |value: &f64| {
                if value.is_finite() { number.text(*value) } else { "–".to_owned() }
            };
            let is = now.get(place).map_or_else(|| "–".to_owned(), text);
            let was = self.then.get(place).map(text).filter(|was| *was != is);
            let published = number.published.map(|published| number.text(published.value));
            LessonLine { label: number.label, now: is, was, published }
        };
        self.lesson.numbers.iter().enumerate().map(line).collect()
    }

    /// What stands to the right of the stage.
    #[must_use]
    pub fn beside(&self) -> Option<Beside<'_>> {
        let (first, last) = (self.lesson.panels.first()?, self.lesson.panels.last()?);
        let experiment = self.other.as_ref()?;
        Some(Beside { experiment, layout: last.layout, names: [first.name, last.name] })
    }

    /// The knob to turn.
    #[must_use]
    pub fn knob(&self) -> Option<&'static Knob> {
        Knob::find(self.lesson.turn).ok()
    }
}

/// The place of a lesson among all of them.
#[must_use]
pub fn place(name: &str) -> Option<usize> {
    lessons::all().position(|lesson| lesson.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::settings::Settings;

    #[test]
    fn numbers_follow_the_settings_and_remember_the_lesson() {
        let lesson = lessons::find("straight").expect("a lesson");
        let mut board = LessonBoard::of(lesson).expect("a row without fault");
        assert_eq!((board.holds(), board.is_turned(), board.trouble()), (true, false, None));
        assert!(board.lines().iter().all(|line| line.was.is_none()));
        let mut settings = lesson.settings().expect("settings");
        settings.set("motion.kind=lap").expect("the lap");
        board.measure(&Experiment::of(settings).expect("the lap"));
        let lines = board.lines();
        assert!(board.holds() && board.is_turned());
        assert_eq!(lines[0].was.as_deref(), Some("1"));
        assert_eq!(lines.len(), lesson.numbers.len());
    }

    #[test]
    fn another_technique_is_not_measured() {
        let mut board =
            LessonBoard::of(lessons::find("straight").expect("a lesson")).expect("a board");
        let mut settings = Settings::default();
        settings.set("technique=prediction").expect("a technique");
        board.measure(&Experiment::of(settings).expect("a run"));
        assert!(board.trouble().is_some() && board.lines().iter().all(|line| line.now == "–"));
    }

    #[test]
    fn every_lesson_can_be_put_on_the_desk() {
        for (at, lesson) in lessons::all().enumerate() {
            let board = LessonBoard::of(lesson).expect(lesson.name);
            assert!(board.holds(), "{}", lesson.name);
            assert!(board.knob().is_some() && board.tick().is_ok(), "{}", lesson.name);
            assert_eq!(place(lesson.name), Some(at));
        }
    }
}
