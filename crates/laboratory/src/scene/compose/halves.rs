//! Where a picture that has another beside it lies, and the legend that the two share.

use crate::scene::legend;
use crate::scene::picture::Picture;
use crate::scene::{Area, Shape};
use glam::vec2;

/// The height of the name above a stage that has another beside it, points.
pub(super) const NAME: f32 = 30.0;
/// Two stages lower than this do without their legend, points.
const LEAST_WITH_LEGEND: f32 = 300.0;

/// Where its stage lies if something stands beside it: in the left half, below legend and name.
pub(super) fn stage_of_half(picture: &Picture<'_>, area: Area) -> Area {
    let (left, _) = area.halves();
    let top = left.min.y + legend_height(picture, area) + NAME;
    Area { min: vec2(left.min.x, top.min(left.max.y)), ..left }
}

/// The legend that two stages share, its first baseline at `top`.
pub(super) fn legend_of_both(picture: &Picture<'_>, area: Area, top: f32) -> Vec<Shape> {
    let Some(beside) = picture.beside.filter(|_| area.size().y > LEAST_WITH_LEGEND) else {
        return Vec::new();
    };
    let lanes = [
        (picture.view.layout, &picture.experiment.metrics[0]),
        (beside.layout, &beside.experiment.metrics[0]),
    ];
    let technique = picture.experiment.settings.technique;
    let edges = (area.min.x + 16.0, area.max.x - 16.0, top);
    legend::in_rows((picture.view, technique), &lanes, false, edges)
}

fn legend_height(picture: &Picture<'_>, area: Area) -> f32 {
    let shapes = legend_of_both(picture, area, 0.0);
    if shapes.is_empty() { 0.0 } else { legend::LINE * legend::count_of_rows(&shapes, 0.0) + 12.0 }
}
