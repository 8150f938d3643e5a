//! Why a file could not be read or written, in a sentence.

use std::io;
use std::path::PathBuf;

/// Why a file could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Reading failed.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Writing failed; what stood there before still stands.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Something stands where a new file should be written.
    #[error("{} is there already: --force replaces it", path.display())]
    Exists {
        /// Which file.
        path: PathBuf,
    },
}
