//! Somebody else's vehicle: dead reckoning beside snapshot interpolation.

mod bound;
mod columns;
pub mod detail;
mod hints;
pub mod measure;
pub mod run;

use super::TechniqueRow;
use crate::lanes::LaneKind;
use crate::motion;
use crate::settings::{Group, Technique};

/// Its row.
pub(super) const ROW: TechniqueRow = TechniqueRow {
    technique: Technique::DeadReckoning,
    lanes: [LaneKind::DeadReckoning, LaneKind::Snapshots],
    groups: &[
        Group::Technique,
        Group::Sender,
        Group::LinkAndReceiver,
        Group::TrackAndMotion,
        Group::Recording,
        Group::RoughNetwork,
        Group::HidingCorrections,
        Group::Snapshots,
        Group::Clock,
        Group::Wire,
        Group::View,
    ],
    usual_axes: ["sender.threshold", "receiver.blend_time"],
    is_swept: true,
    sends: true,
    has_threshold: true,
    has_axis: false,
    is_driven: false,
    truth: motion::truth,
    simulate: run::simulate_into,
    measure: measure::measure,
    // Its metrics say it all.
    facts: |_| Vec::new(),
    hints: hints::hints,
    columns: columns::COLUMNS,
};
