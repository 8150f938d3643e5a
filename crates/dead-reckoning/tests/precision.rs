//! Why positions and times are `f64`: what single precision does far out and late, and that the core does not.

use dead_reckoning::{Order, State, Update, extrapolate::extrapolate};
use glam::dvec2;

/// A second of 60 Hz steps at 4 u/s from `start`, in single precision.
fn second_of_single_steps(start: f32) -> f32 {
    (0..60).fold(start, |x, _| x + 4.0 / 60.0) - start
}

/// The same in the core, in closed form from one update.
fn second_in_the_core(start: f64) -> f64 {
    let state =
        State { position: dvec2(start, 0.0), velocity: dvec2(4.0, 0.0), ..State::default() };
    let update = Update { sent_at: 0.0, state, teleport: false };
    (1..=60).fold(start, |_, tick| {
        extrapolate(&update, Order::Velocity, f64::from(tick) / 60.0).position.x
    }) - start
}

#[test]
fn far_out_single_precision_moves_too_little_or_not_at_all() {
    assert_eq!(second_of_single_steps(1e6), 3.75);
    assert_eq!(second_of_single_steps(2_097_152.0), 0.0);
    for start in [1e6, 2_097_152.0, 1e9] {
        assert!((second_in_the_core(start) - 4.0).abs() < 1e-6, "at {start}");
    }
}

#[test]
fn late_single_precision_does_not_know_the_time() {
    let late = 16_777.0_f32;
    let next = f32::from_bits(late.to_bits() + 1);
    assert!((next - late - 0.001_953_125).abs() < 1e-9, "{}", next - late);
    let hour = (0..216_000).fold(0.0_f32, |time, _| time + 1.0 / 60.0);
    assert!((hour - 3597.21).abs() < 0.01, "{hour}");
    let hour = (0..216_000).fold(0.0_f64, |time, _| time + 1.0 / 60.0);
    assert!((hour - 3600.0).abs() < 1e-6, "summing in double precision: {hour}");
    assert_eq!(216_000.0 / 60.0, 3600.0, "the simulator divides ticks instead");
}
