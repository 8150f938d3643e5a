//! Everything that decides a run: one plain struct a stage, and [`KNOBS`], the table of what a user may turn.
//!
//! In: defaults, files, `key=value`. Out: [`Settings`] whose every number is in its range.
//!
//! Architecture Invariant: nothing clamps silently; a value out of range is refused with the range.

mod choices;
mod ends;
mod files;
mod groups;
pub mod keys;
mod knob;
mod knobs;
mod motion;
mod network;
mod player;
mod receiver;
mod sender;
mod shot;
mod shown;
mod trace;
mod truth;

pub use choices::Choice;
pub use ends::VIEWER;
pub use files::{BESIDE_KNOBS, SettingsError};
pub use groups::{Group, Place};
pub use knob::{Domain, Knob};
pub use knobs::KNOBS;
pub use motion::{Motion, MotionKind, Track};
pub use network::{Clock, ClockEstimate, JitterKind, Link};
pub use player::Player;
pub use receiver::{Receiver, Snapshot};
pub use sender::{AccelerationSource, Sender, Wire};
pub use shot::Shot;
pub use trace::{
    Gaps, HeadingUnit, ImportReport, Loaded, Recording, TimeUnit, Trace, Understood, VelocitySource,
};

use serde::{Deserialize, Serialize};

/// What decides a run. Two runs of equal settings are equal to the bit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Luck: every random draw of a run is a hash of it.
    pub seed: u64,
    /// What is shown: each technique has a scene of its own.
    #[serde(with = "choices::technique")]
    pub technique: Technique,
    /// Who moves.
    pub motion: Motion,
    /// Where the lap runs.
    pub track: Track,
    /// The recorded motion.
    pub trace: Trace,
    /// The owner's end.
    pub sender: Sender,
    /// How a state is written into a packet.
    pub wire: Wire,
    /// The wire between.
    pub link: Link,
    /// The drawing end.
    pub receiver: Receiver,
    /// The drawing end's clock.
    pub clock: Clock,
    /// The snapshot lane beside it.
    pub snapshot: Snapshot,
    /// Your own player (technique `prediction`).
    pub player: Player,
    /// The shot (technique `lag-compensation`).
    pub shot: Shot,
    /// What is drawn.
    pub entity: Entity,
    /// The simulation itself.
    pub sim: Sim,
    /// Many runs of the same settings.
    pub ensemble: Ensemble,
}

/// The techniques there are, each on one truth and with two lanes to compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Technique {
    /// Somebody else's vehicle: dead reckoning beside snapshot interpolation.
    #[default]
    DeadReckoning,
    /// Your own player: predicted beside waiting for the server.
    Prediction,
    /// A shot at somebody: the rewound box beside what the shooter saw.
    LagCompensation,
}

/// What is drawn: the threshold is chosen against its size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Entity {
    /// How wide it is, u.
    pub width: f64,
}

/// The simulation itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sim {
    /// Ticks a second.
    pub tick_rate: u32,
}

impl Technique {
    /// What scripts call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        choices::technique::TABLE.name(&self)
    }
}

/// Many runs of the same settings, each with its own luck.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ensemble {
    /// How many, at the seeds `seed`, `seed` + 1 and so on.
    pub seeds: u32,
}

impl Default for Entity {
    fn default() -> Self {
        Self { width: 0.35 }
    }
}

impl Default for Sim {
    fn default() -> Self {
        Self { tick_rate: 60 }
    }
}

impl Default for Ensemble {
    fn default() -> Self {
        Self { seeds: 32 }
    }
}
