//! The shared model: where an entity should be now, given its last update. Closed form, so that no frame
//! rate can make the two ends disagree.
//!
//! In: an update, the time, the [`Model`] that both ends agreed on, or one of the game's own ([`Extrapolate`]). Out:
//! the state. Invariant: at the time of the update the model is the state that was sent, and it is continuous in
//! time.
//!
//! Source: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation"; IEEE 1278.1, the DRM_FPW and
//! DRM_FVW algorithms. The turn: the constant turn rate and velocity (CTRV) model of target tracking,
//! R. Schubert, E. Richter, G. Wanielik, "Comparison and evaluation of advanced motion models for vehicle
//! tracking", 2008.

use super::{Order, State, Update};
use core::f64::consts::{PI, TAU};
use glam::{DVec2, dvec2};

/// What both ends run between two updates. It is part of the protocol: ends that disagree about it drift apart
/// without either noticing, so sender and receiver are given the same one.
///
/// [`Model`] serves most entities. What moves by a law of its own (a train on its track, a puck that slows down)
/// costs fewer updates by a model that knows it:
///
/// ```
/// use dead_reckoning::extrapolate::{Extrapolate, age};
/// use dead_reckoning::sender::{Sender, SenderConfig};
/// use dead_reckoning::{State, Update};
/// use glam::dvec2;
///
/// /// Slides on, with a drag of so much each second: v = v₀ e^(−d Δt), p = p₀ + v₀ (1 − e^(−d Δt)) / d.
/// struct Puck {
///     drag: f64,
/// }
///
/// impl Extrapolate for Puck {
///     fn at(&self, update: &Update, time: f64) -> State {
///         let left = libm::exp(-self.drag * age(update, time));
///         let State { position, velocity, .. } = update.state;
///         State {
///             position: position + velocity * ((1.0 - left) / self.drag),
///             velocity: velocity * left,
///             ..update.state
///         }
///     }
/// }
///
/// let hit = Update { state: State { velocity: dvec2(9.0, 0.0), ..State::default() }, ..Update::default() };
/// let updates = |drag| {
///     let mut sender = Sender::new(SenderConfig::of(Puck { drag }));
///     let times = (0..300).map(|tick| f64::from(tick) / 60.0);
///     times.filter(|&now| sender.poll(now, &Puck { drag: 0.5 }.at(&hit, now)).is_some()).count()
/// };
/// assert_eq!(updates(0.5), 1);
/// assert!(updates(1e-9) > 5); // by a model that goes straight on
/// ```
pub trait Extrapolate {
    /// The state at `time`, s, from the last update: at the time of the update and before it the state that was sent,
    /// and continuous after that. A function of its arguments alone, so that both ends get the same bits.
    #[must_use]
    fn at(&self, update: &Update, time: f64) -> State;

    /// When it comes to rest by itself, its velocity falling to nothing at once, s; infinite where it never does.
    #[must_use]
    fn rests_at(&self, _update: &Update) -> f64 {
        f64::INFINITY
    }

    /// As [`Extrapolate::at`], if it did not come to rest: what a blend under way goes on from, so that what is drawn
    /// has no jump where it does.
    #[must_use]
    fn run_on(&self, update: &Update, time: f64) -> State {
        self.at(update, time)
    }
}

/// The model that the crate offers: straight on, accelerated, or along an arc.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Model {
    /// What is extrapolated.
    pub order: Order,
    /// What order 2 does once it has braked to a stop.
    pub braking: Braking,
}

/// What the model of order 2 does once the acceleration has used up the velocity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Braking {
    /// Runs on, which drives a braking entity backwards.
    #[default]
    RunOn,
    /// Holds it where it stopped, until the next update.
    Hold,
}

impl Extrapolate for Model {
    /// The model at `time`, from the last update, with Δt = `time` − `sent_at`:
    ///
    /// - order 1: p = p₀ + v₀ Δt, v = v₀
    /// - order 2: p = p₀ + v₀ Δt + ½ a₀ Δt², v = v₀ + a₀ Δt
    /// - turn: p = p₀ + R(θ/2) v₀ Δt · sin(θ/2) / (θ/2), v = R(θ) v₀ with θ = ω₀ Δt: the chord of the arc, in
    ///   the direction of half the turn. For ω₀ → 0 this is order 1, without a division by zero.
    ///
    /// The heading is heading₀ + ω₀ Δt in all of them. A time before the update counts as Δt = 0 (see [`age`]).
    /// Order 2 is wrong once a braking entity has stopped: the formula drives it backwards, unless
    /// [`Braking::Hold`] stops it (see [`stops_after`]). The turn is wrong where an entity turns without
    /// following its nose, as a drifting car does. NaN in gives NaN out; senders and receivers refuse such
    /// states.
    #[inline(always)]
    fn at(&self, update: &Update, time: f64) -> State {
        let dt = age(update, time);
        let start = &update.state;
        match (self.order, self.braking) {
            (Order::Velocity, _) => accelerated(start, DVec2::ZERO, dt),
            (Order::Acceleration, Braking::RunOn) => accelerated(start, start.acceleration, dt),
            (Order::Acceleration, Braking::Hold) => braked(start, dt),
            (Order::Turn, _) => turned(start, dt),
        }
    }

    fn rests_at(&self, update: &Update) -> f64 {
        match (self.order, self.braking) {
            (Order::Acceleration, Braking::Hold) => update.sent_at + stops_after(&update.state),
            (Order::Velocity | Order::Turn, _) | (_, Braking::RunOn) => f64::INFINITY,
        }
    }

    fn run_on(&self, update: &Update, time: f64) -> State {
        Self { braking: Braking::RunOn, ..*self }.at(update, time)
    }
}

/// The [`Model`] of an order at `time`, s, where order 2 runs on ([`Braking::RunOn`]).
///
/// ```
/// use dead_reckoning::{Order, State, Update, extrapolate::extrapolate};
/// use glam::dvec2;
/// let state = State { velocity: dvec2(4.0, 0.0), acceleration: dvec2(-8.0, 0.0), ..State::default() };
/// let update = Update { sent_at: 0.0, state, teleport: false };
/// assert_eq!(extrapolate(&update, Order::Acceleration, 0.5).position.x, 1.0);
/// assert_eq!(extrapolate(&update, Order::Velocity, 0.5).position.x, 2.0);
/// ```
#[must_use]
pub fn extrapolate(update: &Update, order: Order, time: f64) -> State {
    Model { order, ..Model::default() }.at(update, time)
}

#[inline]
fn accelerated(start: &State, acceleration: DVec2, dt: f64) -> State {
    State {
        position: start.position + start.velocity * dt + 0.5 * acceleration * (dt * dt),
        velocity: start.velocity + acceleration * dt,
        acceleration,
        heading: wrap_angle(start.heading + start.angular_velocity * dt),
        angular_velocity: start.angular_velocity,
    }
}

/// How long order 2 takes until nothing is left of the velocity along its first direction, s:
/// ‖v₀‖² / −(v₀ · a₀). For straight braking that is v / a. Infinite where the acceleration does not brake, so a
/// steady turn (a₀ ⟂ v₀) never stops.
///
/// ```
/// use dead_reckoning::{State, extrapolate::stops_after};
/// use glam::dvec2;
/// let braking = State { velocity: dvec2(4.0, 0.0), acceleration: dvec2(-8.0, 0.0), ..State::default() };
/// assert_eq!(stops_after(&braking), 0.5);
/// ```
#[must_use]
pub fn stops_after(start: &State) -> f64 {
    let against = -start.velocity.dot(start.acceleration);
    if against > 0.0 { start.velocity.length_squared() / against } else { f64::INFINITY }
}

fn braked(start: &State, dt: f64) -> State {
    let stop = stops_after(start);
    if dt < stop {
        return accelerated(start, start.acceleration, dt);
    }
    let stopped = accelerated(start, start.acceleration, stop);
    State {
        position: stopped.position,
        velocity: DVec2::ZERO,
        acceleration: DVec2::ZERO,
        ..accelerated(start, DVec2::ZERO, dt)
    }
}

/// Below this the sine of an angle over the angle is 1 − x²/6 to the last bit, rad.
const SMALL_ANGLE: f64 = 1e-4;

fn turned(start: &State, dt: f64) -> State {
    let half = 0.5 * start.angular_velocity * dt;
    let (sin, cos) = libm::sincos(half);
    let chord = if half.abs() < SMALL_ANGLE { 1.0 - half * half / 6.0 } else { sin / half };
    let along = dvec2(cos, sin).rotate(start.velocity);
    let velocity = dvec2(cos, sin).rotate(along);
    State {
        position: start.position + along * (dt * chord),
        velocity,
        acceleration: velocity.perp() * start.angular_velocity,
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
/// use dead_reckoning::extrapolate::wrap_angle;
/// let turned = wrap_angle((170.0_f64 + 400.0 * 2.0).to_radians());
/// assert!((turned.to_degrees() + 110.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn wrap_angle(angle: f64) -> f64 {
    if (-PI..=PI).contains(&angle) {
        return angle;
    }
    let rest = (angle + PI) % TAU;
    let turn = if rest < 0.0 { rest + TAU } else { rest };
    (turn - PI).clamp(-PI, PI)
}

/// The angle between two directions in −π..π, rad: the shorter way, 0..π, without its sign.
///
/// ```
/// use dead_reckoning::extrapolate::angle_between;
/// assert!((angle_between(3.0, -3.0) - 0.283_185).abs() < 1e-6);
/// ```
#[must_use]
pub fn angle_between(one: f64, other: f64) -> f64 {
    let apart = (one - other).abs();
    apart.min(TAU - apart)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;
    use proptest::prelude::*;

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

    #[test]
    fn held_at_the_stop_it_stays_there() {
        let braking = update(DVec2::ZERO, dvec2(4.0, 0.0), dvec2(-8.0, 0.0));
        let hold = Model { order: Order::Acceleration, braking: Braking::Hold };
        for (time, x, speed) in [(0.25, 0.75, 2.0), (0.5, 1.0, 0.0), (1.5, 1.0, 0.0)] {
            let model = hold.at(&braking, time);
            assert_eq!((model.position.x, model.velocity.x), (x, speed), "at {time}");
        }
        assert_eq!(hold.at(&braking, 1.5).acceleration, DVec2::ZERO);
        // Nothing else is held: speeding up, and a turn at constant speed.
        for acceleration in [dvec2(8.0, 0.0), dvec2(0.0, 8.0)] {
            let other = update(DVec2::ZERO, dvec2(4.0, 0.0), acceleration);
            let run_on = extrapolate(&other, Order::Acceleration, 1.5);
            assert_eq!(hold.at(&other, 1.5), run_on);
        }
    }

    fn turning(angular_velocity: f64) -> Update {
        let mut turning = update(dvec2(1.0, 0.0), dvec2(0.0, 4.0), DVec2::ZERO);
        turning.state.heading = PI / 2.0;
        turning.state.angular_velocity = angular_velocity;
        turning
    }

    #[test]
    fn the_turn_follows_a_circle_for_ever() {
        // Radius 1, 4 u/s: where order 1 is off by a threshold of 0.3 u after 0.2 s, this is not off at all.
        for time in [0.1, 0.2, 1.0, 10.0, 1000.0] {
            let model = extrapolate(&turning(4.0), Order::Turn, time);
            let (sin, cos) = libm::sincos(4.0 * time);
            assert!(
                model.position.distance(dvec2(cos, sin)) < 1e-9,
                "at {time}: {}",
                model.position
            );
            assert!(model.velocity.distance(4.0 * dvec2(-sin, cos)) < 1e-9);
            assert!(model.acceleration.distance(-16.0 * dvec2(cos, sin)) < 1e-8);
            assert!(wrap_angle(model.heading - PI / 2.0 - 4.0 * time).abs() < 1e-9);
        }
    }

    #[test]
    fn half_a_turn_ends_opposite_and_a_whole_one_where_it_began() {
        let (radius, period) = (4.0 / PI, 2.0);
        let half = extrapolate(&turning(PI), Order::Turn, period / 2.0);
        assert!(
            half.position.distance(dvec2(1.0 - 2.0 * radius, 0.0)) < 1e-12,
            "{}",
            half.position
        );
        let whole = extrapolate(&turning(PI), Order::Turn, period);
        assert!(whole.position.distance(dvec2(1.0, 0.0)) < 1e-12, "{}", whole.position);
    }

    #[test]
    fn a_turn_that_vanishes_is_a_straight_line() {
        let straight = extrapolate(&turning(0.0), Order::Velocity, 2.0);
        assert_eq!(extrapolate(&turning(0.0), Order::Turn, 2.0).position, straight.position);
        // Across the place where the series takes over there is no step: the path leaves the tangent by ½ ω v t².
        for turn in [1e-300, 1e-12, 0.99e-4, 1.01e-4, 1e-3] {
            for sign in [1.0, -1.0] {
                let model = extrapolate(&turning(sign * turn), Order::Turn, 2.0);
                let aside = 1.0 - 0.5 * sign * turn * 4.0 * 4.0;
                assert!((model.position.x - aside).abs() < 1e-8, "{turn}: {}", model.position);
                let ahead = 8.0 * (1.0 - (2.0 * turn) * (2.0 * turn) / 6.0);
                assert!((model.position.y - ahead).abs() < 1e-9, "{turn}: {}", model.position);
            }
        }
    }

    #[test]
    fn two_half_turns_equal_one_whole_turn() {
        let whole = extrapolate(&turning(4.0), Order::Turn, 1.0);
        let state = extrapolate(&turning(4.0), Order::Turn, 0.5);
        let again = extrapolate(&Update { sent_at: 0.5, state, teleport: false }, Order::Turn, 1.0);
        assert!(again.position.distance(whole.position) < 1e-12);
        assert!(again.velocity.distance(whole.velocity) < 1e-12);
    }

    #[test]
    fn the_shortest_arc_across_the_seam_is_four_degrees() {
        let arc = wrap_angle((2.0_f64 - 358.0).to_radians());
        let between = angle_between((-2_f64).to_radians(), 2_f64.to_radians());
        assert!((between - arc).abs() < 1e-12);
        assert!((angle_between(3.1, -3.1) - wrap_angle(6.2).abs()).abs() < 1e-12);
        assert!((arc.to_degrees() - 4.0).abs() < 1e-9, "{}", arc.to_degrees());
    }

    proptest! {
        #[test]
        fn a_wrapped_angle_is_the_euclidean_rest_to_the_bit(
            angle in prop_oneof![-1e3..1e3_f64, -7.0..7.0_f64, any::<f64>()],
        ) {
            let right = if angle.abs() <= PI { angle } else { (angle + PI).rem_euclid(TAU) - PI };
            prop_assert_eq!(wrap_angle(angle).to_bits(), right.clamp(-PI, PI).to_bits(), "{}", angle);
        }
    }
}
