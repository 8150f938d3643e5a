//! How a correction is hidden: the drawn state leaves the old guess and lands exactly on the new model.
//!
//! In: the drawn state when the update was applied, the new model now, the time since. Out: the state to
//! draw. Invariant: at τ = 0 the position is the old one, from τ = T on the state is the model.
//!
//! Source: C. Murphy, "Believable Dead Reckoning for Networked Games", Game Engine Gems 2, 2011, in the form
//! of the Game Development Cheat Sheet: v′ is the new model's velocity *now*, not at the arrival.

use super::State;

/// Projective velocity blending, τ = `tau` s after the update was applied, over T = `duration` s:
///
/// q = P + (p′ − P) k, P = q₀ + (v₀ + (v′ − v₀) k) τ + ½ a′ τ², k = τ / T
///
/// where q₀, v₀ = `from` and primes are `model`, both at the present time. `duration` ≤ 0 (or NaN) snaps.
/// The position is continuous; the velocity is not: it starts at v₀ + Δ/T and ends at v′ + Δ/T, with Δ the
/// correction, so the drawn entity moves backwards wherever Δ/T against the heading exceeds its speed.
///
/// The velocity returned is the faded one, v₀ + (v′ − v₀) k, as in the published code: it is what a blend that
/// is interrupted starts from, and the published figures come out this way. It is not the slope of the drawn
/// position, which also holds the Δ/T of the correction.
///
/// ```
/// use dead_reckoning_lab::netcode::{State, smoothing::projective_velocity_blend};
/// use glam::dvec2;
/// let from = State { velocity: dvec2(4.0, 0.0), ..State::default() };
/// let model = State { position: dvec2(0.5, 0.9), velocity: dvec2(0.0, 4.0), ..State::default() };
/// let drawn = projective_velocity_blend(&from, &model, 0.1, 0.2);
/// assert!(drawn.position.distance(dvec2(0.35, 0.55)) < 1e-12);
/// ```
#[must_use]
pub fn projective_velocity_blend(from: &State, model: &State, tau: f64, duration: f64) -> State {
    if duration.is_nan() || duration <= 0.0 || tau >= duration {
        return *model;
    }
    let tau = tau.max(0.0);
    let k = tau / duration;
    let velocity = from.velocity + (model.velocity - from.velocity) * k;
    let projected = from.position + velocity * tau + 0.5 * model.acceleration * (tau * tau);
    State { position: projected + (model.position - projected) * k, velocity, ..*model }
}
