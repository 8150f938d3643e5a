//! The shared core: what a game would run on both ends of the wire.
//!
//! In: the time `now`, states and updates. Out: updates to send, states to draw.
//!
//! Architecture Invariant: nothing here knows a clock, a window, a file, a random number, the lap or the
//! future; glam and libm are its only dependencies, and nothing allocates after construction.
//!
//! Units: world units (u), seconds, radians counter-clockwise from +x, y up. All of it is `f64`: an `f32`
//! coordinate a million units out moves in steps of 1/16 u.

#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub mod clock;
pub mod estimate;
pub mod extrapolate;
pub mod guarantees;
pub mod interpolation;
pub mod prediction;
pub mod quantise;
pub mod receiver;
pub mod rewind;
pub mod sender;
pub mod sequence;
pub mod smoothing;

use glam::DVec2;

/// Rounding noise allowed when two times are compared, s: a time reached by `tick / rate` counts as due
/// although it may fall short of it in the last bits.
pub const TIME_NOISE: f64 = 1e-9;

/// The kinematic state of an entity: what its owner knows and what an update carries.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct State {
    /// Position, u.
    pub position: DVec2,
    /// Velocity, u/s.
    pub velocity: DVec2,
    /// Acceleration, u/s².
    pub acceleration: DVec2,
    /// Heading, rad, counter-clockwise from +x, in −π..π.
    pub heading: f64,
    /// Angular velocity, rad/s, counter-clockwise.
    pub angular_velocity: f64,
}

impl State {
    /// Whether every number is finite. NaN compares as "no error" with any threshold, so a state that
    /// fails this must never enter a sender or a receiver.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.position.is_finite()
            && self.velocity.is_finite()
            && self.acceleration.is_finite()
            && self.heading.is_finite()
            && self.angular_velocity.is_finite()
    }
}

/// What travels: the owner's true state, stamped with the time at which it was true.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Update {
    /// When the state was true, on the sender's clock, s.
    pub sent_at: f64,
    /// The true state at that time.
    pub state: State,
    /// The owner jumped: draw the new place at once, do not blend across the map.
    pub teleport: bool,
}

/// What the shared model extrapolates: one or two derivatives of the position, or the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Position and velocity.
    #[default]
    Velocity,
    /// Position, velocity and acceleration.
    Acceleration,
    /// Position and velocity, the velocity turning at the angular velocity: an arc of a circle.
    Turn,
}
