//! A pause of the whole window while nothing moves.

use std::time::Duration;

/// Sleeps for so many milliseconds.
pub fn nap(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}
