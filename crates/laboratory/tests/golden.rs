//! Golden text: pictures of every technique as shapes, and every scenario's metrics.
//!
//! `INSTA_UPDATE=always cargo test --test golden` takes over what was meant to change; the diff is for reading.
#![allow(clippy::expect_used, reason = "tests may")]

use glam::{Vec2, vec2};
use laboratory::catalogue::comparisons::COMPARISONS;
use laboratory::catalogue::lessons::{self, Lesson};
use laboratory::catalogue::scenarios::SCENARIOS;
use laboratory::experiment::Experiment;
use laboratory::lanes::Side;
use laboratory::metrics::ROWS;
use laboratory::scene::blackboard::{self, Blackboard};
use laboratory::scene::layers::Layer;
use laboratory::scene::page::{self, Page};
use laboratory::scene::picture::{Beside, Picture};
use laboratory::scene::sheet::{self, Sheet};
use laboratory::scene::sweep::{self, SweepChart, SweepPage};
use laboratory::scene::theme::{Rgba, ThemeKind};
use laboratory::scene::view::{LAYOUTS, Layout, View};
use laboratory::scene::{Area, Scene, Shape, Stroke};
use laboratory::settings::{Settings, Technique};
use laboratory::technique::TECHNIQUES;
use laboratory::tune::sweep::{Axis, Measure, Sweep};
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

fn scenario(name: &str) -> Experiment {
    let row = SCENARIOS.iter().find(|row| row.name == name).expect(name);
    Experiment::of(row.settings().expect(name)).expect(name)
}

fn of(set: &[&str]) -> Experiment {
    Experiment::of(Settings::default().with_set(set).expect("settings")).expect("an experiment")
}

fn lesson(name: &str) -> &'static Lesson {
    lessons::find(name).expect(name)
}

fn page_of(title: &str, picture: &Picture<'_>) -> Scene {
    let size = vec2(1000.0, 700.0);
    let page = Page { size, strip: true, caption: true, title: title.to_owned() };
    page::build(&page, picture)
}

/// Scenarios of which no comparison below has all that there is to see, and which layouts show something of their own.
const PICTURES: [(&str, &[Layout]); 11] = [
    ("lap", &LAYOUTS),
    ("on-foot", &[Layout::Overlay]),
    ("circle", &[Layout::Overlay]),
    ("straight", &[Layout::Overlay]),
    ("turning", &[Layout::Overlay]),
    ("loss-bursts", &[Layout::Overlay, Layout::SideBySide]),
    ("frozen", &[Layout::Overlay]),
    ("jitter", &[Layout::Overlay]),
    ("clock-drift", &[Layout::Overlay]),
    ("respawn", &[Layout::Overlay]),
    ("late-joiner", &[Layout::Overlay]),
];

#[test]
fn scenarios_in_their_layouts() {
    for (name, layouts) in PICTURES {
        let experiment = scenario(name);
        let title = SCENARIOS.iter().find(|row| row.name == name).expect(name).title;
        for layout in layouts.iter().copied() {
            let view = View { layout, ..View::default() };
            let tick = experiment.metrics(layout.leading()).peak_tick;
            let picture = Picture { tick, ..Picture::of(&experiment, &view) };
            let layout = layout.name(experiment.settings.technique.row().lanes);
            let text = text_of(&page_of(title, &picture));
            insta::assert_snapshot!(format!("scene-{name}-{layout}"), text);
        }
    }
}

/// The other techniques, by a lesson each of which the layouts have something of their own.
#[test]
fn player_and_shot_in_every_layout() {
    for (technique, name) in [("player", "other-code"), ("shot", "behind-the-wall")] {
        let lesson = lesson(name);
        let panels = lesson.made().expect(name);
        let lanes = panels[0].experiment.settings.technique.row().lanes;
        for layout in LAYOUTS {
            let view = View { layout, ..lesson.view() };
            let tick = lesson.tick(&panels);
            let picture = Picture { tick, ..Picture::of(&panels[0].experiment, &view) };
            let name = format!("scene-{technique}-{}", layout.name(lanes));
            insta::assert_snapshot!(name, text_of(&page_of(lesson.title, &picture)));
        }
    }
}

#[test]
fn lessons_of_player_and_shot() {
    let player = ["obstacle", "input-queue", "lag-spike"];
    let shot = ["shot-in-the-present", "shot-rewound", "shot-window"];
    for name in player.into_iter().chain(shot) {
        let lesson = lesson(name);
        let panels = lesson.made().expect(name);
        let view = lesson.view();
        let tick = lesson.tick(&panels);
        let picture = Picture { tick, ..Picture::of(&panels[0].experiment, &view) };
        let text = text_of(&page_of(lesson.title, &picture));
        insta::assert_snapshot!(format!("lesson-{name}"), text);
    }
}

#[test]
fn lessons_on_a_board() {
    for name in ["threshold", "kept-inputs", "delay-below-jitter", "favour-the-victim"] {
        let lesson = lesson(name);
        let panels = lesson.made().expect(name);
        let outcome = lesson.outcome().expect(name);
        let board = Blackboard {
            title: lesson.title,
            says: &lesson.says,
            look: lesson.look,
            turn: [lesson.turn, lesson.shows],
            figures: &lesson.figures(&outcome.values),
            holds: outcome.holds,
            turned: false,
            panels: &panels,
            tick: lesson.tick(&panels),
            view: &lesson.view(),
            size: blackboard::SIZE,
        };
        insta::assert_snapshot!(format!("board-{name}"), text_of(&blackboard::build(&board)));
    }
}

/// What the window shows of a lesson while presenting: two stages, each with its own truth.
#[test]
fn lessons_beside_each_other() {
    for name in ["acceleration", "favour-the-victim"] {
        let lesson = lesson(name);
        let panels = lesson.made().expect(name);
        let view = View { presenting: true, theme: ThemeKind::Light, ..lesson.view() };
        let last = panels.last().expect(name);
        let picture = Picture {
            tick: lesson.tick(&panels),
            caption: [lesson.title, lesson.says[0]],
            beside: Some(Beside {
                experiment: &last.experiment,
                layout: last.layout,
                names: [&panels[0].name, &last.name],
            }),
            ..Picture::of(&panels[0].experiment, &view)
        };
        insta::assert_snapshot!(
            format!("beside-{name}"),
            text_of(&page_of(lesson.title, &picture))
        );
    }
}

/// A pinned run, a run that is too long for one strip, and a clock that is off.
#[test]
fn strips() {
    let strip = |name: &str, experiment: &Experiment, pinned: Option<&Experiment>| {
        let view = View::default();
        let tick = experiment.metrics(Side::First).peak_tick;
        let picture = Picture { tick, pinned, ..Picture::of(experiment, &view) };
        let mut scene = page_of("", &picture);
        scene.groups.retain(|group| group.layer == Layer::Strip);
        assert!(!scene.groups.is_empty(), "{name}");
        insta::assert_snapshot!(format!("strip-{name}"), text_of(&scene));
    };
    strip("pinned", &scenario("lap"), Some(&scenario("one-second-blend")));
    strip("long", &of(&["motion.laps=20"]), None);
    strip("player", &of(&["technique=prediction", "link.loss=0.2", "player.predicts=false"]), None);
}

#[test]
fn sweeps() {
    let threshold = "sender.threshold=0.05..1/12";
    let sweeps: [(&str, &[&str], &[&str], Side); 3] = [
        ("curve", &["link.loss=0.1", "ensemble.seeds=5"], &[threshold], Side::First),
        ("map", &[], &[threshold, "receiver.blend_time=0..1/8"], Side::First),
        ("player", &["technique=prediction"], &["link.latency=0.05..0.3/6"], Side::Second),
    ];
    for (name, set, axes, side) in sweeps {
        let settings = Settings::default().with_set(set).expect(name);
        let axes = axes.iter().map(|axis| Axis::parse(axis).expect(axis)).collect();
        let sweep = Sweep::new(settings, axes).expect(name);
        let rows = sweep.run(&|_| true).expect(name);
        let now = sweep.now().expect(name);
        let chart = SweepChart {
            sweep: &sweep,
            rows: &rows,
            before: &[],
            now: Some(&now),
            side,
            measure: Measure::find("peak_error").expect(name),
            theme: ThemeKind::Dark,
            levels: &[],
        };
        let page = SweepPage { size: vec2(1200.0, 800.0), title: None, chart };
        insta::assert_snapshot!(format!("sweep-{name}"), text_of(&sweep::build(&page)));
    }
}

/// Those of which the scenarios above do not show every panel.
#[test]
fn comparisons() {
    for name in ["thresholds", "blends", "corners", "smoothings", "techniques"] {
        let row = COMPARISONS.iter().find(|row| row.name == name).expect(name);
        let panels = row.panels(&Settings::default()).expect(name);
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
        insta::assert_snapshot!(format!("sheet-{name}"), text_of(&sheet::build(&sheet)));
    }
}

/// Every scenario, and the other techniques as they open: what each lane comes to, and what there is beside that.
#[test]
fn metrics() {
    let scenarios = SCENARIOS.iter().map(|row| (row.name, scenario(row.name)));
    let others = TECHNIQUES.iter().filter(|row| row.technique != Technique::DeadReckoning);
    let others = others.map(|row| {
        let name = row.technique.name();
        (name, of(&[&format!("technique={name}")]))
    });
    let mut text = String::new();
    for (name, experiment) in scenarios.chain(others) {
        writeln!(text, "{name}").expect("a string");
        for metric in ROWS {
            let values = experiment.metrics.each_ref().map(|lane| match (metric.read)(lane) {
                Some(value) => format!("{value:.9}"),
                None => "–".to_owned(),
            });
            writeln!(text, "  {}: {}", metric.label, values.join(" ")).expect("a string");
        }
        for fact in experiment.facts() {
            writeln!(text, "  {}: {:.9} {}", fact.label, fact.value, fact.unit).expect("a string");
        }
    }
    insta::assert_snapshot!("metrics", text);
}
