//! Recordings that settings name, read from their files.
//!
//! In: settings with the name of a file. Out: the same settings with what is in it.

use crate::platform::{FileError, files};
#[cfg(feature = "window")]
use laboratory::experiment::Experiment;
#[cfg(feature = "window")]
use laboratory::recording::summary::Summary;
use laboratory::recording::{self, TraceError};
use laboratory::settings::Settings;
#[cfg(feature = "window")]
use laboratory::settings::{MotionKind, Technique, Trace};
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
    let recording = recording::read(files::open(&path)?, &settings.trace);
    let recording = recording.map_err(|source| RecordingError::Trace { path, source })?;
    settings.trace.recording = recording.into();
    Ok(())
}

/// What a settings file laid over `base` names is beside that file.
pub fn place_beside(settings: &mut Settings, base: &Settings, file: &Path) {
    let name = Path::new(&settings.trace.file);
    let named = !settings.trace.file.is_empty() && settings.trace.file != base.trace.file;
    if named && name.is_relative() {
        let folder = file.parent().unwrap_or_else(|| Path::new(""));
        settings.trace.file = folder.join(name).to_string_lossy().into_owned();
    }
}

/// How files of recordings end.
#[cfg(feature = "window")]
const ENDINGS: [&str; 7] = ["csv", "tsv", "txt", "gpx", "jsonl", "ndjson", "log"];

/// Whether a file is a recording, by its ending.
#[cfg(feature = "window")]
pub fn is_recording(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    ending.is_some_and(|ending| ENDINGS.iter().any(|own| ending == *own))
}

/// These settings with the motion of a recording. Another file is read by its own columns: what was said about those
/// of the last one is forgotten.
///
/// # Errors
/// As [`load`].
#[cfg(feature = "window")]
pub fn with_recording(settings: &Settings, path: &Path) -> Result<Settings, RecordingError> {
    let mut settings = settings.clone();
    let file = path.to_string_lossy().into_owned();
    if settings.trace.file != file {
        let own = &settings.trace;
        let (scale, smoothing, velocity) = (own.scale, own.smoothing, own.velocity);
        settings.trace = Trace { file, scale, smoothing, velocity, ..Trace::default() };
    }
    settings.trace.recording.0 = None;
    settings.motion.kind = MotionKind::Trace;
    if settings.technique.row().is_driven {
        settings.technique = Technique::default();
    }
    load(&mut settings)?;
    Ok(settings)
}

/// What was found in a recording, in short: its samples, its size, and what was left out. Nothing where the motion is
/// no recording.
#[cfg(feature = "window")]
pub fn recording_notes(experiment: &Experiment) -> Vec<String> {
    let Ok(summary) = Summary::of(&experiment.settings, &experiment.truth) else {
        return Vec::new();
    };
    let [width, height] = summary.size;
    let rate = summary
        .median_step
        .map_or_else(|| "without times".to_owned(), |step| format!("at {:.3} Hz", 1.0 / step));
    let left = [
        (summary.found.other_rows, "other rows"),
        (summary.found.duplicates, "repeated times"),
        (summary.held, "repeated positions"),
        (summary.gaps, "gaps"),
        (summary.lone, "lone samples"),
    ];
    let left: Vec<String> = left
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    let left = if left.is_empty() {
        "Nothing was left out.".to_owned()
    } else {
        format!("Left out or jumped over: {}.", left.join(", "))
    };
    vec![
        format!(
            "{}: {} samples {rate}, {:.1} s.",
            summary.found.format, summary.samples, summary.seconds
        ),
        format!("{width:.0} × {height:.0} u, up to {:.1} u/s.", summary.top_speed),
        left,
    ]
}
