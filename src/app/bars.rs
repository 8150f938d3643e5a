//! The bar above the stage and the transport below it. In: the desk. Out: what was asked for.

use super::desk::{Action, Desk};
use super::keys::KEYS;
use super::paint::color;
use super::playback::SPEEDS;
use super::style::{self, SMALL};
use crate::scenarios::SCENARIOS;
use crate::scene::theme::Theme;
use egui_macroquad::egui::{
    self, Align, Color32, Layout, Margin, Pos2, Response, Sense, Shape, Stroke, Ui, pos2, vec2,
};

/// Height of the bar above the stage, points.
const TOP: f32 = 44.0;
/// Height of the buttons in both, points.
const BUTTON: f32 = 26.0;
/// Height of the transport, points.
const TRANSPORT: f32 = 72.0;

/// The bar above: what is open, and the buttons.
pub fn top(ctx: &egui::Context, desk: &Desk) -> Vec<Action> {
    let theme = desk.view.colors();
    let mut actions = Vec::new();
    let frame = egui::Frame::new().fill(color(theme.panel)).inner_margin(Margin::symmetric(12, 0));
    egui::TopBottomPanel::top("top").exact_height(TOP).frame(frame).show(ctx, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().interact_size.y = BUTTON;
            logo(ui, theme);
            ui.label(style::strong("Dead Reckoning Lab", 14.0, color(theme.text)));
            ui.add_space(16.0);
            scenarios(ui, desk, &mut actions);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                for (name, hint, action) in [
                    ("Help", "The keys (F1)", Action::Help),
                    ("Theme", "Light or dark (T)", Action::Theme),
                    ("Reset", "Every knob as this scenario has it (R)", Action::Reset),
                ] {
                    if ui.button(name).on_hover_text(hint).clicked() {
                        actions.push(action);
                    }
                }
            });
        });
    });
    actions
}

fn logo(ui: &mut Ui, theme: &Theme) {
    let (rect, _) = ui.allocate_exact_size(vec2(21.0, 21.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 6.0, color(theme.drawn));
    ui.painter().circle_stroke(rect.center(), 9.5, Stroke::new(1.5, color(theme.truth)));
}

fn scenarios(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let open = SCENARIOS.get(desk.scenario).map_or("", |scenario| scenario.title);
    let list =
        egui::ComboBox::from_id_salt("scenario").width(200.0).height(400.0).selected_text(open);
    let shown = list.show_ui(ui, |ui| {
        for (place, scenario) in SCENARIOS.iter().enumerate() {
            let hint = format!("{}\n\n{}", scenario.what, scenario.look);
            let row =
                ui.selectable_label(place == desk.scenario, scenario.title).on_hover_text(hint);
            if row.clicked() {
                actions.push(Action::Scenario(place));
            }
        }
    });
    if let Some(scenario) = SCENARIOS.get(desk.scenario) {
        shown.response.on_hover_text(scenario.look);
    }
}

/// The transport below: the playhead's buttons, time and speed.
pub fn transport(ctx: &egui::Context, desk: &Desk) -> Vec<Action> {
    let theme = desk.view.colors();
    let mut actions = Vec::new();
    let frame = egui::Frame::new().fill(color(theme.strip)).inner_margin(Margin::symmetric(16, 0));
    egui::TopBottomPanel::bottom("transport").exact_height(TRANSPORT).frame(frame).show(
        ctx,
        |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().interact_size.y = BUTTON;
                buttons(ui, desk, theme, &mut actions);
                ui.add_space(12.0);
                clock(ui, desk, theme);
                ui.add_space(12.0);
                speed(ui, desk, &mut actions);
                let looping = desk.playback.looping;
                let hint = "Start again at the end (L)";
                if super::panel::segment(ui, "Loop", looping).on_hover_text(hint).clicked() {
                    actions.push(Action::Loop);
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    for (name, hint, action) in [
                        ("Worst", "To the largest error (W)", Action::Worst),
                        ("Next update", "To the update after this tick (.)", Action::NextUpdate),
                        (
                            "Previous update",
                            "To the update before this tick (,)",
                            Action::PreviousUpdate,
                        ),
                    ] {
                        let button = egui::Button::new(name).frame(false);
                        if ui.add(button).on_hover_text(hint).clicked() {
                            actions.push(action);
                        }
                    }
                });
            });
        },
    );
    actions
}

/// A drawn button of the transport.
#[derive(Clone, Copy)]
enum Icon {
    Start,
    Back,
    Play,
    Pause,
    Forward,
    End,
}

fn buttons(ui: &mut Ui, desk: &Desk, theme: &Theme, actions: &mut Vec<Action>) {
    let (play, name) =
        if desk.playback.playing { (Icon::Pause, "Pause") } else { (Icon::Play, "Play") };
    for (icon, name, key, action) in [
        (Icon::Start, "To the start", "Home", Action::ToStart),
        (Icon::Back, "Back a tick", "←", Action::Step(-1)),
        (play, name, "Space", Action::Play),
        (Icon::Forward, "Forward a tick", "→", Action::Step(1)),
        (Icon::End, "To the end", "End", Action::ToEnd),
    ] {
        let button = icon_button(ui, icon, name, theme).on_hover_text(format!("{name} ({key})"));
        if button.clicked() {
            actions.push(action);
        }
    }
}

fn icon_button(ui: &mut Ui, icon: Icon, name: &str, theme: &Theme) -> Response {
    let large = matches!(icon, Icon::Play | Icon::Pause);
    let size = if large { 34.0 } else { 30.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(size, size), Sense::click());
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, ui.is_enabled(), name));
    let fill = if response.is_pointer_button_down_on() {
        Some(theme.control_active)
    } else if response.hovered() || large {
        Some(theme.control_hovered)
    } else {
        None
    };
    if let Some(fill) = fill {
        ui.painter().circle_filled(rect.center(), size / 2.0, color(fill));
    }
    draw_icon(ui.painter(), icon, rect.center(), color(theme.text));
    response
}

fn draw_icon(painter: &egui::Painter, icon: Icon, at: Pos2, color: Color32) {
    let bar = |x: f32, width: f32| {
        let rect = egui::Rect::from_center_size(at + vec2(x, 0.0), vec2(width, 12.0));
        painter.rect_filled(rect, 0.5, color);
    };
    let triangle = |x: f32, forward: f32| {
        let tip = at + vec2(x + 4.5 * forward, 0.0);
        let base = at.x + x - 4.5 * forward;
        let points = vec![tip, pos2(base, at.y - 6.0), pos2(base, at.y + 6.0)];
        painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
    };
    match icon {
        Icon::Start => {
            bar(-5.5, 2.0);
            triangle(1.0, -1.0);
        }
        Icon::Back => triangle(-0.5, -1.0),
        Icon::Play => triangle(1.0, 1.0),
        Icon::Pause => {
            bar(-3.5, 3.0);
            bar(3.5, 3.0);
        }
        Icon::Forward => triangle(0.5, 1.0),
        Icon::End => {
            triangle(-1.0, 1.0);
            bar(5.5, 2.0);
        }
    }
}

fn clock(ui: &mut Ui, desk: &Desk, theme: &Theme) {
    let truth = &desk.experiment.truth;
    ui.label(style::strong(format!("{:05.2}", truth.time(desk.tick())), 14.0, color(theme.text)));
    let quiet = |text: String| egui::RichText::new(text).size(13.0).color(color(theme.text_faint));
    ui.label(quiet(format!("/ {:.2} s", truth.seconds)));
    ui.add_space(8.0);
    ui.label(quiet(format!("tick {} of {}", desk.tick(), desk.ticks())));
}

fn speed(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let name = |speed: f64| {
        if speed < 1.0 { format!("1/{}×", 1.0 / speed) } else { format!("{speed}×") }
    };
    let now = desk.playback.speed();
    let list = egui::ComboBox::from_id_salt("speed")
        .width(76.0)
        .selected_text(format!("Speed {}", name(now)));
    list.show_ui(ui, |ui| {
        let current = SPEEDS.iter().position(|speed| *speed == now).unwrap_or(0);
        for (place, speed) in SPEEDS.iter().enumerate() {
            if ui.selectable_label(place == current, name(*speed)).clicked() {
                actions.push(Action::Speed(place as isize - current as isize));
            }
        }
    })
    .response
    .on_hover_text("How fast time passes (− and +)");
}

/// The keys, in a window of their own.
pub fn help(ctx: &egui::Context, desk: &Desk) -> Vec<Action> {
    let theme = desk.view.colors();
    let mut open = desk.help;
    let window = egui::Window::new(style::strong("Keys", 14.0, color(theme.text)));
    window
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(ctx.screen_rect().center())
        .show(ctx, |ui| {
            egui::Grid::new("keys").num_columns(2).spacing(vec2(24.0, 5.0)).show(ui, |ui| {
                for row in KEYS {
                    ui.label(style::strong(row.shown, SMALL, color(theme.text)));
                    ui.label(
                        egui::RichText::new(row.what).size(SMALL).color(color(theme.text_quiet)),
                    );
                    ui.end_row();
                }
            });
        });
    if desk.help && !open { vec![Action::Help] } else { Vec::new() }
}
