//! Your own player: prediction, acknowledgements, reconciliation.

use super::Lesson;

/// The lessons.
pub const ROWS: &[Lesson] = &[];
