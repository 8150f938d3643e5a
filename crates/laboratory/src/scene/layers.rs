//! What a picture is made of, layer by layer: the names, and the table of those that can be switched.

use serde::{Deserialize, Serialize};

/// What a group of shapes shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// What lies behind everything.
    Background,
    /// Something that can be switched on and off.
    Switch(Switch),
    /// The scale bar.
    Scale,
    /// What the two clocks say.
    Clock,
    /// What the colours mean.
    Legend,
    /// A box of text beside something.
    Callout,
    /// The chart of the error over time.
    Strip,
    /// Client and server on one time axis.
    Axis,
    /// What the picture is: title and settings.
    Caption,
    /// What came of it: metrics.
    Table,
}

impl Layer {
    /// What scripts call it, and what people do.
    #[must_use]
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Background => ("background", "background"),
            Self::Switch(switch) => SWITCHES
                .iter()
                .find(|row| row.switch == switch)
                .map_or(("layer", "layer"), |row| (row.name, row.label)),
            Self::Scale => ("scale", "scale bar"),
            Self::Clock => ("clock", "clock"),
            Self::Legend => ("legend", "legend"),
            Self::Callout => ("callout", "callout"),
            Self::Strip => ("strip", "error over time"),
            Self::Axis => ("axis", "client and server over time"),
            Self::Caption => ("caption", "title and settings"),
            Self::Table => ("table", "metrics"),
        }
    }
}

/// A layer of the stage that can be switched on and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Switch {
    /// The grid.
    Grid,
    /// The true path and the ring at the true position.
    Path,
    /// The drawn disc and its trail.
    Drawn,
    /// The receiver's model, without the blend.
    Model,
    /// The threshold as a circle round the ring.
    Threshold,
    /// A tick across the path at every update.
    Updates,
    /// Packets under way.
    Packets,
    /// Velocities as arrows.
    Velocity,
    /// Bars between ring and disc.
    Errors,
    /// The snapshot lane.
    Snapshot,
    /// Which way truth and vehicle face.
    Heading,
}

/// A row of the table of layers.
#[derive(Debug)]
pub struct SwitchRow {
    /// Which.
    pub switch: Switch,
    /// What scripts call it.
    pub name: &'static str,
    /// What the legend calls it.
    pub label: &'static str,
    /// The key that switches it.
    pub key: char,
    /// Whether it is on at the start.
    pub on: bool,
}

const fn row(
    switch: Switch,
    name: &'static str,
    label: &'static str,
    key: char,
    on: bool,
) -> SwitchRow {
    SwitchRow { switch, name, label, key, on }
}

/// The layers that can be switched, in the order of the legend and of their keys.
pub const SWITCHES: &[SwitchRow] = &[
    row(Switch::Path, "path", "true path and position", '1', true),
    row(Switch::Drawn, "drawn", "dead reckoning, drawn", '2', true),
    row(Switch::Snapshot, "snapshot", "snapshot interpolation", '3', true),
    row(Switch::Updates, "updates", "update sent", '4', true),
    row(Switch::Errors, "errors", "error (thin: its peak)", '5', true),
    row(Switch::Threshold, "threshold", "threshold", '6', true),
    row(Switch::Model, "model", "shared model", '7', false),
    row(Switch::Packets, "packets", "packet in flight", '8', false),
    row(Switch::Velocity, "velocity", "velocity", '9', false),
    row(Switch::Heading, "heading", "heading", 'H', false),
    row(Switch::Grid, "grid", "grid", '0', true),
];

/// Which layers are on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Switches(Vec<Switch>);

impl Default for Switches {
    fn default() -> Self {
        Self(SWITCHES.iter().filter(|row| row.on).map(|row| row.switch).collect())
    }
}

impl Switches {
    /// These and no others.
    #[must_use]
    pub fn only(switches: impl IntoIterator<Item = Switch>) -> Self {
        Self(switches.into_iter().collect())
    }

    /// Whether this one is on.
    #[must_use]
    pub fn is_on(&self, switch: Switch) -> bool {
        self.0.contains(&switch)
    }

    /// Switches it.
    pub fn toggle(&mut self, switch: Switch) {
        if self.is_on(switch) {
            self.0.retain(|on| *on != switch);
        } else {
            self.0.push(switch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_layer_has_a_key_of_its_own_and_switches_alone() {
        for (at, row) in SWITCHES.iter().enumerate() {
            assert!(
                SWITCHES[at + 1..]
                    .iter()
                    .all(|other| other.key != row.key && other.name != row.name)
            );
            let mut switches = Switches::default();
            switches.toggle(row.switch);
            for other in SWITCHES {
                let expected = other.on != (other.switch == row.switch);
                assert_eq!(switches.is_on(other.switch), expected, "{}", other.name);
            }
        }
    }
}
