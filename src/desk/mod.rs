//! What the window holds: an experiment, a view on it, a playhead. No window in here: the tests work it.

mod command;
pub mod drive;
pub mod export;
pub mod lesson;
pub mod luck;
pub mod playback;
pub mod store;
pub mod tune;

use crate::desk::drive::{Drive, Driven};
use crate::desk::export::{Form, Kind, Order};
use crate::desk::lesson::Board;
use crate::desk::luck::Luck;
use crate::desk::playback::Playback;
use crate::desk::store::Session;
use crate::desk::tune::{Plot, Tuner};
use crate::recordings;
use laboratory::Tick;
use laboratory::catalogue::RowError;
use laboratory::catalogue::lessons::{self, Lesson};
use laboratory::catalogue::networks::NETWORKS;
use laboratory::catalogue::scenarios::{SCENARIOS, Scenario};
use laboratory::experiment::Experiment;
use laboratory::export::constants::{LANGUAGES, LanguageRow, constants};
use laboratory::metrics::worst_moments;
use laboratory::run::Lane;
use laboratory::scene::layers::Switch;
use laboratory::scene::picture::Picture;
use laboratory::scene::view::{LAYOUTS, Layout, View};
use laboratory::settings::keys::Held;
use laboratory::settings::{MotionKind, Settings, Technique};
use laboratory::truth::TruthError;
use laboratory::tune::suggest::Wish;
use std::path::{Path, PathBuf};

/// How long a message stays, s.
const MESSAGE_SECONDS: f64 = 6.0;

/// Changes that follow each other faster than this are one, such as those of a drag, s.
const ONE_CHANGE: f64 = 0.5;

/// How many changes can be undone.
const MOST_UNDO: usize = 100;

/// What the page of the help with the keys is called.
pub const KEYS_PAGE: &str = "keys";

/// A one-shot request, from a button or a key, handled in [`Desk::act`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Start or stop.
    Play,
    /// So many ticks on or back.
    Step(isize),
    /// To the first tick.
    ToStart,
    /// To the last.
    ToEnd,
    /// To a tick.
    Seek(Tick),
    /// To the update after this one.
    NextUpdate,
    /// To the update before.
    PreviousUpdate,
    /// To the largest error; from there to the next largest.
    Worst,
    /// One speed up or down.
    Speed(isize),
    /// Loop or stop at the end.
    Loop,
    /// A layer on or off.
    Switch(Switch),
    /// Which lanes, and how beside each other.
    Layout(Layout),
    /// The next layout.
    NextLayout,
    /// Keep these settings as A to compare with, or let A go.
    Pin,
    /// A scenario of the catalogue, by its place.
    Scenario(usize),
    /// A network of the catalogue, by its place.
    Network(usize),
    /// A settings file or a recording, by its ending.
    Open(PathBuf),
    /// A recording, whatever its ending.
    Record(PathBuf),
    /// Save the settings as a file.
    Save(PathBuf),
    /// Every knob as the scenario or file has it.
    Reset,
    /// The settings before the last change.
    Undo,
    /// Threshold = half the entity's width.
    HalfWidth,
    /// The other theme.
    Theme,
    /// All of it in sight again.
    Fit,
    /// Keep the vehicle in the middle, or not.
    Follow,
    /// Large captions and no panel, or back.
    Present,
    /// A lesson of the catalogue, by its place.
    Lesson(usize),
    /// So many lessons on or back.
    NextLesson(isize),
    /// The lesson's card, shown or hidden; without a lesson the first one.
    Card,
    /// Start or end driving.
    Drive,
    /// The keys, shown or hidden.
    Help,
    /// A page of the help.
    Page(&'static str),
    /// The window for saving and opening, shown or hidden.
    Files,
    /// Close what is open over the stage.
    Escape,
    /// The command that reproduces the screen, to the clipboard.
    CopyCommand,
    /// What is on the screen, to a file.
    Screenshot,
    /// The form for exporting, shown or hidden.
    Export(Kind),
    /// Write what the form says, also over a file that is there.
    WriteExport {
        /// Whether a file that is there is replaced.
        replace: bool,
    },
    /// The command that writes what the form says, to the clipboard.
    CopyExport,
    /// The constants that the form would write, to the clipboard.
    CopyText,
    /// The Tune view, shown or hidden.
    Tune,
    /// Something of the Tune view.
    Tuned(Tuned),
}

/// A request of the Tune view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tuned {
    /// The settings of a point of the map, by its place in the sweep.
    Point(usize),
    /// Look for settings that keep what the form promises.
    Suggest,
    /// Take over what was found.
    Use,
    /// The command that finds it, to the clipboard.
    CopyCommand,
    /// What was found as constants, to the clipboard, by the place of the language.
    CopyConstants(usize),
}

/// What only the window can do for an action.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Put this on the clipboard.
    Copy(String),
    /// Save the screen under a name that begins so.
    Screenshot(String),
    /// Write this.
    Export(Box<Order>),
    /// Give up what is being written.
    StopExport,
    /// Look for settings that keep these promises.
    Suggest(Box<Wish>),
}

/// Where the settings came from: what a reset goes back to.
#[derive(Clone, Debug, PartialEq)]
pub struct Origin {
    /// What people call it.
    pub title: String,
    /// What scripts call it, if it is a scenario.
    pub scenario: Option<&'static str>,
    /// What scripts call it, if it is a lesson.
    pub lesson: Option<&'static str>,
    /// What to look for.
    pub look: &'static str,
    /// Its settings.
    pub settings: Settings,
}

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
    pub luck: [Luck; 2],
    /// Earlier settings, the last one last.
    history: Vec<Settings>,
    /// How long ago the last change was, s: a drag is one change.
    since_change: f64,
    /// What the last change was refused for.
    pub refused: Option<String>,
    /// Something to say, and for how much longer, s.
    pub message: Option<(String, f64)>,
    /// The lesson that is open.
    pub lesson: Option<Board>,
    /// Whether its card is shown.
    pub card: bool,
    /// The drive that is going on.
    pub drive: Option<Drive>,
    /// The page of the help that is shown: [`KEYS_PAGE`] or one of [`laboratory::catalogue::pages::PAGES`].
    pub help: Option<&'static str>,
    /// Whether the window for saving and opening is shown, and what is typed there.
    pub files: Option<String>,
    /// The form for exporting, while it is shown.
    pub export: Option<Form>,
    /// How far what is being written is.
    pub exporting: Option<String>,
    /// The Tune view.
    pub tuner: Tuner,
}

impl Origin {
    /// The scenario that has these settings; else the first, changed.
    fn of(settings: &Settings) -> Self {
        let same = |row: &&Scenario| row.settings().as_ref() == Ok(settings);
        Self::scenario(SCENARIOS.iter().find(same).unwrap_or(&SCENARIOS[0]))
    }

    fn scenario(row: &'static Scenario) -> Self {
        Self {
            title: row.title.to_owned(),
            scenario: Some(row.name),
            lesson: None,
            look: row.look,
            settings: row.settings().unwrap_or_default(),
        }
    }

    fn file(path: &Path, settings: Settings) -> Self {
        let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { title, scenario: None, lesson: None, look: "", settings }
    }

    fn lesson(row: &'static Lesson) -> Result<Self, RowError> {
        Ok(Self {
            title: row.title.to_owned(),
            scenario: None,
            lesson: Some(row.name),
            look: row.look,
            settings: row.settings()?,
        })
    }
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
            history: Vec::new(),
            since_change: f64::INFINITY,
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
    fn teach(&mut self, lesson: &'static Lesson) -> Result<(), RowError> {
        let mut board = Board::of(lesson)?;
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
            beside: self.lesson.as_ref().and_then(Board::beside),
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

    /// Takes other settings, at once. Settings without a truth are refused and said; the playhead stays.
    pub fn change(&mut self, settings: Settings) {
        if settings == self.experiment.settings {
            return;
        }
        if self.since_change > ONE_CHANGE {
            let first = self.history.len().saturating_sub(MOST_UNDO - 1);
            self.history.drain(..first);
            self.history.push(self.experiment.settings.clone());
        }
        self.since_change = 0.0;
        self.show_settings(settings);
    }

    fn show_settings(&mut self, settings: Settings) {
        self.refused = self.experiment.change(settings).err().map(|error| error.to_string());
        self.hints = self.experiment.hints();
        self.follow_truth();
        if let Some(board) = &mut self.lesson {
            board.measure(&self.experiment);
        }
        self.luck.iter_mut().for_each(Luck::reset);
        self.look_for_luck();
    }

    /// Takes in some more seeds, where luck decides.
    fn look_for_luck(&mut self) {
        if self.drive.is_some() {
            return;
        }
        self.luck[0].step(&self.experiment);
        if let Some(pinned) = &self.pinned {
            self.luck[1].step(pinned);
        }
    }

    /// Whether seeds are still missing.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let pinned = self.pinned.as_ref().is_some_and(|pinned| self.luck[1].is_busy(pinned));
        pinned || self.luck[0].is_busy(&self.experiment) || self.tuner.is_busy()
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
        self.since_change += seconds;
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

    fn drive(&mut self) {
        if self.drive.is_some() {
            self.stop_driving();
        } else if self.experiment.settings.technique == Technique::Prediction {
            // The whole drive is one change.
            self.since_change = f64::INFINITY;
            self.playback.seek(self.tick());
            self.drive = Some(Drive::default());
        } else {
            self.say(
                "Only your own player can be driven: choose the technique \"Your own player\".",
            );
        }
    }

    fn stop_driving(&mut self) {
        let Some(drive) = self.drive.take() else { return };
        self.since_change = f64::INFINITY;
        let seconds = drive.keys.ticks().len() as f64 / self.experiment.truth.tick_rate;
        if seconds > 0.0 {
            self.say(format!("Recorded {seconds:.1} s. Space plays it again."));
        }
        self.look_for_luck();
    }

    /// Says something for a while.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = Some((message.into(), MESSAGE_SECONDS));
    }

    /// Does what was asked for, but for what only the window can do.
    pub fn act(&mut self, action: Action) -> Option<Effect> {
        if self.drive.is_some() && !goes_with_driving(&action) {
            self.stop_driving();
        }
        match action {
            Action::Play => self.playback.toggle(self.ticks()),
            Action::Step(by) => self.playback.step(by, self.ticks()),
            Action::ToStart => self.playback.jump(0),
            Action::ToEnd => self.playback.seek(self.ticks() - 1),
            Action::Seek(tick) => self.playback.seek(tick),
            Action::NextUpdate => self.seek_update(|sent, now| sent > now, false),
            Action::PreviousUpdate => self.seek_update(|sent, now| sent < now, true),
            Action::Worst => self.seek_worst(),
            Action::Speed(by) => self.playback.change_speed(by),
            Action::Loop => self.playback.looping = !self.playback.looping,
            Action::Pin => self.pin(),
            Action::Scenario(place) => self.open_scenario(place),
            Action::Network(place) => self.take_network(place),
            Action::Open(path) => self.open_file(&path),
            Action::Record(path) => self.open_recording(&path),
            Action::Save(path) => self.save_file(&path),
            Action::Reset => self.reset(),
            Action::Undo => self.undo(),
            Action::HalfWidth => self.half_width(),
            Action::Lesson(place) => self.open_lesson(place),
            Action::NextLesson(by) => self.next_lesson(by),
            Action::Card => self.show_or_hide_card(),
            Action::Drive => self.drive(),
            Action::Help => self.help = if self.help.is_some() { None } else { Some(KEYS_PAGE) },
            Action::Page(name) => self.help = Some(name),
            Action::Files => {
                self.files = if self.files.is_some() { None } else { Some(String::new()) }
            }
            Action::Escape => return self.escape(),
            Action::CopyCommand => {
                self.say("The command that reproduces this screen is on the clipboard.");
                return Some(Effect::Copy(self.command()));
            }
            Action::Export(kind) => self.open_export(kind),
            Action::WriteExport { replace } => return self.write_export(replace),
            Action::CopyExport => {
                let form = self.export.clone()?;
                self.say("The command that writes this file is on the clipboard.");
                return Some(Effect::Copy(self.export_command(&form)));
            }
            Action::Screenshot => return Some(Effect::Screenshot(self.picture_name())),
            Action::Switch(switch) => self.view.layers.toggle(switch),
            Action::Layout(layout) => (self.view.layout, self.tuner.look.open) = (layout, false),
            Action::NextLayout if self.tuner.look.open => self.tuner.look.open = false,
            Action::NextLayout => self.view.layout = next_layout(self.view.layout),
            Action::Theme => self.view.theme = self.view.theme.other(),
            Action::Fit => self.view.fit(),
            Action::Follow => self.view.follow = !self.view.follow,
            Action::Present => self.view.presenting = !self.view.presenting,
            Action::Tune => self.tuner.look.open = !self.tuner.look.open,
            Action::Tuned(tuned) => return self.tune(tuned),
            Action::CopyText => return self.copy_text(),
        }
        None
    }

    /// What is asked for in the Tune view.
    fn tune(&mut self, tuned: Tuned) -> Option<Effect> {
        match tuned {
            Tuned::Point(place) => {
                let settings = self.tuner.settings_of(place, &self.experiment);
                self.take_over(settings);
            }
            Tuned::Use => {
                let settings = self.tuner.offered().cloned();
                self.take_over(settings);
            }
            Tuned::Suggest => {
                let wish = self.tuner.wish(&self.experiment.settings)?;
                (self.tuner.answer, self.tuner.asking) = (None, Some(wish.clone()));
                return Some(Effect::Suggest(Box::new(wish)));
            }
            Tuned::CopyCommand => {
                self.say("The command that finds these settings is on the clipboard.");
                return Some(Effect::Copy(self.suggest_command()));
            }
            Tuned::CopyConstants(place) => {
                let (settings, row) = (self.tuner.offered()?.clone(), LANGUAGES.get(place)?);
                return self.copy_constants(&settings, row);
            }
        }
        None
    }

    /// What the form for the game would write, to the clipboard.
    fn copy_text(&mut self) -> Option<Effect> {
        let row = self.export.as_ref()?.language();
        self.copy_constants(&self.experiment.settings.clone(), row)
    }

    /// Settings that were found, as one change.
    fn take_over(&mut self, settings: Option<Settings>) {
        if let Some(settings) = settings {
            self.since_change = f64::INFINITY;
            self.change(settings);
            self.since_change = f64::INFINITY;
        }
    }

    fn copy_constants(&mut self, settings: &Settings, row: &LanguageRow) -> Option<Effect> {
        match constants(settings, row.language) {
            Ok(text) => {
                self.say(format!("The settings are on the clipboard: {}.", row.label));
                Some(Effect::Copy(text))
            }
            Err(error) => {
                self.say(error.to_string());
                None
            }
        }
    }

    /// The Tune view's map, if it is shown and there is one.
    #[must_use]
    pub fn plot(&self) -> Option<Plot> {
        if !self.tuner.look.open || self.tuner.failed.is_some() {
            return None;
        }
        self.tuner.plot(&self.experiment, self.luck[0].ensemble.as_ref())
    }

    fn reset(&mut self) {
        self.refused = None;
        self.since_change = f64::INFINITY;
        self.change(self.origin.settings.clone());
    }

    fn undo(&mut self) {
        if let Some(settings) = self.history.pop() {
            self.since_change = f64::INFINITY;
            self.show_settings(settings);
        }
    }

    fn show_or_hide_card(&mut self) {
        if self.lesson.is_none() {
            self.open_lesson(0);
        } else {
            self.card = !self.card;
        }
    }

    /// Closes what is on top, then stops what is being written, then driving, then closes the Tune view, then the lesson's card, then ends
    /// the presentation.
    fn escape(&mut self) -> Option<Effect> {
        if self.help.is_some() || self.files.is_some() || self.export.is_some() {
            (self.help, self.files, self.export) = (None, None, None);
        } else if self.exporting.is_some() {
            return Some(Effect::StopExport);
        } else if self.drive.is_some() {
            self.stop_driving();
        } else if self.tuner.look.open {
            self.tuner.look.open = false;
        } else if self.shows_card() {
            self.card = false;
        } else {
            self.view.presenting = false;
        }
        None
    }

    /// Shows the form for a kind; hides it if that is the one that is shown.
    fn open_export(&mut self, kind: Kind) {
        self.export = match self.export.take() {
            Some(form) if form.kind == kind => None,
            Some(form) => {
                let mut form = Form { kind, ..form };
                form.rename(self);
                Some(form)
            }
            None => Some(Form::of(kind, self)),
        };
    }

    fn write_export(&mut self, replace: bool) -> Option<Effect> {
        if self.exporting.is_some() {
            self.say("Another file is still being written.");
            return None;
        }
        match self.export.as_ref()?.order(self, replace) {
            Err(why) => {
                self.say(why);
                None
            }
            Ok(order) => {
                self.export = None;
                Some(Effect::Export(Box::new(order)))
            }
        }
    }

    fn pin(&mut self) {
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

    fn half_width(&mut self) {
        let mut settings = self.experiment.settings.clone();
        settings.sender.threshold = settings.entity.width / 2.0;
        self.change(settings);
    }

    fn take_network(&mut self, place: usize) {
        let Some(network) = NETWORKS.get(place) else { return };
        match network.over(&self.experiment.settings) {
            Ok(settings) => self.change(settings),
            Err(error) => self.say(error.to_string()),
        }
    }

    fn open_lesson(&mut self, place: usize) {
        let Some(lesson) = lessons::all().nth(place) else { return };
        match Origin::lesson(lesson) {
            Ok(origin) => self.open(origin),
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

    fn next_lesson(&mut self, by: isize) {
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

    fn open_scenario(&mut self, place: usize) {
        if let Some(scenario) = SCENARIOS.get(place) {
            self.open(Origin::scenario(scenario));
        }
    }

    fn open_file(&mut self, path: &Path) {
        if recordings::is_one(path) {
            return self.open_recording(path);
        }
        match store::read_preset(path) {
            Ok(settings) => self.open(Origin::file(path, settings)),
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
    fn open_recording(&mut self, path: &Path) {
        match recordings::over(&self.experiment.settings, path) {
            Ok(settings) => {
                self.open(Origin::file(path, settings));
                if self.refused.is_none() {
                    self.say(recordings::found(&self.experiment).join(" "));
                }
            }
            Err(error) => self.say(error.to_string()),
        }
    }

    fn open(&mut self, origin: Origin) {
        self.since_change = f64::INFINITY;
        let board = self.lesson.take();
        self.change(origin.settings.clone());
        match &self.refused {
            Some(why) => {
                self.message = Some((format!("{}: {why}", origin.title), MESSAGE_SECONDS));
                self.lesson = board;
            }
            None => {
                (self.origin, self.files) = (origin, None);
                self.view.fit();
            }
        }
    }

    fn save_file(&mut self, path: &Path) {
        match store::save_preset(path, &self.experiment.settings) {
            Ok(()) => {
                self.origin = Origin::file(path, self.experiment.settings.clone());
                (self.lesson, self.files) = (None, None);
                self.say(format!("Saved as {}", path.display()));
            }
            Err(why) => self.say(why),
        }
    }

    /// The lane that updates and errors are about.
    fn lane(&self) -> &Lane {
        self.experiment.run.lane(self.view.layout.leading())
    }

    /// To the nearest update on one side of the playhead; none there leaves it where it is.
    fn seek_update(&mut self, beyond: impl Fn(Tick, Tick) -> bool, last: bool) {
        let now = self.tick();
        let mut sent =
            self.lane().packets.iter().map(|packet| packet.sent).filter(|&sent| beyond(sent, now));
        let found = if last { sent.next_back() } else { sent.next() };
        if let Some(tick) = found {
            self.playback.seek(tick);
        }
    }

    /// To the worst moment; from one of the worst moments to the next, and round again.
    fn seek_worst(&mut self) {
        let threshold = self.experiment.settings.threshold();
        let moments = worst_moments(self.lane(), threshold);
        let here = moments.iter().position(|&tick| tick == self.tick());
        let next = here.map_or(0, |here| (here + 1) % moments.len().max(1));
        if let Some(&tick) = moments.get(next) {
            self.playback.seek(tick);
        }
    }
}

/// Whether somebody who drives goes on: what is looked at is another matter than what is driven.
fn goes_with_driving(action: &Action) -> bool {
    matches!(
        action,
        Action::Drive
            | Action::Switch(_)
            | Action::Layout(_)
            | Action::NextLayout
            | Action::Theme
            | Action::Fit
            | Action::Follow
            | Action::Present
            | Action::Escape
            | Action::CopyCommand
            | Action::Screenshot
    )
}

fn next_layout(layout: Layout) -> Layout {
    let place = LAYOUTS.iter().position(|other| *other == layout).unwrap_or(0);
    LAYOUTS[(place + 1) % LAYOUTS.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk() -> Desk {
        Desk::new(Settings::default()).expect("the lap")
    }

    fn turn(desk: &mut Desk, assignment: &str) {
        let mut settings = desk.experiment.settings.clone();
        settings.set(assignment).expect(assignment);
        desk.change(settings);
    }

    #[test]
    fn a_slider_answers_at_once_and_leaves_the_playhead() {
        let mut desk = desk();
        desk.act(Action::Seek(214));
        turn(&mut desk, "sender.threshold=0.05");
        assert_eq!(
            (desk.experiment.metrics[0].packets.expect("packets").updates, desk.tick()),
            (29, 214)
        );
    }

    #[test]
    fn a_change_without_a_truth_is_said_and_not_made() {
        let mut desk = desk();
        let mut settings = desk.experiment.settings.clone();
        settings.motion.laps = 1000;
        settings.sim.tick_rate = 1000;
        desk.change(settings);
        assert!(desk.refused.as_ref().is_some_and(|why| why.contains("ticks")));
        assert_eq!(desk.experiment.settings, Settings::default());
    }

    #[test]
    fn updates_are_walked_one_by_one() {
        let mut desk = desk();
        let sent: Vec<Tick> =
            desk.experiment.run.lanes[0].packets.iter().map(|packet| packet.sent).collect();
        for expected in &sent[1..] {
            desk.act(Action::NextUpdate);
            assert_eq!(desk.tick(), *expected);
        }
        desk.act(Action::NextUpdate);
        assert_eq!(desk.tick(), sent[sent.len() - 1]);
        for expected in sent.iter().rev().skip(1) {
            desk.act(Action::PreviousUpdate);
            assert_eq!(desk.tick(), *expected);
        }
    }

    #[test]
    fn the_worst_moments_come_in_order_and_round_again() {
        let mut desk = desk();
        desk.act(Action::Worst);
        let first = desk.tick();
        assert_eq!(first, desk.experiment.metrics[0].peak_tick);
        let error = |desk: &Desk| desk.experiment.run.lanes[0].frames[desk.tick()].error;
        let mut errors = vec![error(&desk)];
        loop {
            desk.act(Action::Worst);
            if desk.tick() == first {
                break;
            }
            errors.push(error(&desk));
        }
        assert!(errors.len() >= 5 && errors.windows(2).all(|pair| pair[0] > pair[1]), "{errors:?}");
    }

    #[test]
    fn every_scenario_opens_and_reset_undoes_the_sliders() {
        let mut desk = desk();
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
    fn changes_are_undone_one_by_one_and_a_drag_is_one() {
        let mut desk = desk();
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
        let mut desk = desk();
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

    #[test]
    fn the_session_comes_back() {
        let mut desk = desk();
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

    #[test]
    fn every_lesson_opens_as_it_is_and_reset_goes_back_to_it() {
        let mut desk = desk();
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
            assert!(desk.lesson.as_ref().is_some_and(Board::holds), "{}", lesson.name);
        }
    }

    #[test]
    fn lessons_are_walked_from_the_first_to_the_last_and_back() {
        let mut desk = desk();
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
        let mut desk = desk();
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
        crate::platform::files::write(&path, crate::platform::Existing::Keep, |out| {
            out.write_all(text.as_bytes())
        })
        .expect("a file");
        path
    }

    #[test]
    fn a_recording_that_is_opened_is_the_motion_and_says_what_was_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = recorded(&folder, "circle.csv");
        let mut desk = desk();
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
        let store::Found::Session(session) = store::load(&session) else { panic!("a session") };
        assert_eq!(Desk::restore(*session).expect("a desk").experiment, desk.experiment);
        desk.act(Action::Undo);
        assert_eq!(desk.experiment.settings.technique, Technique::Prediction);
    }

    #[test]
    fn a_file_that_is_no_recording_is_said_and_changes_nothing() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("broken.csv");
        let text = b"t,x,y\n0,0,0\n0.1,zero,0\n";
        crate::platform::files::write(&path, crate::platform::Existing::Keep, |out| {
            out.write_all(text)
        })
        .expect("a file");
        let mut desk = desk();
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
    fn the_tune_view_comes_back_and_its_command_is_the_sweep() {
        let mut desk = desk();
        turn(&mut desk, "link.latency=0.15");
        desk.act(Action::Tune);
        let session = desk.session();
        assert!(session.tune.open);
        assert!(Desk::restore(session).expect("a desk").tuner.look.open);
        let line = "drlab sweep sender.threshold=0.05..1/40 receiver.blend_time=0..1/40 --metric peak_error --set link.latency=0.15 --out lap-map.png";
        assert_eq!(desk.command(), line);
        desk.act(Action::Tuned(Tuned::CopyCommand));
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
    fn settings_for_the_game_are_written_or_copied_as_the_command_writes_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut desk = desk();
        turn(&mut desk, "sender.threshold=0.4");
        desk.act(Action::Export(Kind::Game));
        for row in LANGUAGES {
            let path = folder.path().join(format!("net.{}", row.ending));
            let form = desk.export.as_mut().expect("a form");
            form.path = path.display().to_string();
            let right = constants(&desk.experiment.settings, row.language).expect("text");
            let order =
                desk.export.as_ref().expect("a form").order(&desk, false).expect("an order");
            order.carry_out(&|| true).expect("written");
            assert_eq!(crate::platform::files::read(&path).expect("a file"), right);
            let Some(Effect::Copy(copied)) = desk.act(Action::CopyText) else { panic!("a copy") };
            assert_eq!(copied, right);
            let form = desk.export.clone().expect("a form");
            let line = format!(
                "drlab export-settings --as {} --out {} --force --set sender.threshold=0.4",
                row.name,
                path.display()
            );
            assert_eq!(desk.export_command(&form), line);
        }
        desk.export.as_mut().expect("a form").path = "net.txt".to_owned();
        let why = desk.export.as_ref().expect("a form").order(&desk, false).expect_err("refused");
        assert!(why.contains(".hpp"), "{why}");
    }

    #[test]
    fn the_session_and_the_command_know_the_lesson() {
        let mut desk = desk();
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
    fn driving_records_what_is_held() {
        let mut desk = desk();
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
            let mut desk = desk();
            turn(&mut desk, "technique=prediction");
            desk.act(Action::Drive);
            desk.steer(0.5, Held::default());
            desk.act(action.clone());
            assert!(desk.drive.is_none(), "{action:?}");
        }
    }

    #[test]
    fn the_copied_command_holds_what_differs() {
        let mut desk = desk();
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

    #[test]
    fn a_file_that_is_none_is_said_and_changes_nothing() {
        let mut desk = desk();
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
        let mut desk = desk();
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
