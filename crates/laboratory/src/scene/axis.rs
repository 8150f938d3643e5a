//! Client and server on one time axis: what is pressed, what is drawn for it, and what the two tell each other.
//!
//! In: a stage, an area. Out: shapes. From top to bottom: a chart of the place over time (drawn, waiting, on the
//! server), the keys with their numbers, the client's line, what is on the way, the server's line, the time. Where room
//! is short the table goes first, then the two lines, then the keys: never the chart. What is after the playhead is
//! faint.
//!
//! Invariant: nothing lies outside the area, and as many shapes as the axis is wide, whatever the run.

use super::font::width;
use super::lane::cross;
use super::layers::{Layer, Switch};
use super::stage::{Stage, round_length};
use super::steps;
use super::theme::{Rgba, Theme};
use super::{Align, Area, Scene, Shape, Stroke, Weight};
use crate::Tick;
use crate::lanes::Side;
use crate::link::most_delay;
use crate::run::{Fate, Frame, Packet};
use crate::settings::Settings;
use crate::technique::player::detail::{Answer, PlayerRun, PlayerTick};
use crate::technique::player::truth::barrier;
use glam::{DVec2, Vec2, vec2};

/// Room for names at the left, and for the names of the curves at the right, points.
const EDGES: (f32, f32) = (74.0, 14.0);
/// How opaque what is yet to come is.
const TO_COME: f32 = 0.3;
/// The least distance between two lines of inputs on their way, points.
const APART: f32 = 5.0;
/// The height of a key's box, points.
const KEY: f32 = 17.0;
/// An axis this high has the keys, and one this high the lines of client and server as well, points.
const ROOM: (f32, f32) = (112.0, 168.0);

/// Where everything is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis<'a> {
    pub(super) stage: &'a Stage<'a>,
    /// What its run has beside its lanes.
    player: &'a PlayerRun,
    /// What it may draw on.
    area: Area,
    /// The chart.
    chart: Area,
    /// The middle of the keys; nothing without.
    keys: Option<f32>,
    /// The lines of client and server; nothing without.
    lines: Option<(f32, f32)>,
    /// The first tick shown, and points a tick.
    first: f32,
    step: f32,
    /// What the chart shows of a place: x, or y where the run goes further that way.
    pub(super) upright: bool,
    /// The least and the most of it, u.
    range: (f64, f64),
}

/// A place a tick.
#[derive(Clone, Copy, Debug)]
enum Places<'a> {
    /// What a lane drew.
    Drawn(&'a [Frame]),
    /// Where the server had the player.
    Server(&'a [PlayerTick]),
}

/// A curve of the chart.
#[derive(Clone, Copy, Debug)]
struct Curve<'a> {
    name: &'static str,
    color: Rgba,
    /// The colour of its name.
    ink: Rgba,
    width: f32,
    places: Places<'a>,
    /// Whether an answer moves it at once.
    jumps: bool,
}

impl Curve<'_> {
    fn place(&self, tick: Tick) -> DVec2 {
        match self.places {
            Places::Drawn(frames) => frames.get(tick).map_or(DVec2::ZERO, |frame| frame.drawn),
            Places::Server(ticks) => ticks.get(tick).map_or(DVec2::ZERO, |state| state.server),
        }
    }
}

/// Adds the axis, and the table beside it where there is room.
pub(super) fn build(scene: &mut Scene, stage: &Stage<'_>, area: Area) {
    let theme = stage.colors();
    let ground = Shape::Box { area, radius: 0.0, fill: theme.strip, stroke: None };
    let edge = Shape::segment(area.min, vec2(area.max.x, area.min.y), 1.0, theme.border);
    let beside = steps::room(stage, area);
    let Some(player) = stage.experiment().run.player() else { return };
    let axis_area = Area { max: vec2(area.max.x - beside, area.max.y), ..area };
    let axis = Axis::of(stage, player, axis_area);
    let mut shapes = vec![ground, edge];
    shapes.extend(axis.grid());
    shapes.extend(axis.playhead());
    shapes.extend(axis.obstacle());
    shapes.extend(axis.curves());
    shapes.extend(axis.corrections());
    shapes.extend(axis.traffic());
    shapes.extend(axis.keys());
    scene.add(Layer::Axis, area, shapes);
    if beside > 0.0 {
        let right = Area { min: vec2(area.max.x - beside, area.min.y), ..area };
        scene.add(Layer::Table, right, steps::build(&axis, right));
    }
}

/// How many ticks are shown: six times the longest way there and back, within reason.
fn span(settings: &Settings) -> f32 {
    let ways = most_delay(&settings.link).min(4.0 * settings.link.latency + 0.2)
        + settings.link.latency * settings.link.up_ratio;
    let ticks = (4.0 * ways * f64::from(settings.sim.tick_rate)).round();
    ticks.clamp(22.0, 160.0) as f32
}

impl<'a> Axis<'a> {
    fn of(stage: &'a Stage<'a>, player: &'a PlayerRun, area: Area) -> Self {
        let scale = stage.picture.view.text_scale();
        let height = area.size().y / scale;
        let (has_keys, has_lines) = (height >= ROOM.0, height >= ROOM.1);
        let bottom = area.max.y - 20.0 * scale;
        let free = bottom - area.min.y - 10.0;
        let between = if has_lines { (free * 0.3).max(44.0) } else { 0.0 };
        let keys = if has_keys { (KEY + 14.0) * scale } else { 0.0 };
        let chart = Area {
            min: area.min + vec2(EDGES.0 * scale, 10.0),
            max: vec2(
                area.max.x - EDGES.1,
                bottom - between - keys - 6.0 * f32::from(u8::from(has_lines)),
            ),
        };
        let last = stage.experiment().truth.states.len().saturating_sub(1) as f32;
        let span = span(&stage.experiment().settings);
        let first = (stage.tick() as f32 - 0.68 * span).clamp(0.0, (last - span).max(0.0));
        let server = bottom - 4.0;
        let axis = Self {
            stage,
            player,
            area,
            chart,
            keys: has_keys.then_some(chart.max.y + keys * 0.55),
            lines: has_lines.then_some((server - between + 4.0, server)),
            first,
            step: chart.size().x.max(1.0) / span,
            upright: false,
            range: (0.0, 1.0),
        };
        let axis = Self { upright: axis.goes_up(), ..axis };
        Self { range: axis.reach(), ..axis }
    }

    fn theme(&self) -> &'static Theme {
        self.stage.colors()
    }

    pub(super) fn player(&self) -> &'a PlayerRun {
        self.player
    }

    /// What the chart shows of a place, u.
    pub(super) fn along(&self, place: DVec2) -> f64 {
        if self.upright { place.y } else { place.x }
    }

    /// Whether the run goes further up and down than to the sides.
    fn goes_up(&self) -> bool {
        let (low, high) =
            super::camera::bounds(self.stage.experiment().truth.outline.iter().copied());
        let size = high - low;
        size.y > size.x
    }

    fn shows_drawn(&self) -> bool {
        let view = self.stage.picture.view;
        view.layout.shows(Side::First) && view.layers.is_on(Switch::Drawn)
    }

    fn shows_waiting(&self) -> bool {
        let view = self.stage.picture.view;
        view.layout.shows(Side::Second) && view.layers.is_on(Switch::Snapshot)
    }

    /// The ticks that are shown.
    fn ticks(&self) -> std::ops::RangeInclusive<Tick> {
        let last = self.stage.experiment().truth.states.len().saturating_sub(1);
        let end = self.first + self.chart.size().x / self.step;
        (self.first.ceil() as Tick).min(last)..=(end.floor() as Tick).min(last)
    }

    fn x(&self, tick: f32) -> f32 {
        self.chart.min.x + (tick - self.first) * self.step
    }

    fn y(&self, along: f64) -> f32 {
        let (low, high) = self.range;
        self.chart.max.y - ((along - low) / (high - low)) as f32 * self.chart.size().y
    }

    /// The curves of the chart, from back to front.
    fn lanes(&self) -> Vec<Curve<'a>> {
        let experiment = self.stage.experiment();
        let theme = self.theme();
        let run = &experiment.run;
        let curve = |name, (color, ink), width, places| {
            let jumps = false;
            Curve { name, color, ink, width, places, jumps }
        };
        let mut lanes = Vec::new();
        if self.shows_waiting() {
            let inks = (theme.snapshot, theme.snapshot_text);
            lanes.push(curve("waiting", inks, 2.0, Places::Drawn(&run.lanes[1].frames)));
        }
        let inks = (theme.truth, theme.text_quiet);
        lanes.push(curve("server", inks, 2.0, Places::Server(&self.player.ticks)));
        if let Some(pinned) = self.stage.picture.pinned.filter(|_| self.shows_drawn()) {
            let places = Places::Drawn(&pinned.run.lanes[0].frames);
            lanes.push(curve("A", (theme.pinned, theme.pinned), 1.8, places));
        }
        if self.shows_drawn() {
            let player = &experiment.settings.player;
            let name = if player.predicts { "predicted" } else { "drawn" };
            let places = Places::Drawn(&run.lanes[0].frames);
            let jumps = player.predicts && player.smoothing <= 0.0;
            let inks = (theme.drawn, theme.drawn_text);
            lanes.push(Curve { jumps, ..curve(name, inks, 2.6, places) });
        }
        lanes
    }

    /// The least and the most that the curves come to in sight, with room.
    fn reach(&self) -> (f64, f64) {
        let lanes = self.lanes();
        let all = self
            .ticks()
            .flat_map(|tick| lanes.iter().map(move |lane| self.along(lane.place(tick))));
        let none = (f64::INFINITY, f64::NEG_INFINITY);
        let (low, high) = all.fold(none, |(low, high), at| (low.min(at), high.max(at)));
        if !(low.is_finite() && high.is_finite()) {
            return (0.0, 1.0);
        }
        // More above: corrections are named there.
        let room = ((high - low) * 0.1).max(0.1);
        (low - room, high + 1.6 * room)
    }

    /// A straight line from one moment to another, fainter from the playhead on, none outside of the chart.
    fn way(&self, from: (f32, f32), to: (f32, f32), width: f32, color: Rgba) -> Vec<Shape> {
        let now = self.stage.tick() as f32;
        let end = self.first + self.chart.size().x / self.step;
        let at = |tick: f32| {
            let part = if to.0 > from.0 { (tick - from.0) / (to.0 - from.0) } else { 0.0 };
            vec2(self.x(tick), from.1 + (to.1 - from.1) * part)
        };
        if to.0 <= from.0 {
            // At once: upright.
            let ink = color.alpha(if from.0 > now { TO_COME } else { 1.0 });
            let ends = (vec2(self.x(from.0), from.1), vec2(self.x(from.0), to.1));
            let inside = (self.first..=end).contains(&from.0);
            return inside
                .then(|| Shape::segment(ends.0, ends.1, width, ink))
                .into_iter()
                .collect();
        }
        let part = |low: f32, high: f32, ink: Rgba| {
            let (low, high) = (low.max(from.0).max(self.first), high.min(to.0).min(end));
            (low < high).then(|| Shape::segment(at(low), at(high), width, ink))
        };
        let before = part(f32::NEG_INFINITY, now, color);
        let after = part(now, f32::INFINITY, color.alpha(TO_COME));
        before.into_iter().chain(after).collect()
    }

    fn size(&self, size: f32) -> f32 {
        self.stage.text(size)
    }

    /// A name at the left edge.
    fn name(&self, y: f32, color: Rgba, text: impl Into<String>) -> Shape {
        let size = self.size(11.5);
        let at = vec2(self.chart.min.x - 9.0, y + size * 0.36);
        Shape::label(at, Align::End, size, color, text)
    }

    /// Levels of the chart, moments below, the two lines.
    fn grid(&self) -> Vec<Shape> {
        let theme = self.theme();
        let mut shapes = Vec::new();
        let (low, high) = self.range;
        let step =
            round_length((high - low) / f64::from(self.chart.size().y / self.size(30.0)).max(1.0));
        let decimals = usize::from(step < 1.0) + usize::from(step < 0.1);
        let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
        for level in first..=last {
            let y = self.y(level as f64 * step);
            let ends = (vec2(self.chart.min.x, y), vec2(self.chart.max.x, y));
            shapes.push(Shape::segment(ends.0, ends.1, 1.0, theme.chart_grid));
            let axis = if self.upright { "y" } else { "x" };
            let value = format!("{:.decimals$}", level as f64 * step).replace('-', "−");
            let text = if level == last { format!("{axis} {value} u") } else { value };
            shapes.push(self.name(y, theme.text_faint, text));
        }
        shapes.extend(self.times());
        if let Some((client, server)) = self.lines {
            for (y, name) in [(client, "client"), (server, "server")] {
                let ends = (vec2(self.chart.min.x, y), vec2(self.chart.max.x, y));
                shapes.push(Shape::segment(ends.0, ends.1, 1.6, theme.text_faint.alpha(0.7)));
                shapes.push(self.name(y, theme.text_quiet, name));
            }
        }
        shapes
    }

    /// Moments below it all, s.
    fn times(&self) -> Vec<Shape> {
        let rate = self.stage.experiment().truth.tick_rate;
        let size = self.size(11.0);
        let step = round_length(f64::from(self.size(62.0) / self.step) / rate);
        let ticks = self.ticks();
        let first = (*ticks.start() as f64 / rate / step).ceil() as i64;
        let last = (*ticks.end() as f64 / rate / step).floor() as i64;
        let decimals = usize::from(step < 1.0) + usize::from(step < 0.1);
        let label = |moment: i64| {
            let time = moment as f64 * step;
            let at = vec2(self.x((time * rate) as f32), self.area.max.y - 6.0);
            let text = format!("{time:.decimals$} s");
            let half = width(&text, size, Weight::Regular) / 2.0;
            let inside =
                at.x - half > self.chart.min.x - 20.0 && at.x + half < self.chart.max.x + 10.0;
            inside.then(|| Shape::label(at, Align::Middle, size, self.theme().text_faint, text))
        };
        (first..=last).filter_map(label).collect()
    }

    /// The obstacle on the chart: at its place, for as long as it is there.
    fn obstacle(&self) -> Vec<Shape> {
        let Some(barrier) = barrier(&self.stage.experiment().settings) else { return Vec::new() };
        let y = self.y(barrier.x);
        if self.upright || y < self.chart.min.y || y > self.chart.max.y {
            return Vec::new();
        }
        let (from, to) = (barrier.from as f32 - 0.5, barrier.to as f32 + 0.5);
        self.way((from, y), (to, y), 5.0, self.theme().late)
    }

    /// The curves, and their names at the playhead.
    fn curves(&self) -> Vec<Shape> {
        let now = self.stage.tick();
        let (start, end) = self.ticks().into_inner();
        let mut shapes = Vec::new();
        let mut names: Vec<(f32, &'static str, Rgba)> = Vec::new();
        for curve in self.lanes() {
            let Curve { name, color, ink: of_name, width, .. } = curve;
            for (from, to, ink) in [(start, now.min(end), color), (now, end, color.alpha(TO_COME))]
            {
                let points: Vec<Vec2> =
                    (from..=to).flat_map(|tick| self.points(&curve, tick, from)).collect();
                if points.len() > 1 {
                    let stroke = Stroke::new(width, ink);
                    shapes.push(Shape::Line { points, closed: false, stroke });
                }
            }
            let at = vec2(self.x(now as f32), self.y(self.along(curve.place(now))));
            shapes.push(Shape::disc(at, width + 1.8, color));
            names.push((at.y, name, of_name));
        }
        shapes.extend(self.names(names));
        shapes
    }

    /// A tick of a curve that begins at `from`: where an answer moved it, also where it was before, so that a jump is
    /// upright.
    fn points(&self, curve: &Curve<'_>, tick: Tick, from: Tick) -> impl Iterator<Item = Vec2> {
        let place = curve.place(tick);
        let at = |place: DVec2| vec2(self.x(tick as f32), self.y(self.along(place)));
        let jump = if curve.jumps && tick > from { self.jump(tick) } else { None };
        let before = jump.map(|by| at(place - by));
        before.into_iter().chain([at(place)])
    }

    /// By how much answers moved the client on a tick, u; nothing where none did.
    fn jump(&self, tick: Tick) -> Option<DVec2> {
        let experiment = self.stage.experiment();
        if !self.player.ticks[tick].corrected {
            return None;
        }
        let corrections = self.player().corrections(&experiment.settings);
        Some(corrections.filter(|(at, _)| *at == tick).map(|(_, by)| by).sum())
    }

    /// The names of the curves beside their discs, pushed apart.
    fn names(&self, mut names: Vec<(f32, &'static str, Rgba)>) -> Vec<Shape> {
        let size = self.size(12.0);
        let line = size * 1.25;
        let room = line * names.len() as f32;
        if room > self.chart.size().y {
            return Vec::new();
        }
        names.sort_by(|one, other| one.0.total_cmp(&other.0));
        let x = self.x(self.stage.tick() as f32);
        let longest = names.iter().map(|name| width(name.1, size, Weight::Regular));
        let longest = longest.fold(0.0, f32::max);
        let to_left = x + 14.0 + longest > self.chart.max.x;
        let mut shapes = Vec::new();
        let mut free = self.chart.min.y + line * 0.5;
        for (place, (y, name, color)) in names.iter().enumerate() {
            let below = line * (names.len() - 1 - place) as f32;
            let y = y.max(free).min(self.chart.max.y - line * 0.5 - below);
            free = y + line;
            let wide = width(name, size, Weight::Regular);
            let left = if to_left { x - 12.0 - wide } else { x + 12.0 };
            let min = vec2(left - 3.0, y - line * 0.5);
            let area = Area { min, max: min + vec2(wide + 6.0, line) };
            let fill = self.theme().strip.alpha(0.85);
            shapes.push(Shape::Box { area, radius: 3.0, fill, stroke: None });
            let at = vec2(left, y + size * 0.36);
            shapes.push(Shape::label(at, Align::Start, size, *color, *name));
        }
        shapes
    }

    /// Where an answer corrected the client: from where to where, and by how much, the largest first where there is no
    /// room for all.
    fn corrections(&self) -> Vec<Shape> {
        let experiment = self.stage.experiment();
        let mut shapes = Vec::new();
        if !self.shows_drawn() {
            return shapes;
        }
        let all = self.player().corrections(&experiment.settings);
        let mut shown: Vec<(Tick, f64, f32)> = Vec::new();
        for (tick, correction) in all.filter(|(tick, _)| self.ticks().contains(tick)) {
            let after = self.player.ticks[tick].predicted;
            let [from, to] =
                [after - correction, after].map(|place| self.held(self.y(self.along(place))));
            let (start, end) = ((tick as f32, from), (tick as f32, to));
            shapes.extend(self.way(start, end, 3.0, self.theme().error));
            let by = self.along(correction);
            if tick <= self.stage.tick() && by.abs() >= 0.005 {
                shown.push((tick, by, from.min(to)));
            }
        }
        shown.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        let mut taken: Vec<(f32, f32)> = Vec::new();
        for (tick, by, top) in shown {
            shapes.extend(self.named(self.x(tick as f32), top, by, &mut taken));
        }
        shapes
    }

    /// How much a correction was, to the left above its bar; nothing where another one's is.
    fn named(&self, x: f32, top: f32, by: f64, taken: &mut Vec<(f32, f32)>) -> Vec<Shape> {
        let size = self.size(12.0);
        let text = format!("{by:+.2} u").replace('-', "−");
        let at = vec2(x - 7.0, self.held(top - 6.0));
        let left = at.x - width(&text, size, Weight::SemiBold) - 2.0;
        let is_free = taken.iter().all(|(from, to)| x + 6.0 <= *from || left >= *to);
        if !is_free || left < self.chart.min.x {
            return Vec::new();
        }
        taken.push((left, x + 6.0));
        let area = Area::new(left, at.y - size * 0.9, at.x + 2.0, at.y + size * 0.25);
        let fill = self.theme().strip.alpha(0.7);
        vec![
            Shape::Box { area, radius: 2.0, fill, stroke: None },
            Shape::heading(at, Align::End, size, self.theme().error_text, text),
        ]
    }

    fn held(&self, y: f32) -> f32 {
        y.clamp(self.chart.min.y + 4.0, self.chart.max.y)
    }

    /// What is on the way between the two lines.
    fn traffic(&self) -> Vec<Shape> {
        let Some((client, server)) = self.lines else { return Vec::new() };
        let theme = self.theme();
        let settings = &self.stage.experiment().settings;
        let rate = self.stage.experiment().truth.tick_rate;
        let every = (APART / self.step).ceil().max(1.0) as Tick;
        let up = (settings.link.latency * settings.link.up_ratio * rate) as f32;
        let mut shapes = Vec::new();
        let reach =
            (most_delay(&settings.link).max(most_delay(&settings.link_up())) * rate) as Tick + 2;
        let (start, end) = self.ticks().into_inner();
        for tick in start.saturating_sub(reach)..=end {
            let packet = &self.player().packets[tick];
            let from = (tick as f32, client);
            let is_lost = matches!(packet.fate, Fate::Lost | Fate::QueueFull);
            if is_lost {
                let half = (tick as f32 + up / 2.0, client.midpoint(server));
                shapes.extend(self.way(from, half, 1.0, theme.error.alpha(0.6)));
                shapes.extend(self.cross(half));
            } else if let Some(arrived) = packet.arrived.filter(|_| tick % every == 0) {
                let to = (arrived as f32, server);
                shapes.extend(self.way(from, to, 1.0, theme.drawn.alpha(0.5)));
            }
        }
        shapes.extend(self.answers(client, server));
        shapes
    }

    fn cross(&self, (tick, y): (f32, f32)) -> Option<Shape> {
        let end = self.first + self.chart.size().x / self.step;
        let inside = tick > self.first && tick < end;
        let ink =
            self.theme().error.alpha(if tick > self.stage.tick() as f32 { TO_COME } else { 1.0 });
        inside.then(|| cross(vec2(self.x(tick), y), 3.6, 1.6, ink))
    }

    /// The answers on their way up, each with the number that it acknowledges where there is room.
    fn answers(&self, client: f32, server: f32) -> Vec<Shape> {
        let theme = self.theme();
        let experiment = self.stage.experiment();
        let rate = experiment.truth.tick_rate;
        let down = (experiment.settings.link.latency * rate) as f32;
        let corrected = |answer: &Answer| {
            let ticks = &self.player.ticks;
            answer.taken.is_some_and(|tick| ticks.get(tick).is_some_and(|tick| tick.corrected))
        };
        let (mut lines, mut labels) = (Vec::new(), Vec::new());
        let mut free = f32::NEG_INFINITY;
        let pairs = experiment.run.lanes[0].packets.iter().zip(&self.player().answers);
        for (packet, answer) in pairs {
            let from = (packet.sent as f32, server);
            let is_late = packet.fate == Fate::Late;
            let ink = if is_late { theme.late } else { theme.update };
            match (packet.fate, packet.arrived) {
                (Fate::Lost | Fate::QueueFull, _) => {
                    let half = (packet.sent as f32 + down / 2.0, client.midpoint(server));
                    lines.extend(self.way(from, half, 1.4, theme.error.alpha(0.8)));
                    lines.extend(self.cross(half));
                }
                (_, Some(arrived)) => {
                    let to = (arrived as f32, client);
                    lines.extend(self.way(from, to, 1.8, ink));
                    labels.extend(self.arrival(packet, corrected(answer), client));
                    labels.extend(self.label(answer, (from, to), &mut free));
                }
                (_, None) => {}
            }
        }
        lines.extend(labels);
        lines
    }

    /// The mark where an answer came in: red where it moved the client, a ring where it was ignored.
    fn arrival(&self, packet: &Packet, corrected: bool, client: f32) -> Option<Shape> {
        let tick = packet.arrived.filter(|tick| self.ticks().contains(tick))?;
        let theme = self.theme();
        let at = vec2(self.x(tick as f32), client);
        let opacity = if tick > self.stage.tick() { TO_COME } else { 1.0 };
        Some(match (packet.fate == Fate::Late, corrected) {
            (true, _) => Shape::ring(at, 3.4, 1.5, theme.late.alpha(opacity)),
            (false, true) => Shape::disc(at, 4.5, theme.error.alpha(opacity)),
            (false, false) => Shape::disc(at, 3.0, theme.update.alpha(opacity)),
        })
    }

    /// What an answer acknowledges, on its line near the server.
    fn label(&self, answer: &Answer, way: ((f32, f32), (f32, f32)), free: &mut f32) -> Vec<Shape> {
        let (from, to) = way;
        let size = self.size(11.0);
        let text = format!("{}", answer.says.sequence);
        let wide = width(&text, size, Weight::SemiBold);
        let tick = from.0 + (to.0 - from.0) * 0.5;
        let at = vec2(self.x(tick), from.1 + (to.1 - from.1) * 0.5);
        let inside = at.x - wide > self.chart.min.x && at.x + wide < self.chart.max.x;
        let shown = tick <= self.stage.tick() as f32;
        if !inside || !shown || at.x - wide / 2.0 < *free || (from.1 - to.1) < 34.0 {
            return Vec::new();
        }
        *free = at.x + wide / 2.0 + 8.0;
        let min = at - vec2(wide / 2.0 + 2.0, size * 0.62);
        let area = Area { min, max: min + vec2(wide + 4.0, size * 1.24) };
        let fill = self.theme().strip;
        let baseline = at + vec2(0.0, size * 0.36);
        vec![
            Shape::Box { area, radius: 2.0, fill, stroke: None },
            Shape::heading(baseline, Align::Middle, size, self.theme().update, text),
        ]
    }

    /// The keys, tick by tick: a box that is bright while the input waits for its answer.
    fn keys(&self) -> Vec<Shape> {
        let Some(middle) = self.keys else { return Vec::new() };
        let theme = self.theme();
        let now = self.stage.tick();
        let Some(state) = self.player().ticks.get(now) else { return Vec::new() };
        let waits = usize::from(state.oldest)..usize::from(state.oldest) + state.pending;
        let mut shapes =
            vec![self.name(middle, theme.drawn_text, format!("queue {}", state.pending))];
        let (start, end) = self.ticks().into_inner();
        let inputs = &self.player().inputs;
        let from = inputs.partition_point(|life| (life.input.tick as Tick) < start);
        let half = self.size(KEY) / 2.0;
        let every = self.numbered();
        for life in inputs[from..].iter().take_while(|life| life.input.tick as Tick <= end) {
            let x = self.x(life.input.tick as f32);
            let aside = (self.step / 2.0 - 0.75).clamp(0.75, half);
            let area =
                Area { min: vec2(x - aside, middle - half), max: vec2(x + aside, middle + half) };
            let is_pending = waits.contains(&usize::from(life.input.sequence));
            let to_come = life.input.tick as Tick > now;
            let (fill, ink) = match (to_come, is_pending) {
                (true, _) => (theme.strip, theme.text_faint.alpha(TO_COME)),
                (false, true) => (theme.drawn.alpha(0.3), theme.drawn_text),
                (false, false) => (theme.control, theme.text_faint.alpha(0.8)),
            };
            let stroke = is_pending.then_some(Stroke::new(1.0, theme.drawn));
            shapes.push(Shape::Box { area, radius: 2.0, fill, stroke });
            let size = (aside * 1.5).min(half * 1.1);
            shapes.extend(arrow(vec2(x, middle), life.input.wish.direction, size, ink));
            if life.input.sequence % every == 0 && !to_come {
                let size = self.size(10.0);
                let at = vec2(x, middle - half - 3.0);
                let text = life.input.sequence.to_string();
                let wide = width(&text, size, Weight::Regular) / 2.0;
                if at.x - wide > self.chart.min.x - 6.0 && at.x + wide < self.area.max.x {
                    shapes.push(Shape::label(at, Align::Middle, size, ink, text));
                }
            }
        }
        shapes
    }

    /// Every how many inputs a number has room: 1, 2, 5, 10 …
    fn numbered(&self) -> u16 {
        let wide = width("888", self.size(10.0), Weight::Regular) + 4.0;
        round_length(f64::from((wide / self.step).max(1.0))) as u16
    }

    fn playhead(&self) -> Vec<Shape> {
        let x = self.x(self.stage.tick() as f32);
        let (top, bottom) =
            (vec2(x, self.area.min.y + 5.0), vec2(x, self.area.max.y - self.size(19.0)));
        let ink = self.theme().text;
        let part =
            |from: f32, to: f32| Shape::segment(vec2(x, from), vec2(x, to), 1.2, ink.alpha(0.75));
        let mut shapes = vec![Shape::disc(top, 3.5, ink)];
        match self.keys {
            // Not through the number of the key.
            Some(keys) => {
                shapes.push(part(top.y, self.chart.max.y));
                shapes.push(part(keys + self.size(KEY) / 2.0, bottom.y));
            }
            None => shapes.push(part(top.y, bottom.y)),
        }
        shapes
    }
}

/// An arrow that points along a wish, its middle at `middle`; a small dot where nothing is pressed.
pub(super) fn arrow(middle: Vec2, wish: DVec2, size: f32, color: Rgba) -> Vec<Shape> {
    // Up is less on the screen.
    let way = vec2(wish.x as f32, -wish.y as f32).normalize_or_zero();
    if way == Vec2::ZERO {
        return vec![Shape::disc(middle, (size * 0.16).max(0.8), color.alpha(0.6))];
    }
    let (tail, tip) = (middle - way * size * 0.5, middle + way * size * 0.5);
    let width = (size * 0.16).clamp(0.8, 2.0);
    let barb = |turn: f32| tip - way * size * 0.4 + way.perp() * size * 0.34 * turn;
    let points = vec![barb(1.0), tip, barb(-1.0)];
    let stroke = Stroke::new(width, color);
    vec![Shape::segment(tail, tip, width, color), Shape::Line { points, closed: false, stroke }]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::scene::picture::{self, Picture};
    use crate::scene::view::View;

    const TRACE: [&str; 6] = [
        "player.keys=.30 r15 .20",
        "motion.speed=60",
        "link.latency=0.016666666666666666",
        "player.barrier_x=12.6",
        "player.barrier_from=0.7",
        "player.barrier_length=0.0167",
    ];

    fn lab(set: &[&str]) -> Experiment {
        let mut settings = Settings::default();
        settings.set("technique=prediction").expect("a technique");
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        Experiment::of(settings).expect("an experiment")
    }

    fn built(lab: &Experiment, view: &View, tick: Tick, size: Vec2) -> Scene {
        let picture = Picture { tick, ..Picture::of(lab, view) };
        let area = Area { min: Vec2::ZERO, max: size };
        picture::build(&picture, area, Area::default(), None)
    }

    /// The texts of a layer: where each is, and what it says.
    fn texts(scene: &Scene, layer: Layer) -> Vec<(Area, String)> {
        let groups = scene.groups.iter().filter(|group| group.layer == layer);
        let texts = groups.flat_map(|group| &group.shapes).filter_map(|shape| {
            let Shape::Text { at, align, size, weight, text, .. } = shape else { return None };
            let wide = width(text, *size, *weight);
            let left = match align {
                Align::Start => at.x,
                Align::Middle => at.x - wide / 2.0,
                Align::End => at.x - wide,
            };
            let area = Area::new(left, at.y - size * 0.74, left + wide, at.y);
            Some((area, text.clone()))
        });
        texts.collect()
    }

    fn said(scene: &Scene, layer: Layer) -> Vec<String> {
        texts(scene, layer).into_iter().map(|text| text.1).collect()
    }

    #[test]
    fn the_table_is_the_sources_trace() {
        let scene = built(&lab(&TRACE), &View::default(), 44, vec2(1280.0, 520.0));
        let table = said(&scene, Layer::Table).join(" ");
        for row in [
            "input 43 is done, x = 12.60 u",
            "3 done, 2 replayed: correction −0.40 u",
            "41 11.00 11.00 42 12.00 12.00 43 13.00 12.60 44 14.00 13.60 45 15.00 14.60",
        ] {
            assert!(table.contains(row), "'{row}' is not in: {table}");
        }
        assert!(said(&scene, Layer::Axis).iter().any(|text| text == "−0.40 u"));
    }

    #[test]
    fn no_text_is_cut() {
        let bad =
            ["link.jitter=0.05", "link.loss=0.2", "link.latency=0.15", "player.other_code=true"];
        let long =
            ["player.keys=r99 .1 r99", "player.keeps_acknowledged=true", "player.capacity=4096"];
        for set in [&TRACE[..], &[], &bad, &long] {
            let lab = lab(set);
            for presenting in [false, true] {
                let view = View { presenting, ..View::default() };
                for size in [
                    (1280.0, 520.0),
                    (900.0, 900.0),
                    (640.0, 300.0),
                    (390.0, 210.0),
                    (300.0, 140.0),
                ] {
                    for tick in [0, 1, 20, 44, 60] {
                        let scene = built(&lab, &view, tick, size.into());
                        let groups = scene.groups.iter();
                        let areas: Vec<Area> = groups
                            .filter(|group| group.layer == Layer::Axis)
                            .map(|group| group.clip)
                            .collect();
                        for (area, text) in texts(&scene, Layer::Axis) {
                            let inside = areas
                                .iter()
                                .any(|of| of.contains(area.min) && of.contains(area.max));
                            assert!(
                                inside,
                                "'{text}' at {area:?} in {areas:?}, {size:?}, tick {tick}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn where_room_is_short_the_table_goes_first_and_the_chart_last() {
        let lab = lab(&TRACE);
        let has = |height: f32| {
            let scene = built(&lab, &View::default(), 44, vec2(1000.0, height));
            let said = said(&scene, Layer::Axis);
            let says = |word: &str| said.iter().any(|text| text.starts_with(word));
            [
                !texts(&scene, Layer::Table).is_empty(),
                says("client"),
                says("queue"),
                says("predicted"),
            ]
        };
        assert_eq!(has(700.0), [true; 4]);
        let mut before = has(700.0);
        for height in (60..700).rev() {
            let now = has(height as f32);
            assert!(now.windows(2).all(|pair| pair[0] <= pair[1]), "{height}: {now:?}");
            assert!(now.iter().zip(before).all(|(now, before)| *now <= before), "{height}");
            before = now;
        }
        assert_eq!(before, [false; 4], "too low for any of it");
        assert!(has(200.0)[3]);
    }

    #[test]
    fn a_run_of_any_length_gives_about_as_many_shapes() {
        let shapes = |keys: &str| {
            let lab = lab(&[keys, "player.answer_rate=60"]);
            let scene = built(&lab, &View::default(), 150, vec2(1280.0, 520.0));
            let groups = scene.groups.iter().filter(|group| group.layer == Layer::Axis);
            groups.map(|group| group.shapes.len()).sum::<usize>()
        };
        let (short, long) = (shapes("player.keys=r100 u100"), shapes("player.keys=r100 u9900"));
        assert!(short.abs_diff(long) < 60, "{short} and {long}");
    }

    #[test]
    fn nothing_of_it_says_threshold() {
        let scene = built(&lab(&[]), &View::default(), 60, vec2(1280.0, 520.0));
        let texts = scene.groups.iter().flat_map(|group| &group.shapes);
        for shape in texts {
            let Shape::Text { text, .. } = shape else { continue };
            assert!(!text.contains("threshold") && !text.contains("reckoning"), "{text}");
        }
    }
}
