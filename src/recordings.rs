//! Recordings that settings name, read from their files.
//!
//! In: settings with the name of a file. Out: the same settings with what is in it.

use crate::files::{self, FileError};
use crate::settings::Settings;
use crate::sim::trace::{self, TraceError};
use std::path::{Path, PathBuf};

/// Why a recording could not be loaded.
#[derive(Debug, thiserror::Error)]
pub enum RecordingError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// It is no recording.
    #[error("{}: {source}", path.display())]
    Trace {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: TraceError,
    },
}

/// Reads the recording that the settings name, if they name one and do not hold it already.
///
/// # Errors
/// [`RecordingError`]; the settings are then as they were.
pub fn load(settings: &mut Settings) -> Result<(), RecordingError> {
    if settings.trace.file.is_empty() || settings.trace.recording.0.is_some() {
        return Ok(());
    }
    let path = PathBuf::from(&settings.trace.file);
    let recording = trace::read(files::open(&path)?, &settings.trace);
    let recording = recording.map_err(|source| RecordingError::Trace { path, source })?;
    settings.trace.recording = recording.into();
    Ok(())
}

/// What a settings file laid over `base` names is beside that file.
pub fn beside(settings: &mut Settings, base: &Settings, file: &Path) {
    let name = Path::new(&settings.trace.file);
    let named = !settings.trace.file.is_empty() && settings.trace.file != base.trace.file;
    if named && name.is_relative() {
        let folder = file.parent().unwrap_or_else(|| Path::new(""));
        settings.trace.file = folder.join(name).to_string_lossy().into_owned();
    }
}
