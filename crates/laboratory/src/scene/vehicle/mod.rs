//! Somebody else's vehicle: what its stage shows.

mod arrows;
mod packets;
pub(super) mod sample;
mod updates;

use super::camera::bounds;
use super::layers::{Layer, Switch};
use super::panel::Panel;
use super::stage::{Stage, drawn, ground};
use super::technique_scene::TechniqueScene;
use super::{Scene, Shape, Stroke, table};
use crate::experiment::Experiment;
use crate::settings::MotionKind;
use glam::{DVec2, Vec2, vec2};

/// How it is drawn.
pub(super) const SCENE: TechniqueScene = TechniqueScene {
    build,
    extent,
    layer: |row| Some(row.label),
    sample: sample::sample,
    first_lane: "dead reckoning",
    in_short,
    strip_rows: None,
    says_it_in_place: false,
};

/// How thick a wall is drawn, points.
const WALL: f32 = 2.5;

/// What a camera fits, u. A motion on the spot is shown with the room that a second of its speed would take, a road with
/// its walls.
fn extent(experiment: &Experiment) -> (DVec2, DVec2) {
    let (low, high) = bounds(experiment.truth.outline.iter().copied());
    let least = DVec2::splat(experiment.settings.motion.speed);
    let on_the_spot = experiment.settings.motion.kind == MotionKind::OnFoot;
    let spread = ((least - (high - low)) / 2.0).max(DVec2::ZERO);
    let (low, high) = if on_the_spot { (low - spread, high + spread) } else { (low, high) };
    // Walls are in sight, unless they are so far away that the path would be lost between them.
    let walls = experiment.settings.track.wall_distance.min((high - low).max_element() / 2.0);
    (low - walls, high + walls)
}

fn in_short(panel: &Panel) -> String {
    let metrics = panel.metrics();
    let blind = metrics.unseen_ticks == panel.experiment.truth.states.len();
    if blind { "sees nothing".to_owned() } else { table::in_short(metrics) }
}

/// Adds the layers of the stage.
fn build(scene: &mut Scene, stage: &Stage<'_>) {
    let area = stage.camera.area;
    for (switch, shapes) in [
        (Switch::Grid, ground::grid as fn(&Stage<'_>) -> Vec<Shape>),
        (Switch::Path, road),
        (Switch::Path, ground::path),
        (Switch::Updates, updates::update_ticks),
        (Switch::Snapshot, drawn::snapshot_disc),
        (Switch::Drawn, drawn::drawn_trail),
        (Switch::Threshold, threshold_circle),
        (Switch::Packets, packets::packets_under_way),
        (Switch::Errors, drawn::error_bars),
        (Switch::Velocity, arrows::velocities),
        (Switch::Model, model_ring),
        (Switch::Path, drawn::true_ring),
        (Switch::Drawn, drawn::drawn_disc),
        (Switch::Heading, arrows::headings),
    ] {
        if stage.shows(switch) {
            scene.add(Layer::Switch(switch), area, shapes(stage));
        }
    }
}

/// The walls on both sides of the path, and the road between them: one wide line in another. Round joins and ends
/// make its edge exactly what is one distance away from the path.
fn road(stage: &Stage<'_>) -> Vec<Shape> {
    let Experiment { truth, settings, .. } = stage.experiment();
    let distance = (settings.track.wall_distance * stage.camera.scale) as f32;
    if distance <= 0.0 {
        return Vec::new();
    }
    let points = stage.line_on_screen(truth.outline.iter().copied());
    let theme = stage.colors();
    let mut shapes = Vec::new();
    for (radius, color) in [(distance + WALL, theme.slider), (distance, theme.strip)] {
        let stroke = Stroke::new(2.0 * radius, color);
        let ends = [points.first(), points.last()].into_iter().flatten().filter(|_| !truth.closed);
        shapes.extend(ends.map(|end| Shape::disc(*end, radius, color)));
        shapes.push(Shape::Line { points: points.clone(), closed: truth.closed, stroke });
    }
    shapes
}

fn threshold_circle(stage: &Stage<'_>) -> Vec<Shape> {
    let radius = (stage.experiment().settings.threshold() * stage.camera.scale) as f32;
    if radius > stage.camera.area.size().length() {
        return Vec::new();
    }
    let color = stage.colors().truth;
    let center = stage.on_screen(stage.true_position());
    let edge: Vec<Vec2> = (0..72)
        .map(|part| {
            let (sin, cos) = libm::sincosf(part as f32 * std::f32::consts::TAU / 72.0);
            center + vec2(cos, sin) * radius
        })
        .collect();
    let stroke = Stroke::new(1.0, color.alpha(0.35));
    vec![
        Shape::disc(center, radius, color.alpha(0.06)),
        Shape::Dashed { points: edge, closed: true, stroke, dash: (3.0, 4.0) },
    ]
}

/// The model without the blend, and how far the blend is from it.
fn model_ring(stage: &Stage<'_>) -> Vec<Shape> {
    let run = &stage.experiment().run;
    let frame = &run.lanes[0].frames[stage.tick()];
    let Some(vehicle) = run.vehicle().filter(|_| frame.seen) else { return Vec::new() };
    let model = stage.on_screen(vehicle.model[stage.tick()]);
    let drawn = stage.on_screen(frame.drawn);
    let color = stage.colors().model;
    vec![Shape::segment(drawn, model, 1.2, color), Shape::ring(model, stage.radius(), 1.6, color)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lane::Packet;
    use crate::scene::fixtures::{shapes_of, stage_scene};
    use crate::settings::{Recording, Settings};
    use glam::dvec2;

    #[test]
    fn walls_are_the_edge_of_a_road_along_the_path() {
        let mut settings = Settings::default();
        let roads = |settings: &Settings| -> Vec<Shape> {
            let scene = stage_scene(settings, 100);
            let wide = |shape: &&Shape| match shape {
                Shape::Line { stroke, .. } => stroke.width > 10.0,
                Shape::Circle { fill, .. } => fill.is_some(),
                Shape::Dashed { .. }
                | Shape::Fading { .. }
                | Shape::Under { .. }
                | Shape::Box { .. }
                | Shape::Text { .. } => false,
            };
            shapes_of(&scene, Switch::Path).into_iter().filter(wide).cloned().collect()
        };
        assert!(roads(&settings).is_empty());
        settings.set("track.wall_distance=0.5").expect("a distance");
        let widths = |shapes: &[Shape]| -> Vec<f32> {
            let width = |shape: &Shape| {
                let Shape::Line { stroke, closed: true, .. } = shape else { return None };
                Some(stroke.width)
            };
            shapes.iter().filter_map(width).collect()
        };
        let lap = roads(&settings);
        let both = widths(&lap);
        assert_eq!((lap.len(), both.len()), (2, 2));
        assert!((both[0] - both[1] - 2.0 * WALL).abs() < 1e-3, "{both:?}");
        // An open path has round ends.
        settings.set("motion.kind=straight").expect("a motion");
        settings.set("motion.duration=4").expect("a time");
        assert_eq!(roads(&settings).len(), 6);
    }

    #[test]
    fn a_long_recording_shows_the_updates_around_the_playhead_and_its_path_in_parts() {
        // To and fro for 200 s, then a gap, then 5 s more.
        let times: Vec<f64> =
            (0..=2050).map(|n| f64::from(n) * 0.1 + if n > 2000 { 9.0 } else { 0.0 }).collect();
        let at = |time: &f64| dvec2(20.0 * libm::sin(*time / 3.0), *time);
        let positions = times.iter().map(at).collect();
        let mut settings = Settings::default();
        settings.motion.kind = MotionKind::Trace;
        settings.trace.recording = Recording { times, positions, ..Recording::default() }.into();
        let experiment = Experiment::of(settings.clone()).expect("a recording");
        let sent = &experiment.run.lanes[0].packets;
        for tick in [0_usize, 6000] {
            let near =
                |packet: &&Packet| (tick.saturating_sub(1800)..tick + 1800).contains(&packet.sent);
            let drawn = shapes_of(&stage_scene(&settings, tick), Switch::Updates).len();
            assert_eq!(drawn, sent.iter().filter(near).count(), "tick {tick}");
            assert!(0 < drawn && drawn < sent.len(), "{drawn} of {}", sent.len());
        }
        let scene = stage_scene(&settings, 0);
        let lines = shapes_of(&scene, Switch::Path).into_iter();
        assert_eq!(lines.filter(|shape| matches!(shape, Shape::Dashed { .. })).count(), 2);
    }
}
