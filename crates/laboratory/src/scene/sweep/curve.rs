//! One knob: the measure as a curve over its values, the other lane beside it, and the spread where luck decides.

use super::chart::SweepChart;
use super::scale::{self, SMALL};
use crate::lanes::Side;
use crate::scene::font::width;
use crate::scene::theme::{Rgba, Theme};
use crate::scene::{Align, Area, Shape, Stroke, Weight};
use crate::tune::sweep::SweepRow;
use glam::{Vec2, vec2};

/// The curve's scales.
struct CurveScales {
    area: Area,
    count: usize,
    low: f64,
    top: f64,
}

impl CurveScales {
    fn x(&self, at: f64) -> f32 {
        let part = (at + 0.5) / self.count.max(1) as f64;
        self.area.min.x + self.area.size().x * part as f32
    }

    fn y(&self, value: f64) -> f32 {
        let part = ((value - self.low) / (self.top - self.low)).clamp(0.0, 1.0);
        self.area.max.y - self.area.size().y * part as f32
    }
}

/// The lanes that are drawn, the one that is meant last.
fn lanes(chart: &SweepChart<'_>) -> Vec<Side> {
    let other = Side::BOTH.into_iter().filter(|side| *side != chart.side);
    let has = |side: &Side| chart.measure.is_of(chart.lane(*side).kind);
    other.chain([chart.side]).filter(has).collect()
}

fn inks_of(side: Side, theme: &Theme) -> (Rgba, Rgba) {
    match side {
        Side::First => (theme.drawn, theme.drawn_text),
        Side::Second => (theme.snapshot, theme.snapshot_text),
    }
}

/// The point of the sweep nearest to a place on the chart.
#[must_use]
pub fn point_at(chart: &SweepChart<'_>, area: Area, pointer: Vec2) -> Option<usize> {
    if !area.contains(pointer) || chart.sweep.axes.len() != 1 {
        return None;
    }
    let count = chart.count(0);
    let part = (pointer.x - area.min.x) / area.size().x;
    Some(((part * count as f32) as usize).min(count.saturating_sub(1)))
}

/// The curve in `area`; the numbers and names stand outside of it.
pub(super) fn build(chart: &SweepChart<'_>, area: Area) -> Vec<Shape> {
    let theme = chart.theme.theme();
    let [axis] = &chart.sweep.axes[..] else { return Vec::new() };
    let lanes = lanes(chart);
    let highest = |lane: &Side| {
        let of = |row: &SweepRow| Some(chart.measure.spread(*lane, row)?.upper_quartile);
        chart.rows.iter().filter_map(of).filter(|value| value.is_finite()).fold(0.0, f64::max)
    };
    let top = lanes.iter().map(highest).fold(0.0, f64::max);
    let top = if top > 0.0 { top * 1.06 } else { 1.0 };
    let scales = CurveScales { area, count: chart.count(0), low: 0.0, top };
    let mut shapes = vec![Shape::filled(area, theme.strip)];
    let lines = scale::multiples((0.0, top), scale::step(top, f64::from(area.size().y / 70.0)));
    for (value, _) in &lines {
        let y = scales.y(*value);
        let (left, right) = (vec2(area.min.x, y), vec2(area.max.x, y));
        shapes.push(Shape::segment(left, right, 1.0, theme.chart_grid));
    }
    shapes.extend(scale::numbers_at_left(
        area,
        &lines,
        &chart.measure_name(),
        |at| scales.y(at),
        theme,
    ));
    let ticks = scale::ticks(axis, (area.size().x / 80.0).clamp(2.0, 14.0) as usize);
    shapes.extend(scale::numbers_below(
        area,
        &ticks,
        &scale::axis_name(axis),
        |at| scales.x(at),
        theme,
    ));
    let here = axis.position(axis.knob.value(&chart.sweep.settings));
    shapes.extend(here.into_iter().flat_map(|at| line_at_now(&scales, at, theme)));
    for lane in &lanes {
        shapes.extend(middle_halves(chart, &scales, *lane));
    }
    for lane in &lanes {
        shapes.extend(curve(chart, &scales, *lane, axis.is_number()));
    }
    shapes.extend(legend(chart, &lanes, area));
    shapes
}

/// A line at the settings that there are.
fn line_at_now(scales: &CurveScales, at: f64, theme: &Theme) -> Vec<Shape> {
    let x = scales.x(at);
    let area = scales.area;
    let stroke = Stroke::new(1.2, theme.text_quiet.alpha(0.8));
    let points = vec![vec2(x, area.min.y), vec2(x, area.max.y)];
    let left = x > area.max.x - 50.0;
    let (align, beside) = if left { (Align::End, -6.0) } else { (Align::Start, 6.0) };
    let place = vec2(x + beside, area.max.y - 10.0);
    vec![
        Shape::Dashed { points, closed: false, stroke, dash: (4.0, 4.0) },
        Shape::label(place, align, SMALL, theme.text_quiet, "now"),
    ]
}

/// The middle half of the seeds at each value.
fn middle_halves(chart: &SweepChart<'_>, scales: &CurveScales, lane: Side) -> Vec<Shape> {
    let (line, _) = inks_of(lane, chart.theme.theme());
    let bar = |row: &SweepRow| {
        let spread = chart.measure.spread(lane, row)?;
        let x = scales.x(row.place as f64);
        let [from, to] =
            [spread.lower_quartile, spread.upper_quartile].map(|value| vec2(x, scales.y(value)));
        (to.y < from.y).then(|| Shape::segment(from, to, 3.0, line.alpha(0.3)))
    };
    chart.rows.iter().filter_map(bar).collect()
}

fn curve(chart: &SweepChart<'_>, scales: &CurveScales, lane: Side, joined: bool) -> Vec<Shape> {
    let (line, _) = inks_of(lane, chart.theme.theme());
    let meant = lane == chart.side;
    let wide = if meant { 2.2 } else { 1.5 };
    let mut shapes = Vec::new();
    let place = |row: &SweepRow| {
        chart
            .measure
            .value(lane, row)
            .map(|value| vec2(scales.x(row.place as f64), scales.y(value)))
    };
    let points: Vec<Vec2> = chart.rows.iter().filter_map(place).collect();
    let dots = scales.area.size().x / chart.count(0).max(1) as f32 > 12.0 || !joined;
    let radius = if meant { 3.6 } else { 2.8 };
    if !joined && meant {
        let base = |point: &Vec2| vec2(point.x, scales.area.max.y);
        let stem = |point: &Vec2| Shape::segment(base(point), *point, 2.0, line.alpha(0.35));
        shapes.extend(points.iter().map(stem));
    }
    if dots {
        shapes.extend(points.iter().map(|point| Shape::disc(*point, radius, line)));
    }
    if joined && points.len() > 1 {
        let stroke = Stroke::new(wide, line.alpha(if meant { 1.0 } else { 0.8 }));
        shapes.push(Shape::Line { points, closed: false, stroke });
    }
    shapes
}

/// Which line is which, above the chart to the right.
fn legend(chart: &SweepChart<'_>, lanes: &[Side], area: Area) -> Vec<Shape> {
    let theme = chart.theme.theme();
    let mut right = area.max.x;
    let mut shapes = Vec::new();
    for lane in lanes.iter().rev() {
        let (line, text) = inks_of(*lane, theme);
        let name = chart.lane(*lane).title.to_lowercase();
        let at = vec2(right, area.min.y - 12.0);
        right -= width(&name, SMALL, Weight::Regular) + 8.0;
        shapes.push(Shape::label(at, Align::End, SMALL, text, name));
        let end = vec2(right, area.min.y - 16.0);
        shapes.push(Shape::segment(end - vec2(18.0, 0.0), end, 2.2, line));
        right -= 36.0;
    }
    shapes
}
