//! The bar above the stage and the transport below it. In: the desk. Out: what was asked for.

use super::panel::segment;
use super::style;
use super::tessellate::color;
use crate::desk::export::ExportKind;
use crate::desk::lesson;
use crate::desk::playback::SPEEDS;
use crate::desk::store;
use crate::desk::{Action, Desk};
use crate::platform::places;
use crate::recordings;
use egui_macroquad::egui::{
    self, Align, Color32, Layout, Margin, Pos2, Response, Sense, Shape, Stroke, Ui, pos2, vec2,
};
use laboratory::catalogue::lessons::{self, CHAPTERS, Chapter};
use laboratory::catalogue::scenarios::SCENARIOS;
use laboratory::scene::theme::Theme;
use laboratory::scene::view::{LAYOUTS, Layout as Lanes};

/// Height of the bar above the stage, points.
const TOP: f32 = 44.0;
/// Width of the list of what can be opened, points.
const PRESET: f32 = 210.0;
/// The same in a window narrower than [`ROOMY`], points.
const NARROW_PRESET: f32 = 186.0;
/// From this width on the list has its full width, points.
const ROOMY: f32 = 1400.0;
/// Height of the time strip between stage and transport, points.
pub const STRIP: f32 = 140.0;
/// Height of the buttons in both, points.
const BUTTON: f32 = 26.0;
/// Room at the sides of the transport, points.
const SIDE: f32 = 16.0;
/// Height of the transport, points.
const TRANSPORT: f32 = 72.0;

/// A transport narrower than this leaves out the tick, points.
const ROOM_FOR_TICK: f32 = 560.0;
/// A transport narrower than this leaves the jumps to the menu and the keys, points.
const ROOM_FOR_JUMPS: f32 = 820.0;
/// What the jumps take, points.
const ROOM_OF_JUMPS: f32 = 260.0;
/// A transport narrower than this leaves what a driver has to know to a message, points.
const ROOM_FOR_DRIVING: f32 = 880.0;
/// Below this width the layouts are a list instead of buttons, points.
const NARROW: f32 = 1100.0;

/// The bar above: what is open, how it is laid out, and the rest in menus.
pub fn top(ctx: &egui::Context, desk: &Desk) -> Vec<Action> {
    let theme = desk.view.colors();
    let mut actions = Vec::new();
    let narrow = ctx.screen_rect().width() < NARROW;
    let frame = egui::Frame::new().fill(color(theme.panel)).inner_margin(Margin::symmetric(12, 0));
    egui::TopBottomPanel::top("top").exact_height(TOP).frame(frame).show(ctx, |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().interact_size.y = BUTTON;
            logo(ui, theme);
            if !narrow {
                ui.label(style::strong("Dead Reckoning Lab", 14.0, color(theme.text)));
                ui.add_space(16.0);
            }
            lesson_menu(ui, desk, &mut actions);
            preset_menu(ui, desk, &mut actions);
            ui.add_space(6.0);
            layout_choice(ui, desk, narrow, &mut actions);
            let hint = "The map of two knobs, what an update buys, and suggestions (U)";
            if segment(ui, "Tune", desk.tuner.look.open).on_hover_text(hint).clicked() {
                actions.push(Action::Tune);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                menu_row(ui, desk, &mut actions)
            });
        });
    });
    actions
}

/// The lessons, by chapter.
fn lesson_menu(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let theme = desk.view.colors();
    let height = ui.ctx().screen_rect().height() - TOP - 40.0;
    let shown = ui.menu_button("Lessons", |ui| {
        // The first chapter is as long as the others together.
        let (first, others) = CHAPTERS.split_at(1);
        let bar = egui::scroll_area::ScrollBarVisibility::AlwaysVisible;
        let beside = ui.ctx().screen_rect().width() > 2.0 * LESSON;
        let bar = if beside { Default::default() } else { bar };
        let list = egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height);
        let list = list.scroll_bar_visibility(bar);
        list.show(ui, |ui| {
            if beside {
                ui.set_width(2.0 * LESSON);
                ui.columns(2, |columns| {
                    for (ui, chapters) in columns.iter_mut().zip([first, others]) {
                        chapters.iter().for_each(|of| lesson_chapter(ui, desk, of, theme, actions));
                    }
                });
            } else {
                ui.set_width(LESSON);
                CHAPTERS.iter().for_each(|of| lesson_chapter(ui, desk, of, theme, actions));
            }
        });
    });
    let hint = format!("{} lessons (PgDn and PgUp walk through them)", lessons::all().count());
    shown.response.on_hover_text(hint);
}

/// The width of a column of lessons, points.
const LESSON: f32 = 400.0;

fn lesson_chapter(
    ui: &mut Ui,
    desk: &Desk,
    of: &Chapter,
    theme: &Theme,
    actions: &mut Vec<Action>,
) {
    ui.add_space(4.0);
    style::heading(ui, of.title, theme);
    for lesson in of.lessons {
        let chosen = desk.origin.lesson == Some(lesson.name);
        let entry = ui.selectable_label(chosen, lesson.title);
        if entry.on_hover_text(lesson.says.join(" ")).clicked() {
            actions.extend(lesson::place(lesson.name).map(Action::Lesson));
            ui.close_menu();
        }
    }
}

fn layout_choice(ui: &mut Ui, desk: &Desk, narrow: bool, actions: &mut Vec<Action>) {
    let now = desk.view.layout;
    let label = |layout: Lanes| layout.button(desk.experiment.settings.technique.row().lanes);
    if narrow {
        egui::ComboBox::from_id_salt("layout").width(120.0).selected_text(label(now)).show_ui(
            ui,
            |ui| {
                for layout in LAYOUTS {
                    if ui.selectable_label(layout == now, label(layout)).clicked() {
                        actions.push(Action::Layout(layout));
                    }
                }
            },
        );
        return;
    }
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for layout in LAYOUTS {
            let chosen = layout == now && !desk.tuner.look.open;
            if segment(ui, label(layout), chosen).on_hover_text("The next one: V").clicked() {
                actions.push(Action::Layout(layout));
            }
        }
    });
}

fn menu_row(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    if ui.button("Help").on_hover_text("The keys, and pages to read (F1)").clicked() {
        actions.push(Action::Help);
    }
    menu(ui, "View", &VIEW_MENU, actions);
    menu(ui, "Export", &EXPORT_MENU, actions);
    menu(ui, "File", &FILE_MENU, actions);
    let (name, hint) = match desk.pinned {
        None => ("Pin as A", "Keep these settings to compare with, on the same truth (A)"),
        Some(_) => ("Unpin A", "Let the pinned settings go (A)"),
    };
    if ui.button(name).on_hover_text(hint).clicked() {
        actions.push(Action::Pin);
    }
    if ui.button("Reset").on_hover_text("Every knob as this preset has it (R)").clicked() {
        actions.push(Action::Reset);
    }
}

const FILE_MENU: [(&str, &str, Action); 2] = [
    ("Save or open settings, open a recording…", "O", Action::Files),
    ("Copy the command for this screen", "C", Action::CopyCommand),
];

const EXPORT_MENU: [(&str, &str, Action); 6] = [
    ("Picture (PNG, SVG)…", "E", Action::Export(ExportKind::Picture)),
    ("Comparison (PNG, SVG)…", "", Action::Export(ExportKind::Comparison)),
    ("Animation (GIF, animated PNG)…", "", Action::Export(ExportKind::Animation)),
    ("Every tick (CSV)…", "", Action::Export(ExportKind::Frames)),
    ("Settings for the game…", "", Action::Export(ExportKind::Game)),
    ("Screenshot of the window", "S", Action::Screenshot),
];

const VIEW_MENU: [(&str, &str, Action); 9] = [
    ("To the largest error", "W", Action::Worst),
    ("To the next update", ".", Action::NextUpdate),
    ("To the previous update", ",", Action::PreviousUpdate),
    ("Fit everything", "F", Action::Fit),
    ("Follow the vehicle", "G", Action::Follow),
    ("Light or dark", "T", Action::Theme),
    ("Present", "P", Action::Present),
    ("The lesson's card", "N", Action::Card),
    ("The next lesson", "PgDn", Action::NextLesson(1)),
];

fn menu(ui: &mut Ui, name: &str, rows: &[(&str, &str, Action)], actions: &mut Vec<Action>) {
    ui.menu_button(name, |ui| {
        for (what, key, action) in rows {
            if ui.add(egui::Button::new(*what).shortcut_text(*key).frame(false)).clicked() {
                actions.push(action.clone());
                ui.close_menu();
            }
        }
    });
}

fn logo(ui: &mut Ui, theme: &Theme) {
    let (rect, _) = ui.allocate_exact_size(vec2(21.0, 21.0), Sense::hover());
    ui.painter().circle_filled(rect.center(), 6.0, color(theme.drawn));
    ui.painter().circle_stroke(rect.center(), 9.5, Stroke::new(1.5, color(theme.truth)));
}

/// What can be opened: the catalogue, then the user's own files.
fn preset_menu(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let changed = desk.experiment.settings != desk.origin.settings;
    let open = format!("{}{}", desk.origin.title, if changed { " *" } else { "" });
    let width = if ui.ctx().screen_rect().width() < ROOMY { NARROW_PRESET } else { PRESET };
    let list =
        egui::ComboBox::from_id_salt("preset").width(width).height(460.0).selected_text(open);
    let show = |ui: &mut Ui| {
        ui.set_max_width(width);
        list.truncate().show_ui(ui, |ui| preset_rows(ui, desk, actions))
    };
    let shown = ui.scope(show).inner;
    let hint = if changed { "Changed since it was opened (R resets)" } else { desk.origin.look };
    shown.response.on_hover_text(hint);
}

/// The rows of the list.
fn preset_rows(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    for (place, scenario) in SCENARIOS.iter().enumerate() {
        let hint = format!("{}\n\n{}", scenario.what, scenario.look);
        let chosen = desk.origin.scenario == Some(scenario.name);
        if ui.selectable_label(chosen, scenario.title).on_hover_text(hint).clicked() {
            actions.push(Action::Scenario(place));
        }
    }
    let own = store::presets();
    if !own.is_empty() {
        ui.separator();
    }
    for path in own {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let chosen = desk.origin.scenario.is_none() && desk.origin.title == name;
        if ui.selectable_label(chosen, &name).on_hover_text(path.display().to_string()).clicked() {
            actions.push(Action::Open(path));
        }
    }
}

/// The window for saving and opening. What is typed in it comes back.
pub fn files(ctx: &egui::Context, desk: &Desk) -> (Option<String>, Vec<Action>) {
    let Some(mut typed) = desk.files.clone() else { return (None, Vec::new()) };
    let theme = desk.view.colors();
    let mut actions = Vec::new();
    let mut open = true;
    let window = egui::Window::new(style::strong("Save or open", 14.0, color(theme.text)));
    let centered = window.anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0]);
    centered.open(&mut open).collapsible(false).resizable(false).show(ctx, |ui| {
        ui.set_width(380.0);
        ui.label("A name among your own presets, a file such as folder/mine.toml, or a recording:");
        let field = ui.add(egui::TextEdit::singleline(&mut typed).desired_width(f32::INFINITY));
        // Return opens what is there, and saves what is not; the letters after it are no shortcuts.
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if entered || typed.is_empty() && !field.has_focus() {
            field.request_focus();
        }
        let path = store::preset_path(&typed);
        let there = path.as_ref().is_some_and(|path| places::exists(path));
        if let Some(path) = &path {
            let said = if there { "is there already" } else { "is not there yet" };
            ui.label(
                egui::RichText::new(format!("{} {said}", path.display()))
                    .size(style::HEADING)
                    .color(color(theme.text_faint)),
            );
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let Some(path) = path else { return };
            let recording = recordings::is_recording(&path);
            let save = if there { "Replace it" } else { "Save" };
            let saves = entered && !there;
            if !recording && (ui.button(save).clicked() || saves) {
                actions.push(Action::Save(path.clone()));
            }
            if there && (ui.button("Open it").clicked() || entered) {
                actions.push(Action::Open(path));
            }
        });
        ui.add_space(4.0);
        ui.label(
            egui::RichText::new("A settings file or a recording (CSV, TSV, GPX, JSON lines) dropped on the window opens, too.")
                .size(style::HEADING)
                .color(color(theme.text_faint)),
        );
    });
    (open.then_some(typed), actions)
}

/// Why there is nothing to see, in the middle of what the panels leave free.
pub fn notice(ctx: &egui::Context, desk: &Desk, text: &str) {
    let free = ctx.available_rect();
    egui::Area::new("notice".into())
        .pivot(egui::Align2::CENTER_CENTER)
        .fixed_pos(free.center())
        .interactable(false)
        .show(ctx, |ui| {
            ui.set_max_width(460.0_f32.min(free.width() - 60.0));
            let ink = color(desk.view.colors().error_text);
            ui.label(egui::RichText::new(text).size(style::BODY).color(ink));
        });
}

/// Something to say, for a while, where it hides the least.
pub fn message(ctx: &egui::Context, desk: &Desk) {
    let said = desk.message.as_ref().map(|(text, _)| text);
    // A wide transport says it.
    let wide = ctx.available_rect().width() - 2.0 * SIDE >= ROOM_FOR_DRIVING;
    let driving = DRIVING.to_owned();
    let driving = desk.drive.as_ref().filter(|_| !wide).map(|_| &driving);
    let Some(text) = desk.exporting.as_ref().or(driving).or(said) else { return };
    let theme = desk.view.colors();
    // What the panels leave free: the stage, and below it the strip.
    let free = ctx.available_rect();
    let size = style::BODY * desk.view.text_scale();
    // Your own player's axis of time takes up the lower part of its stage.
    let (pivot, at) = if desk.experiment.settings.technique.row().has_axis {
        (egui::Align2::RIGHT_TOP, free.right_top() + vec2(-14.0, 14.0))
    } else {
        let low = free.bottom() - STRIP - 14.0;
        (egui::Align2::CENTER_BOTTOM, pos2(free.center().x, low))
    };
    egui::Area::new("message".into()).pivot(pivot).fixed_pos(at).interactable(false).show(
        ctx,
        |ui| {
            let frame = egui::Frame::new().fill(color(theme.control_active)).corner_radius(6);
            frame.inner_margin(Margin::symmetric(14, 9)).show(ui, |ui| {
                ui.set_max_width(520.0_f32.min(free.width() - 60.0));
                ui.label(egui::RichText::new(text).size(size).color(color(theme.text)));
            });
        },
    );
}

/// What somebody who drives has to know.
const DRIVING: &str = "The arrow keys steer, Esc ends.";

/// The transport below: the playhead's buttons, time and speed.
pub fn transport(ctx: &egui::Context, desk: &Desk) -> Vec<Action> {
    let theme = desk.view.colors();
    let mut actions = Vec::new();
    let margin = Margin::symmetric(SIDE as i8, 0);
    let frame = egui::Frame::new().fill(color(theme.strip)).inner_margin(margin);
    egui::TopBottomPanel::bottom("transport").exact_height(TRANSPORT).frame(frame).show(
        ctx,
        |ui| {
            ui.horizontal_centered(|ui| {
                ui.spacing_mut().interact_size.y = BUTTON;
                transport_buttons(ui, desk, theme, &mut actions);
                ui.add_space(12.0);
                clock_text(ui, desk, theme);
                ui.add_space(12.0);
                speed_choice(ui, desk, &mut actions);
                if desk.experiment.settings.technique.row().is_driven {
                    let hint = "Steer with the arrow keys; what you drive is recorded (D)";
                    if segment(ui, "Drive", desk.drive.is_some()).on_hover_text(hint).clicked() {
                        actions.push(Action::Drive);
                    }
                }
                let looping = desk.playback.looping;
                let hint = "Start again at the end (L)";
                if segment(ui, "Loop", looping).on_hover_text(hint).clicked() {
                    actions.push(Action::Loop);
                }
                let room = if desk.drive.is_some() { ROOM_FOR_DRIVING } else { ROOM_FOR_JUMPS };
                if ui.max_rect().width() < room || ui.available_width() < ROOM_OF_JUMPS {
                    return;
                }
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    if desk.drive.is_some() {
                        ui.label(style::strong(DRIVING, style::BODY, color(theme.drawn_text)));
                        return;
                    }
                    let sends = desk.experiment.settings.technique.row().sends;
                    for (name, hint, action, is_there) in [
                        ("Worst", "To the largest error, then the next (W)", Action::Worst, true),
                        (
                            "Next update",
                            "To the update after this tick (.)",
                            Action::NextUpdate,
                            sends,
                        ),
                        (
                            "Previous update",
                            "To the update before this tick (,)",
                            Action::PreviousUpdate,
                            sends,
                        ),
                    ] {
                        let button = egui::Button::new(name).frame(false);
                        if is_there && ui.add(button).on_hover_text(hint).clicked() {
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

fn transport_buttons(ui: &mut Ui, desk: &Desk, theme: &Theme, actions: &mut Vec<Action>) {
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

fn clock_text(ui: &mut Ui, desk: &Desk, theme: &Theme) {
    let truth = &desk.experiment.truth;
    ui.label(style::strong(format!("{:05.2}", truth.time(desk.tick())), 14.0, color(theme.text)));
    let quiet = |text: String| egui::RichText::new(text).size(13.0).color(color(theme.text_faint));
    ui.label(quiet(format!("/ {:.2} s", truth.seconds)));
    if ui.max_rect().width() > ROOM_FOR_TICK {
        ui.add_space(8.0);
        ui.label(quiet(format!("tick {} of {}", desk.tick(), desk.ticks())));
    }
}

fn speed_choice(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
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
