//! The desk itself: an experiment, a view on it, a playhead, and what is open over them.

use super::drive::Drive;
use super::export::ExportForm;
use super::history::History;
use super::lesson::LessonBoard;
use super::luck::GrowingEnsemble;
use super::origin::Origin;
use super::playback::Playback;
use super::store::{self, Session};
use super::tune::{TunePlot, Tuner};
use laboratory::Tick;
use laboratory::catalogue::RowError;
use laboratory::catalogue::lessons::{self, Lesson};
use laboratory::catalogue::scenarios::SCENARIOS;
use laboratory::experiment::Experiment;
use laboratory::scene::picture::Picture;
use laboratory::scene::view::View;
use laboratory::settings::Settings;
use laboratory::truth::TruthError;
use std::path::Path;

/// How long a message stays, s.
const MESSAGE_SECONDS: f64 = 6.0;

/// What the page of the help with the keys is called.
pub const KEYS_PAGE: &str = "keys";

/// What the window holds.
#[derive(Clone, Debug)]
pub struct Desk {
    /// What is being looked at.
    pub experiment: Experiment,
    /// What it is compared with: its settings run on the same truth.
    pub pinned: Option<Experiment>,
    /// How.
    pub view: View,
    /// When.
    pub playback: Playback,
    /// Where the settings came from.
    pub origin: Origin,
    /// What the run says about its settings.
    pub hints: Vec<String>,
    /// The spread over the seeds, of what is shown and of A.
    pub luck: [GrowingEnsemble; 2],
    /// What can be undone.
    pub(super) history: History,
    /// What the last change was refused for.
    pub refused: Option<String>,
    /// Something to say, and for how much longer, s.
    pub message: Option<(String, f64)>,
    /// The lesson that is open.
    pub lesson: Option<LessonBoard>,
    /// Whether its card is shown.
    pub card: bool,
    /// The drive that is going on.
    pub drive: Option<Drive>,
    /// The page of the help that is shown: [`KEYS_PAGE`] or one of [`laboratory::catalogue::pages::PAGES`].
    pub help: Option<&'static str>,
    /// Whether the window for saving and opening is shown, and what is typed there.
    pub files: Option<String>,
    /// The form for exporting, while it is shown.
    pub export: Option<ExportForm>,
    /// How far what is being written is.
    pub exporting: Option<String>,
    /// The Tune view.
    pub tuner: Tuner,
}

impl Desk {
    /// A desk with one experiment on it.
    ///
    /// # Errors
    /// [`TruthError`] where the settings have no truth.
    pub fn new(settings: Settings) -> Result<Self, TruthError> {
        let origin = Origin::of(&settings);
        let experiment = Experiment::of(settings)?;
        let hints = experiment.hints();
        Ok(Self {
            experiment,
            pinned: None,
            view: View::default(),
            playback: Playback::default(),
            origin,
            hints,
            luck: Default::default(),
            history: History::default(),
            refused: None,
            message: None,
            lesson: None,
            card: false,
            drive: None,
            help: None,
            files: None,
            export: None,
            exporting: None,
            tuner: Tuner::default(),
        })
    }

    /// A desk that is set from a scenario of the catalogue and then changed.
    ///
    /// # Errors
    /// As [`Desk::new`].
    pub fn from_scenario(name: &str, settings: Settings) -> Result<Self, TruthError> {
        let mut desk = Self::new(settings)?;
        if let Some(row) = SCENARIOS.iter().find(|row| row.name == name) {
            desk.origin = Origin::scenario(row);
        }
        Ok(desk)
    }

    /// A desk with a lesson on it, as it has its settings or changed; its playhead stands where there is the most to
    /// see.
    ///
    /// # Errors
    /// A sentence: settings without a truth, or a fault in the row.
    pub fn from_lesson(lesson: &'static Lesson, settings: Settings) -> Result<Self, String> {
        let mut desk = Self::new(settings).map_err(|error| error.to_string())?;
        desk.teach(lesson).map_err(|error| error.to_string())?;
        Ok(desk)
    }

    /// Puts the card of a lesson on the desk, and its view and moment.
    pub(super) fn teach(&mut self, lesson: &'static Lesson) -> Result<(), RowError> {
        let mut board = LessonBoard::of(lesson)?;
        board.measure(&self.experiment);
        let (tick, view) = (board.tick()?, lesson.view());
        self.origin = Origin::lesson(lesson)?;
        (self.lesson, self.card) = (Some(board), true);
        self.tuner.look.open = false;
        (self.view.layout, self.view.layers) = (view.layout, view.layers);
        self.view.fit();
        self.playback.seek(tick);
        Ok(())
    }

    /// Says that the settings came from a file laid over a scenario: that is what a reset goes back to.
    ///
    /// # Errors
    /// A sentence, if the file can no longer be read.
    pub fn came_from(&mut self, file: &Path) -> Result<(), String> {
        let settings = store::overlaid(&self.origin.settings, file)?;
        self.origin = Origin::file(file, settings);
        Ok(())
    }

    /// The desk as it was left.
    ///
    /// # Errors
    /// As [`Desk::new`].
    pub fn restore(session: Session) -> Result<Self, TruthError> {
        let mut desk = Self::from_scenario(&session.open, session.settings)?;
        if let Some(lesson) = lessons::find(&session.lesson) {
            // A row has no fault: the tests make them all.
            let _ = desk.teach(lesson);
            desk.card = session.card;
        }
        if let Some(settings) = session.pinned {
            let settings = settings.on_truth_of(&desk.experiment.settings);
            desk.pinned = Some(Experiment::of(settings)?);
        }
        desk.view = session.view;
        desk.tuner.look = session.tune;
        desk.playback.seek(session.tick.min(desk.ticks() - 1));
        Ok(desk)
    }

    /// What to come back with the next time.
    #[must_use]
    pub fn session(&self) -> Session {
        Session {
            open: self.origin.scenario.unwrap_or_default().to_owned(),
            lesson: self.origin.lesson.unwrap_or_default().to_owned(),
            card: self.card,
            tick: self.tick(),
            view: self.view.clone(),
            tune: self.tuner.look.clone(),
            settings: self.experiment.settings.clone(),
            pinned: self.pinned.as_ref().map(|pinned| pinned.settings.clone()),
        }
    }

    /// How many ticks the run has.
    #[must_use]
    pub fn ticks(&self) -> usize {
        self.experiment.truth.states.len()
    }

    /// The tick that is shown.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.playback.tick(self.ticks())
    }

    /// What to draw.
    #[must_use]
    pub fn picture(&self) -> Picture<'_> {
        // The card says all of it, and more.
        let caption = if self.shows_card() {
            [""; 2]
        } else {
            [self.origin.title.as_str(), self.origin.look]
        };
        Picture {
            pinned: self.pinned.as_ref(),
            beside: self.lesson.as_ref().and_then(LessonBoard::beside),
            tick: self.tick(),
            caption,
            keys: true,
            ..Picture::of(&self.experiment, &self.view)
        }
    }

    /// Whether the card of a lesson is in sight.
    #[must_use]
    pub fn shows_card(&self) -> bool {
        self.card && self.lesson.is_some() && !self.tuner.look.open
    }

    /// The Tune view's map, if it is shown and there is one.
    #[must_use]
    pub fn plot(&self) -> Option<TunePlot> {
        if !self.tuner.look.open || self.tuner.failed.is_some() {
            return None;
        }
        self.tuner.plot(&self.experiment, self.luck[0].ensemble.as_ref())
    }

    /// Whether seeds are still missing.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let pinned = self.pinned.as_ref().is_some_and(|pinned| self.luck[1].is_busy(pinned));
        pinned || self.luck[0].is_busy(&self.experiment) || self.tuner.is_busy()
    }

    /// Says something for a while.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = Some((message.into(), MESSAGE_SECONDS));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::Action;
    use crate::desk::trial::{lap_desk, turn};
    use laboratory::scene::view::Layout;

    #[test]
    fn the_session_comes_back() {
        let mut desk = lap_desk();
        desk.act(Action::Scenario(5));
        desk.act(Action::Pin);
        turn(&mut desk, "link.latency=0.25");
        desk.act(Action::Seek(77));
        desk.act(Action::Layout(Layout::SideBySide));
        let again = Desk::restore(desk.session()).expect("a session");
        assert_eq!(again.session(), desk.session());
        assert_eq!(again.experiment, desk.experiment);
        assert_eq!(again.pinned, desk.pinned);
        assert_eq!(again.origin, desk.origin);
    }
}
