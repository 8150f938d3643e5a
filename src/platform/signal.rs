//! What goes between a work beside the window and whoever waits for it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How far a work is, and whether it is to give up.
#[derive(Debug, Default)]
pub struct Signal {
    steps: AtomicUsize,
    stop: AtomicBool,
}

impl Signal {
    /// Counts a step that is done, and says whether to go on.
    pub fn step(&self) -> bool {
        self.steps.fetch_add(1, Ordering::Relaxed);
        !self.stop.load(Ordering::Relaxed)
    }

    /// How many steps are done.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps.load(Ordering::Relaxed)
    }

    /// Asks the work to give up.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
