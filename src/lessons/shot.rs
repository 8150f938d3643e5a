//! The shot: judged in the past that its shooter saw.

use super::Lesson;

/// The lessons.
pub const ROWS: &[Lesson] = &[];
