//! The time axis of client and server: where everything on it is, and what its chart shows.

use crate::Tick;
use crate::lane::Frame;
use crate::lanes::Side;
use crate::link::most_delay;
use crate::scene::Area;
use crate::scene::camera::bounds;
use crate::scene::layers::Switch;
use crate::scene::stage::Stage;
use crate::scene::theme::{Rgba, Theme};
use crate::scene::{Align, Shape};
use crate::settings::Settings;
use crate::technique::player::detail::{PlayerRun, PlayerTick};
use glam::{DVec2, vec2};

/// Room for names at the left, and for the names of the curves at the right, points.
const EDGES: (f32, f32) = (74.0, 14.0);
/// How opaque what is yet to come is.
pub(super) const TO_COME: f32 = 0.3;
/// The height of a key's box, points.
pub(super) const KEY: f32 = 17.0;
/// An axis this high has the keys, and one this high the lines of client and server as well, points.
const ROOM: (f32, f32) = (112.0, 168.0);

/// Where everything is.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeAxis<'a> {
    pub(super) stage: &'a Stage<'a>,
    player: &'a PlayerRun,
    /// What it may draw on.
    pub(super) area: Area,
    /// The chart.
    pub(super) chart: Area,
    /// The middle of the keys; nothing without.
    pub(super) keys: Option<f32>,
    /// The lines of client and server; nothing without.
    pub(super) lines: Option<(f32, f32)>,
    /// The first tick shown, and points a tick.
    pub(super) first: f32,
    pub(super) step: f32,
    /// What the chart shows of a place: x, or y where the run goes further that way.
    pub(super) upright: bool,
    /// The least and the most of it, u.
    pub(super) range: (f64, f64),
}

/// A place a tick.
#[derive(Clone, Copy, Debug)]
pub(super) enum CurvePlaces<'a> {
    /// What a lane drew.
    Drawn(&'a [Frame]),
    /// Where the server had the player.
    Server(&'a [PlayerTick]),
}

/// A curve of the chart.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChartCurve<'a> {
    pub(super) name: &'static str,
    pub(super) color: Rgba,
    /// The colour of its name.
    pub(super) ink: Rgba,
    pub(super) width: f32,
    places: CurvePlaces<'a>,
    /// Whether an answer moves it at once.
    pub(super) jumps: bool,
}

impl ChartCurve<'_> {
    pub(super) fn place(&self, tick: Tick) -> DVec2 {
        match self.places {
            CurvePlaces::Drawn(frames) => frames.get(tick).map_or(DVec2::ZERO, |frame| frame.drawn),
            CurvePlaces::Server(ticks) => ticks.get(tick).map_or(DVec2::ZERO, |state| state.server),
        }
    }
}

impl<'a> TimeAxis<'a> {
    pub(super) fn of(stage: &'a Stage<'a>, player: &'a PlayerRun, area: Area) -> Self {
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

    pub(super) fn theme(&self) -> &'static Theme {
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
    pub(super) fn goes_up(&self) -> bool {
        let (low, high) = bounds(self.stage.experiment().truth.outline.iter().copied());
        let size = high - low;
        size.y > size.x
    }

    pub(super) fn shows_drawn(&self) -> bool {
        let view = self.stage.picture.view;
        view.layout.shows(Side::First) && view.layers.is_on(Switch::Drawn)
    }

    pub(super) fn shows_waiting(&self) -> bool {
        let view = self.stage.picture.view;
        view.layout.shows(Side::Second) && view.layers.is_on(Switch::Snapshot)
    }

    /// The ticks that are shown.
    pub(super) fn ticks(&self) -> std::ops::RangeInclusive<Tick> {
        let last = self.stage.experiment().truth.states.len().saturating_sub(1);
        let end = self.first + self.chart.size().x / self.step;
        (self.first.ceil() as Tick).min(last)..=(end.floor() as Tick).min(last)
    }

    pub(super) fn x(&self, tick: f32) -> f32 {
        self.chart.min.x + (tick - self.first) * self.step
    }

    pub(super) fn y(&self, along: f64) -> f32 {
        let (low, high) = self.range;
        self.chart.max.y - ((along - low) / (high - low)) as f32 * self.chart.size().y
    }

    /// The curves of the chart, from back to front.
    pub(super) fn curves_in_sight(&self) -> Vec<ChartCurve<'a>> {
        let experiment = self.stage.experiment();
        let theme = self.theme();
        let run = &experiment.run;
        let curve = |name, (color, ink), width, places| {
            let jumps = false;
            ChartCurve { name, color, ink, width, places, jumps }
        };
        let mut lanes = Vec::new();
        if self.shows_waiting() {
            let inks = (theme.snapshot, theme.snapshot_text);
            lanes.push(curve("waiting", inks, 2.0, CurvePlaces::Drawn(&run.lanes[1].frames)));
        }
        let inks = (theme.truth, theme.text_quiet);
        lanes.push(curve("server", inks, 2.0, CurvePlaces::Server(&self.player.ticks)));
        if let Some(pinned) = self.stage.picture.pinned.filter(|_| self.shows_drawn()) {
            let places = CurvePlaces::Drawn(&pinned.run.lanes[0].frames);
            lanes.push(curve("A", (theme.pinned, theme.pinned), 1.8, places));
        }
        if self.shows_drawn() {
            let player = &experiment.settings.player;
            let name = if player.predicts { "predicted" } else { "drawn" };
            let places = CurvePlaces::Drawn(&run.lanes[0].frames);
            let jumps = player.predicts && player.smoothing <= 0.0;
            let inks = (theme.drawn, theme.drawn_text);
            lanes.push(ChartCurve { jumps, ..curve(name, inks, 2.6, places) });
        }
        lanes
    }

    /// The least and the most that the curves come to in sight, with room.
    pub(super) fn reach(&self) -> (f64, f64) {
        let lanes = self.curves_in_sight();
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
    pub(super) fn line_in_time(
        &self,
        from: (f32, f32),
        to: (f32, f32),
        width: f32,
        color: Rgba,
    ) -> Vec<Shape> {
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

    pub(super) fn text_size(&self, size: f32) -> f32 {
        self.stage.text_size(size)
    }

    /// A name at the left edge.
    pub(super) fn name_at_left(&self, y: f32, color: Rgba, text: impl Into<String>) -> Shape {
        let size = self.text_size(11.5);
        let at = vec2(self.chart.min.x - 9.0, y + size * 0.36);
        Shape::label(at, Align::End, size, color, text)
    }
}

/// How many ticks are shown: six times the longest way there and back, within reason.
fn span(settings: &Settings) -> f32 {
    let ways = most_delay(&settings.link).min(4.0 * settings.link.latency + 0.2)
        + settings.link.latency * settings.link.up_ratio;
    let ticks = (4.0 * ways * f64::from(settings.sim.tick_rate)).round();
    ticks.clamp(22.0, 160.0) as f32
}
