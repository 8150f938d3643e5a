//! The controls of the Tune view: which map, and the form that asks for settings. In: the desk. Out: what is looked at
//! as it was changed, and what was asked for.

use super::panel::segment;
use super::style::{self, SMALL};
use super::tessellate::color;
use crate::desk::tune::{AxisSpan, PROMISES, TuneLook};
use crate::desk::{Action, Desk, TuneAction};
use egui_macroquad::egui::{self, Align, DragValue, Layout, Margin, RichText, Ui, pos2, vec2};
use laboratory::export::constants::LANGUAGES;
use laboratory::lanes::Side;
use laboratory::scene::sweep::{SweepPlaces, SweepSide};
use laboratory::scene::{Area, theme::Theme};
use laboratory::settings::{Domain, Knob, Settings, Technique};
use laboratory::tune::suggest::{Answer, Nearest, Shortfall, Suggestion};
use laboratory::tune::sweep::Measure;

/// Height of a row of the bar, points.
const ROW: f32 = 36.0;
/// Width of a field of the form, points.
const FIELD: f32 = 58.0;
/// The widest that a field and its name are together, points.
const WIDEST: f32 = 190.0;

/// The bar above the map.
pub fn bar(ctx: &egui::Context, desk: &Desk) -> (TuneLook, Vec<Action>) {
    let theme = desk.view.colors();
    let mut look = desk.tuner.look.clone();
    let technique = desk.experiment.settings.technique;
    let narrow = SweepPlaces::is_narrow(area(ctx.available_rect()));
    let frame = egui::Frame::new().fill(color(theme.strip)).inner_margin(Margin::symmetric(16, 0));
    let height = if narrow { 2.0 * ROW } else { ROW + 4.0 };
    egui::TopBottomPanel::top("tune").exact_height(height).frame(frame).show(ctx, |ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        ui.spacing_mut().interact_size.y = 24.0;
        ui.spacing_mut().button_padding.y = 3.0;
        let row = |ui: &mut Ui, show: &mut dyn FnMut(&mut Ui)| {
            let size = vec2(ui.available_width(), if narrow { ROW } else { ROW + 4.0 });
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| show(ui));
        };
        ui.spacing_mut().item_spacing.y = 0.0;
        if narrow {
            row(ui, &mut |ui| axis_choices(ui, technique, &mut look, theme));
            row(ui, &mut |ui| {
                measure_choice(ui, technique, &mut look, theme);
                lane_choice(ui, desk, &mut look);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    side_choice(ui, &mut look)
                });
            });
        } else {
            row(ui, &mut |ui| {
                measure_choice(ui, technique, &mut look, theme);
                ui.add_space(10.0);
                axis_choices(ui, technique, &mut look, theme);
                ui.add_space(10.0);
                lane_choice(ui, desk, &mut look);
            });
        }
    });
    (look, Vec::new())
}

fn quiet_label(ui: &mut Ui, text: &str, theme: &Theme) {
    ui.label(RichText::new(text).size(SMALL).color(color(theme.text_faint)));
}

fn axis_choices(ui: &mut Ui, technique: Technique, look: &mut TuneLook, theme: &Theme) {
    quiet_label(ui, "across", theme);
    axis_choice(ui, "across", technique, &mut look.across, &look.up.key);
    ui.add_space(6.0);
    quiet_label(ui, "up", theme);
    axis_choice(ui, "up", technique, &mut look.up, &look.across.key);
}

/// A knob and its range.
fn axis_choice(ui: &mut Ui, id: &str, technique: Technique, span: &mut AxisSpan, other: &str) {
    let knob = Knob::find(&span.key).ok();
    let name = knob.map_or("", |knob| knob.label);
    let list = egui::ComboBox::from_id_salt(id).width(104.0).height(420.0).truncate();
    let shown = ui.scope(|ui| {
        ui.set_max_width(104.0);
        list.selected_text(name).show_ui(ui, |ui| {
            ui.set_min_width(190.0);
            for knob in technique.row().numbers().filter(|knob| knob.key != other) {
                let text = format!("{} ({})", knob.label, knob.stage());
                let entry = ui.selectable_label(knob.key == span.key, text);
                if entry.on_hover_text(knob.hint).clicked() {
                    *span = AxisSpan::of(knob);
                }
            }
        })
    });
    let combo = shown.inner.response;
    combo.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, id));
    let Some(knob) = Knob::find(&span.key).ok() else { return };
    combo.on_hover_text(knob.hint);
    let (min, max) = match knob.domain {
        Domain::Number { min, max, .. } | Domain::Whole { min, max, .. } => (min, max),
        Domain::Choice(_) | Domain::Switch => return,
    };
    let whole = matches!(knob.domain, Domain::Whole { .. });
    let least = if whole { 1.0 } else { (span.to - span.from).abs().min(1.0) * 0.01 + 1e-4 };
    let field = |value| {
        let written = move |value: f64, _| knob.shown(value);
        DragValue::new(value)
            .speed((max - min).min(1.0) / 200.0)
            .max_decimals(if whole { 0 } else { 3 })
            .update_while_editing(false)
            .custom_formatter(written)
            .custom_parser(move |text| knob.typed(text))
    };
    ui.spacing_mut().button_padding.x = 5.0;
    ui.spacing_mut().item_spacing.x = 3.0;
    let (from, to) = (span.from, span.to);
    ui.add(field(&mut span.from).range(min..=(to - least).max(min))).on_hover_text("from");
    ui.add(field(&mut span.to).range((from + least).min(max)..=max)).on_hover_text("to");
    ui.spacing_mut().item_spacing.x = 6.0;
}

fn measure_choice(ui: &mut Ui, technique: Technique, look: &mut TuneLook, theme: &Theme) {
    quiet_label(ui, "show", theme);
    let label = |measure: &Measure| match measure.row.label {
        "95th percentile" => "95th percentile error",
        other => other,
    };
    let now = Measure::find(&look.measure).map_or("", |now| label(&now));
    let list = egui::ComboBox::from_id_salt("measure").width(128.0).height(420.0);
    let lane = *look.lane.of(&technique.row().lanes);
    let of_lane = |measure: &Measure| measure.is_of(lane);
    let rows: Vec<Measure> = Measure::all().filter(of_lane).collect();
    let shown = list.selected_text(now).show_ui(ui, |ui| {
        for row in rows {
            let entry = ui.selectable_label(row.name() == look.measure, label(&row));
            if entry.on_hover_text(row.row.hint).clicked() {
                row.name().clone_into(&mut look.measure);
            }
        }
    });
    let combo = shown.response;
    combo.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::ComboBox, true, "measure"));
}

fn lane_choice(ui: &mut Ui, desk: &Desk, look: &mut TuneLook) {
    let technique = desk.experiment.settings.technique;
    ui.spacing_mut().item_spacing.x = 2.0;
    for (lane, row) in Side::BOTH.into_iter().zip(technique.row().lane_rows()) {
        if segment(ui, row.button, look.lane == lane).clicked() {
            look.lane = lane;
        }
    }
}

fn side_choice(ui: &mut Ui, look: &mut TuneLook) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for (side, name) in [(SweepSide::Frontier, "Frontier"), (SweepSide::Map, "Map")] {
        if segment(ui, name, look.side == side).clicked() {
            look.side = side;
        }
    }
}

/// The room that egui leaves.
pub fn area(free: egui::Rect) -> Area {
    Area::new(free.left(), free.top(), free.right(), free.bottom())
}

/// The form: promises, and what keeps them.
pub fn form(
    ctx: &egui::Context,
    desk: &Desk,
    places: &SweepPlaces,
    look: &mut TuneLook,
) -> Vec<Action> {
    let Some(place) = places.form else { return Vec::new() };
    let theme = desk.view.colors();
    let mut actions = Vec::new();
    let frame = egui::Frame::new()
        .fill(color(theme.panel))
        .stroke(egui::Stroke::new(1.0, color(theme.border)))
        .corner_radius(6)
        .inner_margin(Margin::symmetric(16, 12));
    let size = place.size() - glam::vec2(34.0, 26.0);
    egui::Area::new("suggest".into())
        .fixed_pos(pos2(place.min.x, place.min.y))
        .order(egui::Order::Middle)
        .movable(false)
        .show(ctx, |ui| {
            frame.show(ui, |ui| {
                ui.set_width(size.x);
                ui.set_height(size.y);
                egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    if desk.experiment.settings.technique.row().has_threshold {
                        promise_rows(ui, desk, look, &mut actions);
                        ui.add_space(6.0);
                        answer_text(ui, desk, &mut actions);
                    } else {
                        ui.label(style::strong("Suggest", 14.0, color(theme.text)));
                        quiet_label(ui, "Suggestions are about dead reckoning.", theme);
                    }
                });
            });
        });
    actions
}

fn promise_rows(ui: &mut Ui, desk: &Desk, look: &mut TuneLook, actions: &mut Vec<Action>) {
    let theme = desk.view.colors();
    ui.horizontal(|ui| {
        ui.label(style::strong("Suggest", 14.0, color(theme.text)));
        quiet_label(ui, "the cheapest settings that keep, at most:", theme);
    });
    ui.add_space(2.0);
    ui.spacing_mut().interact_size.y = 24.0;
    let columns = if ui.available_width() < 330.0 { 2 } else { 3 };
    let room = (ui.available_width() - 16.0 * (columns - 1) as f32) / columns as f32;
    let room = room.min(WIDEST);
    egui::Grid::new("promises").num_columns(columns).spacing([16.0, 6.0]).show(ui, |ui| {
        for (place, ((name, label), most)) in PROMISES.iter().zip(&mut look.promises).enumerate() {
            let rate = Measure::find(name).is_ok_and(|measure| measure.row.unit == "1/s");
            let unit = if rate { "/s" } else { " u" };
            ui.horizontal(|ui| {
                ui.set_width(room);
                let text = RichText::new(*label).size(SMALL).color(color(theme.text_quiet));
                let hint = Measure::find(name).map_or("", |measure| measure.row.hint);
                ui.label(text).on_hover_text(hint);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    promise_field(ui, most, unit, label);
                });
            });
            if (place + 1) % columns == 0 {
                ui.end_row();
            }
        }
        let asking = desk.tuner.asking.is_some();
        let may = look.promises.iter().any(|most| *most > 0.0) && !asking;
        let text = if asking { "Searching…" } else { "Suggest" };
        let button = egui::Button::new(style::strong(text, SMALL, color(theme.text)))
            .fill(color(theme.control_active))
            .min_size(vec2(room, 24.0));
        if ui.add_enabled(may, button).clicked() {
            actions.push(Action::TuneAction(TuneAction::Suggest));
        }
    });
}

/// How much is promised at most; 0 promises nothing.
fn promise_field(ui: &mut Ui, most: &mut f64, unit: &'static str, label: &str) {
    let written = move |value: f64, _: std::ops::RangeInclusive<usize>| {
        if value > 0.0 { format!("{value:.2}{unit}") } else { "any".to_owned() }
    };
    let read = move |text: &str| match text.trim() {
        "any" | "" => Some(0.0),
        text => text.trim_end_matches(unit.trim()).trim().parse().ok(),
    };
    let field = DragValue::new(most)
        .range(0.0..=1000.0)
        .speed(0.01)
        .max_decimals(3)
        .update_while_editing(false)
        .custom_formatter(written)
        .custom_parser(read);
    let field = ui.add_sized([FIELD, 24.0], field);
    field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::DragValue, true, label));
    field.on_hover_text("Drag it, or click and type a number; 0 or any promises nothing");
}

fn answer_text(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let theme = desk.view.colors();
    let Some(answered) = &desk.tuner.answer else {
        let text = if desk.tuner.asking.is_some() {
            "Orders, thresholds and ways to hide a correction are being tried: long runs and many seeds take a while."
        } else {
            "It tries orders, thresholds and ways to hide a correction on this motion and this network, over all seeds where luck decides."
        };
        return quiet_label(ui, text, theme);
    };
    let (head, ink, details) = match &answered.answer {
        Ok(Answer::Kept(kept)) => (kept_head(kept), theme.drawn_text, kept_details(desk, kept)),
        Ok(Answer::Broken(broken)) => (
            "Nothing that was tried keeps that.".to_owned(),
            theme.error_text,
            what_would_give(broken),
        ),
        Err(why) => ("There is no answer.".to_owned(), theme.error_text, why.clone()),
    };
    ui.label(style::strong(head, 15.0, color(ink)));
    ui.add_space(1.0);
    ui.label(RichText::new(details).size(SMALL).color(color(theme.text_quiet)));
    ui.add_space(6.0);
    ui.horizontal_wrapped(|ui| {
        if let Some(offered) = desk.tuner.offered() {
            let new = *offered != desk.experiment.settings;
            let hint = "On the desk, as one change (Z takes it back)";
            if ui.add_enabled(new, egui::Button::new("Use these")).on_hover_text(hint).clicked() {
                actions.push(Action::TuneAction(TuneAction::Use));
            }
        }
        if ui.button("Copy the command").on_hover_text("drlab suggest …").clicked() {
            actions.push(Action::TuneAction(TuneAction::CopyCommand));
        }
        if desk.tuner.offered().is_some() {
            ui.menu_button("Copy for code", |ui| {
                for (place, row) in LANGUAGES.iter().enumerate() {
                    if ui.button(row.label).clicked() {
                        actions.push(Action::TuneAction(TuneAction::CopyConstants(place)));
                        ui.close_menu();
                    }
                }
            });
        }
    });
}

/// What is turned, as the panel calls it: "Threshold 0.22 u · blend time 77 ms".
fn turned_knobs(set: &[String], settings: &Settings) -> String {
    let part = |word: &String| {
        let knob = Knob::find(word.split('=').next()?).ok()?;
        let value = knob.shown(knob.value(settings));
        Some(format!("{} {value}", knob.label.to_lowercase()))
    };
    let text = set.iter().filter_map(part).collect::<Vec<_>>().join(" · ");
    let first = text.chars().next().map(|first| first.to_uppercase().collect::<String>());
    first.unwrap_or_default() + &text.chars().skip(1).collect::<String>()
}

fn kept_head(kept: &Suggestion) -> String {
    if kept.set.is_empty() {
        return "The settings keep that, and none that was tried is cheaper.".to_owned();
    }
    turned_knobs(&kept.set, &kept.settings)
}

/// The numbers, and how sure they are.
fn kept_details(desk: &Desk, kept: &Suggestion) -> String {
    let now = desk.experiment.metrics[0].updates_per_second();
    let rate = kept.updates_per_second.median;
    let mut parts = vec![format!("{rate:.2} updates a second (now {now:.2})")];
    for held in kept.held.iter().filter(|held| held.promise.measure.row.unit != "1/s") {
        let row = held.promise.measure.row;
        parts.push(format!("{} {}", row.label.to_lowercase(), row.written(held.spread.max)));
    }
    let sure = match kept.fresh {
        None => "Nothing is luck here: this is sure for this motion.".to_owned(),
        Some(fresh) => format!(
            "All of {0} seeds keep it; of {0} others that the search has not seen, {fresh} do.",
            kept.seeds
        ),
    };
    format!("{}. {sure}", parts.join(", "))
}

/// What would have to give.
fn what_would_give(broken: &Shortfall) -> String {
    let Some(Nearest { promise, least, settings, set }) = broken.nearest.first() else {
        return "Letting go of any one of the promises is not enough.".to_owned();
    };
    let row = promise.measure.row;
    let name = row.label.to_lowercase();
    // Rounded up: what is said can be kept.
    let least = (least * 100.0).ceil() / 100.0;
    let unit = if row.unit == "1/s" { " a second".to_owned() } else { format!(" {}", row.unit) };
    let rest = if broken.floors.len() > 1 { ", the rest as wanted" } else { "" };
    let by = if set.is_empty() {
        "the settings as they are".to_owned()
    } else {
        turned_knobs(set, settings)
    };
    format!("What could be kept{rest}: {name} at most {least:.2}{unit}, by {}.", lower_first(&by))
}

fn lower_first(text: &str) -> String {
    let first = text.chars().next().map(|first| first.to_lowercase().collect::<String>());
    first.unwrap_or_default() + &text.chars().skip(1).collect::<String>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui_kittest::Harness;
    use egui_kittest::kittest::Queryable;
    use laboratory::tune::suggest::{Wish, suggest};
    use std::sync::OnceLock;

    const SIZES: [(f32, f32); 3] = [(900.0, 560.0), (1280.0, 800.0), (2560.0, 1440.0)];

    struct TuneFormState {
        desk: Desk,
        actions: Vec<Action>,
        places: Option<SweepPlaces>,
    }

    fn harness(look: TuneLook, (width, height): (f32, f32)) -> Harness<'static, TuneFormState> {
        let mut desk = Desk::new(Settings::default()).expect("the lap");
        desk.tuner.look = TuneLook { open: true, ..look };
        let show = |ctx: &egui::Context, state: &mut TuneFormState| {
            let loaded = egui::Id::new("fonts");
            if ctx.data_mut(|data| !std::mem::replace(data.get_temp_mut_or_default(loaded), true)) {
                ctx.set_fonts(crate::window::fonts::definitions());
                return;
            }
            let desk = &mut state.desk;
            style::apply(ctx, desk.view.theme);
            let mut actions = crate::window::bars::top(ctx, desk);
            let (settings, own) = crate::window::panel::show(ctx, desk);
            actions.extend(own);
            let (mut look, own) = bar(ctx, desk);
            actions.extend(own);
            if let Some(plot) = desk.plot() {
                let chart = plot.chart(&desk.tuner, desk.view.theme);
                let places = SweepPlaces::of(&chart, area(ctx.available_rect()), look.side);
                actions.extend(form(ctx, desk, &places, &mut look));
                state.places = Some(places);
            }
            desk.change(settings);
            desk.tuner.take(look);
            for action in actions {
                drop(desk.act(action.clone()));
                state.actions.push(action);
            }
        };
        let state = TuneFormState { desk, actions: Vec::new(), places: None };
        let builder = Harness::builder().with_size(vec2(width, height)).with_step_dt(1.0 / 60.0);
        let mut harness = builder.build_state(show, state);
        harness.run_steps(8);
        harness
    }

    fn rect_of(node: &egui_kittest::kittest::Node<'_>) -> egui::Rect {
        let bounds = node.raw_bounds().expect("a place on the screen");
        let corner = |x: f64, y: f64| pos2(x as f32, y as f32);
        egui::Rect::from_min_max(corner(bounds.x0, bounds.y0), corner(bounds.x1, bounds.y1))
    }

    fn look_at_half(side: SweepSide) -> TuneLook {
        TuneLook { side, ..TuneLook::default() }
    }

    /// Answers what was asked, by threshold and blend time alone: all that is asked here is the same.
    fn answer_the_wish(harness: &mut Harness<'static, TuneFormState>) {
        static ANSWER: OnceLock<Answer> = OnceLock::new();
        let tuner = &mut harness.state_mut().desk.tuner;
        let wish = tuner.asking.clone().expect("a wish");
        let kept = ["sender.order", "receiver.smoothing", "receiver.blend_until"];
        let wish = Wish { keep: kept.map(str::to_owned).to_vec(), ..wish };
        let answer = ANSWER.get_or_init(|| suggest(&wish, &|| true).expect("an answer"));
        tuner.answered(Ok(answer.clone()));
        harness.run_steps(4);
    }

    #[test]
    fn bar_and_form_keep_to_their_rooms_and_nothing_lies_over_another() {
        for size in SIZES {
            let mut harness = harness(look_at_half(SweepSide::Frontier), size);
            harness.get_by_role_and_label(egui::accesskit::Role::Button, "Suggest").click();
            harness.run_steps(4);
            answer_the_wish(&mut harness);
            let places = harness.state().places.expect("places");
            let place = places.form.expect("a form");
            let room = egui::Rect::from_min_max(
                pos2(place.min.x, place.min.y),
                pos2(place.max.x, place.max.y),
            );
            let mut form = Vec::new();
            for name in ["Use these", "Copy the command", "Copy for code"] {
                form.push((name, rect_of(&harness.get_by_label(name))));
            }
            for (_, label) in PROMISES {
                let role = egui::accesskit::Role::SpinButton;
                form.push((label, rect_of(&harness.get_by_role_and_label(role, label))));
            }
            for (name, rect) in &form {
                assert!(room.contains_rect(*rect), "{name} at {size:?}: {rect:?} in {room:?}");
            }
            let mut bar = vec![("Tune", rect_of(&harness.get_by_label("Tune")))];
            bar.push(("Reset", rect_of(&harness.get_by_label("Reset"))));
            for name in ["across", "up", "measure"] {
                let role = egui::accesskit::Role::ComboBox;
                bar.push((name, rect_of(&harness.get_by_role_and_label(role, name))));
            }
            let all: Vec<_> = form.iter().chain(&bar).collect();
            for (at, (name, rect)) in all.iter().enumerate() {
                for (other, over) in &all[at + 1..] {
                    let apart = !rect.shrink(0.5).intersects(over.shrink(0.5));
                    assert!(apart, "{name} and {other} at {size:?}");
                }
            }
            let charts = [places.map, places.frontier].into_iter().flatten();
            for chart in charts {
                let chart = egui::Rect::from_min_max(
                    pos2(chart.min.x, chart.min.y - 30.0),
                    pos2(chart.max.x, chart.max.y + 44.0),
                );
                assert!(chart.width() > 150.0 && chart.height() > 150.0, "{size:?}: {chart:?}");
                let apart = |(_, rect): &&(&str, egui::Rect)| !chart.intersects(*rect);
                assert!(
                    all.iter().all(|row| apart(&&**row)) && !chart.intersects(room),
                    "{size:?}"
                );
            }
        }
    }

    #[test]
    fn an_axis_is_chosen_from_the_list() {
        let mut harness = harness(TuneLook::default(), SIZES[1]);
        harness.get_by_role_and_label(egui::accesskit::Role::ComboBox, "up").click();
        harness.run_steps(4);
        harness.get_by_label("Latency (link)").click();
        harness.run_steps(4);
        let look = &harness.state().desk.tuner.look;
        assert_eq!(
            (look.up.key.as_str(), look.across.key.as_str()),
            ("link.latency", "sender.threshold")
        );
        assert_eq!((look.up.from, look.up.to), (0.0, 0.5));
    }

    #[test]
    fn a_lane_without_the_measure_falls_back_to_one_that_it_has() {
        let look = TuneLook { measure: "overshoot".to_owned(), ..TuneLook::default() };
        let mut harness = harness(look, SIZES[1]);
        let snapshots = harness.query_all_by_label("Snapshots").last().expect("a lane");
        snapshots.click();
        harness.run_steps(4);
        let look = &harness.state().desk.tuner.look;
        assert_eq!((look.lane, look.measure.as_str()), (Side::Second, "peak_error"));
    }

    #[test]
    fn an_answer_is_one_sentence_and_is_used_with_one_click() {
        let mut harness = harness(TuneLook::default(), SIZES[1]);
        harness.get_by_role_and_label(egui::accesskit::Role::Button, "Suggest").click();
        harness.run_steps(4);
        assert_eq!(harness.state().actions, [Action::TuneAction(TuneAction::Suggest)]);
        assert!(harness.query_by_label("Searching…").is_some());
        answer_the_wish(&mut harness);
        let said = |start: &str| {
            let with = |node: &egui_kittest::kittest::Node<'_>| {
                let text = node.value().or(node.label());
                text.is_some_and(|text| text.starts_with(start))
            };
            harness.query_all_by(|node| with(node)).next().is_some()
        };
        assert!(said("Threshold 0."), "the settings");
        harness.get_by_label("Use these").click();
        harness.run_steps(4);
        let metrics = harness.state().desk.experiment.metrics[0];
        assert!(metrics.peak_error <= 0.8 && metrics.largest_step <= 0.2);
    }
}
