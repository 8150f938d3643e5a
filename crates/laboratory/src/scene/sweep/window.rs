//! The pictures of a sweep in a window: the map to the left, what an update buys to the right, room for a form below
//! that; in a narrow window one after the other. And what is under the pointer.
//!
//! In: a [`SweepChart`], the room there is. Out: a [`Scene`] of the very shapes that a page has.

use super::chart::{SweepChart, measure_name, title};
use super::page::SMALL;
use super::{heat, scale, tradeoff};
use crate::scene::font::{fitted, width};
use crate::scene::layers::Layer;
use crate::scene::page::MARGIN;
use crate::scene::theme::Rgba;
use crate::scene::{Align, Area, Scene, Shape, Stroke, Weight};
use crate::tune::sweep::{Axis, Measure, SweepRow};
use glam::{Vec2, vec2};

/// A window narrower than this shows one side at a time, points.
const NARROW: f32 = 760.0;
/// Room above a chart for its heading and the name of its axis, points.
const HEAD: f32 = 62.0;
/// Room below a chart for its numbers and its name, points.
const FOOT: f32 = 52.0;
/// The height of the form, points.
const FORM: f32 = 242.0;
/// The same in a low window, points.
const LOW_FORM: f32 = 230.0;
/// A window lower than this is low, points.
const LOW: f32 = 600.0;
/// The size of a heading, points.
const HEADING: f32 = 15.0;

/// Which side a narrow window shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SweepSide {
    /// The map.
    #[default]
    Map,
    /// What an update buys, and the form.
    Frontier,
}

/// Where everything is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepPlaces {
    /// The map, without its numbers and names.
    pub map: Option<Area>,
    /// What an update buys, likewise.
    pub frontier: Option<Area>,
    /// The form.
    pub form: Option<Area>,
    whole: Area,
}

/// What a window shows.
#[derive(Clone, Copy, Debug)]
pub struct SweepWindow<'a> {
    /// What to draw.
    pub chart: &'a SweepChart<'a>,
    /// Where.
    pub places: SweepPlaces,
    /// How far the sweep is; nothing: it is done.
    pub progress: Option<&'a str>,
    /// What the pointer is on.
    pub hit: Option<usize>,
    /// Where the pointer is.
    pub pointer: Vec2,
}

impl SweepPlaces {
    /// In the room that a window has.
    #[must_use]
    pub fn of(chart: &SweepChart<'_>, whole: Area, side: SweepSide) -> Self {
        let [left, _, right, _] = chart.margins();
        let chart_in = |area: Area, left: f32, right: f32| Area {
            min: area.min + vec2(MARGIN + left, HEAD),
            max: area.max - vec2(MARGIN + right, FOOT),
        };
        let narrow = Self::is_narrow(whole);
        let middle =
            if narrow { whole.min.x } else { (whole.min.x + whole.size().x * 0.54).round() };
        let map_room =
            Area { max: vec2(if narrow { whole.max.x } else { middle }, whole.max.y), ..whole };
        let rest = Area { min: vec2(middle, whole.min.y), ..whole };
        let height = if whole.size().y < LOW { LOW_FORM } else { FORM };
        let split = (whole.max.y - height - 12.0).max(whole.min.y);
        let upper = Area { max: vec2(rest.max.x, split), ..rest };
        let form_left = rest.min.x + MARGIN;
        let form = Area::new(form_left, split, rest.max.x - MARGIN, whole.max.y - 12.0);
        let (map, other) =
            (!narrow || side == SweepSide::Map, !narrow || side == SweepSide::Frontier);
        let real = |area: &Area| area.size().min_element() > 40.0;
        Self {
            map: Some(chart_in(map_room, left, right)).filter(|area| map && real(area)),
            frontier: Some(chart_in(upper, scale::NUMBERS, 8.0)).filter(|area| other && real(area)),
            form: Some(form).filter(|_| other),
            whole,
        }
    }

    /// Whether there is room for one side only.
    #[must_use]
    pub fn is_narrow(whole: Area) -> bool {
        whole.size().x < NARROW
    }
}

/// The point of the sweep under the pointer, by its place in the sweep: one that is done.
#[must_use]
pub fn point_under(chart: &SweepChart<'_>, places: &SweepPlaces, pointer: Vec2) -> Option<usize> {
    let on_map = places.map.and_then(|area| chart.point_at(area, pointer));
    let there = |place: &usize| chart.rows.iter().any(|row| row.place == *place);
    if let Some(place) = on_map.filter(there) {
        return Some(place);
    }
    let near = places.frontier.filter(|area| area.shrunk(-10.0).contains(pointer));
    let row = near.and_then(|area| tradeoff::row_at(chart, area, pointer))?;
    chart.rows.get(row).map(|row| row.place)
}

impl SweepWindow<'_> {
    /// Builds the scene.
    #[must_use]
    pub fn build(&self) -> Scene {
        let (chart, places) = (self.chart, &self.places);
        let theme = chart.theme.theme();
        let mut scene = Scene::default();
        let whole = places.whole;
        let ground = Shape::filled(whole, theme.stage);
        scene.add(Layer::Background, whole, vec![ground]);
        let row = self.hit.and_then(|place| chart.rows.iter().find(|row| row.place == place));
        if let Some(area) = places.map {
            let [_, _, bar, _] = chart.margins();
            scene.add(Layer::Strip, whole, chart.build(area));
            let count = self.count();
            scene.add(Layer::Caption, whole, self.heading(area, bar, &title(chart), &count));
            let outlined = row.map(|row| outline(heat::cell(chart, area, row.place)));
            scene.add(Layer::Strip, whole, outlined.unwrap_or_default());
        }
        if let Some(area) = places.frontier {
            scene.add(Layer::Caption, whole, self.heading(area, 8.0, "What an update buys", ""));
            let name = measure_name(&chart.error());
            scene.add(Layer::Strip, whole, self.frontier(area, &name));
            let place = row.and_then(|row| tradeoff::place_of(chart, area, row));
            let ring = place.map(|at| vec![Shape::ring(at, 5.5, 2.0, theme.text)]);
            scene.add(Layer::Strip, whole, ring.unwrap_or_default());
        }
        if let Some(row) = row {
            scene.add(Layer::Callout, whole, self.tip(row));
        }
        scene
    }

    /// What an update buys; while a new sweep is under way the one before, faint.
    fn frontier(&self, area: Area, name: &str) -> Vec<Shape> {
        let chart = self.chart;
        if self.progress.is_none() || chart.before.is_empty() {
            return tradeoff::build(chart, area, name);
        }
        let before = SweepChart { rows: chart.before, before: &[], ..*chart };
        let mut shapes = tradeoff::build(&before, area, name);
        let fill = chart.theme.theme().stage.alpha(0.55);
        shapes.push(Shape::filled(area.shrunk(-8.0), fill));
        shapes
    }

    fn count(&self) -> String {
        let runs = || self.chart.rows.iter().map(|row| row.ensemble.seeds).sum::<usize>();
        self.progress.map_or_else(|| format!("{} runs", runs()), str::to_owned)
    }

    fn heading(&self, area: Area, right: f32, text: &str, count: &str) -> Vec<Shape> {
        let theme = self.chart.theme.theme();
        let (y, end) = (area.min.y - 34.0, area.max.x + right - 8.0);
        let left = area.min.x - 44.0;
        let room = end - left - width(count, SMALL, Weight::Regular) - 16.0;
        let text = fitted(text, HEADING, Weight::SemiBold, room);
        vec![
            Shape::heading(vec2(left, y), Align::Start, HEADING, theme.text, text),
            Shape::label(vec2(end, y), Align::End, SMALL, theme.text_faint, count),
        ]
    }

    /// The numbers of a point, beside the pointer.
    fn tip(&self, row: &SweepRow) -> Vec<Shape> {
        let (chart, whole) = (self.chart, self.places.whole);
        let theme = chart.theme.theme();
        let pairs = chart.sweep.axes.iter().zip(&row.values);
        let unit = |unit: &str| if unit.is_empty() { String::new() } else { format!(" {unit}") };
        let value = |(axis, value): (&Axis, &f64)| {
            let name = scale::axis_name(axis);
            let name = name.split(", ").next().unwrap_or_default().to_owned();
            format!("{name} {}{}", scale::rounded_text(axis, *value), unit(axis.knob.unit))
        };
        let head = pairs.map(value).collect::<Vec<_>>().join(" · ");
        let number = |measure: &Measure| {
            let label = measure.row.label.to_lowercase();
            format!("{label} {}", measure.text(chart.side, row))
        };
        let mut below = number(&chart.measure);
        if let Ok(rate) = Measure::find("updates_per_second") {
            let rate = rate.value(chart.side, row);
            below +=
                &rate.map_or_else(String::new, |rate| format!(" · {rate:.2} updates a second"));
        }
        let wide = width(&head, 13.0, Weight::SemiBold).max(width(&below, SMALL, Weight::Regular));
        let size = vec2(wide + 24.0, 50.0);
        let beside = self.pointer + vec2(16.0, 16.0);
        let most = whole.max - size - 6.0;
        let flipped = if beside.y > most.y { self.pointer.y - 12.0 - size.y } else { beside.y };
        let at = vec2(beside.x.min(most.x), flipped).max(whole.min + 6.0);
        let at = self.beside_form(at, size);
        let area = Area { min: at.round(), max: at.round() + size };
        let stroke = Some(Stroke::new(1.0, theme.border));
        vec![
            Shape::Box { area, radius: 5.0, fill: theme.panel, stroke },
            Shape::heading(area.min + vec2(12.0, 20.0), Align::Start, 13.0, theme.text, head),
            Shape::label(area.min + vec2(12.0, 39.0), Align::Start, SMALL, theme.text_quiet, below),
        ]
    }

    /// Where a box of a size goes that should be at a place, and that the form would cover there: to the left of it,
    /// or above it where that would hide the pointer.
    fn beside_form(&self, at: Vec2, size: Vec2) -> Vec2 {
        let Some(form) = self.places.form else { return at };
        let covered = at.x + size.x > form.min.x && at.y + size.y > form.min.y;
        let left = form.min.x - size.x - 6.0;
        if !covered {
            at
        } else if left + size.x < self.pointer.x || left < self.places.whole.min.x {
            vec2(at.x, form.min.y - size.y - 6.0)
        } else {
            vec2(left, at.y)
        }
    }
}

/// A frame round a cell that shows on dark and bright ones.
fn outline(cell: Area) -> Vec<Shape> {
    let frame = |by: f32, width, color| Shape::Box {
        area: cell.shrunk(by),
        radius: 1.0,
        fill: Rgba::default(),
        stroke: Some(Stroke::new(width, color)),
    };
    vec![frame(-2.0, 1.0, heat::SHADE), frame(-1.0, 1.5, heat::INK)]
}
