//! An order that is being carried out beside the window.

use super::order::ExportOrder;
use crate::platform::places;
use crate::platform::task::Task;
use std::path::PathBuf;

/// An order that is being carried out beside the window.
pub struct RunningExport {
    path: PathBuf,
    frames: usize,
    task: Task<Result<(), String>>,
}

impl RunningExport {
    /// Begins.
    #[must_use]
    pub fn begin(order: ExportOrder) -> Self {
        let (path, frames) = (order.path.clone(), order.frames());
        let task = Task::begin(order, |order, signal| order.carry_out(&|| signal.step()));
        Self { path, frames, task }
    }

    /// Asks it to give up.
    pub fn stop(&self) {
        self.task.stop();
    }

    /// How far it is, in words.
    #[must_use]
    pub fn progress(&self) -> String {
        let drawn = self.task.steps().min(self.frames);
        if self.frames > 1 {
            format!("Frame {drawn} of {} for {} (Esc stops)", self.frames, self.path.display())
        } else {
            format!("Writing {}", self.path.display())
        }
    }

    /// Whether it has come to its end.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.task.is_done()
    }

    /// How it ended, in words; waits for the end.
    ///
    /// # Errors
    /// A sentence; the file was then not written.
    pub fn outcome(self) -> Result<String, String> {
        match self.task.outcome() {
            Some(Ok(())) => Ok(format!("Saved as {}", places::absolute(&self.path).display())),
            Some(Err(why)) => Err(why),
            None => Err(format!("{} could not be drawn", self.path.display())),
        }
    }
}
