//! What the two lanes drew of the vehicle: discs, trails, errors; and the ring where it truly is.

use super::{LEAST_RADIUS, Stage};
use crate::Tick;
use crate::experiment::Experiment;
use crate::lane::Lane;
use crate::lanes::Side;
use crate::metrics::takes_over_jump;
use crate::scene::theme::Rgba;
use crate::scene::view::Layout;
use crate::scene::{Area, Shape, Stroke};
use dead_reckoning::interpolation::Drawing;
use glam::Vec2;

pub(in crate::scene) fn true_ring(stage: &Stage<'_>) -> Vec<Shape> {
    vec![Shape::ring(
        stage.on_screen(stage.true_position()),
        stage.radius(),
        2.2,
        stage.colors().truth,
    )]
}

pub(in crate::scene) fn drawn_disc(stage: &Stage<'_>) -> Vec<Shape> {
    let place = |experiment: &Experiment| {
        let frame = &experiment.run.lanes[0].frames[stage.tick()];
        frame.seen.then(|| stage.on_screen(frame.drawn))
    };
    let radius = (stage.radius() - 1.0).max(LEAST_RADIUS);
    let mut discs = Vec::new();
    if let Some(at) = stage.picture.pinned.and_then(place) {
        let small = (radius - 1.0).max(LEAST_RADIUS);
        discs.push(vehicle_disc(stage, at, small, stage.colors().pinned, false));
    }
    let color = stage.colors().drawn;
    let is_stale = stage.note().stale;
    discs.extend(frozen_square(stage));
    discs.extend(
        place(stage.experiment()).map(|at| vehicle_disc(stage, at, radius, color, is_stale)),
    );
    discs
}

/// A square where the extrapolation cap froze the model, while it does.
fn frozen_square(stage: &Stage<'_>) -> Option<Shape> {
    let run = stage.experiment().run.vehicle()?;
    let begin = (0..=stage.tick()).rev().take_while(|&tick| run.notes[tick].frozen).last()?;
    let half = stage.radius() + 5.0;
    let at = stage.on_screen(run.model[begin]);
    let stroke = Some(Stroke::new(1.6, stage.colors().drawn));
    let area = Area { min: at - half, max: at + half };
    Some(Shape::Box { area, radius: 0.0, fill: stage.colors().drawn.alpha(0.0), stroke })
}

pub(in crate::scene) fn drawn_trail(stage: &Stage<'_>) -> Vec<Shape> {
    let colors = stage.colors();
    let mut trails = Vec::new();
    if let Some(pinned) = stage.picture.pinned {
        trails.extend(fading_trail(stage, &pinned.run.lanes[0], 2.5, colors.pinned.alpha(0.7)));
    }
    let lane = &stage.experiment().run.lanes[0];
    trails.extend(fading_trail(stage, lane, 3.0, colors.drawn.alpha(0.75)));
    trails
}

pub(in crate::scene) fn snapshot_disc(stage: &Stage<'_>) -> Vec<Shape> {
    let color = stage.colors().snapshot;
    let lane = &stage.experiment().run.lanes[1];
    let frame = &lane.frames[stage.tick()];
    let radius = (stage.radius() - 2.5).max(LEAST_RADIUS);
    let is_dry = lane.depths.get(stage.tick()).is_some_and(|depth| depth.is_dry);
    let newest = stage.experiment().settings.snapshot.drawing == Drawing::Newest;
    let mut shapes = if newest {
        trail_of_jumps(stage, lane, color)
    } else {
        fading_trail(stage, lane, 2.0, color.alpha(0.5))
    };
    let pinned =
        stage.picture.pinned.filter(|_| stage.picture.view.layout == Layout::Only(Side::Second));
    if let Some(pinned) = pinned.map(|pinned| &pinned.run.lanes[1]) {
        let ink = stage.colors().pinned;
        shapes.extend(fading_trail(stage, pinned, 2.0, ink.alpha(0.5)));
        let frame = &pinned.frames[stage.tick()];
        let small = (radius - 1.0).max(LEAST_RADIUS);
        shapes.extend(
            frame
                .seen
                .then(|| vehicle_disc(stage, stage.on_screen(frame.drawn), small, ink, false)),
        );
    }
    if frame.seen {
        shapes.push(vehicle_disc(stage, stage.on_screen(frame.drawn), radius, color, is_dry));
    }
    shapes
}

/// The places where a lane that jumps has stood, the older ones fainter: there is nothing between them.
fn trail_of_jumps(stage: &Stage<'_>, lane: &Lane, color: Rgba) -> Vec<Shape> {
    let recent = stage.recent_ticks();
    let (first, length) = (*recent.start(), (stage.tick() - *recent.start()).max(1));
    let moved = |tick: &Tick| {
        let before = tick.checked_sub(1).and_then(|before| lane.frames.get(before));
        lane.frames[*tick].seen && before.is_some_and(|one| one.drawn != lane.frames[*tick].drawn)
    };
    let dot = |tick: Tick| {
        let age = (tick - first) as f32 / length as f32;
        Shape::disc(stage.on_screen(lane.frames[tick].drawn), 3.2, color.alpha(0.15 + 0.75 * age))
    };
    recent.filter(moved).map(dot).collect()
}

/// The trail of a lane: a line from one jump to the next, the older ones fainter, and none where nothing was drawn.
pub(in crate::scene) fn fading_trail(
    stage: &Stage<'_>,
    lane: &Lane,
    width: f32,
    color: Rgba,
) -> Vec<Shape> {
    let truth = &stage.experiment().truth;
    let (first, now) = (*stage.recent_ticks().start(), stage.tick());
    let first = first.max(lane.seen_from());
    let jumps = (first + 1..=now).filter(|&tick| takes_over_jump(truth, lane, tick));
    let jumps: Vec<Tick> = if truth.jumps.is_empty() { Vec::new() } else { jumps.collect() };
    let starts = [first].into_iter().chain(jumps.iter().copied());
    let ends = jumps.iter().copied().chain([now + 1]);
    let stretch = |(start, end): (Tick, Tick)| {
        let points = stage.line_on_screen((start..end).map(|tick| lane.frames[tick].drawn));
        let age = (end - first) as f32 / (now + 1 - first) as f32;
        let stroke = Stroke::new(width, if end > now { color } else { color.alpha(age) });
        Shape::Fading { points, stroke }
    };
    starts.zip(ends).filter(|(start, end)| start < end).map(stretch).collect()
}

/// The disc of a vehicle: hollow while there is nothing to go by. One that is out of sight is an arrow at the edge
/// that points to it.
pub(in crate::scene) fn vehicle_disc(
    stage: &Stage<'_>,
    at: Vec2,
    radius: f32,
    color: Rgba,
    hollow: bool,
) -> Shape {
    let area = stage.camera.area;
    if !area.contains(at) && at.is_finite() {
        let inner = area.shrunk(14.0_f32.min(area.size().min_element() / 4.0));
        let tip = at.clamp(inner.min, inner.max);
        let back = (tip - at).normalize_or_zero() * 12.0;
        let barb = |turn: f32| tip + back + back.perp() * turn;
        let points = vec![barb(0.7), tip, barb(-0.7)];
        return Shape::Line { points, closed: true, stroke: Stroke::new(3.0, color) };
    }
    let stroke = hollow.then_some(Stroke::new(2.0, color));
    let fill = Some(if hollow { color.alpha(0.2) } else { color });
    Shape::Circle { center: at, radius, fill, stroke }
}

/// The thin bar at the worst point, and the thick one now while the error is past the threshold.
pub(in crate::scene) fn error_bars(stage: &Stage<'_>) -> Vec<Shape> {
    let (lane, metrics) = stage.lane();
    let bar = |tick: Tick, width, opacity| {
        let truth = stage.experiment().truth.states[tick].position;
        let (from, to) = (stage.on_screen(truth), stage.on_screen(lane.frames[tick].drawn));
        Shape::segment(from, to, width, stage.colors().error.alpha(opacity))
    };
    let least = stage.least_error();
    let past = |tick: Tick| lane.frames[tick].seen && lane.frames[tick].error > least;
    let mut bars = Vec::new();
    if past(metrics.peak_tick) {
        bars.push(bar(metrics.peak_tick, 1.6, 0.9));
    }
    if past(stage.tick()) {
        bars.push(bar(stage.tick(), 5.0, 1.0));
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;
    use crate::scene::fixtures::{settings_with, shapes_of, stage_scene};
    use crate::scene::layers::{Layer, Switch};
    use crate::settings::Settings;

    /// The longest part of the trails of a layer, points.
    fn longest_part(scene: &Scene, switch: Switch) -> f32 {
        let lines = shapes_of(scene, switch).into_iter().filter_map(|shape| {
            let Shape::Fading { points, .. } = shape else { return None };
            Some(points)
        });
        let parts =
            lines.flat_map(|points| points.windows(2).map(|pair| pair[0].distance(pair[1])));
        parts.fold(0.0, f32::max)
    }

    fn trails(scene: &Scene, switch: Switch) -> usize {
        let shapes = shapes_of(scene, switch);
        shapes.iter().filter(|shape| matches!(shape, Shape::Fading { .. })).count()
    }

    #[test]
    fn no_trail_crosses_a_jump_that_is_drawn_as_one() {
        let flagged = stage_scene(&settings_with(&["motion.respawn=3"]), 210);
        for switch in [Switch::Drawn, Switch::Snapshot] {
            assert_eq!(trails(&flagged, switch), 2, "one for each life");
            assert!(longest_part(&flagged, switch) < 15.0, "{}", longest_part(&flagged, switch));
        }
        let unflagged = ["motion.respawn=3", "sender.flag_teleports=false"];
        let snapped = stage_scene(
            &settings_with(&[&unflagged[..], &["receiver.blend_time=0"]].concat()),
            210,
        );
        assert_eq!(trails(&snapped, Switch::Drawn), 2);
        // What slid is shown sliding.
        let blended = stage_scene(&settings_with(&unflagged), 210);
        assert_eq!(trails(&blended, Switch::Drawn), 1);
        assert_eq!(trails(&blended, Switch::Snapshot), 1);
    }

    #[test]
    fn nothing_of_a_lane_is_drawn_while_it_is_unseen() {
        let late = settings_with(&["receiver.joins_at=4.7", "sender.heartbeat=1"]);
        let experiment = Experiment::of(late.clone()).expect("an experiment");
        let seen_from = experiment.run.lanes[0].seen_from();
        for (tick, count) in [(100, [0, 0, 0]), (seen_from - 1, [0, 0, 1]), (seen_from, [1, 1, 1])]
        {
            let scene = stage_scene(&late, tick);
            let discs = |switch| {
                let shapes = shapes_of(&scene, switch);
                shapes.iter().filter(|shape| matches!(shape, Shape::Circle { .. })).count()
            };
            let trails = |switch| trails(&scene, switch);
            let [drawn, trail, snapshot] = count;
            assert_eq!(discs(Switch::Drawn), drawn, "tick {tick}");
            assert_eq!(trails(Switch::Drawn), trail, "tick {tick}");
            assert_eq!((discs(Switch::Snapshot), trails(Switch::Snapshot)), (snapshot, snapshot));
            let callouts = scene.groups.iter().filter(|group| group.layer == Layer::Callout);
            let said = callouts.flat_map(|group| &group.shapes).count();
            assert!(tick >= seen_from || said == 0, "tick {tick}: {said}");
        }
    }

    #[test]
    fn the_thick_bar_shows_only_past_the_threshold_and_the_thin_one_stays() {
        let bars = |tick| shapes_of(&stage_scene(&Settings::default(), tick), Switch::Errors).len();
        assert_eq!(bars(0), 1, "the worst point alone");
        assert_eq!(bars(215), 2);
        let mut settings = Settings::default();
        settings.set("motion.kind=straight").expect("a motion");
        assert!(shapes_of(&stage_scene(&settings, 0), Switch::Errors).is_empty());
    }

    #[test]
    fn the_vehicle_is_drawn_to_scale() {
        let radius = |settings: &Settings| {
            let scene = stage_scene(settings, 0);
            let Shape::Circle { radius, .. } = shapes_of(&scene, Switch::Path)[1] else {
                panic!("the ring is a circle");
            };
            *radius - 1.1
        };
        let small = radius(&Settings::default());
        let mut settings = Settings::default();
        settings.entity.width *= 3.0;
        assert!((radius(&settings) - 3.0 * small).abs() < 1e-3);
    }
}
