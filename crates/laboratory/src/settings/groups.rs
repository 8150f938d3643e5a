//! The groups of the panel, and which of them a technique has.
//!
//! In: a technique. Out: its groups, their titles and their knobs. Invariant: which knob stands where is in its row of
//! [`KNOBS`]; here is only what a group is.

use super::{KNOBS, Knob, Technique};

/// Knobs that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    /// What chooses between the others: it has no title.
    Technique,
    /// The owner's end.
    Sender,
    /// The way, and what is drawn at its end.
    LinkAndReceiver,
    /// Who moves, and where.
    TrackAndMotion,
    /// Recorded motion.
    Recording,
    /// What a network does beside being slow.
    RoughNetwork,
    /// How a correction is hidden.
    HidingCorrections,
    /// The lane beside dead reckoning.
    Snapshots,
    /// Whose time it is.
    Clock,
    /// How a state is written.
    Wire,
    /// Your own player: prediction.
    OwnPlayer,
    /// What can be wrong with it.
    Mistakes,
    /// Its network.
    PlayerNetwork,
    /// How it moves.
    PlayerMotion,
    /// Where the shot comes from, and how it is judged.
    Shot,
    /// The shooter's network.
    ShotNetwork,
    /// How the victim moves.
    ShotMotion,
    /// What belongs to looking.
    View,
}

/// Where in a group a knob stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Always in sight.
    Front(Group),
    /// Behind "more".
    More(Group),
}

impl Group {
    /// What stands above it.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Technique => "",
            Self::Sender => "Sender",
            Self::LinkAndReceiver => "Link and receiver",
            Self::TrackAndMotion => "Track and motion",
            Self::Recording => "Recording",
            Self::RoughNetwork => "Rough network",
            Self::HidingCorrections => "Hiding corrections",
            Self::Snapshots => "Snapshot interpolation",
            Self::Clock => "Clock",
            Self::Wire => "Wire",
            Self::OwnPlayer => "Your own player",
            Self::Mistakes => "Mistakes",
            Self::PlayerNetwork | Self::ShotNetwork => "Network",
            Self::PlayerMotion | Self::ShotMotion => "Motion",
            Self::Shot => "The shot",
            Self::View => "View",
        }
    }

    /// Its knobs that are always in sight.
    pub fn front(self) -> impl Iterator<Item = &'static Knob> {
        KNOBS.iter().filter(move |knob| knob.places.contains(&Place::Front(self)))
    }

    /// Its knobs behind "more".
    pub fn more(self) -> impl Iterator<Item = &'static Knob> {
        KNOBS.iter().filter(move |knob| knob.places.contains(&Place::More(self)))
    }

    /// All its knobs, as the panel has them.
    pub fn knobs(self) -> impl Iterator<Item = &'static Knob> {
        self.front().chain(self.more())
    }
}

/// The groups of a technique, from above.
#[must_use]
pub const fn groups_of(technique: Technique) -> &'static [Group] {
    use Group::{
        Clock, HidingCorrections, LinkAndReceiver, Mistakes, OwnPlayer, PlayerMotion,
        PlayerNetwork, Recording, RoughNetwork, Sender, Shot, ShotMotion, ShotNetwork, Snapshots,
        TrackAndMotion, View, Wire,
    };
    match technique {
        Technique::DeadReckoning => &[
            Group::Technique,
            Sender,
            LinkAndReceiver,
            TrackAndMotion,
            Recording,
            RoughNetwork,
            HidingCorrections,
            Snapshots,
            Clock,
            Wire,
            View,
        ],
        Technique::Prediction => {
            &[Group::Technique, OwnPlayer, Mistakes, PlayerNetwork, PlayerMotion, View]
        }
        Technique::LagCompensation => &[Group::Technique, Shot, ShotNetwork, ShotMotion, View],
    }
}

/// The keys of the two knobs that a technique is tuned by, if nobody chooses others.
#[must_use]
pub const fn usual_axes_of(technique: Technique) -> [&'static str; 2] {
    match technique {
        Technique::DeadReckoning => ["sender.threshold", "receiver.blend_time"],
        Technique::Prediction => ["link.latency", "player.smoothing"],
        Technique::LagCompensation => ["link.latency", "snapshot.delay"],
    }
}

/// The knobs that a technique can be tuned by, as the panel has them: its numbers, but for luck.
pub fn numbers_of(technique: Technique) -> impl Iterator<Item = &'static Knob> {
    let knobs = groups_of(technique).iter().flat_map(|group| group.knobs());
    knobs.filter(|knob| knob.is_number() && !knob.is_luck)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::choices;

    fn techniques() -> impl Iterator<Item = Technique> {
        (0..choices::technique::TABLE.choices.len()).map(|at| choices::technique::TABLE.at(at))
    }

    #[test]
    fn every_knob_stands_in_a_group_and_once_in_a_technique_that_has_it() {
        let mut everywhere: Vec<&str> = Vec::new();
        for technique in techniques() {
            let keys = groups_of(technique).iter().flat_map(|group| group.knobs());
            let keys: Vec<&str> = keys.map(|knob| knob.key).collect();
            for (at, key) in keys.iter().enumerate() {
                assert!(!keys[at + 1..].contains(key), "{key} is there twice in {technique:?}");
            }
            everywhere.extend(keys);
        }
        for knob in KNOBS {
            let there = everywhere.iter().filter(|key| **key == knob.key).count();
            let view = knob.places == [Place::Front(Group::View)] || knob.key == "technique";
            assert!(there > 0 && (view || there == knob.places.len()), "{}", knob.key);
        }
    }

    #[test]
    fn every_group_of_a_technique_has_knobs_in_sight_and_a_title_of_its_own() {
        for technique in techniques() {
            let groups = groups_of(technique);
            for (at, group) in groups.iter().enumerate() {
                assert!(group.front().next().is_some(), "{group:?}");
                let same = |other: &Group| other.title() == group.title();
                assert!(!groups[at + 1..].iter().any(same), "{group:?}");
            }
        }
    }

    #[test]
    fn a_technique_is_tuned_by_two_of_its_own_numbers() {
        for technique in techniques() {
            let [across, up] = usual_axes_of(technique);
            let own = |key: &str| numbers_of(technique).any(|knob| knob.key == key);
            assert!(own(across) && own(up) && across != up, "{technique:?}");
        }
    }
}
