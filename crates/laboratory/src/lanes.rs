//! The lanes that a run may have: what each is called, and which facts it has.
//!
//! Invariant: a literal list; what a lane does not have is absent wherever it would stand, never zero.

use serde::{Deserialize, Serialize};

/// Which of the two lanes of a run: what is shown, or what it is compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// What is shown.
    #[default]
    First,
    /// What it is compared with.
    Second,
}

/// What draws a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LaneKind {
    /// A remote vehicle, extrapolated.
    #[default]
    DeadReckoning,
    /// The same vehicle, drawn between snapshots.
    Snapshots,
    /// Your own player, predicted.
    Predicted,
    /// Your own player, waiting for the server.
    Waiting,
    /// The box that the server rewound to.
    Rewound,
    /// The box as the shooter saw it.
    Seen,
}

/// A group of facts that a lane may have beside its errors and steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// What was sent, and what became of it.
    Packets,
    /// How full its buffer is, and how far behind it draws.
    Buffer,
    /// How corrections were hidden.
    Corrections,
    /// What a model that both ends share says: updates held back, stale, frozen, through walls.
    Model,
    /// Which way it faces.
    Heading,
}

/// A row of the table of lanes.
#[derive(Debug)]
pub struct LaneRow {
    /// Which.
    pub kind: LaneKind,
    /// What scripts call it, on a command line and in a file.
    pub name: &'static str,
    /// What it stands under in JSON, and before the names of its columns in CSV.
    pub key: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The same where there is little room.
    pub short: &'static str,
    /// The same on a button.
    pub button: &'static str,
    /// Which facts it has.
    pub has: &'static [Aspect],
}

/// All lanes.
#[rustfmt::skip]
pub const LANES: [LaneRow; 6] = {
    use Aspect::{Buffer, Corrections, Heading, Model, Packets};
    [
        LaneRow { kind: LaneKind::DeadReckoning, name: "dead-reckoning", key: "dead_reckoning", title: "Dead reckoning", short: "dead reckoning", button: "Dead reckoning", has: &[Packets, Corrections, Model, Heading] },
        LaneRow { kind: LaneKind::Snapshots, name: "snapshot", key: "snapshot", title: "Snapshot interpolation", short: "snapshots", button: "Snapshots", has: &[Packets, Buffer, Heading] },
        LaneRow { kind: LaneKind::Predicted, name: "predicted", key: "predicted", title: "Predicted", short: "predicted", button: "Predicted", has: &[Packets, Corrections, Heading] },
        LaneRow { kind: LaneKind::Waiting, name: "waiting", key: "waiting", title: "Waiting for the server", short: "waiting", button: "Waiting", has: &[Packets, Heading] },
        LaneRow { kind: LaneKind::Rewound, name: "rewound", key: "rewound", title: "Rewound", short: "rewound", button: "Rewound", has: &[] },
        LaneRow { kind: LaneKind::Seen, name: "seen", key: "seen", title: "As the shooter saw it", short: "as seen", button: "As seen", has: &[] },
    ]
};

impl LaneKind {
    /// Its row.
    #[must_use]
    pub fn row(self) -> &'static LaneRow {
        &LANES[self as usize]
    }

    /// Whether it has these facts.
    #[must_use]
    pub fn has(self, aspect: Aspect) -> bool {
        self.row().has.contains(&aspect)
    }
}

/// What there is of both lanes, as one map: each under its lane's key; what there is not is left out.
#[derive(Clone, Copy, Debug)]
pub struct ByLane<'a, T> {
    /// The lanes.
    pub lanes: [LaneKind; 2],
    /// What there is of each.
    pub values: [Option<&'a T>; 2],
}

impl<T: Serialize> Serialize for ByLane<'_, T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs = self.lanes.iter().zip(self.values);
        serializer.collect_map(pairs.filter_map(|(lane, value)| Some((lane.row().key, value?))))
    }
}

impl Side {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Its part of a pair.
    #[must_use]
    pub fn of<T>(self, pair: &[T; 2]) -> &T {
        &pair[self as usize]
    }

    /// The side of the lane that scripts call so, whatever the technique: the first lane of each is on one side.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let place = LANES.iter().position(|row| row.name == name)?;
        Some(Self::BOTH[place % 2])
    }
}

/// A side in a file: by the name of a lane that stands there, of any technique.
impl Serialize for Side {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(LANES[*self as usize].name)
    }
}

impl<'de> Deserialize<'de> for Side {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| {
            let names: Vec<&str> = LANES.iter().map(|row| row.name).collect();
            serde::de::Error::invalid_value(
                serde::de::Unexpected::Str(&name),
                &names.join(" or ").as_str(),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lane_is_where_its_kind_says_and_has_names_of_its_own() {
        for (place, row) in LANES.iter().enumerate() {
            assert_eq!(row.kind as usize, place);
            assert_eq!(row.name.replace('-', "_"), row.key);
            assert!([row.title, row.short, row.button].iter().all(|name| !name.is_empty()));
            assert_eq!(LANES.iter().filter(|other| other.key == row.key).count(), 1, "{}", row.key);
            assert_eq!(Side::named(row.name), Some(Side::BOTH[place % 2]));
        }
        assert_eq!(Side::named("third"), None);
    }
}
