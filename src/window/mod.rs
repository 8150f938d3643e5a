//! The window: the loop that owns the only clock, the panel, the painter.
//!
//! In: [`Options`]. Out: a window, until it is closed. Everything that can be decided without a window is decided in
//! [`crate::desk`].

pub mod tessellate;

mod bars;
mod card;
mod export_form;
mod fonts;
mod gl;
mod help;
mod input;
mod keys;
mod main_window;
mod numbers;
mod paint;
pub(crate) mod panel;
mod pointer;
mod screenshot;
mod start;
mod style;
mod tune_form;

pub use start::{OpenError, Options, Show, Start};

use crate::desk::export::RunningExport;
use crate::desk::{Desk, store};
use crate::platform::{display, nap};
use macroquad::miniquad;
use macroquad::window::next_frame;
use main_window::MainWindow;
use start::first_desk;
use std::cell::RefCell;
use std::rc::Rc;

/// How many frames a screenshot waits for if nobody says.
const SETTLED: u32 = 30;
/// How long an idle window sleeps between two looks, ms.
const NAP: u64 = 220;

/// Opens the window and comes back when it is closed; in a browser, which closes no window, it is back at once.
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
    let is_closed = display::open_window(|| macroquad::Window::from_config(conf, window));
    if !is_closed.map_err(OpenError::NoWindow)? {
        return Ok(());
    }
    // What was being written when the window was closed becomes whole all the same.
    if let Some(running) = exporting.take() {
        running.outcome().map_err(OpenError::Failed)?;
    }
    if let Some(path) = store::session_file().filter(|_| remember) {
        store::save(&path, &desk.borrow().session()).map_err(OpenError::Failed)?;
    }
    outcome.replace(Ok(())).map_err(OpenError::Failed)
}

async fn run(
    desk: &RefCell<Desk>,
    options: &Options,
    running: Rc<RefCell<Option<RunningExport>>>,
) -> Result<(), String> {
    let mut window = MainWindow::new(options.size, running)?;
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
            nap::nap(NAP);
        }
        next_frame().await;
    }
    Ok(())
}
