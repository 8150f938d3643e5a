//! The panel: the knobs by stage, and under them the [`numbers`] of both lanes.
//!
//! In: the settings and metrics that are shown. Out: the settings as they are turned to.

use super::numbers::{self, small};
use super::style::{self, BODY};
use super::tessellate::color;
use crate::desk::{Action, Desk};
use egui_macroquad::egui::{
    self, Align, Color32, DragValue, Layout, Margin, Response, ScrollArea, Sense, Slider,
    SliderClamping, Ui, vec2,
};
use laboratory::catalogue::networks::{NETWORKS, Network};
use laboratory::scene::layers::{SWITCHES, SwitchRow};
use laboratory::scene::theme::Theme;
use laboratory::settings::{Choice, Domain, Group, Knob, MotionKind, Settings};

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
                    numbers::metrics(ui, desk, theme);
                    numbers::hints(ui, &desk.hints, theme);
                });
            let margin = Margin { left: 18, right: 4, top: 12, bottom: 8 };
            egui::CentralPanel::default()
                .frame(egui::Frame::new().inner_margin(margin))
                .show_inside(ui, |ui| {
                    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                        // Room at the right for the scroll bar.
                        ui.set_max_width(WIDTH - 36.0);
                        for group in desk.experiment.settings.technique.row().groups {
                            knobs(ui, *group, &mut settings, theme);
                            beside(ui, *group, desk, theme, &mut actions);
                            ui.add_space(8.0);
                        }
                    });
                });
        },
    );
    (settings, actions)
}

/// What stands in a group beside its knobs.
fn beside(ui: &mut Ui, group: Group, desk: &Desk, theme: &Theme, actions: &mut Vec<Action>) {
    match group {
        Group::LinkAndReceiver | Group::PlayerNetwork | Group::ShotNetwork => {
            network(ui, desk, theme, actions);
        }
        Group::Recording => recording(ui, desk, theme, actions),
        Group::View => view(ui, desk, theme, actions),
        Group::Technique
        | Group::Sender
        | Group::TrackAndMotion
        | Group::RoughNetwork
        | Group::HidingCorrections
        | Group::Snapshots
        | Group::Clock
        | Group::Wire
        | Group::OwnPlayer
        | Group::Mistakes
        | Group::PlayerMotion
        | Group::Shot
        | Group::ShotMotion => {}
    }
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

/// The knobs of a group under its title, those that are not always in sight behind "more".
fn knobs(ui: &mut Ui, group: Group, settings: &mut Settings, theme: &Theme) {
    let id = ui.id().with(("more", group));
    let mut open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    if !group.title().is_empty() {
        ui.horizontal(|ui| {
            style::heading(ui, group.title(), theme);
            if group.more().next().is_some() && more(ui, group.title(), open, theme) {
                open = !open;
                ui.data_mut(|data| data.insert_temp(id, open));
            }
        });
    }
    let hidden = group.more().filter(|_| open);
    for knob in group.front().chain(hidden) {
        ui.add_enabled_ui(knob.applies(settings), |ui| {
            row(ui, knob, settings, Dress { size: 1.0, theme, hints: true })
        });
    }
}

/// The button at the right of a title; whether it was clicked.
fn more(ui: &mut Ui, title: &str, open: bool, theme: &Theme) -> bool {
    let text = if open { "less" } else { "more" };
    let text = egui::RichText::new(text).size(style::HEADING).color(color(theme.text_faint));
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let button = ui.add(egui::Button::new(text).frame(false));
        let name = format!("More: {title}");
        button.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &name));
        button.clicked()
    })
    .inner
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
    if technique.row().has_threshold {
        let half = entity.width / 2.0;
        let button = ui.button(format!("Threshold = half the width ({half:.2} u)"));
        let hint = "A fair first try: an error of half the entity is one that people see.";
        if button.on_hover_text(hint).clicked() {
            actions.push(Action::HalfWidth);
        }
        ui.add_space(4.0);
    }
    let there = |row: &&'static SwitchRow| technique.layer(row).is_some();
    let rows: Vec<&SwitchRow> = SWITCHES.iter().filter(there).collect();
    for pair in rows.chunks(2) {
        ui.columns(2, |columns| {
            for (ui, row) in columns.iter_mut().zip(pair) {
                let mut on = desk.view.layers.is_on(row.switch);
                let text = small(row.name).color(color(theme.text_quiet));
                let label = technique.layer(row).unwrap_or(row.label);
                let hint = format!("{label} (key {})", row.key);
                if ui.checkbox(&mut on, text).on_hover_text(hint).clicked() {
                    actions.push(Action::Switch(row.switch));
                }
            }
        });
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
        let _ = knob.turn(settings, value);
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
    let default = knob.shown(knob.default_value());
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

/// The value as a field to type in or to drag.
fn number(ui: &mut Ui, knob: &Knob, value: &mut f64, settings: &Settings) -> Response {
    let (min, max, slider) = match knob.domain {
        Domain::Number { min, max, slider, .. } | Domain::Whole { min, max, slider } => {
            (min, max, slider)
        }
        Domain::Choice(_) | Domain::Switch => (0.0, 1.0, (0.0, 1.0)),
    };
    let whole = matches!(knob.domain, Domain::Whole { .. });
    let beside = knob.beside.map_or_else(String::new, |text| format!(" · {}", text(settings)));
    ui.visuals_mut().widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
    ui.spacing_mut().button_padding = vec2(4.0, 0.0);
    let field = DragValue::new(value)
        .range(min..=max)
        .speed((slider.1 - slider.0) / 300.0)
        .max_decimals(if whole { 0 } else { 4 })
        .update_while_editing(false)
        .custom_formatter(move |value, _| knob.shown(value) + &beside)
        .custom_parser(move |text| knob.typed(text.split('·').next().unwrap_or(text)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use laboratory::scene::theme::ThemeKind;
    use laboratory::settings::KNOBS;
    use laboratory::technique::TECHNIQUES;

    fn desk() -> Desk {
        Desk::new(Settings::default()).expect("the lap")
    }

    /// Fonts that are set in a frame are there in the next.
    fn has_fonts(ctx: &egui::Context) -> bool {
        let asked = egui::Id::new("fonts");
        let there =
            ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(asked), true));
        if !there {
            ctx.set_fonts(crate::window::fonts::definitions());
        }
        there
    }

    fn harness(desk: Desk) -> Harness<'static, Desk> {
        let size = vec2(1280.0, 6000.0);
        let show_desk = |ctx: &egui::Context, desk: &mut Desk| {
            if !has_fonts(ctx) {
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

    fn open_all(harness: &mut Harness<'static, Desk>) {
        for group in harness.state().experiment.settings.technique.row().groups {
            if group.more().next().is_some() {
                harness.get_by_label(&format!("More: {}", group.title())).click();
                harness.run();
            }
        }
    }

    #[test]
    fn every_knob_has_its_name_on_the_panel() {
        for technique in TECHNIQUES.map(|row| row.technique) {
            let mut desk = desk();
            desk.change(Settings { technique, ..Settings::default() });
            let mut harness = harness(desk);
            open_all(&mut harness);
            for knob in technique.row().knobs() {
                assert!(harness.query_all_by_label(knob.label).next().is_some(), "{}", knob.key);
            }
        }
    }

    /// One group by itself, with all its knobs in sight.
    struct Bench {
        group: Group,
        settings: Settings,
    }

    fn bench() -> Harness<'static, Bench> {
        let show = |ctx: &egui::Context, bench: &mut Bench| {
            if !has_fonts(ctx) {
                return;
            }
            style::apply(ctx, ThemeKind::Dark);
            // So that a click soon after another one elsewhere is none of two.
            ctx.options_mut(|options| options.input_options.max_double_click_delay = 0.1);
            egui::CentralPanel::default().show(ctx, |ui| {
                let id = ui.id().with(("more", bench.group));
                ui.data_mut(|data| data.insert_temp(id, true));
                let settings = &mut bench.settings;
                knobs(ui, bench.group, settings, ThemeKind::Dark.theme());
            });
        };
        let bench = Bench { group: Group::Sender, settings: Settings::default() };
        let builder = Harness::builder().with_size(vec2(WIDTH, 900.0)).with_step_dt(1.0 / 60.0);
        builder.build_state(show, bench)
    }

    /// Puts a knob on the bench, beside settings with which it does something.
    fn put(harness: &mut Harness<'static, Bench>, knob: &Knob) {
        let mut all = std::iter::once(Settings::default()).chain(KNOBS.iter().flat_map(|other| {
            let values = match other.domain {
                Domain::Number { slider, .. } | Domain::Whole { slider, .. } => vec![slider.1],
                Domain::Choice(choices) => (0..choices.len()).map(|at| at as f64).collect(),
                Domain::Switch => vec![0.0, 1.0],
            };
            values.into_iter().map(|value| {
                let mut settings = Settings::default();
                other.set(&mut settings, value).expect(other.key);
                settings
            })
        }));
        let settings = all.find(|settings| knob.applies(settings)).expect(knob.key);
        let all = TECHNIQUES.iter().flat_map(|row| row.groups);
        let group = all.copied().find(|group| group.knobs().any(|own| own.key == knob.key));
        *harness.state_mut() = Bench { group: group.expect(knob.key), settings };
        // Long enough that the next click is no double click.
        harness.run_steps(8);
    }

    fn is_alone(knob: &Knob, turned: &Settings, before: &Settings) {
        for other in KNOBS.iter().filter(|other| other.key != knob.key) {
            let same = other.value(turned) == other.value(before);
            assert!(same, "{} after {}", other.key, knob.key);
        }
    }

    #[test]
    fn dragging_a_slider_moves_its_own_setting_only_and_a_double_click_resets_it() {
        let mut harness = bench();
        for knob in KNOBS.iter().filter(|knob| knob.is_number()) {
            put(&mut harness, knob);
            let before = harness.state().settings.clone();
            let sliders =
                harness.query_all_by_role_and_label(egui::accesskit::Role::Slider, knob.label);
            let rect = area(&sliders.last().expect(knob.key));
            let to = egui::pos2(rect.left() + rect.width() * 0.8, rect.center().y);
            drag(&mut harness, rect.center(), to);
            let turned = harness.state().settings.clone();
            assert_ne!(knob.value(&turned), knob.value(&before), "{}", knob.key);
            is_alone(knob, &turned, &before);
            harness.run_steps(8);
            press(&mut harness, to);
            press(&mut harness, to);
            let reset = knob.value(&harness.state().settings);
            assert_eq!(reset, knob.default_value(), "{}", knob.key);
        }
    }

    #[test]
    fn a_double_click_on_its_name_resets_any_knob() {
        let mut harness = bench();
        for knob in KNOBS {
            put(&mut harness, knob);
            let settings = &mut harness.state_mut().settings;
            let value = match knob.domain {
                Domain::Number { slider, .. } | Domain::Whole { slider, .. } => {
                    if knob.default_value() == slider.1 { slider.0 } else { slider.1 }
                }
                Domain::Choice(_) | Domain::Switch => {
                    f64::from(u8::from(knob.default_value() == 0.0))
                }
            };
            knob.set(settings, value).expect(knob.key);
            assert_ne!(knob.value(settings), knob.default_value(), "{}", knob.key);
            let before = settings.clone();
            harness.step();
            let name =
                harness.query_all_by_role_and_label(egui::accesskit::Role::Label, knob.label);
            let rect = area(&name.last().expect(knob.key));
            press(&mut harness, rect.center());
            press(&mut harness, rect.center());
            let reset = harness.state().settings.clone();
            assert_eq!(knob.value(&reset), knob.default_value(), "{}", knob.key);
            is_alone(knob, &reset, &before);
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

    fn give(harness: &mut Harness<'static, Bench>, event: egui::Event) {
        harness.input_mut().events.push(event);
        harness.step();
    }

    fn press(harness: &mut Harness<'static, Bench>, at: egui::Pos2) {
        give(harness, egui::Event::PointerMoved(at));
        give(harness, button(true, at));
        give(harness, button(false, at));
    }

    fn drag(harness: &mut Harness<'static, Bench>, from: egui::Pos2, to: egui::Pos2) {
        give(harness, egui::Event::PointerMoved(from));
        give(harness, button(true, from));
        give(harness, egui::Event::PointerMoved(to));
        give(harness, button(false, to));
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
        assert_eq!(harness.state().experiment.metrics[0].packets.expect("packets").updates, 15);
        harness.get_by_label_contains("half the width").click();
        harness.run();
        assert_eq!(harness.state().experiment.settings.sender.threshold, 0.175);
    }
}
