//! Where the settings came from: what a reset goes back to.

use laboratory::catalogue::RowError;
use laboratory::catalogue::lessons::Lesson;
use laboratory::catalogue::scenarios::{SCENARIOS, Scenario};
use laboratory::settings::Settings;
use std::path::Path;

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

impl Origin {
    /// The scenario that has these settings; else the first, changed.
    pub(super) fn of(settings: &Settings) -> Self {
        let same = |row: &&Scenario| row.settings().as_ref() == Ok(settings);
        Self::scenario(SCENARIOS.iter().find(same).unwrap_or(&SCENARIOS[0]))
    }

    pub(super) fn scenario(row: &'static Scenario) -> Self {
        Self {
            title: row.title.to_owned(),
            scenario: Some(row.name),
            lesson: None,
            look: row.look,
            settings: row.settings().unwrap_or_default(),
        }
    }

    pub(super) fn file(path: &Path, settings: Settings) -> Self {
        let title = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { title, scenario: None, lesson: None, look: "", settings }
    }

    pub(super) fn lesson(row: &'static Lesson) -> Result<Self, RowError> {
        Ok(Self {
            title: row.title.to_owned(),
            scenario: None,
            lesson: Some(row.name),
            look: row.look,
            settings: row.settings()?,
        })
    }
}
