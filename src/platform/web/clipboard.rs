//! The clipboard, past egui: the page's own.

use macroquad::miniquad::window::clipboard_set;

/// Puts a text on the clipboard.
pub fn copy(text: &str) {
    clipboard_set(text);
}
