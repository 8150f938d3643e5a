//! What the two lanes and their layers are called, by technique.

use super::layers::{Switch, SwitchRow};
use super::view::{Layout, LayoutRow};
use crate::settings::Technique;

/// What the two lanes are called: what is shown, and what it is compared with.
#[must_use]
pub fn lanes(technique: Technique) -> [&'static str; 2] {
    match technique {
        Technique::DeadReckoning => ["Dead reckoning", "Snapshot interpolation"],
        Technique::Prediction => ["Predicted", "Waiting for the server"],
        Technique::LagCompensation => ["Rewound", "As the shooter saw it"],
    }
}

/// What the two lanes are called where there is little room.
#[must_use]
pub fn short(technique: Technique) -> [&'static str; 2] {
    match technique {
        Technique::DeadReckoning => ["dead reckoning", "snapshots"],
        Technique::Prediction => ["predicted", "waiting"],
        Technique::LagCompensation => ["rewound", "as seen"],
    }
}

/// What a layout is called on a button.
#[must_use]
pub fn layout(row: &'static LayoutRow, technique: Technique) -> &'static str {
    match (technique, row.layout) {
        (Technique::DeadReckoning, _) | (_, Layout::Overlay | Layout::SideBySide) => row.label,
        (Technique::Prediction, Layout::DeadReckoning) => "Predicted",
        (Technique::Prediction, Layout::Snapshot) => "Waiting",
        (Technique::LagCompensation, Layout::DeadReckoning) => "Rewound",
        (Technique::LagCompensation, Layout::Snapshot) => "As seen",
    }
}

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
