//! Where a browser keeps a page's own files: nowhere yet, so no session and no preset lasts.

use std::path::PathBuf;

/// The folder of the program's settings: there is none.
#[must_use]
pub fn own_folder() -> Option<PathBuf> {
    None
}
