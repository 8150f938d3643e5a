//! What the chart of the strip is read by: its axis, the threshold, a bound.

use crate::scene::chart::{Strip, StripChart};
use crate::scene::font::width;
use crate::scene::theme::{Rgba, Theme};
use crate::scene::{Align, Area, Shape, Stroke, Weight};
use glam::vec2;

pub(super) fn error_axis(chart: &StripChart, theme: &Theme) -> Vec<Shape> {
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
pub(super) fn levels(chart: &StripChart, strip: &Strip<'_>) -> Vec<Shape> {
    let (settings, theme) = (&strip.picture.experiment.settings, strip.theme());
    if !strip.shows_dead_reckoning() || !settings.technique.row().has_threshold {
        return Vec::new();
    }
    let threshold = settings.threshold();
    let mut shapes =
        level_line(chart, strip, threshold, theme.truth, format!("threshold {threshold:.2} u"));
    let bound = settings.snapping_bound();
    if settings.is_bounded() && bound <= chart.top_error {
        let name = if settings.snaps() { "snapping bound" } else { "bound without a blend" };
        let label = format!("{name} {bound:.2} u");
        shapes.extend(level_line(chart, strip, bound, theme.error.alpha(0.7), label));
    }
    shapes
}

fn level_line(
    chart: &StripChart,
    strip: &Strip<'_>,
    error: f64,
    color: Rgba,
    label: String,
) -> Vec<Shape> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_has_two_to_four_steps() {
        for top in [0.011, 0.09, 0.3, 1.0, 1.3, 1.9, 2.1, 7.0, 62.0] {
            let lines = (top / axis_step(top, 5.0)).floor();
            assert!((2.0..=4.0).contains(&lines), "{top}: {lines}");
        }
    }
}
