//! For the last row of a class: what a picture is, and how it does, in large letters.

use crate::scene::font::width;
use crate::scene::layers::Layer;
use crate::scene::picture::Picture;
use crate::scene::table::in_short;
use crate::scene::{Align, Area, Scene, Shape, Weight};
use glam::vec2;

/// Adds the caption below the stages.
pub(super) fn caption(scene: &mut Scene, picture: &Picture<'_>, area: Area) {
    let theme = picture.view.colors();
    let background = Shape::filled(area, theme.stage);
    let low = vec2(area.min.x + 24.0, area.max.y - 22.0);
    let text = |up: f32, size: f32, weight, color, text: String| Shape::Text {
        at: low - vec2(0.0, up),
        align: Align::Start,
        size,
        weight,
        color,
        text,
    };
    let [title, look] = picture.caption;
    let [drawn, aside] =
        picture.experiment.settings.technique.row().lane_rows().map(|lane| lane.title);
    let numbers = format!("{drawn}: {}", in_short(&picture.experiment.metrics[0]));
    let snapshots = format!("{aside}: {}", in_short(&picture.experiment.metrics[1]));
    let beside = width(&numbers, 19.0, Weight::Regular) + 24.0;
    let shapes = vec![
        background,
        text(58.0, 28.0, Weight::SemiBold, theme.text, title.to_owned()),
        text(28.0, 19.0, Weight::Regular, theme.text_quiet, look.to_owned()),
        text(0.0, 19.0, Weight::Regular, theme.drawn_text, numbers),
        Shape::label(low + vec2(beside, 0.0), Align::Start, 19.0, theme.snapshot_text, snapshots),
    ];
    scene.add(Layer::Legend, area, shapes);
}
