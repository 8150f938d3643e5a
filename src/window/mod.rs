//! The window: the loop that owns the only clock, the panel, the painter.
//!
//! In: [`Options`]. Out: a window, until it is closed. Everything that can be decided without a window is
//! decided in [`desk`] and [`playback`].

pub mod probe;
pub mod tessellate;

mod bars;
mod card;
mod export_form;
mod fonts;
mod gl;
mod help;
mod input;
mod keys;
mod paint;
pub(crate) mod panel;
mod screenshot;
mod style;
mod tune_form;

use crate::desk::export::{Form, Running};
use crate::desk::store::Found;
use crate::desk::tune::{Asking, Look};
use crate::desk::{Action, Desk, Effect, Tuned, export, store};
use crate::files;
use egui_macroquad::egui;
use glam::Vec2;
use laboratory::catalogue::lessons;
use laboratory::scene::sweep::{SweepPlaces, SweepWindow, point_under};
use laboratory::scene::view::View;
use laboratory::scene::{Area, Scene, compose, strip};
use laboratory::settings::Settings;
use laboratory::settings::keys::Held;
use macroquad::input::{
    KeyCode, MouseButton, is_mouse_button_released, mouse_position, mouse_wheel,
};
use macroquad::input::{
    is_key_down, is_key_pressed, is_mouse_button_down, is_mouse_button_pressed,
};
use macroquad::miniquad;
use macroquad::window::{next_frame, screen_dpi_scale};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

/// How to open the window.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to show first; nothing: the last session.
    pub show: Option<Show>,
    /// Width and height of the window, points.
    pub size: (i32, i32),
    /// Close after so many frames.
    pub frames: Option<u32>,
    /// Save the last frame there.
    pub screenshot: Option<PathBuf>,
    /// Keep the session when it closes.
    pub remember: bool,
}

/// What to show first.
#[derive(Clone, Debug)]
pub struct Show {
    /// The scenario that the settings started from.
    pub scenario: String,
    /// The lesson that they started from, if it was one.
    pub lesson: Option<String>,
    /// The file that was laid over it.
    pub file: Option<PathBuf>,
    /// The settings.
    pub settings: Settings,
    /// Where the playhead begins.
    pub start: Start,
    /// How to look at it.
    pub view: View,
    /// The settings to pin as A.
    pub pinned: Option<Settings>,
}

/// Where the playhead begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the first tick, running.
    Playing,
    /// At a tick, paused.
    At(usize),
    /// At the largest error, paused.
    Worst,
    /// Where the lesson has the most to see, paused.
    Lesson,
}

/// Why there was no window, or what went wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// It could not be opened here.
    NoWindow(String),
    /// It was open.
    Failed(String),
}

/// How many frames a screenshot waits for if nobody says.
const SETTLED: u32 = 30;
/// How long a key is held before it acts again, s.
const REPEAT_DELAY: f64 = 0.35;
/// How often it does from then on, s.
const REPEAT_INTERVAL: f64 = 0.04;
/// The longest step that one frame may take, s: a frame that hangs does not make the playhead leap.
const LONGEST_STEP: f64 = 0.1;
/// How far the pointer may move in a click, points.
const CLICK: f32 = 4.0;
/// How soon a second click makes a double click, s.
const DOUBLE_CLICK: f64 = 0.35;
/// How much one notch of the wheel zooms.
const NOTCH: f64 = 1.15;
/// How long after the last touch the window stays fully awake, s.
const AWAKE: f64 = 1.5;
/// How long an idle window sleeps between two looks, ms.
const NAP: u64 = 220;

/// Opens the window and comes back when it is closed.
///
/// # Errors
/// A sentence: settings without a truth, a graphics driver that refuses, a screenshot or a session that cannot
/// be written.
pub fn open(options: Options) -> Result<(), OpenError> {
    let desk = Rc::new(RefCell::new(first_desk(&options).map_err(OpenError::Failed)?));
    let outcome = Rc::new(RefCell::new(Ok(())));
    let (seen, shown, remember) = (Rc::clone(&outcome), Rc::clone(&desk), options.remember);
    let exporting = Rc::new(RefCell::new(None));
    let begun = Rc::clone(&exporting);
    let conf = macroquad::conf::Conf {
        miniquad_conf: miniquad::conf::Conf {
            window_title: "Dead Reckoning Lab".to_owned(),
            window_width: options.size.0,
            window_height: options.size.1,
            high_dpi: true,
            platform: miniquad::conf::Platform { linux_wm_class: "drlab", ..Default::default() },
            ..Default::default()
        },
        draw_call_vertex_capacity: paint::DRAW_CALL.0,
        draw_call_index_capacity: paint::DRAW_CALL.1,
        ..Default::default()
    };
    let window = async move {
        let result = run(&shown, &options, begun).await;
        *seen.borrow_mut() = result;
        miniquad::window::quit();
    };
    quietly(|| macroquad::Window::from_config(conf, window)).map_err(OpenError::NoWindow)?;
    // What was being written when the window was closed becomes whole all the same.
    if let Some(running) = exporting.take() {
        running.outcome().map_err(OpenError::Failed)?;
    }
    if let Some(path) = store::session_file().filter(|_| remember) {
        store::save(&path, &desk.borrow().session()).map_err(OpenError::Failed)?;
    }
    outcome.replace(Ok(())).map_err(OpenError::Failed)
}

/// What was asked for, else the last session, else the lap.
fn first_desk(options: &Options) -> Result<Desk, String> {
    if let Some(show) = &options.show {
        let lesson = show.lesson.as_deref().and_then(lessons::find);
        let mut desk = match lesson {
            Some(lesson) => Desk::from_lesson(lesson, show.settings.clone())?,
            None => Desk::from_scenario(&show.scenario, show.settings.clone())
                .map_err(|error| error.to_string())?,
        };
        match &show.file {
            Some(file) => desk.came_from(file)?,
            None if lesson.is_none() => desk.name_after_recording(),
            None => {}
        }
        desk.view = show.view.clone();
        if let Some(pinned) = &show.pinned {
            desk.pin_settings(pinned).map_err(|error| error.to_string())?;
        }
        match show.start {
            Start::Playing | Start::Lesson => {}
            Start::At(tick) => drop(desk.act(Action::Seek(tick))),
            Start::Worst => drop(desk.act(Action::Worst)),
        }
        return Ok(desk);
    }
    let found = store::session_file().map_or(Found::Nothing, |path| store::load(&path));
    let (restored, why) = match found {
        Found::Nothing => (None, None),
        Found::Broken(why) => (None, Some(why)),
        Found::Session(session) => match Desk::restore(*session) {
            Ok(desk) => (Some(desk), None),
            Err(error) => (None, Some(format!("The last session could not be shown: {error}"))),
        },
    };
    let mut desk = match restored {
        Some(desk) => desk,
        None => Desk::new(Settings::default()).map_err(|error| error.to_string())?,
    };
    if let Some(why) = why {
        desk.say(why);
    }
    Ok(desk)
}

/// Runs `open`, and makes a sentence of a panic: macroquad has no other way to say that a driver refuses.
fn quietly(open: impl FnOnce()) -> Result<(), String> {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(open));
    std::panic::set_hook(loud);
    opened.map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        let text = text.unwrap_or_else(|| "no reason given".to_owned());
        format!("the window could not be opened or kept open ({text}): check the graphics driver; on Debian `apt install libgl1-mesa-dri` brings one that needs no graphics card")
    })
}

async fn run(
    desk: &RefCell<Desk>,
    options: &Options,
    running: Rc<RefCell<Option<Running>>>,
) -> Result<(), String> {
    let mut window = Window::new(options.size, running)?;
    let last = options.frames.or(options.screenshot.as_ref().map(|_| SETTLED));
    for frame in 1_u32.. {
        window.frame(&mut desk.borrow_mut());
        if last.is_some_and(|last| frame >= last) {
            if let Some(path) = &options.screenshot {
                screenshot::save(path)?;
            }
            return Ok(());
        }
        if last.is_none() && window.may_nap(&desk.borrow()) {
            std::thread::sleep(Duration::from_millis(NAP));
        }
        next_frame().await;
    }
    Ok(())
}

/// What lasts from frame to frame and belongs to the screen alone.
struct Window {
    painter: paint::Painter,
    /// What a drag that began on the stage or the strip does.
    drag: Option<Drag>,
    /// When a key that is held down acts again, s.
    repeats_at: f64,
    /// When something was last touched, s.
    touched_at: f64,
    /// When the stage was last clicked, s.
    clicked_at: f64,
    /// The size of the screen, to see it change.
    size: (f32, f32),
    /// Whether the panel wants to be drawn again.
    restless: bool,
    /// What is being written beside the window.
    running: Rc<RefCell<Option<Running>>>,
    /// A search for settings beside the window.
    asking: Option<Asking>,
}

/// A drag that began outside of the panels.
#[derive(Clone, Copy, Debug)]
enum Drag {
    /// Of the playhead.
    Scrub,
    /// Of the stage, from here; whether it has moved far enough to be no click.
    Pan { from: Vec2, moved: bool },
}

/// What egui made of a frame.
struct Shown {
    settings: Settings,
    actions: Vec<Action>,
    free: egui::Rect,
    wants_pointer: bool,
    wants_keys: bool,
    /// A list was open when the frame began: Escape closes that alone.
    list: bool,
    touched: bool,
    typed: Option<String>,
    export: Option<Form>,
    look: Look,
}

impl Window {
    fn new(size: (i32, i32), running: Rc<RefCell<Option<Running>>>) -> Result<Self, String> {
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
            drag: None,
            repeats_at: 0.0,
            touched_at: 0.0,
            clicked_at: f64::NEG_INFINITY,
            size: (0.0, 0.0),
            restless: true,
            running,
            asking: None,
        })
    }

    fn frame(&mut self, desk: &mut Desk) {
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
        desk.steer(seconds, if shown.wants_keys { Held::default() } else { held() });
        if desk.tuner.look.open {
            return self.tune_frame(desk, shown, actions);
        }
        let (area, strip_area) = areas(shown.free);
        let (area, below) = desk.picture().split(area);
        let whole = Area { max: below.max, ..area };
        let pointer = Vec2::from(mouse_position());
        actions.extend(self.drags(desk, area, strip_area, pointer, shown.wants_pointer));
        if !shown.wants_pointer && area.contains(pointer) {
            zoom(desk, area, pointer);
        }
        actions.extend(dropped());
        if shown.touched || !actions.is_empty() {
            self.touched_at = macroquad::time::get_time();
        }
        let effects: Vec<Effect> =
            actions.into_iter().filter_map(|action| desk.act(action)).collect();
        let may_hover = !shown.wants_pointer && self.drag.is_none() && self.touched_at > 0.0;
        let hovering = may_hover.then_some(pointer);
        let scene = compose::build(&desk.picture(), whole, strip_area, hovering);
        self.painter.paint(&scene);
        egui_macroquad::draw();
        effects.into_iter().for_each(|effect| self.carry_out(desk, effect));
        self.look_after_export(desk);
    }

    /// The rest of a frame in the Tune view: a click takes a point over, the scene is that of the map.
    fn tune_frame(&mut self, desk: &mut Desk, shown: Shown, mut actions: Vec<Action>) {
        let pointer = Vec2::from(mouse_position());
        let whole = tune_form::area(shown.free);
        let plot = desk.plot();
        let chart = plot.as_ref().map(|plot| plot.chart(&desk.tuner, desk.view.theme));
        let places =
            chart.as_ref().map(|chart| SweepPlaces::of(chart, whole, desk.tuner.look.side));
        let found = chart.as_ref().zip(places).filter(|_| !shown.wants_pointer);
        let place = found.and_then(|(chart, places)| point_under(chart, &places, pointer));
        if is_mouse_button_pressed(MouseButton::Left) {
            actions.extend(place.map(|place| Action::Tuned(Tuned::Point(place))));
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
        actions.extend(dropped());
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
            self.asking.iter().for_each(Asking::stop);
        }
        if let Some(done) = self.asking.take_if(|asking| asking.is_done()) {
            let answer = done.answer();
            desk.tuner.answered(answer);
        }
    }

    /// Does what only the window can do.
    fn carry_out(&mut self, desk: &mut Desk, effect: Effect) {
        match effect {
            Effect::Copy(text) => miniquad::window::clipboard_set(&text),
            Effect::Screenshot(name) => {
                let path = files::free_name(Path::new("."), &name, "png");
                match screenshot::save(&path) {
                    Ok(()) => desk.say(format!("Saved as {}", export::whole(&path).display())),
                    Err(why) => desk.say(why),
                }
            }
            Effect::Export(order) => *self.running.borrow_mut() = Some(Running::begin(*order)),
            Effect::Suggest(wish) => {
                self.asking.iter().for_each(Asking::stop);
                self.asking = Some(Asking::begin(*wish));
            }
            Effect::StopExport => self.running.borrow().iter().for_each(Running::stop),
        }
    }

    /// Says how far the export is, and how it ended.
    fn look_after_export(&mut self, desk: &mut Desk) {
        let mut running = self.running.borrow_mut();
        desk.exporting = running.as_ref().map(Running::progress);
        if let Some(done) = running.take_if(|running| running.is_done()) {
            desk.exporting = None;
            desk.say(done.outcome().unwrap_or_else(|why| why));
        }
    }

    fn show(&mut self, desk: &Desk) -> Shown {
        let mut shown = Shown {
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
                tune(ctx, desk, &mut shown);
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
    fn may_nap(&mut self, desk: &Desk) -> bool {
        let now = macroquad::time::get_time();
        let size = (macroquad::window::screen_width(), macroquad::window::screen_height());
        if size != self.size {
            (self.size, self.touched_at) = (size, now);
        }
        let asking = desk.tuner.asking.is_some();
        let busy = asking || desk.message.is_some() || desk.exporting.is_some() || desk.is_busy();
        let moving = desk.playback.playing || desk.drive.is_some() || self.restless || busy;
        !moving && self.drag.is_none() && now - self.touched_at > AWAKE
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

    /// Drags and clicks on strip and stage. A drag belongs to where it began, wherever it goes from there.
    fn drags(
        &mut self,
        desk: &mut Desk,
        area: Area,
        strip_area: Area,
        pointer: Vec2,
        wants_pointer: bool,
    ) -> Option<Action> {
        if is_mouse_button_pressed(MouseButton::Left) {
            self.drag = match pointer {
                _ if wants_pointer => None,
                _ if strip_area.contains(pointer) => Some(Drag::Scrub),
                _ if area.contains(pointer) => Some(Drag::Pan { from: pointer, moved: false }),
                _ => None,
            };
        }
        let drag = self.drag?;
        if is_mouse_button_released(MouseButton::Left) || !is_mouse_button_down(MouseButton::Left) {
            self.drag = None;
        }
        match drag {
            Drag::Scrub => Some(Action::Seek(strip::tick_at(&desk.picture(), strip_area, pointer))),
            Drag::Pan { moved: false, .. } if self.drag.is_none() => {
                self.click(desk, area, pointer)
            }
            Drag::Pan { from, moved } => {
                let moved = moved || pointer.distance(from) > CLICK;
                if moved {
                    pan(desk, area, pointer - from);
                    self.drag = self.drag.map(|_| Drag::Pan { from: pointer, moved });
                }
                None
            }
        }
    }

    /// A click on the stage goes to that moment; a double click shows all of it.
    fn click(&mut self, desk: &Desk, area: Area, pointer: Vec2) -> Option<Action> {
        let now = macroquad::time::get_time();
        let double = now - self.clicked_at < DOUBLE_CLICK;
        self.clicked_at = if double { f64::NEG_INFINITY } else { now };
        if double {
            return Some(Action::Fit);
        }
        let picture = desk.picture();
        let stages = compose::stages(&picture, area);
        let stage = stages.iter().find(|stage| stage.camera.area.contains(pointer))?;
        compose::hovered(stage, pointer).map(|hovered| Action::Seek(hovered.tick))
    }
}

/// The arrow keys that are held.
fn held() -> Held {
    Held {
        left: is_key_down(KeyCode::Left),
        right: is_key_down(KeyCode::Right),
        up: is_key_down(KeyCode::Up),
        down: is_key_down(KeyCode::Down),
    }
}

fn pan(desk: &mut Desk, area: Area, by: Vec2) {
    let camera = compose::stages(&desk.picture(), area)[0].camera;
    let center = camera.world_from_screen(camera.focus - by);
    desk.view.center = Some(center.to_array());
    desk.view.follow = false;
}

fn zoom(desk: &mut Desk, area: Area, pointer: Vec2) {
    let wheel = f64::from(mouse_wheel().1);
    if wheel == 0.0 {
        return;
    }
    let picture = desk.picture();
    let stages = compose::stages(&picture, area);
    let Some(stage) = stages.iter().find(|stage| stage.camera.area.contains(pointer)) else {
        return;
    };
    let (fixed, center) = (stage.camera.world_from_screen(pointer), stage.camera.center);
    desk.view.zoom_at(if wheel > 0.0 { NOTCH } else { 1.0 / NOTCH }, fixed, center);
}

/// The bar and the form of the Tune view.
fn tune(ctx: &egui::Context, desk: &Desk, shown: &mut Shown) {
    let (look, actions) = tune_form::bar(ctx, desk);
    shown.look = look;
    shown.actions.extend(actions);
    let whole = tune_form::area(ctx.available_rect());
    if let Some(plot) = desk.plot() {
        let chart = plot.chart(&desk.tuner, desk.view.theme);
        let places = SweepPlaces::of(&chart, whole, shown.look.side);
        shown.actions.extend(tune_form::form(ctx, desk, &places, &mut shown.look));
    } else if let Some(why) = &desk.tuner.failed {
        bars::notice(ctx, desk, why);
    }
}

fn background(desk: &Desk) -> macroquad::color::Color {
    let ground = desk.view.colors().stage;
    macroquad::color::Color::from_rgba(ground.r, ground.g, ground.b, 255)
}

/// A file that was dropped on the window.
fn dropped() -> Option<Action> {
    let files = macroquad::input::get_dropped_files();
    files.into_iter().find_map(|file| file.path).map(Action::Open)
}

/// Stage and strip in what the panels leave free.
fn areas(free: egui::Rect) -> (Area, Area) {
    let middle = (free.bottom() - bars::STRIP).max(free.top());
    let stage = Area::new(free.left(), free.top(), free.right(), middle);
    (stage, Area::new(free.left(), middle, free.right(), free.bottom()))
}
