//! The picture of a sweep that stands alone: the chart to the left, what an update buys to the right and the settings that
//! do it below that.

use super::chart::{SweepChart, measure_name, title};
use super::scale;
use crate::ensemble::is_luck;
use crate::scene::font::{fitted, width};
use crate::scene::layers::Layer;
use crate::scene::page::{self, MARGIN};
use crate::scene::{Align, Area, Scene, Shape, Weight};
use crate::tune::sweep::{Sweep, Tradeoff, frontier};
use glam::{Vec2, vec2};

/// The size of what explains, points.
pub(super) const SMALL: f32 = 12.5;
/// The height of a line of the table, points.
const ROW: f32 = 21.0;
/// The most lines of the table.
const MOST_ROWS: usize = 7;

/// A picture of a sweep that stands alone.
#[derive(Clone, Copy, Debug)]
pub struct SweepPage<'a> {
    /// Width and height, points.
    pub size: Vec2,
    /// What it is called; nothing: after what it shows.
    pub title: Option<&'a str>,
    /// What it shows.
    pub chart: SweepChart<'a>,
}

/// Builds the page: the chart to the left, what an update buys to the right and the settings that do it below that.
#[must_use]
pub fn build(page: &SweepPage<'_>) -> Scene {
    let chart = &page.chart;
    let theme = chart.theme.theme();
    let whole = Area { min: Vec2::ZERO, max: page.size };
    let mut scene = Scene::default();
    let ground = Shape::filled(whole, theme.stage);
    scene.add(Layer::Background, whole, vec![ground]);
    let lines = lines(page);
    let head = Area::new(0.0, 0.0, page.size.x, page::head_height(lines.len()));
    scene.add(Layer::Caption, head, heading(page, head, &lines));
    let below = Area { min: vec2(0.0, head.max.y), max: page.size };
    // Where every point sends as much, an update buys nothing.
    let wide = below.size().x > 700.0 && frontier(&chart.tradeoffs()).len() > 1;
    let middle = if wide { (below.size().x * 0.53).round() } else { below.max.x };
    let left = Area { max: vec2(middle, below.max.y), ..below };
    let [from_left, above, from_right, under] = chart.margins();
    let inner = |area: Area, left: f32, right: f32| Area {
        min: area.min + vec2(MARGIN + left, above + 14.0),
        max: area.max - vec2(MARGIN + right, under + 6.0),
    };
    scene.add(Layer::Strip, left, chart.build(inner(left, from_left, from_right)));
    if wide {
        let right = Area { min: vec2(middle, below.min.y), ..below };
        let rows = settings_rows(chart);
        let table = ROW * (rows.len() as f32 + 1.0) + 26.0;
        let split = right.max.y - if right.size().y - table > 260.0 { table } else { 0.0 };
        let upper = Area { max: vec2(right.max.x, split), ..right };
        scene.add(Layer::Strip, upper, chart.tradeoff(inner(upper, scale::NUMBERS, 8.0)));
        if split < right.max.y {
            let lower = Area { min: vec2(right.min.x, split), ..right };
            scene.add(Layer::Table, lower, settings_table(chart, &rows, lower));
        }
    }
    scene
}

fn heading(page: &SweepPage<'_>, head: Area, lines: &[String]) -> Vec<Shape> {
    let chart = &page.chart;
    let theme = chart.theme.theme();
    let mut shapes = page::head_band(head, theme);
    let (done, all) = (chart.rows.len(), chart.sweep.points());
    let count = if done < all {
        format!("{done} of {all} points, the rest was not done")
    } else {
        let runs = chart.rows.iter().map(|row| row.ensemble.seeds).sum::<usize>();
        format!("{} runs", grouped(runs))
    };
    let right = head.max.x - MARGIN;
    let room = right - MARGIN - width(&count, SMALL, Weight::Regular) - 24.0;
    let own = title(chart);
    let title = fitted(page.title.unwrap_or(&own), 18.0, Weight::SemiBold, room);
    shapes.push(Shape::heading(vec2(MARGIN, 33.0), Align::Start, 18.0, theme.text, title));
    shapes.push(Shape::label(vec2(right, 33.0), Align::End, SMALL, theme.text_quiet, count));
    shapes.extend(page::small_lines(lines, theme));
    shapes
}

/// A count in groups of three digits.
pub(super) fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    groups.join(" ")
}

/// The settings beside those that are turned, and how many seeds.
fn lines(page: &SweepPage<'_>) -> Vec<String> {
    let Sweep { settings, axes } = page.chart.sweep;
    let turned =
        |word: &String| axes.iter().any(|axis| word.starts_with(&format!("{}=", axis.knob.key)));
    let mut words: Vec<String> = settings.changed();
    words.retain(|word| !turned(word));
    if words.is_empty() {
        words.push("every other setting at its default".to_owned());
    }
    let mut lines = page::wrapped_words("", &words, page.size.x - 2.0 * MARGIN);
    let most = page.chart.rows.iter().map(|row| row.ensemble.seeds).max().unwrap_or(1);
    if most > 1 || is_luck(settings) {
        let bars = if axes.len() == 1 { ", a bar their middle half" } else { "" };
        lines.push(format!("luck decides here: every number is the median of {most} seeds{bars}"));
    }
    lines
}

/// The rows on the frontier, the cheapest first: all, or as many as have room, spread over it.
fn settings_rows(chart: &SweepChart<'_>) -> Vec<usize> {
    let best = frontier(&chart.tradeoffs());
    if best.len() <= MOST_ROWS {
        return best;
    }
    let last = best.len() - 1;
    (0..MOST_ROWS).map(|at| best[at * last / (MOST_ROWS - 1)]).collect()
}

/// The settings that do it.
fn settings_table(chart: &SweepChart<'_>, rows: &[usize], area: Area) -> Vec<Shape> {
    let theme = chart.theme.theme();
    let left = area.min.x + MARGIN + scale::NUMBERS;
    let room = area.max.x - MARGIN - left;
    let columns = 2 + chart.sweep.axes.len();
    let x = |column: usize| left + room * (column + 1) as f32 / columns as f32;
    let y = |line: usize| area.min.y + ROW * line as f32 + 12.0;
    let points = chart.tradeoffs();
    let error = measure_name(&chart.error()).replace("95th percentile", "p95");
    let mut names = vec!["updates/s".to_owned(), error];
    names.extend(chart.sweep.axes.iter().map(scale::axis_name));
    let mut shapes = Vec::new();
    for (column, name) in names.iter().enumerate() {
        let name = fitted(name, SMALL, Weight::Regular, room / columns as f32 - 10.0);
        let at = vec2(x(column), y(0));
        shapes.push(Shape::label(at, Align::End, SMALL, theme.text_faint, name));
    }
    for (line, &place) in rows.iter().enumerate() {
        let Tradeoff { cost, error } = points[place];
        let mut cells = vec![format!("{cost:.2}"), format!("{error:.3}")];
        let values = chart.sweep.axes.iter().zip(&chart.rows[place].values);
        cells.extend(values.map(|(axis, value)| scale::value_text(axis, *value)));
        shapes.push(Shape::disc(vec2(left - 12.0, y(line + 1) - 4.5), 4.0, theme.drawn));
        for (column, text) in cells.into_iter().enumerate() {
            let color = if column < 2 { theme.text } else { theme.text_quiet };
            let text = fitted(&text, 13.0, Weight::Regular, room / columns as f32 - 10.0);
            let at = vec2(x(column), y(line + 1));
            shapes.push(Shape::label(at, Align::End, 13.0, color, text));
        }
    }
    shapes
}
