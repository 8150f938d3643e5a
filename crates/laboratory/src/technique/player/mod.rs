//! Your own player: predicted beside waiting for the server.

mod careless;
mod columns;
pub mod detail;
mod facts;
mod hints;
pub mod run;
pub mod truth;

use super::TechniqueRow;
use crate::lanes::LaneKind;
use crate::metrics::{Corrections, Metrics};
use crate::run::Run;
use crate::settings::{Group, Settings, Technique};
use crate::truth::Truth;

/// Its row.
pub(super) const ROW: TechniqueRow = TechniqueRow {
    technique: Technique::Prediction,
    lanes: [LaneKind::Predicted, LaneKind::Waiting],
    groups: &[
        Group::Technique,
        Group::OwnPlayer,
        Group::Mistakes,
        Group::PlayerNetwork,
        Group::PlayerMotion,
        Group::View,
    ],
    usual_axes: ["link.latency", "player.smoothing"],
    is_swept: true,
    sends: true,
    has_threshold: false,
    has_axis: true,
    is_driven: true,
    truth: truth::truth,
    simulate: run::simulate_into,
    measure,
    facts: facts::facts,
    hints: hints::hints,
    columns: columns::COLUMNS,
};

/// The numbers of both lanes, with the corrections of the predicting client.
fn measure(truth: &Truth, settings: &Settings, run: &Run) -> [Metrics; 2] {
    let bytes = settings.packet_bytes();
    let mut metrics = run.lanes.each_ref().map(|lane| Metrics::of(truth, lane, bytes));
    if let Some(player) = run.player() {
        let model = player.ticks.iter().map(|tick| (tick.predicted, tick.corrected));
        metrics[0].corrections = Some(Corrections::of(&run.lanes[0], model));
    }
    metrics
}
