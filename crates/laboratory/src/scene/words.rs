//! What the layers are called, by technique.

use super::layers::{Switch, SwitchRow};
use crate::settings::Technique;

/// What a layer is called; nothing where the technique has no such layer.
#[must_use]
pub fn layer(row: &'static SwitchRow, technique: Technique) -> Option<&'static str> {
    let common = match row.switch {
        Switch::Grid => true,
        Switch::Path
        | Switch::Drawn
        | Switch::Model
        | Switch::Threshold
        | Switch::Updates
        | Switch::Packets
        | Switch::Velocity
        | Switch::Errors
        | Switch::Snapshot
        | Switch::Heading => technique == Technique::DeadReckoning,
    };
    let own = match (technique, row.switch) {
        (Technique::Prediction, Switch::Path) => "server, with all keys",
        (Technique::Prediction, Switch::Drawn) => "predicted, drawn",
        (Technique::Prediction, Switch::Snapshot) => "waiting for the server",
        (Technique::Prediction, Switch::Errors) => "error (thin: its peak)",
        (Technique::LagCompensation, Switch::Path) => "on the server now",
        (Technique::LagCompensation, Switch::Drawn) => "rewound by the server",
        (Technique::LagCompensation, Switch::Snapshot) => "as the shooter saw it",
        (Technique::LagCompensation, Switch::Errors) => "the shot, and what comes of it",
        _ => return common.then_some(row.label),
    };
    Some(own)
}
