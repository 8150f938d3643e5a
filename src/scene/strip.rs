//! The time strip: the error over the whole run, both lanes, with the updates and the playhead.
//!
//! In: a [`Picture`], an area. Out: shapes, and the way back from a place on the strip to
//! a tick. Invariant: a run of any length gives about as many points as the strip is wide.

use super::font::width;
use super::layers::Layer;
use super::picture::Picture;
use super::theme::{Rgba, Theme};
use super::view::Layout;
use super::{Align, Area, Scene, Shape, Stroke, Weight};
use crate::sim::Tick;
use crate::sim::experiment::Experiment;
use crate::sim::run::{Frame, Packet};
use glam::{Vec2, vec2};

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
struct Chart {
    area: Area,
    ticks: f32,
    top_error: f64,
}

impl Chart {
    fn of(strip: &Strip<'_>) -> Self {
        let Experiment { settings, truth, dead_reckoning, snapshot, .. } = strip.picture.experiment;
        let most =
            dead_reckoning.peak_error.max(snapshot.peak_error).max(settings.sender.threshold);
        let Area { min, max } = strip.area;
        Self {
            area: Area { min: min + vec2(52.0, 14.0), max: max - vec2(16.0, 22.0) },
            ticks: truth.states.len().saturating_sub(1).max(1) as f32,
            top_error: (most * 1.08).max(1e-6),
        }
    }

    fn x(&self, tick: f32) -> f32 {
        self.area.min.x + self.area.size().x * tick / self.ticks
    }

    fn y(&self, error: f64) -> f32 {
        self.area.max.y - self.area.size().y * (error / self.top_error).min(1.0) as f32
    }
}

/// The tick under a place on the strip; the ends beyond its ends.
#[must_use]
pub fn tick_at(strip: &Strip<'_>, x: f32) -> Tick {
    let chart = Chart::of(strip);
    let along = (x - chart.area.min.x) / chart.area.size().x.max(1.0);
    (along.clamp(0.0, 1.0) * chart.ticks).round() as Tick
}

impl Strip<'_> {
    fn theme(&self) -> &'static Theme {
        self.picture.view.colors()
    }

    fn shows_snapshots(&self) -> bool {
        let view = self.picture.view;
        view.layout != Layout::DeadReckoning && view.layers.is_on(super::layers::Switch::Snapshot)
    }

    fn shows_dead_reckoning(&self) -> bool {
        self.picture.view.layout != Layout::Snapshot
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
        shapes.push(curve(&chart, &run.snapshot.frames, 1.5, theme.snapshot.alpha(0.8)));
    }
    if let Some(pinned) = strip.picture.pinned {
        shapes.push(curve(&chart, &pinned.run.dead_reckoning.frames, 1.5, theme.pinned));
    }
    let packets = if strip.shows_dead_reckoning() {
        let drawn = envelope(&chart, &run.dead_reckoning.frames);
        let (base, fill) = (chart.area.max.y, theme.drawn.alpha(0.12));
        shapes.push(Shape::Under { points: drawn.clone(), base, fill });
        let stroke = Stroke::new(1.8, theme.drawn);
        shapes.push(Shape::Line { points: drawn, closed: false, stroke });
        &run.dead_reckoning.packets
    } else {
        &run.snapshot.packets
    };
    shapes.extend(levels(&chart, strip));
    shapes.extend(marks(&chart, packets, theme));
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
    let threshold = settings.sender.threshold;
    let mut shapes =
        level(chart, strip, threshold, theme.truth, format!("threshold {threshold:.2} u"));
    let bound = settings.snapping_bound();
    let applies = settings.sender.order == crate::netcode::Order::Velocity
        && settings.sender.rate_cap == 0.0
        && strip.shows_dead_reckoning();
    if applies && bound <= chart.top_error {
        let snaps = settings.receiver.blend_time <= 0.0;
        let name = if snaps { "snapping bound" } else { "bound without a blend" };
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
    let arrived =
        |packet: &Packet| packet.arrived.map(|tick| mark(tick, 6.0, 12.0, 1.2, theme.text_faint));
    let sent = |packet: &Packet| mark(packet.sent, 0.0, 9.0, 1.8, theme.update);
    // Where there are more packets than room, one mark a point.
    let mut last = f32::NEG_INFINITY;
    let apart = |packet: &&Packet| {
        let x = chart.x(packet.sent as f32);
        let apart = x - last >= 0.9;
        last = if apart { x } else { last };
        apart
    };
    let shown: Vec<&Packet> = packets.iter().filter(apart).collect();
    let arrivals = shown.iter().filter_map(|packet| arrived(packet));
    arrivals.chain(shown.iter().map(|packet| sent(packet))).collect()
}

fn worst_and_playhead(chart: &Chart, strip: &Strip<'_>) -> Vec<Shape> {
    let (theme, area, experiment) = (strip.theme(), strip.area, strip.picture.experiment);
    let metrics = if strip.shows_dead_reckoning() {
        &experiment.dead_reckoning
    } else {
        &experiment.snapshot
    };
    let worst = vec2(chart.x(metrics.peak_tick as f32), chart.y(metrics.peak_error));
    let x = chart.x(strip.picture.tick() as f32);
    let (top, bottom) = (vec2(x, area.min.y + 7.0), vec2(x, area.max.y - 6.0));
    vec![
        Shape::segment(top, bottom, 1.2, theme.text),
        Shape::disc(top, 4.5, theme.text),
        Shape::ring(worst, 4.0, 2.0, theme.error),
    ]
}

fn curve(chart: &Chart, frames: &[Frame], width: f32, color: Rgba) -> Shape {
    let stroke = Stroke::new(width, color);
    Shape::Line { points: envelope(chart, frames), closed: false, stroke }
}

/// The error as a line: every tick where there is room, else the least and the greatest of each column.
fn envelope(chart: &Chart, frames: &[Frame]) -> Vec<Vec2> {
    let columns = chart.area.size().x.max(1.0) as usize;
    let place = |tick: usize, error: f64| vec2(chart.x(tick as f32), chart.y(error));
    if frames.len() <= 2 * columns {
        return frames.iter().enumerate().map(|(tick, frame)| place(tick, frame.error)).collect();
    }
    let chunk = frames.len().div_ceil(columns);
    let ends = frames.chunks(chunk).enumerate().flat_map(|(column, chunk_frames)| {
        let errors = || chunk_frames.iter().map(|frame| frame.error);
        let (low, high) = (errors().fold(f64::INFINITY, f64::min), errors().fold(0.0, f64::max));
        [place(column * chunk, low), place(column * chunk, high)]
    });
    ends.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
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
                assert_eq!(tick_at(strip, chart.x(tick as f32)), tick);
            }
            assert_eq!((tick_at(strip, -50.0), tick_at(strip, 5000.0)), (0, 500));
        });
    }

    #[test]
    fn a_long_run_keeps_its_peaks_in_few_points() {
        let mut settings = Settings::default();
        settings.motion.laps = 50;
        with_strip(settings, |strip| {
            let chart = Chart::of(strip);
            let points = envelope(&chart, &strip.picture.experiment.run.dead_reckoning.frames);
            assert!(points.len() < 2000, "{}", points.len());
            let highest = points.iter().map(|point| point.y).fold(f32::INFINITY, f32::min);
            assert_eq!(highest, chart.y(strip.picture.experiment.dead_reckoning.peak_error));
        });
    }

    #[test]
    fn every_update_has_its_mark_until_there_is_no_room_for_them() {
        with_strip(Settings::default(), |strip| {
            let packets = &strip.picture.experiment.run.dead_reckoning.packets;
            let arrived = packets.iter().filter(|packet| packet.arrived.is_some()).count();
            assert_eq!(
                marks(&Chart::of(strip), packets, strip.theme()).len(),
                packets.len() + arrived
            );
        });
        let mut settings = Settings::default();
        settings.motion.laps = 100;
        settings.sender.threshold = 0.001;
        with_strip(settings, |strip| {
            let packets = &strip.picture.experiment.run.dead_reckoning.packets;
            let chart = Chart::of(strip);
            let most = 2.0 * chart.area.size().x / 0.9 + 2.0;
            assert!(packets.len() as f32 > most, "{} updates", packets.len());
            assert!(marks(&chart, packets, strip.theme()).len() as f32 <= most);
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
