//! Files: there are none yet.

use super::no_files;
use crate::platform::{Existing, FileError};
use std::io::{self, BufRead, Write};
use std::path::Path;

/// The text of a file.
///
/// # Errors
/// [`FileError::Read`], always.
pub fn read(path: &Path) -> Result<String, FileError> {
    Err(FileError::Read { path: path.to_owned(), source: no_files() })
}

/// A file to read from front to back, however long it is.
///
/// # Errors
/// [`FileError::Read`], always.
pub fn open(path: &Path) -> Result<impl BufRead, FileError> {
    Err::<io::Empty, _>(FileError::Read { path: path.to_owned(), source: no_files() })
}

/// Writes a file through `fill`.
///
/// # Errors
/// [`FileError::Write`], always.
pub fn write(
    path: &Path,
    _existing: Existing,
    _fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), FileError> {
    Err(FileError::Write { path: path.to_owned(), source: no_files() })
}
