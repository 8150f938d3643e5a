//! What can be asked of the desk, and what it asks of the window.

use super::export::{ExportKind, ExportOrder};
use laboratory::Tick;
use laboratory::scene::layers::Switch;
use laboratory::scene::view::Layout;
use laboratory::tune::suggest::Wish;
use std::path::PathBuf;

/// A one-shot request, from a button or a key, handled in [`super::Desk::act`].
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
    Export(ExportKind),
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
    TuneAction(TuneAction),
}

/// A request of the Tune view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuneAction {
    /// The settings of a point of the map, by its place in the sweep.
    Point(usize),
    /// TuneLook for settings that keep what the form promises.
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
    Export(Box<ExportOrder>),
    /// Give up what is being written.
    StopExport,
    /// TuneLook for settings that keep these promises.
    Suggest(Box<Wish>),
}

impl Action {
    /// Whether somebody who drives goes on: what is looked at is another matter than what is driven.
    pub(super) fn goes_with_driving(&self) -> bool {
        matches!(
            self,
            Self::Drive
                | Self::Switch(_)
                | Self::Layout(_)
                | Self::NextLayout
                | Self::Theme
                | Self::Fit
                | Self::Follow
                | Self::Present
                | Self::Escape
                | Self::CopyCommand
                | Self::Screenshot
        )
    }
}
