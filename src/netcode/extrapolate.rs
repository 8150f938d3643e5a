//! The shared model: where an entity should be now, given its last update. Closed form, so that no frame
//! rate can make the two ends disagree.
//!
//! Source: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation"; IEEE 1278.1, the DRM_FPW and
//! DRM_FVW algorithms.

use super::{Order, State, Update};
use glam::DVec2;
use std::f64::consts::{PI, TAU};

/// The model at `time`, from the last update:
///
/// p = p₀ + v₀ Δt + ½ a₀ Δt², v = v₀ + a₀ Δt, heading = heading₀ + ω₀ Δt, with Δt = `time` − `sent_at`.
///
/// Order 1 takes a₀ as zero. A time before the update counts as Δt = 0 (see [`age`]). Order 2 is wrong once
/// a braking entity has stopped: the formula drives it backwards. NaN in gives NaN out; senders and
/// receivers refuse such states.
///
/// ```
/// use dead_reckoning_lab::netcode::{Order, State, Update, extrapolate::extrapolate};
/// use glam::dvec2;
/// let state = State { velocity: dvec2(4.0, 0.0), acceleration: dvec2(-8.0, 0.0), ..State::default() };
/// let update = Update { sent_at: 0.0, state, teleport: false };
/// assert_eq!(extrapolate(&update, Order::Acceleration, 0.5).position.x, 1.0);
/// assert_eq!(extrapolate(&update, Order::Velocity, 0.5).position.x, 2.0);
/// ```
#[must_use]
pub fn extrapolate(update: &Update, order: Order, time: f64) -> State {
    let dt = age(update, time);
    let start = &update.state;
    let acceleration = match order {
        Order::Velocity => DVec2::ZERO,
        Order::Acceleration => start.acceleration,
    };
    State {
        position: start.position + start.velocity * dt + 0.5 * acceleration * (dt * dt),
        velocity: start.velocity + acceleration * dt,
        acceleration,
        heading: wrap_angle(start.heading + start.angular_velocity * dt),
        angular_velocity: start.angular_velocity,
    }
}

/// The age of an update at `time`, s: never below zero. A stamp from the future means that the two clocks
/// disagree, and running the model backwards would draw the entity where it has not been asked to be.
#[must_use]
pub fn age(update: &Update, time: f64) -> f64 {
    (time - update.sent_at).max(0.0)
}

/// The same angle in −π..π, however many turns it holds, rad.
///
/// ```
/// use dead_reckoning_lab::netcode::extrapolate::wrap_angle;
/// let turned = wrap_angle((170.0_f64 + 400.0 * 2.0).to_radians());
/// assert!((turned.to_degrees() + 110.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn wrap_angle(angle: f64) -> f64 {
    if (-PI..=PI).contains(&angle) {
        return angle;
    }
    let turned = (angle + PI).rem_euclid(TAU) - PI;
    turned.clamp(-PI, PI)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    fn update(position: DVec2, velocity: DVec2, acceleration: DVec2) -> Update {
        Update {
            state: State { position, velocity, acceleration, ..State::default() },
            ..Update::default()
        }
    }

    #[test]
    fn two_half_steps_equal_one_whole_step() {
        // The three axes of the published case, two at a time.
        let axes = [
            (dvec2(-6378137.0, -5.0), dvec2(30.0, 35.0), dvec2(-80.0, -85.0)),
            (dvec2(-5.0, -10.0), dvec2(35.0, 40.0), dvec2(-85.0, -90.0)),
        ];
        let right = [
            (dvec2(-6378132.0, 1.875), dvec2(-10.0, -7.5)),
            (dvec2(1.875, -1.25), dvec2(-7.5, -5.0)),
        ];
        for ((p, v, a), (position, velocity)) in axes.into_iter().zip(right) {
            let whole = extrapolate(&update(p, v, a), Order::Acceleration, 0.5);
            assert_eq!((whole.position, whole.velocity), (position, velocity));
            let half = extrapolate(&update(p, v, a), Order::Acceleration, 0.25);
            let restart = Update { sent_at: 0.25, state: half, teleport: false };
            assert_eq!(extrapolate(&restart, Order::Acceleration, 0.5), whole);
        }
    }

    #[test]
    fn velocity_and_acceleration_add_up_per_axis() {
        let coasting = update(DVec2::ZERO, dvec2(10.0, -20.0), DVec2::ZERO);
        assert_eq!(extrapolate(&coasting, Order::Velocity, 2.0).position, dvec2(20.0, -40.0));
        let turning = update(DVec2::ZERO, dvec2(-10.0, 10.0), dvec2(-2.0, 2.0));
        assert_eq!(extrapolate(&turning, Order::Acceleration, 2.0).position, dvec2(-24.0, 24.0));
    }

    #[test]
    fn the_result_does_not_depend_on_the_frame_rate() {
        let braking = update(DVec2::ZERO, dvec2(4.0, 0.0), dvec2(-8.0, 0.0));
        for rate in [20, 60, 144] {
            let mut drawn = State::default();
            for frame in 0..=rate / 2 {
                let now = f64::from(frame) / f64::from(rate);
                drawn = extrapolate(&braking, Order::Acceleration, now);
            }
            assert_eq!(drawn.position.x, 1.0, "{rate} Hz");
        }
    }

    #[test]
    fn order_two_runs_backwards_past_the_stop() {
        let braking = update(DVec2::ZERO, dvec2(4.0, 0.0), dvec2(-8.0, 0.0));
        assert_eq!(extrapolate(&braking, Order::Acceleration, 1.5).position.x, -3.0);
    }

    #[test]
    fn no_time_or_a_time_before_the_update_changes_nothing() {
        let mut moving = update(dvec2(1.0, 2.0), dvec2(3.0, 4.0), dvec2(5.0, 6.0));
        moving.sent_at = 10.0;
        for time in [10.0, 9.95] {
            assert_eq!(extrapolate(&moving, Order::Acceleration, time), moving.state);
        }
    }

    #[test]
    fn heading_follows_the_angular_velocity_and_wraps() {
        let mut turning = update(DVec2::ZERO, DVec2::ZERO, DVec2::ZERO);
        turning.state.heading = 170_f64.to_radians();
        turning.state.angular_velocity = 400_f64.to_radians();
        let heading = extrapolate(&turning, Order::Velocity, 2.0).heading;
        assert!((heading.to_degrees() + 110.0).abs() < 1e-9, "{}", heading.to_degrees());
    }
}
