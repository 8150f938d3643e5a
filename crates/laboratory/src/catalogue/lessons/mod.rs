//! The lessons: each one a claim, what shows it, and numbers that are measured and not remembered.
//!
//! In: the catalogue. Out: an [`Outcome`] for each: its numbers, whether they are those of the sources, whether the
//! claim holds. Adding a lesson is one row in one of the chapters; the tests, the list, the window, the pictures and
//! the contact sheet take it from there.
//!
//! Sources: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation" (text CC BY 4.0),
//! <https://gdcs.coody.app/networking/netcode/dead-reckoning>, and "Client Prediction & Lag Compensation"
//! (chapter 14.2 of a book on game programming). The sentences are our own.

mod others;
mod player;
mod rules;
mod shot;

use crate::Tick;
use crate::catalogue::RowError;
use crate::catalogue::panel_row::PanelRow;
use crate::catalogue::reading::{self, Reading};
use crate::experiment::Experiment;
use crate::scene::blackboard::BoardNumber;
use crate::scene::layers::{Switch, Switches};
use crate::scene::overview::LessonThumb;
use crate::scene::panel::{self, Panel};
use crate::scene::view::View;
use crate::settings::Settings;

/// A part of the catalogue.
#[derive(Debug)]
pub struct Chapter {
    /// What people call it.
    pub title: &'static str,
    /// Its lessons, in teaching order.
    pub lessons: &'static [Lesson],
}

/// One row of the catalogue.
#[derive(Debug)]
pub struct Lesson {
    /// What scripts call it.
    pub name: &'static str,
    /// The claim, as a heading.
    pub title: &'static str,
    /// What it is about, in two plain sentences.
    pub says: [&'static str; 2],
    /// What all of its panels set over the defaults, as on the command line.
    pub set: &'static [&'static str],
    /// What stands beside each other. The window opens the first; the last stands to its right if there are
    /// several.
    pub panels: &'static [PanelRow],
    /// Layers that are on beside the usual ones.
    pub layers: &'static [Switch],
    /// When it is there to see, s; the moment of the largest error if it does not say.
    pub at: Option<f64>,
    /// The knob to turn.
    pub turn: &'static str,
    /// What turning it shows, in one sentence.
    pub shows: &'static str,
    /// What to look at in the picture, in one sentence.
    pub look: &'static str,
    /// The page of the help that says more, by name.
    pub page: &'static str,
    /// What is measured.
    pub numbers: &'static [Reading],
    /// Whether the claim holds, by the numbers in their order.
    pub holds: fn(&[f64]) -> bool,
}

/// What a lesson comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Its numbers, in their order.
    pub values: Vec<f64>,
    /// Whether the claim holds and every number of a source is met to its decimals.
    pub holds: bool,
}

/// All that there is to learn.
pub const CHAPTERS: &[Chapter] = &[
    Chapter { title: "Dead reckoning: rules and mistakes", lessons: rules::ROWS },
    Chapter { title: "Your own player", lessons: player::ROWS },
    Chapter { title: "The other players", lessons: others::ROWS },
    Chapter { title: "The shot", lessons: shot::ROWS },
];

/// Every lesson, in teaching order.
pub fn all() -> impl DoubleEndedIterator<Item = &'static Lesson> + Clone {
    CHAPTERS.iter().flat_map(|chapter| chapter.lessons)
}

/// The lesson of a name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Lesson> {
    all().find(|lesson| lesson.name == name)
}

impl Lesson {
    /// The settings of its first panel: what the window opens.
    ///
    /// # Errors
    /// [`RowError`] for a fault in the row; the tests make them all.
    pub fn settings(&self) -> Result<Settings, RowError> {
        self.settings_of(self.panels.first())
    }

    fn settings_of(&self, panel: Option<&PanelRow>) -> Result<Settings, RowError> {
        let own = panel.map_or(&[][..], |panel| panel.set);
        Ok(Settings::default().with_set(self.set)?.with_set(own)?)
    }

    /// The settings of what the window shows to the right: those of the last panel, if there are several.
    ///
    /// # Errors
    /// As [`Lesson::settings`].
    pub fn other(&self) -> Result<Option<Settings>, RowError> {
        let last = self.panels.last().filter(|_| self.panels.len() > 1);
        last.map(|last| self.settings_of(Some(last))).transpose()
    }

    /// How to look at it: its layers, and the lanes of its first panel.
    #[must_use]
    pub fn view(&self) -> View {
        let mut layers = Switches::default();
        for switch in self.layers.iter().filter(|switch| !Switches::default().is_on(**switch)) {
            layers.toggle(*switch);
        }
        let layout = self.panels.first().map(|panel| panel.layout).unwrap_or_default();
        View { layout, layers, ..View::default() }
    }

    /// Its panels, each with its settings, not done yet: more may be laid over them.
    ///
    /// # Errors
    /// As [`Lesson::settings`].
    pub fn bases(&self) -> Result<Vec<(&'static PanelRow, Settings)>, RowError> {
        self.panels.iter().map(|row| Ok((row, self.settings_of(Some(row))?))).collect()
    }

    /// Its panels, done.
    ///
    /// # Errors
    /// As [`Lesson::settings`].
    pub fn made(&self) -> Result<Vec<Panel>, RowError> {
        self.bases()?.into_iter().map(|(row, settings)| row.panel(settings)).collect()
    }

    /// A panel as a small picture.
    #[must_use]
    pub fn thumb<'a>(&self, panels: &'a [Panel]) -> Option<LessonThumb<'a>> {
        let panel = panels.first()?;
        Some(LessonThumb { title: self.title, panel, tick: self.tick(panels), view: self.view() })
    }

    /// Its numbers, as a board shows them.
    #[must_use]
    pub fn figures(&self, values: &[f64]) -> Vec<BoardNumber> {
        let figure = |(number, value): (&Reading, &f64)| BoardNumber {
            label: number.label.to_owned(),
            value: number.text(*value),
            note: number.note(),
        };
        self.numbers.iter().zip(values).map(figure).collect()
    }

    /// Whether the claim holds by these values, and they are those of the sources.
    #[must_use]
    pub fn holds_by(&self, values: &[f64]) -> bool {
        let agree = self.numbers.iter().zip(values).all(|(number, value)| number.agrees(*value));
        let whole = values.len() == self.numbers.len();
        whole && agree && values.iter().all(|value| value.is_finite()) && (self.holds)(values)
    }

    /// The tick to show these panels of it at.
    #[must_use]
    pub fn tick(&self, panels: &[Panel]) -> Tick {
        panel::tick_of(panels, self.at)
    }

    /// Measures it as it is in the catalogue.
    ///
    /// # Errors
    /// As [`Lesson::settings`].
    pub fn outcome(&self) -> Result<Outcome, RowError> {
        let values = self.measure(&Experiment::of(self.settings()?)?)?;
        let holds = self.holds_by(&values);
        Ok(Outcome { values, holds })
    }

    /// Measures its numbers over an experiment: the lesson's own, or one whose knobs have been turned.
    ///
    /// # Errors
    /// [`RowError`] where what a number sets does not go with the experiment's settings.
    pub fn measure(&self, base: &Experiment) -> Result<Vec<f64>, RowError> {
        reading::measure(base, self.numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::sources::CHEAT_SHEET;
    use crate::settings::Knob;

    #[test]
    fn every_lesson_holds() {
        for lesson in all() {
            let outcome = lesson.outcome().expect(lesson.name);
            let numbers: Vec<String> = lesson
                .numbers
                .iter()
                .zip(&outcome.values)
                .map(|(number, value)| format!("{}: {value}", number.label))
                .collect();
            assert!(outcome.holds, "{}: {}", lesson.name, numbers.join(", "));
        }
    }

    #[test]
    fn every_lesson_is_whole() {
        for lesson in all() {
            assert_eq!(
                all().filter(|other| other.name == lesson.name).count(),
                1,
                "{}",
                lesson.name
            );
            let said = lesson.says.iter().chain([&lesson.shows, &lesson.look]);
            assert!(said.into_iter().all(|text| text.ends_with('.')), "{}", lesson.name);
            assert!(!lesson.title.ends_with('.') && !lesson.numbers.is_empty(), "{}", lesson.name);
            assert!(Knob::find(lesson.turn).is_ok(), "{}: {}", lesson.name, lesson.turn);
            assert!(!lesson.panels.is_empty(), "{}", lesson.name);
            for number in lesson.numbers {
                assert!(number.label.len() <= 44, "{}: '{}'", lesson.name, number.label);
            }
        }
    }

    #[test]
    fn a_claim_that_does_not_hold_is_not_said_to() {
        let lesson = find("straight").expect("a lesson");
        let wrong = Lesson { holds: |_| false, ..one_number(lesson, None) };
        assert!(!wrong.outcome().expect("an outcome").holds);
        let wrong = Lesson { holds: |_| true, ..one_number(lesson, Some(7.0)) };
        assert!(!wrong.outcome().expect("an outcome").holds);
        let right = Lesson { holds: |_| true, ..one_number(lesson, None) };
        assert!(right.outcome().expect("an outcome").holds);
    }

    fn one_number(lesson: &'static Lesson, published: Option<f64>) -> Lesson {
        let updates =
            reading::reading("updates", reading::COUNT, &[], |lab| lab.metrics[0].updates());
        let number =
            Reading { published: published.map(|value| CHEAT_SHEET.states(value)), ..updates };
        Lesson { numbers: Box::leak(Box::new([number])), ..*lesson }
    }
}
