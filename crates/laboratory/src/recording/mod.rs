//! Recorded motion: a file's bytes → [`Recording`] → [`Truth`](super::truth::Truth).
//!
//! In: a reader and what the settings say about it. Out: samples in order of time, and what was found on the way.
//! Three kinds of file are told apart by how they begin: GPX (`<`), JSON lines (`{`), and tables of text, whose
//! delimiter, header and columns are found from their first rows.
//!
//! Invariant: nothing is repaired silently. What cannot be a recording is refused with its line; what can be, though
//! rows are left out for it, is counted in [`ImportReport`](crate::settings::ImportReport) or by [`resample::Timed`].

pub mod columns;
mod gather;
mod gpx;
mod json;
pub mod plane;
pub mod resample;
mod rows;
pub mod summary;
mod table;
pub mod units;

use crate::settings::{Recording, Trace};
use std::io::BufRead;

/// Why a file is no recording.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum TraceError {
    /// Its bytes did not come.
    #[error("it cannot be read: {0}")]
    Read(String),
    /// Something is wrong at a place of it.
    #[error("{place}: {why}")]
    At {
        /// Where: a line, a point.
        place: String,
        /// What, and what would be right.
        why: String,
    },
    /// A word of `trace.columns` says nothing.
    #[error(
        "columns: '{part}' is none: write such as time=1,x=2,y=3 or heading=none; there are time, x, y, lat, lon, vx, vy, heading and speed"
    )]
    Asked {
        /// The word.
        part: String,
    },
    /// A column that is not there.
    #[error("there is no column '{asked}' for {role}: {there}")]
    NoColumn {
        /// What was asked for.
        asked: String,
        /// As what.
        role: &'static str,
        /// Those that there are.
        there: String,
    },
    /// Nothing says where the vehicle is.
    #[error(
        "which columns are the position is not clear: {there}; say so with --columns x=…,y=… or lat=…,lon=…"
    )]
    NoPlace {
        /// The columns that there are.
        there: String,
    },
    /// No motion.
    #[error("{samples} samples are too few: three at least{hint}")]
    TooFew {
        /// How many there were.
        samples: usize,
        /// What may be the reason.
        hint: &'static str,
    },
    /// A kind of file that is none of the three.
    #[error("{0}")]
    Kind(&'static str),
}

/// The most samples of a recording; a pipe may never end.
pub const MOST_SAMPLES: usize = 20_000_000;

/// Reads a recording as the settings say. The file is read once, from front to back; beside the recording itself only
/// its first rows are held, but for GPX, which is held whole.
///
/// ```
/// use laboratory::{recording as trace, settings::Trace};
/// let file = "t;x;y\n0,0;1;0\n0,5;2;0\n1,0;4;1";
/// let recording = trace::read(file.as_bytes(), &Trace::default()).expect("a table");
/// assert_eq!(recording.times, [0.0, 0.5, 1.0]);
/// assert_eq!(recording.positions[2].y, 1.0);
/// ```
///
/// # Errors
/// [`TraceError`] with the line and the reason: a number that is none or not finite, a time before the one above it, a
/// latitude out of range, a column that is not there, fewer than three samples.
pub fn read(mut reader: impl BufRead, trace: &Trace) -> Result<Recording, TraceError> {
    let start = reader.fill_buf().map_err(|error| TraceError::Read(error.to_string()))?;
    let text = start.strip_prefix(rows::BOM).unwrap_or(start).trim_ascii_start();
    if [b"\xff\xfe", b"\xfe\xff"].iter().any(|mark| start.starts_with(*mark)) {
        return Err(TraceError::Kind("this is UTF-16: save it as UTF-8"));
    }
    match text.first() {
        Some(b'<') => gpx::read(reader, trace),
        Some(b'{') => json::read(rows::Lines::new(reader), trace),
        Some(b'[') if text[1..].trim_ascii_start().first().is_none_or(|&next| next == b'{') => {
            Err(TraceError::Kind("this is one JSON list: JSON lines, one object a line, are read"))
        }
        _ => table::read(rows::Lines::new(reader), trace),
    }
}

#[cfg(test)]
mod tests;
