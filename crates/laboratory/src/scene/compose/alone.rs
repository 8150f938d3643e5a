//! A picture that has nothing beside it.

use super::caption::caption;
use super::hover::hovered;
use super::stages::{add_stage, stages};
use crate::scene::chart::Strip;
use crate::scene::font::width;
use crate::scene::layers::Layer;
use crate::scene::picture::Picture;
use crate::scene::stage::Stage;
use crate::scene::stage::callout::callout;
use crate::scene::table::in_short;
use crate::scene::{Align, Area, Scene, Shape, Weight, strip};
use glam::{Vec2, vec2};

/// Builds a picture that has nothing beside it.
pub(super) fn build_alone(
    picture: &Picture<'_>,
    area: Area,
    strip_area: Area,
    pointer: Option<Vec2>,
) -> Scene {
    let mut scene = Scene::default();
    let (area, below) = picture.split(area);
    let stages = stages(picture, area);
    let hover = pointer.and_then(|pointer| {
        let stage = stages.iter().find(|stage| stage.camera.area.contains(pointer))?;
        hovered(stage, pointer).map(|hover| (stage, hover))
    });
    let quiet = Picture { quiet: hover.is_some(), ..*picture };
    for stage in &stages {
        add_stage(&mut scene, &Stage { picture: &quiet, ..*stage });
    }
    if stages.len() > 1 {
        titles(&mut scene, picture, &stages);
    }
    if let Some((stage, hover)) = hover {
        let to_left = hover.at.x > stage.camera.area.center().x;
        let ink = picture.view.colors().text;
        let mut shapes = vec![Shape::ring(hover.at, 5.0, 1.5, ink)];
        shapes.extend(callout(stage, (hover.at, hover.at), to_left, ink, &hover.lines));
        scene.add(Layer::Callout, stage.camera.area, shapes);
    }
    if picture.has_caption() {
        caption(&mut scene, picture, below);
    }
    if strip_area.size().min_element() > 0.0 {
        strip::build(&mut scene, &Strip::of(picture, strip_area));
    }
    scene
}

/// The names of two stages beside each other, their numbers, and the line between them.
fn titles(scene: &mut Scene, picture: &Picture<'_>, stages: &[Stage<'_>]) {
    let theme = picture.view.colors();
    let experiment = picture.experiment;
    let scale = picture.view.text_scale();
    let [drawn, beside] = experiment.settings.technique.row().lane_rows().map(|lane| lane.title);
    for (stage, (name, color, metrics)) in stages.iter().zip([
        (drawn, theme.drawn_text, &experiment.metrics[0]),
        (beside, theme.snapshot_text, &experiment.metrics[1]),
    ]) {
        let Area { min, max } = stage.camera.area;
        let at = vec2(min.x + 16.0, min.y + 25.0 * scale);
        let title = Shape::heading(at, Align::Start, 15.0 * scale, color, name);
        let below = at + vec2(0.0, 18.0 * scale);
        let numbers = in_short(metrics);
        let room = (max.x - min.x - 24.0) / width(&numbers, 12.5, Weight::Regular);
        let numbers =
            Shape::label(below, Align::Start, 12.5 * scale.min(room), theme.text_quiet, numbers);
        let edge = Shape::segment(vec2(max.x, min.y), max, 1.0, theme.border);
        scene.add(Layer::Legend, stage.camera.area, vec![title, numbers, edge]);
    }
}
