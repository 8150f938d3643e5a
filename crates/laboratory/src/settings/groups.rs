//! The groups of the panel. Which of them a technique has, its row says.
//!
//! Invariant: which knob stands where is in its row of [`KNOBS`]; here is only what a group is.

use super::{KNOBS, Knob};

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
