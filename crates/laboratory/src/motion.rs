//! Who moves: settings → [`Truth`], the true state on every tick.
//!
//! Invariant: the state at a tick is a closed form of the tick, so cutting a truth short changes nothing
//! before the cut.
//!
//! With `motion.respawn` the motion begins anew once in that time: the state at t is that of the motion at
//! t − respawn · ⌊t / respawn⌋, and the first tick of each new life is a jump.

use crate::recording::resample;
use crate::settings::{self, MotionKind, Settings};
use crate::track::Track;
use crate::truth::{Lives, Truth, TruthError, ticks};
use dead_reckoning::{State, TIME_NOISE};
use glam::{DVec2, dvec2};
use std::f64::consts::TAU;

/// The largest turn between two points of an outline, rad: 2°.
const OUTLINE_STEP: f64 = 0.035;

/// The truth of a vehicle that moves as `motion` says: round(seconds · tick rate) ticks, one at least, at times
/// i / tick rate.
///
/// # Errors
/// [`TruthError`]: a track that cannot be built, or a run longer than [`MOST_TICKS`](crate::truth::MOST_TICKS).
pub fn truth(settings: &Settings, track: &Track) -> Result<Truth, TruthError> {
    let motion = &settings.motion;
    let (speed, duration) = (motion.speed, motion.duration);
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
            let outline = Outline::through([0.0, reversal], |now| on_foot(now, speed, reversal));
            sampled(settings, duration, outline, |now| on_foot(now, speed, reversal))
        }
        MotionKind::StopAndGo => {
            let cycle = Cycle::of(motion);
            let outline = Outline::through([0.0, duration], |now| cycle.at(now));
            sampled(settings, duration, outline, |now| cycle.at(now))
        }
        MotionKind::Trace => resample::truth(settings),
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
    let ticks = ticks(settings, seconds)?;
    let lives = Lives::of(settings);
    let tick_rate = lives.tick_rate;
    let states: Vec<State> = (0..ticks).map(|tick| state_at(lives.since(tick))).collect();
    let jumps = (1..states.len()).filter(|&tick| lives.number(tick) > lives.number(tick - 1));
    let jumps = if lives.respawn > 0.0 { jumps.collect() } else { Vec::new() };
    let Outline { points, closed } = outline;
    let outline_breaks = Vec::new();
    Ok(Truth { tick_rate, seconds, states, outline: points, outline_breaks, closed, jumps })
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

/// One round of stop and go: it drives, brakes to a stop, stands, and gets going.
struct Cycle {
    speed: f64,
    acceleration: f64,
    drive: f64,
    rest: f64,
}

impl Cycle {
    fn of(motion: &settings::Motion) -> Self {
        let settings::Motion { speed, braking, drive, rest, .. } = *motion;
        Self { speed, acceleration: braking, drive, rest }
    }

    /// Driving, it begins at 0: braking and getting going take v / a each and v² / 2a of the way.
    fn at(&self, now: f64) -> State {
        let (change, way) = (self.speed / self.acceleration, 0.5 * self.speed / self.acceleration);
        let seconds = self.drive + self.rest + 2.0 * change;
        let round = ((now + TIME_NOISE) / seconds).floor();
        let since = now - round * seconds;
        let (braking, way) = (since - self.drive, self.speed * way);
        let (resting, driven) = (braking - change, self.speed * self.drive);
        let going = resting - self.rest;
        let half = 0.5 * self.acceleration;
        let (x, velocity, acceleration) = if braking < -TIME_NOISE {
            (self.speed * since, self.speed, 0.0)
        } else if resting < -TIME_NOISE {
            // From the end of it: exactly at rest there.
            (
                driven + way - half * resting * resting,
                -self.acceleration * resting,
                -self.acceleration,
            )
        } else if going < -TIME_NOISE {
            (driven + way, 0.0, 0.0)
        } else {
            (driven + way + half * going * going, self.acceleration * going, self.acceleration)
        };
        State {
            position: dvec2(round * (driven + 2.0 * way) + x, 0.0),
            velocity: dvec2(velocity, 0.0),
            acceleration: dvec2(acceleration, 0.0),
            ..State::default()
        }
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
    fn stop_and_go_stops_stands_and_goes_on() {
        let mut settings = Settings::default();
        settings.motion.kind = MotionKind::StopAndGo;
        settings.sim.tick_rate = 1000;
        let truth = Truth::build(&settings).expect("a motion");
        // 2 s at 4 u/s, half a second and 1 u of braking, 3 s at rest, and the same to get going.
        for (time, x, velocity) in [
            (0.0, 0.0, 4.0),
            (2.0, 8.0, 4.0),
            (2.25, 8.75, 2.0),
            (2.5, 9.0, 0.0),
            (5.5, 9.0, 0.0),
            (5.75, 9.25, 2.0),
            (6.0, 10.0, 4.0),
            (8.5, 19.0, 0.0),
        ] {
            let state = truth.states[(time * 1000.0) as usize];
            let there = state.position.distance(dvec2(x, 0.0)) < 1e-9;
            assert!(there && (state.velocity.x - velocity).abs() < 1e-9, "{time} s: {state:?}");
        }
        for pair in truth.states.windows(2) {
            let slope = (pair[1].position - pair[0].position).x * 1000.0;
            assert!((slope - pair[0].velocity.x.midpoint(pair[1].velocity.x)).abs() < 1e-6);
            assert!((pair[1].velocity.x - pair[0].velocity.x).abs() < 0.008 + 1e-9);
        }
    }

    #[test]
    fn a_stop_at_once_overshoots_by_the_threshold_and_what_latency_adds() {
        let mut settings = Settings::default();
        for assignment in [
            "motion.kind=stop-and-go",
            "motion.braking=10000",
            "sender.threshold=0.5",
            "receiver.blend_time=0",
            "motion.duration=4",
        ] {
            settings.set(assignment).expect(assignment);
        }
        let lab = crate::experiment::Experiment::of(settings).expect("a run");
        let over = lab.metrics[0].peak_error;
        assert!((over - 0.9).abs() < 4.0 / 60.0, "ε + v L, to a tick: {over}");
        assert!(lab.run.lanes[0].frames[239].error < 1e-9, "then it is at rest");
    }

    fn respawning(set: &[&str]) -> Truth {
        let mut settings = Settings::default();
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        Truth::build(&settings).expect("a truth")
    }

    #[test]
    fn a_respawn_begins_every_motion_anew() {
        for kind in ["lap", "straight", "circle", "on-foot", "stop-and-go"] {
            let kind = format!("motion.kind={kind}");
            let plain = respawning(&[&kind]);
            let again = respawning(&[&kind, "motion.respawn=3"]);
            assert_eq!((again.seconds, &again.outline), (plain.seconds, &plain.outline));
            assert_eq!(again.states.len(), plain.states.len());
            assert_eq!(again.states[..180], plain.states[..180]);
            assert_eq!((again.jumps[0], again.jumps[1]), (180, 360));
            for tick in 180..360 {
                let (now, then) = (&again.states[tick], &plain.states[tick - 180]);
                assert!(now.position.distance(then.position) < 1e-9, "{kind}, tick {tick}");
                assert!(now.velocity.distance(then.velocity) < 1e-9, "{kind}, tick {tick}");
            }
            assert!(plain.jumps.is_empty() && !plain.jumped(180) && again.jumped(180));
        }
    }

    #[test]
    fn a_respawn_between_two_ticks_has_already_moved_on_the_next() {
        // 0.7 s are 42 ticks, 0.31 s are 18.6.
        assert_eq!(respawning(&["motion.respawn=0.7"]).jumps[..3], [42, 84, 126]);
        let truth = respawning(&["motion.kind=straight", "motion.respawn=0.31"]);
        assert_eq!(truth.jumps[..3], [19, 38, 56]);
        assert!((truth.states[19].position.x - 4.0 * (19.0 / 60.0 - 0.31)).abs() < 1e-12);
        // A life shorter than a tick is a jump on every tick.
        let truth = respawning(&["motion.kind=straight", "motion.respawn=0.01"]);
        assert_eq!(truth.jumps.len(), truth.states.len() - 1);
        assert!(truth.states.iter().all(|state| (0.0..0.04).contains(&state.position.x)));
    }

    #[test]
    fn lives_run_from_jump_to_jump_and_nothing_lies_between_them() {
        let truth = respawning(&["motion.kind=straight", "motion.respawn=3", "motion.duration=8"]);
        assert_eq!([truth.life(0), truth.life(179)], [0..180, 0..180]);
        assert_eq!([truth.life(180), truth.life(479)], [180..360, 360..480]);
        assert_eq!(truth.jump_before(179), None);
        let jump = truth.jump_before(300).expect("a jump");
        assert!(jump.distance(dvec2(-4.0 * 179.0 / 60.0, 0.0)) < 1e-12, "{jump}");
        assert_eq!(truth.position_at(179.5 / 60.0), truth.states[179].position);
        assert_eq!(truth.position_at(3.0), truth.states[180].position);
        assert_eq!(truth.prefix(181).jumps, [180]);
        assert!(truth.prefix(180).jumps.is_empty() && truth.prefix(180).jump_before(179).is_none());
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
