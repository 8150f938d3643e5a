//! Where files stand: names that are taken or free, folders, and what is in them.

use crate::platform::FileError;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether something stands there.
#[must_use]
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// The whole path of a file, so that it can be found again.
#[must_use]
pub fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// Whether the folder that a file belongs in is there.
#[must_use]
pub fn has_folder(path: &Path) -> bool {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.is_none_or(Path::is_dir)
}

/// Makes a folder and those above it.
///
/// # Errors
/// [`FileError::Write`].
pub fn make_folder(path: &Path) -> Result<(), FileError> {
    fs::create_dir_all(path).map_err(|source| FileError::Write { path: path.to_owned(), source })
}

/// The files of a folder that end in `.toml`, in order; none where there is no such folder.
pub fn settings_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let toml = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "toml");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(toml).collect();
    files.sort();
    files
}

/// The first of `name.extension`, `name-2.extension`, … that is not there yet.
pub fn free_name(folder: &Path, name: &str, extension: &str) -> PathBuf {
    let mut path = folder.join(format!("{name}.{extension}"));
    for number in 2_u32.. {
        if !path.exists() {
            break;
        }
        path = folder.join(format!("{name}-{number}.{extension}"));
    }
    path
}

/// Moves a file out of the way, under a name of its own beside it, and says which.
///
/// # Errors
/// [`FileError::Write`]; the file is then where it was.
pub fn set_aside(path: &Path) -> Result<PathBuf, FileError> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let folder = path.parent().unwrap_or_else(|| Path::new("."));
    let aside = free_name(folder, &format!("{name}-broken"), "toml");
    let moved = fs::rename(path, &aside);
    moved.map(|()| aside).map_err(|source| FileError::Write { path: path.to_owned(), source })
}
