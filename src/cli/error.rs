//! Why a command fails.

use crate::platform::FileError;
use crate::recordings::RecordingError;
use laboratory::catalogue::RowError;
use laboratory::export::ExportError;
use laboratory::settings::SettingsError;
use laboratory::truth::TruthError;
use std::path::PathBuf;

/// Why a command failed, in a sentence for its user.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    #[error("{}: {source}", path.display())]
    SettingsFile { path: PathBuf, source: SettingsError },
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Truth(#[from] TruthError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Recording(#[from] RecordingError),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("'{word}' is no scenario, no settings file (FILE.toml) and no KEY=VALUE{hint}")]
    NoGroup { word: String, hint: String },
    #[error(transparent)]
    Row(#[from] RowError),
    #[error(
        "there is nothing to compare: give two or more, or one comparison of `drlab comparisons`"
    )]
    NoPanels,
    #[error("'{0}' is a comparison of its own: it stands alone")]
    Alone(&'static str),
    #[error("{}: --frames writes CSV, its name should end in .csv", .0.display())]
    NotCsv(PathBuf),
    #[error("{0}")]
    Moment(String),
    #[error("{0}")]
    Asked(String),
    #[error(transparent)]
    Axis(#[from] laboratory::tune::sweep::AxisError),
    #[error(transparent)]
    Sweep(#[from] laboratory::tune::sweep::SweepError),
    #[error(transparent)]
    Measure(#[from] laboratory::tune::sweep::NoMeasure),
    #[error(transparent)]
    Suggest(#[from] laboratory::tune::suggest::SuggestError),
    #[error("cannot print: {0}")]
    Print(#[from] std::io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// No window can be opened here.
    #[error("{0}")]
    Window(String),
    /// The window was open and something went wrong.
    #[cfg(feature = "window")]
    #[error("{0}")]
    Failed(String),
}
