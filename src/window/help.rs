//! The help: the keys, and the pages that there are to read. In: the desk. Out: what was asked for.

use super::keys::KEYS;
use super::panel::segment;
use super::style::{self, BODY, SMALL};
use super::tessellate::color;
use crate::desk::{Action, Desk, KEYS_PAGE};
use egui_macroquad::egui::{self, RichText, ScrollArea, TextEdit, Ui, vec2};
use laboratory::catalogue::pages::{self, Body, PAGES, Page, Section, Symptom};
use laboratory::scene::theme::Theme;
use laboratory::settings::Knob;

/// How many times as large as usual text is, and its colours.
type Ink<'a> = (f32, &'a Theme);

/// Width of what is in it, points.
const WIDTH: f32 = 640.0;

/// Shows the help while it is open.
pub fn show(ctx: &egui::Context, desk: &Desk) -> Vec<Action> {
    let theme = desk.view.colors();
    let mut open = desk.help.is_some();
    let mut actions = Vec::new();
    let screen = ctx.screen_rect();
    // A class reads it from afar.
    let ink = (desk.view.text_scale(), theme);
    egui::Window::new(style::strong("Help", 14.0, color(theme.text)))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(screen.center())
        .show(ctx, |ui| {
            ui.set_width((WIDTH * ink.0).min(screen.width() - 60.0));
            let now = desk.help.unwrap_or(KEYS_PAGE);
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 2.0;
                let pages = PAGES.iter().map(|page| (page.name, page.title));
                for (name, title) in [(KEYS_PAGE, "Keys")].into_iter().chain(pages) {
                    if segment(ui, title, name == now).clicked() {
                        actions.push(Action::Page(name));
                    }
                }
            });
            ui.add_space(8.0);
            // The same height for every page, so that the tabs stay where they are.
            let height = (screen.height() - 150.0).clamp(120.0, 560.0 * ink.0);
            ScrollArea::vertical()
                .id_salt(now)
                .max_height(height)
                .min_scrolled_height(height)
                .auto_shrink(false)
                .show(ui, |ui| {
                    ui.set_max_width(ui.available_width() - 12.0);
                    match pages::find(now) {
                        Some(page) => page_text(ui, page, ink),
                        None => key_table(ui, theme),
                    }
                });
        });
    if desk.help.is_some() && !open {
        actions.push(Action::Help);
    }
    actions
}

fn key_table(ui: &mut Ui, theme: &Theme) {
    let half = KEYS.len().div_ceil(2);
    ui.columns(2, |columns| {
        for (ui, rows) in columns.iter_mut().zip(KEYS.chunks(half)) {
            egui::Grid::new(rows[0].shown).num_columns(2).spacing(vec2(16.0, 5.0)).show(ui, |ui| {
                for row in rows {
                    ui.label(style::strong(row.shown, SMALL, color(theme.text)));
                    ui.label(quiet_text(row.what, theme));
                    ui.end_row();
                }
            });
        }
    });
    ui.add_space(6.0);
    let mouse = "On the stage: wheel zooms, drag pans, double click fits, click goes to that moment. On a knob: double click resets.";
    ui.label(RichText::new(mouse).size(SMALL).color(color(theme.text_faint)));
}

fn page_text(ui: &mut Ui, page: &Page, (size, theme): Ink<'_>) {
    ui.label(RichText::new(page.about).size(BODY * size).color(color(theme.text_quiet)));
    ui.add_space(4.0);
    let searched = if has_terms(page) { search_field(ui) } else { String::new() };
    let mut found = false;
    for section in page.sections {
        found |= page_part(ui, section, &searched, (size, theme));
    }
    if !found {
        ui.label(quiet_text("No such word here.", theme));
    }
}

fn has_terms(page: &Page) -> bool {
    page.sections.iter().any(|section| matches!(section.body, Body::Terms(_)))
}

/// A field to look for a word in, and what is typed there.
fn search_field(ui: &mut Ui) -> String {
    let id = ui.id().with("searched");
    let mut text = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    let field = TextEdit::singleline(&mut text).hint_text("Look for a word").desired_width(220.0);
    if ui.add(field).changed() {
        ui.data_mut(|data| data.insert_temp(id, text.clone()));
    }
    text
}

/// A part of a page; false where nothing of it was looked for.
fn page_part(ui: &mut Ui, section: &Section, searched: &str, (size, theme): Ink<'_>) -> bool {
    let terms = section.body.terms_with(searched);
    if matches!(section.body, Body::Terms(_)) && terms.is_empty() {
        return false;
    }
    ui.add_space(8.0);
    let title = section.title.to_uppercase();
    ui.label(style::strong(title, style::HEADING * size, color(theme.text_faint)));
    match section.body {
        Body::Text(paragraphs) => {
            for paragraph in paragraphs {
                ui.label(RichText::new(*paragraph).size(BODY * size).color(color(theme.text)));
                ui.add_space(3.0);
            }
        }
        Body::Terms(_) => {
            for [word, means] in terms {
                word_and_meaning(ui, word, means, (size, theme));
            }
        }
        Body::Symptoms(symptoms) => {
            symptoms.iter().for_each(|row| symptom_rows(ui, row, (size, theme)))
        }
    }
    true
}

/// A word to the left, and what it means to the right.
fn word_and_meaning(ui: &mut Ui, word: &str, means: &str, (size, theme): Ink<'_>) {
    let (room, left) = (ui.available_width(), 180.0 * size);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.vertical(|ui| {
            ui.set_width(left);
            ui.label(style::strong(word, BODY * size, color(theme.text)));
        });
        ui.vertical(|ui| {
            ui.set_width(room - left - 12.0);
            ui.label(RichText::new(means).size(BODY * size).color(color(theme.text_quiet)));
        });
    });
    ui.add_space(2.0);
}

/// What is seen and why, and below it the knobs.
fn symptom_rows(ui: &mut Ui, row: &Symptom, (size, theme): Ink<'_>) {
    ui.label(style::strong(row.see, BODY * size, color(theme.text)));
    ui.label(RichText::new(row.why).size(BODY * size).color(color(theme.text_quiet)));
    let knob = |key: &&'static str| {
        Knob::find(key).map_or((*key).to_owned(), |knob| format!("{} ({key})", knob.label))
    };
    let knobs: Vec<String> = row.turn.iter().map(knob).collect();
    let text = format!("Turn: {}", knobs.join(" · "));
    ui.label(RichText::new(text).size(SMALL * size).color(color(theme.drawn_text)));
    ui.add_space(8.0);
}

fn quiet_text(text: &str, theme: &Theme) -> RichText {
    RichText::new(text).size(SMALL).color(color(theme.text_quiet))
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use laboratory::settings::Settings;

    fn harness() -> Harness<'static, Desk> {
        let show_help = |ctx: &egui::Context, desk: &mut Desk| {
            let loaded = egui::Id::new("fonts");
            if ctx.data_mut(|data| !std::mem::replace(data.get_temp_mut_or_default(loaded), true)) {
                ctx.set_fonts(crate::window::fonts::definitions());
                return;
            }
            style::apply(ctx, desk.view.theme);
            show(ctx, desk).into_iter().for_each(|action| drop(desk.act(action)));
        };
        let mut desk = Desk::new(Settings::default()).expect("the lap");
        desk.act(Action::Help);
        let builder = Harness::builder().with_size(vec2(900.0, 560.0));
        let mut harness = builder.build_state(show_help, desk);
        harness.run_steps(10);
        harness
    }

    #[test]
    fn every_page_has_a_tab_and_shows_its_parts() {
        let mut harness = harness();
        assert!(harness.query_by_label("Play or pause").is_some());
        for page in PAGES {
            harness.get_by_label(page.title).click();
            harness.run_steps(5);
            assert_eq!(harness.state().help, Some(page.name));
            assert!(harness.query_by_label(page.about).is_some(), "{}", page.name);
            let heading = page.sections[0].title.to_uppercase();
            assert!(harness.query_by_label(&heading).is_some(), "{heading}");
        }
        harness.get_by_label("Keys").click();
        harness.run_steps(5);
        assert!(harness.query_by_label("Play or pause").is_some());
    }

    #[test]
    fn a_word_is_found_in_the_glossary() {
        let mut harness = harness();
        harness.state_mut().help = Some("glossary");
        harness.run_steps(5);
        assert!(harness.query_by_label("truth").is_some());
        harness.get_by_role(egui::accesskit::Role::TextInput).focus();
        harness.run_steps(2);
        harness.input_mut().events.push(egui::Event::Text("rewind window".to_owned()));
        harness.run_steps(5);
        assert!(harness.query_by_label("truth").is_none());
        assert!(harness.query_all_by_label("rewind window").next().is_some());
    }
}
