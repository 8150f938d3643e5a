//! Two pictures beside each other, through one camera and with one scale of their strips.

use super::alone::build_alone;
use super::caption::caption;
use super::halves::{NAME, legend_of_both, stage_of_half};
use crate::lanes::Side;
use crate::scene::fit::shared_extent;
use crate::scene::font::fitted;
use crate::scene::layers::Layer;
use crate::scene::picture::{Beside, Picture};
use crate::scene::view::{Layout, View};
use crate::scene::{Align, Area, Scene, Shape, Weight};
use glam::{Vec2, vec2};

/// Two pictures beside each other, through one camera and with one scale of their strips.
pub(super) fn build_both(
    picture: &Picture<'_>,
    beside: &Beside<'_>,
    area: Area,
    strip_area: Area,
    pointer: Option<Vec2>,
) -> Scene {
    let theme = picture.view.colors();
    let (area, below) = picture.split(area);
    let bounds = shared_extent(picture);
    let top_error = picture
        .experiment
        .highest_error(picture.view.layout)
        .max(beside.experiment.highest_error(beside.layout));
    let lanes =
        |layout| if layout == Layout::SideBySide { Layout::Only(Side::First) } else { layout };
    let view = |layout| View { layout: lanes(layout), ..picture.view.clone() };
    let views = [view(picture.view.layout), view(beside.layout)];
    let stage_area = stage_of_half(picture, area);
    let across = area.halves().1.min.x - area.min.x;
    let mut scene = Scene::default();
    let ground = Shape::filled(area, theme.panel);
    let legend = legend_of_both(picture, area, area.min.y + 20.0);
    scene.add(Layer::Legend, area, [vec![ground], legend].concat());
    for (place, view) in views.iter().enumerate() {
        let shift = vec2(across * place as f32, 0.0);
        let moved = |area: Area| Area { min: area.min + shift, max: area.max + shift };
        let half = Picture {
            experiment: [picture.experiment, beside.experiment][place],
            pinned: picture.pinned.filter(|_| place == 0),
            view,
            caption: [""; 2],
            legend: false,
            bounds,
            top_error: Some(top_error),
            beside: None,
            ..*picture
        };
        let stage = moved(stage_area);
        let part = build_alone(&half, stage, moved(strip_area.halves().0), pointer);
        scene.groups.extend(part.groups);
        scene.names.extend(part.names);
        let (name, size) = (beside.names[place], 14.0 * picture.view.text_scale().min(1.25));
        let name = fitted(name, size, Weight::SemiBold, stage.size().x - 32.0);
        let at = vec2(stage.min.x + 16.0, stage.min.y - 9.0);
        let edge = [stage.min, vec2(stage.max.x, stage.min.y)];
        let line = vec2(stage.max.x, stage.min.y - NAME);
        scene.add(
            Layer::Legend,
            area,
            vec![
                Shape::heading(at, Align::Start, size, theme.text, name),
                Shape::segment(edge[0], edge[1], 1.0, theme.border),
                Shape::segment(line, vec2(line.x, area.max.y), 1.0, theme.border),
            ],
        );
    }
    if picture.has_caption() {
        caption(&mut scene, picture, below);
    }
    scene
}
