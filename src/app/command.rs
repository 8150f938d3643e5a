//! The desk in words: the command that opens its screen again, and the name of a picture of it.

use super::desk::Desk;
use crate::scenarios::SCENARIOS;
use crate::scene::theme::ThemeKind;
use crate::scene::view::{LAYOUTS, Layout};
use crate::settings::Settings;

impl Desk {
    /// The line that opens this screen again; with `run` after `drlab` it prints the same numbers.
    #[must_use]
    pub fn command(&self) -> String {
        let mut words = vec!["drlab".to_owned()];
        let base = match self.origin.scenario.filter(|name| *name != SCENARIOS[0].name) {
            Some(name) => {
                words.extend(["--scenario".to_owned(), name.to_owned()]);
                self.origin.settings.clone()
            }
            None => Settings::default(),
        };
        for assignment in self.experiment.settings.changed_from(&base) {
            words.extend(["--set".to_owned(), quoted(&assignment)]);
        }
        words.extend(["--tick".to_owned(), self.tick().to_string()]);
        let layout = LAYOUTS.iter().find(|row| row.layout == self.view.layout);
        if let Some(row) = layout.filter(|row| row.layout != Layout::Overlay) {
            words.extend(["--layout".to_owned(), row.name.to_owned()]);
        }
        if self.view.theme == ThemeKind::Light {
            words.extend(["--theme".to_owned(), "light".to_owned()]);
        }
        words.join(" ")
    }

    /// How a picture of this screen is named: scenario and time.
    pub(super) fn picture_name(&self) -> String {
        let named = self.origin.scenario.map_or_else(|| self.origin.title.clone(), str::to_owned);
        let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
        let named: String = named.chars().map(plain).collect();
        format!("drlab-{named}-{:.2}s", self.experiment.truth.time(self.tick()))
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "._=+-".contains(letter);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}
