//! What lies still on a stage: the grid, the true path, how long a unit is.

use super::Stage;
use crate::scene::kit::lengths::round_length;
use crate::scene::{Align, Shape, Stroke, parts_near};
use glam::{DVec2, Vec2, vec2};

pub(in crate::scene) fn grid(stage: &Stage<'_>) -> Vec<Shape> {
    let camera = &stage.camera;
    let step = round_length(40.0 / camera.scale);
    let low = camera.world_from_screen(camera.area.min);
    let high = camera.world_from_screen(camera.area.max);
    let color = stage.colors().grid;
    let lines = |from: f64, to: f64| {
        let first = (from.min(to) / step).ceil() as i64;
        let last = (from.max(to) / step).floor() as i64;
        (first..=last).map(move |line| line as f64 * step)
    };
    let upright = lines(low.x, high.x).map(|x| (DVec2::new(x, low.y), DVec2::new(x, high.y)));
    let level = lines(low.y, high.y).map(|y| (DVec2::new(low.x, y), DVec2::new(high.x, y)));
    upright
        .chain(level)
        .map(|(from, to)| Shape::segment(stage.on_screen(from), stage.on_screen(to), 1.0, color))
        .collect()
}

pub(in crate::scene) fn path(stage: &Stage<'_>) -> Vec<Shape> {
    let truth = &stage.experiment().truth;
    let points = stage.line_on_screen(truth.outline.iter().copied());
    let stroke = Stroke::new(1.8, stage.colors().path);
    let dashed = |points| Shape::Dashed { points, closed: false, stroke, dash: (6.0, 5.0) };
    let breaks = truth.outline_breaks.iter().copied();
    let (starts, ends) = (std::iter::once(0).chain(breaks.clone()), breaks.chain([points.len()]));
    let parts = starts.zip(ends).filter_map(|(start, end)| points.get(start..end));
    let in_sight = |part| parts_near(part, truth.closed, stage.camera.area);
    parts.flat_map(in_sight).map(dashed).collect()
}

/// A bar of a round length, its right end at `right`.
pub(in crate::scene) fn scale_bar(stage: &Stage<'_>, right: Vec2) -> Vec<Shape> {
    let length = round_length(40.0 / stage.camera.scale);
    let width = (length * stage.camera.scale) as f32;
    let left = right - vec2(width, 0.0);
    let up = vec2(0.0, -6.0);
    let points = vec![left + up, left, right, right + up];
    let stroke = Stroke::new(1.4, stage.colors().text_faint);
    let (label, size) = ((left + right) / 2.0 + vec2(0.0, -8.0), stage.text_size(12.0));
    vec![
        Shape::Line { points, closed: false, stroke },
        Shape::label(label, Align::Middle, size, stage.colors().text_faint, format!("{length} u")),
    ]
}
