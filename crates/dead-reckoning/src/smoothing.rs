//! How a correction is hidden: the drawn state leaves the old guess and comes to the new model.
//!
//! In: the [`Correction`] as it was when the update was applied, the new model now, the time since. Out: the state
//! to draw. Invariant: at τ = 0 the position is the old one (snapping aside), from τ = T on the state is the
//! model (exponential decay aside, which comes as near as wanted and never arrives).
//!
//! Sources: C. Murphy, "Believable Dead Reckoning for Networked Games", Game Engine Gems 2, 2011, in the form
//! of the Game Development Cheat Sheet: v′ is the new model's velocity *now*, not at the arrival.
//! N. Van Caldwell, "Defeating Lag with Cubic Splines", GameDev.net, 2000. P. Barry, R. Goldman, "A recursive
//! evaluation algorithm for a class of Catmull-Rom splines", 1988; C. Yuksel, S. Schaefer, J. Keyser,
//! "Parameterization and applications of Catmull-Rom curves", 2011. G. Fiedler, "State Synchronization",
//! Gaffer on Games, 2015.

use super::{State, TIME_NOISE};
use core::f64::consts::{PI, TAU};
use glam::DVec2;

/// The ways to hide a correction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Smoothing {
    /// The new model at once: the least error, and every correction is a visible pop. IEEE 1278.1, dead reckoning without
    /// smoothing.
    Snap,
    /// Projective velocity blending: two straight guesses, faded into each other. No swing, but a kink at both ends.
    /// C. Murphy, 2011.
    #[default]
    ProjectiveVelocity,
    /// Cubic Hermite spline with both velocities: no kink at either end; in return it swings out where they differ.
    /// As in N. Van Caldwell, 2000.
    Hermite,
    /// Cubic Bézier curve: at handle 1 the Hermite curve; longer handles swing out further and start too fast.
    /// N. Van Caldwell, 2000.
    Bezier,
    /// Centripetal Catmull-Rom spline: through the old path and the new one without loops; its speed jumps at both ends.
    /// E. Catmull, R. Rom, 1974; C. Yuksel and others, 2011.
    CatmullRom,
    /// Exponential decay of the error, by the same factor in equal times: quick at first, never past the model.
    /// G. Fiedler, 2015.
    Exponential,
}

/// What there is to know about one way to hide a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SmoothingRow {
    /// Which.
    pub smoothing: Smoothing,
    /// What files call it.
    pub name: &'static str,
    /// Whether the drawn position has no jump, at an update or at the end of a correction.
    pub position_continuous: bool,
    /// Whether the drawn velocity has none either (the Bézier curve at handle 1).
    pub velocity_continuous: bool,
}

const fn row(
    smoothing: Smoothing,
    name: &'static str,
    position_continuous: bool,
    velocity_continuous: bool,
) -> SmoothingRow {
    SmoothingRow { smoothing, name, position_continuous, velocity_continuous }
}

/// Every way to hide a correction, in the order of [`Smoothing`].
pub const SMOOTHINGS: [SmoothingRow; 6] = [
    row(Smoothing::Snap, "snap", false, false),
    row(Smoothing::ProjectiveVelocity, "projective-velocity", true, false),
    row(Smoothing::Hermite, "hermite", true, true),
    row(Smoothing::Bezier, "bezier", true, true),
    row(Smoothing::CatmullRom, "catmull-rom", true, false),
    row(Smoothing::Exponential, "exponential", true, false),
];

impl Smoothing {
    /// What there is to know about it.
    #[must_use]
    pub fn row(self) -> &'static SmoothingRow {
        &SMOOTHINGS[self as usize]
    }
}

/// How long a correction takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BlendUntil {
    /// The blend time.
    #[default]
    Fixed,
    /// Until the next update is expected: as long as the last two were apart, and no longer than a heartbeat.
    /// T̂ = τ / T runs from 0 at the update to 1 when the next should arrive, and stays there if it is late.
    NextUpdate,
}

/// A correction under way, as it was when the update was applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correction {
    /// What was drawn.
    pub from: State,
    /// The new model at that time: the correction Δ is its position less the drawn one.
    pub model: State,
    /// The new model at the end, T later: where the splines are going.
    pub to: State,
    /// T, s. Zero or less, or NaN, snaps.
    pub duration: f64,
}

/// How much of the error exponential decay leaves after T: one part in a hundred.
const LEFT_AFTER_DURATION: f64 = 0.01;

/// After this many T nothing is left of it that an `f64` could hold: 0.01⁸.
const DECAYED: f64 = 8.0;

impl Correction {
    /// The state to draw, τ = `tau` s after the update was applied, `model` being the new model at that time.
    ///
    /// `handle` is the length of the Bézier curve's handles in thirds of T; the others ignore it. τ below zero
    /// counts as zero, and headings are taken to be in −π..π. The heading goes the shorter way round: what the update
    /// turned it by, at the most half a turn, fades out on top of the model's own turning, so that it never changes
    /// its mind about the way.
    #[must_use]
    pub fn at(&self, smoothing: Smoothing, handle: f64, model: &State, tau: f64) -> State {
        let duration = self.duration;
        // Where a curve's speed jumps at its end, rounding must not decide on which side of it a tick falls. The
        // published blend has no such allowance, and none is put in: its figures come out to the bit.
        let end = match smoothing {
            Smoothing::Snap | Smoothing::ProjectiveVelocity => duration,
            Smoothing::Hermite | Smoothing::Bezier | Smoothing::CatmullRom => duration - TIME_NOISE,
            Smoothing::Exponential => DECAYED * duration,
        };
        if duration.is_nan() || duration <= 0.0 || tau >= end {
            return *model;
        }
        let tau = tau.max(0.0);
        let k = tau / duration;
        let (from, to) = (&self.from, &self.to);
        let faded = |left: f64| wrapped_once(model.heading + self.turn() * left);
        let heading = faded(1.0 - k);
        match smoothing {
            Smoothing::Snap => *model,
            Smoothing::ProjectiveVelocity => {
                State { heading, ..projective_velocity_blend(from, model, tau, duration) }
            }
            Smoothing::Hermite => drawn(hermite(from, to, tau, duration), heading, model),
            Smoothing::Bezier => drawn(bezier(from, to, handle, tau, duration), heading, model),
            Smoothing::CatmullRom => {
                drawn(catmull_rom(from, to, CENTRIPETAL, tau, duration), heading, model)
            }
            Smoothing::Exponential => {
                let rate = -libm::log(LEFT_AFTER_DURATION) / duration;
                let left = libm::exp(-rate * tau);
                let offset = (from.position - self.model.position) * left;
                State {
                    position: model.position + offset,
                    velocity: model.velocity - offset * rate,
                    heading: faded(left),
                    ..*model
                }
            }
        }
    }

    /// From the new model's heading to the drawn one, the shorter way, rad.
    fn turn(&self) -> f64 {
        wrapped_once(self.from.heading - self.model.heading)
    }
}

/// The sum or difference of two angles in −π..π, in that range again, rad.
fn wrapped_once(angle: f64) -> f64 {
    if angle > PI {
        angle - TAU
    } else if angle < -PI {
        angle + TAU
    } else {
        angle
    }
}

fn drawn(on_curve: OnCurve, heading: f64, model: &State) -> State {
    State { position: on_curve.position, velocity: on_curve.velocity, heading, ..*model }
}

/// A place on a curve and how fast it is passed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnCurve {
    /// Where, u.
    pub position: DVec2,
    /// The slope of the position, u/s.
    pub velocity: DVec2,
}

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
/// use dead_reckoning::{State, smoothing::projective_velocity_blend};
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

/// Cubic Hermite spline from `from` to `to`, τ = `tau` s on the way, T = `duration` s long (above zero), k = τ / T:
///
/// q = (2k³ − 3k² + 1) P₀ + (k³ − 2k² + k) T V₀ + (3k² − 2k³) E + (k³ − k²) T V₁
///
/// Position and velocity are those of `from` at the start and those of `to` at the end, so both are continuous.
///
/// ```
/// use dead_reckoning::{State, smoothing::hermite};
/// use glam::dvec2;
/// let from = State { velocity: dvec2(4.0, 0.0), ..State::default() };
/// let to = State { position: dvec2(0.5, 1.3), velocity: dvec2(0.0, 4.0), ..State::default() };
/// assert!(hermite(&from, &to, 0.1, 0.2).position.distance(dvec2(0.35, 0.55)) < 1e-12);
/// ```
#[must_use]
pub fn hermite(from: &State, to: &State, tau: f64, duration: f64) -> OnCurve {
    let tangents = (from.velocity * duration, to.velocity * duration);
    cubic(from.position, to.position, tangents, tau / duration, duration)
}

/// The cubic with these ends and these slopes (per k) at them.
fn cubic(
    start: DVec2,
    end: DVec2,
    (left, right): (DVec2, DVec2),
    k: f64,
    duration: f64,
) -> OnCurve {
    let way = end - start;
    // In the form c₃k³ + c₂k² + c₁k + c₀, which starts at `start` to the bit.
    let third = left + right - 2.0 * way;
    let second = 3.0 * way - 2.0 * left - right;
    OnCurve {
        position: start + k * (left + k * (second + k * third)),
        velocity: (left + k * (2.0 * second + k * (3.0 * third))) / duration,
    }
}

/// Cubic Bézier curve from `from` to `to`, with inner points P₀ + `handle` · V₀ T / 3 and E − `handle` · V₁ T / 3, by
/// de Casteljau's construction; `tau` and `duration` as in [`hermite`].
///
/// Handle 1 is the Hermite curve. Handle 3 is the published one, which takes the whole way of the velocities as
/// handles: it starts at 3 V₀ and ends at 3 V₁, so that only the direction of the drawn velocity is continuous.
///
/// The velocity returned is the slope, divided by a `handle` above 1. It is what an interrupted curve starts from, and
/// with the slope itself every interruption would multiply the speed by the handle, without end.
///
/// ```
/// use dead_reckoning::{State, smoothing::{bezier, hermite}};
/// use glam::dvec2;
/// let from = State { velocity: dvec2(4.0, 0.0), ..State::default() };
/// let to = State { position: dvec2(0.5, 1.3), velocity: dvec2(0.0, 4.0), ..State::default() };
/// let same = hermite(&from, &to, 0.15, 0.2).position;
/// assert!(bezier(&from, &to, 1.0, 0.15, 0.2).position.distance(same) < 1e-12);
/// ```
#[must_use]
pub fn bezier(from: &State, to: &State, handle: f64, tau: f64, duration: f64) -> OnCurve {
    let (k, reach) = (tau / duration, handle * duration / 3.0);
    let inner = (from.position + from.velocity * reach, to.position - to.velocity * reach);
    let one = from.position.lerp(inner.0, k);
    let two = inner.0.lerp(inner.1, k);
    let three = inner.1.lerp(to.position, k);
    let (left, right) = (one.lerp(two, k), two.lerp(three, k));
    let slope = (right - left) * (3.0 / duration);
    OnCurve { position: left.lerp(right, k), velocity: slope / handle.max(1.0) }
}

/// The parameterization of [`catmull_rom`] without loops and cusps.
pub const CENTRIPETAL: f64 = 0.5;

/// Catmull-Rom spline from `from` to `to`, through P₀ − V₀ T, P₀, E and E + V₁ T; `tau` and `duration` as in
/// [`hermite`].
///
/// The knots are ‖difference‖^`alpha` apart: 0 is uniform, ½ centripetal. The stretch between P₀ and E is passed
/// evenly in time. Its slopes follow from the four points, so the position is continuous and the velocity is not:
/// uniform, it starts at (V₀ + (E − P₀) / T) / 2. Points that coincide leave the slope there at zero.
///
/// ```
/// use dead_reckoning::{State, smoothing::catmull_rom};
/// use glam::dvec2;
/// let from = State { velocity: dvec2(4.0, 0.0), ..State::default() };
/// let to = State { position: dvec2(0.5, 1.3), velocity: dvec2(0.0, 4.0), ..State::default() };
/// assert!(catmull_rom(&from, &to, 0.0, 0.1, 0.2).position.distance(dvec2(0.3, 0.6)) < 1e-12);
/// ```
#[must_use]
pub fn catmull_rom(from: &State, to: &State, alpha: f64, tau: f64, duration: f64) -> OnCurve {
    let before = from.velocity * duration;
    let way = to.position - from.position;
    let after = to.velocity * duration;
    let knot = |step: DVec2| libm::pow(step.length(), alpha);
    let (first, middle, last) = (knot(before), knot(way), knot(after));
    let left = slope((before, first), (way, middle)) * middle;
    let right = slope((way, middle), (after, last)) * middle;
    cubic(from.position, to.position, (left, right), tau / duration, duration)
}

/// The slope per knot between two stretches, each with the distance of its knots: a₁/d₁ − (a₁ + a₂)/(d₁ + d₂) + a₂/d₂.
fn slope((first, near): (DVec2, f64), (second, far): (DVec2, f64)) -> DVec2 {
    let over = |way: DVec2, knots: f64| if knots > 0.0 { way / knots } else { DVec2::ZERO };
    over(first, near) - over(first + second, near + far) + over(second, far)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extrapolate::wrap_angle;
    use glam::dvec2;
    use proptest::prelude::*;

    fn state(position: DVec2, velocity: DVec2) -> State {
        State { position, velocity, ..State::default() }
    }

    /// P0(0,0) V0(4,0) → P1(0.5,0.5) V1(0,4), T 0.2, as published.
    fn published() -> Correction {
        Correction {
            from: state(DVec2::ZERO, dvec2(4.0, 0.0)),
            model: state(dvec2(0.5, 0.5), dvec2(0.0, 4.0)),
            to: state(dvec2(0.5, 1.3), dvec2(0.0, 4.0)),
            duration: 0.2,
        }
    }

    /// The drawn state of a correction towards a model of order 1.
    fn at(correction: &Correction, smoothing: Smoothing, tau: f64) -> State {
        let model = correction.model;
        let position = model.position + model.velocity * tau;
        let heading = wrap_angle(model.heading + model.angular_velocity * tau);
        correction.at(smoothing, 1.0, &State { position, heading, ..model }, tau)
    }

    fn near(left: DVec2, right: DVec2) {
        assert!(left.distance(right) < 1e-12, "{left} is not {right}");
    }

    #[test]
    fn the_table_names_each_smoothing_once_and_in_order() {
        for (place, row) in SMOOTHINGS.iter().enumerate() {
            assert_eq!(row.smoothing as usize, place);
            assert_eq!(row.smoothing.row(), row);
            assert!(SMOOTHINGS[..place].iter().all(|other| other.name != row.name));
            assert!(row.position_continuous || !row.velocity_continuous);
        }
        assert_eq!(Smoothing::default().row().name, "projective-velocity");
    }

    #[test]
    fn hermite_and_bezier_come_out_to_the_published_digit() {
        for (tau, x, y) in [
            (0.0, 0.0, 0.0),
            (0.05, 0.190625, 0.165625),
            (0.1, 0.35, 0.55),
            (0.15, 0.459375, 0.984375),
            (0.2, 0.5, 1.3),
            (0.3, 0.5, 1.7),
        ] {
            near(at(&published(), Smoothing::Hermite, tau).position, dvec2(x, y));
            near(at(&published(), Smoothing::Bezier, tau).position, dvec2(x, y));
        }
    }

    #[test]
    fn the_uniform_spline_comes_out_to_the_published_digit() {
        let Correction { from, to, .. } = published();
        for (tau, x, y) in [(0.0, 0.0, 0.0), (0.05, 0.1578125, 0.2453125), (0.1, 0.3, 0.6)] {
            near(catmull_rom(&from, &to, 0.0, tau, 0.2).position, dvec2(x, y));
        }
    }

    /// Barry and Goldman's pyramid over the same four points.
    fn pyramid(correction: &Correction, alpha: f64, k: f64) -> DVec2 {
        let Correction { from, to, duration, .. } = correction;
        let points = [
            from.position - from.velocity * *duration,
            from.position,
            to.position,
            to.position + to.velocity * *duration,
        ];
        let mut knots = [0.0; 4];
        for place in 1..4 {
            let step = points[place].distance(points[place - 1]);
            knots[place] = knots[place - 1] + libm::pow(step, alpha);
        }
        let time = knots[1] + k * (knots[2] - knots[1]);
        let mut row = points.to_vec();
        for (level, width) in [(1, 1), (2, 2), (3, 1)] {
            // The last level spans the middle stretch only.
            let first = usize::from(level == 3);
            row = (0..4 - level)
                .map(|place| {
                    let (low, high) = (knots[first + place], knots[first + place + width]);
                    row[place].lerp(row[place + 1], (time - low) / (high - low))
                })
                .collect();
        }
        row[0]
    }

    #[test]
    fn the_centripetal_spline_is_barry_and_goldmans() {
        for part in 0..=20 {
            let k = f64::from(part) / 20.0;
            let Correction { from, to, duration, .. } = published();
            for alpha in [0.0, CENTRIPETAL, 1.0] {
                let here = catmull_rom(&from, &to, alpha, k * duration, duration).position;
                near(here, pyramid(&published(), alpha, k));
            }
        }
    }

    #[test]
    fn points_that_coincide_divide_nothing_by_zero() {
        let still = state(dvec2(1.0, 2.0), DVec2::ZERO);
        let moving = state(dvec2(1.0, 2.0), dvec2(3.0, 0.0));
        let there = state(dvec2(1.3, 2.0), DVec2::ZERO);
        for (from, to) in [(still, still), (still, there), (moving, still), (still, moving)] {
            for alpha in [0.0, CENTRIPETAL] {
                for tau in [0.0, 0.1, 0.2] {
                    let on_curve = catmull_rom(&from, &to, alpha, tau, 0.2);
                    assert!(on_curve.position.is_finite() && on_curve.velocity.is_finite());
                }
                near(catmull_rom(&from, &to, alpha, 0.0, 0.2).position, from.position);
                near(catmull_rom(&from, &to, alpha, 0.2, 0.2).position, to.position);
            }
        }
    }

    #[test]
    fn an_error_decays_by_the_same_factor_in_equal_times() {
        let correction = published();
        let left = |tau: f64| {
            let model = correction.model.position + correction.model.velocity * tau;
            at(&correction, Smoothing::Exponential, tau).position.distance(model)
        };
        assert!((left(0.0) - 0.5_f64.sqrt()).abs() < 1e-12);
        assert!((left(0.2) / left(0.0) - 0.01).abs() < 1e-12);
        assert!((left(0.4) / left(0.2) - 0.01).abs() < 1e-12);
        assert!((left(0.1) / left(0.0) - 0.1).abs() < 1e-12);
        assert_eq!(left(1.61), 0.0);
    }

    #[test]
    fn a_correction_at_rest_is_monotone_and_ends_at_rest() {
        let correction = Correction {
            from: State::default(),
            model: state(dvec2(0.3, 0.0), DVec2::ZERO),
            to: state(dvec2(0.3, 0.0), DVec2::ZERO),
            duration: 0.2,
        };
        for row in &SMOOTHINGS {
            let path: Vec<f64> = (0..=100)
                .map(|step| at(&correction, row.smoothing, 0.02 * f64::from(step)).position.x)
                .collect();
            assert!(path.windows(2).all(|pair| pair[0] <= pair[1]), "{}: {path:?}", row.name);
            assert_eq!(path[100], 0.3, "{}", row.name);
            assert_eq!(at(&correction, row.smoothing, 2.0).velocity, DVec2::ZERO);
        }
    }

    #[test]
    fn no_time_snaps_without_a_division_by_zero() {
        for row in &SMOOTHINGS {
            for duration in [0.0, -1.0, f64::NAN] {
                let correction = Correction { duration, ..published() };
                for tau in [0.0, 0.1] {
                    let drawn = at(&correction, row.smoothing, tau).position;
                    assert_eq!(drawn, dvec2(0.5, 0.5 + 4.0 * tau), "{}", row.name);
                }
            }
        }
    }

    #[test]
    fn a_long_handle_starts_three_times_too_fast() {
        let Correction { from, to, .. } = published();
        let moved = |handle| bezier(&from, &to, handle, 1e-9, 0.2).position / 1e-9;
        assert!(moved(1.0).distance(from.velocity) < 1e-5);
        assert!(moved(3.0).distance(3.0 * from.velocity) < 1e-5, "{}", moved(3.0));
    }

    #[test]
    fn interrupted_again_and_again_no_smoothing_runs_away() {
        // An update on every tick, each blended over half a second: a run-away would double on each of them.
        for row in &SMOOTHINGS {
            for handle in [0.0, 1.0, 3.0, 10.0] {
                let mut drawn = state(dvec2(-0.5, 0.3), dvec2(4.0, 0.0));
                let mut far: f64 = 0.0;
                for tick in 0..2000 {
                    let (sin, cos) = libm::sincos(f64::from(tick) / 60.0);
                    let model = state(dvec2(cos, sin), dvec2(-sin, cos));
                    let to = State { position: model.position + model.velocity * 0.5, ..model };
                    let correction = Correction { from: drawn, model, to, duration: 0.5 };
                    let next = State { position: model.position + model.velocity / 60.0, ..model };
                    drawn = correction.at(row.smoothing, handle, &next, 1.0 / 60.0);
                    far = far.max(drawn.position.distance(model.position));
                }
                assert!(far < 4.0, "{} with handle {handle}: {far}", row.name);
            }
        }
    }

    #[test]
    fn the_heading_goes_the_shorter_way_round_and_never_leaves_its_range() {
        for (from, to, half) in
            [(358.0_f64, 2.0_f64, 0.0), (2.0, 358.0, 0.0), (170.0, -170.0, 180.0)]
        {
            let heading = |degrees: f64| wrap_angle(degrees.to_radians());
            let mut correction = published();
            correction.from.heading = heading(from);
            correction.model.heading = heading(to);
            for row in SMOOTHINGS.iter().filter(|row| row.position_continuous) {
                let start = at(&correction, row.smoothing, 0.0).heading;
                assert!(wrap_angle(start - heading(from)).abs() < 1e-12, "{}", row.name);
                let way: f64 = (0..=400)
                    .map(|step| at(&correction, row.smoothing, 0.005 * f64::from(step)).heading)
                    .collect::<Vec<f64>>()
                    .windows(2)
                    .map(|pair| wrap_angle(pair[1] - pair[0]).abs())
                    .sum();
                let shorter = wrap_angle(heading(to) - heading(from)).abs();
                assert!((way - shorter).abs() < 1e-9, "{}: {}", row.name, way.to_degrees());
                if row.smoothing != Smoothing::Exponential {
                    let middle = at(&correction, row.smoothing, 0.1).heading;
                    assert!(wrap_angle(middle - heading(half)).abs() < 1e-12, "{}", row.name);
                }
            }
        }
    }

    fn any_vector(size: f64) -> impl Strategy<Value = DVec2> {
        (-size..size, -size..size).prop_map(|(x, y)| dvec2(x, y))
    }

    prop_compose! {
        fn any_correction()(
            from in any_vector(50.0), old in any_vector(10.0), model in any_vector(50.0),
            new in any_vector(10.0), heading in -PI..PI, other in -PI..PI, spin in -20.0..20.0_f64,
            duration in 0.01..2.0_f64,
        ) -> Correction {
            let from = State { heading, ..state(from, old) };
            let model = State { heading: other, angular_velocity: spin, ..state(model, new) };
            let to = State { position: model.position + new * duration, ..model };
            Correction { from, model, to, duration }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn each_is_continuous_where_it_says_so(correction in any_correction()) {
            let end = correction.duration;
            for row in &SMOOTHINGS {
                let start = at(&correction, row.smoothing, 0.0);
                let last = at(&correction, row.smoothing, end * (1.0 - 1e-9));
                let after = at(&correction, row.smoothing, end);
                if row.position_continuous {
                    prop_assert!(start.position.distance(correction.from.position) < 1e-9, "{}", row.name);
                    prop_assert!(last.position.distance(after.position) < 1e-5, "{}", row.name);
                    prop_assert!(wrap_angle(start.heading - correction.from.heading).abs() < 1e-9);
                    prop_assert!(wrap_angle(last.heading - after.heading).abs() < 1e-6);
                }
                if row.velocity_continuous {
                    prop_assert!(start.velocity.distance(correction.from.velocity) < 1e-9, "{}", row.name);
                    prop_assert!(last.velocity.distance(after.velocity) < 1e-4, "{}", row.name);
                }
            }
        }

        #[test]
        fn the_velocity_is_the_slope_of_the_position(correction in any_correction(), k in 0.01..0.99_f64) {
            let (tau, step) = (k * correction.duration, 1e-6 * correction.duration);
            for row in SMOOTHINGS.iter().filter(|row| row.smoothing != Smoothing::ProjectiveVelocity) {
                let place = |tau: f64| at(&correction, row.smoothing, tau).position;
                let slope = (place(tau + step) - place(tau - step)) / (2.0 * step);
                let said = at(&correction, row.smoothing, tau).velocity;
                prop_assert!(slope.distance(said) <= 1e-5 * (1.0 + said.length()) + 1e-7 / step, "{}", row.name);
            }
        }

        #[test]
        fn exponential_decay_never_passes_the_model(correction in any_correction(), k in 0.0..9.0_f64) {
            let tau = k * correction.duration;
            let model = correction.model.position + correction.model.velocity * tau;
            let left = at(&correction, Smoothing::Exponential, tau).position - model;
            prop_assert!(left.dot(correction.from.position - correction.model.position) >= 0.0);
        }
    }
}
