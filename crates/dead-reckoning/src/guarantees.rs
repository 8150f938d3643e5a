//! What the formulas promise, to hold a run against.
//!
//! Source: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation", key formulas.

/// The most error that a snapping receiver of order 1 can show, u: ε + 2 s (L + h).
///
/// The sender notices at ε plus one tick; the update then spends the latency in flight while truth and model
/// part at up to twice the speed (a full reversal). Holds for constant speed `speed` (u/s), one-way
/// `latency` (s), tick length `tick` (s). Order 2 is not covered, nor is a receiver that blends.
///
/// ```
/// use dead_reckoning::guarantees::snapping_bound;
/// assert!((snapping_bound(0.3, 4.0, 0.1, 1.0 / 60.0) - 1.2333).abs() < 1e-4);
/// ```
#[must_use]
pub fn snapping_bound(threshold: f64, speed: f64, latency: f64, tick: f64) -> f64 {
    threshold + 2.0 * speed * (latency + tick)
}

/// The time between updates in a steady turn under order 1, s: √(2ε / ‖a‖).
///
/// A quarter of the threshold means twice the updates. Infinite where nothing accelerates.
///
/// ```
/// use dead_reckoning::guarantees::update_spacing;
/// assert_eq!(update_spacing(0.5, 16.0), 0.25);
/// ```
#[must_use]
pub fn update_spacing(threshold: f64, acceleration: f64) -> f64 {
    libm::sqrt(2.0 * threshold / acceleration.abs())
}
