//! Under the knobs of the panel: what the run comes to in numbers, and what it says about its settings.
//!
//! In: the desk. Out: nothing, it is looked at.

use super::style::{self, SMALL};
use super::tessellate::color;
use crate::desk::Desk;
use egui_macroquad::egui::{self, Align, Layout, Margin, Sense, Ui, vec2};
use laboratory::ensemble::{Ensemble, Spread};
use laboratory::experiment::Experiment;
use laboratory::facts::Fact;
use laboratory::lanes::Side;
use laboratory::metrics::{ABSENT, MORE_ROWS, Metrics, ROWS, Row};
use laboratory::scene::theme::{Rgba, Theme};
use laboratory::settings::MotionKind;

/// What the run says about its settings.
pub fn hints(ui: &mut Ui, hints: &[String], theme: &Theme) {
    let room = ui.ctx().screen_rect().height();
    let (most, height) = if room < 700.0 { (1, 64.0) } else { (2, 120.0) };
    // The same room whatever there is to say, so that the numbers above stay where they are.
    let bottom = ui.cursor().top() + height;
    for hint in hints.iter().take(most) {
        ui.add_space(4.0);
        let frame = egui::Frame::new()
            .fill(color(theme.control))
            .corner_radius(5)
            .inner_margin(Margin::symmetric(12, 7));
        let shown = frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(egui::RichText::new(hint).size(style::HEADING).color(color(theme.text_quiet)));
        });
        let rect = shown.response.rect;
        let edge = egui::Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(edge, 1.0, color(theme.drawn));
    }
    ui.add_space((bottom - ui.cursor().top()).max(0.0));
}

/// A column of the table: one run's numbers, or the median of many.
#[derive(Clone, Copy)]
struct Column<'a> {
    name: &'static str,
    ink: Rgba,
    metrics: &'a Metrics,
    ensemble: Option<&'a Ensemble>,
    /// Which lane of it.
    side: Side,
}

impl Column<'_> {
    fn spread(&self, row: &Row) -> Option<Spread> {
        *self.side.of(&self.ensemble?.line(row.key)?.lanes)
    }

    /// Nothing where the lane has no such thing.
    fn value(&self, row: &Row) -> Option<f64> {
        self.spread(row).map_or_else(|| (row.read)(self.metrics), |spread| Some(spread.median))
    }

    /// What it shows.
    fn text(&self, row: &Row) -> String {
        let Some(value) = self.value(row) else { return ABSENT.to_owned() };
        // Where the middle half stands beside it there is no room for the unit.
        if self.ensemble.is_some() {
            format!("{value:.*}", row.decimals)
        } else {
            row.written(value)
        }
    }

    /// This seed, the middle half and the range over the seeds.
    fn spread_text(&self, row: &Row) -> Option<String> {
        let spread = self.spread(row)?;
        let number = |value: f64| format!("{value:.*}", row.decimals);
        Some(format!(
            "this seed {} · half of the seeds {} to {} · all of them {} to {}",
            row.text(self.metrics),
            number(spread.lower_quartile),
            number(spread.upper_quartile),
            number(spread.min),
            number(spread.max),
        ))
    }

    /// The middle half, if it spans anything as shown.
    fn middle(&self, row: &Row) -> Option<String> {
        let spread = self.spread(row)?;
        let [low, high] = [spread.lower_quartile, spread.upper_quartile]
            .map(|value| format!("{value:.*}", row.decimals));
        (low != high).then(|| format!("{low}–{high}"))
    }
}

/// What stands beside each other: both lanes, or, with a run pinned, now and A.
fn table_columns(desk: &Desk) -> [Column<'_>; 2] {
    let (theme, experiment) = (desk.view.colors(), &desk.experiment);
    let rows = experiment.settings.technique.row().lane_rows();
    let inks = [theme.drawn_text, theme.snapshot_text];
    let [now, then] = [0, 1].map(|at| desk.luck[at].ensemble.as_ref());
    let column = |side: Side| Column {
        name: side.of(&rows).short,
        ink: *side.of(&inks),
        metrics: experiment.metrics(side),
        ensemble: now,
        side,
    };
    let Some(pinned) = &desk.pinned else { return Side::BOTH.map(column) };
    // The lane that is shown alone is what is compared.
    let side = desk.view.layout.leading();
    let now = Column { name: "now", ..column(side) };
    let (metrics, ensemble) = (pinned.metrics(side), then);
    [now, Column { name: "A", ink: theme.pinned, metrics, ensemble, side }]
}

/// What the technique comes to beside the metrics of its lanes.
fn facts(ui: &mut Ui, desk: &Desk, theme: &Theme) {
    let pinned = desk.pinned.as_ref().map(Experiment::facts).unwrap_or_default();
    let ends: &[f32] = if pinned.is_empty() { &[0.0] } else { &[92.0, 0.0] };
    columns(ui, ends, |ui, column| match column {
        0 => style::heading(ui, "This run", theme),
        1 => drop(ui.label(small("now").color(color(theme.drawn_text)))),
        _ => drop(ui.label(small("A").color(color(theme.pinned)))),
    });
    for (place, fact) in desk.experiment.facts().iter().enumerate() {
        columns(ui, ends, |ui, column| {
            let text = match column {
                0 => small(fact.label).color(color(theme.text_quiet)),
                1 => style::strong(fact.text(), SMALL, color(theme.text)),
                _ => small(&pinned.get(place).map_or_else(String::new, Fact::text)),
            };
            ui.label(text);
        });
    }
    ui.add_space(6.0);
}

/// The table, with the rest of it behind "more".
pub fn metrics(ui: &mut Ui, desk: &Desk, theme: &Theme) {
    if !desk.experiment.facts().is_empty() {
        facts(ui, desk, theme);
    }
    // Where nothing is sent, what the lanes are off by is on the strip.
    if !desk.experiment.settings.technique.row().sends {
        return;
    }
    let id = ui.id().with("more metrics");
    let mut more = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let table = table_columns(desk);
    let difference = desk.pinned.is_some();
    let luck = table[0].ensemble.is_some();
    let ends: &[f32] = match (difference, luck) {
        (true, _) => &[146.0, 62.0, 0.0],
        (false, true) => &[94.0, 0.0],
        (false, false) => &[92.0, 0.0],
    };
    columns(ui, ends, |ui, column| match column {
        0 => heading(ui, desk, theme),
        3 => drop(ui.label(small("now − A").color(color(theme.text_faint)))),
        lane => {
            let Column { name, ink, .. } = table[lane - 1];
            drop(ui.label(small(name).color(color(ink))));
        }
    });
    for row in ROWS.iter().chain(MORE_ROWS.iter().filter(|_| more)) {
        columns(ui, ends, |ui, column| match column {
            0 => {
                let label = ui.label(small(row.label).color(color(theme.text_quiet)));
                label.on_hover_text(row.hint);
            }
            3 => {
                let values = [table[0].value(row), table[1].value(row)];
                let text = match values {
                    [Some(now), Some(other)] => row.difference_of(now, other),
                    [_, _] => ABSENT.to_owned(),
                };
                ui.label(small(&text).color(color(theme.text_faint)));
            }
            lane => cell(ui, &table, lane - 1, (row, !difference), theme),
        });
    }
    let text = if more { "fewer numbers" } else { "more numbers" };
    let text = egui::RichText::new(text).size(style::HEADING).color(color(theme.text_faint));
    if ui.add(egui::Button::new(text).frame(false)).clicked() {
        more = !more;
        ui.data_mut(|data| data.insert_temp(id, more));
    }
}

/// What the table is about.
fn heading(ui: &mut Ui, desk: &Desk, theme: &Theme) {
    let settings = &desk.experiment.settings;
    let lap = settings.motion.kind == MotionKind::Lap && !settings.technique.row().is_driven;
    let one = desk.experiment.settings.motion.laps == 1;
    let Some(ensemble) = &desk.luck[0].ensemble else {
        let title = if lap && one { "This lap" } else { "This run" };
        return style::heading(ui, title, theme);
    };
    let (seeds, all) = (ensemble.seeds, desk.experiment.settings.ensemble.seeds as usize);
    let of = if seeds < all { format!(" of {all}") } else { String::new() };
    let text = small(&format!("median, {seeds}{of} seeds")).color(color(theme.text_faint));
    ui.label(text).on_hover_text(
        "Luck decides here: medians over these seeds, each with the middle half of them beside it. The picture is one seed.",
    );
}

/// One number, in bold if it is the better one.
fn cell(
    ui: &mut Ui,
    table: &[Column<'_>; 2],
    lane: usize,
    (row, margins): (&Row, bool),
    theme: &Theme,
) {
    let column = &table[lane];
    let (text, other) = (column.text(row), table[1 - lane].text(row));
    let comparable = text != ABSENT && other != ABSENT;
    let worse = comparable && text != other && column.value(row) > table[1 - lane].value(row);
    let shown = if worse || text == ABSENT {
        small(&text).color(color(theme.text_faint))
    } else {
        style::strong(text, SMALL, color(theme.text))
    };
    if margins && column.ensemble.is_some() {
        // From the right: the middle half in a room of its own, so that the numbers stay below each other.
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.allocate_ui_with_layout(vec2(52.0, 15.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(52.0);
            let middle = column.middle(row).unwrap_or_default();
            ui.label(egui::RichText::new(middle).size(10.0).color(color(theme.text_faint)));
        });
    }
    let label = ui.label(shown);
    if let Some(spread) = column.spread_text(row) {
        label.on_hover_text(spread);
    }
}

/// Text as small as the numbers.
pub fn small(text: &str) -> egui::RichText {
    egui::RichText::new(text).size(SMALL)
}

/// One line of the table: a name to the left, numbers that end so far from the right.
fn columns(ui: &mut Ui, ends: &[f32], mut cell: impl FnMut(&mut Ui, usize)) {
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), 15.0), Sense::hover());
    let mut at = |ui: &mut Ui, rect: egui::Rect, layout: Layout, column: usize| {
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            cell(ui, column)
        });
    };
    at(ui, line, Layout::left_to_right(Align::Center), 0);
    for (place, end) in ends.iter().enumerate() {
        let rect =
            egui::Rect::from_min_max(line.min, egui::pos2(line.right() - end, line.bottom()));
        at(ui, rect, Layout::right_to_left(Align::Center), place + 1);
    }
}
