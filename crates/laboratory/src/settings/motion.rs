//! Who moves, and where: the motion and the closed track.

use super::choices;
use serde::{Deserialize, Serialize};

/// Who moves, and how long.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Motion {
    /// Which motion.
    #[serde(with = "choices::motion")]
    pub kind: MotionKind,
    /// Speed along the path, u/s.
    pub speed: f64,
    /// How many laps (motion `lap`).
    pub laps: u32,
    /// How long the other motions last, s.
    pub duration: f64,
    /// Radius of the circle, u.
    pub radius: f64,
    /// Time between two reversals of `on-foot`, s; the swing is this times the speed.
    pub reversal: f64,
    /// How long `stop-and-go` drives at its speed, s.
    pub drive: f64,
    /// How long it then stands, s.
    pub rest: f64,
    /// How hard it brakes and gets going again, u/s².
    pub braking: f64,
    /// The vehicle jumps back to the start of its motion once in this time, s; 0 is never.
    pub respawn: f64,
}

impl Default for Motion {
    fn default() -> Self {
        let kind = MotionKind::Lap;
        Self {
            kind,
            speed: 4.0,
            laps: 1,
            duration: 20.0,
            radius: 1.0,
            reversal: 0.25,
            drive: 2.0,
            rest: 3.0,
            braking: 8.0,
            respawn: 0.0,
        }
    }
}

/// The motions there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MotionKind {
    /// Round the track.
    #[default]
    Lap,
    /// Along +x, for ever.
    Straight,
    /// Round a circle.
    Circle,
    /// To and fro, as a player on foot who dodges.
    OnFoot,
    /// Along +x, braking to a stop, waiting and going on.
    StopAndGo,
    /// As it was recorded.
    Trace,
}

/// The closed track: waypoints, rounded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Track {
    /// 0 = the wide radius, 1 = the tight one.
    pub sharpness: f64,
    /// Where the lap starts: this fraction of the way from the first waypoint to the second.
    pub start: f64,
    /// The most of either adjoining edge that a corner's fillet may take.
    pub edge_fraction: f64,
    /// Corner radius at sharpness 0, u.
    pub radius_wide: f64,
    /// Corner radius at sharpness 1, u.
    pub radius_tight: f64,
    /// A wall on each side of the path at this distance, u; 0 is none. Whoever moves, not only on the lap.
    pub wall_distance: f64,
    /// The corners in driving order, u.
    pub waypoints: Vec<[f64; 2]>,
}

impl Default for Track {
    /// The lap that reproduces the published figures: seven turns.
    fn default() -> Self {
        Self {
            sharpness: 0.6,
            start: 0.31,
            edge_fraction: 0.46,
            radius_wide: 1.6,
            radius_tight: 0.05,
            wall_distance: 0.0,
            waypoints: vec![
                [-4.505, -3.755],
                [5.865, -3.755],
                [3.890, 0.365],
                [0.285, -1.775],
                [1.675, 1.915],
                [-3.815, 3.795],
                [-5.870, -2.350],
            ],
        }
    }
}

impl Track {
    /// The corner radius asked for, u: wide − (wide − tight) · sharpness. Short edges may shrink it.
    #[must_use]
    pub fn radius(&self) -> f64 {
        self.radius_wide - (self.radius_wide - self.radius_tight) * self.sharpness
    }
}
