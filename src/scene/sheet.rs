//! A contact sheet: experiments beside each other through one camera, at one tick, the numbers of each below it.
//!
//! In: a [`Sheet`]. Out: a [`Scene`] of the sheet's size. Invariant: equal lengths are equal in all panels.

use super::camera::Camera;
use super::font::about_width;
use super::layers::Layer;
use super::legend;
use super::page::{self, MARGIN};
use super::picture::Picture;
use super::stage;
use super::table;
use super::view::{Layout, View};
use super::{Align, Area, Scene, Shape, Stroke};
use crate::sim::Tick;
use crate::sim::experiment::Experiment;
use crate::sim::metrics::Metrics;
use glam::{DVec2, Vec2, vec2};

/// The height of a panel's name, points.
const NAME: f32 = 34.0;
/// Room below a panel's numbers, points.
const BELOW: f32 = 16.0;
/// Room between the panels, points.
const GAP: f32 = 14.0;

/// One picture of a contact sheet.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What sets it apart.
    pub name: String,
    /// What happened.
    pub experiment: Experiment,
    /// Which lanes it shows.
    pub layout: Layout,
}

/// A contact sheet.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// What is compared.
    pub title: &'a str,
    /// What to look for.
    pub look: &'a str,
    /// The pictures.
    pub panels: &'a [Panel],
    /// The tick of all of them; a shorter run shows its last.
    pub tick: Tick,
    /// Colours and layers; the layout is the panels' own.
    pub view: &'a View,
    /// Width and height, points.
    pub size: Vec2,
    /// Title, what to look for and legend above.
    pub caption: bool,
}

impl Panel {
    /// The numbers of the lane that it is about.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        match self.layout {
            Layout::Snapshot => &self.experiment.snapshot,
            Layout::Overlay | Layout::SideBySide | Layout::DeadReckoning => {
                &self.experiment.dead_reckoning
            }
        }
    }
}

/// The tick with the largest error of all panels that show dead reckoning; of all, where none does.
#[must_use]
pub fn worst(panels: &[Panel]) -> Tick {
    let wrong = panels.iter().filter(|panel| panel.layout != Layout::Snapshot).map(Panel::metrics);
    let late = panels.iter().map(Panel::metrics);
    let worst = |metrics: &mut dyn Iterator<Item = &Metrics>| {
        metrics
            .map(|metrics| (metrics.peak_error, metrics.peak_tick))
            .reduce(|worst, panel| if panel.0 > worst.0 { panel } else { worst })
    };
    worst(&mut { wrong }).or_else(|| worst(&mut { late })).map_or(0, |worst| worst.1)
}

/// Builds the sheet.
#[must_use]
pub fn build(sheet: &Sheet<'_>) -> Scene {
    let theme = sheet.view.colors();
    let whole = Area { min: Vec2::ZERO, max: sheet.size };
    let mut scene = Scene::default();
    let ground = Shape::Box { area: whole, radius: 0.0, fill: theme.strip, stroke: None };
    scene.add(Layer::Background, whole, vec![ground]);
    let lines = head_lines(sheet);
    let head = if sheet.caption { page::head_height(lines.len()) + 28.0 } else { 0.0 };
    let room = Area { min: vec2(0.0, head.min(sheet.size.y / 2.0)), ..whole }.shrunk(GAP);
    let bounds = bounds(sheet.panels);
    let columns = columns(sheet.panels.len(), room, bounds);
    let rows = sheet.panels.len().div_ceil(columns);
    let pitch = (room.size() + GAP) / vec2(columns as f32, rows as f32);
    let metrics: Vec<&Metrics> = sheet.panels.iter().map(Panel::metrics).collect();
    let best = table::best(&metrics);
    let mut scale_bar = Vec::new();
    for (place, panel) in sheet.panels.iter().enumerate() {
        let cell = vec2((place % columns) as f32, (place / columns) as f32);
        let min = (room.min + cell * pitch).round();
        // All of one size to the last digit, or else their scales would differ.
        let area = Area { min, max: min + (pitch - GAP).floor() };
        let view = View { layout: panel.layout, presenting: false, ..sheet.view.clone() };
        let picture = Picture {
            tick: sheet.tick,
            legend: false,
            bounds: Some(bounds),
            ..Picture::of(&panel.experiment, &view)
        };
        let stages = picture.stages(stage_area(area));
        stages.iter().for_each(|stage| stage::build(&mut scene, stage));
        add_words(&mut scene, sheet, (panel, &best[place]), area);
        if scale_bar.is_empty() {
            let right = vec2(sheet.size.x - MARGIN, room.min.y - GAP - 14.0);
            scale_bar = stage::scale_bar(&stages[0], right);
        }
    }
    if sheet.caption {
        let area = Area { max: vec2(sheet.size.x, room.min.y - GAP), ..whole };
        scene.add(Layer::Caption, area, head_shapes(sheet, area, &lines));
        scene.add(Layer::Scale, area, scale_bar);
    }
    scene
}

/// What all panels show, u.
fn bounds(panels: &[Panel]) -> (DVec2, DVec2) {
    let all = panels.iter().map(|panel| stage::shown(&panel.experiment));
    all.reduce(|(low, high), (other_low, other_high)| (low.min(other_low), high.max(other_high)))
        .unwrap_or_default()
}

/// The stage of a panel: what its name above and its numbers below leave.
fn stage_area(panel: Area) -> Area {
    let below = table::panel_height(panel.size().x - 2.0 * MARGIN) + BELOW;
    let top = panel.min.y + NAME.min(panel.size().y / 4.0);
    let bottom = (panel.max.y - below).max(top + panel.size().y / 4.0);
    Area { min: vec2(panel.min.x, top), max: vec2(panel.max.x, bottom) }
}

/// As many columns as make the pictures largest.
fn columns(panels: usize, room: Area, bounds: (DVec2, DVec2)) -> usize {
    let scale = |columns: usize| {
        let rows = panels.div_ceil(columns);
        let size = (room.size() + GAP) / vec2(columns as f32, rows as f32) - GAP;
        let panel = Area { min: Vec2::ZERO, max: size.max(Vec2::ONE) };
        Camera::fit(bounds, stage_area(panel), 8.0).scale
    };
    let larger = |best: usize, columns: usize| {
        if scale(columns) > scale(best) * 1.001 { columns } else { best }
    };
    (1..=panels).reduce(larger).unwrap_or(1)
}

/// A panel's frame, its name above and its numbers below.
fn add_words(scene: &mut Scene, sheet: &Sheet<'_>, (panel, best): (&Panel, &[bool]), area: Area) {
    let theme = sheet.view.colors();
    let stage_area = stage_area(area);
    let most = ((area.size().x - 2.0 * 14.0) / (14.0 * 0.56)) as usize;
    let name = page::shortened(&panel.name, most);
    let at = area.min + vec2(14.0, 22.0);
    let ink = match panel.layout {
        Layout::Snapshot => theme.snapshot_text,
        Layout::Overlay | Layout::SideBySide | Layout::DeadReckoning => theme.text,
    };
    let head = Area { max: vec2(area.max.x, stage_area.min.y), ..area };
    let below = Area { min: vec2(area.min.x, stage_area.max.y), ..area };
    let plain = |area| Shape::Box { area, radius: 0.0, fill: theme.panel, stroke: None };
    let mut shapes = vec![plain(head), Shape::heading(at, Align::Start, 14.0, ink, name)];
    shapes.push(plain(below));
    let numbers = Area { min: below.min + vec2(14.0, 7.0), max: below.max - vec2(20.0, 0.0) };
    shapes.extend(table::panel(panel.metrics(), best, numbers, theme));
    let corners = [area.min, vec2(area.max.x, area.min.y), area.max, vec2(area.min.x, area.max.y)];
    let stroke = Stroke::new(1.0, theme.border);
    shapes.push(Shape::Line { points: corners.to_vec(), closed: true, stroke });
    scene.add(Layer::Table, Area { min: area.min - 1.0, max: area.max + 1.0 }, shapes);
}

/// What to look for, and the settings that all panels share.
fn head_lines(sheet: &Sheet<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    if !sheet.look.is_empty() {
        lines.push(sheet.look.to_owned());
    }
    let mut panels = sheet.panels.iter().map(|panel| panel.experiment.settings.changed());
    let mut shared = panels.next().unwrap_or_default();
    for changed in panels {
        shared.retain(|assignment| changed.contains(assignment));
    }
    if !shared.is_empty() {
        lines.extend(page::wrapped("all: ", &shared, sheet.size.x - 2.0 * MARGIN));
    }
    lines
}

fn head_shapes(sheet: &Sheet<'_>, area: Area, lines: &[String]) -> Vec<Shape> {
    let theme = sheet.view.colors();
    let time = sheet.panels.first().map_or(0.0, |panel| panel.experiment.truth.time(sheet.tick));
    let when = format!("t = {time:.2} s · tick {}", sheet.tick);
    let mut shapes = page::band(area, theme);
    let right = vec2(area.max.x - MARGIN, 33.0);
    shapes.push(Shape::heading(vec2(MARGIN, 33.0), Align::Start, 18.0, theme.text, sheet.title));
    shapes.push(Shape::label(right, Align::End, 12.5, theme.text_quiet, when));
    shapes.extend(page::small_lines(lines, theme));
    let layouts: Vec<Layout> = sheet.panels.iter().map(|panel| panel.layout).collect();
    let left = vec2(MARGIN, area.max.y - 18.0);
    let (entries, end) = legend::in_a_row(sheet.view, &layouts, left, area.max.x - 110.0);
    shapes.extend(entries);
    let best = "best";
    if sheet.panels.len() > 1 && end.x + 260.0 < area.max.x {
        let at = end + vec2(about_width(best, table::SIZE) + 6.0, 0.0);
        shapes.extend(table::boxed(at, best, theme));
        let at = at + vec2(14.0, 0.0);
        shapes.push(Shape::label(at, Align::Start, 12.5, theme.text_quiet, "of all panels"));
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Group;
    use crate::scene::layers::Switch;
    use crate::settings::Settings;

    fn panels(assignments: &[&str]) -> Vec<Panel> {
        let panel = |assignment: &&str| {
            let mut settings = Settings::default();
            settings.set(assignment).expect("a setting");
            let experiment = Experiment::of(settings).expect("an experiment");
            let layout = Layout::DeadReckoning;
            Panel { name: (*assignment).to_owned(), experiment, layout }
        };
        assignments.iter().map(panel).collect()
    }

    fn sheet<'a>(panels: &'a [Panel], view: &'a View, size: Vec2) -> Sheet<'a> {
        Sheet { title: "Title", look: "", panels, tick: worst(panels), view, size, caption: true }
    }

    #[test]
    fn panels_do_not_overlap_and_share_one_scale() {
        let view = View::default();
        let all = panels(&["track.sharpness=0", "track.sharpness=1", "motion.speed=8"]);
        for size in [vec2(1280.0, 800.0), vec2(500.0, 1500.0), vec2(320.0, 240.0)] {
            let scene = build(&sheet(&all, &view, size));
            let cells: Vec<Area> = scene
                .groups
                .iter()
                .filter(|group| group.layer == Layer::Table)
                .map(|group| group.clip.shrunk(1.0))
                .collect();
            assert_eq!(cells.len(), 3);
            for (at, one) in cells.iter().enumerate() {
                for other in &cells[at + 1..] {
                    assert!(one.max.cmple(other.min).any() || other.max.cmple(one.min).any());
                }
            }
            let radius = |group: &Group| match group.shapes[..] {
                [Shape::Circle { radius, .. }, ..] => Some(radius),
                _ => None,
            };
            let circles =
                scene.groups.iter().filter(|group| group.layer == Layer::Switch(Switch::Threshold));
            let radii: Vec<f32> = circles.filter_map(radius).collect();
            assert_eq!(radii.len(), 3);
            assert!(radii.iter().all(|radius| (radius - radii[0]).abs() < 1e-5), "{radii:?}");
        }
    }

    #[test]
    fn the_worst_tick_is_that_of_the_worst_panel() {
        let all = panels(&["link.latency=0.05", "link.latency=0.3"]);
        assert_eq!(worst(&all), all[1].experiment.dead_reckoning.peak_tick);
        assert_eq!(worst(&[]), 0);
    }

    #[test]
    fn what_all_panels_share_is_said_once() {
        let mut all = panels(&["sender.threshold=0.1", "sender.threshold=0.2"]);
        for panel in &mut all {
            panel.experiment.settings.set("link.latency=0.2").expect("a latency");
        }
        let view = View::default();
        assert_eq!(head_lines(&sheet(&all, &view, vec2(900.0, 600.0))), ["all: link.latency=0.2"]);
    }
}
