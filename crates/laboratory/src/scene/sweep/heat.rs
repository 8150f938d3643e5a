//! Two knobs: a map of colours, with lines along which the measure is the same, and a mark at the settings there are.
//!
//! Also the way back from a place on the map to the point of the sweep that is there.

use super::chart::SweepChart;
use super::colors;
use super::contour::{Field, contours};
use super::scale::{self, SMALL};
use crate::scene::font::width;
use crate::scene::theme::{Rgba, Theme};
use crate::scene::{Align, Area, Shape, Stroke, Weight};
use crate::tune::sweep::{Axis, SweepRow};
use glam::{DVec2, Vec2, vec2};

/// Behind lines and text on the map, so that they show on dark and bright cells.
pub(super) const SHADE: Rgba = Rgba::hex(0x0c0f14);
/// Lines and text on the map.
pub(super) const INK: Rgba = Rgba::hex(0xf4f6f8);
/// Room for the colour bar to the right of the map, points.
pub(super) const BAR: f32 = 78.0;
/// The width of the bar, points.
const BAR_WIDTH: f32 = 14.0;
/// How opaque is what was there before.
const FAINT: f32 = 0.4;
/// How many colours the bar shows.
const BAR_STEPS: usize = 64;

/// The measure over the two axes of a sweep of two.
pub(super) fn field(chart: &SweepChart<'_>, of: &[SweepRow]) -> Field {
    let [columns, rows] = [0, 1].map(|axis| chart.count(axis));
    let mut values = vec![None; columns * rows];
    for row in of {
        if let Some(place) = values.get_mut(row.place) {
            *place = Some(chart.value(row)).filter(|value| value.is_finite());
        }
    }
    Field { columns, rows, values }
}

/// From where to where the colours run.
fn range(fields: [&Field; 2]) -> (f64, f64) {
    let there = || fields.into_iter().flat_map(|field| field.values.iter().flatten().copied());
    let (low, high) =
        (there().fold(f64::INFINITY, f64::min), there().fold(f64::NEG_INFINITY, f64::max));
    if low.is_finite() { (low, high) } else { (0.0, 1.0) }
}

fn part_of_range(value: f64, (low, high): (f64, f64)) -> f64 {
    if high > low { (value - low) / (high - low) } else { 0.0 }
}

/// The place of a column and row on the map, points; both counted in cells from the middle of the first.
fn place_on_map(area: Area, field: &Field, at: DVec2) -> Vec2 {
    let across = (at.x + 0.5) / field.columns.max(1) as f64;
    let up = (at.y + 0.5) / field.rows.max(1) as f64;
    let size = area.size();
    vec2(area.min.x + size.x * across as f32, area.max.y - size.y * up as f32)
}

/// The point of the sweep under a place on the map.
#[must_use]
pub fn point_at(chart: &SweepChart<'_>, area: Area, pointer: Vec2) -> Option<usize> {
    if !area.contains(pointer) || chart.sweep.axes.len() != 2 {
        return None;
    }
    let part = (pointer - area.min) / area.size();
    let [columns, rows] = [0, 1].map(|axis| chart.count(axis));
    let cell = |part: f32, count: usize| ((part * count as f32) as usize).min(count - 1);
    Some(cell(part.x, columns) * rows + cell(1.0 - part.y, rows))
}

/// The map in `area`; the numbers and names stand outside of it.
pub(super) fn build(chart: &SweepChart<'_>, area: Area) -> Vec<Shape> {
    let theme = chart.theme.theme();
    let (before, field) = (field(chart, chart.before), field(chart, chart.rows));
    let range = range([&before, &field]);
    let mut shapes = vec![Shape::filled(area, theme.panel)];
    shapes.extend(faint(&before, &field, range, area));
    shapes.extend(cells(&field, range, area, 1.0));
    shapes.extend(axes(chart, &field, area, theme));
    shapes.extend(bar(chart, range, area, theme));
    let here = place_of_now(chart, &field, area);
    if range.0 == range.1 {
        let row = chart.measure.row;
        let text = format!("{} {} everywhere", chart.number(range.0), row.unit);
        shapes.push(Shape::heading(area.center(), Align::Middle, 15.0, INK, text));
    }
    let mut taken: Vec<Area> =
        here.iter().map(|at| Area { min: *at, max: *at }.shrunk(-14.0)).collect();
    for level in levels(chart, range) {
        shapes.extend(level_lines(chart, &field, area, level, &mut taken));
    }
    shapes.extend(here.into_iter().flat_map(mark_of_now));
    shapes
}

/// What was there before, where there is nothing yet.
fn faint(before: &Field, field: &Field, range: (f64, f64), area: Area) -> Vec<Shape> {
    if before.values.len() != field.values.len() {
        return Vec::new();
    }
    let pairs = before.values.iter().zip(&field.values);
    let values = pairs.map(|(before, now)| if now.is_none() { *before } else { None }).collect();
    cells(&Field { values, ..*field }, range, area, FAINT)
}

/// The place and size of a cell, by its place in the sweep.
pub(super) fn cell(chart: &SweepChart<'_>, area: Area, place: usize) -> Area {
    let [columns, rows] = [0, 1].map(|axis| chart.count(axis).max(1));
    let size = area.size() / vec2(columns as f32, rows as f32);
    let low = vec2(
        area.min.x + size.x * (place / rows) as f32,
        area.max.y - size.y * (place % rows + 1) as f32,
    );
    Area { min: low.round(), max: (low + size).round() }
}

/// The cells; their sides on whole points, so that no seam shows between two.
fn cells(field: &Field, range: (f64, f64), area: Area, opacity: f32) -> Vec<Shape> {
    let size = area.size();
    let x = |column: usize| (area.min.x + size.x * column as f32 / field.columns as f32).round();
    let y = |row: usize| (area.max.y - size.y * row as f32 / field.rows as f32).round();
    let mut shapes = Vec::with_capacity(field.values.len());
    for column in 0..field.columns {
        for row in 0..field.rows {
            let Some(value) = field.at(column, row) else { continue };
            let cell = Area::new(x(column), y(row + 1), x(column + 1), y(row));
            let fill = colors::color(part_of_range(value, range)).alpha(opacity);
            shapes.push(Shape::filled(cell, fill));
        }
    }
    shapes
}

fn axes(chart: &SweepChart<'_>, field: &Field, area: Area, theme: &Theme) -> Vec<Shape> {
    let [across, up] = &chart.sweep.axes[..] else { return Vec::new() };
    let most = |room: f32, each: f32| (room / each).clamp(2.0, 12.0) as usize;
    let x = |at: f64| place_on_map(area, field, DVec2::new(at, 0.0)).x;
    let y = |at: f64| place_on_map(area, field, DVec2::new(0.0, at)).y;
    let size = area.size();
    let columns = scale::ticks(across, most(size.x, 70.0));
    let rows = scale::ticks(up, most(size.y, 60.0));
    let mut shapes = scale::numbers_below(area, &columns, &scale::axis_name(across), x, theme);
    shapes.extend(scale::numbers_at_left(area, &rows, &scale::axis_name(up), y, theme));
    shapes
}

/// The colours, and what they stand for.
fn bar(chart: &SweepChart<'_>, range: (f64, f64), area: Area, theme: &Theme) -> Vec<Shape> {
    let (low, high) = range;
    let left = area.max.x + 18.0;
    let bar = Area::new(left, area.min.y, left + BAR_WIDTH, area.max.y);
    let y = |part: f64| bar.max.y - bar.size().y * part as f32;
    let step = |at: usize| at as f64 / BAR_STEPS as f64;
    let boxes = (0..BAR_STEPS).map(|at| {
        let area = Area::new(bar.min.x, y(step(at + 1)).round(), bar.max.x, y(step(at)).round());
        Shape::filled(area, colors::color(step(at) + 0.5 / BAR_STEPS as f64))
    });
    let mut shapes: Vec<Shape> = boxes.collect();
    let numbers = scale::multiples(range, scale::step(high - low, 6.0));
    let numbers = if high > low { numbers } else { vec![(low, chart.number(low))] };
    let unit = chart.measure.row.unit;
    let last = numbers.len().saturating_sub(1);
    for (at, (value, text)) in numbers.into_iter().enumerate() {
        let y = y(part_of_range(value, range));
        let place = vec2(bar.max.x + 8.0, y + 4.0);
        let text = if at == last && !unit.is_empty() { format!("{text} {unit}") } else { text };
        shapes.push(Shape::label(place, Align::Start, SMALL, theme.text_faint, text));
        let tick = vec2(bar.max.x, y);
        shapes.push(Shape::segment(tick, tick + vec2(4.0, 0.0), 1.0, theme.text_faint));
    }
    shapes
}

/// The values that get a line: those asked for, else about four round ones.
fn levels(chart: &SweepChart<'_>, (low, high): (f64, f64)) -> Vec<f64> {
    if !chart.sweep.axes.iter().all(Axis::is_number) {
        return Vec::new();
    }
    if !chart.levels.is_empty() {
        return chart.levels.to_vec();
    }
    if high <= low {
        return Vec::new();
    }
    let round = scale::multiples((low, high), scale::step(high - low, 5.0));
    round.into_iter().map(|row| row.0).filter(|level| *level > low && *level < high).collect()
}

/// The lines of one level, and its number where there is room for it.
fn level_lines(
    chart: &SweepChart<'_>,
    field: &Field,
    area: Area,
    level: f64,
    taken: &mut Vec<Area>,
) -> Vec<Shape> {
    let mut lines: Vec<Vec<Vec2>> = contours(field, level)
        .into_iter()
        .map(|line| line.into_iter().map(|at| place_on_map(area, field, at)).collect())
        .collect();
    let length =
        |line: &Vec<Vec2>| line.windows(2).map(|pair| pair[0].distance(pair[1])).sum::<f32>();
    lines.sort_by(|one, other| length(other).total_cmp(&length(one)));
    let line = |points: &Vec<Vec2>, width, color| Shape::Line {
        points: points.clone(),
        closed: false,
        stroke: Stroke::new(width, color),
    };
    let mut shapes: Vec<Shape> =
        lines.iter().map(|points| line(points, 3.2, SHADE.alpha(0.4))).collect();
    shapes.extend(lines.iter().map(|points| line(points, 1.3, INK.alpha(0.9))));
    if let Some(longest) = lines.first().filter(|line| length(line) > 60.0) {
        shapes.extend(level_label(chart, longest, level, area, taken));
    }
    shapes
}

/// The number of a line, at the first of a few places on it that is free.
fn level_label(
    chart: &SweepChart<'_>,
    line: &[Vec2],
    level: f64,
    area: Area,
    taken: &mut Vec<Area>,
) -> Vec<Shape> {
    let text = chart.number(level);
    let half = vec2(width(&text, SMALL, Weight::SemiBold) / 2.0 + 5.0, 9.0);
    let inner = Area { min: area.min + half, max: area.max - half };
    let free = |at: &Vec2| {
        let chip = Area { min: *at - half, max: *at + half };
        let apart = |other: &Area| {
            chip.min.x > other.max.x
                || other.min.x > chip.max.x
                || chip.min.y > other.max.y
                || other.min.y > chip.max.y
        };
        inner.contains(*at) && taken.iter().all(apart)
    };
    let places = [0.5, 0.3, 0.7, 0.15, 0.85, 0.4, 0.6, 0.05, 0.95].map(|part| {
        let place = (part * (line.len() - 1) as f32) as usize;
        line[place]
    });
    let Some(at) = places.into_iter().find(free) else { return Vec::new() };
    let chip = Area { min: at - half, max: at + half };
    taken.push(chip.shrunk(-4.0));
    let baseline = at + vec2(0.0, 4.0);
    vec![
        Shape::Box { area: chip, radius: 4.0, fill: SHADE.alpha(0.65), stroke: None },
        Shape::heading(baseline, Align::Middle, SMALL, INK, text),
    ]
}

/// Where the settings that there are lie on the map.
fn place_of_now(chart: &SweepChart<'_>, field: &Field, area: Area) -> Option<Vec2> {
    let [across, up] = &chart.sweep.axes[..] else { return None };
    let at = |axis: &Axis| axis.position(axis.knob.value(&chart.sweep.settings));
    Some(place_on_map(area, field, DVec2::new(at(across)?, at(up)?)))
}

fn mark_of_now(at: Vec2) -> Vec<Shape> {
    vec![
        Shape::ring(at, 8.0, 4.5, SHADE.alpha(0.6)),
        Shape::ring(at, 8.0, 2.2, INK),
        Shape::disc(at, 2.6, INK),
    ]
}
