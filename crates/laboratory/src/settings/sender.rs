//! The owner's end: when it sends, and how a state is written.

use super::choices;
use dead_reckoning::Order;
use dead_reckoning::extrapolate::Braking;
use dead_reckoning::quantise::{Format, Grid};
use serde::{Deserialize, Serialize};

/// The owner's end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sender {
    /// ε, u.
    pub threshold: f64,
    /// An update is due this long after the last, s; 0 turns it off.
    pub heartbeat: f64,
    /// The shared model.
    #[serde(with = "choices::order")]
    pub order: Order,
    /// Most updates a second; 0 is no cap.
    pub rate_cap: f64,
    /// What the shared model of order 2 does after a stop. Both ends run it, so it is here beside the order.
    #[serde(with = "choices::braking")]
    pub braking: Braking,
    /// A heading off by more than this is sent, degrees; 0 turns it off.
    pub angle_threshold: f64,
    /// The threshold as seen by a viewer, pixels; 0 takes the one in world units.
    pub pixels: f64,
    /// How far away that viewer is, u.
    pub viewer_distance: f64,
    /// Where the acceleration comes from.
    #[serde(with = "choices::acceleration")]
    pub acceleration: AccelerationSource,
    /// Noise of each component of the velocity as the owner knows it, evenly spread over ±this, u/s.
    pub velocity_noise: f64,
    /// What an acceleration loses that reverses from one update to the next: 0 nothing, 1 all of it.
    pub acceleration_damping: f64,
    /// Whether it says that the owner has jumped: in an update of its own, and in every snapshot from then on.
    pub flag_teleports: bool,
    /// Frames a second in which this end steps its copy of the model; 0 is the closed form.
    pub step_rate: f64,
}

impl Default for Sender {
    fn default() -> Self {
        Self {
            threshold: 0.3,
            heartbeat: 5.0,
            order: Order::Velocity,
            rate_cap: 0.0,
            braking: Braking::RunOn,
            angle_threshold: 0.0,
            pixels: 0.0,
            viewer_distance: 20.0,
            acceleration: AccelerationSource::Exact,
            velocity_noise: 0.0,
            acceleration_damping: 0.0,
            flag_teleports: true,
            step_rate: 0.0,
        }
    }
}

/// Where the owner has its acceleration from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccelerationSource {
    /// Its physics knows it.
    #[default]
    Exact,
    /// From the velocities of two ticks, as games do.
    Estimated,
}

/// How a state is written into a packet. 0 bits send a number as it is; with any other, the packet's real size is
/// counted instead of `link.packet_bytes`. Snapshots travel as they are, and are taken to weigh the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Wire {
    /// Bits of each coordinate of the position.
    pub position_bits: u32,
    /// Its range, ± u.
    pub position_range: f64,
    /// Bits of each component of the velocity.
    pub velocity_bits: u32,
    /// Its range, ± u/s.
    pub velocity_range: f64,
    /// Bits of each component of the acceleration.
    pub acceleration_bits: u32,
    /// Its range, ± u/s².
    pub acceleration_range: f64,
    /// Bits of the heading.
    pub heading_bits: u32,
    /// Bits of the angular velocity.
    pub turn_bits: u32,
    /// Its range, ± rad/s.
    pub turn_range: f64,
}

impl Default for Wire {
    /// Everything as it is; the ranges hold the lap at its usual speed.
    fn default() -> Self {
        Self {
            position_bits: 0,
            position_range: 64.0,
            velocity_bits: 0,
            velocity_range: 16.0,
            acceleration_bits: 0,
            acceleration_range: 64.0,
            heading_bits: 0,
            turn_bits: 0,
            turn_range: 16.0,
        }
    }
}

impl Wire {
    /// The format of a state; nothing where every number is sent as it is.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        let format = Format {
            position: Grid { bits: self.position_bits, range: self.position_range },
            velocity: Grid { bits: self.velocity_bits, range: self.velocity_range },
            acceleration: Grid { bits: self.acceleration_bits, range: self.acceleration_range },
            heading_bits: self.heading_bits,
            angular_velocity: Grid { bits: self.turn_bits, range: self.turn_range },
        };
        let Self {
            position_bits, velocity_bits, acceleration_bits, heading_bits, turn_bits, ..
        } = *self;
        let bits = [position_bits, velocity_bits, acceleration_bits, heading_bits, turn_bits];
        bits.iter().any(|&bits| bits > 0).then_some(format)
    }
}
