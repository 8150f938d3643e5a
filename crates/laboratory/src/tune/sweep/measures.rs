//! What a sweep is looked at by: a line of the metrics, by a name that scripts can write.

use super::SweepRow;
use crate::ensemble::Spread;
use crate::lanes::{LaneKind, Side};
use crate::metrics::{self, ABSENT, Metrics, all_rows};

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
    pub fn name(&self) -> &'static str {
        self.row.key
    }

    /// What it comes to at a point, over the seeds; nothing where the lane has no such thing.
    #[must_use]
    pub fn spread(&self, side: Side, row: &SweepRow) -> Option<Spread> {
        row.ensemble.lines.get(self.place).and_then(|line| *side.of(&line.lanes))
    }

    /// The median over the seeds, likewise.
    #[must_use]
    pub fn value(&self, side: Side, row: &SweepRow) -> Option<f64> {
        self.spread(side, row).map(|spread| spread.median)
    }

    /// The same as text; an en dash where there is no such thing.
    #[must_use]
    pub fn text(&self, side: Side, row: &SweepRow) -> String {
        self.value(side, row).map_or_else(|| ABSENT.to_owned(), |value| self.row.written(value))
    }

    /// Whether a lane has such a thing.
    #[must_use]
    pub fn is_of(&self, lane: LaneKind) -> bool {
        (self.row.read)(&Metrics::blank(lane)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::LANES;

    #[test]
    fn every_name_is_its_own_and_is_found() {
        for measure in Measure::all() {
            let found = Measure::find(measure.name()).expect("a name");
            assert_eq!(found.place, measure.place, "{}", measure.name());
        }
        for (short, whole) in SHORT {
            assert_eq!(Measure::find(short).expect(short).name(), *whole);
        }
        let error = Measure::find("peek").expect_err("none such").to_string();
        assert!(error.contains("'peek'") && error.contains("peak_error"), "{error}");
    }

    #[test]
    fn names_are_those_of_the_json_and_what_a_lane_has_not_is_not_in_it() {
        for lane in &LANES {
            let metrics = Metrics::blank(lane.kind);
            let json = serde_json::to_value(metrics).expect("JSON");
            for measure in Measure::all() {
                let name = measure.name();
                let value = json.get(name).or_else(|| json.get("corrections")?.get(name));
                let value = value.and_then(serde_json::Value::as_f64);
                assert_eq!(value, (measure.row.read)(&metrics), "{} {name}", lane.key);
                assert_eq!(value.is_some(), measure.is_of(lane.kind));
            }
        }
    }

    #[test]
    fn every_measure_is_one_that_some_lane_has() {
        for measure in Measure::all() {
            assert!(LANES.iter().any(|lane| measure.is_of(lane.kind)), "{}", measure.name());
        }
    }
}
