//! The form for exporting. In: the desk. Out: the form as it was changed, and what was asked for.

use super::panel::segment;
use super::style::{self, HEADING, SMALL};
use super::tessellate::color;
use crate::desk::export::{EXPORT_KINDS, ExportForm, ExportKind};
use crate::desk::{Action, Desk};
use crate::platform::places;
use egui_macroquad::egui::{self, DragValue, RichText, Ui};
use laboratory::catalogue::comparisons::COMPARISONS;
use laboratory::export::constants::LANGUAGES;
use laboratory::scene::theme::ThemeKind;
use std::path::Path;

/// The width of the form, points.
const WIDTH: f32 = 460.0;
/// The width of its labels, points.
const LABELS: f32 = 64.0;

/// Shows the form while there is one.
pub fn show(ctx: &egui::Context, desk: &Desk) -> (Option<ExportForm>, Vec<Action>) {
    let Some(mut form) = desk.export.clone() else { return (None, Vec::new()) };
    let theme = desk.view.colors();
    let (mut open, mut entered, mut actions) = (true, false, Vec::new());
    let window = egui::Window::new(style::strong("Export", 14.0, color(theme.text)));
    let centered = window.anchor(egui::Align2::CENTER_TOP, [0.0, 96.0]);
    centered.open(&mut open).collapsible(false).resizable(false).show(ctx, |ui| {
        ui.set_width(WIDTH);
        kind_choice(ui, &form, &mut actions);
        ui.add_space(6.0);
        egui::Grid::new("export")
            .num_columns(2)
            .min_col_width(LABELS)
            .min_row_height(26.0)
            .spacing([12.0, 4.0])
            .show(ui, |ui| {
                if form.kind == ExportKind::Comparison {
                    comparison_choice(ui, desk, &mut form);
                }
                entered = file_field(ui, &mut form);
                if form.kind == ExportKind::Game {
                    language_choice(ui, &mut form);
                }
                if !matches!(form.kind, ExportKind::Frames | ExportKind::Game) {
                    if form.kind != ExportKind::Comparison {
                        ui.label("Title");
                        let room = WIDTH - LABELS - 24.0;
                        ui.add(egui::TextEdit::singleline(&mut form.title).desired_width(room));
                        ui.end_row();
                    }
                    size_fields(ui, &mut form);
                    content_choices(ui, &mut form);
                }
                if form.kind == ExportKind::Animation {
                    cut_fields(ui, desk, &mut form);
                }
            });
        ui.add_space(6.0);
        let command = desk.export_command(&form);
        ui.label(RichText::new(command).size(HEADING).color(color(theme.text_faint)));
        ui.add_space(6.0);
        form_buttons(ui, desk, &form, entered, &mut actions);
    });
    (open.then_some(form), actions)
}

fn kind_choice(ui: &mut Ui, form: &ExportForm, actions: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for row in EXPORT_KINDS {
            let chosen = row.kind == form.kind;
            if segment(ui, row.label, chosen).clicked() && !chosen {
                actions.push(Action::Export(row.kind));
            }
        }
    });
}

fn comparison_choice(ui: &mut Ui, desk: &Desk, form: &mut ExportForm) {
    ui.label("What");
    let before = form.comparison;
    egui::ComboBox::from_id_salt("comparison")
        .width(WIDTH - LABELS - 24.0)
        .selected_text(form.comparison_row().title)
        .show_ui(ui, |ui| {
            for (place, row) in COMPARISONS.iter().enumerate() {
                ui.selectable_value(&mut form.comparison, place, row.title).on_hover_text(row.look);
            }
        });
    if form.comparison != before {
        form.rename(desk);
    }
    ui.end_row();
}

/// The name of the file. Whether Return was pressed in it.
fn file_field(ui: &mut Ui, form: &mut ExportForm) -> bool {
    ui.label("File");
    let entered = ui.horizontal(|ui| {
        let game = form.kind == ExportKind::Game;
        let endings = if game { &[] } else { form.row().endings };
        let room = WIDTH - LABELS - 24.0 - 52.0 * endings.len() as f32;
        let field = ui.add(egui::TextEdit::singleline(&mut form.path).desired_width(room));
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let now = Path::new(form.path.trim()).extension().map(|ending| ending.to_ascii_lowercase());
        for ending in endings.iter().filter(|_| endings.len() > 1) {
            let chosen = now.as_ref().is_some_and(|now| now == *ending);
            if segment(ui, &ending.to_uppercase(), chosen).clicked() {
                let path = Path::new(form.path.trim()).with_extension(ending);
                form.path = path.display().to_string();
            }
        }
        entered
    });
    ui.end_row();
    entered.inner
}

/// What settings for the game are written as.
fn language_choice(ui: &mut Ui, form: &mut ExportForm) {
    ui.label("As");
    let now = form.language();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for row in LANGUAGES {
            if segment(ui, row.label, row.name == now.name).clicked() {
                let path = Path::new(form.path.trim()).with_extension(row.ending);
                form.path = path.display().to_string();
            }
        }
    });
    ui.end_row();
}

fn size_fields(ui: &mut Ui, form: &mut ExportForm) {
    ui.label("Size");
    ui.horizontal(|ui| {
        if form.kind == ExportKind::Comparison {
            ui.checkbox(&mut form.suiting, "as the panels need");
            if form.suiting {
                return;
            }
        }
        let scale = form.scale;
        let svg = Path::new(form.path.trim()).extension().is_some_and(|ending| ending == "svg");
        let [width, height] = form.size_mut();
        ui.add(DragValue::new(width).range(160..=16_384).speed(4));
        ui.label("×");
        ui.add(DragValue::new(height).range(100..=16_384).speed(4));
        ui.label(if svg { "points" } else { "points, scale" });
        let pixels = format!(
            "{} × {} pixels",
            (*width as f32 * scale).round(),
            (*height as f32 * scale).round()
        );
        if svg {
            return;
        }
        ui.add(DragValue::new(&mut form.scale).range(0.1..=32.0).speed(0.05).max_decimals(2))
            .on_hover_text("Pixels a point, for a PNG or GIF: 2 is twice as sharp");
        ui.weak(pixels);
    });
    ui.end_row();
}

fn content_choices(ui: &mut Ui, form: &mut ExportForm) {
    ui.label("With");
    ui.horizontal(|ui| {
        if form.kind != ExportKind::Comparison {
            ui.checkbox(&mut form.strip, "time strip");
        }
        let (name, caption) = match form.kind {
            ExportKind::Animation => ("title, settings and metrics", &mut form.moving_caption),
            ExportKind::Comparison => ("title and legend", &mut form.caption),
            ExportKind::Picture | ExportKind::Frames | ExportKind::Game => {
                ("title, settings and metrics", &mut form.caption)
            }
        };
        ui.checkbox(caption, name);
        ui.add_space(8.0);
        for (kind, name) in [(ThemeKind::Dark, "Dark"), (ThemeKind::Light, "Light")] {
            ui.selectable_value(&mut form.theme, kind, name);
        }
    });
    ui.end_row();
}

fn cut_fields(ui: &mut Ui, desk: &Desk, form: &mut ExportForm) {
    let seconds = desk.experiment.truth.seconds;
    ui.label("From");
    ui.horizontal(|ui| {
        let cut = &mut form.cut;
        let time = |value| DragValue::new(value).range(0.0..=seconds).speed(0.02).max_decimals(2);
        ui.add(time(&mut cut.from).suffix(" s"));
        ui.label("to");
        ui.add(time(&mut cut.to).suffix(" s"));
        ui.add_space(8.0);
        ui.add(DragValue::new(&mut cut.fps).range(1..=120).suffix(" fps"))
            .on_hover_text("Frames a second; a GIF has 50 at most");
        ui.add(DragValue::new(&mut cut.slow).range(0.1..=100.0).speed(0.05).suffix("× slower"));
    });
    ui.end_row();
}

fn form_buttons(
    ui: &mut Ui,
    desk: &Desk,
    form: &ExportForm,
    entered: bool,
    actions: &mut Vec<Action>,
) {
    let theme = desk.view.colors();
    let checked = form.check(desk);
    let there = places::exists(Path::new(form.path.trim()));
    ui.horizontal(|ui| {
        let text = if there { "Replace the file" } else { "Export" };
        let busy = desk.exporting.is_some();
        let may = checked.is_ok() && !busy;
        let clicked = ui.add_enabled(may, egui::Button::new(text)).clicked();
        // Return does not replace a file: that wants a look.
        if clicked || (may && entered && !there) {
            actions.push(Action::WriteExport { replace: there });
        }
        if ui.button("Copy the command").clicked() {
            actions.push(Action::CopyExport);
        }
        if form.kind == ExportKind::Game && ui.button("Copy the text").clicked() {
            actions.push(Action::CopyText);
        }
        let said = match &checked {
            Err(why) => Some((why.as_str(), theme.error_text)),
            Ok(()) if busy => Some(("Another file is still being written.", theme.text_faint)),
            Ok(()) if there => Some(("There is a file of this name.", theme.text_faint)),
            Ok(()) => None,
        };
        if let Some((said, ink)) = said {
            ui.add(egui::Label::new(RichText::new(said).size(SMALL).color(color(ink))).wrap());
        }
    });
}
