//! Where files stand: nowhere yet, so every name is free and every folder empty.

use super::no_files;
use crate::platform::FileError;
use std::path::{Path, PathBuf};

/// Whether something stands there: nothing does.
#[must_use]
pub fn exists(_path: &Path) -> bool {
    false
}

/// The whole path of a file: its name is all there is.
#[must_use]
pub fn absolute(path: &Path) -> PathBuf {
    path.to_owned()
}

/// Whether the folder that a file belongs in is there: what is written says why it cannot be.
#[must_use]
pub fn has_folder(_path: &Path) -> bool {
    true
}

/// Makes a folder and those above it.
///
/// # Errors
/// [`FileError::Write`], always.
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    Err(FileError::Write { path: path.to_owned(), source: no_files() })
}

/// The files of a folder that end in `.toml`: none.
#[must_use]
pub fn settings_files(_folder: &Path) -> Vec<PathBuf> {
    Vec::new()
}

/// The first name that is not there yet: `name.extension`.
#[must_use]
pub fn free_name(folder: &Path, name: &str, extension: &str) -> PathBuf {
    folder.join(format!("{name}.{extension}"))
}

/// Moves a file out of the way, under a name of its own beside it, and says which.
///
/// # Errors
/// [`FileError::Write`], always.
pub fn set_aside(path: &Path) -> Result<PathBuf, FileError> {
    Err(FileError::Write { path: path.to_owned(), source: no_files() })
}
