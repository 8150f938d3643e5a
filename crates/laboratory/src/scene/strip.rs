//! The time strip: the error over the whole run, both lanes, with the updates and the playhead.
//!
//! In: a [`Picture`], an area. Out: shapes, and the way back from a place on the strip to
//! a tick. Invariant: a run of any length gives about as many points as the strip is wide.
//!
//! A run of more than [`LONG`] is shown a part at a time: the part that the playhead is in, with the whole above it.

use super::font::width;
use super::lane;
use super::layers::Layer;
use super::picture::Picture;
use super::shot;
use super::theme::{Rgba, Theme};
use super::{Align, Area, Scene, Shape, Stroke, Weight};
use crate::Tick;
use crate::clocks::ClockFrame;
use crate::experiment::Experiment;
use crate::lanes::Side;
use crate::run::{self, Packet};
use crate::settings::Technique;
use glam::{Vec2, vec2};

/// The height of the packets lane below the chart, points.
pub(super) const LANE: f32 = 36.0;
/// The height of the row of marks that a low strip has in its place, points.
const MARKS: f32 = 22.0;
/// A strip lower than this has no packets lane, points.
const LOW: f32 = 110.0;

/// A longer run is shown a part at a time, s.
pub const LONG: f64 = 30.0;
/// How long such a part is, s.
pub const PART: f64 = 20.0;
/// The height of the whole above a part, points.
const WHOLE: f32 = 20.0;
/// Room between the two, points.
const BETWEEN: f32 = 8.0;

/// What is on the strip.
#[derive(Clone, Copy, Debug)]
pub struct Strip<'a> {
    /// What to show.
    pub picture: &'a Picture<'a>,
    /// Where, points.
    pub area: Area,
}

/// The chart inside the strip: time to the right, error upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chart {
    pub(super) area: Area,
    /// The first tick of it.
    first: Tick,
    /// The last.
    last: Tick,
    top_error: f64,
}

impl Chart {
    fn of(strip: &Strip<'_>) -> Self {
        let settings = &strip.picture.experiment.settings;
        let most = strip.picture.top_error.unwrap_or_else(|| strip.highest());
        // A bound that is not far off is in sight.
        let bound = settings.snapping_bound();
        let own = strip.picture.top_error.is_none() && strip.shows_dead_reckoning();
        let near = own && settings.is_bounded() && bound < 2.0 * most;
        let most = if near { most.max(bound) } else { most };
        let has_threshold = settings.technique == Technique::DeadReckoning;
        let most = most.max(if has_threshold { settings.threshold() } else { 0.1 });
        let Area { min, max } = strip.area;
        let below = if strip.is_low() { MARKS } else { LANE };
        let above = if strip.is_in_parts() { WHOLE + BETWEEN } else { 0.0 };
        let (first, last) = strip.part();
        Self {
            area: Area { min: min + vec2(52.0, 14.0 + above), max: max - vec2(16.0, below) },
            first,
            last,
            top_error: (most * 1.08).max(1e-6),
        }
    }

    /// The whole run, above a part of it.
    fn whole(strip: &Strip<'_>) -> Self {
        let Area { min, max } = strip.area;
        let (top, last) = (min.y + 10.0, strip.last());
        let area = Area::new(min.x + 52.0, top, max.x - 16.0, top + WHOLE);
        Self { area, first: 0, last, ..Self::of(strip) }
    }

    pub(super) fn x(&self, tick: f32) -> f32 {
        let ticks = (self.last - self.first).max(1) as f32;
        self.area.min.x + self.area.size().x * (tick - self.first as f32) / ticks
    }

    /// Whether a tick is on it.
    pub(super) fn shows(&self, tick: Tick) -> bool {
        (self.first..=self.last).contains(&tick)
    }

    fn y(&self, error: f64) -> f32 {
        self.area.max.y - self.area.size().y * (error / self.top_error).min(1.0) as f32
    }
}

/// The tick under a place on the strip; the ends beyond its ends.
#[must_use]
pub fn tick_at(strip: &Strip<'_>, at: Vec2) -> Tick {
    let whole = Chart::whole(strip);
    let on_whole = strip.is_in_parts() && at.y < whole.area.max.y + BETWEEN / 2.0;
    let chart = if on_whole { whole } else { Chart::of(strip) };
    let along = (at.x - chart.area.min.x) / chart.area.size().x.max(1.0);
    let ticks = (chart.last - chart.first) as f32;
    chart.first + (along.clamp(0.0, 1.0) * ticks).round() as Tick
}

impl Strip<'_> {
    fn theme(&self) -> &'static Theme {
        self.picture.view.colors()
    }

    /// The last tick of the run.
    fn last(&self) -> Tick {
        self.picture.experiment.truth.states.len().saturating_sub(1)
    }

    /// Whether a part of the run is shown, and the whole above it.
    fn is_in_parts(&self) -> bool {
        self.picture.experiment.truth.seconds > LONG && !self.is_low()
    }

    /// The first and the last tick that are shown: of the part that the playhead is in. Parts do not move with the
    /// playhead: a curve that slides away under it cannot be read.
    fn part(&self) -> (Tick, Tick) {
        if !self.is_in_parts() {
            return (0, self.last());
        }
        let ticks = ((PART * self.picture.experiment.truth.tick_rate).round() as Tick).max(1);
        let parts = self.last().div_ceil(ticks).max(1);
        let part = (self.picture.tick() / ticks).min(parts - 1);
        (part * ticks, ((part + 1) * ticks).min(self.last()))
    }

    /// Whether there is no room for a packets lane.
    fn is_low(&self) -> bool {
        self.area.size().y < LOW
    }

    /// The largest error of what is shown, u.
    fn highest(&self) -> f64 {
        let Experiment { metrics: [first, second], .. } = self.picture.experiment;
        let leading = self.picture.view.layout.leading();
        let of = |pinned: &Experiment| pinned.metrics(leading).peak_error;
        let pinned = self.picture.pinned.map_or(0.0, of);
        let drawn = if self.shows_dead_reckoning() { first.peak_error } else { 0.0 };
        let snapshot = if self.shows_snapshots() { second.peak_error } else { 0.0 };
        drawn.max(snapshot).max(pinned)
    }

    fn shows_snapshots(&self) -> bool {
        let view = self.picture.view;
        view.layout.shows(Side::Second) && view.layers.is_on(super::layers::Switch::Snapshot)
    }

    fn shows_dead_reckoning(&self) -> bool {
        self.picture.view.layout.shows(Side::First)
    }
}

/// Adds the strip to a scene.
pub fn build(scene: &mut Scene, strip: &Strip<'_>) {
    let chart = Chart::of(strip);
    let (theme, area) = (strip.theme(), strip.area);
    let experiment = strip.picture.experiment;
    let mut shapes = vec![
        Shape::Box { area, radius: 0.0, fill: theme.strip, stroke: None },
        Shape::segment(area.min, vec2(area.max.x, area.min.y), 1.0, theme.border),
    ];
    shapes.extend(axis(&chart, theme));
    let run = &experiment.run;
    if strip.shows_snapshots() {
        shapes.extend(curve(&chart, &run.lanes[1], 1.5, theme.snapshot.alpha(0.8)));
    }
    if let Some(pinned) = strip.picture.pinned {
        let run = &pinned.run;
        let lane = if strip.shows_dead_reckoning() { &run.lanes[0] } else { &run.lanes[1] };
        shapes.extend(curve(&chart, lane, 1.5, theme.pinned));
    }
    let packets = if strip.shows_dead_reckoning() {
        let drawn = tops(&chart, &run.lanes[0]);
        let (base, fill) = (chart.area.max.y, theme.drawn.alpha(0.12));
        shapes.push(Shape::Under { points: drawn.clone(), base, fill });
        shapes.extend(curve(&chart, &run.lanes[0], 1.8, theme.drawn));
        &run.lanes[0].packets
    } else {
        &run.lanes[1].packets
    };
    shapes.extend(levels(&chart, strip));
    if strip.is_in_parts() {
        shapes.extend(whole(&chart, strip));
    }
    shapes.extend(clock_error(&chart, strip));
    if experiment.settings.technique == Technique::LagCompensation {
        let low = strip.is_low();
        let (row, named) = if low { ((4.0, 9.0), false) } else { ((10.0, 16.0), true) };
        let shots = run.shot().map_or(&[][..], |run| &run.shots);
        shapes.extend(shot::rows(&chart, shots, row, named, theme));
    } else if strip.is_low() {
        shapes.extend(marks(&chart, packets, theme));
    } else {
        let latency = experiment.settings.link.latency * experiment.truth.tick_rate;
        shapes.extend(lane::build(&chart, packets, latency as f32, theme));
    }
    shapes.extend(worst_and_playhead(&chart, strip));
    scene.add(Layer::Strip, area, shapes);
}

fn axis(chart: &Chart, theme: &Theme) -> Vec<Shape> {
    let lines = (chart.area.size().y / 18.0).clamp(1.5, 5.0);
    let step = axis_step(chart.top_error, f64::from(lines));
    let decimals = usize::from(step < 1.0) + usize::from(step < 0.1) + usize::from(step < 0.01);
    let lines = (chart.top_error / step).floor() as usize;
    let left = chart.area.min.x;
    let mut shapes = Vec::new();
    for line in 0..=lines {
        let error = line as f64 * step;
        let y = chart.y(error);
        shapes.push(Shape::segment(
            vec2(left, y),
            vec2(chart.area.max.x, y),
            1.0,
            theme.chart_grid,
        ));
        let at = vec2(left - 8.0, y + 4.0);
        let unit = if line == lines { " u" } else { "" };
        let text = format!("{error:.decimals$}{unit}");
        shapes.push(Shape::label(at, Align::End, 12.0, theme.text_faint, text));
    }
    shapes
}

/// The distance between two lines of the axis, u: two to four of them in all where there is room for five, else
/// fewer.
fn axis_step(top: f64, room: f64) -> f64 {
    let power = libm::pow(10.0, libm::log10(top).floor());
    let step = [0.2, 0.5, 1.0, 2.0].into_iter().find(|step| top / (step * power) < room);
    step.unwrap_or(5.0) * power
}

/// The threshold, and the bound of a snapping receiver where it applies and is in sight.
fn levels(chart: &Chart, strip: &Strip<'_>) -> Vec<Shape> {
    let (settings, theme) = (&strip.picture.experiment.settings, strip.theme());
    if !strip.shows_dead_reckoning() || settings.technique != Technique::DeadReckoning {
        return Vec::new();
    }
    let threshold = settings.threshold();
    let mut shapes =
        level(chart, strip, threshold, theme.truth, format!("threshold {threshold:.2} u"));
    let bound = settings.snapping_bound();
    if settings.is_bounded() && bound <= chart.top_error {
        let name = if settings.snaps() { "snapping bound" } else { "bound without a blend" };
        let label = format!("{name} {bound:.2} u");
        shapes.extend(level(chart, strip, bound, theme.error.alpha(0.7), label));
    }
    shapes
}

fn level(chart: &Chart, strip: &Strip<'_>, error: f64, color: Rgba, label: String) -> Vec<Shape> {
    let y = chart.y(error);
    let (left, right) = (vec2(chart.area.min.x, y), vec2(chart.area.max.x, y));
    let stroke = Stroke::new(1.0, color);
    let size = 12.0 * strip.picture.view.text_scale().min(1.25);
    let room = vec2(width(&label, size, Weight::Regular) + 6.0, size * 1.25);
    let min = left + vec2(6.0, -room.y - 2.0);
    let chip = Area { min, max: min + room };
    vec![
        Shape::Dashed { points: vec![left, right], closed: false, stroke, dash: (5.0, 4.0) },
        // Something quiet behind a text that may lie on a curve.
        Shape::Box { area: chip, radius: 3.0, fill: strip.theme().strip.alpha(0.8), stroke: None },
        Shape::label(left + vec2(9.0, -6.0), Align::Start, size, strip.theme().text_quiet, label),
    ]
}

/// A tick for every packet sent, and a fainter one where it arrived.
fn marks(chart: &Chart, packets: &[Packet], theme: &Theme) -> Vec<Shape> {
    let top = chart.area.max.y + 4.0;
    let mark = |tick: Tick, from: f32, to: f32, width: f32, color| {
        let x = chart.x(tick as f32);
        Shape::segment(vec2(x, top + from), vec2(x, top + to), width, color)
    };
    let arrived = |packet: &Packet| {
        packet
            .arrived
            .filter(|tick| chart.shows(*tick))
            .map(|tick| mark(tick, 6.0, 12.0, 1.2, theme.text_faint))
    };
    let sent = |packet: &Packet| mark(packet.sent, 0.0, 9.0, 1.8, theme.update);
    let shown = packets.iter().filter(|packet| chart.shows(packet.sent));
    let shown = lane::apart(chart, &shown.collect::<Vec<_>>());
    let arrivals = shown.iter().filter_map(|packet| arrived(packet));
    arrivals.chain(shown.iter().map(|packet| sent(packet))).collect()
}

fn worst_and_playhead(chart: &Chart, strip: &Strip<'_>) -> Vec<Shape> {
    let (theme, area, experiment) = (strip.theme(), strip.area, strip.picture.experiment);
    let metrics =
        if strip.shows_dead_reckoning() { &experiment.metrics[0] } else { &experiment.metrics[1] };
    let worst = vec2(chart.x(metrics.peak_tick as f32), chart.y(metrics.peak_error));
    let x = chart.x(strip.picture.tick() as f32);
    let above = if strip.is_in_parts() { chart.area.min.y - 4.0 } else { area.min.y + 7.0 };
    let (top, bottom) = (vec2(x, above), vec2(x, area.max.y - 6.0));
    let mut shapes =
        vec![Shape::segment(top, bottom, 1.2, theme.text), Shape::disc(top, 4.5, theme.text)];
    let is_shot = experiment.settings.technique == Technique::LagCompensation;
    let seen = metrics.unseen_ticks < experiment.truth.states.len();
    if seen && !is_shot && chart.shows(metrics.peak_tick) {
        shapes.push(Shape::ring(worst, 4.0, 2.0, theme.error));
    }
    shapes
}

/// What the error of the clock alone does: ‖clock error‖ · speed, u, dashed.
fn clock_error(chart: &Chart, strip: &Strip<'_>) -> Vec<Shape> {
    let run = strip.picture.experiment.run.vehicle();
    let Some(clock) = run.map(|run| &run.clock).filter(|clock| !clock.is_empty()) else {
        return Vec::new();
    };
    let theme = strip.theme();
    let speed = strip.picture.experiment.speed();
    let way = |frame: &ClockFrame| frame.error().abs() * speed;
    let stroke = Stroke::new(1.2, theme.text_quiet.alpha(0.8));
    let shown = clock.get(chart.first..=chart.last).unwrap_or_default();
    let points = envelope(chart, chart.first, shown, way);
    let size = 12.0 * strip.picture.view.text_scale().min(1.25);
    let at = vec2(chart.area.max.x - 4.0, chart.area.min.y + size * 0.4);
    let name = "dashed: clock error × speed";
    vec![
        Shape::Dashed { points, closed: false, stroke, dash: (4.0, 3.0) },
        Shape::label(at, Align::End, size, theme.text_quiet, name),
    ]
}

/// The error as a line, from the first tick on which anything was drawn.
fn errors(chart: &Chart, lane: &run::Lane) -> Vec<Vec2> {
    let from = lane.seen_from().max(chart.first);
    let frames = lane.frames.get(from..=chart.last).unwrap_or_default();
    envelope(chart, from, frames, |frame| frame.error)
}

/// The error as the upper edge of an area: of each column the greatest alone. The way up and down within a column is
/// narrower than a point, and where its middle falls would decide how high it looks.
fn tops(chart: &Chart, lane: &run::Lane) -> Vec<Vec2> {
    let points = errors(chart, lane);
    points.chunk_by(|one, other| one.x == other.x).map(highest_of).collect()
}

fn highest_of(column: &[Vec2]) -> Vec2 {
    let first = column.first().copied().unwrap_or_default();
    column.iter().fold(first, |top, point| if point.y < top.y { *point } else { top })
}

/// The whole run above a part of it: the error, and which part it is.
fn whole(part: &Chart, strip: &Strip<'_>) -> Vec<Shape> {
    let (chart, theme) = (Chart::whole(strip), strip.theme());
    let run = &strip.picture.experiment.run;
    let (lane, ink) = if strip.shows_dead_reckoning() {
        (&run.lanes[0], theme.drawn)
    } else {
        (&run.lanes[1], theme.snapshot)
    };
    let (left, right) = (chart.x(part.first as f32), chart.x(part.last as f32));
    let window = Area::new(left, chart.area.min.y - 2.0, right, chart.area.max.y + 2.0);
    let stroke = Some(Stroke::new(1.0, theme.text_faint));
    let points = tops(&chart, lane);
    let base = chart.area.max.y;
    let x = chart.x(strip.picture.tick() as f32);
    let (top, bottom) = (vec2(x, window.min.y), vec2(x, window.max.y));
    let at = vec2(chart.area.min.x - 8.0, chart.area.max.y - 5.0);
    vec![
        Shape::Box { area: chart.area, radius: 0.0, fill: theme.panel, stroke: None },
        Shape::Under { points, base, fill: ink.alpha(0.55) },
        Shape::Box { area: window, radius: 2.0, fill: theme.text.alpha(0.08), stroke },
        Shape::segment(top, bottom, 1.2, theme.text),
        Shape::label(at, Align::End, 10.0, theme.text_faint, "whole"),
    ]
}

fn curve(chart: &Chart, lane: &run::Lane, width: f32, color: Rgba) -> Option<Shape> {
    let (points, stroke) = (errors(chart, lane), Stroke::new(width, color));
    (!points.is_empty()).then_some(Shape::Line { points, closed: false, stroke })
}

/// A number a tick as a line, the first of them on tick `from`: every tick where there is room, else the least and the
/// greatest of each column.
fn envelope<T>(chart: &Chart, from: Tick, ticks: &[T], read: impl Fn(&T) -> f64) -> Vec<Vec2> {
    let columns = chart.area.size().x.max(1.0) as usize;
    let place = |tick: Tick, error: f64| vec2(chart.x((from + tick) as f32), chart.y(error));
    if ticks.len() <= 2 * columns {
        return ticks.iter().enumerate().map(|(tick, of)| place(tick, read(of))).collect();
    }
    let chunk = ticks.len().div_ceil(columns);
    let ends = ticks.chunks(chunk).enumerate().flat_map(|(column, of_chunk)| {
        let errors = || of_chunk.iter().map(&read);
        let (low, high) = (errors().fold(f64::INFINITY, f64::min), errors().fold(0.0, f64::max));
        [place(column * chunk, low), place(column * chunk, high)]
    });
    ends.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::PacketMetrics;
    use crate::scene::view::View;
    use crate::settings::Settings;

    fn with_strip<T>(settings: Settings, look: impl Fn(&Strip<'_>) -> T) -> T {
        let experiment = Experiment::of(settings).expect("an experiment");
        let view = View::default();
        let picture = Picture::of(&experiment, &view);
        look(&picture.strip(Area::new(0.0, 600.0, 936.0, 740.0)))
    }

    #[test]
    fn a_place_on_the_strip_leads_back_to_its_tick() {
        with_strip(Settings::default(), |strip| {
            let chart = Chart::of(strip);
            for tick in [0, 1, 214, 500] {
                assert_eq!(tick_at(strip, vec2(chart.x(tick as f32), 700.0)), tick);
            }
            let ends = [-50.0, 5000.0].map(|x| tick_at(strip, vec2(x, 700.0)));
            assert_eq!(ends, [0, 500]);
        });
    }

    #[test]
    fn a_long_run_is_shown_part_by_part_with_the_whole_above() {
        let mut settings = Settings::default();
        settings.motion.laps = 50;
        with_strip(settings, |strip| {
            let last = strip.last();
            for tick in [0, 1199, 1200, 7777, last - 1, last] {
                let picture = Picture { tick, ..*strip.picture };
                let strip = Strip { picture: &picture, area: strip.area };
                let (part, whole) = (Chart::of(&strip), Chart::whole(&strip));
                assert!(part.shows(tick) && part.last - part.first <= 1200, "{tick}");
                let low = vec2(part.x(tick as f32), part.area.max.y - 3.0);
                assert_eq!(tick_at(&strip, low), tick);
                let high = vec2(whole.x(tick as f32), whole.area.min.y + 3.0);
                assert!(tick_at(&strip, high).abs_diff(tick) < last / 800, "{tick}");
                assert!(whole.area.max.y < part.area.min.y);
            }
        });
    }

    #[test]
    fn a_long_run_keeps_its_peaks_in_few_points() {
        let mut settings = Settings::default();
        settings.motion.laps = 50;
        with_strip(settings, |strip| {
            let chart = Chart::whole(strip);
            let points = tops(&chart, &strip.picture.experiment.run.lanes[0]);
            assert!(points.windows(2).all(|pair| pair[0].x < pair[1].x));
            assert!(points.len() < 2000, "{}", points.len());
            let highest = points.iter().map(|point| point.y).fold(f32::INFINITY, f32::min);
            assert_eq!(highest, chart.y(strip.picture.experiment.metrics[0].peak_error));
        });
    }

    fn lane_of(strip: &Strip<'_>) -> Vec<Shape> {
        let packets = &strip.picture.experiment.run.lanes[0].packets;
        lane::build(&Chart::of(strip), packets, 6.0, strip.theme())
    }

    fn lane_of_whole(strip: &Strip<'_>) -> Vec<Shape> {
        let packets = &strip.picture.experiment.run.lanes[0].packets;
        lane::build(&Chart::whole(strip), packets, 6.0, strip.theme())
    }

    #[test]
    fn every_update_has_its_mark_until_there_is_no_room_for_them() {
        with_strip(Settings::default(), |strip| {
            let packets = &strip.picture.experiment.run.lanes[0].packets;
            let arrived = packets.iter().filter(|packet| packet.arrived.is_some()).count();
            let marks = marks(&Chart::of(strip), packets, strip.theme());
            assert_eq!(marks.len(), packets.len() + arrived);
            // In the lane each has a line, too, and there are two words.
            assert_eq!(lane_of(strip).len(), 2 * packets.len() + arrived + 2);
        });
        let mut settings = Settings::default();
        settings.motion.laps = 100;
        settings.sender.threshold = 0.001;
        with_strip(settings, |strip| {
            let packets = &strip.picture.experiment.run.lanes[0].packets;
            let chart = Chart::of(strip);
            let most = 2.0 * chart.area.size().x / 0.9 + 4.0;
            assert!(packets.len() as f32 > most, "{} updates", packets.len());
            assert!(marks(&chart, packets, strip.theme()).len() as f32 <= most);
            assert!(lane_of(strip).len() as f32 <= most);
        });
    }

    #[test]
    fn each_fate_has_a_shape_of_its_own_in_the_lane() {
        let mut settings = Settings::default();
        for assignment in [
            "motion.laps=6",
            "link.loss=0.15",
            "link.jitter=0.1",
            "link.reorder=0.3",
            "link.reorder_delay=0.4",
            "link.duplicate=0.2",
        ] {
            settings.set(assignment).expect(assignment);
        }
        with_strip(settings, |strip| {
            let theme = strip.theme();
            let metrics = &strip.picture.experiment.metrics[0];
            let shapes = lane_of_whole(strip);
            let crosses = shapes.iter().filter(|shape| {
                let Shape::Line { points, stroke, .. } = shape else { return false };
                points.len() == 5 && stroke.color == theme.error
            });
            let rings = shapes.iter().filter(|shape| matches!(shape, Shape::Circle { .. }));
            let fainter = shapes.iter().filter(|shape| {
                let Shape::Line { stroke, .. } = shape else { return false };
                stroke.color == theme.text_faint.alpha(0.35)
            });
            let shown = (crosses.count(), rings.count(), fainter.count());
            let PacketMetrics { lost, late, duplicates, .. } = metrics.packets.expect("packets");
            assert_eq!(shown, (lost, late, duplicates));
            assert!(lost > 3 && late > 3 && duplicates > 3, "{metrics:?}");
        });
    }

    #[test]
    fn nothing_of_the_lane_lies_outside_of_the_strip() {
        let mut settings = Settings::default();
        settings.set("link.latency=0.5").expect("a latency");
        settings.set("link.loss=0.3").expect("a loss");
        with_strip(settings, |strip| {
            for shape in lane_of(strip) {
                let Shape::Line { points, .. } = shape else { continue };
                assert!(points.iter().all(|&point| strip.area.contains(point)), "{points:?}");
            }
        });
    }

    #[test]
    fn the_axis_has_two_to_four_steps() {
        for top in [0.011, 0.09, 0.3, 1.0, 1.3, 1.9, 2.1, 7.0, 62.0] {
            let lines = (top / axis_step(top, 5.0)).floor();
            assert!((2.0..=4.0).contains(&lines), "{top}: {lines}");
        }
    }
}
