//! Whether a window can open here, asked before anything is opened: macroquad itself would panic.
#![allow(unsafe_code, reason = "asking the X server needs its own library")]

/// The connection that proves that the display answers. It is held while the window opens: a display that
/// has lost its last client may start afresh, and refuse the next one meanwhile.
#[derive(Debug)]
pub struct Display {
    #[cfg(target_os = "linux")]
    #[expect(dead_code, reason = "held, not used")]
    connection: x11::Connection,
}

/// Says what is missing and how to get it.
///
/// # Errors
/// One sentence: no display, a display that does not answer, or a library that is not installed.
#[cfg(target_os = "linux")]
pub fn check() -> Result<Display, String> {
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
    match x11::Connection::open() {
        Some(connection) => Ok(Display { connection }),
        None => {
            let display = std::env::var("DISPLAY").unwrap_or_default();
            Err(format!(
                "the display {display} does not answer: check DISPLAY, or start one with `xvfb-run -a drlab`"
            ))
        }
    }
}

/// Elsewhere the window is part of the system.
///
/// # Errors
/// None.
#[cfg(not(target_os = "linux"))]
pub fn check() -> Result<Display, String> {
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

    type Open = unsafe extern "C" fn(*const c_char) -> *mut c_void;
    type Close = unsafe extern "C" fn(*mut c_void) -> c_int;

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
