//! What happened in a run, tick by tick: two lanes beside one truth, and what else their technique has to say.
//!
//! Data only. Invariant: the frames of both lanes, and whatever is said tick by tick, are as many as the truth has
//! ticks.

use crate::lane::Lane;
use crate::lanes::Side;
use crate::technique::player::detail::PlayerRun;
use crate::technique::shot::detail::ShotRun;
use crate::technique::vehicle::detail::VehicleRun;

/// What happened, tick by tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// What is shown, and what it is compared with.
    pub lanes: [Lane; 2],
    /// What the technique has beside them.
    pub detail: Detail,
}

/// What a technique has beside its lanes.
#[derive(Clone, Debug, PartialEq)]
pub enum Detail {
    /// Somebody else's vehicle.
    Vehicle(VehicleRun),
    /// Your own player.
    Player(PlayerRun),
    /// A shot a tick.
    Shot(ShotRun),
}

impl Default for Detail {
    fn default() -> Self {
        Self::Vehicle(VehicleRun::default())
    }
}

impl Run {
    /// One of its lanes.
    #[must_use]
    pub fn lane(&self, side: Side) -> &Lane {
        side.of(&self.lanes)
    }

    /// What a vehicle's run has beside its lanes.
    #[must_use]
    pub fn vehicle(&self) -> Option<&VehicleRun> {
        if let Detail::Vehicle(vehicle) = &self.detail { Some(vehicle) } else { None }
    }

    /// What your own player's run has beside its lanes.
    #[must_use]
    pub fn player(&self) -> Option<&PlayerRun> {
        if let Detail::Player(player) = &self.detail { Some(player) } else { None }
    }

    /// What a run of shots has beside its lanes.
    #[must_use]
    pub fn shot(&self) -> Option<&ShotRun> {
        if let Detail::Shot(shot) = &self.detail { Some(shot) } else { None }
    }
}
