//! What to do when the window's own library ends the program: Xlib does so when the server refuses what it asks
//! for, such as a way to draw with OpenGL. Then the same is said and done as where no window can open.

use laboratory::export::shot::Shot;
use std::sync::Mutex;

/// While a window is open: what to do without it, if its command is to go on without one.
static WATCH: Mutex<Option<Option<Box<Shot>>>> = Mutex::new(None);

/// From here on an early end is answered: by this lap, or with none by exit code 2.
pub fn watch(lap: Option<Shot>) {
    if let Ok(mut watch) = WATCH.lock() {
        *watch = Some(lap.map(Box::new));
    }
    #[cfg(target_os = "linux")]
    crate::platform::display::at_exit(ended);
}

/// The window has ended as it should.
pub fn forget() {
    if let Ok(mut watch) = WATCH.lock() {
        *watch = None;
    }
}

#[cfg(target_os = "linux")]
extern "C" fn ended() {
    let Ok(Some(lap)) = WATCH.lock().map(|mut watch| watch.take()) else { return };
    let label = if lap.is_some() { "no window" } else { "error" };
    super::text::complain(
        label,
        "the display refused the window (see above): check the graphics driver; on Debian `apt install libgl1-mesa-dri` brings one that needs no graphics card",
    );
    let done = lap.is_some_and(|shot| super::run::run_without_window(&shot).is_ok());
    crate::platform::display::exit_now(if done { 0 } else { 2 });
}
