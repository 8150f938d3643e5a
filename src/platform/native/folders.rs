//! Where the system keeps a program's own files.

use std::path::PathBuf;

/// The folder of the program's settings, if the system has one for it.
#[must_use]
pub fn own_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "drlab").map(|dirs| dirs.config_dir().to_owned())
}
