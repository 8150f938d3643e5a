//! Golden text: every scenario in every layout as a scene, its metrics, and every comparison as a sheet.
//!
//! `INSTA_UPDATE=always cargo test --test golden` takes over what was meant to change; the diff is for reading.
#![allow(clippy::expect_used, reason = "tests may")]

use glam::{Vec2, vec2};
use laboratory::catalogue::comparisons::COMPARISONS;
use laboratory::catalogue::lessons;
use laboratory::catalogue::scenarios::SCENARIOS;
use laboratory::experiment::Experiment;
use laboratory::metrics::ROWS;
use laboratory::scene::page::{self, Page};
use laboratory::scene::picture::Picture;
use laboratory::scene::sheet::{self, Sheet};
use laboratory::scene::theme::Rgba;
use laboratory::scene::view::{LAYOUTS, View};
use laboratory::scene::{Area, Scene, Shape, Stroke};
use laboratory::settings::Settings;
use std::fmt::Write;

/// A line a shape; a long run of points as its ends, its bounds and a sum over all of them.
fn text_of(scene: &Scene) -> String {
    let mut text = String::new();
    for group in &scene.groups {
        let (name, _) = group.layer.names();
        writeln!(text, "{name} in {}", area(group.clip)).expect("a string");
        for shape in &group.shapes {
            writeln!(text, "  {}", line(shape)).expect("a string");
        }
    }
    text
}

fn line(shape: &Shape) -> String {
    match shape {
        Shape::Line { points, closed, stroke: edge } => {
            let kind = if *closed { "loop" } else { "line" };
            format!("{kind} {} {}", run(points), stroke(*edge))
        }
        Shape::Dashed { points, closed, stroke: edge, dash } => {
            let kind = if *closed { "dashed loop" } else { "dashed" };
            format!("{kind} {} {} {}/{}", run(points), stroke(*edge), dash.0, dash.1)
        }
        Shape::Fading { points, stroke: edge } => {
            format!("fading {} {}", run(points), stroke(*edge))
        }
        Shape::Circle { center, radius, fill, stroke: edge } => {
            let fill = fill.map(color).unwrap_or_default();
            let edge = edge.map(stroke).unwrap_or_default();
            format!("circle {} r {radius:.2} {fill} {edge}", at(*center)).trim_end().to_owned()
        }
        Shape::Under { points, base, fill } => {
            format!("under {} to {base:.2} {}", run(points), color(*fill))
        }
        Shape::Box { area: of, radius, fill, stroke: edge } => {
            let edge = edge.map(stroke).unwrap_or_default();
            format!("box {} r {radius} {} {edge}", area(*of), color(*fill)).trim_end().to_owned()
        }
        Shape::Text { at: point, align, size, weight, color: ink, text } => {
            format!("text {} {align:?} {size} {weight:?} {} {text:?}", at(*point), color(*ink))
        }
    }
}

fn at(point: Vec2) -> String {
    format!("{:.2},{:.2}", point.x, point.y)
}

fn area(area: Area) -> String {
    format!("{}..{}", at(area.min), at(area.max))
}

fn color(Rgba { r, g, b, a }: Rgba) -> String {
    format!("#{r:02x}{g:02x}{b:02x}{a:02x}")
}

fn stroke(Stroke { width, color: ink }: Stroke) -> String {
    format!("{width:.2} {}", color(ink))
}

fn run(points: &[Vec2]) -> String {
    if points.len() <= 4 {
        return points.iter().map(|point| at(*point)).collect::<Vec<_>>().join(" ");
    }
    let low = points.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let high = points.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    let weighed: f64 = (1_u32..)
        .zip(points)
        .map(|(place, point)| f64::from(place) * (f64::from(point.x) + 3.0 * f64::from(point.y)))
        .sum();
    format!(
        "{} points {} … {} in {} sum {weighed:.1}",
        points.len(),
        at(points[0]),
        at(points[points.len() - 1]),
        area(Area { min: low, max: high }),
    )
}

fn experiment(scenario: usize) -> Experiment {
    let row = &SCENARIOS[scenario];
    Experiment::of(row.settings().expect(row.name)).expect(row.name)
}

#[test]
fn every_scenario_in_every_layout() {
    for (place, row) in SCENARIOS.iter().enumerate() {
        let experiment = experiment(place);
        let lanes = experiment.settings.technique.row().lanes;
        for layout in LAYOUTS {
            let view = View { layout, ..View::default() };
            let metrics = experiment.metrics(layout.leading());
            let picture = Picture { tick: metrics.peak_tick, ..Picture::of(&experiment, &view) };
            let size = vec2(1000.0, 700.0);
            let page = Page { size, strip: true, caption: true, title: row.title.to_owned() };
            let name = format!("scene-{}-{}", row.name, layout.name(lanes));
            insta::assert_snapshot!(name, text_of(&page::build(&page, &picture)));
        }
    }
}

#[test]
fn your_own_player_at_the_obstacle() {
    let lesson = lessons::find("obstacle").expect("a lesson");
    let panels = lesson.made().expect("its panel");
    let view = lesson.view();
    let tick = lesson.tick(&panels);
    let picture = Picture { tick, ..Picture::of(&panels[0].experiment, &view) };
    let title = lesson.title.to_owned();
    let page = Page { size: vec2(1000.0, 700.0), strip: true, caption: true, title };
    insta::assert_snapshot!("scene-player-obstacle", text_of(&page::build(&page, &picture)));
}

#[test]
fn every_scenario_as_metrics() {
    for (place, row) in SCENARIOS.iter().enumerate() {
        let experiment = experiment(place);
        let mut text = String::new();
        for metric in ROWS {
            let [drawn, snapshot] = [&experiment.metrics[0], &experiment.metrics[1]]
                .map(|metrics| (metric.read)(metrics).expect("a vehicle has it"));
            writeln!(text, "{}: {drawn:.9} {snapshot:.9}", metric.label).expect("a string");
        }
        insta::assert_snapshot!(format!("metrics-{}", row.name), text);
    }
}

#[test]
fn every_comparison() {
    for row in COMPARISONS {
        let panels = row.panels(&Settings::default()).expect(row.name);
        let view = View::default();
        let sheet = Sheet {
            title: row.title,
            look: row.look,
            tick: row.tick(&panels),
            panels: &panels,
            view: &view,
            size: vec2(1200.0, 800.0),
            caption: true,
        };
        insta::assert_snapshot!(format!("sheet-{}", row.name), text_of(&sheet::build(&sheet)));
    }
}
