//! The display: whether a window can open here, asked before anything is opened (macroquad itself would panic), and
//! the opening.
#![allow(unsafe_code, reason = "asking the X server needs its own library")]

/// The connection that proves that the display answers. It is held while the window opens: a display that
/// has lost its last client may start afresh, and refuse the next one meanwhile.
#[derive(Debug)]
pub struct Display {
    #[cfg(target_os = "linux")]
    #[expect(dead_code, reason = "held, not used")]
    connection: x11::Connection,
}

/// Says what is missing and how to get it. `lost` is called if the display goes away later: it says so and
/// ends the program, since Xlib gives no way to go on.
///
/// # Errors
/// One sentence: no display, a display that does not answer, or a library that is not installed.
#[cfg(target_os = "linux")]
pub fn check(lost: fn()) -> Result<Display, String> {
    if std::env::var_os("DISPLAY").is_none_or(|display| display.is_empty()) {
        let wayland = std::env::var_os("WAYLAND_DISPLAY").is_some();
        return Err(if wayland {
            "there is a Wayland display, but the window needs X11: install XWayland (Debian: `apt install xwayland`) and log in again".to_owned()
        } else {
            "there is no display (DISPLAY is not set): run it on a desktop, forward one with `ssh -X`, or use `xvfb-run -a drlab`".to_owned()
        });
    }
    for (file, package) in LIBRARIES {
        // SAFETY: these libraries run nothing that could harm when they are loaded; the window loads them too.
        if unsafe { libloading::Library::new(file) }.is_err() {
            return Err(format!(
                "{file} is missing: install it (Debian, Ubuntu: `apt install {package}`; README lists other systems)"
            ));
        }
    }
    x11::survive_errors(lost);
    match patiently(x11::Connection::open) {
        Some(connection) => Ok(Display { connection }),
        None => {
            let display = std::env::var("DISPLAY").unwrap_or_default();
            Err(format!(
                "the display {display} does not answer: check DISPLAY, or start one with `xvfb-run -a drlab`"
            ))
        }
    }
}

/// Opens the window and comes back once it is closed; says whether it is, which here it always is.
///
/// # Errors
/// Why it could not be opened or kept open: the sentence of a panic, since macroquad has no other way to say that a
/// driver refuses.
pub fn open_window(open: impl FnOnce()) -> Result<bool, String> {
    let loud = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(open));
    std::panic::set_hook(loud);
    opened.map(|()| true).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
        let text = text.unwrap_or_else(|| "no reason given".to_owned());
        format!("the window could not be opened or kept open ({text}): check the graphics driver; on Debian `apt install libgl1-mesa-dri` brings one that needs no graphics card")
    })
}

/// Asks a few times over half a second: a virtual display that has just lost its last client starts afresh, and
/// answers nobody meanwhile.
#[cfg(target_os = "linux")]
fn patiently<T>(ask: impl Fn() -> Option<T>) -> Option<T> {
    let pause = std::time::Duration::from_millis(100);
    (0..5).find_map(|_| {
        ask().or_else(|| {
            std::thread::sleep(pause);
            None
        })
    })
}

/// Has `handler` called when the program ends by itself, as Xlib makes it when the server refuses a request of
/// the window's: it prints the request and calls `exit(1)`.
#[cfg(target_os = "linux")]
pub fn at_exit(handler: extern "C" fn()) {
    // SAFETY: atexit has this type in every C library; the handler is a function of this program.
    unsafe { atexit(handler) };
}

/// Ends the program at once, from inside such a handler.
#[cfg(target_os = "linux")]
pub fn exit_now(code: i32) -> ! {
    // SAFETY: _exit has this type in every C library and needs nothing.
    unsafe { _exit(code) }
}

#[cfg(target_os = "linux")]
unsafe extern "C" {
    fn atexit(handler: extern "C" fn()) -> std::ffi::c_int;
    fn _exit(code: std::ffi::c_int) -> !;
}

/// Elsewhere the window is part of the system.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn check(_lost: fn()) -> Result<Display, String> {
    Ok(Display {})
}

#[cfg(target_os = "linux")]
const LIBRARIES: [(&str, &str); 4] = [
    ("libX11.so.6", "libx11-6"),
    ("libXi.so.6", "libxi6"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
    ("libGL.so.1", "libgl1"),
];

#[cfg(target_os = "linux")]
mod x11 {
    use std::ffi::{c_char, c_int, c_void};
    use std::ptr::NonNull;
    use std::sync::OnceLock;

    type Open = unsafe extern "C" fn(*const c_char) -> *mut c_void;
    type Close = unsafe extern "C" fn(*mut c_void) -> c_int;

    type OnError = unsafe extern "C" fn(*mut c_void, *mut c_void) -> c_int;
    type OnLost = unsafe extern "C" fn(*mut c_void) -> c_int;
    type SetOnError = unsafe extern "C" fn(Option<OnError>) -> Option<OnError>;
    type SetOnLost = unsafe extern "C" fn(Option<OnLost>) -> Option<OnLost>;

    static LOST: OnceLock<fn()> = OnceLock::new();

    /// A request that the server refused. Xlib's own answer is to end the program; here whoever asked finds out
    /// from what it did not get.
    unsafe extern "C" fn refused(_display: *mut c_void, _event: *mut c_void) -> c_int {
        0
    }

    unsafe extern "C" fn gone(_display: *mut c_void) -> c_int {
        if let Some(lost) = LOST.get() {
            lost();
        }
        0
    }

    /// Replaces the handlers with which Xlib ends a program without a word of its own.
    pub fn survive_errors(lost: fn()) {
        // A second window in one process keeps the first one's way to say it.
        let _ = LOST.set(lost);
        // SAFETY: both functions have these types in every libX11, and the handlers live as long as the program.
        // The library stays loaded: the window that opens next uses the same one.
        unsafe {
            let Ok(library) = libloading::Library::new("libX11.so.6") else { return };
            if let Ok(set) = library.get::<SetOnError>(b"XSetErrorHandler\0") {
                set(Some(refused));
            }
            if let Ok(set) = library.get::<SetOnLost>(b"XSetIOErrorHandler\0") {
                set(Some(gone));
            }
            std::mem::forget(library);
        }
    }

    /// A client of the X server.
    #[derive(Debug)]
    pub struct Connection {
        library: libloading::Library,
        display: NonNull<c_void>,
    }

    impl Connection {
        /// Asks the server in DISPLAY; nothing if it does not answer.
        pub fn open() -> Option<Self> {
            // SAFETY: XOpenDisplay has this type in every libX11; null asks for the display in DISPLAY.
            unsafe {
                let library = libloading::Library::new("libX11.so.6").ok()?;
                let display = library.get::<Open>(b"XOpenDisplay\0").ok()?(std::ptr::null());
                NonNull::new(display).map(|display| Self { library, display })
            }
        }
    }

    impl Drop for Connection {
        fn drop(&mut self) {
            // SAFETY: the display was opened by this library and is closed once.
            unsafe {
                if let Ok(close) = self.library.get::<Close>(b"XCloseDisplay\0") {
                    close(self.display.as_ptr());
                }
            }
        }
    }
}
