//! The settings that were shown before, to go back to. No clock in here: time goes in as a number.

use laboratory::settings::Settings;

/// Changes that follow each other faster than this are one, such as those of a drag, s.
const ONE_CHANGE: f64 = 0.5;

/// How many changes can be undone.
const MOST_UNDO: usize = 100;

/// Earlier settings, the last one last.
#[derive(Clone, Debug)]
pub struct History {
    earlier: Vec<Settings>,
    /// How long ago the last change was, s: a drag is one change.
    since_change: f64,
}

impl Default for History {
    fn default() -> Self {
        Self { earlier: Vec::new(), since_change: f64::INFINITY }
    }
}

impl History {
    /// Lets time pass.
    pub fn advance(&mut self, seconds: f64) {
        self.since_change += seconds;
    }

    /// The next change is one of its own, however soon it comes.
    pub fn part(&mut self) {
        self.since_change = f64::INFINITY;
    }

    /// Keeps the settings that give way to others, unless this goes on with the last change.
    pub fn keep(&mut self, settings: &Settings) {
        if self.since_change > ONE_CHANGE {
            let first = self.earlier.len().saturating_sub(MOST_UNDO - 1);
            self.earlier.drain(..first);
            self.earlier.push(settings.clone());
        }
        self.since_change = 0.0;
    }

    /// The settings before the last change.
    pub fn undo(&mut self) -> Option<Settings> {
        let settings = self.earlier.pop();
        if settings.is_some() {
            self.part();
        }
        settings
    }

    /// Forgets all of them.
    pub fn clear(&mut self) {
        self.earlier.clear();
    }
}
