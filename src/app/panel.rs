//! The panel: the knobs by stage, and under them the metrics of both lanes.
//!
//! In: the settings and metrics that are shown. Out: the settings as they are turned to.

use super::paint::color;
use super::style::{self, BODY, SMALL};
use crate::scene::theme::Theme;
use crate::settings::{Choice, Domain, KNOBS, Knob, MotionKind, Settings};
use crate::sim::experiment::Experiment;
use crate::sim::metrics::{Metrics, ROWS, Row};
use egui_macroquad::egui::{
    self, Align, Color32, DragValue, Layout, Response, ScrollArea, Sense, Slider, SliderClamping,
    Ui, vec2,
};

/// The knobs that are always in sight, by stage. All others are under "More".
const GROUPS: &[(&str, &[&str])] = &[
    ("Sender", &["sender.threshold", "sender.heartbeat", "sender.order"]),
    ("Link and receiver", &["link.latency", "receiver.blend_time"]),
    ("Track", &["track.sharpness", "motion.speed"]),
    ("Snapshot interpolation", &["snapshot.rate", "snapshot.delay"]),
];

/// Width of the panel, points.
pub const WIDTH: f32 = 344.0;

/// Shows the panel. The settings that come back differ where something was turned.
pub fn show(
    ctx: &egui::Context,
    experiment: &Experiment,
    theme: &Theme,
    refused: Option<&str>,
) -> Settings {
    let mut settings = experiment.settings.clone();
    let frame =
        egui::Frame::new().fill(color(theme.panel)).inner_margin(egui::Margin::symmetric(0, 0));
    egui::SidePanel::right("panel").exact_width(WIDTH).resizable(false).frame(frame).show(
        ctx,
        |ui| {
            egui::TopBottomPanel::bottom("metrics")
                .frame(
                    egui::Frame::new()
                        .fill(color(theme.panel))
                        .inner_margin(egui::Margin::symmetric(18, 10)),
                )
                .show_separator_line(true)
                .show_inside(ui, |ui| {
                    if let Some(why) = refused {
                        ui.colored_label(color(theme.error_text), why);
                    }
                    metrics(ui, experiment, theme);
                });
            let margin = egui::Margin { left: 18, right: 18, top: 12, bottom: 8 };
            egui::CentralPanel::default()
                .frame(egui::Frame::new().inner_margin(margin))
                .show_inside(ui, |ui| {
                    ScrollArea::vertical()
                        .auto_shrink(false)
                        .show(ui, |ui| knobs(ui, &mut settings, theme));
                });
        },
    );
    settings
}

fn knobs(ui: &mut Ui, settings: &mut Settings, theme: &Theme) {
    for (title, keys) in GROUPS {
        style::heading(ui, title, theme);
        for knob in keys.iter().filter_map(|key| Knob::find(key).ok()) {
            row(ui, knob, settings, theme);
        }
        ui.add_space(8.0);
    }
    egui::CollapsingHeader::new("More").id_salt("more").show_unindented(ui, |ui| {
        let grouped = |knob: &&Knob| GROUPS.iter().any(|(_, keys)| keys.contains(&knob.key));
        for knob in KNOBS.iter().filter(|knob| !grouped(knob)) {
            ui.add_enabled_ui(applies(knob, settings), |ui| row(ui, knob, settings, theme));
        }
    });
}

/// Whether a knob does anything for the motion that is chosen.
fn applies(knob: &Knob, settings: &Settings) -> bool {
    let kind = settings.motion.kind;
    match knob.key {
        "motion.laps" | "track.sharpness" => kind == MotionKind::Lap,
        "motion.duration" => kind != MotionKind::Lap,
        "motion.radius" => kind == MotionKind::Circle,
        "motion.reversal" => kind == MotionKind::OnFoot,
        _ => true,
    }
}

/// One knob: its name, its value, something to turn. A double click on name or slider resets it.
fn row(ui: &mut Ui, knob: &Knob, settings: &mut Settings, theme: &Theme) {
    let before = knob.value(settings);
    let mut value = before;
    let mut reset = false;
    ui.push_id(knob.key, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.horizontal(|ui| {
            let name = label(ui, knob, before != knob.default_value(), theme);
            reset |= name.double_clicked();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| match knob.domain {
                Domain::Number { .. } | Domain::Whole { .. } => {
                    number(ui, knob, &mut value, settings).labelled_by(name.id);
                }
                Domain::Choice(choices) => choose(ui, choices, &mut value),
                Domain::Switch => {
                    let mut on = value != 0.0;
                    ui.checkbox(&mut on, "").labelled_by(name.id);
                    value = f64::from(u8::from(on));
                }
            });
        });
        if let Domain::Number { slider, .. } | Domain::Whole { slider, .. } = knob.domain {
            reset |= ui
                .scope(|ui| turn(ui, knob, slider, &mut value, theme))
                .inner
                .on_hover_text(knob.hint)
                .double_clicked();
        }
    });
    if reset {
        value = knob.default_value();
    }
    if value != before {
        // A value out of range is not taken: the fields and sliders above cannot give one.
        let _ = knob.set(settings, value);
    }
}

/// The name, with a dot where the knob is not at its default.
fn label(ui: &mut Ui, knob: &Knob, changed: bool, theme: &Theme) -> Response {
    let text = egui::RichText::new(knob.label).size(BODY).color(color(theme.text));
    let response = ui.add(egui::Label::new(text).sense(Sense::click()));
    if changed {
        let at = response.rect.right_center() + vec2(7.0, 0.0);
        ui.painter().circle_filled(at, 2.5, color(theme.drawn));
    }
    let default = shown(knob).text(knob.default_value());
    response.on_hover_text(format!(
        "{}\n\n{} · default {default}\nDouble click resets it.",
        knob.hint, knob.key
    ))
}

fn turn(ui: &mut Ui, knob: &Knob, ends: (f64, f64), value: &mut f64, theme: &Theme) -> Response {
    ui.spacing_mut().slider_width = ui.available_width();
    ui.spacing_mut().interact_size.y = 14.0;
    let decimals = match knob.domain {
        Domain::Number { decimals, .. } => decimals,
        Domain::Whole { .. } | Domain::Choice(_) | Domain::Switch => 0,
    };
    let visuals = ui.visuals_mut();
    visuals.selection.bg_fill = color(theme.slider);
    for widget in
        [&mut visuals.widgets.inactive, &mut visuals.widgets.hovered, &mut visuals.widgets.active]
    {
        widget.bg_fill = color(theme.control_hovered);
        widget.fg_stroke = egui::Stroke::NONE;
    }
    let slider = Slider::new(value, ends.0..=ends.1)
        .max_decimals(decimals)
        .clamping(SliderClamping::Edits)
        .show_value(false);
    let response = ui.add(slider);
    handle(ui, &response, (*value - ends.0) / (ends.1 - ends.0), theme);
    response.widget_info(|| egui::WidgetInfo::slider(ui.is_enabled(), *value, knob.label));
    response
}

/// The handle, over egui's own, which could not be lighter than its rail.
fn handle(ui: &Ui, slider: &Response, along: f64, theme: &Theme) {
    let rail = slider.rect.x_range().shrink(slider.rect.height() / 2.5);
    let x = egui::lerp(rail.min..=rail.max, along.clamp(0.0, 1.0) as f32);
    let radius = if slider.dragged() || slider.hovered() { 7.5 } else { 6.5 };
    let fill = if ui.is_enabled() { theme.text } else { theme.slider };
    ui.painter().circle_filled(egui::pos2(x, slider.rect.center().y), radius, color(fill));
}

/// A value as the panel shows it: seconds below a second or two as milliseconds.
struct Shown {
    factor: f64,
    unit: &'static str,
    decimals: usize,
}

impl Shown {
    fn text(&self, value: f64) -> String {
        let number = format!("{:.*}", self.decimals, value * self.factor);
        let number =
            if self.unit == "Hz" { number.trim_end_matches(".0").to_owned() } else { number };
        if self.unit.is_empty() { number } else { format!("{number} {}", self.unit) }
    }

    fn value(&self, text: &str) -> Option<f64> {
        let text = text.trim();
        let split = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let factor = match (self.unit, unit.trim()) {
            ("ms", "s") => 1.0,
            ("s", "ms") => 1000.0,
            _ => self.factor,
        };
        number.trim().parse::<f64>().ok().map(|number| number / factor)
    }
}

fn shown(knob: &Knob) -> Shown {
    match knob.domain {
        Domain::Number { decimals: 3, .. } if knob.unit == "s" => {
            Shown { factor: 1000.0, unit: "ms", decimals: 0 }
        }
        Domain::Number { decimals, .. } => Shown { factor: 1.0, unit: knob.unit, decimals },
        Domain::Whole { .. } | Domain::Choice(_) | Domain::Switch => {
            Shown { factor: 1.0, unit: knob.unit, decimals: 0 }
        }
    }
}

/// The value as a field to type in or to drag.
fn number(ui: &mut Ui, knob: &Knob, value: &mut f64, settings: &Settings) -> Response {
    let (min, max, slider) = match knob.domain {
        Domain::Number { min, max, slider, .. } | Domain::Whole { min, max, slider } => {
            (min, max, slider)
        }
        Domain::Choice(_) | Domain::Switch => (0.0, 1.0, (0.0, 1.0)),
    };
    let whole = matches!(knob.domain, Domain::Whole { .. });
    let radius = (knob.key == "track.sharpness").then(|| settings.track.radius());
    ui.visuals_mut().widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
    ui.spacing_mut().button_padding = vec2(4.0, 0.0);
    let field = DragValue::new(value)
        .range(min..=max)
        .speed((slider.1 - slider.0) / 300.0)
        .max_decimals(if whole { 0 } else { 4 })
        .update_while_editing(false)
        .custom_formatter(move |value, _| match radius {
            Some(radius) => format!("{} · radius {radius:.2} u", shown(knob).text(value)),
            None => shown(knob).text(value),
        })
        .custom_parser(move |text| {
            let text = text.split('·').next().unwrap_or(text);
            shown(knob).value(text).map(|value| if whole { value.round() } else { value })
        });
    ui.add(field).on_hover_text("Drag it, or click and type")
}

/// Two choices side by side; more of them as a list.
fn choose(ui: &mut Ui, choices: &[Choice], value: &mut f64) {
    let chosen = *value as usize;
    ui.spacing_mut().item_spacing.x = 2.0;
    if choices.len() == 2 {
        for (place, choice) in choices.iter().enumerate().rev() {
            if segment(ui, choice.label, place == chosen).clicked() {
                *value = place as f64;
            }
        }
        return;
    }
    let text = choices.get(chosen).map_or("", |choice| choice.label);
    egui::ComboBox::from_id_salt("choice").selected_text(text).show_ui(ui, |ui| {
        for (place, choice) in choices.iter().enumerate() {
            if ui.selectable_label(place == chosen, choice.label).clicked() {
                *value = place as f64;
            }
        }
    });
}

/// One of a few buttons of which some are down.
pub fn segment(ui: &mut Ui, text: &str, chosen: bool) -> Response {
    let visuals = ui.visuals();
    let (fill, ink) = if chosen {
        (visuals.widgets.active.bg_fill, visuals.widgets.active.fg_stroke.color)
    } else {
        (visuals.widgets.inactive.bg_fill, visuals.weak_text_color())
    };
    let text = egui::RichText::new(text).color(ink);
    let button = ui.add(egui::Button::new(text).fill(fill).min_size(vec2(0.0, 24.0)));
    button.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, chosen, "")
    });
    button
}

fn metrics(ui: &mut Ui, experiment: &Experiment, theme: &Theme) {
    let lap =
        if experiment.settings.motion.kind == MotionKind::Lap { "This lap" } else { "This run" };
    let (drawn, snapshots) = (&experiment.dead_reckoning, &experiment.snapshot);
    columns(ui, |ui, column| match column {
        0 => style::heading(ui, lap, theme),
        1 => drop(ui.colored_label(color(theme.drawn_text), small("dead reckoning"))),
        _ => drop(ui.colored_label(color(theme.snapshot_text), small("snapshots"))),
    });
    for row in ROWS {
        let best = best(row, drawn, snapshots);
        columns(ui, |ui, column| {
            let (text, metrics) = match column {
                0 => return drop(ui.colored_label(color(theme.text_quiet), small(row.label))),
                1 => (best != Some(1), drawn),
                _ => (best != Some(0), snapshots),
            };
            let number = row.text(metrics);
            ui.label(if text {
                style::strong(number, SMALL, color(theme.text))
            } else {
                small(&number).color(color(theme.text_faint))
            });
        });
    }
}

/// Which of the two is smaller as shown: 0, 1, or neither.
fn best(row: &Row, first: &Metrics, second: &Metrics) -> Option<usize> {
    if row.text(first) == row.text(second) {
        return None;
    }
    Some(usize::from((row.read)(first) > (row.read)(second)))
}

fn small(text: &str) -> egui::RichText {
    egui::RichText::new(text).size(SMALL)
}

/// One line of the table: a name to the left, two numbers to the right.
fn columns(ui: &mut Ui, mut cell: impl FnMut(&mut Ui, usize)) {
    let height = 19.0;
    let (line, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), height - 4.0), Sense::hover());
    let ends = [line.right() - 90.0, line.right()];
    let mut at = |ui: &mut Ui, rect: egui::Rect, layout: Layout, column: usize| {
        ui.scope_builder(egui::UiBuilder::new().max_rect(rect).layout(layout), |ui| {
            cell(ui, column)
        });
    };
    at(ui, line, Layout::left_to_right(Align::Center), 0);
    for (place, end) in ends.into_iter().enumerate() {
        let rect = egui::Rect::from_min_max(line.min, egui::pos2(end, line.bottom()));
        at(ui, rect, Layout::right_to_left(Align::Center), place + 1);
    }
}
