//! The stage: the track from above, at one tick.
//!
//! In: a [`Picture`], a camera. Out: groups of shapes. Invariant: a tick that the run does not have is drawn as
//! its last one.

use super::camera::{Camera, bounds};
use super::font::width;
use super::lane;
use super::layers::{Layer, Switch};
use super::legend;
use super::picture::Picture;
use super::player;
use super::shot;
use super::theme::{Rgba, Theme};
use super::view::Layout;
use super::{Align, Area, Scene, Shape, Stroke, Weight};
use crate::Tick;
use crate::experiment::Experiment;
use crate::lanes::Side;
use crate::metrics::{Metrics, takes_over_jump};
use crate::run::{Fate, Frame, Lane, Packet};
use crate::settings::{MotionKind, Technique};
use crate::technique::vehicle::detail::Note;
use dead_reckoning::interpolation::Drawing;
use glam::{DVec2, Vec2, vec2};

/// Half the length of an update's tick, points.
const UPDATE_TICK: f32 = 9.0;
/// Half the length of a snapshot's tick, points: there are many of them.
const SNAPSHOT_TICK: f32 = 4.5;
/// The least radius of the vehicle, points: far away it is still a dot.
const LEAST_RADIUS: f32 = 3.5;
/// How much of the past the trails show, s.
const TRAIL_SECONDS: f64 = 2.0;
/// Room between the track and the edges, points.
const MARGIN: f32 = 56.0;
/// A stage smaller than this says the error alone, points.
const COMPACT: f32 = 300.0;
/// How thick a wall is drawn, points.
const WALL: f32 = 2.5;
/// A recording longer than this shows the updates of so long around the playhead, s.
const LONG_SECONDS: f64 = 60.0;
/// How far the arrows reach ahead, s.
const ARROW_SECONDS: f64 = 0.25;

/// What is on one stage.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// What to show.
    pub picture: &'a Picture<'a>,
    /// Through what.
    pub camera: Camera,
    /// Which lanes: a side of a comparison has one of its own.
    pub lanes: Layout,
    /// Where the time axis of client and server lies, if this stage has one.
    pub axis: Option<Area>,
}

/// What a camera on an experiment fits: its least and greatest corner, u. A motion on the spot is shown with the
/// room that a second of its speed would take, a shot with shooter and walls, a road with its walls.
#[must_use]
pub fn shown(experiment: &Experiment) -> (DVec2, DVec2) {
    if experiment.settings.technique == Technique::Prediction {
        return player::shown(experiment);
    }
    let (low, high) = bounds(experiment.truth.outline.iter().copied());
    if experiment.settings.technique == Technique::LagCompensation {
        return shot::shown(&experiment.settings, (low, high));
    }
    let least = DVec2::splat(experiment.settings.motion.speed);
    let on_the_spot = experiment.settings.motion.kind == MotionKind::OnFoot;
    let spread = ((least - (high - low)) / 2.0).max(DVec2::ZERO);
    let (low, high) = if on_the_spot { (low - spread, high + spread) } else { (low, high) };
    // Walls are in sight, unless they are so far away that the path would be lost between them.
    let walls = experiment.settings.track.wall_distance.min((high - low).max_element() / 2.0);
    (low - walls, high + walls)
}

/// What a picture and what stands beside it show together, u; nothing if the picture alone decides.
pub(super) fn both(picture: &Picture<'_>) -> Option<(DVec2, DVec2)> {
    picture.bounds.or_else(|| {
        let beside = picture.beside?;
        let (low, high) = shown(picture.experiment);
        let (other_low, other_high) = shown(beside.experiment);
        Some((low.min(other_low), high.max(other_high)))
    })
}

/// A camera on everything that the run shows, as the view wants it, through `area`.
#[must_use]
pub fn camera(picture: &Picture<'_>, area: Area) -> Camera {
    let truth = &picture.experiment.truth;
    let view = picture.view;
    let free = Area { min: area.min + legend::free(picture, area), ..area };
    let all = Camera::fit(
        both(picture).unwrap_or_else(|| shown(picture.experiment)),
        free,
        MARGIN.min(free.size().min_element() / 8.0),
    );
    let center = match view.center {
        _ if view.follow => truth.states[picture.tick()].position,
        Some(center) => DVec2::from(center),
        None => all.center,
    };
    Camera { center, scale: all.scale * view.zoom, area, focus: all.focus }
}

/// Adds the stage to a scene.
pub fn build(scene: &mut Scene, stage: &Stage<'_>) {
    let area = stage.camera.area;
    let background = Shape::Box { area, radius: 0.0, fill: stage.colors().stage, stroke: None };
    scene.add(Layer::Background, area, vec![background]);
    match stage.technique() {
        Technique::DeadReckoning => layers(scene, stage),
        Technique::Prediction => player::build(scene, stage),
        Technique::LagCompensation => shot::build(scene, stage),
    }
    if stage.picture.legend {
        let corner = area.max - vec2(20.0, 16.0);
        let bar = scale_bar(stage, corner);
        let room = vec2(stage.text(64.0), stage.text(34.0));
        let behind = Area { min: corner - room, max: corner + vec2(8.0, 8.0) };
        scene.add(Layer::Scale, area, [vec![backing(stage, behind)], bar].concat());
    }
    scene.add(Layer::Clock, area, clock(stage));
    if stage.picture.legend {
        scene.add(Layer::Legend, area, legend::build(stage));
    }
    if stage.technique() != Technique::LagCompensation {
        scene.add(Layer::Callout, area, error_callout(stage));
    }
}

/// The layers of somebody else's vehicle.
fn layers(scene: &mut Scene, stage: &Stage<'_>) {
    let area = stage.camera.area;
    for (switch, shapes) in [
        (Switch::Grid, grid as fn(&Stage<'_>) -> Vec<Shape>),
        (Switch::Path, road),
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
        (Switch::Heading, headings),
    ] {
        if stage.shows(switch) {
            scene.add(Layer::Switch(switch), area, shapes(stage));
        }
    }
}

impl<'a> Stage<'a> {
    /// The colours of the view.
    pub(super) fn colors(&self) -> &'static Theme {
        self.picture.view.colors()
    }

    pub(super) fn experiment(&self) -> &'a Experiment {
        self.picture.experiment
    }

    /// Which technique has this stage.
    pub(super) fn technique(&self) -> Technique {
        self.experiment().settings.technique
    }

    pub(super) fn tick(&self) -> Tick {
        self.picture.tick()
    }

    /// Whether a layer is on, and belongs to a lane that is shown here.
    pub(super) fn shows(&self, switch: Switch) -> bool {
        let here = match switch {
            Switch::Drawn | Switch::Model | Switch::Threshold => self.lanes.shows(Side::First),
            Switch::Snapshot => self.lanes.shows(Side::Second),
            Switch::Grid
            | Switch::Path
            | Switch::Updates
            | Switch::Packets
            | Switch::Velocity
            | Switch::Heading
            | Switch::Errors => true,
        };
        here && self.picture.view.layers.is_on(switch)
    }

    /// The lane whose updates and errors are shown, with its numbers.
    pub(super) fn lane(&self) -> (&'a Lane, &'a Metrics) {
        let experiment = self.experiment();
        let side = self.lanes.leading();
        (experiment.run.lane(side), experiment.metrics(side))
    }

    /// What an error must pass to be pointed at, u: the threshold; where there is none, what two decimals show.
    fn least_error(&self) -> f64 {
        match self.technique() {
            Technique::DeadReckoning => self.experiment().settings.threshold(),
            Technique::Prediction | Technique::LagCompensation => 0.005,
        }
    }

    /// What else there is to say about now.
    pub(super) fn note(&self) -> Note {
        let vehicle = self.experiment().run.vehicle();
        vehicle.and_then(|run| run.notes.get(self.tick())).copied().unwrap_or_default()
    }

    pub(super) fn at(&self, world: DVec2) -> Vec2 {
        self.camera.screen_from_world(world)
    }

    pub(super) fn line(&self, points: impl IntoIterator<Item = DVec2>) -> Vec<Vec2> {
        points.into_iter().map(|point| self.at(point)).collect()
    }

    pub(super) fn truth(&self) -> DVec2 {
        self.experiment().truth.states[self.tick()].position
    }

    /// The vehicle's radius, to scale, points.
    pub(super) fn radius(&self) -> f32 {
        ((self.experiment().settings.entity.width / 2.0 * self.camera.scale) as f32)
            .max(LEAST_RADIUS)
    }

    /// The ticks of the trail, up to now.
    pub(super) fn recent(&self) -> std::ops::RangeInclusive<Tick> {
        let length = (TRAIL_SECONDS * self.experiment().truth.tick_rate) as Tick;
        self.tick().saturating_sub(length)..=self.tick()
    }

    /// A size of text as the view wants it, points.
    pub(super) fn text(&self, size: f32) -> f32 {
        size * self.picture.view.text_scale()
    }
}

pub(super) fn grid(stage: &Stage<'_>) -> Vec<Shape> {
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
        .map(|(from, to)| Shape::segment(stage.at(from), stage.at(to), 1.0, color))
        .collect()
}

/// The least of 1, 2, 5, 10 … that is not below `least`, u.
pub(super) fn round_length(least: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(least).floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= least * 0.999_999);
    factor.unwrap_or(10.0) * power
}

/// The walls on both sides of the path, and the road between them: one wide line in another. Round joins and ends
/// make its edge exactly what is one distance away from the path.
fn road(stage: &Stage<'_>) -> Vec<Shape> {
    let Experiment { truth, settings, .. } = stage.experiment();
    let distance = (settings.track.wall_distance * stage.camera.scale) as f32;
    if distance <= 0.0 {
        return Vec::new();
    }
    let points = stage.line(truth.outline.iter().copied());
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

pub(super) fn path(stage: &Stage<'_>) -> Vec<Shape> {
    let truth = &stage.experiment().truth;
    let points = stage.line(truth.outline.iter().copied());
    let stroke = Stroke::new(1.8, stage.colors().path);
    let dashed = |points| Shape::Dashed { points, closed: false, stroke, dash: (6.0, 5.0) };
    let breaks = truth.outline_breaks.iter().copied();
    let (starts, ends) = (std::iter::once(0).chain(breaks.clone()), breaks.chain([points.len()]));
    let parts = starts.zip(ends).filter_map(|(start, end)| points.get(start..end));
    let near = |part| super::near(part, truth.closed, stage.camera.area);
    parts.flat_map(near).map(dashed).collect()
}

/// The ticks of the lap that is being driven, of the life that it is driven in: `[first, end)`.
fn this_lap(stage: &Stage<'_>) -> std::ops::Range<Tick> {
    let truth = &stage.experiment().truth;
    let ticks_a_lap = stage.experiment().lap_seconds() * truth.tick_rate;
    let lap = (stage.tick() as f64 / ticks_a_lap).floor();
    let (from, end) =
        ((lap * ticks_a_lap).ceil() as Tick, ((lap + 1.0) * ticks_a_lap).ceil() as Tick);
    let (from, end) = from_around(stage, (from, end));
    let life = truth.life(stage.tick());
    from.max(life.start)..if truth.jumps.is_empty() { end } else { end.min(life.end) }
}

/// Of a long recording what is near the playhead: the updates of an hour would hide the path and each other.
fn from_around(stage: &Stage<'_>, (from, end): (Tick, Tick)) -> (Tick, Tick) {
    let Experiment { settings, truth, .. } = stage.experiment();
    let near = (LONG_SECONDS / 2.0 * truth.tick_rate) as Tick;
    if settings.motion.kind != MotionKind::Trace || end - from <= 2 * near {
        return (from, end);
    }
    (from.max(stage.tick().saturating_sub(near)), end.min(stage.tick() + near))
}

/// A tick across the path for every update of this lap, fainter where the playhead has not been yet; red and
/// crossed out where it was lost.
fn updates(stage: &Stage<'_>) -> Vec<Shape> {
    let lap = this_lap(stage);
    let colors = stage.colors();
    let snapshots = stage.lanes == Layout::Only(Side::Second);
    let (half, width) = if snapshots { (SNAPSHOT_TICK, 1.2) } else { (UPDATE_TICK, 1.8) };
    let tick_across = |packet: &Packet| {
        let along = packet.state.velocity.normalize_or_zero();
        let across = vec2(-along.y as f32, -along.x as f32) * half;
        let at = stage.at(packet.state.position);
        let opacity = if packet.sent <= stage.tick() { 1.0 } else { 0.55 };
        let lost = is_lost(packet);
        let ink = if lost { colors.error } else { colors.update }.alpha(opacity);
        let cross = lane::cross(at + across * 1.45, half * 0.45, width * 0.9, ink);
        let tick = Shape::segment(at - across, at + across, width, ink);
        [Some(tick), lost.then_some(cross)].into_iter().flatten()
    };
    let (lane, _) = stage.lane();
    let mut last = Vec2::INFINITY;
    let apart = |packet: &&Packet| {
        let at = stage.at(packet.state.position);
        let apart = at.distance(last) > 1.0;
        last = if apart { at } else { last };
        apart
    };
    let of_lap = lane.packets.iter().filter(|packet| lap.contains(&packet.sent));
    of_lap.filter(apart).flat_map(tick_across).collect()
}

fn is_lost(packet: &Packet) -> bool {
    match packet.fate {
        Fate::Lost | Fate::QueueFull => true,
        Fate::UnderWay | Fate::Used | Fate::Late | Fate::Unheard => false,
    }
}

pub(super) fn snapshot(stage: &Stage<'_>) -> Vec<Shape> {
    let color = stage.colors().snapshot;
    let lane = &stage.experiment().run.lanes[1];
    let frame = &lane.frames[stage.tick()];
    let radius = (stage.radius() - 2.5).max(LEAST_RADIUS);
    let is_dry = lane.depths.get(stage.tick()).is_some_and(|depth| depth.is_dry);
    let newest = stage.experiment().settings.snapshot.drawing == Drawing::Newest;
    let mut shapes = if newest {
        standing(stage, lane, color)
    } else {
        fading(stage, lane, 2.0, color.alpha(0.5))
    };
    let pinned =
        stage.picture.pinned.filter(|_| stage.picture.view.layout == Layout::Only(Side::Second));
    if let Some(pinned) = pinned.map(|pinned| &pinned.run.lanes[1]) {
        let ink = stage.colors().pinned;
        shapes.extend(fading(stage, pinned, 2.0, ink.alpha(0.5)));
        let frame = &pinned.frames[stage.tick()];
        let small = (radius - 1.0).max(LEAST_RADIUS);
        shapes.extend(frame.seen.then(|| vehicle(stage, stage.at(frame.drawn), small, ink, false)));
    }
    if frame.seen {
        shapes.push(vehicle(stage, stage.at(frame.drawn), radius, color, is_dry));
    }
    shapes
}

/// The places where a lane that jumps has stood, the older ones fainter: there is nothing between them.
fn standing(stage: &Stage<'_>, lane: &Lane, color: Rgba) -> Vec<Shape> {
    let recent = stage.recent();
    let (first, length) = (*recent.start(), (stage.tick() - *recent.start()).max(1));
    let moved = |tick: &Tick| {
        let before = tick.checked_sub(1).and_then(|before| lane.frames.get(before));
        lane.frames[*tick].seen && before.is_some_and(|one| one.drawn != lane.frames[*tick].drawn)
    };
    let dot = |tick: Tick| {
        let age = (tick - first) as f32 / length as f32;
        Shape::disc(stage.at(lane.frames[tick].drawn), 3.2, color.alpha(0.15 + 0.75 * age))
    };
    recent.filter(moved).map(dot).collect()
}

/// The disc of a vehicle: hollow while there is nothing to go by. One that is out of sight is an arrow at the edge
/// that points to it.
pub(super) fn vehicle(
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

pub(super) fn trail(stage: &Stage<'_>) -> Vec<Shape> {
    let colors = stage.colors();
    let mut trails = Vec::new();
    if let Some(pinned) = stage.picture.pinned {
        trails.extend(fading(stage, &pinned.run.lanes[0], 2.5, colors.pinned.alpha(0.7)));
    }
    let lane = &stage.experiment().run.lanes[0];
    trails.extend(fading(stage, lane, 3.0, colors.drawn.alpha(0.75)));
    trails
}

/// The trail of a lane: a line from one jump to the next, the older ones fainter, and none where nothing was drawn.
pub(super) fn fading(stage: &Stage<'_>, lane: &Lane, width: f32, color: Rgba) -> Vec<Shape> {
    let truth = &stage.experiment().truth;
    let (first, now) = (*stage.recent().start(), stage.tick());
    let first = first.max(lane.seen_from());
    let jumps = (first + 1..=now).filter(|&tick| takes_over_jump(truth, lane, tick));
    let jumps: Vec<Tick> = if truth.jumps.is_empty() { Vec::new() } else { jumps.collect() };
    let starts = [first].into_iter().chain(jumps.iter().copied());
    let ends = jumps.iter().copied().chain([now + 1]);
    let stretch = |(start, end): (Tick, Tick)| {
        let points = stage.line((start..end).map(|tick| lane.frames[tick].drawn));
        let age = (end - first) as f32 / (now + 1 - first) as f32;
        let stroke = Stroke::new(width, if end > now { color } else { color.alpha(age) });
        Shape::Fading { points, stroke }
    };
    starts.zip(ends).filter(|(start, end)| start < end).map(stretch).collect()
}

fn threshold(stage: &Stage<'_>) -> Vec<Shape> {
    let radius = (stage.experiment().settings.threshold() * stage.camera.scale) as f32;
    if radius > stage.camera.area.size().length() {
        return Vec::new();
    }
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
pub(super) fn errors(stage: &Stage<'_>) -> Vec<Shape> {
    let (lane, metrics) = stage.lane();
    let bar = |tick: Tick, width, opacity| {
        let truth = stage.experiment().truth.states[tick].position;
        let (from, to) = (stage.at(truth), stage.at(lane.frames[tick].drawn));
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

pub(super) fn ring(stage: &Stage<'_>) -> Vec<Shape> {
    vec![Shape::ring(stage.at(stage.truth()), stage.radius(), 2.2, stage.colors().truth)]
}

pub(super) fn disc(stage: &Stage<'_>) -> Vec<Shape> {
    let place = |experiment: &Experiment| {
        let frame = &experiment.run.lanes[0].frames[stage.tick()];
        frame.seen.then(|| stage.at(frame.drawn))
    };
    let radius = (stage.radius() - 1.0).max(LEAST_RADIUS);
    let mut discs = Vec::new();
    if let Some(at) = stage.picture.pinned.and_then(place) {
        let small = (radius - 1.0).max(LEAST_RADIUS);
        discs.push(vehicle(stage, at, small, stage.colors().pinned, false));
    }
    let color = stage.colors().drawn;
    let is_stale = stage.note().stale;
    discs.extend(frozen(stage));
    discs.extend(place(stage.experiment()).map(|at| vehicle(stage, at, radius, color, is_stale)));
    discs
}

/// A square where the extrapolation cap froze the model, while it does.
fn frozen(stage: &Stage<'_>) -> Option<Shape> {
    let run = stage.experiment().run.vehicle()?;
    let begin = (0..=stage.tick()).rev().take_while(|&tick| run.notes[tick].frozen).last()?;
    let half = stage.radius() + 5.0;
    let at = stage.at(run.model[begin]);
    let stroke = Some(Stroke::new(1.6, stage.colors().drawn));
    let area = Area { min: at - half, max: at + half };
    Some(Shape::Box { area, radius: 0.0, fill: stage.colors().drawn.alpha(0.0), stroke })
}

/// The model without the blend, and how far the blend is from it.
fn model(stage: &Stage<'_>) -> Vec<Shape> {
    let run = &stage.experiment().run;
    let frame = &run.lanes[0].frames[stage.tick()];
    if !frame.seen {
        return Vec::new();
    }
    let model = run.vehicle().and_then(|vehicle| vehicle.model.get(stage.tick()));
    let Some(model) = model.map(|place| stage.at(*place)) else { return Vec::new() };
    let drawn = stage.at(frame.drawn);
    let color = stage.colors().model;
    vec![Shape::segment(drawn, model, 1.2, color), Shape::ring(model, stage.radius(), 1.6, color)]
}

/// How long a lost packet's cross stays, s.
const CROSS_SECONDS: f64 = 0.25;

/// What is under way: from where it was sent to where it will be drawn. A lost packet ends half way in a cross.
fn packets(stage: &Stage<'_>) -> Vec<Shape> {
    let (lane, _) = stage.lane();
    let sent = lane.packets.iter().filter(|packet| packet.sent <= stage.tick());
    sent.flat_map(|packet| packet_under_way(stage, lane, packet)).collect()
}

fn packet_under_way(stage: &Stage<'_>, lane: &Lane, packet: &Packet) -> Vec<Shape> {
    let Experiment { truth, settings, .. } = stage.experiment();
    let (colors, tick) = (stage.colors(), stage.tick());
    let usual = settings.link.latency * truth.tick_rate;
    let age = (tick - packet.sent) as f64;
    let on_the_way = |way: f64, tick: Tick| {
        let last = lane.frames.len().saturating_sub(1);
        let frame = &lane.frames[tick.min(last)];
        // To nobody who would draw it, it goes beside the vehicle.
        let end = if frame.seen { frame.drawn } else { truth.states[tick.min(last)].position };
        stage.at(packet.state.position.lerp(end, way))
    };
    // The place on the way to an arrival that is still to come.
    let toward = |arrival: Tick| {
        let way = age / (arrival - packet.sent).max(1) as f64;
        (arrival > tick).then(|| on_the_way(way, tick))
    };
    let dot = |at: Vec2| Shape::disc(at, 3.5, colors.update);
    let lost = |way: f64| {
        let end = usual * way;
        if age < end {
            return Some(dot(on_the_way(age / usual.max(1e-9), tick)));
        }
        let middle = on_the_way(way, packet.sent + end as Tick);
        let seen = age <= end + CROSS_SECONDS * truth.tick_rate;
        seen.then(|| lane::cross(middle, 5.0, 2.0, colors.error))
    };
    let first = match packet.fate {
        Fate::Used | Fate::Unheard => packet.arrived.and_then(toward).map(dot),
        Fate::Late => {
            let place = packet.arrived.and_then(toward);
            place.map(|at| Shape::ring(at, 4.5, 2.0, colors.late))
        }
        Fate::UnderWay => Some(dot(on_the_way((age / usual.max(1e-9)).min(1.0), tick))),
        Fate::Lost => lost(0.5),
        Fate::QueueFull => lost(0.0),
    };
    let copy = packet.again.and_then(toward);
    let copy = copy.map(|at| Shape::disc(at, 2.2, colors.update.alpha(0.5)));
    first.into_iter().chain(copy).collect()
}

/// A car of this size that faces along `ahead`, a unit vector: its outline, pointed in front.
pub(super) fn car(middle: Vec2, ahead: Vec2, size: f32) -> Vec<Vec2> {
    let corners = [(1.9, 0.0), (0.9, 1.0), (-1.3, 1.0), (-1.3, -1.0), (0.9, -1.0)];
    corners.map(|(along, aside)| middle + (ahead * along + ahead.perp() * aside) * size).to_vec()
}

/// Which way the truth and what is drawn face.
fn headings(stage: &Stage<'_>) -> Vec<Shape> {
    let truth = &stage.experiment().truth.states[stage.tick()];
    let theme = stage.colors();
    let (lane, _) = stage.lane();
    let frame = &lane.frames[stage.tick()];
    let ink = if stage.lanes == Layout::Only(Side::Second) { theme.snapshot } else { theme.drawn };
    [(truth.position, truth.heading, theme.truth, 2.2), (frame.drawn, frame.heading, ink, 2.0)]
        .into_iter()
        .take(1 + usize::from(frame.seen))
        .map(|(at, heading, color, width)| {
            let (sin, cos) = libm::sincos(heading);
            // Up is less on the screen.
            let ahead = vec2(cos as f32, -sin as f32);
            let points = car(stage.at(at), ahead, stage.radius() * 1.15);
            Shape::Line { points, closed: true, stroke: Stroke::new(width, color) }
        })
        .collect()
}

pub(super) fn velocities(stage: &Stage<'_>) -> Vec<Shape> {
    let true_state = &stage.experiment().truth.states[stage.tick()];
    let theme = stage.colors();
    let (lane, _) = stage.lane();
    let frame = &lane.frames[stage.tick()];
    let ink = if stage.lanes == Layout::Only(Side::Second) { theme.snapshot } else { theme.drawn };
    [(true_state.position, true_state.velocity, theme.truth), (frame.drawn, frame.velocity, ink)]
        .into_iter()
        .take(1 + usize::from(frame.seen))
        .flat_map(|(from, velocity, color)| {
            let (tail, tip) = (stage.at(from), stage.at(from + velocity * ARROW_SECONDS));
            let back = (tail - tip).normalize_or_zero() * 7.0;
            let barb = |turn: f32| tip + back + back.perp() * turn;
            let points = vec![barb(0.6), tip, barb(-0.6)];
            let stroke = Stroke::new(1.8, color);
            [Shape::segment(tail, tip, 1.8, color), Shape::Line { points, closed: false, stroke }]
        })
        .collect()
}

/// Something quiet behind what may lie on the track.
pub(super) fn backing(stage: &Stage<'_>, area: Area) -> Shape {
    Shape::Box { area, radius: 5.0, fill: stage.colors().stage.alpha(0.8), stroke: None }
}

/// A bar of a round length, its right end at `right`.
pub(super) fn scale_bar(stage: &Stage<'_>, right: Vec2) -> Vec<Shape> {
    let length = round_length(40.0 / stage.camera.scale);
    let width = (length * stage.camera.scale) as f32;
    let left = right - vec2(width, 0.0);
    let up = vec2(0.0, -6.0);
    let points = vec![left + up, left, right, right + up];
    let stroke = Stroke::new(1.4, stage.colors().text_faint);
    let (label, size) = ((left + right) / 2.0 + vec2(0.0, -8.0), stage.text(12.0));
    vec![
        Shape::Line { points, closed: false, stroke },
        Shape::label(label, Align::Middle, size, stage.colors().text_faint, format!("{length} u")),
    ]
}

/// What the receiver's clock is off by and is taken to be off by, where it does not know the sender's.
fn clock(stage: &Stage<'_>) -> Vec<Shape> {
    let run = stage.experiment().run.vehicle();
    let Some(frame) = run.and_then(|run| run.clock.get(stage.tick())) else {
        return Vec::new();
    };
    let second = stage.picture.view.layout == Layout::SideBySide
        && stage.lanes == Layout::Only(Side::Second);
    let ms = |seconds: f64| {
        let text = format!("{:.1}", 1000.0 * seconds);
        if text == "-0.0" { "0.0".to_owned() } else { text.replace('-', "−") }
    };
    let (offset, estimate, error) = (ms(frame.offset), ms(frame.estimate), ms(frame.error()));
    let line = format!("clock: offset {offset} ms · estimate {estimate} ms · error {error} ms");
    let (area, size) = (stage.camera.area, stage.text(12.0));
    let room = width(&line, size, Weight::Regular);
    // Beside the scale bar, or not at all.
    if second || room + stage.text(64.0) + 60.0 > area.size().x {
        return Vec::new();
    }
    let at = vec2(area.min.x + 16.0, area.max.y - 16.0);
    let behind = Area { min: at - vec2(6.0, size * 1.2), max: at + vec2(room + 6.0, size * 0.5) };
    let ink = stage.colors().text_quiet;
    vec![backing(stage, behind), Shape::label(at, Align::Start, size, ink, line)]
}

/// What is wrong beside the error, at the receiver or on the way to it.
fn troubles(stage: &Stage<'_>) -> Vec<String> {
    if stage.lanes == Layout::Only(Side::Second) {
        let depths = &stage.experiment().run.lanes[1].depths;
        let is_dry = depths.get(stage.tick()).is_some_and(|depth| depth.is_dry);
        return is_dry.then(|| "buffer dry".to_owned()).into_iter().collect();
    }
    let Note { stale, frozen, held_back, beyond_wall, .. } = stage.note();
    let all = [
        (stale, "stale: nothing heard for long"),
        (beyond_wall, "through the wall"),
        (frozen, "frozen by the cap"),
        (held_back, "rate cap: threshold not met"),
    ];
    all.iter().filter(|(is_so, _)| *is_so).map(|(_, words)| (*words).to_owned()).collect()
}

/// What the error is, beside the ring, while it is past the threshold or there is more to say.
fn error_callout(stage: &Stage<'_>) -> Vec<Shape> {
    let (lane, metrics) = stage.lane();
    let frame: &Frame = &lane.frames[stage.tick()];
    let past = frame.error > stage.least_error();
    let troubles = troubles(stage);
    let nothing = !frame.seen || (!past && troubles.is_empty());
    if nothing || !stage.shows(Switch::Errors) || stage.picture.quiet {
        return Vec::new();
    }
    let peak = if stage.picture.legend { ", worst" } else { ", its peak" };
    let worst = if stage.tick() == metrics.peak_tick { peak } else { "" };
    let time = stage.experiment().truth.time(stage.tick());
    let mut lines = vec![format!("error {:.2} u{worst}", frame.error)];
    lines.extend(troubles);
    if stage.picture.legend && stage.camera.area.size().min_element() > COMPACT {
        lines.push(format!("t = {time:.2} s · tick {}", stage.tick()));
    }
    let ring = stage.at(stage.truth());
    // Ahead of the disc, where no trail lies, and clear of both.
    let (drawn, to_left) = (stage.at(frame.drawn), frame.velocity.x < 0.0);
    let clear = (vec2(drawn.x.min(ring.x), ring.y), vec2(drawn.x.max(ring.x), ring.y));
    let ink = if past { stage.colors().error_text } else { stage.colors().text };
    callout(stage, clear, to_left, ink, &lines)
}

/// A box of text beside what lies between two points, from left to right, inside the stage; its first line
/// stands out.
pub fn callout(
    stage: &Stage<'_>,
    clear: (Vec2, Vec2),
    to_left: bool,
    ink: Rgba,
    lines: &[String],
) -> Vec<Shape> {
    let (size, theme) = (stage.text(12.0), stage.colors());
    let weight = |place| if place == 0 { Weight::SemiBold } else { Weight::Regular };
    let widths = lines.iter().enumerate().map(|(place, line)| width(line, size, weight(place)));
    let longest = widths.fold(0.0, f32::max);
    let line_height = size * 1.4;
    let room = vec2(longest + 20.0, line_height * lines.len() as f32 + size * 0.7);
    let away = stage.radius().max(14.0) + 20.0;
    let inside = stage.camera.area.shrunk(8.0);
    let (left, right) = (clear.0.x - away - room.x, clear.1.x + away);
    // On the other side where this one has no room, so that it never covers what it is about.
    let fits_right = right + room.x <= inside.max.x;
    let to_left = if to_left { left >= inside.min.x || !fits_right } else { !fits_right };
    let x = if to_left { left } else { right };
    let highest = (inside.max - room).max(inside.min);
    let min = vec2(x, clear.0.y - room.y / 2.0).clamp(inside.min, highest).round();
    let stroke = Some(Stroke::new(1.0, theme.border));
    let area = Area { min, max: min + room };
    // A line to what it is about.
    let (end, side) = if to_left { (clear.0, area.max.x) } else { (clear.1, area.min.x) };
    let beside = vec2(end.x + (side - end.x).signum() * (stage.radius() + 3.0), end.y);
    let mut shapes = vec![
        Shape::segment(
            beside,
            vec2(side, end.y.clamp(min.y + 4.0, area.max.y - 4.0)),
            1.0,
            theme.border,
        ),
        Shape::Box { area, radius: 5.0, fill: theme.panel, stroke },
    ];
    for (place, line) in lines.iter().enumerate() {
        let baseline = min + vec2(10.0, size * 1.35 + line_height * place as f32);
        shapes.push(Shape::Text {
            at: baseline,
            align: Align::Start,
            size,
            weight: weight(place),
            color: if place == 0 { ink } else { theme.text_quiet },
            text: line.clone(),
        });
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::super::picture::Picture;
    use super::*;
    use crate::scene::view::View;
    use crate::settings::{Recording, Settings};
    use glam::dvec2;

    fn shapes(scene: &Scene, switch: Switch) -> Vec<&Shape> {
        let groups = scene.groups.iter().filter(|group| group.layer == Layer::Switch(switch));
        groups.flat_map(|group| &group.shapes).collect()
    }

    fn built(settings: &Settings, tick: Tick) -> Scene {
        let experiment = Experiment::of(settings.clone()).expect("an experiment");
        let view = View::default();
        let picture = Picture { tick, ..Picture::of(&experiment, &view) };
        let camera = camera(&picture, Area::new(0.0, 0.0, 800.0, 600.0));
        let mut scene = Scene::default();
        build(&mut scene, &Stage { picture: &picture, camera, lanes: Layout::Overlay, axis: None });
        scene
    }

    #[test]
    fn walls_are_the_edge_of_a_road_along_the_path() {
        let mut settings = Settings::default();
        let roads = |settings: &Settings| -> Vec<Shape> {
            let scene = built(settings, 100);
            let wide = |shape: &&Shape| match shape {
                Shape::Line { stroke, .. } => stroke.width > 10.0,
                Shape::Circle { fill, .. } => fill.is_some(),
                Shape::Dashed { .. }
                | Shape::Fading { .. }
                | Shape::Under { .. }
                | Shape::Box { .. }
                | Shape::Text { .. } => false,
            };
            shapes(&scene, Switch::Path).into_iter().filter(wide).cloned().collect()
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
    fn beyond_a_wall_the_callout_says_so() {
        let mut settings = Settings::default();
        settings.set("track.wall_distance=0.3").expect("a distance");
        let says = |settings: &Settings| {
            let experiment = Experiment::of(settings.clone()).expect("a run");
            let scene = built(settings, experiment.metrics[0].peak_tick);
            let mut shapes = scene.groups.iter().flat_map(|group| &group.shapes);
            shapes.any(
                |shape| matches!(shape, Shape::Text { text, .. } if text == "through the wall"),
            )
        };
        assert!(says(&settings));
        settings.set("receiver.clamps=true").expect("a switch");
        assert!(!says(&settings));
    }

    /// The longest part of the trails of a layer, points.
    fn longest_part(scene: &Scene, switch: Switch) -> f32 {
        let lines = shapes(scene, switch).into_iter().filter_map(|shape| {
            let Shape::Fading { points, .. } = shape else { return None };
            Some(points)
        });
        let parts =
            lines.flat_map(|points| points.windows(2).map(|pair| pair[0].distance(pair[1])));
        parts.fold(0.0, f32::max)
    }

    fn trails(scene: &Scene, switch: Switch) -> usize {
        let shapes = shapes(scene, switch);
        shapes.iter().filter(|shape| matches!(shape, Shape::Fading { .. })).count()
    }

    #[test]
    fn no_trail_crosses_a_jump_that_is_drawn_as_one() {
        let flagged = built(&set(&["motion.respawn=3"]), 210);
        for switch in [Switch::Drawn, Switch::Snapshot] {
            assert_eq!(trails(&flagged, switch), 2, "one for each life");
            assert!(longest_part(&flagged, switch) < 15.0, "{}", longest_part(&flagged, switch));
        }
        let unflagged = ["motion.respawn=3", "sender.flag_teleports=false"];
        let snapped = built(&set(&[&unflagged[..], &["receiver.blend_time=0"]].concat()), 210);
        assert_eq!(trails(&snapped, Switch::Drawn), 2);
        // What slid is shown sliding.
        let blended = built(&set(&unflagged), 210);
        assert_eq!(trails(&blended, Switch::Drawn), 1);
        assert_eq!(trails(&blended, Switch::Snapshot), 1);
    }

    #[test]
    fn nothing_of_a_lane_is_drawn_while_it_is_unseen() {
        let late = set(&["receiver.joins_at=4.7", "sender.heartbeat=1"]);
        let experiment = Experiment::of(late.clone()).expect("an experiment");
        let seen_from = experiment.run.lanes[0].seen_from();
        for (tick, count) in [(100, [0, 0, 0]), (seen_from - 1, [0, 0, 1]), (seen_from, [1, 1, 1])]
        {
            let scene = built(&late, tick);
            let discs = |switch| {
                let shapes = shapes(&scene, switch);
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
        let all = experiment.metrics[0].packets.expect("packets").updates;
        let drawn: usize = [0, 600, 1200]
            .map(|tick| shapes(&built(&settings, tick), Switch::Updates).len())
            .iter()
            .sum();
        assert_eq!(drawn, all);
        assert!(all > 30, "{all}");
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
            let drawn = shapes(&built(&settings, tick), Switch::Updates).len();
            assert_eq!(drawn, sent.iter().filter(near).count(), "tick {tick}");
            assert!(0 < drawn && drawn < sent.len(), "{drawn} of {}", sent.len());
        }
        let scene = built(&settings, 0);
        let lines = shapes(&scene, Switch::Path).into_iter();
        assert_eq!(lines.filter(|shape| matches!(shape, Shape::Dashed { .. })).count(), 2);
    }

    #[test]
    fn the_vehicle_is_drawn_to_scale() {
        let radius = |settings: &Settings| {
            let scene = built(settings, 0);
            let Shape::Circle { radius, .. } = shapes(&scene, Switch::Path)[1] else {
                panic!("the ring is a circle");
            };
            *radius - 1.1
        };
        let small = radius(&Settings::default());
        let mut settings = Settings::default();
        settings.entity.width *= 3.0;
        assert!((radius(&settings) - 3.0 * small).abs() < 1e-3);
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

    fn set(assignments: &[&str]) -> Settings {
        let mut settings = Settings::default();
        assignments.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        settings
    }

    fn with_stage<T>(
        settings: &Settings,
        lanes: Layout,
        tick: Tick,
        look: impl Fn(&Stage<'_>) -> T,
    ) -> T {
        let experiment = Experiment::of(settings.clone()).expect("an experiment");
        let view = View::default();
        let picture = Picture { tick, ..Picture::of(&experiment, &view) };
        let camera = camera(&picture, Area::new(0.0, 0.0, 800.0, 600.0));
        look(&Stage { picture: &picture, camera, lanes, axis: None })
    }

    fn words(shapes: &[Shape]) -> Vec<&str> {
        let mut words = Vec::new();
        for shape in shapes {
            let Shape::Text { text, .. } = shape else { continue };
            words.push(text.as_str());
        }
        words
    }

    #[test]
    fn a_lost_packet_flies_half_the_way_and_ends_in_a_cross_that_goes() {
        let settings = set(&["link.loss=1", "link.latency=0.2"]);
        let sent = with_stage(&settings, Layout::Overlay, 0, |stage| {
            let (lane, _) = stage.lane();
            assert!(lane.packets[1..].iter().all(is_lost));
            lane.packets[1].sent
        });
        let shown = |after: Tick| {
            with_stage(&settings, Layout::Overlay, sent + after, |stage| {
                let (lane, _) = stage.lane();
                packet_under_way(stage, lane, &lane.packets[1])
            })
        };
        let is_dot = |shapes: &[Shape]| matches!(shapes, [Shape::Circle { .. }]);
        let is_cross = |shapes: &[Shape]| matches!(shapes, [Shape::Line { .. }]);
        assert!(is_dot(&shown(0)) && is_dot(&shown(5)));
        assert!(is_cross(&shown(6)) && is_cross(&shown(21)));
        assert_eq!(shown(6), shown(21), "it stays where it is");
        assert!(shown(22).is_empty());
    }

    #[test]
    fn a_packet_that_arrives_flies_until_then() {
        let settings = set(&["link.jitter=0.1"]);
        with_stage(&settings, Layout::Overlay, 0, |stage| {
            let (lane, _) = stage.lane();
            for packet in &lane.packets[1..] {
                let arrived = packet.arrived.unwrap_or(usize::MAX);
                for tick in packet.sent..packet.sent + 20 {
                    let picture = Picture { tick, ..*stage.picture };
                    let now = Stage { picture: &picture, ..*stage };
                    let shown = packet_under_way(&now, lane, packet).len();
                    assert_eq!(shown, usize::from(now.tick() < arrived), "{packet:?} {tick}");
                }
            }
        });
    }

    #[test]
    fn lost_updates_are_crossed_out_on_the_path() {
        let settings = set(&["link.loss=0.3", "seed=3"]);
        let lost = Experiment::of(settings.clone()).expect("the lap").metrics[0]
            .packets
            .expect("packets")
            .lost;
        assert!(lost > 2, "{lost}");
        assert_eq!(shapes(&built(&settings, 0), Switch::Updates).len(), 14 + lost);
    }

    #[test]
    fn silence_is_said_and_drawn() {
        let settings =
            set(&["link.loss=1", "sender.heartbeat=1", "receiver.extrapolation_cap=0.5"]);
        let at = |tick| {
            with_stage(&settings, Layout::Overlay, tick, |stage| {
                (disc(stage), words(&error_callout(stage)).join("; "))
            })
        };
        let (shapes, said) = at(20);
        assert!(matches!(shapes[..], [Shape::Circle { stroke: None, .. }]), "{shapes:?}");
        assert_eq!(said, "");
        // The cap shows at once, the error is still small.
        let (shapes, said) = at(32);
        assert!(matches!(shapes[..], [Shape::Box { .. }, Shape::Circle { stroke: None, .. }]));
        assert!(said.contains("frozen by the cap") && !said.contains("stale"), "{said}");
        let (shapes, said) = at(200);
        assert!(matches!(shapes[..], [Shape::Box { .. }, Shape::Circle { stroke: Some(_), .. }]));
        assert!(said.contains("frozen by the cap") && said.contains("stale"), "{said}");
    }

    #[test]
    fn a_rate_cap_that_holds_back_is_said() {
        let settings = set(&["sender.rate_cap=1"]);
        let run = Experiment::of(settings.clone()).expect("the lap").run;
        let tick = run
            .vehicle()
            .expect("a vehicle")
            .notes
            .iter()
            .position(|note| note.held_back)
            .expect("held back");
        let said = |tick| {
            with_stage(&settings, Layout::Overlay, tick, |stage| {
                words(&error_callout(stage)).contains(&"rate cap: threshold not met")
            })
        };
        assert!(said(tick) && !said(tick - 1));
    }

    #[test]
    fn a_dry_buffer_is_hollow_and_said_beside_snapshots() {
        let settings = set(&["link.loss=0.5"]);
        let [_, lane] = Experiment::of(settings.clone()).expect("the lap").run.lanes;
        let dry = lane.depths.iter().rposition(|depth| depth.is_dry).expect("a dry tick");
        let said = |lanes, tick| {
            with_stage(&settings, lanes, tick, |stage| {
                let hollow = |shape: &Shape| matches!(shape, Shape::Circle { stroke: Some(_), .. });
                let said = words(&error_callout(stage)).contains(&"buffer dry");
                (snapshot(stage).iter().any(hollow), said)
            })
        };
        assert_eq!(said(Layout::Only(Side::Second), dry), (true, true));
        assert_eq!(said(Layout::Only(Side::Second), dry + 1), (false, false));
        assert_eq!(said(Layout::Overlay, dry), (true, false));
    }

    #[test]
    fn headings_point_along_the_motion_and_scale_with_the_entity() {
        let ways = |settings: &Settings| {
            with_stage(settings, Layout::Overlay, 60, |stage| {
                let truth = stage.at(stage.truth());
                let Shape::Line { points, .. } = &headings(stage)[0] else { panic!("a line") };
                points[0] - truth
            })
        };
        let way = ways(&Settings::default());
        assert!(way.x > 10.0 && way.y.abs() < 1e-3, "the lap begins to the right: {way}");
        let larger = ways(&set(&["entity.width=1.0"]));
        let ratio = 1.0 / Settings::default().entity.width;
        assert!((larger.x / way.x - ratio as f32).abs() < 1e-3, "{larger} {way}");
        // Up in the world is up on the screen.
        let up = with_stage(&set(&["motion.kind=circle"]), Layout::Overlay, 40, |stage| {
            let state = stage.experiment().truth.states[40];
            let Shape::Line { points, .. } = &headings(stage)[0] else { panic!("a line") };
            let ahead = points[0] - stage.at(state.position);
            let moved = stage.at(state.position + state.velocity) - stage.at(state.position);
            ahead.normalize().dot(moved.normalize())
        });
        assert!(up > 0.999, "{up}");
    }

    #[test]
    fn the_clock_is_said_where_it_is_not_known() {
        let line = |assignments: &[&str]| {
            with_stage(&set(assignments), Layout::Overlay, 300, |stage| {
                words(&clock(stage)).join("")
            })
        };
        assert_eq!(line(&[]), "");
        assert_eq!(
            line(&["clock.estimate=own", "clock.offset=0.212"]),
            "clock: offset 212.0 ms · estimate 0.0 ms · error −212.0 ms"
        );
    }
}
