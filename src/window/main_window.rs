//! A frame: panels and forms are shown, keys and pointer asked, actions done, the scene painted.

use super::pointer::{self, Pointer};
use super::{
    bars, card, export_form, fonts, help, input, keys, paint, panel, screenshot, style, tune_form,
};
use crate::desk::export::{ExportForm, RunningExport};
use crate::desk::tune::{SuggestTask, TuneLook, begin_suggest};
use crate::desk::{Action, Desk, Effect, TuneAction};
use crate::platform::{clipboard, places};
use egui_macroquad::egui;
use glam::Vec2;
use laboratory::scene::sweep::{SweepPlaces, SweepWindow, point_under};
use laboratory::scene::{Area, Scene, compose};
use laboratory::settings::Settings;
use laboratory::settings::keys::Held;
use laboratory::tune::suggest::SuggestError;
use macroquad::input::{
    KeyCode, MouseButton, is_key_down, is_key_pressed, is_mouse_button_pressed, mouse_position,
};
use macroquad::window::screen_dpi_scale;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

/// How long a key is held before it acts again, s.
const REPEAT_DELAY: f64 = 0.35;
/// How often it does from then on, s.
const REPEAT_INTERVAL: f64 = 0.04;
/// The longest step that one frame may take, s: a frame that hangs does not make the playhead leap.
const LONGEST_STEP: f64 = 0.1;
/// How long after the last touch the window stays fully awake, s.
const AWAKE: f64 = 1.5;

/// What lasts from frame to frame and belongs to the screen alone.
pub struct MainWindow {
    painter: paint::Painter,
    pointer: Pointer,
    /// When a key that is held down acts again, s.
    repeats_at: f64,
    /// When something was last touched, s.
    touched_at: f64,
    /// The size of the screen, to see it change.
    size: (f32, f32),
    /// Whether the panel wants to be drawn again.
    restless: bool,
    /// What is being written beside the window.
    running: Rc<RefCell<Option<RunningExport>>>,
    /// A search for settings beside the window.
    search: Option<SuggestTask>,
}

/// What egui made of a frame.
struct PanelAnswers {
    settings: Settings,
    actions: Vec<Action>,
    free: egui::Rect,
    wants_pointer: bool,
    wants_keys: bool,
    /// A list was open when the frame began: Escape closes that alone.
    list: bool,
    touched: bool,
    typed: Option<String>,
    export: Option<ExportForm>,
    look: TuneLook,
}

impl MainWindow {
    pub fn new(
        size: (i32, i32),
        running: Rc<RefCell<Option<RunningExport>>>,
    ) -> Result<Self, String> {
        egui_macroquad::cfg(|ctx| {
            ctx.set_pixels_per_point(screen_dpi_scale());
            ctx.set_fonts(fonts::definitions());
            ctx.options_mut(|options| {
                options.zoom_with_keyboard = false;
                options.fallback_theme = egui::Theme::Dark;
                // The bridge divides the wheel by 90.
                options.line_scroll_speed = 40.0 * 90.0;
            });
        });
        if screen_dpi_scale() > 1.0 {
            // X11 opens the window in physical pixels.
            macroquad::window::request_new_screen_size(size.0 as f32, size.1 as f32);
        }
        Ok(Self {
            painter: paint::Painter::new()?,
            pointer: Pointer::default(),
            repeats_at: 0.0,
            touched_at: 0.0,
            size: (0.0, 0.0),
            restless: true,
            running,
            search: None,
        })
    }

    pub fn frame(&mut self, desk: &mut Desk) {
        let seconds = f64::from(macroquad::time::get_frame_time()).clamp(0.0, LONGEST_STEP);
        desk.advance(seconds);
        self.look_after_search(desk);
        let mut shown = self.show(desk);
        desk.change(std::mem::take(&mut shown.settings));
        desk.files = shown.typed.take();
        desk.export = shown.export.take();
        desk.tuner.take(std::mem::take(&mut shown.look));
        let mut actions = std::mem::take(&mut shown.actions);
        if !shown.wants_keys {
            let meant = |action: &Action| !(shown.list && *action == Action::Escape);
            actions.extend(self.keys(desk).into_iter().filter(meant));
        }
        desk.steer(seconds, if shown.wants_keys { Held::default() } else { held_arrows() });
        if desk.tuner.look.open {
            return self.tune_frame(desk, shown, actions);
        }
        let (area, strip_area) = stage_and_strip(shown.free);
        let (area, below) = desk.picture().split(area);
        let whole = Area { max: below.max, ..area };
        let pointer = Vec2::from(mouse_position());
        actions.extend(self.pointer.drags(desk, area, strip_area, pointer, shown.wants_pointer));
        if !shown.wants_pointer && area.contains(pointer) {
            pointer::zoom(desk, area, pointer);
        }
        actions.extend(dropped_file());
        if shown.touched || !actions.is_empty() {
            self.touched_at = macroquad::time::get_time();
        }
        let effects: Vec<Effect> =
            actions.into_iter().filter_map(|action| desk.act(action)).collect();
        let may_hover =
            !shown.wants_pointer && !self.pointer.is_dragging() && self.touched_at > 0.0;
        let hovering = may_hover.then_some(pointer);
        let scene = compose::build(&desk.picture(), whole, strip_area, hovering);
        self.painter.paint(&scene);
        egui_macroquad::draw();
        effects.into_iter().for_each(|effect| self.carry_out(desk, effect));
        self.look_after_export(desk);
    }

    /// The rest of a frame in the Tune view: a click takes a point over, the scene is that of the map.
    fn tune_frame(&mut self, desk: &mut Desk, shown: PanelAnswers, mut actions: Vec<Action>) {
        let pointer = Vec2::from(mouse_position());
        let whole = tune_form::area(shown.free);
        let plot = desk.plot();
        let chart = plot.as_ref().map(|plot| plot.chart(&desk.tuner, desk.view.theme));
        let places =
            chart.as_ref().map(|chart| SweepPlaces::of(chart, whole, desk.tuner.look.side));
        let found = chart.as_ref().zip(places).filter(|_| !shown.wants_pointer);
        let place = found.and_then(|(chart, places)| point_under(chart, &places, pointer));
        if is_mouse_button_pressed(MouseButton::Left) {
            actions.extend(place.map(|place| Action::TuneAction(TuneAction::Point(place))));
        }
        let progress = desk.tuner.progress();
        let scene = chart.as_ref().zip(places).map_or_else(Scene::default, |(chart, places)| {
            let may = self.touched_at > 0.0;
            let hit = place.filter(|_| may);
            SweepWindow { chart, places, progress: progress.as_deref(), hit, pointer }.build()
        });
        macroquad::window::clear_background(background(desk));
        self.painter.paint(&scene);
        egui_macroquad::draw();
        actions.extend(dropped_file());
        if shown.touched || !actions.is_empty() {
            self.touched_at = macroquad::time::get_time();
        }
        let effects: Vec<Effect> =
            actions.into_iter().filter_map(|action| desk.act(action)).collect();
        effects.into_iter().for_each(|effect| self.carry_out(desk, effect));
        self.look_after_export(desk);
    }

    /// Takes the answer of a search, or gives up one that nobody waits for.
    fn look_after_search(&mut self, desk: &mut Desk) {
        if desk.tuner.asking.is_none() {
            self.search.iter().for_each(SuggestTask::stop);
        }
        if let Some(done) = self.search.take_if(|search| search.is_done()) {
            desk.tuner.answered(done.outcome().unwrap_or(Err(SuggestError::Stopped)));
        }
    }

    /// Does what only the window can do.
    fn carry_out(&mut self, desk: &mut Desk, effect: Effect) {
        match effect {
            Effect::Copy(text) => clipboard::copy(&text),
            Effect::Screenshot(name) => {
                let path = places::free_name(Path::new("."), &name, "png");
                match screenshot::save(&path) {
                    Ok(()) => desk.say(format!("Saved as {}", places::absolute(&path).display())),
                    Err(why) => desk.say(why),
                }
            }
            Effect::Export(order) => {
                *self.running.borrow_mut() = Some(RunningExport::begin(*order))
            }
            Effect::Suggest(wish) => {
                self.search.iter().for_each(SuggestTask::stop);
                self.search = Some(begin_suggest(*wish));
            }
            Effect::StopExport => self.running.borrow().iter().for_each(RunningExport::stop),
        }
    }

    /// Says how far the export is, and how it ended.
    fn look_after_export(&mut self, desk: &mut Desk) {
        let mut running = self.running.borrow_mut();
        desk.exporting = running.as_ref().map(RunningExport::progress);
        if let Some(done) = running.take_if(|running| running.is_done()) {
            desk.exporting = None;
            desk.say(done.outcome().unwrap_or_else(|why| why));
        }
    }

    fn show(&mut self, desk: &Desk) -> PanelAnswers {
        let mut shown = PanelAnswers {
            settings: desk.experiment.settings.clone(),
            actions: Vec::new(),
            free: egui::Rect::NOTHING,
            wants_pointer: false,
            wants_keys: false,
            list: false,
            touched: false,
            typed: None,
            export: None,
            look: desk.tuner.look.clone(),
        };
        egui_macroquad::ui(|ctx| {
            ctx.input_mut(|input| {
                input::mend(&mut input.events);
                shown.touched |= !input.events.is_empty();
            });
            shown.list = ctx.memory(egui::Memory::any_popup_open);
            style::apply(ctx, desk.view.theme);
            if !desk.view.presenting {
                shown.actions.extend(bars::top(ctx, desk));
            }
            let card = desk.lesson.as_ref().filter(|_| desk.shows_card());
            if !desk.view.presenting && (card.is_none() || card::leaves_room(ctx)) {
                let (settings, actions) = panel::show(ctx, desk);
                shown.settings = settings;
                shown.actions.extend(actions);
            }
            if let Some(board) = card {
                shown.actions.extend(card::show(ctx, desk, board, &mut shown.settings));
            }
            if desk.tuner.look.open {
                show_tune(ctx, desk, &mut shown);
            } else {
                shown.actions.extend(bars::transport(ctx, desk));
            }
            shown.actions.extend(help::show(ctx, desk));
            let (typed, actions) = bars::files(ctx, desk);
            shown.typed = typed;
            shown.actions.extend(actions);
            let (export, actions) = export_form::show(ctx, desk);
            shown.export = export;
            shown.actions.extend(actions);
            bars::message(ctx, desk);
            shown.free = ctx.available_rect();
            shown.wants_pointer = ctx.wants_pointer_input() || ctx.is_pointer_over_area();
            shown.wants_keys = ctx.wants_keyboard_input();
            self.restless = ctx.has_requested_repaint();
        });
        shown
    }

    /// Whether nothing moves and nothing was touched for a while.
    pub fn may_nap(&mut self, desk: &Desk) -> bool {
        let now = macroquad::time::get_time();
        let size = (macroquad::window::screen_width(), macroquad::window::screen_height());
        if size != self.size {
            (self.size, self.touched_at) = (size, now);
        }
        let asking = desk.tuner.asking.is_some();
        let busy = asking || desk.message.is_some() || desk.exporting.is_some() || desk.is_busy();
        let moving = desk.playback.playing || desk.drive.is_some() || self.restless || busy;
        !moving && !self.pointer.is_dragging() && now - self.touched_at > AWAKE
    }

    /// The keys of this frame: what was pressed, and what is held and acts again.
    fn keys(&mut self, desk: &Desk) -> Vec<Action> {
        let now = macroquad::time::get_time();
        let shift = is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift);
        let control = is_key_down(KeyCode::LeftControl) || is_key_down(KeyCode::RightControl);
        let mut actions = Vec::new();
        let meant = |row: &&keys::KeyRow| {
            let undo = row.action == Action::Undo;
            row.shift.is_none_or(|wanted| wanted == shift) && (undo || !control)
        };
        for row in keys::KEYS.iter().filter(meant) {
            let Some((action, repeats)) = keys::meaning(row, desk) else { continue };
            if is_key_pressed(row.key) {
                self.repeats_at = now + REPEAT_DELAY;
                actions.push(action);
            } else if repeats && is_key_down(row.key) && now >= self.repeats_at {
                self.repeats_at = now + REPEAT_INTERVAL;
                actions.push(action);
            }
        }
        actions
    }
}

/// The arrow keys that are held.
fn held_arrows() -> Held {
    Held {
        left: is_key_down(KeyCode::Left),
        right: is_key_down(KeyCode::Right),
        up: is_key_down(KeyCode::Up),
        down: is_key_down(KeyCode::Down),
    }
}

/// The bar and the form of the Tune view.
fn show_tune(ctx: &egui::Context, desk: &Desk, shown: &mut PanelAnswers) {
    let (look, actions) = tune_form::bar(ctx, desk);
    shown.look = look;
    shown.actions.extend(actions);
    let whole = tune_form::area(ctx.available_rect());
    if let Some(plot) = desk.plot() {
        let chart = plot.chart(&desk.tuner, desk.view.theme);
        let board = SweepPlaces::of(&chart, whole, shown.look.side);
        shown.actions.extend(tune_form::form(ctx, desk, &board, &mut shown.look));
    } else if let Some(why) = &desk.tuner.failed {
        bars::notice(ctx, desk, why);
    }
}

fn background(desk: &Desk) -> macroquad::color::Color {
    let ground = desk.view.colors().stage;
    macroquad::color::Color::from_rgba(ground.r, ground.g, ground.b, 255)
}

/// A file that was dropped on the window.
fn dropped_file() -> Option<Action> {
    let files = macroquad::input::get_dropped_files();
    files.into_iter().find_map(|file| file.path).map(Action::Open)
}

/// Stage and strip in what the panels leave free.
fn stage_and_strip(free: egui::Rect) -> (Area, Area) {
    let middle = (free.bottom() - bars::STRIP).max(free.top());
    let stage = Area::new(free.left(), free.top(), free.right(), middle);
    (stage, Area::new(free.left(), middle, free.right(), free.bottom()))
}
