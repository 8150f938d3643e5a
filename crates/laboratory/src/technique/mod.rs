//! The techniques: a row each, and a folder each with all that is its own.
//!
//! A technique is a truth, two lanes beside it and one playhead; what it has beside them is its own
//! [`Detail`](crate::run::Detail). Whoever shows, sweeps or exports a run asks the row, not which technique it is.
//!
//! Invariant: the match in [`Technique::row`] is the only one of the simulation, and a row has every field: another
//! technique does not compile until it is whole.

pub mod columns;
pub mod player;
pub mod shot;
pub mod vehicle;

use crate::experiment::Experiment;
use crate::facts::Fact;
use crate::lanes::{LaneKind, LaneRow};
use crate::metrics::Metrics;
use crate::run::Run;
use crate::settings::{Settings, Technique};
use crate::track::Track;
use crate::truth::{Truth, TruthError};
use columns::Column;

/// What there is to know about a technique.
#[derive(Debug)]
pub struct TechniqueRow {
    /// Which.
    pub technique: Technique,
    /// What is shown, and what it is compared with.
    pub lanes: [LaneKind; 2],
    /// The knobs that a map of it turns at first: to the right, and upwards; nothing where a map says nothing about it.
    pub usual_axes: Option<[&'static str; 2]>,
    /// Whether its lanes come over the network, so that luck may decide.
    pub sends: bool,
    /// Whether its sender waits for a threshold: then there is one to draw, and to suggest.
    pub has_threshold: bool,
    /// Whether its picture has an axis of time between client and server.
    pub has_axis: bool,
    /// Whether it moves by what is pressed, and not by `motion`.
    pub is_driven: bool,
    /// The truth of settings, on their track.
    pub truth: fn(&Settings, &Track) -> Result<Truth, TruthError>,
    /// Runs both lanes over a truth, in the room of an earlier run.
    pub simulate: fn(&Truth, &Settings, &mut Run),
    /// What the lanes of a run come to.
    pub measure: fn(&Truth, &Settings, &Run) -> [Metrics; 2],
    /// What it comes to beside that: always the same ones in the same order.
    pub facts: fn(&Experiment) -> Vec<Fact>,
    /// What a run says about its settings, the most useful first.
    pub hints: fn(&Experiment) -> Vec<String>,
    /// What there is to say of each tick.
    pub columns: &'static [Column],
}

/// All techniques.
pub const TECHNIQUES: [&TechniqueRow; 3] = [&vehicle::ROW, &player::ROW, &shot::ROW];

impl Technique {
    /// Its row.
    #[must_use]
    pub fn row(self) -> &'static TechniqueRow {
        match self {
            Self::DeadReckoning => &vehicle::ROW,
            Self::Prediction => &player::ROW,
            Self::LagCompensation => &shot::ROW,
        }
    }
}

impl TechniqueRow {
    /// The rows of its lanes.
    #[must_use]
    pub fn lane_rows(&self) -> [&'static LaneRow; 2] {
        self.lanes.map(LaneKind::row)
    }
}

impl Experiment {
    /// What its technique comes to beside the metrics.
    #[must_use]
    pub fn facts(&self) -> Vec<Fact> {
        (self.settings.technique.row().facts)(self)
    }

    /// What it says about its own settings.
    #[must_use]
    pub fn hints(&self) -> Vec<String> {
        (self.settings.technique.row().hints)(self)
    }
}
