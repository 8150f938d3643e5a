//! What the pictures of a sweep promise.

use super::page::grouped;
use super::*;
use crate::lanes::Side;
use crate::scene::theme::ThemeKind;
use crate::settings::Settings;
use crate::tune::sweep::{Axis, Measure, Sweep, SweepRow, frontier};
use glam::vec2;

fn sweep(axes: &[&str]) -> (Sweep, Vec<SweepRow>, SweepRow) {
    let axes = axes.iter().map(|axis| Axis::parse(axis).expect(axis)).collect();
    let sweep = Sweep::new(Settings::default(), axes).expect("a sweep");
    let rows = sweep.run(&|_| true).expect("rows");
    let now = sweep.now().expect("a row");
    (sweep, rows, now)
}

fn chart<'a>(of: &'a (Sweep, Vec<SweepRow>, SweepRow), name: &str) -> SweepChart<'a> {
    SweepChart {
        sweep: &of.0,
        rows: &of.1,
        before: &[],
        now: Some(&of.2),
        side: Side::First,
        measure: Measure::find(name).expect(name),
        theme: ThemeKind::Dark,
        levels: &[],
    }
}

const MAP: [&str; 2] = ["sender.threshold=0.05..1/20", "receiver.blend_time=0..1/15"];

#[test]
fn every_part_lies_on_the_page() {
    for axes in
        [&MAP[..], &["sender.threshold=0.05..1/20"], &["sender.order=all", "link.latency=0,0.1"]]
    {
        let of = sweep(axes);
        for name in ["peak_error", "updates_per_second", "turns"] {
            for size in [vec2(1280.0, 800.0), vec2(640.0, 400.0), vec2(200.0, 160.0)] {
                let page = SweepPage { size, title: None, chart: chart(&of, name) };
                let whole = Area { min: Vec2::ZERO, max: size };
                for group in build(&page).groups {
                    assert!(whole.contains(group.clip.min) && whole.contains(group.clip.max));
                }
            }
        }
    }
}

#[test]
fn a_cell_of_the_map_leads_back_to_its_point() {
    let of = sweep(&MAP);
    let chart = chart(&of, "peak");
    let area = Area::new(40.0, 20.0, 640.0, 320.0);
    for column in 0..20_usize {
        for row in 0..15_usize {
            let cell = area.size() / vec2(20.0, 15.0);
            let up = vec2(column as f32 + 0.5, row as f32 + 0.5) * cell;
            let at = vec2(area.min.x + up.x, area.max.y - up.y);
            assert_eq!(chart.point_at(area, at), Some(column * 15 + row));
        }
    }
    assert_eq!(chart.point_at(area, vec2(0.0, 0.0)), None);
}

#[test]
fn the_frontier_leads_back_to_its_rows() {
    let of = sweep(&MAP);
    let chart = chart(&of, "peak");
    let area = Area::new(40.0, 20.0, 640.0, 320.0);
    let points = chart.tradeoffs();
    let discs: Vec<Vec2> = chart
        .tradeoff(area)
        .iter()
        .filter_map(|shape| {
            let Shape::Circle { center, radius, fill: Some(_), .. } = shape else { return None };
            (*radius > 4.0).then_some(*center)
        })
        .collect();
    let best = frontier(&points);
    assert_eq!(discs.len(), best.len());
    assert!(best.len() > 4, "{best:?}");
    for (disc, place) in discs.into_iter().zip(best) {
        let found = row_at(&chart, area, disc).expect("a row");
        assert_eq!(points[found], points[place]);
    }
}

#[test]
fn what_was_not_done_is_blank() {
    let of = sweep(&MAP);
    let some = (of.0.clone(), of.1[..100].to_vec(), of.2.clone());
    let boxes = |chart: &SweepChart<'_>| {
        let shapes = chart.build(Area::new(40.0, 20.0, 640.0, 320.0));
        shapes.iter().filter(|shape| matches!(shape, Shape::Box { radius: 0.0, .. })).count()
    };
    assert_eq!(boxes(&chart(&of, "peak")) - boxes(&chart(&some, "peak")), 200);
    let page = SweepPage { size: vec2(1280.0, 800.0), title: None, chart: chart(&some, "peak") };
    let said = build(&page).groups.into_iter().flat_map(|group| group.shapes).any(|shape| {
        matches!(shape, Shape::Text { text, .. } if text == "100 of 300 points, the rest was not done")
    });
    assert!(said);
}

#[test]
fn a_map_of_one_value_says_so() {
    let of = sweep(&MAP);
    let chart = SweepChart { side: Side::Second, ..chart(&of, "peak") };
    let shapes = chart.build(Area::new(40.0, 20.0, 640.0, 320.0));
    let says =
        |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text.ends_with("u everywhere"));
    assert!(shapes.iter().any(says));
}

#[test]
fn counts_are_read_in_threes() {
    for (count, right) in [(0, "0"), (999, "999"), (1600, "1 600"), (1_234_567, "1 234 567")] {
        assert_eq!(grouped(count), right);
    }
}

#[test]
fn a_sweep_of_nothing_done_still_builds() {
    for axes in [&MAP[..], &MAP[..1]] {
        let mut of = sweep(axes);
        of.1.clear();
        let page = SweepPage { size: vec2(1280.0, 800.0), title: None, chart: chart(&of, "peak") };
        assert!(build(&page).groups.len() > 2);
    }
}
