//! What the bridge between macroquad and egui gets wrong about typing, put right before a widget sees it.

use egui_macroquad::egui::Event;

/// Drops the letter that a shortcut also types: before Ctrl+C or Ctrl+A there comes the text "c" or "a", and
/// before what Ctrl+V pastes, the text "v".
pub fn mend(events: &mut Vec<Event>) {
    let typed_by_shortcut = |pair: &[Event]| match pair {
        [Event::Text(_), Event::Copy | Event::Cut] => true,
        [Event::Text(_), Event::Key { pressed: true, modifiers, .. }] => modifiers.command,
        [Event::Text(letter), Event::Text(_)] => letter.eq_ignore_ascii_case("v"),
        _ => false,
    };
    let stray: Vec<bool> = events.windows(2).map(typed_by_shortcut).chain([false]).collect();
    let mut stray = stray.into_iter();
    events.retain(|_| !stray.next().unwrap_or(false));
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_macroquad::egui::{Key, Modifiers};

    fn text(text: &str) -> Event {
        Event::Text(text.to_owned())
    }

    fn key(key: Key, modifiers: Modifiers) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
    }

    #[test]
    fn shortcuts_type_nothing_and_typing_is_left_alone() {
        let all = key(Key::A, Modifiers::COMMAND);
        for (given, kept) in [
            (vec![text("c"), Event::Copy], vec![Event::Copy]),
            (vec![text("x"), Event::Cut], vec![Event::Cut]),
            (vec![text("a"), all.clone()], vec![all]),
            (vec![text("v"), text("0.25")], vec![text("0.25")]),
            (
                vec![text("1"), key(Key::Num1, Modifiers::NONE), text("2")],
                vec![text("1"), key(Key::Num1, Modifiers::NONE), text("2")],
            ),
            (vec![], vec![]),
        ] {
            let mut events = given;
            mend(&mut events);
            assert_eq!(events, kept);
        }
    }
}
