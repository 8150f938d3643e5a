//! The one row for a picture that stands beside others: a panel of a comparison or of a lesson.

use super::RowError;
use crate::experiment::Experiment;
use crate::scene::panel::Panel;
use crate::scene::view::Layout;
use crate::settings::Settings;
use serde::Serialize;

/// A panel that is not done yet.
#[derive(Debug, Serialize)]
pub struct PanelRow {
    /// What it is called.
    pub name: &'static str,
    /// What it sets over its base, as on the command line.
    pub set: &'static [&'static str],
    /// Which lanes it shows.
    pub layout: Layout,
}

impl PanelRow {
    /// The panel, done over these settings, which hold what it sets already.
    ///
    /// # Errors
    /// [`RowError`] where they have no truth.
    pub fn panel(&self, settings: Settings) -> Result<Panel, RowError> {
        let experiment = Experiment::of(settings)?;
        Ok(Panel { name: self.name.to_owned(), experiment, layout: self.layout })
    }
}
