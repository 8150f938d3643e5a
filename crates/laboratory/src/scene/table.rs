//! Tables of metrics: what a picture on paper says in numbers.
//!
//! In: lanes with their names, an area. Out: shapes. Invariant: what has no room is left out whole, never cut.

use super::font::width;
use super::theme::{Rgba, Theme};
use super::{Align, Area, Shape, Stroke, Weight};
use crate::facts::Fact;
use crate::metrics::{Metrics, PacketMetrics, ROWS, Row, all_rows};
use glam::{Vec2, vec2};

/// The size of its text, points.
pub const SIZE: f32 = 12.5;
/// The height of a line, points.
pub const LINE: f32 = 21.0;
/// The width of the names of the lanes, points.
const NAMES: f32 = 176.0;
/// Room between two columns, points.
const GAP: f32 = 18.0;

/// The metrics that a small table is content with, most wanted first.
pub const FEW: [&str; 4] = ["Updates per second", "Mean error", "Peak error", "Largest step"];

/// The metrics of a panel, in this order: those, and how corrections were hidden.
pub const PANEL: [&str; 6] = [
    "Updates per second",
    "Mean error",
    "Peak error",
    "Largest step",
    "Overshoot",
    "Turns per correction",
];

/// A line of a table: a lane under the colour that it has on the stage.
#[derive(Clone, Copy, Debug)]
pub struct TableEntry<'a> {
    /// What it is.
    pub name: &'a str,
    /// Its colour.
    pub color: Rgba,
    /// Its numbers.
    pub metrics: &'a Metrics,
}

/// The metrics of [`FEW`].
pub fn few() -> impl Iterator<Item = &'static Row> {
    FEW.iter().filter_map(|label| ROWS.iter().find(|row| row.label == *label))
}

/// The metrics of [`PANEL`].
fn of_panel() -> impl Iterator<Item = &'static Row> {
    PANEL.iter().filter_map(|label| all_rows().find(|row| row.label == *label))
}

/// The metrics that matter, in one line.
#[must_use]
pub fn in_short(metrics: &Metrics) -> String {
    let errors = format!("mean {:.2} u · peak {:.2} u", metrics.mean_error, metrics.peak_error);
    match metrics.packets {
        Some(PacketMetrics { updates: 1, .. }) => format!("1 update · {errors}"),
        Some(PacketMetrics { updates, .. }) => format!("{updates} updates · {errors}"),
        None => errors,
    }
}

/// The width that a column needs, points.
fn needed(row: &Row) -> f32 {
    width(row.label, 12.0, Weight::Regular).max(60.0) + GAP
}

/// As many metrics as fit beside the names in this width, the few before the others.
fn columns(width: f32) -> Vec<&'static Row> {
    let rest = ROWS.iter().filter(|row| !FEW.contains(&row.label));
    let mut left = width - NAMES;
    let fitting = few().chain(rest).take_while(|row| {
        left -= needed(row);
        left >= 0.0
    });
    let fitting: Vec<&str> = fitting.map(|row| row.label).collect();
    ROWS.iter().filter(|row| fitting.contains(&row.label)).collect()
}

/// How tall a table of so many lines is, points.
#[must_use]
pub fn height_of(entries: usize) -> f32 {
    LINE * (entries as f32 + 1.0) + 14.0
}

/// The table, its columns spread over the area.
#[must_use]
pub fn build(entries: &[TableEntry<'_>], area: Area, theme: &Theme) -> Vec<Shape> {
    let columns = columns(area.size().x);
    let spare = area.size().x - NAMES - columns.iter().copied().map(needed).sum::<f32>();
    let mut right = area.min.x + NAMES;
    let mut shapes = Vec::new();
    for row in &columns {
        right += needed(row) + spare / columns.len() as f32;
        let at = |line: usize| vec2(right, baseline(area, line));
        shapes.push(Shape::label(at(0), Align::End, 12.0, theme.text_faint, row.label));
        for (line, entry) in entries.iter().enumerate() {
            let text = row.text(entry.metrics);
            shapes.push(Shape::label(at(line + 1), Align::End, SIZE, theme.text, text));
        }
    }
    for (line, entry) in entries.iter().enumerate() {
        let left = vec2(area.min.x, baseline(area, line + 1));
        shapes.push(Shape::disc(left + vec2(5.5, -4.5), 5.0, entry.color));
        let name = left + vec2(20.0, 0.0);
        shapes.push(Shape::label(name, Align::Start, SIZE, theme.text_quiet, entry.name));
    }
    shapes
}

/// Facts as columns, a line for each run: its name, its colour, its facts. As many columns as fit, the first first.
#[must_use]
pub fn facts_table(runs: &[(&str, Rgba, Vec<Fact>)], area: Area, theme: &Theme) -> Vec<Shape> {
    let needed = |fact: &Fact| width(fact.label, 12.0, Weight::Regular).max(60.0) + GAP;
    let mut left = area.size().x - NAMES;
    let fits = |fact: &&Fact| {
        left -= needed(fact);
        left >= 0.0
    };
    let count = runs.first().map_or(0, |run| run.2.iter().take_while(fits).count());
    let step = (area.size().x - NAMES) / count.max(1) as f32;
    let mut shapes = Vec::new();
    for (line, (name, color, facts)) in runs.iter().enumerate() {
        let left = vec2(area.min.x, baseline(area, line + 1));
        shapes.push(Shape::disc(left + vec2(5.5, -4.5), 5.0, *color));
        let at = left + vec2(20.0, 0.0);
        shapes.push(Shape::label(at, Align::Start, SIZE, theme.text_quiet, *name));
        for (place, fact) in facts.iter().take(count).enumerate() {
            let right = area.min.x + NAMES + step * (place as f32 + 1.0);
            let at = |line: usize| vec2(right, baseline(area, line));
            if line == 0 {
                shapes.push(Shape::label(at(0), Align::End, 12.0, theme.text_faint, fact.label));
            }
            shapes.push(Shape::label(at(line + 1), Align::End, SIZE, theme.text, fact.text()));
        }
    }
    shapes
}

fn baseline(area: Area, line: usize) -> f32 {
    area.min.y + LINE * line as f32 + 20.0
}

/// The width that a label with its value takes in a panel, points.
const PAIR: f32 = 170.0;
/// Room between two pairs, points.
const BETWEEN: f32 = 26.0;

/// How many pairs of label and value stand beside each other in a panel of this width.
fn pairs(width: f32) -> usize {
    let fitting = ((width + BETWEEN) / (PAIR + BETWEEN)).clamp(1.0, PANEL.len() as f32) as usize;
    // As even as the lines allow.
    PANEL.len().div_ceil(PANEL.len().div_ceil(fitting))
}

/// The metrics of a panel as label and value, as many beside each other as fit; the best of a comparison in a box.
#[must_use]
pub fn panel_table(metrics: &Metrics, best: &[bool], area: Area, theme: &Theme) -> Vec<Shape> {
    let columns = pairs(area.size().x);
    let step = vec2(PAIR + BETWEEN, LINE);
    let mut shapes = Vec::new();
    for (place, row) in of_panel().enumerate() {
        let cell = vec2((place % columns) as f32, (place / columns) as f32);
        let left = area.min + step * cell + vec2(0.0, 14.0);
        let right = left + vec2(PAIR.min(area.size().x), 0.0);
        shapes.push(Shape::label(left, Align::Start, 12.0, theme.text_faint, row.label));
        let text = row.text(metrics);
        if best.get(place) == Some(&true) {
            shapes.extend(value_in_box(right, &text, theme));
        } else {
            shapes.push(Shape::label(right, Align::End, SIZE, theme.text, text));
        }
    }
    shapes
}

/// How tall the table of a panel of this width is, points.
#[must_use]
pub fn panel_height(width: f32) -> f32 {
    LINE * PANEL.len().div_ceil(pairs(width)) as f32
}

/// A value that stands out: bold, in a box, its end at a point of the baseline.
#[must_use]
pub fn value_in_box(end: Vec2, text: &str, theme: &Theme) -> Vec<Shape> {
    let room = vec2(width(text, SIZE, Weight::SemiBold) + 12.0, 18.0);
    let max = end + vec2(6.0, 4.5);
    let stroke = Some(Stroke::new(1.0, theme.text_faint));
    let area = Area { min: max - room, max };
    vec![
        Shape::Box { area, radius: 4.0, fill: theme.control, stroke },
        Shape::heading(end, Align::End, SIZE, theme.text, text),
    ]
}

/// For each metric of a panel: which of these have the least, if they differ.
#[must_use]
pub fn best_of(all: &[&Metrics]) -> Vec<Vec<bool>> {
    let mut best = vec![Vec::new(); all.len()];
    for row in of_panel() {
        let values = || all.iter().filter_map(|metrics| (row.read)(metrics));
        let least = row.written(values().fold(f64::INFINITY, f64::min));
        let differ = values().any(|value| row.written(value) != least);
        for (best, metrics) in best.iter_mut().zip(all) {
            best.push(differ && row.text(metrics) == least);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::LaneKind;
    use crate::metrics::{Corrections, PacketMetrics};
    use crate::scene::theme::DARK;

    #[test]
    fn the_few_are_metrics() {
        assert_eq!(few().count(), FEW.len());
        assert_eq!(of_panel().count(), PANEL.len());
    }

    #[test]
    fn snapshots_have_no_corrections_to_be_best_at() {
        let snapshots = Metrics::blank(LaneKind::Snapshots);
        let corrections = Some(Corrections { overshoot: 0.5, ..Corrections::default() });
        let splines = Metrics { corrections, ..Metrics::blank(LaneKind::DeadReckoning) };
        let overshoot = of_panel().find(|row| row.label == "Overshoot").expect("a row");
        assert_eq!(overshoot.text(&snapshots), "–");
        let best = best_of(&[&snapshots, &splines, &splines]);
        assert!(best.iter().all(|best| !best[4]), "one number among two alike: {best:?}");
    }

    #[test]
    fn the_pairs_of_a_panel_lie_inside_of_it() {
        let metrics = Metrics::default();
        for width in [180.0, 370.0, 600.0, 1200.0] {
            let area = Area::new(0.0, 0.0, width, panel_height(width));
            for shape in panel_table(&metrics, &[], area, &DARK) {
                let Shape::Text { at, .. } = shape else { continue };
                assert!(area.contains(at), "{width}: {at}");
            }
        }
    }

    #[test]
    fn the_best_are_the_least_as_shown_and_none_where_all_are_alike() {
        let metrics = |rate, mean, peak| Metrics {
            packets: Some(PacketMetrics { updates_per_second: rate, ..PacketMetrics::default() }),
            mean_error: mean,
            peak_error: peak,
            ..Metrics::default()
        };
        let all = [metrics(2.0, 0.101, 0.5), metrics(1.0, 0.102, 0.7), metrics(1.0, 0.2, 0.4)];
        let best = best_of(&all.each_ref());
        assert_eq!(best[0][..4], [false, true, false, false]);
        assert_eq!(best[1][..4], [true, true, false, false]);
        assert_eq!(best[2][..4], [true, false, true, false]);
        assert!(best.iter().all(|best| best[4..] == [false, false]));
    }

    #[test]
    fn a_narrow_table_leaves_columns_out_whole() {
        let counts = [1600.0, 900.0, 640.0, 500.0, 100.0].map(|width| columns(width).len());
        assert!(counts.is_sorted_by(|wide, narrow| wide >= narrow), "{counts:?}");
        assert_eq!((counts[0], counts[4]), (ROWS.len(), 0));
        assert!(counts[3] > 1 && columns(500.0).iter().all(|row| FEW.contains(&row.label)));
        let metrics = Metrics::default();
        let entry = TableEntry { name: "snapshots", color: DARK.snapshot, metrics: &metrics };
        for width in [200.0, 640.0, 1240.0] {
            let area = Area::new(20.0, 0.0, 20.0 + width, height_of(1));
            let ends = build(&[entry], area, &DARK);
            let inside = |shape: &Shape| {
                let Shape::Text { at, .. } = shape else { return true };
                area.shrunk(-0.01).contains(*at)
            };
            assert!(ends.iter().all(inside));
        }
    }
}
