//! Recorded motion as a setting: which file, how to understand it, what to make of it, and the recording itself.
//!
//! Invariant: the recording travels with the settings as a value, so that the truth of settings stays a pure function
//! of them; files hold its name alone, and whoever reads one loads it ([`Trace::reads_as`] says when anew).

use super::choices;
use glam::DVec2;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A recording, and what is made of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Trace {
    /// The file; empty is none. In a settings file, relative to that file.
    pub file: String,
    /// Which column is what, over the guess: `time=3,x=5,y=vehicle_y,heading=none`. Numbers count from 1 on, negative
    /// ones from the right; `none` leaves out what was guessed.
    pub columns: String,
    /// Only rows that hold this word in one of their fields; empty takes all. For files with rows of several kinds.
    pub rows: String,
    /// What the times are in.
    #[serde(with = "choices::time_unit")]
    pub time_unit: TimeUnit,
    /// What the headings are in.
    #[serde(with = "choices::heading_unit")]
    pub heading_unit: HeadingUnit,
    /// World units a metre (or a unit of the file, if it names none).
    pub scale: f64,
    /// Velocity and acceleration are means over this long, s, where the file does not give them; two ticks at least.
    pub smoothing: f64,
    /// A pause longer than this between two samples is a gap, s; 0 takes five times their median distance.
    pub gap: f64,
    /// What becomes of gaps.
    #[serde(with = "choices::gaps")]
    pub gaps: Gaps,
    /// A position that repeats for no longer than this was held by the recorder, not by the vehicle, s; 0 believes all.
    pub held: f64,
    /// Where the velocity comes from.
    #[serde(with = "choices::velocity")]
    pub velocity: VelocitySource,
    /// What was read, if it has been.
    #[serde(skip)]
    pub recording: Loaded,
}

impl Default for Trace {
    fn default() -> Self {
        Self {
            file: String::new(),
            columns: String::new(),
            rows: String::new(),
            time_unit: TimeUnit::Auto,
            heading_unit: HeadingUnit::Auto,
            scale: 1.0,
            smoothing: 0.2,
            gap: 0.0,
            gaps: Gaps::Keep,
            held: 0.5,
            velocity: VelocitySource::File,
            recording: Loaded::default(),
        }
    }
}

impl Trace {
    /// Whether reading the file for one gives the recording of the other.
    #[must_use]
    pub fn reads_as(&self, other: &Self) -> bool {
        self.reading() == other.reading()
    }

    /// What decides how the file is read, as text: file, columns, rows, unit of the times and of the headings.
    pub(super) fn reading(&self) -> [String; 5] {
        let unit = choices::time_unit::TABLE.name(&self.time_unit);
        let heading = choices::heading_unit::TABLE.name(&self.heading_unit);
        let words = [&self.file, &self.columns, &self.rows].map(String::clone);
        let [file, columns, rows] = words;
        [file, columns, rows, unit.to_owned(), heading.to_owned()]
    }
}

/// What the times of a recording are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeUnit {
    /// As the column's name says; else by the size of the first: a date from 10¹¹ on is in ms, from 10¹⁴ in µs, from
    /// 10¹⁷ in ns, anything smaller in s.
    #[default]
    Auto,
    /// Seconds.
    S,
    /// Milliseconds.
    Ms,
    /// Microseconds.
    Us,
    /// Nanoseconds.
    Ns,
    /// Dates of ISO 8601.
    Iso,
}

/// What the headings of a recording are in. Compass: clockwise from north, which is +y; the other: counter-clockwise
/// from +x.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HeadingUnit {
    /// Degrees or radians as the column's name says, else radians beside x and y; compass beside latitude and longitude.
    #[default]
    Auto,
    /// Compass, degrees.
    CompassDegrees,
    /// Compass, radians.
    CompassRadians,
    /// Counter-clockwise from +x, degrees.
    Degrees,
    /// Counter-clockwise from +x, radians.
    Radians,
}

/// What becomes of the gaps in a recording.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Gaps {
    /// The time without samples is left out: the truth jumps.
    #[default]
    Keep,
    /// The vehicle moves on from the last sample before to the first one after.
    Bridge,
}

/// Where the velocity of a recording comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VelocitySource {
    /// The file's, where it has one; a speed alone gives the length of the estimated velocity.
    #[default]
    File,
    /// Estimated from the positions.
    Estimated,
}

/// Recorded motion, as the file has it: samples in order of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recording {
    /// When each sample was taken, s from the first on, increasing; empty where the file has no times.
    pub times: Vec<f64>,
    /// Where, m (or units of the file).
    pub positions: Vec<DVec2>,
    /// How fast, m/s; empty where the file does not say.
    pub velocities: Vec<DVec2>,
    /// Which way it faced, rad counter-clockwise from +x; empty where the file does not say.
    pub headings: Vec<f64>,
    /// Its speed, m/s; empty where the file does not say.
    pub speeds: Vec<f64>,
    /// Samples that do not go on from the one before, by what the file says: the starts of its segments but the first.
    pub breaks: Vec<usize>,
    /// What the reader found.
    pub found: ImportReport,
}

/// What the reader found in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ImportReport {
    /// What kind of file it is.
    pub format: String,
    /// Rows of samples that were read.
    pub rows: usize,
    /// Rows that were left out by `trace.rows`.
    pub other_rows: usize,
    /// Comments, empty lines, and lines above the header or of units below it.
    pub comments: usize,
    /// Rows that repeat the time of the row before: left out.
    pub duplicates: usize,
    /// How the columns were understood.
    pub columns: Vec<Understood>,
    /// All columns that there are.
    pub names: Vec<String>,
    /// The point about which latitudes and longitudes became metres, degrees.
    pub origin: Option<[f64; 2]>,
    /// The first time, as the file has it.
    pub first_time: Option<f64>,
}

/// How a column was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Understood {
    /// As what.
    pub role: &'static str,
    /// Which: its name and number, or its number alone.
    pub column: String,
    /// In what unit.
    pub unit: &'static str,
}

/// A recording that is shared by all settings that hold it. Two are equal if they are the same one or hold the same.
#[derive(Clone, Debug, Default)]
pub struct Loaded(pub Option<Arc<Recording>>);

impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other) || one == other,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

impl From<Recording> for Loaded {
    fn from(recording: Recording) -> Self {
        Self(Some(Arc::new(recording)))
    }
}
