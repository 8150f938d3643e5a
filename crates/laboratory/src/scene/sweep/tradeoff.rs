//! What an update buys: every point of the sweep by its updates a second and its error, those that no other beats
//! joined, the settings that there are marked.
//!
//! Also the way back from a place on the chart to the point of the sweep that is there.

use super::chart::SweepChart;
use super::scale::{self, SMALL};
use crate::scene::theme::Rgba;
use crate::scene::{Align, Area, Shape, Stroke};
use crate::tune::sweep::{SweepRow, Tradeoff, frontier};
use glam::{Vec2, vec2};
use std::collections::HashSet;

/// How far from the pointer a point may be and still be meant, points.
const REACH: f32 = 12.0;

/// The chart's scales: both begin at 0.
struct TradeoffScales {
    area: Area,
    most: Tradeoff,
}

impl TradeoffScales {
    fn of(chart: &SweepChart<'_>, area: Area, points: &[Tradeoff], best: &[usize]) -> Self {
        let shown = best.iter().map(|&place| points[place]).chain(chart.tradeoff_now());
        let most = shown.fold(Tradeoff { cost: 0.0, error: 0.0 }, |most, point| Tradeoff {
            cost: most.cost.max(point.cost),
            error: most.error.max(point.error),
        });
        let above = |value: f64, times: f64| if value > 0.0 { value * times } else { 1.0 };
        Self {
            area,
            most: Tradeoff { cost: above(most.cost, 1.12), error: above(most.error, 1.15) },
        }
    }

    fn x(&self, cost: f64) -> f32 {
        self.area.min.x + self.area.size().x * (cost / self.most.cost) as f32
    }

    fn y(&self, error: f64) -> f32 {
        self.area.max.y - self.area.size().y * (error / self.most.error) as f32
    }

    fn place(&self, point: Tradeoff) -> Vec2 {
        vec2(self.x(point.cost), self.y(point.error))
    }

    fn holds(&self, point: &Tradeoff) -> bool {
        point.cost <= self.most.cost && point.error <= self.most.error
    }
}

/// The row of the sweep's rows nearest to a place on the chart.
#[must_use]
pub fn row_at(chart: &SweepChart<'_>, area: Area, pointer: Vec2) -> Option<usize> {
    let points = chart.tradeoffs();
    let scales = TradeoffScales::of(chart, area, &points, &frontier(&points));
    let near = points.iter().enumerate().filter(|(_, point)| scales.holds(point));
    let near = near.map(|(place, point)| (place, scales.place(*point).distance(pointer)));
    let nearest = near.min_by(|one, other| one.1.total_cmp(&other.1));
    nearest.filter(|(_, distance)| *distance <= REACH).map(|(place, _)| place)
}

/// Where a row lies on the chart, if it does.
pub(super) fn place_of(chart: &SweepChart<'_>, area: Area, row: &SweepRow) -> Option<Vec2> {
    let points = chart.tradeoffs();
    let scales = TradeoffScales::of(chart, area, &points, &frontier(&points));
    let at = chart.rows.iter().position(|own| own.place == row.place)?;
    Some(points[at]).filter(|point| scales.holds(point)).map(|point| scales.place(point))
}

/// The chart in `area`; the numbers and names stand outside of it.
pub(super) fn build(chart: &SweepChart<'_>, area: Area, name: &str) -> Vec<Shape> {
    let theme = chart.theme.theme();
    let points = chart.tradeoffs();
    let best = frontier(&points);
    let scales = TradeoffScales::of(chart, area, &points, &best);
    let mut shapes = vec![Shape::filled(area, theme.strip)];
    let step =
        |most: f64, room: f32, each: f32| scale::step(most, f64::from((room / each).max(2.0)));
    let size = area.size();
    let lines = scale::multiples((0.0, scales.most.error), step(scales.most.error, size.y, 60.0));
    for (error, _) in &lines {
        let y = scales.y(*error);
        let (left, right) = (vec2(area.min.x, y), vec2(area.max.x, y));
        shapes.push(Shape::segment(left, right, 1.0, theme.chart_grid));
    }
    shapes.extend(scale::numbers_at_left(area, &lines, name, |at| scales.y(at), theme));
    let rates = scale::multiples((0.0, scales.most.cost), step(scales.most.cost, size.x, 80.0));
    let below = "updates per second";
    shapes.extend(scale::numbers_below(area, &rates, below, |at| scales.x(at), theme));
    let outside = points.iter().filter(|point| !scales.holds(point)).count();
    shapes.extend(dots(&scales, &points, theme.text_faint.alpha(0.55)));
    let line: Vec<Vec2> = best.iter().map(|&place| scales.place(points[place])).collect();
    shapes.extend(line.iter().map(|point| Shape::disc(*point, 4.2, theme.drawn)));
    if line.len() > 1 {
        let stroke = Stroke::new(2.0, theme.drawn);
        shapes.push(Shape::Line { points: line, closed: false, stroke });
    }
    if let Some(here) = chart.tradeoff_now() {
        let at = scales.place(here);
        shapes.push(Shape::ring(at, 7.0, 2.2, theme.text));
        let left = at.x > area.max.x - 50.0;
        let (align, beside) = if left { (Align::End, -12.0) } else { (Align::Start, 12.0) };
        shapes.push(Shape::label(at + vec2(beside, -8.0), align, SMALL, theme.text, "now"));
    }
    if outside > 0 {
        let at = vec2(area.max.x, area.min.y - 12.0);
        let text = format!("{outside} more lie outside");
        shapes.push(Shape::label(at, Align::End, SMALL, theme.text_faint, text));
    }
    shapes
}

/// Every point that is in sight; those on the same spot once.
fn dots(scales: &TradeoffScales, points: &[Tradeoff], color: Rgba) -> Vec<Shape> {
    let mut drawn = HashSet::new();
    let seen = points.iter().filter(|point| scales.holds(point));
    let mut fresh = |at: &Vec2| drawn.insert(((at.x * 2.0) as i32, (at.y * 2.0) as i32));
    let places = seen.map(|point| scales.place(*point)).filter(|at| fresh(at));
    places.map(|at| Shape::disc(at, 2.2, color)).collect()
}
