//! How the window is asked to open, and the desk that it opens with.

use crate::desk::store::{self, StoredSession};
use crate::desk::{Action, Desk};
use laboratory::catalogue::lessons;
use laboratory::scene::view::View;
use laboratory::settings::Settings;
use std::path::PathBuf;

/// How to open the window.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to show first; nothing: the last session.
    pub show: Option<Show>,
    /// Width and height of the window, points.
    pub size: (i32, i32),
    /// Close after so many frames.
    pub frames: Option<u32>,
    /// Save the last frame there.
    pub screenshot: Option<PathBuf>,
    /// Keep the session when it closes.
    pub remember: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { show: None, size: (1280, 800), frames: None, screenshot: None, remember: true }
    }
}

/// What to show first.
#[derive(Clone, Debug)]
pub struct Show {
    /// The scenario that the settings started from.
    pub scenario: String,
    /// The lesson that they started from, if it was one.
    pub lesson: Option<String>,
    /// The file that was laid over it.
    pub file: Option<PathBuf>,
    /// The settings.
    pub settings: Settings,
    /// Where the playhead begins.
    pub start: Start,
    /// How to look at it.
    pub view: View,
    /// The settings to pin as A.
    pub pinned: Option<Settings>,
}

/// Where the playhead begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the first tick, running.
    Playing,
    /// At a tick, paused.
    At(usize),
    /// At the largest error, paused.
    Worst,
    /// Where the lesson has the most to see, paused.
    Lesson,
}

/// Why there was no window, or what went wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// It could not be opened here.
    #[error("{0}")]
    NoWindow(String),
    /// It was open.
    #[error("{0}")]
    Failed(String),
}

/// What was asked for, else the last session, else the lap.
pub fn first_desk(options: &Options) -> Result<Desk, String> {
    if let Some(show) = &options.show {
        let lesson = show.lesson.as_deref().and_then(lessons::find);
        let mut desk = match lesson {
            Some(lesson) => Desk::from_lesson(lesson, show.settings.clone())?,
            None => Desk::from_scenario(&show.scenario, show.settings.clone())
                .map_err(|error| error.to_string())?,
        };
        match &show.file {
            Some(file) => desk.came_from(file)?,
            None if lesson.is_none() => desk.name_after_recording(),
            None => {}
        }
        desk.view = show.view.clone();
        if let Some(pinned) = &show.pinned {
            desk.pin_settings(pinned).map_err(|error| error.to_string())?;
        }
        match show.start {
            Start::Playing | Start::Lesson => {}
            Start::At(tick) => drop(desk.act(Action::Seek(tick))),
            Start::Worst => drop(desk.act(Action::Worst)),
        }
        return Ok(desk);
    }
    let found = store::session_file().map_or(StoredSession::Nothing, |path| store::load(&path));
    let (restored, why) = match found {
        StoredSession::Nothing => (None, None),
        StoredSession::Broken(why) => (None, Some(why)),
        StoredSession::Session(session) => match Desk::restore(*session) {
            Ok(desk) => (Some(desk), None),
            Err(error) => (None, Some(format!("The last session could not be shown: {error}"))),
        },
    };
    let mut desk = match restored {
        Some(desk) => desk,
        None => Desk::new(Settings::default()).map_err(|error| error.to_string())?,
    };
    if let Some(why) = why {
        desk.say(why);
    }
    Ok(desk)
}
