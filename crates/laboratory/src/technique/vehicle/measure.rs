//! What both lanes of a vehicle's run come to.

use super::detail::VehicleRun;
use crate::metrics::{Corrections, Metrics, ModelMetrics};
use crate::run::Run;
use crate::settings::Settings;
use crate::truth::Truth;

/// The numbers of both lanes.
pub(super) fn measure(truth: &Truth, settings: &Settings, run: &Run) -> [Metrics; 2] {
    let snapshots = Metrics::of(truth, &run.lanes[1], settings.packet_bytes());
    [measure_dead_reckoning(truth, settings, run), snapshots]
}

/// The numbers of dead reckoning alone, with its corrections and what its two ends said.
#[must_use]
pub fn measure_dead_reckoning(truth: &Truth, settings: &Settings, run: &Run) -> Metrics {
    let mut metrics = Metrics::of(truth, &run.lanes[0], settings.packet_bytes());
    if let Some(vehicle) = run.vehicle() {
        let corrected = vehicle.notes.iter().map(|note| note.corrected);
        let model = vehicle.model.iter().copied().zip(corrected);
        metrics.corrections = Some(Corrections::of(&run.lanes[0], model));
        metrics.model = Some(said_of_model(vehicle));
    }
    metrics
}

fn said_of_model(vehicle: &VehicleRun) -> ModelMetrics {
    let mut metrics = ModelMetrics::default();
    let mut was_beyond = false;
    for note in &vehicle.notes {
        metrics.wall_hits += usize::from(note.beyond_wall && !was_beyond);
        metrics.wall_ticks += usize::from(note.beyond_wall);
        was_beyond = note.beyond_wall;
        metrics.held_back_ticks += usize::from(note.held_back);
        metrics.stale_ticks += usize::from(note.stale);
        metrics.frozen_ticks += usize::from(note.frozen);
    }
    metrics
}
