//! The window: the loop that owns the only clock, the panel, the painter.
//!
//! In: [`Options`]. Out: a window, until it is closed. Everything that can be decided without a window is
//! decided in [`desk`] and [`playback`].

pub mod desk;
pub mod playback;
pub mod probe;

mod bars;
mod fonts;
mod gl;
mod keys;
mod paint;
mod panel;
mod screenshot;
mod style;

use crate::scene::{Area, Scene, stage, strip};
use crate::settings::Settings;
use crate::sim::motion::TruthError;
use desk::{Action, Desk};
use egui_macroquad::egui;
use glam::vec2;
use macroquad::input::{KeyCode, MouseButton, mouse_position};
use macroquad::input::{
    is_key_down, is_key_pressed, is_mouse_button_down, is_mouse_button_pressed,
};
use macroquad::miniquad;
use macroquad::window::{next_frame, screen_dpi_scale};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;

/// How to open the window.
#[derive(Clone, Debug)]
pub struct Options {
    /// What to show first.
    pub settings: Settings,
    /// Where the playhead begins.
    pub start: Start,
    /// Close after so many frames.
    pub frames: Option<u32>,
    /// Save the last frame there.
    pub screenshot: Option<PathBuf>,
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
}

/// How many frames a screenshot waits for if nobody says.
const SETTLED: u32 = 30;
/// How long a key is held before it acts again, s.
const REPEAT_DELAY: f64 = 0.35;
/// How often it does from then on, s.
const REPEAT_INTERVAL: f64 = 0.04;
/// Height of the time strip, points.
const STRIP: f32 = 140.0;
/// The longest step that one frame may take, s: a frame that hangs does not make the playhead leap.
const LONGEST_STEP: f64 = 0.1;

/// Opens the window and comes back when it is closed.
///
/// # Errors
/// A sentence: settings without a truth, a graphics driver that refuses, a screenshot that cannot be written.
pub fn open(options: Options) -> Result<(), String> {
    let mut desk =
        Desk::new(options.settings.clone()).map_err(|error: TruthError| error.to_string())?;
    match options.start {
        Start::Playing => {}
        Start::At(tick) => desk.act(Action::Seek(tick)),
        Start::Worst => desk.act(Action::Worst),
    }
    let outcome = Rc::new(RefCell::new(Ok(())));
    let seen = Rc::clone(&outcome);
    let conf = macroquad::conf::Conf {
        miniquad_conf: miniquad::conf::Conf {
            window_title: "Dead Reckoning Lab".to_owned(),
            window_width: 1280,
            window_height: 800,
            high_dpi: true,
            platform: miniquad::conf::Platform { linux_wm_class: "drlab", ..Default::default() },
            ..Default::default()
        },
        draw_call_vertex_capacity: paint::DRAW_CALL.0,
        draw_call_index_capacity: paint::DRAW_CALL.1,
        ..Default::default()
    };
    let window = async move {
        let result = run(desk, &options).await;
        *seen.borrow_mut() = result;
        miniquad::window::quit();
    };
    quietly(|| macroquad::Window::from_config(conf, window))?;
    outcome.replace(Ok(()))
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

async fn run(mut desk: Desk, options: &Options) -> Result<(), String> {
    let mut window = Window::new()?;
    let last = options.frames.or(options.screenshot.as_ref().map(|_| SETTLED));
    for frame in 1_u32.. {
        window.frame(&mut desk);
        if Some(frame) >= last && last.is_some() {
            if let Some(path) = &options.screenshot {
                screenshot::save(path).map_err(|error| error.to_string())?;
            }
            return Ok(());
        }
        next_frame().await;
    }
    Ok(())
}

/// What lasts from frame to frame and belongs to the screen alone.
struct Window {
    painter: paint::Painter,
    /// Whether the drag under way began on the strip.
    scrubbing: bool,
    /// When a key that is held down acts again, s.
    repeats_at: f64,
}

impl Window {
    fn new() -> Result<Self, String> {
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
        Ok(Self { painter: paint::Painter::new()?, scrubbing: false, repeats_at: 0.0 })
    }

    fn frame(&mut self, desk: &mut Desk) {
        desk.advance(f64::from(macroquad::time::get_frame_time()).min(LONGEST_STEP));
        let mut actions = Vec::new();
        let mut settings = None;
        let mut free = egui::Rect::NOTHING;
        let (mut wants_pointer, mut wants_keys) = (false, false);
        egui_macroquad::ui(|ctx| {
            style::apply(ctx, desk.view.theme);
            actions.extend(bars::top(ctx, desk));
            settings = Some(panel::show(
                ctx,
                &desk.experiment,
                desk.view.colors(),
                desk.refused.as_deref(),
            ));
            actions.extend(bars::transport(ctx, desk));
            actions.extend(bars::help(ctx, desk));
            free = ctx.available_rect();
            wants_pointer = ctx.wants_pointer_input() || ctx.is_pointer_over_area();
            wants_keys = ctx.wants_keyboard_input();
        });
        if let Some(settings) = settings {
            desk.change(settings);
        }
        if !wants_keys {
            actions.extend(self.keys());
        }
        let (stage_area, strip_area) = areas(free);
        actions.extend(self.scrub(desk, strip_area, wants_pointer));
        for action in actions {
            desk.act(action);
        }
        self.painter.paint(&picture(desk, stage_area, strip_area));
        egui_macroquad::draw();
    }

    /// The keys of this frame: what was pressed, and what is held and acts again.
    fn keys(&mut self) -> Vec<Action> {
        let now = macroquad::time::get_time();
        let shift = is_key_down(KeyCode::LeftShift) || is_key_down(KeyCode::RightShift);
        let mut actions = Vec::new();
        for row in keys::KEYS.iter().filter(|row| row.shift == shift) {
            if is_key_pressed(row.key) {
                self.repeats_at = now + REPEAT_DELAY;
                actions.push(row.action);
            } else if row.repeats && is_key_down(row.key) && now >= self.repeats_at {
                self.repeats_at = now + REPEAT_INTERVAL;
                actions.push(row.action);
            }
        }
        actions
    }

    /// A drag that began on the strip moves the playhead, wherever it goes from there.
    fn scrub(&mut self, desk: &Desk, area: Area, wants_pointer: bool) -> Option<Action> {
        let (x, y) = mouse_position();
        if is_mouse_button_pressed(MouseButton::Left) {
            self.scrubbing = !wants_pointer && area.contains(vec2(x, y));
        }
        if !self.scrubbing || !is_mouse_button_down(MouseButton::Left) {
            self.scrubbing = false;
            return None;
        }
        Some(Action::Seek(strip::tick_at(&strip_of(desk, area), x)))
    }
}

/// Stage and strip in what the panels leave free.
fn areas(free: egui::Rect) -> (Area, Area) {
    let middle = (free.bottom() - STRIP).max(free.top());
    let stage = Area::new(free.left(), free.top(), free.right(), middle);
    (stage, Area::new(free.left(), middle, free.right(), free.bottom()))
}

fn strip_of(desk: &Desk, area: Area) -> strip::Strip<'_> {
    strip::Strip {
        experiment: &desk.experiment,
        tick: desk.tick(),
        theme: desk.view.colors(),
        area,
    }
}

fn picture(desk: &Desk, stage_area: Area, strip_area: Area) -> Scene {
    let mut scene = Scene::default();
    let camera = stage::fit(&desk.experiment, stage_area);
    let stage =
        stage::Stage { experiment: &desk.experiment, tick: desk.tick(), view: &desk.view, camera };
    stage::build(&mut scene, &stage);
    strip::build(&mut scene, &strip_of(desk, strip_area));
    scene
}
