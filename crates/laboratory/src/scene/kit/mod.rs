//! What several rooms of the scene draw with: marks, boxes, round lengths. Nothing in here knows what it is drawn for.

pub(super) mod boxes;
pub(super) mod lengths;
pub(super) mod marks;
