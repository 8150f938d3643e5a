//! The keys: one table for what they do, what F1 shows and what the tests press.

use crate::desk::export::ExportKind;
use crate::desk::{Action, Desk};
use laboratory::scene::layers::Switch;
use macroquad::input::KeyCode;

/// A row of the table.
#[derive(Debug)]
pub struct KeyRow {
    /// Which key.
    pub key: KeyCode,
    /// Whether Shift must be down or up; nothing: either.
    pub shift: Option<bool>,
    /// What F1 calls the key.
    pub shown: &'static str,
    /// What it does, as F1 says it.
    pub what: &'static str,
    /// What it does.
    pub action: Action,
    /// Whether holding the key does it again and again.
    pub repeats: bool,
}

type Text = &'static str;

const fn key(key: KeyCode, shown: Text, what: Text, action: Action) -> KeyRow {
    KeyRow { key, shift: Some(false), shown, what, action, repeats: false }
}

const fn held(key: KeyCode, shown: Text, what: Text, action: Action) -> KeyRow {
    KeyRow { key, shift: Some(false), shown, what, action, repeats: true }
}

/// A sign that some keyboards have with Shift and some without.
const fn either(key: KeyCode, shown: Text, what: Text, action: Action) -> KeyRow {
    KeyRow { key, shift: None, shown, what, action, repeats: false }
}

const fn shifted(key: KeyCode, shown: Text, what: Text, action: Action) -> KeyRow {
    KeyRow { key, shift: Some(true), shown, what, action, repeats: true }
}

/// Every key there is.
pub const KEYS: &[KeyRow] = &[
    key(KeyCode::Space, "Space", "Play or pause", Action::Play),
    held(KeyCode::Left, "←", "Back a tick", Action::Step(-1)),
    held(KeyCode::Right, "→", "Forward a tick", Action::Step(1)),
    shifted(KeyCode::Left, "Shift ←", "Back ten ticks", Action::Step(-10)),
    shifted(KeyCode::Right, "Shift →", "Forward ten ticks", Action::Step(10)),
    key(KeyCode::Home, "Home", "To the start", Action::ToStart),
    key(KeyCode::End, "End", "To the end", Action::ToEnd),
    key(KeyCode::Comma, ",", "To the previous update", Action::PreviousUpdate),
    key(KeyCode::Period, ".", "To the next update", Action::NextUpdate),
    key(KeyCode::W, "W", "To the largest error, then the next", Action::Worst),
    key(KeyCode::Minus, "−", "Slower", Action::Speed(-1)),
    either(KeyCode::Equal, "+", "Faster", Action::Speed(1)),
    key(KeyCode::L, "L", "Loop, or stop at the end", Action::Loop),
    key(KeyCode::Z, "Z", "Undo the last change (Ctrl+Z, too)", Action::Undo),
    key(KeyCode::R, "R", "Reset every knob", Action::Reset),
    key(KeyCode::A, "A", "Pin these settings as A, or let A go", Action::Pin),
    key(KeyCode::V, "V", "The next layout", Action::NextLayout),
    key(KeyCode::U, "U", "Tune: the map of two knobs, and suggestions", Action::Tune),
    key(KeyCode::F, "F", "Fit: all of it in sight", Action::Fit),
    key(KeyCode::G, "G", "Follow the vehicle", Action::Follow),
    key(KeyCode::T, "T", "Light or dark", Action::Theme),
    key(KeyCode::P, "P", "Present: large captions, no panel", Action::Present),
    key(KeyCode::PageDown, "PgDn", "The next lesson (presenting: →, too)", Action::NextLesson(1)),
    key(KeyCode::PageUp, "PgUp", "The lesson before (presenting: ←, too)", Action::NextLesson(-1)),
    key(KeyCode::N, "N", "The lesson's card, shown or hidden", Action::Card),
    key(KeyCode::D, "D", "Drive your own player with the arrow keys", Action::Drive),
    key(KeyCode::O, "O", "Save or open a settings file", Action::Files),
    key(KeyCode::C, "C", "Copy the command for this screen", Action::CopyCommand),
    key(KeyCode::E, "E", "Export a picture", Action::Export(ExportKind::Picture)),
    key(KeyCode::S, "S", "Save a screenshot", Action::Screenshot),
    key(KeyCode::Key1, "1", "True path and position", Action::Switch(Switch::Path)),
    key(KeyCode::Key2, "2", "Dead reckoning, drawn", Action::Switch(Switch::Drawn)),
    key(KeyCode::Key3, "3", "Snapshot interpolation", Action::Switch(Switch::Snapshot)),
    key(KeyCode::Key4, "4", "Updates", Action::Switch(Switch::Updates)),
    key(KeyCode::Key5, "5", "Error bars", Action::Switch(Switch::Errors)),
    key(KeyCode::Key6, "6", "Threshold circle", Action::Switch(Switch::Threshold)),
    key(KeyCode::Key7, "7", "Shared model", Action::Switch(Switch::Model)),
    key(KeyCode::Key8, "8", "Packets in flight", Action::Switch(Switch::Packets)),
    key(KeyCode::Key9, "9", "Velocities", Action::Switch(Switch::Velocity)),
    key(KeyCode::Key0, "0", "Grid", Action::Switch(Switch::Grid)),
    key(KeyCode::H, "H", "Headings", Action::Switch(Switch::Heading)),
    key(KeyCode::F1, "F1", "These keys, and pages to read", Action::Help),
    key(KeyCode::Escape, "Esc", "Close what is open; stop presenting or exporting", Action::Escape),
];

/// What a key does on this desk, and whether it does so again while it is held: with an arrow key, somebody who drives
/// steers, and somebody who presents walks through the lessons.
pub fn meaning(row: &KeyRow, desk: &Desk) -> Option<(Action, bool)> {
    let usual = Some((row.action.clone(), row.repeats));
    let by = if row.key == KeyCode::Right { 1 } else { -1 };
    if !matches!(row.key, KeyCode::Left | KeyCode::Right) {
        return usual;
    }
    if desk.drive.is_some() {
        None
    } else if desk.view.presenting && row.shift == Some(false) {
        Some((Action::NextLesson(by), false))
    } else {
        usual
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::scene::layers::SWITCHES;

    #[test]
    fn no_two_rows_share_a_key() {
        for (at, row) in KEYS.iter().enumerate() {
            let clash = |other: &&KeyRow| other.key == row.key && other.shift == row.shift;
            assert!(KEYS[at + 1..].iter().find(clash).is_none(), "{}", row.shown);
        }
    }

    #[test]
    fn the_transport_keys_do_what_they_say() {
        use laboratory::settings::Settings;
        for (shown, from, to) in [
            ("←", 100, 99),
            ("→", 100, 101),
            ("Shift ←", 100, 90),
            ("Shift →", 100, 110),
            ("Home", 100, 0),
            ("End", 100, 500),
            ("W", 100, 215),
            (".", 100, 101),
            (",", 111, 101),
        ] {
            let mut desk = Desk::new(Settings::default()).expect("the lap");
            desk.act(Action::Seek(from));
            let row = KEYS.iter().find(|row| row.shown == shown).expect(shown);
            desk.act(row.action.clone());
            assert_eq!(desk.tick(), to, "{shown}: {}", row.what);
        }
    }

    #[test]
    fn arrow_keys_step_walk_through_lessons_or_steer() {
        let row = |shown: &str| KEYS.iter().find(|row| row.shown == shown).expect("a key");
        let mut desk = Desk::new(laboratory::settings::Settings::default()).expect("the lap");
        assert_eq!(meaning(row("→"), &desk), Some((Action::Step(1), true)));
        desk.act(Action::Present);
        assert_eq!(meaning(row("→"), &desk), Some((Action::NextLesson(1), false)));
        assert_eq!(meaning(row("←"), &desk), Some((Action::NextLesson(-1), false)));
        assert_eq!(meaning(row("Shift →"), &desk), Some((Action::Step(10), true)));
        desk.drive = Some(crate::desk::drive::Drive::default());
        assert_eq!(meaning(row("→"), &desk), None);
        assert_eq!(meaning(row("D"), &desk), Some((Action::Drive, false)));
    }

    #[test]
    fn every_layer_has_the_key_that_its_row_says() {
        for layer in SWITCHES {
            let row = KEYS.iter().find(|row| row.action == Action::Switch(layer.switch));
            assert_eq!(
                row.map(|row| row.shown),
                Some(layer.key.to_string().as_str()),
                "{}",
                layer.name
            );
        }
    }
}
