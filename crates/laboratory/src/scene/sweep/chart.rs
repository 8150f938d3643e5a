//! What to show of a sweep, and what it is called.

use crate::lanes::{LaneRow, Side};
use crate::scene::theme::ThemeKind;
use crate::tune::sweep::{Measure, Sweep, SweepRow, Tradeoff, tradeoffs};

/// What to show of a sweep.
#[derive(Clone, Copy, Debug)]
pub struct SweepChart<'a> {
    /// What was gone through.
    pub sweep: &'a Sweep,
    /// What came of it, in order; it need not be all.
    pub rows: &'a [SweepRow],
    /// What came of the same axes before something else was changed: faint on the map, where there is no row yet.
    pub before: &'a [SweepRow],
    /// The settings that there are, measured as a row is; nothing: they are not marked.
    pub now: Option<&'a SweepRow>,
    /// Which lane.
    pub side: Side,
    /// Which number.
    pub measure: Measure,
    /// Which colours.
    pub theme: ThemeKind,
    /// The values that get a line on the map; none: a few round ones.
    pub levels: &'a [f64],
}

impl SweepChart<'_> {
    /// A lane of the technique that was gone through.
    pub(super) fn lane(&self, side: Side) -> &'static LaneRow {
        side.of(&self.sweep.settings.technique.row().lanes).row()
    }

    /// How many values an axis has.
    pub(super) fn count(&self, axis: usize) -> usize {
        self.sweep.axes.get(axis).map_or(1, |axis| axis.values.len())
    }

    /// The measure at a row; NaN where the lane has no such thing.
    #[must_use]
    pub fn value(&self, row: &SweepRow) -> f64 {
        self.measure.value(self.side, row).unwrap_or(f64::NAN)
    }

    /// A value of the measure as text, without its unit: of as many decimals as it takes.
    pub(super) fn number(&self, value: f64) -> String {
        let text = format!("{value:.4}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    }

    pub(super) fn measure_name(&self) -> String {
        measure_name(&self.measure)
    }

    /// What an update buys: the measure, or the 95th percentile of the error where the measure is a rate itself.
    #[must_use]
    pub fn error(&self) -> Measure {
        let rates = ["updates", "updates_per_second", "bytes_per_second"];
        let p95 = || Measure::find("p95_error").unwrap_or(self.measure);
        if rates.contains(&self.measure.name()) { p95() } else { self.measure }
    }

    /// What each row costs, and what one gets for it.
    #[must_use]
    pub fn tradeoffs(&self) -> Vec<Tradeoff> {
        let Ok(rate) = Measure::find("updates_per_second") else { return Vec::new() };
        tradeoffs(self.rows, self.side, &rate, &self.error())
    }

    pub(super) fn tradeoff_now(&self) -> Option<Tradeoff> {
        let rate = Measure::find("updates_per_second").ok()?;
        let now = std::slice::from_ref(self.now?);
        tradeoffs(now, self.side, &rate, &self.error()).first().copied()
    }
}

/// A measure as an axis calls it: "peak error, u".
pub(super) fn measure_name(measure: &Measure) -> String {
    let row = measure.row;
    let label = row.label.to_lowercase();
    let label = if label == "95th percentile" { "95th percentile error".to_owned() } else { label };
    let label = label.replacen("rms", "RMS", 1);
    match row.unit {
        "" | "1/s" => label,
        unit => format!("{label}, {unit}"),
    }
}

/// What a sweep shows, in words: "Peak error over threshold and blend time".
#[must_use]
pub fn title(chart: &SweepChart<'_>) -> String {
    let names: Vec<String> =
        chart.sweep.axes.iter().map(|axis| axis.knob.label.to_lowercase()).collect();
    let label = measure_name(&chart.measure);
    let label = label.split(", ").next().unwrap_or_default();
    let first = label.chars().next().map(|letter| letter.to_uppercase().collect::<String>());
    let rest: String = label.chars().skip(1).collect();
    let lane = match chart.side {
        Side::First => String::new(),
        Side::Second => format!(" of {}", chart.lane(Side::Second).short),
    };
    format!("{}{rest}{lane} over {}", first.unwrap_or_default(), names.join(" and "))
}
