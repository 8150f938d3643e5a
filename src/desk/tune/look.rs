//! What the Tune view looks at: two knobs and the parts of their values, a measure, a lane, promises.

use laboratory::lanes::Side;
use laboratory::scene::sweep::SweepSide;
use laboratory::settings::{Domain, Knob, Technique};
use laboratory::technique::TECHNIQUES;
use laboratory::tune::sweep::{Axis, Measure, Spacing};
use serde::{Deserialize, Serialize};

/// Values of an axis: as many as keep the whole below [`MOST_WORK`].
pub(super) const COUNTS: [usize; 5] = [40, 28, 20, 14, 10];

/// What may be promised: a measure, and what the form calls it.
pub const PROMISES: [(&str, &str); 5] = [
    ("peak_error", "Peak"),
    ("p95_error", "95 %"),
    ("mean_error", "Mean"),
    ("largest_step", "Step"),
    ("updates_per_second", "Updates"),
];

/// What the view looks at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TuneLook {
    /// Whether it is shown.
    pub open: bool,
    /// What is turned from left to right.
    pub across: AxisSpan,
    /// What is turned from below to above.
    pub up: AxisSpan,
    /// The name of the measure.
    pub measure: String,
    /// Which lane.
    pub lane: Side,
    /// The most of each of [`PROMISES`]; 0 promises nothing.
    pub promises: [f64; 5],
    /// What a narrow window shows.
    #[serde(skip)]
    pub side: SweepSide,
}

/// A knob and the part of its values that is gone through.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AxisSpan {
    /// The knob's key.
    pub key: String,
    /// The first value.
    pub from: f64,
    /// The last.
    pub to: f64,
}

impl Default for TuneLook {
    fn default() -> Self {
        Self {
            open: false,
            across: AxisSpan { key: "sender.threshold".to_owned(), from: 0.05, to: 1.0 },
            up: AxisSpan { key: "receiver.blend_time".to_owned(), from: 0.0, to: 1.0 },
            measure: "peak_error".to_owned(),
            lane: Side::First,
            promises: [0.8, 0.0, 0.0, 0.2, 0.0],
            side: SweepSide::default(),
        }
    }
}

impl TuneLook {
    /// Whether it is one that a map can be made of.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let span = |span: &AxisSpan| span.axis(COUNTS[4]).is_ok();
        let promises = self.promises.iter().all(|most| most.is_finite() && *most >= 0.0);
        let keys = self.across.key != self.up.key;
        span(&self.across) && span(&self.up) && keys && promises && self.has_measure()
    }

    /// Whether the lane has the measure, in some technique.
    pub(super) fn has_measure(&self) -> bool {
        let lanes = || TECHNIQUES.iter().map(|row| *self.lane.of(&row.lanes));
        Measure::find(&self.measure).is_ok_and(|found| lanes().any(|lane| found.is_of(lane)))
    }

    /// The knobs that a technique is tuned by, if nobody chooses others.
    pub(super) fn usual(technique: Technique) -> [AxisSpan; 2] {
        let keys = technique.row().usual_axes;
        keys.map(|key| Knob::find(key).map_or_else(|_| AxisSpan::default(), AxisSpan::of))
    }
}

impl AxisSpan {
    /// The part of a knob's values that its slider spans; of a threshold not the least, which sends on every tick.
    #[must_use]
    pub fn of(knob: &Knob) -> Self {
        let (from, to) = match knob.domain {
            Domain::Number { slider, .. } | Domain::Whole { slider, .. } => slider,
            Domain::Choice(_) | Domain::Switch => (0.0, 1.0),
        };
        let from = if knob.key == "sender.threshold" { 0.05 } else { from };
        Self { key: knob.key.to_owned(), from, to }
    }

    pub(super) fn text(&self, count: usize) -> String {
        format!("{}={}..{}/{count}", self.key, self.from, self.to)
    }

    /// The axis of a span, of at most so many values.
    pub(super) fn axis(&self, most: usize) -> Result<Axis, String> {
        let knob = Knob::find(&self.key).map_err(|error| error.to_string())?;
        let whole = (self.to - self.from).abs() as usize;
        let count = match knob.domain {
            Domain::Whole { .. } => {
                let even = |count: &usize| whole.is_multiple_of(count - 1);
                (2..=most.min(whole + 1)).rev().find(even).unwrap_or(2)
            }
            Domain::Number { .. } | Domain::Choice(_) | Domain::Switch => most,
        };
        let axis = Axis::range(knob, (self.from, self.to), count, Spacing::Even);
        axis.map_err(|error| error.to_string())
    }
}
