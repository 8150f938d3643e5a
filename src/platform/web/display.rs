//! The display: the canvas of the page.

/// Begins the window, which the page goes on with after this call; says whether it is closed, which it never is. Its
/// panics stay loud: the console is the only one to tell.
///
/// # Errors
/// None.
pub fn open_window(open: impl FnOnce()) -> Result<bool, String> {
    open();
    Ok(false)
}
