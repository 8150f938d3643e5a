//! Acceleration where nobody measures it: from the velocities of two ticks, as games do whose physics keeps none.
//!
//! In: `now` and the velocity. Out: the estimate. Invariant: a steady acceleration is found exactly, from the
//! second tick on.
//!
//! Source: the backward difference of any book on numerics.

use glam::DVec2;

/// Remembers one velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AccelerationEstimate {
    last: Option<(f64, DVec2)>,
    estimate: DVec2,
}

impl AccelerationEstimate {
    /// The estimate at `now` (s), given the velocity then (u/s): a = (v − v₋₁) / (t − t₋₁), u/s².
    ///
    /// Zero on the first call, when nothing is known yet. It looks back, so it is half a tick late; and noise
    /// of ±n on the velocity becomes as much as 2n · tick rate, which order 2 then multiplies by ½ t². A call
    /// that does not come later than the one before repeats the last estimate. NaN in gives NaN out; a sender
    /// refuses such a state.
    ///
    /// ```
    /// use dead_reckoning::estimate::AccelerationEstimate;
    /// use glam::dvec2;
    /// let mut estimate = AccelerationEstimate::default();
    /// estimate.poll(0.0, dvec2(4.0, 0.0));
    /// assert_eq!(estimate.poll(0.5, dvec2(0.0, 0.0)), dvec2(-8.0, 0.0));
    /// ```
    pub fn poll(&mut self, now: f64, velocity: DVec2) -> DVec2 {
        match self.last {
            Some((before, _)) if now <= before => return self.estimate,
            Some((before, old)) => self.estimate = (velocity - old) / (now - before),
            None => {}
        }
        self.last = Some((now, velocity));
        self.estimate
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extrapolate::extrapolate;
    use crate::{Order, State, Update};
    use glam::dvec2;

    #[test]
    fn a_steady_acceleration_is_found_and_the_first_tick_knows_none() {
        let mut estimate = AccelerationEstimate::default();
        for tick in 0..60 {
            let now = f64::from(tick) / 60.0;
            let found = estimate.poll(now, dvec2(4.0, 1.0) + dvec2(-3.0, 2.0) * now);
            let right = if tick == 0 { DVec2::ZERO } else { dvec2(-3.0, 2.0) };
            assert!(found.distance(right) < 1e-11, "tick {tick}: {found}");
        }
    }

    #[test]
    fn noise_on_the_velocity_ruins_order_two_and_hardly_touches_order_one() {
        // ±0.05 alternating at 60 Hz on a straight at 4 u/s.
        let mut estimate = AccelerationEstimate::default();
        let mut state = State::default();
        for tick in 0..=60 {
            let noise = if tick % 2 == 0 { 0.05 } else { -0.05 };
            state.velocity = dvec2(4.0 + noise, 0.0);
            state.acceleration = estimate.poll(f64::from(tick) / 60.0, state.velocity);
        }
        assert!((state.acceleration.x - 6.0).abs() < 1e-9, "{}", state.acceleration);
        let update = Update { sent_at: 1.0, state, teleport: false };
        let off = |order| extrapolate(&update, order, 1.5).position.x - 2.0;
        assert!((off(Order::Velocity) - 0.025).abs() < 1e-9);
        assert!((off(Order::Acceleration) - 0.025 - 0.75).abs() < 1e-9);
    }

    #[test]
    fn asked_twice_at_one_time_it_says_the_same() {
        let mut estimate = AccelerationEstimate::default();
        estimate.poll(0.0, DVec2::ZERO);
        let first = estimate.poll(1.0, dvec2(2.0, 0.0));
        assert_eq!(estimate.poll(1.0, dvec2(9.0, 9.0)), first);
    }
}
