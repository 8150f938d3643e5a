//! Somebody else's vehicle: dead reckoning beside snapshot interpolation.

mod columns;
pub mod detail;
mod hints;
pub mod measure;
pub mod run;

use super::TechniqueRow;
use crate::lanes::LaneKind;
use crate::motion;
use crate::settings::Technique;

/// Its row.
pub(super) const ROW: TechniqueRow = TechniqueRow {
    technique: Technique::DeadReckoning,
    lanes: [LaneKind::DeadReckoning, LaneKind::Snapshots],
    usual_axes: Some(["sender.threshold", "receiver.blend_time"]),
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
