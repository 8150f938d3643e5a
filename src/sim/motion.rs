//! Who moves: settings → [`Truth`], the true state on every tick.
//!
//! Invariant: the state at a tick is a closed form of the tick, so cutting a truth short changes nothing
//! before the cut.

use super::track::{Track, TrackError};
use crate::netcode::{State, TIME_NOISE};
use crate::settings::{MotionKind, Settings};
use glam::{DVec2, dvec2};
use std::f64::consts::TAU;

/// What the owner really does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Truth {
    /// Ticks a second.
    pub tick_rate: f64,
    /// How long it lasts, s: not rounded to ticks.
    pub seconds: f64,
    /// The true state on each tick.
    pub states: Vec<State>,
    /// The path as a line to draw, u.
    pub outline: Vec<DVec2>,
    /// Whether the outline's end joins its beginning.
    pub closed: bool,
}

/// Why there is no truth to these settings.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TruthError {
    /// The track cannot be built.
    #[error(transparent)]
    Track(#[from] TrackError),
    /// Too much to hold.
    #[error(
        "this run would take {ticks} ticks, and {MOST_TICKS} are the most: lower sim.tick_rate, motion.laps or motion.duration"
    )]
    TooLong {
        /// How many it would be.
        ticks: f64,
    },
}

/// The longest run, in ticks: four and a half hours at 60 Hz.
pub const MOST_TICKS: f64 = 1_000_000.0;

/// The largest turn between two points of an outline, rad: 2°.
const OUTLINE_STEP: f64 = 0.035;

impl Truth {
    /// The truth of `settings`: round(seconds · tick rate) ticks, one at least, at times i / tick rate.
    ///
    /// # Errors
    /// [`TruthError`]: a track that cannot be built, or a run longer than [`MOST_TICKS`].
    pub fn build(settings: &Settings) -> Result<Self, TruthError> {
        let motion = &settings.motion;
        let (speed, duration) = (motion.speed, motion.duration);
        // A bad track is refused whoever moves: it is part of the settings.
        let track = Track::build(&settings.track)?;
        match motion.kind {
            MotionKind::Lap => {
                let seconds = track.length() * f64::from(motion.laps) / speed;
                let outline = Outline { points: track.outline(OUTLINE_STEP), closed: true };
                sampled(settings, seconds, outline, |now| track.state_at(speed * now, speed))
            }
            MotionKind::Straight => {
                let outline = Outline::through([0.0, duration], |now| straight(now, speed));
                sampled(settings, duration, outline, |now| straight(now, speed))
            }
            MotionKind::Circle => {
                let radius = motion.radius;
                let turn = (TAU * radius / speed).min(duration);
                let times = (0..=180).map(|part| turn * f64::from(part) / 180.0);
                let outline = Outline::through(times, |now| circle(now, speed, radius));
                sampled(settings, duration, outline, |now| circle(now, speed, radius))
            }
            MotionKind::OnFoot => {
                let reversal = motion.reversal;
                let outline =
                    Outline::through([0.0, reversal], |now| on_foot(now, speed, reversal));
                sampled(settings, duration, outline, |now| on_foot(now, speed, reversal))
            }
        }
    }

    /// The time of a tick, s.
    #[must_use]
    pub fn time(&self, tick: usize) -> f64 {
        tick as f64 / self.tick_rate
    }

    /// The true position at `time`, s, u: on the line between the two ticks around it, within a·h²/8 of the
    /// truth for tick length h. Before the first tick and after the last it is theirs; zero if there are none.
    #[must_use]
    pub fn position_at(&self, time: f64) -> DVec2 {
        let Some(last) = self.states.len().checked_sub(1) else { return DVec2::ZERO };
        let tick = (time * self.tick_rate).clamp(0.0, last as f64);
        // On a tick it is that tick's alone: rounding must not let the next one in.
        let noise = TIME_NOISE * self.tick_rate;
        let before = (tick + noise) as usize;
        let from = self.states[before].position;
        let part = tick - before as f64;
        if part > noise { from.lerp(self.states[before + 1].position, part) } else { from }
    }

    /// The first `ticks` ticks alone.
    #[must_use]
    pub fn prefix(&self, ticks: usize) -> Self {
        let states = self.states.iter().take(ticks).copied().collect();
        Self { states, ..self.clone() }
    }
}

/// The path as a line.
struct Outline {
    points: Vec<DVec2>,
    closed: bool,
}

impl Outline {
    /// Through the places at these times, open.
    fn through(times: impl IntoIterator<Item = f64>, state_at: impl Fn(f64) -> State) -> Self {
        let points = times.into_iter().map(|now| state_at(now).position).collect();
        Self { points, closed: false }
    }
}

fn sampled(
    settings: &Settings,
    seconds: f64,
    outline: Outline,
    state_at: impl Fn(f64) -> State,
) -> Result<Truth, TruthError> {
    let tick_rate = f64::from(settings.sim.tick_rate);
    let ticks = (seconds * tick_rate).round().max(1.0);
    if ticks > MOST_TICKS {
        return Err(TruthError::TooLong { ticks });
    }
    let states: Vec<State> =
        (0..ticks as usize).map(|tick| state_at(tick as f64 / tick_rate)).collect();
    let Outline { points, closed } = outline;
    Ok(Truth { tick_rate, seconds, states, outline: points, closed })
}

fn straight(now: f64, speed: f64) -> State {
    let velocity = dvec2(speed, 0.0);
    State { position: velocity * now, velocity, ..State::default() }
}

/// Counter-clockwise round the origin, from (radius, 0).
fn circle(now: f64, speed: f64, radius: f64) -> State {
    let angular_velocity = speed / radius;
    let (sin, cos) = libm::sincos(angular_velocity * now);
    let outwards = dvec2(cos, sin);
    State {
        position: outwards * radius,
        velocity: outwards.perp() * speed,
        acceleration: outwards * (-speed * angular_velocity),
        heading: libm::atan2(cos, -sin),
        angular_velocity,
    }
}

/// From 0 to the right, turning every `reversal` s. On the tick of a turn it already moves the other way.
fn on_foot(now: f64, speed: f64, reversal: f64) -> State {
    let legs = ((now + TIME_NOISE) / reversal).floor();
    let outbound = legs.rem_euclid(2.0) == 0.0;
    let walked = speed * (now - legs * reversal);
    let (x, forward) = if outbound { (walked, 1.0) } else { (speed * reversal - walked, -1.0) };
    State {
        position: dvec2(x, 0.0),
        velocity: dvec2(speed * forward, 0.0),
        heading: if outbound { 0.0 } else { std::f64::consts::PI },
        ..State::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_between_two_ticks_lies_between_them_and_on_a_tick_is_its_own() {
        let truth = Truth::build(&Settings::default()).expect("the lap");
        for tick in 0..truth.states.len() {
            assert_eq!(truth.position_at(truth.time(tick)), truth.states[tick].position);
            assert_eq!(
                truth.position_at(truth.time(tick)),
                truth.prefix(tick + 1).position_at(1e9)
            );
        }
        let middle = truth.states[7].position.midpoint(truth.states[8].position);
        assert!(truth.position_at(7.5 / 60.0).distance(middle) < 1e-12);
        assert_eq!(truth.position_at(-1.0), truth.states[0].position);
        assert_eq!(truth.prefix(0).position_at(1.0), DVec2::ZERO);
    }

    #[test]
    fn the_default_lap_has_501_ticks() {
        let truth = Truth::build(&Settings::default()).expect("the lap");
        assert_eq!(truth.states.len(), 501);
        assert!((truth.seconds - 8.353_576).abs() < 1e-6, "{}", truth.seconds);
    }

    #[test]
    fn on_foot_swings_over_one_unit_and_turns_every_fifteen_ticks() {
        let mut settings = Settings::default();
        settings.motion.kind = MotionKind::OnFoot;
        let truth = Truth::build(&settings).expect("on foot");
        assert_eq!(truth.states.len(), 1200);
        for (tick, state) in truth.states.iter().enumerate() {
            let right = (tick / 15) % 2 == 0;
            assert_eq!(state.velocity.x > 0.0, right, "tick {tick}");
            let within = (tick % 15) as f64 / 15.0;
            let x = if right { within } else { 1.0 - within };
            assert!((state.position.x - x).abs() < 1e-9, "tick {tick}: {}", state.position.x);
        }
    }

    #[test]
    fn every_motion_moves_at_its_speed_and_as_its_velocity_says() {
        for kind in [MotionKind::Lap, MotionKind::Straight, MotionKind::Circle] {
            let mut settings = Settings::default();
            settings.motion.kind = kind;
            settings.sim.tick_rate = 1000;
            let truth = Truth::build(&settings).expect("a motion");
            for pair in truth.states.windows(2) {
                assert!((pair[0].velocity.length() - 4.0).abs() < 1e-9);
                let slope = (pair[1].position - pair[0].position) * 1000.0;
                let middle = (pair[0].velocity + pair[1].velocity) / 2.0;
                assert!(slope.distance(middle) < 0.02, "{kind:?}: {slope} and {middle}");
            }
        }
    }

    #[test]
    fn a_run_too_long_to_hold_is_refused() {
        let mut settings = Settings::default();
        settings.motion.laps = 1000;
        settings.sim.tick_rate = 1000;
        let error = Truth::build(&settings).expect_err("8 million ticks").to_string();
        assert!(error.contains("8353576 ticks") && error.contains("motion.laps"), "{error}");
    }
}
