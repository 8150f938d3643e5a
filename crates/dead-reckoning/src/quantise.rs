//! States on a grid: what a packet really carries when every number has a few bits.
//!
//! In: a state and a [`Format`]. Out: the state that arrives, and how many bytes it took. Invariant: within the
//! range no value moves by more than half a step, zero stays zero, and a value on the grid stays where it is.
//!
//! Source: G. Fiedler, "Snapshot Compression", Gaffer on Games, 2015; Valve Developer Community, "Networking
//! Entities" (bit counts and ranges of networked variables).

use super::extrapolate::wrap_angle;
use super::{Order, State};
use core::f64::consts::TAU;
use glam::DVec2;

/// A number on the wire: `bits` for −`range`..`range`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// How many bits; 0 sends the number as it is.
    pub bits: u32,
    /// The largest magnitude that has a code, in the number's unit.
    pub range: f64,
}

/// What a number takes that is sent as it is: a float of single precision.
pub const EXACT_BITS: u32 = 32;

/// The most bits that a grid has.
pub const MOST_BITS: u32 = 32;

impl Grid {
    /// A number that is sent as it is.
    pub const EXACT: Self = Self { bits: 0, range: 0.0 };

    /// The code with the largest magnitude: 2^(bits − 1) − 1. Codes run from its negative to it, so that zero
    /// has one and an entity at rest does not creep.
    fn top(self) -> f64 {
        f64::from(1_u32 << (self.bits.min(MOST_BITS) - 1)) - 1.0
    }

    /// The distance between two neighbours: range / (2^(bits − 1) − 1). Zero for a number sent as it is;
    /// infinite for one bit, which only has room for zero.
    ///
    /// ```
    /// use dead_reckoning::quantise::Grid;
    /// assert_eq!(Grid { bits: 8, range: 127.0 }.step(), 1.0);
    /// ```
    #[must_use]
    pub fn step(self) -> f64 {
        if self.bits == 0 { 0.0 } else { self.range / self.top() }
    }

    /// `value` as it arrives: the nearest of the grid; beyond the range, its end. NaN stays NaN.
    #[must_use]
    pub fn round(self, value: f64) -> f64 {
        if self.bits == 0 {
            return value;
        }
        let top = self.top();
        if top == 0.0 {
            return value * 0.0;
        }
        let step = self.range / top;
        libm::round(value / step).clamp(-top, top) * step
    }

    fn round_both(self, value: DVec2) -> DVec2 {
        DVec2::new(self.round(value.x), self.round(value.y))
    }

    fn holds(self, value: DVec2) -> bool {
        self.bits == 0 || value.abs().max_element() <= self.range
    }

    fn width(self) -> u32 {
        if self.bits == 0 { EXACT_BITS } else { self.bits }
    }
}

/// How a state is written into a packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Format {
    /// Each coordinate of the position, u.
    pub position: Grid,
    /// Each coordinate of the velocity, u/s.
    pub velocity: Grid,
    /// Each coordinate of the acceleration, u/s²; only sent where the model needs it.
    pub acceleration: Grid,
    /// Bits of the heading, which needs no range: 2^bits directions. 0 sends it as it is.
    pub heading_bits: u32,
    /// The angular velocity, rad/s.
    pub angular_velocity: Grid,
}

/// What every packet carries besides the state, bytes: 28 of IPv4 and UDP, two each for the entity and the sequence
/// number, four for the send time.
pub const HEADER_BYTES: u32 = 36;

impl Format {
    /// Everything as it is.
    pub const EXACT: Self = Self {
        position: Grid::EXACT,
        velocity: Grid::EXACT,
        acceleration: Grid::EXACT,
        heading_bits: 0,
        angular_velocity: Grid::EXACT,
    };

    /// The state that arrives when `state` is sent.
    #[must_use]
    pub fn round(&self, state: &State) -> State {
        State {
            position: self.position.round_both(state.position),
            velocity: self.velocity.round_both(state.velocity),
            acceleration: self.acceleration.round_both(state.acceleration),
            heading: round_heading(state.heading, self.heading_bits),
            angular_velocity: self.angular_velocity.round(state.angular_velocity),
        }
    }

    /// Whether all of `state` is within the ranges; what is not arrives as the end of its range.
    #[must_use]
    pub fn holds(&self, state: &State) -> bool {
        self.position.holds(state.position)
            && self.velocity.holds(state.velocity)
            && self.acceleration.holds(state.acceleration)
            && self.angular_velocity.holds(DVec2::new(state.angular_velocity, 0.0))
    }

    /// Bits of a state and its teleport flag. The acceleration travels only where `order` needs it.
    #[must_use]
    pub fn state_bits(&self, order: Order) -> u32 {
        let acceleration = match order {
            Order::Velocity | Order::Turn => 0,
            Order::Acceleration => 2 * self.acceleration.width(),
        };
        let heading = if self.heading_bits == 0 { EXACT_BITS } else { self.heading_bits };
        let angles = heading + self.angular_velocity.width();
        2 * self.position.width() + 2 * self.velocity.width() + acceleration + angles + 1
    }

    /// What a packet weighs, bytes: [`HEADER_BYTES`] and the state, filled up to whole bytes.
    ///
    /// ```
    /// use dead_reckoning::{Order, quantise::Format};
    /// assert_eq!(Format::EXACT.packet_bytes(Order::Velocity), 36 + 25);
    /// ```
    #[must_use]
    pub fn packet_bytes(&self, order: Order) -> u32 {
        HEADER_BYTES + self.state_bits(order).div_ceil(8)
    }
}

/// The nearest of 2^bits directions, rad, in −π..π.
fn round_heading(heading: f64, bits: u32) -> f64 {
    if bits == 0 {
        return heading;
    }
    let step = TAU / libm::exp2(f64::from(bits.min(MOST_BITS)));
    wrap_angle(libm::round(heading / step) * step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;
    use proptest::prelude::*;
    use std::f64::consts::PI;

    #[test]
    fn a_value_moves_to_the_nearest_and_zero_stays() {
        let grid = Grid { bits: 8, range: 25.4 };
        assert!((grid.step() - 0.2).abs() < 1e-12);
        for (value, right) in [(0.0, 0.0), (0.09, 0.0), (-0.11, -0.2), (0.31, 0.4), (99.0, 25.4)] {
            assert!((grid.round(value) - right).abs() < 1e-12, "{value}");
        }
        assert_eq!(grid.round(-1e9), -grid.round(1e9));
        assert!(grid.round(f64::NAN).is_nan());
    }

    #[test]
    fn no_bits_is_the_number_itself_and_one_bit_is_nothing() {
        assert_eq!(Grid::EXACT.round(0.1), 0.1);
        assert_eq!(Grid { bits: 1, range: 10.0 }.round(7.0), 0.0);
        assert!(Grid { bits: 32, range: 1.0 }.step() > 0.0);
    }

    #[test]
    fn the_heading_rounds_across_the_seam() {
        for (degrees, right) in [(179.0_f64, 180.0_f64), (-179.0, 180.0), (44.0, 0.0), (46.0, 90.0)]
        {
            let rounded = round_heading(degrees.to_radians(), 2);
            assert!(wrap_angle(rounded - right.to_radians()).abs() < 1e-12, "{degrees}: {rounded}");
            assert!((-PI..=PI).contains(&rounded));
        }
    }

    #[test]
    fn a_packet_is_as_large_as_its_fields() {
        let format = Format {
            position: Grid { bits: 16, range: 64.0 },
            velocity: Grid { bits: 10, range: 16.0 },
            acceleration: Grid { bits: 8, range: 32.0 },
            heading_bits: 8,
            angular_velocity: Grid { bits: 8, range: 8.0 },
        };
        assert_eq!(format.state_bits(Order::Velocity), 32 + 20 + 16 + 1);
        assert_eq!(format.packet_bytes(Order::Velocity), HEADER_BYTES + 9);
        assert_eq!(format.state_bits(Order::Turn), format.state_bits(Order::Velocity));
        assert_eq!(format.packet_bytes(Order::Acceleration), HEADER_BYTES + 11);
        assert!(format.holds(&State::default()));
        let outside = State { position: dvec2(0.0, -65.0), ..State::default() };
        assert!(!format.holds(&outside));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn rounding_moves_by_half_a_step_at_most_and_twice_is_once(
            value in -1.0..1.0_f64, bits in 2..=32_u32, range in 0.01..1e6_f64, heading in -PI..PI,
        ) {
            let grid = Grid { bits, range };
            let rounded = grid.round(value * range);
            prop_assert!((rounded - value * range).abs() <= grid.step() * (0.5 + 1e-6));
            prop_assert!((grid.round(rounded) - rounded).abs() <= 1e-12 * range);
            let turned = round_heading(heading, bits);
            let half = PI / libm::exp2(f64::from(bits));
            prop_assert!(wrap_angle(turned - heading).abs() <= half + 1e-12);
            prop_assert!((-PI..=PI).contains(&turned));
        }
    }
}
