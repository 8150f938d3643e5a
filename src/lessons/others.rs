//! The other players: entity interpolation and its buffer.

use super::Lesson;

/// The lessons.
pub const ROWS: &[Lesson] = &[];
