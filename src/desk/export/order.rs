//! A file to be written, whole with all that it takes: it can be written beside the window.

use crate::platform::{Existing, files};
use laboratory::catalogue::comparisons::Comparison;
use laboratory::experiment::Experiment;
use laboratory::export::animation::{Cut, Moving};
use laboratory::export::shot::Shot;
use laboratory::export::{self, ExportError, Still, record};
use laboratory::scene::panel::Panel;
use laboratory::scene::sheet::{self, Sheet};
use std::io;
use std::path::PathBuf;

/// A file to be written.
#[derive(Clone, Debug)]
pub struct ExportOrder {
    pub(in crate::desk) path: PathBuf,
    pub(in crate::desk) existing: Existing,
    pub(in crate::desk) work: ExportWork,
}

#[derive(Clone, Debug)]
pub(in crate::desk) enum ExportWork {
    Still(Box<Shot>, Still),
    Sheet(SheetWork, Still),
    Moving(Box<Shot>, Cut, Moving),
    Frames(Box<Experiment>),
    Text(String),
}

#[derive(Clone, Debug)]
pub(in crate::desk) struct SheetWork {
    pub(in crate::desk) row: &'static Comparison,
    pub(in crate::desk) look: &'static str,
    pub(in crate::desk) suiting: bool,
    pub(in crate::desk) panels: Vec<Panel>,
    pub(in crate::desk) shot: Box<Shot>,
}

impl ExportOrder {
    /// How many frames it draws.
    #[must_use]
    pub fn frames(&self) -> usize {
        match &self.work {
            ExportWork::Moving(shot, cut, format) => shot.frames(*cut, *format).unwrap_or(1),
            ExportWork::Still(..)
            | ExportWork::Sheet(..)
            | ExportWork::Frames(_)
            | ExportWork::Text(_) => 1,
        }
    }

    /// Writes the file. `drawn` is called after each frame of an animation and may stop it.
    ///
    /// # Errors
    /// A sentence; nothing is half written.
    pub fn carry_out(&self, drawn: &(dyn Fn() -> bool + Sync)) -> Result<(), String> {
        let written = files::write(&self.path, self.existing, |out| match &self.work {
            ExportWork::Still(shot, format) => {
                out.write_all(&shot.still(*format).map_err(io::Error::other)?)
            }
            ExportWork::Sheet(work, format) => {
                out.write_all(&work.file(*format).map_err(io::Error::other)?)
            }
            ExportWork::Moving(shot, cut, format) => {
                shot.moving(*cut, *format, drawn, out).map_err(io::Error::other)
            }
            ExportWork::Frames(experiment) => record::csv(experiment, out),
            ExportWork::Text(text) => out.write_all(text.as_bytes()),
        });
        written.map_err(|error| error.to_string())
    }
}

impl SheetWork {
    fn file(&self, format: Still) -> Result<Vec<u8>, ExportError> {
        let shot = &self.shot;
        let mut sheet = Sheet {
            title: self.row.title,
            look: self.look,
            panels: &self.panels,
            tick: self.row.tick(&self.panels),
            view: &shot.view,
            size: shot.page.size,
            caption: shot.page.caption,
        };
        if self.suiting {
            sheet.size = sheet::suiting_size(&sheet);
        }
        export::sheet(&sheet, format, shot.scale)
    }
}
