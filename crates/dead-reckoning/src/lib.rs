//! Dead reckoning, and what else a networked game draws remote entities with: plain values and functions of `f64`.
//!
//! In: the time `now`, states, and packets as they arrive. Out: packets to send, states to draw. One [`Sender`] stands
//! at the owner of an entity, one [`Receiver`] at everybody who sees it; both run one model, and an update is owed when
//! it has drifted from the truth:
//!
//! ```
//! use dead_reckoning::glam::dvec2;
//! use dead_reckoning::receiver::{Receiver, ReceiverConfig};
//! use dead_reckoning::sender::{Sender, SenderConfig};
//! use dead_reckoning::{State, Update};
//!
//! let mut sender = Sender::new(SenderConfig { threshold: 0.3, heartbeat: 5.0, ..SenderConfig::default() });
//! let mut receiver = Receiver::new(ReceiverConfig { blend_time: 0.2, heartbeat: 5.0, ..ReceiverConfig::default() });
//! let mut wire: Vec<Update> = Vec::new(); // your socket
//!
//! for tick in 0..300 {
//!     let now = f64::from(tick) / 60.0;
//!     let car = State { position: dvec2(4.0 * now, 2.0), velocity: dvec2(4.0, 0.0), ..State::default() };
//!     // The owner, every tick:
//!     wire.extend(sender.poll(now, &car).map(|sent| sent.update));
//!     // Everybody else, when something arrives and every frame:
//!     wire.drain(..).for_each(|update| _ = receiver.receive(now, &update));
//!     let drawn = receiver.sample(now).expect("the first state is always sent");
//!     assert!(drawn.position.distance(car.position) < 1e-9);
//! }
//! ```
//!
//! | module | what it decides |
//! |---|---|
//! | [`extrapolate`] | where an entity should be now: order 1 or 2, an arc, or a model of the game's own |
//! | [`sender`] | when an update is owed: threshold of position and heading, heartbeat, rate cap |
//! | [`receiver`] | what is drawn: which update counts, how its correction is hidden, what is stale |
//! | [`smoothing`] | the curves that hide a correction |
//! | [`quantise`] | states on a grid, as few bits carry them |
//! | [`interpolation`] | snapshots drawn in the past, between two of them, with a delay that may adapt |
//! | [`prediction`] | your own player: inputs that act at once, acknowledgements, reconciliation |
//! | [`rewind`] | lag compensation: a shot judged in the past that its shooter saw |
//! | [`clock`] | the other end's clock, estimated from pings |
//! | [`sequence`] | numbers that wrap |
//! | [`estimate`] | an acceleration where nobody measures it |
//! | [`guarantees`] | the bound of the error, the time between updates |
//!
//! Architecture Invariant: nothing here knows a clock, a socket, a file, a random number or the future. glam and libm
//! are the only dependencies, the standard library is none, and nothing allocates after it was made. Equal calls give
//! equal bits on every platform.
//!
//! Units: world units (u), seconds, radians counter-clockwise from +x, y up. All of it is `f64`: an `f32`
//! coordinate a million units out moves in steps of 1/16 u.
//!
//! [`Sender`]: sender::Sender
//! [`Receiver`]: receiver::Receiver

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

pub use glam;

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

/// The README's Rust is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
