//! The error as a curve: of any length, in about as many points as the chart is wide.

use crate::Tick;
use crate::clocks::ClockFrame;
use crate::lane::Lane;
use crate::scene::chart::{Strip, StripChart};
use crate::scene::theme::Rgba;
use crate::scene::{Align, Area, Shape, Stroke};
use glam::{Vec2, vec2};

pub(super) fn error_curve(
    chart: &StripChart,
    lane: &Lane,
    width: f32,
    color: Rgba,
) -> Option<Shape> {
    let (points, stroke) = (error_points(chart, lane), Stroke::new(width, color));
    (!points.is_empty()).then_some(Shape::Line { points, closed: false, stroke })
}

/// The error as the upper edge of an area: of each column the greatest alone. The way up and down within a column is
/// narrower than a point, and where its middle falls would decide how high it looks.
pub(super) fn upper_edge(chart: &StripChart, lane: &Lane) -> Vec<Vec2> {
    let points = error_points(chart, lane);
    points.chunk_by(|one, other| one.x == other.x).map(highest_of).collect()
}

fn highest_of(column: &[Vec2]) -> Vec2 {
    let first = column.first().copied().unwrap_or_default();
    column.iter().fold(first, |top, point| if point.y < top.y { *point } else { top })
}

/// The error as a line, from the first tick on which anything was drawn.
fn error_points(chart: &StripChart, lane: &Lane) -> Vec<Vec2> {
    let from = lane.seen_from().max(chart.first);
    let frames = lane.frames.get(from..=chart.last).unwrap_or_default();
    envelope(chart, from, frames, |frame| frame.error)
}

/// The whole run above a part of it: the error, and which part it is.
pub(super) fn whole_above(part: &StripChart, strip: &Strip<'_>) -> Vec<Shape> {
    let (chart, theme) = (StripChart::whole(strip), strip.theme());
    let run = &strip.picture.experiment.run;
    let (lane, ink) = if strip.shows_dead_reckoning() {
        (&run.lanes[0], theme.drawn)
    } else {
        (&run.lanes[1], theme.snapshot)
    };
    let (left, right) = (chart.x(part.first as f32), chart.x(part.last as f32));
    let window = Area::new(left, chart.area.min.y - 2.0, right, chart.area.max.y + 2.0);
    let stroke = Some(Stroke::new(1.0, theme.text_faint));
    let points = upper_edge(&chart, lane);
    let base = chart.area.max.y;
    let x = chart.x(strip.picture.tick() as f32);
    let (top, bottom) = (vec2(x, window.min.y), vec2(x, window.max.y));
    let at = vec2(chart.area.min.x - 8.0, chart.area.max.y - 5.0);
    vec![
        Shape::filled(chart.area, theme.panel),
        Shape::Under { points, base, fill: ink.alpha(0.55) },
        Shape::Box { area: window, radius: 2.0, fill: theme.text.alpha(0.08), stroke },
        Shape::segment(top, bottom, 1.2, theme.text),
        Shape::label(at, Align::End, 10.0, theme.text_faint, "whole"),
    ]
}

/// What the error of the clock alone does: ‖clock error‖ · speed, u, dashed.
pub(super) fn clock_error(chart: &StripChart, strip: &Strip<'_>) -> Vec<Shape> {
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

/// A number a tick as a line, the first of them on tick `from`: every tick where there is room, else the least and the
/// greatest of each column.
fn envelope<T>(chart: &StripChart, from: Tick, ticks: &[T], read: impl Fn(&T) -> f64) -> Vec<Vec2> {
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
    use crate::scene::strip::tests::with_strip;
    use crate::settings::Settings;

    #[test]
    fn a_long_run_keeps_its_peaks_in_few_points() {
        let mut settings = Settings::default();
        settings.motion.laps = 50;
        with_strip(settings, |strip| {
            let chart = StripChart::whole(strip);
            let points = upper_edge(&chart, &strip.picture.experiment.run.lanes[0]);
            assert!(points.windows(2).all(|pair| pair[0].x < pair[1].x));
            assert!(points.len() < 2000, "{}", points.len());
            let highest = points.iter().map(|point| point.y).fold(f32::INFINITY, f32::min);
            assert_eq!(highest, chart.y(strip.picture.experiment.metrics[0].peak_error));
        });
    }
}
