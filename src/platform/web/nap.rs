//! A pause of the whole window while nothing moves.

/// Does nothing: a page may not sleep, it is called when the browser wants its next frame.
pub fn nap(_milliseconds: u64) {}
