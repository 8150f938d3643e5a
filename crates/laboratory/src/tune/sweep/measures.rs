//! What a sweep is looked at by: a line of the metrics, by a name that scripts can write.

use super::Row;
use crate::ensemble::{Line, Spread};
use crate::metrics::{self, all_rows};
use serde::{Deserialize, Serialize};

/// One technique.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Lane {
    /// Dead reckoning.
    #[default]
    DeadReckoning,
    /// Snapshot interpolation.
    Snapshot,
}

impl Lane {
    /// Its name in scripts.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DeadReckoning => "dead-reckoning",
            Self::Snapshot => "snapshot",
        }
    }

    /// Its part of a line.
    #[must_use]
    pub fn of(self, line: &Line) -> &Spread {
        match self {
            Self::DeadReckoning => &line.dead_reckoning,
            Self::Snapshot => &line.snapshot,
        }
    }
}

/// A line of the metrics.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    /// Its place in [`all_rows`].
    place: usize,
    /// The line.
    pub row: &'static metrics::Row,
}

/// There is no such measure.
#[derive(Debug, PartialEq, thiserror::Error)]
#[error("there is no metric '{name}': write one of {known}")]
pub struct NoMeasure {
    /// What was given.
    pub name: String,
    /// Those that there are.
    pub known: String,
}

/// Labels whose name is not the label itself, in small letters.
const NAMES: &[(&str, &str)] = &[
    ("95th percentile", "p95_error"),
    ("Packets lost", "lost"),
    ("Packets late", "late"),
    ("Underrun ticks", "underruns"),
    ("Turns per correction", "turns"),
    ("Ticks behind a wall", "wall_ticks"),
];

/// Short names for those that are asked for most.
const SHORT: &[(&str, &str)] = &[
    ("peak", "peak_error"),
    ("p95", "p95_error"),
    ("mean", "mean_error"),
    ("rms", "rms_error"),
    ("step", "largest_step"),
    ("rate", "updates_per_second"),
    ("bytes", "bytes_per_second"),
    ("path", "mean_path_error"),
];

impl Measure {
    /// All that there are, in the order of the tables.
    pub fn all() -> impl Iterator<Item = Self> {
        all_rows().enumerate().map(|(place, row)| Self { place, row })
    }

    /// The measure of this name, such as `peak_error` or, for short, `peak`.
    ///
    /// # Errors
    /// [`NoMeasure`] with the names that there are.
    pub fn find(name: &str) -> Result<Self, NoMeasure> {
        let short = SHORT.iter().find(|row| row.0 == name);
        let whole = short.map_or(name, |row| row.1);
        Self::all().find(|measure| measure.name() == whole).ok_or_else(|| NoMeasure {
            name: name.to_owned(),
            known: Self::all().map(|measure| measure.name()).collect::<Vec<_>>().join(", "),
        })
    }

    /// What scripts call it: as in the JSON of `drlab run`.
    #[must_use]
    pub fn name(&self) -> String {
        let label = self.row.label;
        let plain = || label.to_lowercase().replace([' ', '-'], "_");
        NAMES.iter().find(|row| row.0 == label).map_or_else(plain, |row| row.1.to_owned())
    }

    /// What it comes to at a point, over the seeds.
    #[must_use]
    pub fn spread(&self, lane: Lane, row: &Row) -> Spread {
        row.ensemble.lines.get(self.place).map(|line| *lane.of(line)).unwrap_or_default()
    }

    /// The median over the seeds.
    #[must_use]
    pub fn value(&self, lane: Lane, row: &Row) -> f64 {
        self.spread(lane, row).median
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Metrics;

    #[test]
    fn every_name_is_its_own_and_is_found() {
        for measure in Measure::all() {
            let found = Measure::find(&measure.name()).expect("a name");
            assert_eq!(found.place, measure.place, "{}", measure.name());
        }
        for (short, whole) in SHORT {
            assert_eq!(Measure::find(short).expect(short).name(), *whole);
        }
        for (label, _) in NAMES {
            assert!(all_rows().any(|row| row.label == *label), "{label}");
        }
        let error = Measure::find("peek").expect_err("none such").to_string();
        assert!(error.contains("'peek'") && error.contains("peak_error"), "{error}");
    }

    #[test]
    fn names_are_those_of_the_json() {
        let metrics = Metrics { peak_error: 0.5, lost: 3, underruns: 2, ..Metrics::default() };
        let json = serde_json::to_value(metrics).expect("JSON");
        for measure in Measure::all() {
            let name = measure.name();
            let value = json.get(&name).or_else(|| json["corrections"].get(&name));
            let value = value.and_then(serde_json::Value::as_f64);
            assert_eq!(value, Some((measure.row.read)(&metrics)), "{name}");
        }
    }
}
