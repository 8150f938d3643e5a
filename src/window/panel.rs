//! The panel: the knobs by stage, and under them the metrics of both lanes.
//!
//! In: the settings and metrics that are shown. Out: the settings as they are turned to.

use super::style::{self, BODY, SMALL};
use super::tessellate::color;
use crate::desk::{Action, Desk};
use dead_reckoning::Order;
use dead_reckoning::interpolation::Drawing;
use dead_reckoning::smoothing::Smoothing;
use egui_macroquad::egui::{
    self, Align, Color32, DragValue, Layout, Margin, Response, ScrollArea, Sense, Slider,
    SliderClamping, Ui, vec2,
};
use laboratory::catalogue::networks::{NETWORKS, Network};
use laboratory::ensemble::{Ensemble, Line, Spread};
use laboratory::facts;
use laboratory::metrics::{MORE_ROWS, Metrics, ROWS, Row};
use laboratory::scene::layers::{SWITCHES, SwitchRow};
use laboratory::scene::theme::{Rgba, Theme};
use laboratory::scene::view::Layout as Lanes;
use laboratory::scene::words;
use laboratory::settings::{Choice, ClockEstimate, Domain, Knob, MotionKind, Settings, Technique};

/// The knobs by stage: a title, those that are always in sight, and those behind "more".
type Group = (&'static str, &'static [&'static str], &'static [&'static str]);

/// The group of recorded motion.
const RECORDING: &str = "Recording";

/// What chooses between the groups: the first row of the panel.
const TECHNIQUE: &str = "technique";

/// The groups that matter for a technique.
fn groups(technique: Technique) -> &'static [Group] {
    match technique {
        Technique::DeadReckoning => RECKONING,
        Technique::Prediction => PREDICTION,
        Technique::LagCompensation => LAG_COMPENSATION,
    }
}

#[rustfmt::skip]
const RECKONING: &[Group] = &[
    (
        "Sender",
        &["sender.threshold", "sender.heartbeat", "sender.order"],
        &[
            "sender.rate_cap", "sender.angle_threshold", "sender.pixels", "sender.viewer_distance",
            "sender.braking", "sender.acceleration", "sender.velocity_noise", "sender.acceleration_damping",
            "sender.flag_teleports", "sender.step_rate",
        ],
    ),
    ("Link and receiver", &["link.latency", "receiver.blend_time"], &["link.up_ratio", "link.packet_bytes", "receiver.send_time", "receiver.joins_at", "receiver.order", "receiver.step_rate"]),
    (
        "Track and motion",
        &["track.sharpness", "motion.speed"],
        &[
            "motion.kind", "motion.laps", "motion.duration", "motion.radius", "motion.reversal", "motion.drive",
            "motion.rest", "motion.braking", "motion.respawn", "track.wall_distance", "sim.tick_rate",
        ],
    ),
    (
        RECORDING,
        &["trace.scale"],
        &["trace.smoothing", "trace.velocity", "trace.gap", "trace.gaps", "trace.held"],
    ),
    (
        "Rough network",
        &["link.jitter", "link.loss"],
        &[
            "link.jitter_kind", "link.burst", "link.duplicate", "link.reorder", "link.reorder_delay",
            "link.bandwidth", "link.queue", "link.spike_period", "link.spike_length", "link.spike_latency",
            "seed", "ensemble.seeds",
        ],
    ),
    (
        "Hiding corrections",
        &["receiver.smoothing"],
        &[
            "receiver.blend_until", "receiver.bezier_handle", "receiver.extrapolation_cap",
            "receiver.teleport_distance", "receiver.stale_heartbeats", "receiver.clamps",
        ],
    ),
    (
        "Snapshot interpolation",
        &["snapshot.rate", "snapshot.delay"],
        &[
            "snapshot.drawing", "snapshot.adaptive", "snapshot.jitter_factor", "snapshot.curve",
            "snapshot.extrapolation_cap", "snapshot.capacity",
        ],
    ),
    ("Clock", &["clock.estimate"], &["clock.offset", "clock.drift", "clock.ping_interval"]),
    (
        "Wire",
        &["wire.position_bits"],
        &[
            "wire.position_range", "wire.velocity_bits", "wire.velocity_range", "wire.acceleration_bits",
            "wire.acceleration_range", "wire.heading_bits", "wire.turn_bits", "wire.turn_range",
        ],
    ),
    ("View", &["entity.width"], &[]),
];

#[rustfmt::skip]
const PREDICTION: &[Group] = &[
    (
        "Your own player",
        &["player.predicts", "player.smoothing", "player.answer_rate", "player.barrier_length"],
        &["player.barrier_x", "player.barrier_from", "player.capacity"],
    ),
    ("Mistakes", &["player.other_code", "player.keeps_acknowledged", "player.takes_stale"], &[]),
    ("Network", &["link.latency", "link.jitter", "link.loss"], NETWORK_MORE),
    ("Motion", &["motion.speed", "sim.tick_rate"], &[]),
    ("View", &["entity.width"], &[]),
];

#[rustfmt::skip]
const LAG_COMPENSATION: &[Group] = &[
    (
        "The shot",
        &["shot.window", "shot.favour_victim", "shot.victim_latency"],
        &["shot.shooter_x", "shot.shooter_y"],
    ),
    ("Network", &["link.latency", "snapshot.delay"], &["link.up_ratio", "snapshot.rate"]),
    (
        "Motion",
        &["motion.kind", "motion.speed"],
        &[
            "track.sharpness", "motion.laps", "motion.duration", "motion.radius", "motion.reversal", "motion.respawn",
            "sim.tick_rate",
        ],
    ),
    ("View", &["entity.width"], &[]),
];

/// What there is to a rough network.
#[rustfmt::skip]
const NETWORK_MORE: &[&str] = &[
    "link.up_ratio", "link.jitter_kind", "link.burst", "link.duplicate", "link.reorder", "link.reorder_delay",
    "link.bandwidth", "link.queue", "link.packet_bytes", "link.spike_period", "link.spike_length",
    "link.spike_latency", "seed", "ensemble.seeds",
];

/// How a knob is shown.
#[derive(Clone, Copy)]
pub struct Dress<'a> {
    /// How many times as large as usual.
    pub size: f32,
    /// Its colours.
    pub theme: &'a Theme,
    /// Whether the slider says what to look for: it would hide what stands below it.
    pub hints: bool,
}

/// Width of the panel, points.
pub const WIDTH: f32 = 344.0;

/// Shows the panel. The settings that come back differ where something was turned.
pub fn show(ctx: &egui::Context, desk: &Desk) -> (Settings, Vec<Action>) {
    let mut settings = desk.experiment.settings.clone();
    let mut actions = Vec::new();
    let theme = desk.view.colors();
    let frame = egui::Frame::new().fill(color(theme.panel));
    egui::SidePanel::right("panel").exact_width(WIDTH).resizable(false).frame(frame).show(
        ctx,
        |ui| {
            egui::TopBottomPanel::bottom("metrics")
                .frame(
                    egui::Frame::new()
                        .fill(color(theme.panel))
                        .inner_margin(Margin::symmetric(18, 10)),
                )
                .show_separator_line(true)
                .show_inside(ui, |ui| {
                    if let Some(why) = &desk.refused {
                        ui.colored_label(color(theme.error_text), small(why));
                    }
                    metrics(ui, desk, theme);
                    hints(ui, &desk.hints, theme);
                });
            let margin = Margin { left: 18, right: 4, top: 12, bottom: 8 };
            egui::CentralPanel::default()
                .frame(egui::Frame::new().inner_margin(margin))
                .show_inside(ui, |ui| {
                    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                        // Room at the right for the scroll bar.
                        ui.set_max_width(WIDTH - 36.0);
                        if let Ok(technique) = Knob::find(TECHNIQUE) {
                            row(
                                ui,
                                technique,
                                &mut settings,
                                Dress { size: 1.0, theme, hints: true },
                            );
                            ui.add_space(8.0);
                        }
                        for group in groups(desk.experiment.settings.technique) {
                            knobs(ui, group, &mut settings, theme);
                            if group.1.contains(&"link.latency") {
                                network(ui, desk, theme, &mut actions);
                            }
                            if group.0 == RECORDING {
                                recording(ui, desk, theme, &mut actions);
                            }
                            if group.0 == "View" {
                                view(ui, desk, theme, &mut actions);
                            }
                            ui.add_space(8.0);
                        }
                    });
                });
        },
    );
    (settings, actions)
}

/// The knobs of a technique that are numbers, in the order of the panel.
pub fn numbers_of(technique: Technique) -> impl Iterator<Item = &'static Knob> {
    let keys = groups(technique).iter().flat_map(|(_, keys, more)| keys.iter().chain(*more));
    let number = |knob: &&Knob| matches!(knob.domain, Domain::Number { .. } | Domain::Whole { .. });
    let luck = |knob: &&Knob| knob.key != "seed" && knob.key != "ensemble.seeds";
    keys.filter_map(|key| Knob::find(key).ok()).filter(number).filter(luck)
}

/// A knob's value as the panel writes it.
pub fn written(knob: &Knob, value: f64) -> String {
    match knob.domain {
        Domain::Number { .. } | Domain::Whole { .. } => shown(knob).text(value),
        Domain::Choice(choices) => {
            choices.get(value as usize).map_or_else(String::new, |choice| choice.label.to_owned())
        }
        Domain::Switch => if value != 0.0 { "on" } else { "off" }.to_owned(),
    }
}

/// A value as it was typed, if the knob takes it.
pub fn read(knob: &Knob, text: &str) -> Option<f64> {
    shown(knob).value(text).filter(|value| knob.check(*value).is_ok())
}

/// Which file the motion is recorded in, what was found in it, and room to type another.
fn recording(ui: &mut Ui, desk: &Desk, theme: &Theme, actions: &mut Vec<Action>) {
    let Settings { trace, motion, .. } = &desk.experiment.settings;
    let id = ui.id().with("recording");
    let kept = ui.data(|data| data.get_temp::<(String, String)>(id));
    // What is typed stays until another file is open.
    let kept = kept.filter(|(of, _)| *of == trace.file).map(|(_, typed)| typed);
    let mut typed = kept.unwrap_or_else(|| trace.file.clone());
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new("File").size(BODY).color(color(theme.text)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let clicked = ui.add_enabled(!typed.trim().is_empty(), egui::Button::new("Open"));
            let edit = egui::TextEdit::singleline(&mut typed).hint_text("drop one here, or type");
            let field = ui.add(edit.desired_width(ui.available_width() - 16.0));
            field.widget_info(|| {
                egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Recording")
            });
            let entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
            if clicked.clicked() || (entered && !typed.trim().is_empty()) {
                actions.push(Action::Record(typed.trim().into()));
            }
        });
    });
    ui.data_mut(|data| data.insert_temp(id, (trace.file.clone(), typed)));
    if motion.kind == MotionKind::Trace {
        for line in crate::recordings::recording_notes(&desk.experiment) {
            ui.label(egui::RichText::new(line).size(style::HEADING).color(color(theme.text_quiet)));
        }
    }
}

fn knobs(ui: &mut Ui, (title, keys, more): &Group, settings: &mut Settings, theme: &Theme) {
    let id = ui.id().with(("more", title));
    let mut open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    ui.horizontal(|ui| {
        style::heading(ui, title, theme);
        if more.is_empty() {
            return;
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = if open { "less" } else { "more" };
            let text =
                egui::RichText::new(text).size(style::HEADING).color(color(theme.text_faint));
            let button = ui.add(egui::Button::new(text).frame(false));
            let name = format!("More: {title}");
            button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
            if button.clicked() {
                open = !open;
                ui.data_mut(|data| data.insert_temp(id, open));
            }
        });
    });
    let hidden = more.iter().filter(|_| open);
    for knob in keys.iter().chain(hidden).filter_map(|key| Knob::find(key).ok()) {
        ui.add_enabled_ui(applies(knob, settings), |ui| {
            row(ui, knob, settings, Dress { size: 1.0, theme, hints: true })
        });
    }
}

/// The networks of the catalogue: the one whose figures the link has, if it is one.
fn network(ui: &mut Ui, desk: &Desk, theme: &Theme, actions: &mut Vec<Action>) {
    let now = Network::of(&desk.experiment.settings.link);
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new("Network").size(BODY).color(color(theme.text)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let list = egui::ComboBox::from_id_salt("network").width(210.0).height(420.0);
            let text = now.map_or("as set", |row| row.title);
            let shown = list.selected_text(text).show_ui(ui, |ui| {
                for (place, row) in NETWORKS.iter().enumerate() {
                    let chosen = now.is_some_and(|now| now.name == row.name);
                    if ui.selectable_label(chosen, row.title).on_hover_text(row.hint).clicked() {
                        actions.push(Action::Network(place));
                    }
                }
            });
            let hint = now
                .map_or("Latency, jitter and loss of networks as they are out there.", |row| {
                    row.hint
                });
            shown.response.on_hover_text(hint);
        });
    });
}

/// What belongs to looking: the entity's size as a threshold, and the layers.
fn view(ui: &mut Ui, desk: &Desk, theme: &Theme, actions: &mut Vec<Action>) {
    let Settings { technique, entity, .. } = &desk.experiment.settings;
    if *technique == Technique::DeadReckoning {
        let half = entity.width / 2.0;
        let button = ui.button(format!("Threshold = half the width ({half:.2} u)"));
        let hint = "A fair first try: an error of half the entity is one that people see.";
        if button.on_hover_text(hint).clicked() {
            actions.push(Action::HalfWidth);
        }
        ui.add_space(4.0);
    }
    let there = |row: &&'static SwitchRow| words::layer(row, *technique).is_some();
    let rows: Vec<&SwitchRow> = SWITCHES.iter().filter(there).collect();
    for pair in rows.chunks(2) {
        ui.columns(2, |columns| {
            for (ui, row) in columns.iter_mut().zip(pair) {
                let mut on = desk.view.layers.is_on(row.switch);
                let text = small(row.name).color(color(theme.text_quiet));
                let label = words::layer(row, *technique).unwrap_or(row.label);
                let hint = format!("{label} (key {})", row.key);
                if ui.checkbox(&mut on, text).on_hover_text(hint).clicked() {
                    actions.push(Action::Switch(row.switch));
                }
            }
        });
    }
}

/// What the run says about its settings.
fn hints(ui: &mut Ui, hints: &[String], theme: &Theme) {
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

/// Whether a knob does anything beside the others as they are.
pub fn applies(knob: &Knob, settings: &Settings) -> bool {
    let (kind, link, sender) = (settings.motion.kind, &settings.link, &settings.sender);
    match knob.key {
        key if key.starts_with("trace.") => kind == MotionKind::Trace,
        "motion.laps" => kind == MotionKind::Lap || kind == MotionKind::Trace,
        "track.sharpness" => kind == MotionKind::Lap,
        "motion.duration" => kind != MotionKind::Lap && kind != MotionKind::Trace,
        "motion.radius" => kind == MotionKind::Circle,
        "motion.reversal" => kind == MotionKind::OnFoot,
        "motion.drive" | "motion.rest" | "motion.braking" => kind == MotionKind::StopAndGo,
        "sender.step_rate" => sender.order != Order::Velocity,
        "receiver.step_rate" => settings.receiver.order.unwrap_or(sender.order) != Order::Velocity,
        "receiver.clamps" => settings.track.wall_distance > 0.0,
        "sender.threshold" => sender.pixels <= 0.0,
        "sender.viewer_distance" => sender.pixels > 0.0,
        "sender.flag_teleports" => settings.motion.respawn > 0.0 || kind == MotionKind::Trace,
        "sender.braking" | "sender.acceleration_damping" | "sender.acceleration" => {
            let one = Some(Order::Acceleration);
            Some(sender.order) == one || settings.receiver.order == one
        }
        "link.jitter_kind" => link.jitter > 0.0,
        "link.burst" => link.loss > 0.0,
        "link.reorder_delay" => link.reorder > 0.0,
        "link.queue" => link.bandwidth > 0.0,
        "link.spike_length" | "link.spike_latency" => link.spike_period > 0.0,
        "link.packet_bytes" => settings.wire.format().is_none(),
        "receiver.bezier_handle" => settings.receiver.smoothing == Smoothing::Bezier,
        "receiver.blend_time" => settings.receiver.smoothing != Smoothing::Snap,
        "clock.offset" | "clock.drift" => settings.clock.estimate != ClockEstimate::Exact,
        "clock.ping_interval" => settings.clock.estimate == ClockEstimate::Estimated,
        "player.barrier_x" | "player.barrier_from" => settings.player.barrier_length > 0.0,
        "player.smoothing" | "player.other_code" | "player.keeps_acknowledged" => {
            settings.player.predicts
        }
        // A shooter's delay counts however its pictures are drawn.
        "snapshot.delay" if settings.technique == Technique::LagCompensation => true,
        "snapshot.delay"
        | "snapshot.adaptive"
        | "snapshot.curve"
        | "snapshot.extrapolation_cap" => settings.snapshot.drawing == Drawing::Interpolated,
        "snapshot.jitter_factor" => settings.snapshot.adaptive,
        _ => true,
    }
}

/// One knob: its name, its value, something to turn. A double click on name or slider
/// resets it.
pub fn row(ui: &mut Ui, knob: &Knob, settings: &mut Settings, dress: Dress<'_>) {
    let Dress { size, theme, hints } = dress;
    let before = knob.value(settings);
    let mut value = before;
    let mut reset = false;
    ui.push_id(knob.key, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.horizontal(|ui| {
            let name = label(ui, knob, before != knob.default_value(), (size, theme));
            reset |= name.double_clicked();
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| match knob.domain {
                Domain::Number { .. } | Domain::Whole { .. } => {
                    number(ui, knob, &mut value, settings).labelled_by(name.id);
                }
                Domain::Choice(choices) => choose(ui, choices, &mut value, knob.label),
                Domain::Switch => {
                    let mut on = value != 0.0;
                    // An empty box is a box, too.
                    let edge = egui::Stroke::new(1.0, color(theme.text_faint));
                    ui.visuals_mut().widgets.inactive.bg_stroke = edge;
                    ui.checkbox(&mut on, "").labelled_by(name.id);
                    value = f64::from(u8::from(on));
                }
            });
        });
        if let Domain::Number { slider, .. } | Domain::Whole { slider, .. } = knob.domain {
            let slider = ui.scope(|ui| turn(ui, knob, slider, &mut value, (size, theme))).inner;
            // The slider itself hears drags only.
            let clicks = ui.interact(slider.rect, ui.id().with("reset"), Sense::click());
            reset |= if hints { clicks.on_hover_text(knob.hint) } else { clicks }.double_clicked();
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
fn label(ui: &mut Ui, knob: &Knob, changed: bool, (size, theme): (f32, &Theme)) -> Response {
    let text = egui::RichText::new(knob.label).size(BODY * size).color(color(theme.text));
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

fn turn(
    ui: &mut Ui,
    knob: &Knob,
    ends: (f64, f64),
    value: &mut f64,
    (size, theme): (f32, &Theme),
) -> Response {
    ui.spacing_mut().slider_width = ui.available_width();
    ui.spacing_mut().interact_size.y = 14.0 * size;
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
    handle(ui, &response, (*value - ends.0) / (ends.1 - ends.0), (size, theme));
    response.widget_info(|| egui::WidgetInfo::slider(ui.is_enabled(), *value, knob.label));
    response
}

/// The handle, over egui's own, which could not be lighter than its rail.
fn handle(ui: &Ui, slider: &Response, along: f64, (size, theme): (f32, &Theme)) {
    let rail = slider.rect.x_range().shrink(slider.rect.height() / 2.5);
    let x = egui::lerp(rail.min..=rail.max, along.clamp(0.0, 1.0) as f32);
    let radius = size * if slider.dragged() || slider.hovered() { 7.5 } else { 6.5 };
    let fill = if ui.is_enabled() { theme.text } else { theme.slider };
    ui.painter().circle_filled(egui::pos2(x, slider.rect.center().y), radius, color(fill));
}

/// A value as the panel shows it: seconds below a second or two as milliseconds.
struct Shown {
    factor: f64,
    unit: &'static str,
    decimals: usize,
    zero_is_off: bool,
}

impl Shown {
    fn text(&self, value: f64) -> String {
        if self.zero_is_off && value == 0.0 {
            return "off".to_owned();
        }
        let number = format!("{:.*}", self.decimals, value * self.factor);
        let number =
            if self.unit == "Hz" { number.trim_end_matches(".0").to_owned() } else { number };
        if self.unit.is_empty() { number } else { format!("{number} {}", self.unit) }
    }

    /// Reads what was typed: a number, and the unit or nothing after it.
    fn value(&self, text: &str) -> Option<f64> {
        let text = text.trim();
        if self.zero_is_off && text == "off" {
            return Some(0.0);
        }
        let ends = (0..=text.len()).rev().filter(|end| text.is_char_boundary(*end));
        let (number, unit) = ends.map(|end| text.split_at(end)).find_map(|(number, unit)| {
            number.trim().parse::<f64>().ok().map(|number| (number, unit.trim()))
        })?;
        let factor = match (self.unit, unit) {
            ("ms", "s") => 1.0,
            ("s", "ms") => 1000.0,
            (own, unit) if unit.is_empty() || unit == own => self.factor,
            _ => return None,
        };
        Some(number / factor)
    }
}

/// Knobs that are off at zero.
const OFF_AT_ZERO: [&str; 21] = [
    "sender.heartbeat",
    "sender.rate_cap",
    "sender.angle_threshold",
    "sender.pixels",
    "sender.velocity_noise",
    "link.bandwidth",
    "link.spike_period",
    "receiver.extrapolation_cap",
    "receiver.teleport_distance",
    "receiver.stale_heartbeats",
    "wire.position_bits",
    "wire.velocity_bits",
    "wire.acceleration_bits",
    "wire.heading_bits",
    "wire.turn_bits",
    "link.jitter",
    "link.duplicate",
    "link.reorder",
    "sender.step_rate",
    "receiver.step_rate",
    "track.wall_distance",
];

/// Knobs that are shares of all packets.
const SHARES: [&str; 3] = ["link.loss", "link.duplicate", "link.reorder"];

fn shown(knob: &Knob) -> Shown {
    let zero_is_off = OFF_AT_ZERO.contains(&knob.key);
    let (factor, unit, decimals) = match knob.domain {
        Domain::Number { .. } if SHARES.contains(&knob.key) => (100.0, "%", 1),
        Domain::Number { decimals: 3, .. } if knob.unit == "s" => (1000.0, "ms", 0),
        Domain::Number { decimals, .. } => (1.0, knob.unit, decimals),
        Domain::Whole { .. } | Domain::Choice(_) | Domain::Switch => (1.0, knob.unit, 0),
    };
    Shown { factor, unit, decimals, zero_is_off }
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
            let value = shown(knob).value(text);
            value.filter(|value| knob.check(*value).is_ok())
        });
    ui.add(field).on_hover_text(format!("Drag it, or click and type {}", knob.wanted()))
}

/// Two choices side by side; more of them as a list.
fn choose(ui: &mut Ui, choices: &[Choice], value: &mut f64, name: &str) {
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
    let list = egui::ComboBox::from_id_salt("choice").width(150.0).selected_text(text);
    let shown = list.show_ui(ui, |ui| {
        for (place, choice) in choices.iter().enumerate() {
            if ui.selectable_label(place == chosen, choice.label).clicked() {
                *value = place as f64;
            }
        }
    });
    shown
        .response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, name));
}

/// One of a few buttons of which some are down.
pub fn segment(ui: &mut Ui, text: &str, chosen: bool) -> Response {
    let visuals = ui.visuals();
    let (fill, ink) = if chosen {
        (visuals.widgets.active.bg_fill, visuals.widgets.active.fg_stroke.color)
    } else {
        (visuals.widgets.inactive.bg_fill, visuals.widgets.inactive.fg_stroke.color)
    };
    let shown = egui::RichText::new(text).color(ink);
    let button = ui.add(egui::Button::new(shown).fill(fill).min_size(vec2(0.0, 24.0)));
    button.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, chosen, text)
    });
    button
}

/// A column of the table: one run's numbers, or the median of many.
#[derive(Clone, Copy)]
struct Column<'a> {
    name: &'static str,
    ink: Rgba,
    metrics: &'a Metrics,
    ensemble: Option<&'a Ensemble>,
    /// Which side of the ensemble.
    lane: fn(&Line) -> &Spread,
    has_corrections: bool,
}

impl Column<'_> {
    fn spread(&self, row: &Row) -> Option<Spread> {
        let line = self.ensemble?.lines.iter().find(|line| line.label == row.label)?;
        Some(*(self.lane)(line))
    }

    fn value(&self, row: &Row) -> f64 {
        self.spread(row).map_or_else(|| (row.read)(self.metrics), |spread| spread.median)
    }

    /// What it shows; nothing where the row does not apply.
    fn text(&self, row: &Row) -> String {
        if row.dead_reckoning_only && !self.has_corrections {
            return "–".to_owned();
        }
        let value = self.value(row);
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
            row.written((row.read)(self.metrics)),
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
    let [drawn, beside] = words::short(experiment.settings.technique);
    let [now, then] = [0, 1].map(|at| desk.luck[at].ensemble.as_ref());
    let drawn = Column {
        name: if desk.pinned.is_some() { "now" } else { drawn },
        ink: theme.drawn_text,
        metrics: &experiment.dead_reckoning,
        ensemble: now,
        lane: |line| &line.dead_reckoning,
        has_corrections: true,
    };
    // Where snapshots are shown alone, they are what is compared.
    let alone = desk.view.layout == Lanes::Snapshot && desk.pinned.is_some();
    let first = if alone {
        Column {
            ink: theme.snapshot_text,
            metrics: &experiment.snapshot,
            lane: |line| &line.snapshot,
            has_corrections: false,
            ..drawn
        }
    } else {
        drawn
    };
    let second = match &desk.pinned {
        Some(pinned) => Column {
            name: "A",
            ink: theme.pinned,
            metrics: if alone { &pinned.snapshot } else { &pinned.dead_reckoning },
            ensemble: then,
            ..first
        },
        None => Column {
            name: beside,
            ink: theme.snapshot_text,
            metrics: &experiment.snapshot,
            lane: |line| &line.snapshot,
            has_corrections: false,
            ..first
        },
    };
    [first, second]
}

/// What the technique comes to beside the metrics of its lanes.
fn facts(ui: &mut Ui, desk: &Desk, theme: &Theme) {
    let pinned = desk.pinned.as_ref().map(facts::of).unwrap_or_default();
    let ends: &[f32] = if pinned.is_empty() { &[0.0] } else { &[92.0, 0.0] };
    columns(ui, ends, |ui, column| match column {
        0 => style::heading(ui, "This run", theme),
        1 => drop(ui.label(small("now").color(color(theme.drawn_text)))),
        _ => drop(ui.label(small("A").color(color(theme.pinned)))),
    });
    for (place, fact) in facts::of(&desk.experiment).iter().enumerate() {
        columns(ui, ends, |ui, column| {
            let text = match column {
                0 => small(fact.label).color(color(theme.text_quiet)),
                1 => style::strong(fact.text(), SMALL, color(theme.text)),
                _ => small(&pinned.get(place).map_or_else(String::new, facts::Fact::text)),
            };
            ui.label(text);
        });
    }
    ui.add_space(6.0);
}

/// The table, with the rest of it behind "more".
fn metrics(ui: &mut Ui, desk: &Desk, theme: &Theme) {
    let technique = desk.experiment.settings.technique;
    if technique != Technique::DeadReckoning {
        facts(ui, desk, theme);
    }
    // What the lanes of a shot are off by is on the strip, and nothing is sent.
    if technique == Technique::LagCompensation {
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
                let text = row.difference_of(table[0].value(row), table[1].value(row));
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
    let own = desk.experiment.settings.technique == Technique::Prediction;
    let lap = desk.experiment.settings.motion.kind == MotionKind::Lap && !own;
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
    let comparable = text != "–" && other != "–";
    let worse = comparable && text != other && column.value(row) > table[1 - lane].value(row);
    let shown = if worse || text == "–" {
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

fn small(text: &str) -> egui::RichText {
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

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use laboratory::settings::{KNOBS, Recording};

    fn desk() -> Desk {
        Desk::new(Settings::default()).expect("the lap")
    }

    fn harness(desk: Desk) -> Harness<'static, Desk> {
        let size = vec2(1280.0, 6000.0);
        let show_desk = |ctx: &egui::Context, desk: &mut Desk| {
            // Fonts that are set in a frame are there in the next.
            let loaded = egui::Id::new("fonts");
            if ctx.data_mut(|data| !std::mem::replace(data.get_temp_mut_or_default(loaded), true)) {
                ctx.set_fonts(crate::window::fonts::definitions());
                return;
            }
            style::apply(ctx, desk.view.theme);
            let (settings, actions) = show(ctx, desk);
            desk.change(settings);
            actions.into_iter().for_each(|action| drop(desk.act(action)));
        };
        let builder = Harness::builder().with_size(size).with_step_dt(1.0 / 60.0);
        let mut harness = builder.build_state(show_desk, desk);
        harness.run();
        harness
    }

    /// Settings beside which a knob does something.
    fn applying(knob: &Knob) -> Settings {
        let one = |assignment: &&str| {
            let mut settings = Settings::default();
            settings.set(assignment).expect(assignment);
            settings
        };
        let beside = [
            "motion.kind=lap",
            "motion.kind=circle",
            "motion.kind=on-foot",
            "motion.kind=stop-and-go",
            "track.wall_distance=0.5",
            "motion.respawn=3",
            "sender.pixels=5",
            "sender.order=2",
            "link.jitter=0.1",
            "link.loss=0.1",
            "link.reorder=0.1",
            "link.bandwidth=9000",
            "link.spike_period=1",
            "receiver.smoothing=bezier",
            "clock.estimate=estimated",
            "snapshot.adaptive=true",
            "technique=prediction",
            "technique=lag-compensation",
        ];
        let fits =
            |settings: &Settings| applies(knob, settings) && is_shown(knob, settings.technique);
        let barrier = || {
            let mut settings = one(&"technique=prediction");
            settings.set("player.barrier_length=1").expect("a barrier");
            settings
        };
        let recorded = || {
            let mut settings = one(&"motion.kind=trace");
            let times: Vec<f64> = (0..60).map(|at| f64::from(at) * 0.1).collect();
            let on_circle = |time: &f64| 5.0 * glam::DVec2::from_angle(*time);
            let positions = times.iter().map(on_circle).collect();
            settings.trace.recording =
                Recording { times, positions, ..Recording::default() }.into();
            settings
        };
        beside.iter().map(one).chain([barrier(), recorded()]).find(fits).expect(knob.key)
    }

    const TECHNIQUES: [Technique; 3] =
        [Technique::DeadReckoning, Technique::Prediction, Technique::LagCompensation];

    /// The knobs of the panel, in their order.
    fn keys_of(technique: Technique) -> Vec<&'static str> {
        let groups = groups(technique).iter();
        let keys = groups.flat_map(|(_, keys, more)| keys.iter().chain(*more)).copied();
        [TECHNIQUE].into_iter().chain(keys).collect()
    }

    fn is_shown(knob: &Knob, technique: Technique) -> bool {
        keys_of(technique).contains(&knob.key)
    }

    fn open_all(harness: &mut Harness<'static, Desk>) {
        for (title, _, more) in groups(harness.state().experiment.settings.technique) {
            if !more.is_empty() {
                harness.get_by_label(&format!("More: {title}")).click();
                harness.run();
            }
        }
    }

    #[test]
    fn every_knob_is_in_one_group_of_a_technique() {
        for knob in KNOBS {
            assert!(TECHNIQUES.iter().any(|technique| is_shown(knob, *technique)), "{}", knob.key);
        }
        for technique in TECHNIQUES {
            let keys = keys_of(technique);
            for (at, key) in keys.iter().enumerate() {
                assert!(!keys[at + 1..].contains(key) && Knob::find(key).is_ok(), "{key}");
            }
        }
    }

    #[test]
    fn every_knob_has_its_name_on_the_panel() {
        for technique in TECHNIQUES {
            let mut desk = desk();
            desk.change(Settings { technique, ..Settings::default() });
            let mut harness = harness(desk);
            open_all(&mut harness);
            for key in keys_of(technique) {
                let label = Knob::find(key).expect(key).label;
                assert!(harness.query_all_by_label(label).next().is_some(), "{key}");
            }
        }
    }

    #[test]
    fn dragging_a_slider_moves_its_own_setting_only_and_a_double_click_resets_it() {
        for knob in KNOBS {
            let (Domain::Number { .. } | Domain::Whole { .. }) = knob.domain else { continue };
            let mut desk = desk();
            let settings = applying(knob);
            desk.change(settings.clone());
            let mut harness = harness(desk);
            open_all(&mut harness);
            let sliders =
                harness.query_all_by_role_and_label(egui::accesskit::Role::Slider, knob.label);
            let rect = area(&sliders.last().expect(knob.key));
            let to = egui::pos2(rect.left() + rect.width() * 0.8, rect.center().y);
            drag(&mut harness, rect.center(), to);
            let turned = harness.state().experiment.settings.clone();
            assert_ne!(knob.value(&turned), knob.value(&settings), "{}", knob.key);
            for other in KNOBS.iter().filter(|other| other.key != knob.key) {
                assert_eq!(
                    other.value(&turned),
                    other.value(&settings),
                    "{} after {}",
                    other.key,
                    knob.key
                );
            }
            press(&mut harness, to);
            press(&mut harness, to);
            let reset = knob.value(&harness.state().experiment.settings);
            assert_eq!(reset, knob.default_value(), "{}", knob.key);
        }
    }

    /// Where a widget is.
    fn area(node: &egui_kittest::kittest::Node<'_>) -> egui::Rect {
        let bounds = node.raw_bounds().expect("a place on the screen");
        let corner = |x: f64, y: f64| egui::pos2(x as f32, y as f32);
        egui::Rect::from_min_max(corner(bounds.x0, bounds.y0), corner(bounds.x1, bounds.y1))
    }

    fn button(pressed: bool, pos: egui::Pos2) -> egui::Event {
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        egui::Event::PointerButton { pos, button, pressed, modifiers }
    }

    fn give(harness: &mut Harness<'static, Desk>, event: egui::Event) {
        harness.input_mut().events.push(event);
        harness.step();
    }

    fn press(harness: &mut Harness<'static, Desk>, at: egui::Pos2) {
        give(harness, egui::Event::PointerMoved(at));
        give(harness, button(true, at));
        give(harness, button(false, at));
    }

    fn drag(harness: &mut Harness<'static, Desk>, from: egui::Pos2, to: egui::Pos2) {
        give(harness, egui::Event::PointerMoved(from));
        give(harness, button(true, from));
        give(harness, egui::Event::PointerMoved(to));
        give(harness, button(false, to));
        // Long enough that the next click is no double click.
        for _ in 0..40 {
            harness.step();
        }
    }

    #[test]
    fn a_double_click_on_its_name_resets_any_knob() {
        for knob in KNOBS {
            let mut settings = applying(knob);
            let value = match knob.domain {
                Domain::Number { slider, .. } | Domain::Whole { slider, .. } => {
                    if knob.default_value() == slider.1 { slider.0 } else { slider.1 }
                }
                Domain::Choice(_) | Domain::Switch => {
                    f64::from(u8::from(knob.default_value() == 0.0))
                }
            };
            knob.set(&mut settings, value).expect(knob.key);
            assert_ne!(knob.value(&settings), knob.default_value(), "{}", knob.key);
            let mut harness = harness(Desk::new(settings).expect("a desk"));
            open_all(&mut harness);
            let name =
                harness.query_all_by_role_and_label(egui::accesskit::Role::Label, knob.label);
            let rect = area(&name.last().expect(knob.key));
            press(&mut harness, rect.center());
            press(&mut harness, rect.center());
            let reset = knob.value(&harness.state().experiment.settings);
            assert_eq!(reset, knob.default_value(), "{}", knob.key);
        }
    }

    #[test]
    fn choices_and_switches_are_clicked() {
        let mut harness = harness(desk());
        open_all(&mut harness);
        let list = egui::accesskit::Role::ComboBox;
        harness.get_by_role_and_label(list, "Model").click();
        // A list fades in.
        harness.run_steps(30);
        harness.get_by_label("2 acceleration").click();
        harness.run();
        assert_eq!(harness.state().experiment.dead_reckoning.updates, 15);
        harness.get_by_label_contains("half the width").click();
        harness.run();
        assert_eq!(harness.state().experiment.settings.sender.threshold, 0.175);
    }

    #[test]
    fn typed_values_are_read_with_their_units() {
        let latency = Knob::find("link.latency").expect("a knob");
        for (typed, seconds) in [("150 ms", 0.15), ("150", 0.15), ("0.15 s", 0.15), ("1e2", 0.1)] {
            assert_eq!(shown(latency).value(typed), Some(seconds), "{typed}");
        }
        for refused in ["soon", "50 xyz", "0,05 s", "", "5 kHz"] {
            assert_eq!(shown(latency).value(refused), None, "{refused}");
        }
        assert_eq!(shown(latency).value("1e3"), Some(1.0));
        assert_eq!(shown(latency).text(0.1), "100 ms");
    }
}
