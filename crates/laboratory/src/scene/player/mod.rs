//! Your own player: the stage from above, and the room for client and server on one time axis below it.

mod axis;
mod curves;
mod keys;
mod levels;
mod replay_table;
mod time_axis;
mod traffic;

use super::camera::bounds;
use super::font::width;
use super::kit::boxes::backing;
use super::layers::{Layer, Switch};
use super::panel::Panel;
use super::picture::Picture;
use super::stage::{Stage, drawn, ground};
use super::technique_scene::TechniqueScene;
use super::{Align, Area, Scene, Shape, Weight, vehicle};
use crate::experiment::Experiment;
use crate::technique::player::truth::barrier;
use glam::{DVec2, vec2};

/// How it is drawn.
pub(super) const SCENE: TechniqueScene = TechniqueScene {
    build,
    extent,
    layer: |row| match row.switch {
        Switch::Grid => Some(row.label),
        Switch::Path => Some("server, with all keys"),
        Switch::Drawn => Some("predicted, drawn"),
        Switch::Snapshot => Some("waiting for the server"),
        Switch::Errors => Some("error (thin: its peak)"),
        Switch::Model
        | Switch::Threshold
        | Switch::Updates
        | Switch::Packets
        | Switch::Velocity
        | Switch::Heading => None,
    },
    sample: vehicle::sample::sample,
    first_lane: "what is predicted",
    in_short,
    strip_rows: None,
    says_it_in_place: false,
};

/// A stage lower than this has no time axis, points.
const LOW: f32 = 130.0;
/// The most of a stage that the view from above takes.
const SHARE: f32 = 0.4;
/// What the view from above takes at least, and where a legend lies on it, points.
const LEAST_VIEW: (f32, f32) = (90.0, 180.0);
/// Room above and below the way in the view from above, points.
const AROUND: f32 = 60.0;

/// The part of an area for the view from above, and the part for the time axis, where the technique has one and there
/// is room for it.
pub(super) fn divide(picture: &Picture<'_>, area: Area) -> (Area, Option<Area>) {
    let height = area.size().y;
    if !picture.experiment.settings.technique.row().has_axis || height < LOW {
        return (area, None);
    }
    let (low, high) = picture.bounds.unwrap_or_else(|| extent(picture.experiment));
    let shape = (high.y - low.y) / (high.x - low.x).max(1e-9);
    let wanted = area.size().x * 0.8 * shape as f32 + AROUND;
    let least =
        if picture.legend { LEAST_VIEW.1 * picture.view.text_scale() } else { LEAST_VIEW.0 };
    let view = wanted.max(least).min(height * SHARE);
    let middle = (area.min.y + view).round();
    let below = Area { min: vec2(area.min.x, middle), ..area };
    (Area { max: vec2(area.max.x, middle), ..area }, Some(below))
}

/// What a camera fits, u: the way of the keys, and what is predicted beside it; never less than a few vehicles.
fn extent(experiment: &Experiment) -> (DVec2, DVec2) {
    let way = experiment.truth.outline.iter().copied();
    let drawn = experiment.run.lanes[0].frames.iter().map(|frame| frame.drawn);
    let (low, high) = bounds(way.chain(drawn));
    let least = DVec2::splat(4.0 * experiment.settings.entity.width);
    let spread = ((least - (high - low)) / 2.0).max(DVec2::ZERO);
    (low - spread, high + spread)
}

fn in_short(panel: &Panel) -> String {
    let metrics = panel.metrics();
    format!("mean {:.2} u · peak {:.2} u", metrics.mean_error, metrics.peak_error)
}

/// Adds the layers of the stage.
fn build(scene: &mut Scene, stage: &Stage<'_>) {
    let area = stage.camera.area;
    if stage.shows(Switch::Grid) {
        scene.add(Layer::Switch(Switch::Grid), area, ground::grid(stage));
    }
    let (wall, words) = obstacle(stage);
    scene.add(Layer::Background, area, wall);
    for (switch, shapes) in [
        (Switch::Path, ground::path as fn(&Stage<'_>) -> Vec<Shape>),
        (Switch::Snapshot, drawn::snapshot_disc),
        (Switch::Drawn, drawn::drawn_trail),
        (Switch::Errors, drawn::error_bars),
        (Switch::Path, drawn::true_ring),
        (Switch::Drawn, drawn::drawn_disc),
    ] {
        if stage.shows(switch) {
            scene.add(Layer::Switch(switch), area, shapes(stage));
        }
    }
    scene.add(Layer::Callout, area, words);
    if let Some(area) = stage.axis {
        axis::build(scene, stage, area);
    }
}

/// The obstacle: strong while it is there, faint else; and what it is, in words.
fn obstacle(stage: &Stage<'_>) -> (Vec<Shape>, Vec<Shape>) {
    let Some(barrier) = barrier(&stage.experiment().settings) else { return Default::default() };
    let is_there = (barrier.from..=barrier.to).contains(&(stage.tick() as u64));
    let (theme, area) = (stage.colors(), stage.camera.area);
    let x = stage.on_screen(DVec2::new(barrier.x, 0.0)).x;
    let ink = theme.late.alpha(if is_there { 1.0 } else { 0.3 });
    let wall = vec![Shape::segment(vec2(x, area.min.y), vec2(x, area.max.y), 4.0, ink)];
    let mut shapes = Vec::new();
    if stage.picture.legend {
        let (align, aside) =
            if x < area.center().x { (Align::Start, 8.0) } else { (Align::End, -8.0) };
        let at = vec2(x + aside, area.max.y - 12.0);
        let said = match stage.tick() as u64 {
            now if now < barrier.from => "obstacle: not there yet",
            now if now > barrier.to => "obstacle: gone again",
            _ => "obstacle: only the server knows",
        };
        let size = stage.text_size(12.0);
        let wide = width(said, size, Weight::Regular);
        let left = if align == Align::Start { at.x } else { at.x - wide };
        let behind = Area::new(left - 3.0, at.y - size, left + wide + 3.0, at.y + size * 0.4);
        shapes.push(backing(behind, theme));
        shapes.push(Shape::label(at, align, size, theme.text_quiet, said));
    }
    (wall, shapes)
}
