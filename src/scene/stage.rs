//! The stage: the track from above, at one tick.
//!
//! In: an [`Experiment`], a tick, a [`View`], an area. Out: groups of shapes. Invariant: a tick that the run
//! does not have is drawn as its last one.

use super::camera::{Camera, bounds};
use super::layers::{Layer, SWITCHES, Switch};
use super::theme::Theme;
use super::view::View;
use super::{Align, Area, Scene, Shape, Stroke, Weight};
use crate::sim::Tick;
use crate::sim::experiment::Experiment;
use crate::sim::run::{Lane, Packet};
use glam::{DVec2, Vec2, vec2};

/// Radius of the ring at the true position, points.
const RING: f32 = 9.5;
/// Radius of the drawn disc, points.
const DISC: f32 = 8.5;
/// Radius of the snapshot lane's disc, points.
const SNAPSHOT_DISC: f32 = 7.0;
/// Half the length of an update's tick, points.
const UPDATE_TICK: f32 = 9.0;
/// How much of the past the trails show, s.
const TRAIL_SECONDS: f64 = 2.0;
/// Room between the track and the edges, points.
const MARGIN: f32 = 56.0;

/// What is on the stage.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// What happened.
    pub experiment: &'a Experiment,
    /// When.
    pub tick: Tick,
    /// How to look at it.
    pub view: &'a View,
    /// Through what.
    pub camera: Camera,
}

/// A camera on everything that the run shows, through `area`.
#[must_use]
pub fn fit(experiment: &Experiment, area: Area) -> Camera {
    let shown = experiment.truth.outline.iter().copied();
    Camera::fit(bounds(shown), area, MARGIN.min(area.size().min_element() / 8.0))
}

/// Adds the stage to a scene.
pub fn build(scene: &mut Scene, stage: &Stage<'_>) {
    let last = stage.experiment.truth.states.len().saturating_sub(1);
    let stage = &Stage { tick: stage.tick.min(last), ..*stage };
    let area = stage.camera.area;
    let background = Shape::Box { area, radius: 0.0, fill: stage.colors().stage, stroke: None };
    scene.add(Layer::Background, area, vec![background]);
    for (switch, shapes) in [
        (Switch::Grid, grid as fn(&Stage<'_>) -> Vec<Shape>),
        (Switch::Path, path),
        (Switch::Updates, updates),
        (Switch::Snapshot, snapshot),
        (Switch::Drawn, trail),
        (Switch::Threshold, threshold),
        (Switch::Packets, packets),
        (Switch::Errors, errors),
        (Switch::Velocity, velocities),
        (Switch::Model, model),
        (Switch::Path, ring),
        (Switch::Drawn, disc),
    ] {
        if stage.view.layers.is_on(switch) {
            scene.add(Layer::Switch(switch), area, shapes(stage));
        }
    }
    scene.add(Layer::Scale, area, scale_bar(stage));
    scene.add(Layer::Callout, area, callout(stage));
    scene.add(Layer::Legend, area, legend(stage));
}

impl Stage<'_> {
    fn colors(&self) -> &'static Theme {
        self.view.colors()
    }

    fn at(&self, world: DVec2) -> Vec2 {
        self.camera.screen_from_world(world)
    }

    fn line(&self, points: impl IntoIterator<Item = DVec2>) -> Vec<Vec2> {
        points.into_iter().map(|point| self.at(point)).collect()
    }

    fn truth(&self) -> DVec2 {
        self.experiment.truth.states[self.tick].position
    }

    /// The ticks of the trail, up to now.
    fn recent(&self) -> std::ops::RangeInclusive<Tick> {
        let length = (TRAIL_SECONDS * self.experiment.truth.tick_rate) as Tick;
        self.tick.saturating_sub(length)..=self.tick
    }
}

fn grid(stage: &Stage<'_>) -> Vec<Shape> {
    let camera = &stage.camera;
    let step = round_length(40.0 / camera.scale);
    let (low, high) =
        (camera.world_from_screen(camera.area.min), camera.world_from_screen(camera.area.max));
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
        .map(|(from, to)| Shape::segment(stage.at(from), stage.at(to), 1.0, color))
        .collect()
}

/// The least of 1, 2, 5, 10 … that is not below `least`, u.
fn round_length(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(least).floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * 0.999_999);
    factor.unwrap_or(10.0) * power
}

fn path(stage: &Stage<'_>) -> Vec<Shape> {
    let truth = &stage.experiment.truth;
    let points = stage.line(truth.outline.iter().copied());
    let stroke = Stroke::new(1.8, stage.colors().path);
    vec![Shape::Dashed { points, closed: truth.closed, stroke, dash: (6.0, 5.0) }]
}

/// The ticks of the lap that is being driven: `[first, end)`.
fn this_lap(stage: &Stage<'_>) -> std::ops::Range<Tick> {
    let truth = &stage.experiment.truth;
    let laps = if truth.closed { f64::from(stage.experiment.settings.motion.laps) } else { 1.0 };
    let ticks_a_lap = truth.seconds / laps * truth.tick_rate;
    let lap = (stage.tick as f64 / ticks_a_lap).floor();
    (lap * ticks_a_lap).ceil() as Tick..((lap + 1.0) * ticks_a_lap).ceil() as Tick
}

/// A tick across the path for every update of this lap, fainter where the playhead has not been yet.
fn updates(stage: &Stage<'_>) -> Vec<Shape> {
    let lap = this_lap(stage);
    let packets = &stage.experiment.run.dead_reckoning.packets;
    let tick_across = |packet: &Packet| {
        let along = packet.state.velocity.normalize_or_zero();
        let across = vec2(-along.y as f32, -along.x as f32) * UPDATE_TICK;
        let at = stage.at(packet.state.position);
        let opacity = if packet.sent <= stage.tick { 1.0 } else { 0.55 };
        Shape::segment(at - across, at + across, 1.8, stage.colors().update.alpha(opacity))
    };
    packets.iter().filter(|packet| lap.contains(&packet.sent)).map(tick_across).collect()
}

fn snapshot(stage: &Stage<'_>) -> Vec<Shape> {
    let color = stage.colors().snapshot;
    let lane = &stage.experiment.run.snapshot;
    let at = stage.at(lane.frames[stage.tick].drawn);
    vec![fading(stage, lane, 2.0, color.alpha(0.5)), Shape::disc(at, SNAPSHOT_DISC, color)]
}

fn trail(stage: &Stage<'_>) -> Vec<Shape> {
    vec![fading(stage, &stage.experiment.run.dead_reckoning, 3.0, stage.colors().drawn.alpha(0.75))]
}

fn fading(stage: &Stage<'_>, lane: &Lane, width: f32, color: super::theme::Rgba) -> Shape {
    let points = stage.line(stage.recent().map(|tick| lane.frames[tick].drawn));
    Shape::Fading { points, stroke: Stroke::new(width, color) }
}

fn threshold(stage: &Stage<'_>) -> Vec<Shape> {
    let radius = (stage.experiment.settings.sender.threshold * stage.camera.scale) as f32;
    let color = stage.colors().truth;
    let center = stage.at(stage.truth());
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

/// The thin bar at the worst point, and the thick one now while the error is past the threshold.
fn errors(stage: &Stage<'_>) -> Vec<Shape> {
    let Experiment { settings, truth, run, dead_reckoning, .. } = stage.experiment;
    let frames = &run.dead_reckoning.frames;
    let bar = |tick: Tick, width, opacity| {
        let (from, to) = (stage.at(truth.states[tick].position), stage.at(frames[tick].drawn));
        Shape::segment(from, to, width, stage.colors().error.alpha(opacity))
    };
    let past = |tick: Tick| frames[tick].error > settings.sender.threshold;
    let mut bars = Vec::new();
    if past(dead_reckoning.peak_tick) {
        bars.push(bar(dead_reckoning.peak_tick, 1.6, 0.9));
    }
    if past(stage.tick) {
        bars.push(bar(stage.tick, 5.0, 1.0));
    }
    bars
}

fn ring(stage: &Stage<'_>) -> Vec<Shape> {
    vec![Shape::ring(stage.at(stage.truth()), RING, 2.2, stage.colors().truth)]
}

fn disc(stage: &Stage<'_>) -> Vec<Shape> {
    let drawn = stage.experiment.run.dead_reckoning.frames[stage.tick].drawn;
    vec![Shape::disc(stage.at(drawn), DISC, stage.colors().drawn)]
}

/// The model without the blend, and how far the blend is from it.
fn model(stage: &Stage<'_>) -> Vec<Shape> {
    let run = &stage.experiment.run;
    let (model, drawn) =
        (stage.at(run.model[stage.tick]), stage.at(run.dead_reckoning.frames[stage.tick].drawn));
    let color = stage.colors().model;
    vec![Shape::segment(drawn, model, 1.2, color), Shape::ring(model, DISC, 1.6, color)]
}

/// A dot for every update under way: from where it was sent to where it will be drawn.
fn packets(stage: &Stage<'_>) -> Vec<Shape> {
    let Experiment { truth, settings, run, .. } = stage.experiment;
    let drawn = run.dead_reckoning.frames[stage.tick].drawn;
    let under_way = run.dead_reckoning.packets.iter().filter(|packet| {
        packet.sent <= stage.tick && packet.arrived.is_none_or(|arrived| arrived > stage.tick)
    });
    let dot = |packet: &Packet| {
        let age = truth.time(stage.tick) - truth.time(packet.sent);
        let way = (age / settings.link.latency.max(1e-9)).clamp(0.0, 1.0);
        let at = packet.state.position.lerp(drawn, way);
        Shape::disc(stage.at(at), 3.5, stage.colors().update)
    };
    under_way.map(dot).collect()
}

/// How far the arrows reach ahead, s.
const ARROW_SECONDS: f64 = 0.25;

fn velocities(stage: &Stage<'_>) -> Vec<Shape> {
    let Experiment { truth, run, .. } = stage.experiment;
    let true_state = &truth.states[stage.tick];
    let frame = &run.dead_reckoning.frames[stage.tick];
    let theme = stage.colors();
    [
        (true_state.position, true_state.velocity, theme.truth),
        (frame.drawn, frame.velocity, theme.drawn),
    ]
    .into_iter()
    .flat_map(|(from, velocity, color)| {
        let (tail, tip) = (stage.at(from), stage.at(from + velocity * ARROW_SECONDS));
        let back = (tail - tip).normalize_or_zero() * 7.0;
        let barb = |turn: f32| tip + back + back.perp() * turn;
        let head = vec![barb(0.6), tip, barb(-0.6)];
        let stroke = Stroke::new(1.8, color);
        [Shape::segment(tail, tip, 1.8, color), Shape::Line { points: head, closed: false, stroke }]
    })
    .collect()
}

fn scale_bar(stage: &Stage<'_>) -> Vec<Shape> {
    let length = round_length(40.0 / stage.camera.scale);
    let width = (length * stage.camera.scale) as f32;
    let right = stage.camera.area.max - vec2(20.0, 16.0);
    let left = right - vec2(width, 0.0);
    let up = vec2(0.0, -6.0);
    let points = vec![left + up, left, right, right + up];
    let stroke = Stroke::new(1.4, stage.colors().text_faint);
    let label = (left + right) / 2.0 + vec2(0.0, -8.0);
    vec![
        Shape::Line { points, closed: false, stroke },
        Shape::label(label, Align::Middle, 12.0, stage.colors().text_faint, format!("{length} u")),
    ]
}

/// What the error is, beside the ring, while it is past the threshold.
fn callout(stage: &Stage<'_>) -> Vec<Shape> {
    let Experiment { settings, truth, run, dead_reckoning, .. } = stage.experiment;
    let frame = &run.dead_reckoning.frames[stage.tick];
    if frame.error <= settings.sender.threshold || !stage.view.layers.is_on(Switch::Errors) {
        return Vec::new();
    }
    let worst = if stage.tick == dead_reckoning.peak_tick { ", worst" } else { "" };
    let ring = stage.at(stage.truth());
    let size = vec2(140.0, 42.0);
    // On the side of the ring that the disc is not on.
    let to_left = stage.at(frame.drawn).x >= ring.x;
    let x = if to_left { ring.x - 33.0 - size.x } else { ring.x + 33.0 };
    let room = stage.camera.area.shrunk(8.0);
    let low = room.min;
    let min = vec2(x, ring.y - size.y / 2.0).clamp(low, (room.max - size).max(low)).round();
    let theme = stage.colors();
    let stroke = Some(Stroke::new(1.0, theme.border));
    let area = Area { min, max: min + size };
    let time = truth.time(stage.tick);
    vec![
        Shape::Box { area, radius: 5.0, fill: theme.panel, stroke },
        Shape::Text {
            at: min + vec2(10.0, 17.0),
            align: Align::Start,
            size: 12.0,
            weight: Weight::SemiBold,
            color: theme.error_text,
            text: format!("error {:.2} u{worst}", frame.error),
        },
        Shape::label(
            min + vec2(10.0, 34.0),
            Align::Start,
            12.0,
            theme.text_faint,
            format!("t = {time:.2} s · tick {}", stage.tick),
        ),
    ]
}

fn legend(stage: &Stage<'_>) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let on = SWITCHES
        .iter()
        .filter(|row| stage.view.layers.is_on(row.switch) && !matches!(row.switch, Switch::Grid));
    for (line, row) in on.enumerate() {
        let middle = stage.camera.area.min + vec2(27.0, 22.0 + 21.0 * line as f32);
        shapes.push(sample(row.switch, middle, stage.colors()));
        let at = middle + vec2(21.0, 4.5);
        shapes.push(Shape::label(at, Align::Start, 12.5, stage.colors().text_quiet, row.label));
    }
    shapes
}

/// What a layer looks like, small.
fn sample(switch: Switch, middle: Vec2, theme: &Theme) -> Shape {
    let (left, right) = (middle - vec2(10.0, 0.0), middle + vec2(10.0, 0.0));
    match switch {
        Switch::Path => Shape::Dashed {
            points: vec![left - vec2(1.0, 0.0), right + vec2(2.0, 0.0)],
            closed: false,
            stroke: Stroke::new(1.8, theme.path),
            dash: (6.0, 4.0),
        },
        Switch::Drawn => Shape::disc(middle, 5.5, theme.drawn),
        Switch::Snapshot => Shape::disc(middle, 5.5, theme.snapshot),
        Switch::Updates => {
            Shape::segment(middle - vec2(0.0, 7.0), middle + vec2(0.0, 7.0), 1.8, theme.update)
        }
        Switch::Errors => Shape::segment(left, right, 4.5, theme.error),
        Switch::Threshold => Shape::ring(middle, 6.5, 1.0, theme.truth.alpha(0.6)),
        Switch::Model => Shape::ring(middle, 5.0, 1.6, theme.model),
        Switch::Packets => Shape::disc(middle, 3.0, theme.update),
        Switch::Velocity => Shape::segment(left, right, 1.6, theme.text_quiet),
        Switch::Grid => Shape::segment(left, right, 1.0, theme.grid),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn shapes(scene: &Scene, switch: Switch) -> Vec<&Shape> {
        let groups = scene.groups.iter().filter(|group| group.layer == Layer::Switch(switch));
        groups.flat_map(|group| &group.shapes).collect()
    }

    fn built(settings: &Settings, tick: Tick) -> Scene {
        let experiment = Experiment::of(settings.clone()).expect("an experiment");
        let camera = fit(&experiment, Area::new(0.0, 0.0, 800.0, 600.0));
        let mut scene = Scene::default();
        let view = View::default();
        build(&mut scene, &Stage { experiment: &experiment, tick, view: &view, camera });
        scene
    }

    #[test]
    fn every_update_of_the_lap_has_its_tick() {
        let scene = built(&Settings::default(), 0);
        assert_eq!(shapes(&scene, Switch::Updates).len(), 14);
    }

    #[test]
    fn the_thick_bar_shows_only_past_the_threshold_and_the_thin_one_stays() {
        let bars = |tick| shapes(&built(&Settings::default(), tick), Switch::Errors).len();
        assert_eq!(bars(0), 1, "the worst point alone");
        assert_eq!(bars(215), 2);
        let mut settings = Settings::default();
        settings.set("motion.kind=straight").expect("a motion");
        assert!(shapes(&built(&settings, 0), Switch::Errors).is_empty());
    }

    #[test]
    fn the_updates_of_another_lap_are_not_drawn() {
        let mut settings = Settings::default();
        settings.motion.laps = 3;
        let experiment = Experiment::of(settings.clone()).expect("three laps");
        let all = experiment.dead_reckoning.updates;
        let drawn: usize = [0, 600, 1200]
            .map(|tick| shapes(&built(&settings, tick), Switch::Updates).len())
            .iter()
            .sum();
        assert_eq!(drawn, all);
        assert!(all > 30, "{all}");
    }

    #[test]
    fn a_tick_past_the_end_is_drawn_as_the_last() {
        assert_eq!(built(&Settings::default(), 9999), built(&Settings::default(), 500));
    }

    #[test]
    fn lengths_are_round() {
        for (least, right) in
            [(0.7, 1.0), (1.0, 1.0), (1.2, 2.0), (3.0, 5.0), (7.0, 10.0), (0.03, 0.05)]
        {
            assert!((round_length(least) - right).abs() < 1e-12, "{least}");
        }
    }
}
