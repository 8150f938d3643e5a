//! The shot at somebody: the box that the server rewound to, beside what the shooter saw.

mod columns;
pub mod detail;
mod facts;
mod hints;
pub mod run;
pub mod setup;

use super::TechniqueRow;
use crate::lanes::LaneKind;
use crate::metrics::Metrics;
use crate::motion;
use crate::settings::{Group, Technique};

/// Its row.
pub(super) const ROW: TechniqueRow = TechniqueRow {
    technique: Technique::LagCompensation,
    lanes: [LaneKind::Rewound, LaneKind::Seen],
    groups: &[Group::Technique, Group::Shot, Group::ShotNetwork, Group::ShotMotion, Group::View],
    usual_axes: ["link.latency", "snapshot.delay"],
    // The lanes' measures say nothing about hits.
    is_swept: false,
    // What a shooter saw is taken to have come in time: no network decides anything there.
    sends: false,
    has_threshold: false,
    has_axis: false,
    is_driven: false,
    truth: motion::truth,
    simulate: run::simulate_into,
    measure: |truth, settings, run| {
        run.lanes.each_ref().map(|lane| Metrics::of(truth, lane, settings.packet_bytes()))
    },
    facts: facts::facts,
    hints: hints::hints,
    columns: columns::COLUMNS,
};
