//! A picture that stands alone on paper: what it is, the stage, the strip, what came of it in numbers.
//!
//! In: a [`Page`], a [`Picture`]. Out: a [`Scene`] of the page's size. Invariant: what is not the stage takes at
//! most three fifths of the height.

use super::compose;
use super::font::{fitted, width};
use super::layers::Layer;
use super::picture::Picture;
use super::table::{self, TableEntry};
use super::theme::{Rgba, Theme};
use super::{Align, Area, Scene, Shape, Weight};
use crate::ensemble::is_luck;
use crate::facts::Fact;
use crate::lanes::Side;
use crate::settings::Settings;
use glam::{Vec2, vec2};

/// Room at the left and right of a page, points.
pub const MARGIN: f32 = 20.0;
/// The size of what explains, points.
const SMALL: f32 = 12.5;
/// The most of a page's height that is not the stage.
const MOST: f32 = 0.6;
/// The least height of the stage beside anything else, points.
const LEAST_STAGE: f32 = 150.0;
/// The most lines that settings take.
const MOST_LINES: usize = 3;

/// What is on a page beside the stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Page {
    /// Width and height, points.
    pub size: Vec2,
    /// The time strip.
    pub strip: bool,
    /// Title and settings above, metrics below.
    pub caption: bool,
    /// What the page is called.
    pub title: String,
}

/// Where things are on a page.
struct PagePlaces {
    head: Area,
    stages: Area,
    strip: Area,
    table: Area,
}

/// Builds the page.
#[must_use]
pub fn build(page: &Page, picture: &Picture<'_>) -> Scene {
    let lines = settings_lines(page, picture);
    let (entries, facts) = (table_entries(picture), facts_of(picture));
    let rows = if facts.is_empty() { entries.len() } else { facts.len() };
    let places = places_on(page, lines.len(), rows);
    let mut scene = compose::build(picture, places.stages, places.strip, None);
    if page.caption {
        let theme = picture.view.colors();
        if places.head.size().y > 0.0 {
            scene.add(Layer::Caption, places.head, head_shapes(page, picture, places.head, &lines));
        }
        let area = places.table;
        if area.size().y <= 0.0 {
            return scene;
        }
        let inner = Area { min: area.min + vec2(MARGIN, 0.0), max: area.max - vec2(MARGIN, 0.0) };
        let mut shapes = vec![
            Shape::filled(area, theme.panel),
            Shape::segment(area.min, vec2(area.max.x, area.min.y), 1.0, theme.border),
        ];
        shapes.extend(if facts.is_empty() {
            table::build(&entries, inner, theme)
        } else {
            table::facts_table(&facts, inner, theme)
        });
        scene.add(Layer::Table, area, shapes);
    }
    scene
}

/// Where things are. A page that is too small for all of them does without the metrics, then without the head,
/// then without the strip: they would lie on the stage or be cut.
fn places_on(page: &Page, lines: usize, entries: usize) -> PagePlaces {
    let (width, height) = (page.size.x, page.size.y);
    let mut strip = if page.strip { (height * 0.2).clamp(70.0, 140.0) } else { 0.0 };
    let (mut head, mut table) =
        if page.caption { (head_height(lines), table::height_of(entries)) } else { (0.0, 0.0) };
    let too_small =
        |parts: f32| parts > height * MOST || height - parts < LEAST_STAGE && parts > 0.0;
    if too_small(head + strip + table) {
        table = 0.0;
    }
    if too_small(head + strip) {
        head = 0.0;
    }
    if too_small(strip) {
        strip = 0.0;
    }
    let [head, strip, table] = [head, strip, table].map(f32::round);
    let row = |top: f32, bottom: f32| Area::new(0.0, top, width, bottom);
    PagePlaces {
        head: row(0.0, head),
        stages: row(head, height - strip - table),
        strip: row(height - strip - table, height - table),
        table: row(height - table, height),
    }
}

/// How tall the head of a page with so many lines below its title is, points.
#[must_use]
pub fn head_height(lines: usize) -> f32 {
    46.0 + 18.0 * lines as f32
}

/// What a technique says in the place of metrics: of the run, and of what it is compared with.
fn facts_of<'a>(picture: &Picture<'_>) -> Vec<(&'a str, Rgba, Vec<Fact>)> {
    let theme = picture.view.colors();
    let own = picture.experiment.facts();
    if own.is_empty() {
        return Vec::new();
    }
    let pinned = picture.pinned.map(|pinned| ("pinned as A", theme.pinned, pinned.facts()));
    [Some(("this run", theme.drawn, own)), pinned].into_iter().flatten().collect()
}

/// The lanes that the picture shows.
fn table_entries<'a>(picture: &Picture<'a>) -> Vec<TableEntry<'a>> {
    let theme = picture.view.colors();
    let experiment = picture.experiment;
    let [drawn, beside] = experiment.settings.technique.row().lane_rows().map(|lane| lane.title);
    let mut entries = Vec::new();
    if picture.view.layout.shows(Side::First) {
        let (name, metrics) = (drawn, &experiment.metrics[0]);
        entries.push(TableEntry { name, color: theme.drawn, metrics });
        if let Some(pinned) = picture.pinned {
            let (name, metrics) = ("pinned as A", &pinned.metrics[0]);
            entries.push(TableEntry { name, color: theme.pinned, metrics });
        }
    }
    if picture.view.layout.shows(Side::Second) {
        let (name, metrics) = (beside, &experiment.metrics[1]);
        entries.push(TableEntry { name, color: theme.snapshot, metrics });
    }
    entries
}

/// The settings that differ from the defaults, and those in which A differs from them.
fn settings_lines(page: &Page, picture: &Picture<'_>) -> Vec<String> {
    let width = page.size.x - 2.0 * MARGIN;
    let settings = &picture.experiment.settings;
    let mut lines = wrapped_words("", &changed_settings(settings), width);
    if is_luck(settings) {
        lines.push(one_seed(settings));
    }
    if let Some(pinned) = picture.pinned {
        let differs = pinned.settings.changed_from(settings);
        lines.extend(if differs.is_empty() {
            vec!["A: the same settings".to_owned()]
        } else {
            wrapped_words("A differs: ", &differs, width)
        });
    }
    lines
}

/// Says that the numbers of a picture are those of one seed.
#[must_use]
pub fn one_seed(settings: &Settings) -> String {
    format!("luck decides here: picture and numbers are those of seed {}", settings.seed)
}

/// The settings that differ from the defaults, or that none does.
#[must_use]
pub fn changed_settings(settings: &Settings) -> Vec<String> {
    let changed = settings.changed();
    if changed.is_empty() { vec!["every setting at its default".to_owned()] } else { changed }
}

/// Words in lines of at most `room` points; what has no room is counted.
#[must_use]
pub fn wrapped_words(label: &str, words: &[String], room: f32) -> Vec<String> {
    let wide = |text: &str| width(text, SMALL, Weight::Regular);
    let cut = |text: &str, room| fitted(text, SMALL, Weight::Regular, room);
    let mut lines = vec![label.to_owned()];
    let mut begun = false;
    for (place, word) in words.iter().enumerate() {
        let word = cut(word, room - wide(label));
        let line = lines.last().map(String::as_str).unwrap_or_default();
        let longer = format!("{line}{}{word}", if begun { " · " } else { "" });
        if !begun || wide(&longer) <= room {
            lines.pop();
            lines.push(longer);
        } else if lines.len() < MOST_LINES {
            lines.push(word);
        } else {
            let more = format!(" … and {} more", words.len() - place);
            let last = lines.pop().unwrap_or_default();
            lines.push(cut(&last, room - wide(&more)) + &more);
            break;
        }
        begun = true;
    }
    lines
}

fn head_shapes(page: &Page, picture: &Picture<'_>, area: Area, lines: &[String]) -> Vec<Shape> {
    let theme = picture.view.colors();
    let experiment = picture.experiment;
    let tick = picture.tick();
    let metrics = experiment.metrics(picture.view.layout.leading());
    let worst = if tick == metrics.peak_tick { " · largest error" } else { "" };
    let time = experiment.truth.time(tick);
    let when = format!("t = {time:.2} s · tick {tick}{worst}");
    let mut shapes = head_band(area, theme);
    let right = area.max.x - MARGIN;
    let room = right - MARGIN - width(&when, SMALL, Weight::Regular) - 24.0;
    let title = fitted(&page.title, 18.0, Weight::SemiBold, room);
    shapes.push(Shape::heading(vec2(MARGIN, 33.0), Align::Start, 18.0, theme.text, title));
    shapes.push(Shape::label(vec2(right, 33.0), Align::End, SMALL, theme.text_quiet, when));
    shapes.extend(small_lines(lines, theme));
    shapes
}

/// The background of the head of a page, with a line under it.
#[must_use]
pub fn head_band(area: Area, theme: &Theme) -> Vec<Shape> {
    vec![
        Shape::filled(area, theme.panel),
        Shape::segment(vec2(area.min.x, area.max.y), area.max, 1.0, theme.border),
    ]
}

/// The lines below the title of a page.
pub fn small_lines(lines: &[String], theme: &Theme) -> impl Iterator<Item = Shape> {
    let color = theme.text_faint;
    lines.iter().enumerate().map(move |(line, text)| {
        let at = vec2(MARGIN, 54.0 + 18.0 * line as f32);
        Shape::label(at, Align::Start, SMALL, color, text.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::scene::view::View;

    #[test]
    fn everything_lies_on_the_page_or_is_left_out() {
        let mut settings = Settings::default();
        settings.set("sender.threshold=0.1").expect("a threshold");
        let experiment = Experiment::of(settings).expect("the lap");
        let view = View::default();
        let picture = Picture { pinned: Some(&experiment), ..Picture::of(&experiment, &view) };
        for (width, height) in [(160.0, 100.0), (640.0, 400.0), (1600.0, 1000.0), (300.0, 2000.0)] {
            let size = vec2(width, height);
            let page = Page { size, strip: true, caption: true, title: "The lap".to_owned() };
            let places = places_on(&page, 2, 3);
            assert!(places.stages.size().y >= 0.39 * height, "{height}");
            let whole = Area { min: Vec2::ZERO, max: size };
            let scene = build(&page, &picture);
            let has = |layer| scene.groups.iter().any(|group| group.layer == layer);
            assert_eq!(has(Layer::Table) && has(Layer::Caption), height >= 1000.0, "{height}");
            for group in scene.groups {
                assert!(whole.contains(group.clip.min) && whole.contains(group.clip.max));
            }
        }
    }

    #[test]
    fn words_wrap_and_what_has_no_room_is_counted() {
        let words: Vec<String> = (0..40).map(|at| format!("sender.threshold={at}")).collect();
        let lines = wrapped_words("", &words, 600.0);
        assert_eq!(lines.len(), MOST_LINES);
        assert!(lines[2].ends_with(" more"), "{}", lines[2]);
        let wide = |line: &String| width(line, SMALL, Weight::Regular);
        assert!(lines.iter().all(|line| wide(line) <= 600.0), "{lines:?}");
        assert_eq!(
            wrapped_words("A: ", &words[..2], 600.0),
            ["A: sender.threshold=0 · sender.threshold=1"]
        );
        let long = ["x".repeat(500)];
        assert!(wrapped_words("", &long, 600.0)[0].ends_with('…'));
    }
}
