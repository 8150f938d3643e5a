//! The clipboard, past egui: what is copied by a key or a button of our own.

use macroquad::miniquad::window::clipboard_set;

/// Puts a text on the clipboard.
pub fn copy(text: &str) {
    clipboard_set(text);
}
