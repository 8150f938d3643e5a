//! What to make a picture of, owned: what the window and the command line both hand over.

use super::animation::{Cut, Film, Moving, film, ticks};
use super::{ExportError, Still, page};
use crate::Tick;
use crate::experiment::Experiment;
use crate::scene::page::Page;
use crate::scene::picture::Picture;
use crate::scene::view::View;
use std::io::Write;

/// An experiment, how to look at it, when, and on what page.
#[derive(Clone, Debug)]
pub struct Shot {
    /// What is shown.
    pub experiment: Experiment,
    /// What it is compared with.
    pub pinned: Option<Experiment>,
    /// How.
    pub view: View,
    /// When.
    pub tick: Tick,
    /// On what page.
    pub page: Page,
    /// Pixels a point.
    pub scale: f32,
}

impl Shot {
    fn picture(&self) -> Picture<'_> {
        let base = Picture::of(&self.experiment, &self.view);
        Picture { pinned: self.pinned.as_ref(), tick: self.tick, ..base }
    }

    /// The bytes of a still picture's file.
    ///
    /// # Errors
    /// As [`page()`].
    pub fn still(&self, format: Still) -> Result<Vec<u8>, ExportError> {
        page(&self.page, &self.picture(), format, self.scale)
    }

    /// How many frames a moving picture has.
    ///
    /// # Errors
    /// As [`ticks`].
    pub fn frames(&self, cut: Cut, format: Moving) -> Result<usize, ExportError> {
        Ok(ticks(&self.experiment.truth, cut, format)?.len())
    }

    /// Writes a moving picture's file; `drawn` is called after each frame and may stop it.
    ///
    /// # Errors
    /// As [`ticks`] and [`film`].
    pub fn moving(
        &self,
        cut: Cut,
        format: Moving,
        drawn: &(dyn Fn() -> bool + Sync),
        out: &mut dyn Write,
    ) -> Result<(), ExportError> {
        let ticks = ticks(&self.experiment.truth, cut, format)?;
        let picture = self.picture();
        let (page, picture) = (&self.page, &picture);
        let whole = Film { page, picture, ticks: &ticks, fps: cut.fps, scale: self.scale };
        film(&whole, format, drawn, out)
    }
}
