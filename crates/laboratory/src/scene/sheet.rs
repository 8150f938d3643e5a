//! A contact sheet: experiments beside each other through one camera, at one tick, the numbers of each below it.
//!
//! In: a [`Sheet`]. Out: a [`Scene`] of the sheet's size. Invariant: equal lengths are equal in all panels.

use super::camera::Camera;
use super::compose::{add_stage, stages};
use super::font::{fitted, width};
use super::kit::boxes::frame;
use super::layers::Layer;
use super::legend;
use super::page::{self, MARGIN};
use super::panel::{Panel, extent_of, legend_of, technique_of};
use super::picture::Picture;
use super::stage::ground;
use super::table;
use super::view::{Layout, View};
use super::{Align, Area, Scene, Shape, Weight};
use crate::Tick;
use crate::ensemble::is_luck;
use crate::lanes::Side;
use crate::metrics::Metrics;
use glam::{Vec2, vec2};

/// The height of a panel's name, points.
const NAME: f32 = 34.0;
/// Room below a panel's numbers, points.
const BELOW: f32 = 16.0;
/// Room between the panels, points.
const GAP: f32 = 14.0;
/// Room to the left and right of a panel's numbers, points.
const NUMBERS: f32 = 28.0;
/// The width of a sheet if nobody says, points.
const WIDTH: f32 = 1280.0;
/// What a panel needs at least, points.
pub const LEAST_PANEL: Vec2 = vec2(232.0, 242.0);
/// What a panel with a time axis would like, points.
const WITH_AXIS: Vec2 = vec2(380.0, 420.0);

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

/// How the panels of a sheet lie.
struct SheetGrid {
    /// The left top corner of the first.
    min: Vec2,
    columns: usize,
    /// The size of each.
    size: Vec2,
}

impl SheetGrid {
    fn of(sheet: &Sheet<'_>, head: f32) -> Self {
        let whole = Area { min: vec2(0.0, head), max: sheet.size };
        let room = whole.shrunk(GAP);
        let count = sheet.panels.len().max(1);
        let bounds = extent_of(sheet.panels);
        let has_axis = technique_of(sheet.panels).row().has_axis;
        let least = if has_axis { WITH_AXIS } else { LEAST_PANEL };
        let size = |columns: usize| {
            let rows = count.div_ceil(columns);
            // All of one size to the last digit, or else their scales would differ.
            ((room.size() + GAP) / vec2(columns as f32, rows as f32) - GAP).floor()
        };
        let scale = |columns: usize| {
            let panel = Area { min: Vec2::ZERO, max: size(columns).max(Vec2::ONE) };
            let large_enough = size(columns).cmpge(least).all();
            (u8::from(large_enough), Camera::fit(bounds, stage_area(panel), 8.0).scale)
        };
        let larger = |best: usize, columns: usize| {
            let (now, then) = (scale(best), scale(columns));
            let larger = then.0 > now.0 || (then.0 == now.0 && then.1 > now.1 * 1.001);
            if larger { columns } else { best }
        };
        let columns = (1..=count).reduce(larger).unwrap_or(1);
        Self { min: room.min.round(), columns, size: size(columns) }
    }

    fn panel(&self, place: usize) -> Area {
        let cell = vec2((place % self.columns) as f32, (place / self.columns) as f32);
        let min = self.min + cell * (self.size + GAP);
        Area { min, max: min + self.size }
    }
}

/// The size of a sheet that suits its panels, points.
#[must_use]
pub fn suiting_size(sheet: &Sheet<'_>) -> Vec2 {
    let count = sheet.panels.len().max(1);
    let columns = match count {
        1 => 1,
        2 | 4 => 2,
        3 | 5 | 6 | 9 => 3,
        _ => 4,
    };
    let rows = count.div_ceil(columns) as f32;
    let wide = (WIDTH - GAP) / columns as f32 - GAP;
    let (low, high) = extent_of(sheet.panels);
    let shape = ((high.y - low.y) / (high.x - low.x).max(1e-9)) as f32;
    // A time axis needs room beside the view from above.
    let has_axis = technique_of(sheet.panels).row().has_axis;
    let least = if has_axis { (430.0 / wide).clamp(0.4, 1.0) } else { 0.4 };
    let most = if has_axis { least.max(0.7) } else { 1.0 };
    let stage = wide * shape.clamp(least, most) + NAME;
    let below = table::panel_height(wide - NUMBERS) + BELOW;
    let high = (NAME + stage + below).ceil() + GAP;
    let size = vec2(WIDTH, 0.0);
    let head = head(&Sheet { size, ..sheet.clone() });
    vec2(WIDTH, (head + rows * high + GAP).ceil())
}

/// Whether every panel has the room that it needs.
#[must_use]
pub fn fits(sheet: &Sheet<'_>) -> bool {
    SheetGrid::of(sheet, head(sheet)).size.cmpge(LEAST_PANEL).all()
}

/// How much of the top belongs to title, what to look for and legend, points.
fn head(sheet: &Sheet<'_>) -> f32 {
    if !sheet.caption {
        return 0.0;
    }
    let rows = legend::count_of_rows(&legend_shapes(sheet, 0.0), 0.0);
    page::head_height(head_lines(sheet).len()) + 14.0 + legend::LINE * rows
}

/// Builds the sheet.
#[must_use]
pub fn build(sheet: &Sheet<'_>) -> Scene {
    let theme = sheet.view.colors();
    let whole = Area { min: Vec2::ZERO, max: sheet.size };
    let mut scene = Scene::default();
    let ground = Shape::filled(whole, theme.strip);
    scene.add(Layer::Background, whole, vec![ground]);
    let head = head(sheet);
    let (grid, bounds) = (SheetGrid::of(sheet, head), extent_of(sheet.panels));
    let numbers: Vec<&Metrics> = sheet.panels.iter().map(Panel::metrics).collect();
    let best = if has_best(sheet) {
        table::best_of(&numbers)
    } else {
        vec![Vec::new(); sheet.panels.len()]
    };
    let mut scale_bar = Vec::new();
    for (place, panel) in sheet.panels.iter().enumerate() {
        let area = grid.panel(place);
        let view = View { layout: panel.layout, presenting: false, ..sheet.view.clone() };
        let picture = Picture {
            tick: sheet.tick,
            legend: false,
            bounds: Some(bounds),
            ..Picture::of(&panel.experiment, &view)
        };
        let stages = stages(&picture, stage_area(area));
        for stage in &stages {
            scene.names.push((stage.camera.area, panel.name.clone()));
            add_stage(&mut scene, stage);
        }
        add_words(&mut scene, sheet, (panel, &best[place]), area);
        if scale_bar.is_empty() {
            scale_bar = ground::scale_bar(&stages[0], vec2(sheet.size.x - MARGIN, head - 14.0));
        }
    }
    if sheet.caption {
        let area = Area { max: vec2(sheet.size.x, head), ..whole };
        scene.add(Layer::Caption, area, head_shapes(sheet, area));
        scene.add(Layer::Scale, area, scale_bar);
    }
    scene
}

/// The stage of a panel: what its name above and its numbers below leave.
fn stage_area(panel: Area) -> Area {
    let below = table::panel_height(panel.size().x - NUMBERS) + BELOW;
    let top = panel.min.y + NAME.min(panel.size().y / 4.0);
    let bottom = (panel.max.y - below).max(top + panel.size().y / 4.0);
    Area { min: vec2(panel.min.x, top), max: vec2(panel.max.x, bottom) }
}

/// A panel's frame, its name above and its numbers below.
fn add_words(scene: &mut Scene, sheet: &Sheet<'_>, (panel, best): (&Panel, &[bool]), area: Area) {
    let theme = sheet.view.colors();
    let stage_area = stage_area(area);
    let last = panel.experiment.truth.states.len().saturating_sub(1);
    let ended = format!(" · ended at {:.2} s", panel.experiment.truth.time(last));
    let name = format!("{}{}", panel.name, if sheet.tick > last { &ended } else { "" });
    let name = fitted(&name, 14.0, Weight::SemiBold, area.size().x - 28.0);
    let at = area.min + vec2(14.0, 22.0);
    let ink = match panel.layout {
        Layout::Only(Side::Second) => theme.snapshot_text,
        Layout::Overlay | Layout::SideBySide | Layout::Only(Side::First) => theme.text,
    };
    let head = Area { max: vec2(area.max.x, stage_area.min.y), ..area };
    let below = Area { min: vec2(area.min.x, stage_area.max.y), ..area };
    let plain = |area| Shape::filled(area, theme.panel);
    let mut shapes = vec![plain(head), Shape::heading(at, Align::Start, 14.0, ink, name)];
    shapes.push(plain(below));
    let numbers =
        Area { min: below.min + vec2(14.0, 7.0), max: below.max - vec2(NUMBERS - 14.0, 0.0) };
    shapes.extend(table::panel_table(panel.metrics(), best, numbers, theme));
    shapes.push(frame(area, theme.border));
    let area = Area { min: area.min - 1.0, max: area.max + 1.0 };
    scene.names.push((area, format!("{} in numbers", panel.name)));
    scene.add(Layer::Table, area, shapes);
}

/// What to look for, and the settings that all panels share.
fn head_lines(sheet: &Sheet<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let room = sheet.size.x - 2.0 * MARGIN;
    if !sheet.look.is_empty() {
        lines.push(fitted(sheet.look, 12.5, Weight::Regular, room));
    }
    let has_both = |panel: &Panel| matches!(panel.layout, Layout::Overlay | Layout::SideBySide);
    if sheet.panels.iter().any(has_both) {
        let lines_of = technique_of(sheet.panels).scene().first_lane;
        lines.push(format!("The numbers of panels with both lanes are those of {lines_of}."));
    }
    if let Some(lucky) = sheet.panels.iter().find(|panel| is_luck(&panel.experiment.settings)) {
        lines.push(page::one_seed(&lucky.experiment.settings) + ", none is called the best");
    }
    let mut panels = sheet.panels.iter().map(|panel| panel.experiment.settings.changed());
    let mut shared = panels.next().unwrap_or_default();
    for changed in panels {
        shared.retain(|assignment| changed.contains(assignment));
    }
    if !shared.is_empty() {
        lines.extend(page::wrapped_words("all: ", &shared, room));
    }
    lines
}

/// Whether the best of the panels is marked: not where one of them owes its numbers to one draw.
fn has_best(sheet: &Sheet<'_>) -> bool {
    let lucky = |panel: &Panel| is_luck(&panel.experiment.settings);
    // A box that is rewound less is no better.
    let is_judged = technique_of(sheet.panels).row().is_swept;
    let own = |panel: &Panel| panel.technique() != technique_of(sheet.panels);
    let mixed = sheet.panels.iter().any(own);
    // Who sees nothing is never wrong.
    let blind = |panel: &Panel| panel.metrics().unseen_ticks == panel.experiment.truth.states.len();
    let blind = sheet.panels.iter().any(blind);
    sheet.panels.len() > 1 && is_judged && !mixed && !blind && !sheet.panels.iter().any(lucky)
}

/// The legend, its first baseline at `top`.
fn legend_shapes(sheet: &Sheet<'_>, top: f32) -> Vec<Shape> {
    let edges = (MARGIN, sheet.size.x - 120.0, top);
    legend_of(sheet.panels, sheet.view, has_best(sheet), edges)
}

fn head_shapes(sheet: &Sheet<'_>, area: Area) -> Vec<Shape> {
    let theme = sheet.view.colors();
    let lines = head_lines(sheet);
    let time = sheet.panels.first().map_or(0.0, |panel| panel.experiment.truth.time(sheet.tick));
    let when = format!("t = {time:.2} s · tick {}", sheet.tick);
    let room = sheet.size.x - 2.0 * MARGIN - width(&when, 12.5, Weight::Regular) - 24.0;
    let title = fitted(sheet.title, 18.0, Weight::SemiBold, room);
    let mut shapes = page::head_band(area, theme);
    let right = vec2(area.max.x - MARGIN, 33.0);
    shapes.push(Shape::heading(vec2(MARGIN, 33.0), Align::Start, 18.0, theme.text, title));
    shapes.push(Shape::label(right, Align::End, 12.5, theme.text_quiet, when));
    shapes.extend(page::small_lines(&lines, theme));
    shapes.extend(legend_shapes(sheet, page::head_height(lines.len()) + 14.0));
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::scene::Group;
    use crate::scene::layers::Switch;
    use crate::scene::panel::worst_tick;
    use crate::settings::Settings;

    fn panels(assignments: &[&str]) -> Vec<Panel> {
        let panel = |assignment: &&str| {
            let mut settings = Settings::default();
            settings.set(assignment).expect("a setting");
            let experiment = Experiment::of(settings).expect("an experiment");
            let layout = Layout::Only(Side::First);
            Panel { name: (*assignment).to_owned(), experiment, layout }
        };
        assignments.iter().map(panel).collect()
    }

    fn sheet<'a>(panels: &'a [Panel], view: &'a View, size: Vec2) -> Sheet<'a> {
        Sheet {
            title: "Title",
            look: "",
            panels,
            tick: worst_tick(panels),
            view,
            size,
            caption: true,
        }
    }

    #[test]
    fn panels_do_not_overlap_and_share_one_scale() {
        let view = View::default();
        let all = panels(&["track.sharpness=0", "track.sharpness=1", "motion.speed=8"]);
        let suiting = suiting_size(&sheet(&all, &view, Vec2::ZERO));
        for size in [vec2(1280.0, 800.0), vec2(500.0, 1500.0), suiting] {
            assert!(fits(&sheet(&all, &view, size)), "{size}");
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
    fn any_number_of_panels_fits_on_the_size_that_suits_them() {
        let view = View::default();
        let one = panels(&["link.latency=0.2"]);
        for count in 1..40 {
            let all: Vec<Panel> = one.iter().cycle().take(count).cloned().collect();
            let mut sheet = sheet(&all, &view, Vec2::ZERO);
            sheet.size = suiting_size(&sheet);
            assert!(fits(&sheet), "{count} panels on {}", sheet.size);
            sheet.size = vec2(240.0, 200.0 * count as f32);
            assert!(!fits(&sheet), "{count} panels");
        }
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
