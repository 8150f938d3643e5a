//! The blackboard: a lesson on one page.
//!
//! In: a [`Blackboard`]. Out: a [`Scene`]. Invariant: the panels of a board share one camera; text is
//! wrapped and not cut.

use super::camera::Camera;
use super::compose;
use super::font::{fitted, lines, width};
use super::kit::boxes::frame;
use super::layers::Layer;
use super::panel::{Panel, extent_of, highest_error_of, legend_of};
use super::picture::Picture;
use super::theme::Theme;
use super::view::View;
use super::{Align, Area, Scene, Shape, Stroke, Weight, legend};
use crate::Tick;
use glam::{Vec2, vec2};

/// The size of a board if nobody says, points.
pub const SIZE: Vec2 = vec2(1280.0, 800.0);
/// The least size of a board, points.
pub const LEAST: Vec2 = vec2(640.0, 560.0);
/// Room at the left and right, points.
pub(super) const MARGIN: f32 = 24.0;
/// The size of the title, points.
pub(super) const TITLE: f32 = 25.0;
/// The size of what is said, points.
const SAID: f32 = 16.0;
/// The height of a line of it, points.
const LINE: f32 = 23.0;
/// The size of a number, points.
const NUMBER: f32 = 20.0;
/// The height of a row of numbers, points.
const NUMBERS: f32 = 62.0;
/// The least width of a number with its label, points.
const LEAST_NUMBER: f32 = 190.0;
/// The size of what explains, points.
const SMALL: f32 = 13.0;
/// The height of a panel's name, points.
const NAME: f32 = 30.0;
/// Two or three panels stand side by side if each is at least this wide, points.
const LEAST_BESIDE: f32 = 260.0;
/// Room between two panels, points.
pub(super) const GAP: f32 = 12.0;
/// A panel at least this high has a time strip, points.
const ROOM_FOR_STRIP: f32 = 330.0;
/// The height of the strip, points.
const STRIP: f32 = 118.0;

/// A lesson on one page.
#[derive(Clone, Debug)]
pub struct Blackboard<'a> {
    /// The claim.
    pub title: &'a str,
    /// What it is about, a sentence each.
    pub says: &'a [&'a str],
    /// What to look at.
    pub look: &'a str,
    /// Which knob to turn, and what that shows.
    pub turn: [&'a str; 2],
    /// What is measured.
    pub figures: &'a [BoardNumber],
    /// Whether the claim holds as the lesson has it.
    pub holds: bool,
    /// Whether something was turned since, so that the numbers are others.
    pub turned: bool,
    /// What stands beside each other.
    pub panels: &'a [Panel],
    /// The tick of all of them.
    pub tick: Tick,
    /// Colours and layers; the layout is the panels' own.
    pub view: &'a View,
    /// Width and height, points.
    pub size: Vec2,
}

/// A number on a board.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardNumber {
    /// What it is.
    pub label: String,
    /// As it is here.
    pub value: String,
    /// What else there is to say about it: what the source has.
    pub note: String,
}

/// Builds a board.
#[must_use]
pub fn build(board: &Blackboard<'_>) -> Scene {
    let theme = board.view.colors();
    let whole = Area { min: Vec2::ZERO, max: board.size };
    let mut scene = Scene::default();
    let ground = Shape::filled(whole, theme.strip);
    scene.add(Layer::Background, whole, vec![ground]);
    let (said, top) = head(board, theme);
    let bottom = board.size.y - height_below(board);
    scene.add(Layer::Caption, whole, said);
    let middle = Area::new(MARGIN, top, board.size.x - MARGIN, bottom);
    for (panel, area) in board.panels.iter().zip(panel_areas(board.panels, middle)) {
        add_panel(&mut scene, board, panel, area);
    }
    scene.add(Layer::Table, Area { min: vec2(0.0, bottom), ..whole }, foot(board, theme));
    scene
}

/// Title, sentences, what to look at, and the legend where several panels share one. And where they end.
fn head(board: &Blackboard<'_>, theme: &Theme) -> (Vec<Shape>, f32) {
    let room = board.size.x - 2.0 * MARGIN;
    let mut shapes = Vec::new();
    let mut y = 14.0;
    for line in lines(board.title, TITLE, Weight::SemiBold, room) {
        y += 30.0;
        shapes.push(Shape::heading(vec2(MARGIN, y), Align::Start, TITLE, theme.text, line));
    }
    y += 6.0;
    for line in lines(&board.says.join(" "), SAID, Weight::Regular, room) {
        y += LINE;
        shapes.push(Shape::label(vec2(MARGIN, y), Align::Start, SAID, theme.text_quiet, line));
    }
    let word = width("Look: ", SAID, Weight::SemiBold) + 4.0;
    for (place, line) in lines(board.look, SAID, Weight::Regular, room - word).iter().enumerate() {
        y += LINE;
        if place == 0 {
            let at = vec2(MARGIN, y);
            shapes.push(Shape::heading(at, Align::Start, SAID, theme.drawn_text, "Look:"));
        }
        let at = vec2(MARGIN + word, y);
        shapes.push(Shape::label(at, Align::Start, SAID, theme.text, line.as_str()));
    }
    y += 14.0;
    if board.panels.len() > 1 {
        let edges = (MARGIN, board.size.x - MARGIN, y + 12.0);
        let legend = legend_of(board.panels, board.view, false, edges);
        y += legend::LINE * legend::count_of_rows(&legend, y + 12.0) + 4.0;
        shapes.extend(legend);
    }
    (shapes, y)
}

/// How much of the bottom belongs to the numbers and the knob, points.
fn height_below(board: &Blackboard<'_>) -> f32 {
    let rows = board.figures.len().div_ceil(columns_of_numbers(board));
    NUMBERS * rows as f32 + 50.0
}

fn columns_of_numbers(board: &Blackboard<'_>) -> usize {
    let labels = board.figures.iter().map(|of| width(&of.label, SMALL, Weight::Regular) + 16.0);
    let least = labels.fold(LEAST_NUMBER, f32::max);
    let most = ((board.size.x - 2.0 * MARGIN) / least).max(1.0) as usize;
    let rows = board.figures.len().div_ceil(most).max(1);
    // As even as the rows allow.
    board.figures.len().div_ceil(rows).max(1)
}

/// The numbers, and which knob to turn.
fn foot(board: &Blackboard<'_>, theme: &Theme) -> Vec<Shape> {
    let columns = columns_of_numbers(board);
    let step = vec2((board.size.x - 2.0 * MARGIN) / columns as f32, NUMBERS);
    let top = board.size.y - height_below(board);
    let mut shapes = Vec::new();
    for (place, figure) in board.figures.iter().enumerate() {
        let cell = vec2((place % columns) as f32, (place / columns) as f32);
        let at = vec2(MARGIN, top + 32.0) + step * cell;
        let room = step.x - 14.0;
        let label = fitted(&figure.label, SMALL, Weight::Regular, room);
        let beside = width(&figure.value, NUMBER, Weight::SemiBold) + 10.0;
        let note = at + vec2(beside, 0.0);
        let under = at + vec2(0.0, 19.0);
        shapes.push(Shape::heading(at, Align::Start, NUMBER, theme.text, figure.value.as_str()));
        shapes.push(Shape::label(
            note,
            Align::Start,
            SMALL,
            theme.text_faint,
            figure.note.as_str(),
        ));
        shapes.push(Shape::label(under, Align::Start, SMALL, theme.text_quiet, label));
    }
    let base = board.size.y - 18.0;
    let [knob, shows] = board.turn;
    let (right, verdict) = verdict(board, theme, base);
    let beside = width(knob, SAID, Weight::SemiBold) + 12.0;
    let shows = fitted(shows, SAID, Weight::Regular, right - MARGIN - beside - 20.0);
    let at = vec2(MARGIN, base);
    shapes.push(Shape::heading(at, Align::Start, SAID, theme.drawn_text, knob));
    let at = at + vec2(beside, 0.0);
    shapes.push(Shape::label(at, Align::Start, SAID, theme.text_quiet, shows));
    shapes.extend(verdict);
    shapes
}

/// Whether the claim holds, at the right: where it begins, and its shapes.
fn verdict(board: &Blackboard<'_>, theme: &Theme, base: f32) -> (f32, Vec<Shape>) {
    let (word, ink) = match (board.holds, board.turned) {
        (true, false) => ("holds", theme.text),
        (true, true) => ("holds as taught", theme.text),
        (false, _) => ("does not hold", theme.error_text),
    };
    let right = board.size.x - MARGIN;
    let left = right - width(word, SAID, Weight::SemiBold) - 24.0;
    let mark = vec2(left + 8.0, base - 5.5);
    let points = if board.holds {
        vec![mark + vec2(-6.0, 0.0), mark + vec2(-1.5, 4.5), mark + vec2(6.5, -5.5)]
    } else {
        vec![
            mark + vec2(-5.0, -5.0),
            mark,
            mark + vec2(5.0, -5.0),
            mark,
            mark + 5.0,
            mark,
            mark + vec2(-5.0, 5.0),
        ]
    };
    let mark = Shape::Line { points, closed: false, stroke: Stroke::new(2.4, ink) };
    (left, vec![mark, Shape::heading(vec2(right, base), Align::End, SAID, ink, word)])
}

/// Where the panels lie: as many columns as show the most.
fn panel_areas(panels: &[Panel], room: Area) -> Vec<Area> {
    let count = panels.len().max(1);
    let bounds = extent_of(panels);
    let size = |columns: usize| {
        let rows = count.div_ceil(columns);
        // All of one size to the last digit, or else their scales would differ.
        ((room.size() + GAP) / vec2(columns as f32, rows as f32) - GAP).floor().max(Vec2::ONE)
    };
    let scale = |columns: usize| {
        let stage = (size(columns) - vec2(0.0, NAME)).max(Vec2::ONE);
        Camera::fit(bounds, Area { min: Vec2::ZERO, max: stage }, 8.0).scale
    };
    let larger = |best: usize, columns: usize| {
        if scale(columns) > scale(best) * 1.001 { columns } else { best }
    };
    // Two or three stand side by side: what is said of them says left and right.
    let few = count <= 3 && size(count).x >= LEAST_BESIDE;
    let columns = if few { count } else { (1..=count).reduce(larger).unwrap_or(1) };
    let cell = |place: usize| {
        let cell = vec2((place % columns) as f32, (place / columns) as f32);
        let min = room.min.round() + cell * (size(columns) + GAP);
        Area { min, max: min + size(columns) }
    };
    (0..panels.len()).map(cell).collect()
}

/// A panel: its name and numbers in short, the picture, and the strip where there is room.
fn add_panel(scene: &mut Scene, board: &Blackboard<'_>, panel: &Panel, area: Area) {
    let theme = board.view.colors();
    let alone = board.panels.len() == 1;
    let name = if alone { 0.0 } else { NAME };
    let strip = if area.size().y - name >= ROOM_FOR_STRIP { STRIP } else { 0.0 };
    let view = View { layout: panel.layout, presenting: false, ..board.view.clone() };
    let picture = Picture {
        tick: board.tick,
        legend: alone,
        bounds: (!alone).then(|| extent_of(board.panels)),
        top_error: (!alone).then(|| highest_error_of(board.panels)),
        ..Picture::of(&panel.experiment, &view)
    };
    let stages = Area::new(area.min.x, area.min.y + name, area.max.x, area.max.y - strip);
    let below = Area { min: vec2(area.min.x, area.max.y - strip), max: area.max };
    let mut part = compose::build(&picture, stages, below, None);
    for group in &mut part.groups {
        group.clip = Area { min: group.clip.min.max(area.min), max: group.clip.max.min(area.max) };
    }
    scene.groups.extend(part.groups);
    scene.names.push((stages, panel.name.clone()));
    scene.names.extend(part.names);
    let mut shapes = Vec::new();
    if !alone {
        let band = Area { max: vec2(area.max.x, area.min.y + NAME), ..area };
        shapes.push(Shape::filled(band, theme.panel));
        let (at, room) = (area.min + vec2(12.0, 20.0), area.size().x - 24.0);
        let text = fitted(&panel.name, 14.0, Weight::SemiBold, room);
        let left = room - width(&text, 14.0, Weight::SemiBold) - 16.0;
        shapes.push(Shape::heading(at, Align::Start, 14.0, theme.text, text));
        let numbers = panel.in_short();
        if width(&numbers, SMALL, Weight::Regular) <= left {
            let at = vec2(area.max.x - 12.0, at.y);
            shapes.push(Shape::label(at, Align::End, SMALL, theme.text_quiet, numbers));
        }
    }
    shapes.push(frame(area, theme.border));
    let edge = Area { min: area.min - 1.0, max: area.max + 1.0 };
    scene.add(Layer::Legend, edge, shapes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::lanes::Side;
    use crate::scene::view::Layout;
    use crate::settings::Settings;

    fn panel(name: &str) -> Panel {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        Panel { name: name.to_owned(), experiment, layout: Layout::Only(Side::First) }
    }

    #[test]
    fn panels_and_text_lie_on_the_board_and_apart() {
        let view = View::default();
        let figure = |at: usize| BoardNumber {
            label: format!("updates at the threshold number {at}"),
            value: "14".to_owned(),
            note: "14 in the source".to_owned(),
        };
        let figures: Vec<BoardNumber> = (0..8).map(figure).collect();
        for count in 1..=6 {
            let panels: Vec<Panel> = (0..count).map(|at| panel(&format!("panel {at}"))).collect();
            for size in [vec2(1280.0, 800.0), vec2(900.0, 800.0)] {
                let board = Blackboard {
                    title: "The threshold buys bandwidth with accuracy, and not the other way round",
                    says: &[
                        &"A sentence of words. ".repeat(6),
                        &"Another one of words. ".repeat(6),
                    ],
                    look: "The ticks.",
                    turn: ["Threshold", "Turn it."],
                    figures: &figures,
                    holds: true,
                    turned: false,
                    panels: &panels,
                    tick: 215,
                    view: &view,
                    size,
                };
                let scene = build(&board);
                let (_, top) = head(&board, view.colors());
                let room = Area::new(MARGIN, top, size.x - MARGIN, size.y - height_below(&board));
                let cells = panel_areas(&panels, room);
                for (at, cell) in cells.iter().enumerate() {
                    assert!(cell.min.cmpge(room.min.floor()).all(), "{count} on {size}: {cell:?}");
                    assert!(cell.max.cmple(room.max.ceil()).all(), "{count} on {size}: {cell:?}");
                    for other in &cells[at + 1..] {
                        assert!(cell.max.x < other.min.x || cell.max.y < other.min.y);
                    }
                }
                for shape in scene.groups.iter().flat_map(|group| &group.shapes) {
                    let Shape::Text { at, .. } = shape else { continue };
                    assert!(Area { min: Vec2::ZERO, max: size }.contains(*at), "{shape:?}");
                }
            }
        }
    }
}
