//! The card of a lesson, in a column of its own beside the stage, so that it never hides what the lesson shows.
//!
//! In: the desk and its lesson. Out: what was asked for, and the settings with the lesson's knob as it is turned to.

use super::panel::{self, Dress};
use super::style;
use super::tessellate::color;
use crate::desk::lesson::{self, LessonBoard, LessonLine};
use crate::desk::{Action, Desk};
use egui_macroquad::egui::{
    self, Align, Layout, Margin, RichText, ScrollArea, Sense, Stroke, TextStyle, Ui, vec2,
};
use laboratory::catalogue::lessons;
use laboratory::catalogue::pages;
use laboratory::scene::theme::Theme;
use laboratory::settings::Settings;

/// From this width on there is room for card and panel, points; below it the card stands in for the panel.
const ROOM_FOR_BOTH: f32 = 1400.0;
/// Width of the card beside a panel, points.
const WIDTH: f32 = 312.0;
/// The share of a screen that the card takes when presenting, and the least and most of it, points.
const SHARE: (f32, f32, f32) = (0.36, 312.0, 1000.0);
/// Width and height of a card whose text has its usual size, points.
const USUAL: [f32; 2] = [300.0, 500.0];
/// Text that does not fit is made smaller by this factor until it does, or is as small as it may be.
const SMALLER: f32 = 0.94;
/// The smallest that it is made.
const SMALLEST: f32 = 0.88;

/// Whether the panel has room beside the card.
pub fn leaves_room(ctx: &egui::Context) -> bool {
    ctx.screen_rect().width() >= ROOM_FOR_BOTH
}

/// Shows the card.
pub fn show(
    ctx: &egui::Context,
    desk: &Desk,
    board: &LessonBoard,
    settings: &mut Settings,
) -> Vec<Action> {
    let theme = desk.view.colors();
    let screen = ctx.available_rect();
    let (share, least, most) = SHARE;
    let width =
        if desk.view.presenting { (screen.width() * share).clamp(least, most) } else { WIDTH };
    // What fitted in the last frame, for this lesson on this screen.
    let id = egui::Id::new((
        "card",
        board.lesson.name,
        desk.view.presenting,
        width as i32,
        screen.height() as i32,
    ));
    let usual = if desk.view.presenting {
        (width / USUAL[0]).min(screen.height() / USUAL[1]).max(1.0)
    } else {
        1.0
    };
    let size = ctx.data(|data| data.get_temp::<f32>(id)).unwrap_or(usual);
    let mut actions = Vec::new();
    let side = (16.0 * size) as i8;
    let margin = Margin { left: side, right: side / 2, top: side / 2, bottom: side / 2 };
    let frame = egui::Frame::new().fill(color(theme.panel)).inner_margin(margin);
    egui::SidePanel::left("lesson").exact_width(width).resizable(false).frame(frame).show(
        ctx,
        |ui| {
            enlarge(ui, size);
            card_head(ui, board, size, theme, &mut actions);
            ui.add_space(4.0 * size);
            let shown = ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.set_max_width(width - f32::from(margin.left) - f32::from(margin.right) - 8.0);
                card_body(ui, board, settings, (size, theme), &mut actions);
            });
            if shown.content_size.y > shown.inner_rect.height() + 0.5 && size > SMALLEST {
                ctx.data_mut(|data| data.insert_temp(id, (size * SMALLER).max(SMALLEST)));
                ctx.request_repaint();
            }
        },
    );
    actions
}

/// Text and buttons so many times as large.
fn enlarge(ui: &mut Ui, size: f32) {
    let style = ui.style_mut();
    for text in [TextStyle::Body, TextStyle::Button, TextStyle::Small] {
        if let Some(font) = style.text_styles.get_mut(&text) {
            font.size *= size;
        }
    }
    style.spacing.button_padding *= size;
    style.spacing.item_spacing *= size;
    style.spacing.interact_size *= size;
    style.spacing.icon_width *= size;
    style.spacing.slider_rail_height *= size;
}

/// Which lesson this is, the way to the others, and the button that closes it.
fn card_head(
    ui: &mut Ui,
    board: &LessonBoard,
    size: f32,
    theme: &Theme,
    actions: &mut Vec<Action>,
) {
    let place = lesson::place(board.lesson.name).unwrap_or(0);
    let count = lessons::all().count();
    ui.horizontal(|ui| {
        let said = format!("LESSON {} OF {count}", place + 1);
        ui.label(style::strong(said, style::HEADING * size, color(theme.text_faint)));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 2.0 * size;
            for (sign, name, hint, action, there) in [
                (
                    "×",
                    "Close the card",
                    "Close the card (Esc); N brings it back",
                    Action::Card,
                    true,
                ),
                (
                    "→",
                    "Next lesson",
                    "The next lesson (PgDn)",
                    Action::NextLesson(1),
                    place + 1 < count,
                ),
                (
                    "←",
                    "Previous lesson",
                    "The lesson before (PgUp)",
                    Action::NextLesson(-1),
                    place > 0,
                ),
            ] {
                let text = RichText::new(sign).size(15.0 * size).color(color(theme.text_quiet));
                let button = egui::Button::new(text).frame(false).min_size(vec2(26.0, 24.0) * size);
                let button = ui.add_enabled(there, button).on_hover_text(hint);
                button.widget_info(|| {
                    egui::WidgetInfo::labeled(egui::WidgetType::Button, there, name)
                });
                if button.clicked() {
                    actions.push(action);
                }
            }
        });
    });
}

fn card_body(
    ui: &mut Ui,
    board: &LessonBoard,
    settings: &mut Settings,
    (size, theme): (f32, &Theme),
    actions: &mut Vec<Action>,
) {
    let lesson = board.lesson;
    ui.label(style::strong(lesson.title, 18.0 * size, color(theme.text)));
    ui.add_space(2.0 * size);
    for sentence in lesson.says {
        ui.label(RichText::new(sentence).size(13.0 * size).color(color(theme.text_quiet)));
    }
    ui.add_space(4.0 * size);
    what_to_look_at(ui, lesson.look, (size, theme));
    ui.add_space(6.0 * size);
    ui.label(RichText::new(lesson.shows).size(13.0 * size).color(color(theme.text)));
    if let Some(knob) = board.knob() {
        ui.add_enabled_ui(knob.applies(settings), |ui| {
            panel::row(ui, knob, settings, Dress { size, theme, hints: false });
        });
    }
    ui.add_space(6.0 * size);
    claim_verdict(ui, board, (size, theme));
    ui.add_space(4.0 * size);
    for line in board.lines() {
        lesson_number(ui, &line, (size, theme));
    }
    if let Some(page) = pages::find(lesson.page) {
        ui.add_space(4.0 * size);
        let text = format!("Read: {}", page.title);
        if ui.button(text).on_hover_text(page.about).clicked() {
            actions.push(Action::Page(page.name));
        }
    }
}

/// What to look at, with an edge in the colour of what is drawn.
fn what_to_look_at(ui: &mut Ui, text: &str, (size, theme): (f32, &Theme)) {
    let margin = Margin::symmetric((12.0 * size) as i8, (7.0 * size) as i8);
    let frame = egui::Frame::new().fill(color(theme.control)).corner_radius(5).inner_margin(margin);
    let shown = frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(text).size(13.0 * size).color(color(theme.text)));
    });
    let rect = shown.response.rect;
    let edge = egui::Rect::from_min_size(rect.min, vec2(3.0 * size, rect.height()));
    ui.painter().rect_filled(edge, 1.0, color(theme.drawn));
}

/// A number: its name to the left, its value to the right, and below that what it was.
fn lesson_number(ui: &mut Ui, line: &LessonLine, (size, theme): (f32, &Theme)) {
    let room = ui.available_width();
    let values = room * 0.3;
    ui.spacing_mut().item_spacing.y = 1.0 * size;
    let shown = ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.allocate_ui_with_layout(vec2(room - values, 0.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(room - values);
            ui.label(RichText::new(line.label).size(12.5 * size).color(color(theme.text_quiet)));
        });
        ui.allocate_ui_with_layout(vec2(values, 0.0), Layout::top_down(Align::Max), |ui| {
            ui.set_width(values);
            ui.label(style::strong(line.now.as_str(), 13.5 * size, color(theme.text)));
            if let Some(was) = &line.was {
                let was = RichText::new(format!("lesson {was}")).size(11.5 * size);
                ui.label(was.color(color(theme.text_faint)));
            }
        });
    });
    if let Some(published) = &line.published {
        shown.response.on_hover_text(format!("A source says {published}"));
    }
    ui.add_space(2.0 * size);
}

/// Whether the claim holds as the lesson has it, as a sign and in words.
fn claim_verdict(ui: &mut Ui, board: &LessonBoard, (size, theme): (f32, &Theme)) {
    let (holds, said) = match (board.trouble(), board.holds(), board.is_turned()) {
        (Some(trouble), _, _) => (None, trouble),
        (None, true, false) => (Some(true), "The claim holds."),
        (None, true, true) => (
            Some(true),
            "The claim holds as the lesson has it; these are the numbers of your settings.",
        ),
        (None, false, _) => (Some(false), "The claim does not hold."),
    };
    ui.horizontal_top(|ui| {
        if let Some(holds) = holds {
            check_mark(ui, holds, (size, theme));
        }
        ui.label(RichText::new(said).size(13.0 * size).color(color(theme.text)));
    });
}

/// A check mark, or a cross.
fn check_mark(ui: &mut Ui, holds: bool, (size, theme): (f32, &Theme)) {
    let (rect, _) = ui.allocate_exact_size(vec2(17.0, 17.0) * size, Sense::hover());
    let at = |x: f32, y: f32| rect.center() + vec2(x, y) * size;
    let ink = if holds { theme.text } else { theme.error_text };
    let stroke = Stroke::new(2.4 * size, color(ink));
    let lines: &[&[(f32, f32)]] = if holds {
        &[&[(-6.0, 0.5), (-2.0, 4.5), (6.0, -4.5)]]
    } else {
        &[&[(-4.5, -4.5), (4.5, 4.5)], &[(-4.5, 4.5), (4.5, -4.5)]]
    };
    for line in lines {
        let points = line.iter().map(|(x, y)| at(*x, *y)).collect();
        ui.painter().add(egui::Shape::line(points, stroke));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use laboratory::catalogue::lessons::Lesson;
    use laboratory::catalogue::panel_row::PanelRow;
    use laboratory::catalogue::reading::{Reading, UNITS, reading};
    use laboratory::scene::view::Layout as Lanes;

    /// As long as a lesson may be.
    fn longest_lesson() -> &'static Lesson {
        const fn number(label: &'static str) -> Reading {
            reading(label, UNITS, &[], |lab| lab.metrics[0].peak_error)
        }
        const LONG: &str = "updates with a heartbeat every five seconds.";
        const SENTENCE: &str = "This sentence goes on for as long as a sentence of a lesson may go on, and that is some hundred and twenty letters long.";
        static LESSON: Lesson = Lesson {
            name: "long",
            title: "A lesson with a title that takes up all of its sixty letters",
            says: [SENTENCE; 2],
            set: &[],
            panels: &[PanelRow { name: "one", set: &[], layout: Lanes::Overlay }],
            layers: &[],
            at: None,
            turn: "link.latency",
            shows: SENTENCE,
            look: SENTENCE,
            page: "symptoms",
            numbers: &[const { number(LONG) }; 8],
            holds: |numbers| numbers[0] < 0.95,
        };
        &LESSON
    }

    struct CardState {
        desk: Desk,
        actions: Vec<Action>,
        free: egui::Rect,
    }

    fn harness(
        lesson: &'static Lesson,
        presenting: bool,
        size: egui::Vec2,
    ) -> Harness<'static, CardState> {
        let mut desk =
            Desk::from_lesson(lesson, lesson.settings().expect("settings")).expect("a desk");
        desk.view.presenting = presenting;
        let show_card = |ctx: &egui::Context, state: &mut CardState| {
            let loaded = egui::Id::new("fonts");
            if ctx.data_mut(|data| !std::mem::replace(data.get_temp_mut_or_default(loaded), true)) {
                ctx.set_fonts(crate::window::fonts::definitions());
                return;
            }
            style::apply(ctx, state.desk.view.theme);
            let mut settings = state.desk.experiment.settings.clone();
            let board = state.desk.lesson.clone().expect("a lesson");
            state.actions.extend(show(ctx, &state.desk, &board, &mut settings));
            state.desk.change(settings);
            state.free = ctx.available_rect();
        };
        let state = CardState { desk, actions: Vec::new(), free: egui::Rect::NOTHING };
        let builder = Harness::builder().with_size(size).with_step_dt(1.0 / 60.0);
        let mut harness = builder.build_state(show_card, state);
        harness.run_steps(40);
        harness
    }

    fn rect_of(node: &egui_kittest::kittest::Node<'_>) -> egui::Rect {
        let bounds = node.raw_bounds().expect("a place on the screen");
        let corner = |x: f64, y: f64| egui::pos2(x as f32, y as f32);
        egui::Rect::from_min_max(corner(bounds.x0, bounds.y0), corner(bounds.x1, bounds.y1))
    }

    #[test]
    fn the_longest_lesson_leaves_the_stage_its_room_and_fits_or_scrolls() {
        for (width, height) in [(900.0, 560.0), (1280.0, 800.0), (2560.0, 1440.0)] {
            for presenting in [false, true] {
                let harness = harness(longest_lesson(), presenting, vec2(width, height));
                let free = harness.state().free;
                assert!(free.left() <= width * 0.4 && free.right() == width, "{width}: {free:?}");
                let button = harness.get_by_label("Read: Symptoms");
                let button = rect_of(&button);
                assert!(button.right() < free.left(), "{width}: {button:?}");
                if height > 600.0 {
                    assert!(button.bottom() < height, "{width}x{height} {presenting}: {button:?}");
                }
                for node in harness.query_all_by_label_contains("heartbeat every five") {
                    assert!(rect_of(&node).right() < free.left() - 40.0, "{width}");
                }
            }
        }
    }

    #[test]
    fn presenting_makes_the_text_larger() {
        let height = |presenting: bool| {
            let lesson = lessons::find("straight").expect("a lesson");
            let harness = harness(lesson, presenting, vec2(2560.0, 1440.0));
            let title = harness.get_by_label(lesson.title);
            rect_of(&title).height()
        };
        assert!(height(true) > 2.0 * height(false));
    }

    #[test]
    fn the_slider_on_the_card_turns_the_knob_and_the_numbers_answer() {
        for presenting in [false, true] {
            let mut harness = harness(longest_lesson(), presenting, vec2(1280.0, 800.0));
            assert!(harness.query_by_label_contains("The claim holds").is_some());
            let slider = harness.get_by_role_and_label(egui::accesskit::Role::Slider, "Latency");
            let rect = rect_of(&slider);
            let at = egui::pos2(rect.left() + rect.width() * 0.9, rect.center().y);
            let modifiers = egui::Modifiers::NONE;
            let button = |pressed| {
                let button = egui::PointerButton::Primary;
                egui::Event::PointerButton { pos: at, button, pressed, modifiers }
            };
            for event in [egui::Event::PointerMoved(at), button(true), button(false)] {
                harness.input_mut().events.push(event);
                harness.step();
            }
            harness.run_steps(3);
            let settings = &harness.state().desk.experiment.settings;
            assert!(settings.link.latency > 0.2, "{}", settings.link.latency);
            assert!(harness.query_all_by_label_contains("lesson 0.90 u").next().is_some());
            assert!(harness.query_by_label_contains("as the lesson has it").is_some());
        }
    }

    #[test]
    fn its_buttons_walk_close_and_lead_to_the_page() {
        let lesson = lessons::all().next().expect("a lesson");
        let mut harness = harness(lesson, true, vec2(1280.0, 800.0));
        for name in ["Next lesson", "Previous lesson", "Close the card"] {
            harness.get_by_label(name).click();
            harness.run_steps(2);
        }
        let page = pages::find(lesson.page).expect("a page");
        harness.get_by_label(&format!("Read: {}", page.title)).click();
        harness.run_steps(2);
        let actions = &harness.state().actions;
        let more = lessons::all().count() > 1;
        assert_eq!(actions.contains(&Action::NextLesson(1)), more);
        assert!(!actions.contains(&Action::NextLesson(-1)), "there is none before the first");
        assert!(actions.contains(&Action::Card) && actions.contains(&Action::Page(page.name)));
    }
}
