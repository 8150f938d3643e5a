//! Boxes behind and round what is drawn.

use crate::scene::theme::{Rgba, Theme};
use crate::scene::{Area, Shape, Stroke};
use glam::{Vec2, vec2};

/// Something quiet behind what may lie on the track.
pub(in crate::scene) fn backing(area: Area, theme: &Theme) -> Shape {
    Shape::Box { area, radius: 5.0, fill: theme.stage.alpha(0.8), stroke: None }
}

/// The corners of an area, all round.
pub(in crate::scene) fn corners(area: Area) -> Vec<Vec2> {
    let Area { min, max } = area;
    vec![min, vec2(max.x, min.y), max, vec2(min.x, max.y)]
}

/// A thin line round an area.
pub(in crate::scene) fn frame(area: Area, color: Rgba) -> Shape {
    Shape::Line { points: corners(area), closed: true, stroke: Stroke::new(1.0, color) }
}
