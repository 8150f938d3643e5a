//! A recording → the truth on every tick.
//!
//! In: samples at whatever times. Out: [`Truth`] at the tick rate. Positions between two samples lie on Steffen's
//! monotone cubic, each axis by itself: it goes through every sample and never beyond two neighbours, so that nothing
//! swings that did not. What the file does not give of velocity and acceleration are means over a window of ticks.
//!
//! Source: M. Steffen, "A simple method for monotonic interpolation in one dimension", Astronomy and Astrophysics 239
//! (1990). With secants sᵢ = Δyᵢ/hᵢ and pᵢ = (sᵢ₋₁hᵢ + sᵢhᵢ₋₁)/(hᵢ₋₁ + hᵢ) the slope at sample i is
//! (sgn sᵢ₋₁ + sgn sᵢ) · min(|sᵢ₋₁|, |sᵢ|, |pᵢ|/2).
//!
//! Invariant: ticks between two jumps are those of one unbroken stretch of samples.

use crate::Tick;
use crate::settings::{Gaps, Recording, Settings, VelocitySource};
use crate::truth::{Lives, Truth, TruthError, ticks};
use dead_reckoning::extrapolate::wrap_angle;
use dead_reckoning::{State, TIME_NOISE};
use glam::DVec2;
use std::ops::Range;

/// A pause of more than so many median distances is a gap, if the settings name no time.
const GAP: f64 = 5.0;
/// A line without times is closed if its ends are no further apart than so many of its points.
const CLOSED: f64 = 3.0;
/// Below this share of the top speed a course is not known: the heading stays.
const STILL: f64 = 0.01;
/// Points of an outline are at least this share of its size apart, and of its length.
const OUTLINE: (f64, f64) = (1e-3, 5e-5);

/// A recording as it is driven: samples with the times of the run, in stretches without a gap.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timed {
    /// When, s, increasing within a stretch.
    times: Vec<f64>,
    /// Where, u.
    positions: Vec<DVec2>,
    /// How fast, u/s; empty where it has to be estimated.
    velocities: Vec<DVec2>,
    /// Its speed, u/s; empty where nothing says.
    speeds: Vec<f64>,
    /// Heading, rad, going on past π; empty where nothing says.
    headings: Vec<f64>,
    /// The stretches: their samples.
    stretches: Vec<Range<usize>>,
    /// When each begins in the run, s.
    starts: Vec<f64>,
    /// How long the run is, s.
    pub seconds: f64,
    /// How long a lap of a closed line is, s; nothing for what has times of its own.
    pub lap: Option<f64>,
    /// Samples left out because the recorder repeated a position.
    pub held: usize,
    /// Gaps: how many.
    pub gaps: usize,
    /// And how long all together, s.
    pub gap_seconds: f64,
    /// Samples left out because they stand alone between two gaps.
    pub lone: usize,
}

impl Timed {
    /// How a recording is driven under these settings: by its own times, or at `motion.speed` along a line that has
    /// none, `motion.laps` times round if that is closed.
    ///
    /// # Errors
    /// [`TruthError::NoMotion`].
    pub fn of(recording: &Recording, settings: &Settings) -> Result<Self, TruthError> {
        let timed = if recording.times.is_empty() {
            driven(recording, settings)
        } else {
            recorded(recording, settings)
        };
        if timed.seconds > 0.0 && timed.seconds.is_finite() {
            Ok(timed)
        } else {
            Err(TruthError::NoMotion)
        }
    }

    /// Adds a sample of a recording.
    fn push(&mut self, recording: &Recording, sample: usize, scale: f64) {
        self.times.push(recording.times[sample]);
        self.positions.push(recording.positions[sample] * scale);
        self.velocities.extend(recording.velocities.get(sample).map(|velocity| *velocity * scale));
        self.speeds.extend(recording.speeds.get(sample).map(|speed| *speed * scale));
        if let Some(&heading) = recording.headings.get(sample) {
            let before = self.headings.last().copied().unwrap_or(heading);
            self.headings.push(before + wrap_angle(heading - before));
        }
    }

    /// Ends a stretch with the newest sample.
    fn end_stretch(&mut self) {
        let from = self.stretches.last().map_or(0, |stretch| stretch.end);
        let samples = from..self.times.len();
        if samples.len() < 2 {
            self.lone += samples.len();
            self.times.truncate(from);
            self.positions.truncate(from);
            self.velocities.truncate(from);
            self.speeds.truncate(from);
            self.headings.truncate(from);
            return;
        }
        self.starts.push(self.seconds);
        self.seconds += self.times[samples.end - 1] - self.times[samples.start];
        self.stretches.push(samples);
    }

    /// The stretch of a time of the run, and the time in it.
    fn place(&self, now: f64) -> (usize, f64) {
        let now = self.lap.map_or(now, |lap| {
            let within = now - lap * ((now + TIME_NOISE) / lap).floor();
            within.max(0.0)
        });
        let after = self.starts.partition_point(|&start| start <= now + TIME_NOISE);
        let stretch = after.saturating_sub(1);
        let start = self.starts.get(stretch).copied().unwrap_or(0.0);
        let first = self.stretches.get(stretch).map_or(0.0, |samples| self.first_time(samples));
        (stretch, first + (now - start).max(0.0))
    }

    /// When a stretch begins, as its samples count: a closed line has a few samples before.
    fn first_time(&self, samples: &Range<usize>) -> f64 {
        if self.lap.is_some() { 0.0 } else { self.times[samples.start] }
    }

    /// The sample of a stretch at or before a time, looked for from `hint` on.
    fn sample_before(&self, samples: &Range<usize>, time: f64, hint: usize) -> usize {
        let last = samples.end - 2;
        let mut at = hint.clamp(samples.start, last);
        if self.times[at] > time {
            let times = &self.times[samples.clone()];
            at = samples.start + times.partition_point(|&then| then <= time).max(1) - 1;
            return at.min(last);
        }
        while at < last && self.times[at + 1] <= time {
            at += 1;
        }
        at
    }

    /// The slope of the curve at a sample.
    fn slope(&self, samples: &Range<usize>, at: usize) -> DVec2 {
        let step = |at: usize| self.times[at + 1] - self.times[at];
        let secant = |at: usize| (self.positions[at + 1] - self.positions[at]) / step(at);
        let (first, last) = (samples.start, samples.end - 1);
        if samples.len() == 2 {
            return secant(first);
        }
        if at == first {
            return end_slope([secant(at), secant(at + 1)], [step(at), step(at + 1)]);
        }
        if at == last {
            return end_slope([secant(at - 1), secant(at - 2)], [step(at - 1), step(at - 2)]);
        }
        let (before, after) = (secant(at - 1), secant(at));
        let (short, long) = (step(at - 1), step(at));
        let parabola = (before * long + after * short) / (short + long);
        let size = before.abs().min(after.abs()).min(parabola.abs() / 2.0);
        (before.signum() + after.signum()) * size
    }

    /// The state at a time of the run, without what has to be estimated. `hint` is a sample near it.
    fn state(&self, now: f64, hint: &mut usize) -> (usize, State) {
        let (stretch, time) = self.place(now);
        let samples = &self.stretches[stretch];
        let at = self.sample_before(samples, time, *hint);
        *hint = at;
        let step = self.times[at + 1] - self.times[at];
        let since = (time - self.times[at]).clamp(0.0, step);
        let secant = (self.positions[at + 1] - self.positions[at]) / step;
        let (from, to) = (self.slope(samples, at), self.slope(samples, at + 1));
        let part = since / step;
        // a + bu + cu² + du³ for u from 0 to 1, in Horner's order.
        let bend = 3.0 * secant - 2.0 * from - to;
        let twist = from + to - 2.0 * secant;
        let position = self.positions[at] + since * (from + part * (bend + part * twist));
        let between = |values: &[f64]| match values.get(at..at + 2) {
            Some([one, other]) => one + (other - one) * part,
            Some(_) | None => 0.0,
        };
        let velocity = match self.velocities.get(at..at + 2) {
            Some([one, other]) => one.lerp(*other, part),
            // The speed alone, until the direction is estimated.
            Some(_) | None => DVec2::new(between(&self.speeds), 0.0),
        };
        let heading = wrap_angle(between(&self.headings));
        (stretch, State { position, velocity, heading, ..State::default() })
    }
}

/// Steffen's slope at an end: that of the parabola through three samples, of the sign of the first secant and no more
/// than twice as steep.
fn end_slope([near, far]: [DVec2; 2], [short, long]: [f64; 2]) -> DVec2 {
    let parabola = near + (near - far) * (short / (short + long));
    let axis = |slope: f64, secant: f64| {
        if slope * secant <= 0.0 {
            0.0
        } else {
            slope.abs().min(2.0 * secant.abs()).copysign(secant)
        }
    };
    DVec2::new(axis(parabola.x, near.x), axis(parabola.y, near.y))
}

fn recorded(recording: &Recording, settings: &Settings) -> Timed {
    let trace = &settings.trace;
    let times = &recording.times;
    let mut timed = Timed::default();
    let limit = if trace.gap > 0.0 { trace.gap } else { GAP * median_step(times) };
    let mut breaks = recording.breaks.iter().copied().peekable();
    let mut sample = 0;
    while sample < times.len() {
        if let Some(before) = sample.checked_sub(1) {
            let broken = breaks.next_if_eq(&sample).is_some();
            let pause = times[sample] - times[before];
            if broken || pause > limit + TIME_NOISE {
                timed.gaps += 1;
                timed.gap_seconds += pause;
                if trace.gaps == Gaps::Keep {
                    timed.end_stretch();
                }
            }
        }
        timed.push(recording, sample, trace.scale);
        let held = held(recording, sample, trace.held, limit);
        timed.held += held;
        sample += 1 + held;
    }
    timed.end_stretch();
    if trace.velocity == VelocitySource::Estimated {
        timed.velocities.clear();
        timed.speeds.clear();
    }
    timed
}

/// How many samples after this one repeat its position because the recorder had no newer one: for no longer than
/// `longest`, and it moves on after them without a gap.
fn held(recording: &Recording, sample: usize, longest: f64, limit: f64) -> usize {
    let Recording { times, positions, breaks, .. } = recording;
    // The second of a stop has been looked at with its first.
    let again = sample.checked_sub(1).is_some_and(|before| positions[before] == positions[sample]);
    if longest <= 0.0 || again {
        return 0;
    }
    let rest = &positions[sample + 1..];
    // Whatever lasts longer is none: no need to look to its end.
    let near = times[sample + 1..].iter().take_while(|time| **time - times[sample] <= longest);
    let same = near.zip(rest).take_while(|(_, at)| **at == positions[sample]).count();
    let next = sample + 1 + same;
    if same == 0 || next >= times.len() || positions[next] == positions[sample] {
        return 0;
    }
    let whole = (sample..next).all(|at| times[at + 1] - times[at] <= limit + TIME_NOISE);
    let from = breaks.partition_point(|&at| at <= sample);
    let broken = breaks.get(from).is_some_and(|&at| at <= next);
    if whole && !broken { same } else { 0 }
}

/// The median distance of two samples, s.
#[must_use]
pub fn median_step(times: &[f64]) -> f64 {
    let mut steps: Vec<f64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    if steps.is_empty() {
        return 0.0;
    }
    let middle = steps.len() / 2;
    *steps.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// A line without times, driven at `motion.speed`. A closed one is driven round and round: three of its points stand
/// before its beginning and after its end, so that the curve does not know where it is cut.
fn driven(recording: &Recording, settings: &Settings) -> Timed {
    let speed = settings.motion.speed;
    let mut timed = Timed::default();
    let mut points: Vec<DVec2> =
        recording.positions.iter().map(|&at| at * settings.trace.scale).collect();
    let all = points.len();
    points.dedup();
    let steps: Vec<f64> = points.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
    let mut along = Vec::with_capacity(points.len() + 1);
    along.push(0.0);
    along.extend(steps.iter().scan(0.0, |sum, step| {
        *sum += step;
        Some(*sum)
    }));
    let closing =
        points.first().zip(points.last()).map_or(0.0, |(one, other)| one.distance(*other));
    let closed = points.len() > 3 && closing <= CLOSED * median_step(&along);
    if closed && closing == 0.0 {
        points.pop();
        along.pop();
    }
    timed.held = all - points.len();
    if points.len() < 2 {
        return timed;
    }
    timed.positions.clone_from(&points);
    timed.times = along.iter().map(|along| along / speed).collect();
    timed.seconds = timed.times.last().copied().unwrap_or(0.0);
    if closed {
        let lap = timed.seconds + points[0].distance(points[points.len() - 1]) / speed;
        timed.close(lap);
        timed.seconds = lap * f64::from(settings.motion.laps);
    }
    timed.speeds = vec![speed; timed.times.len()];
    timed.stretches = std::iter::once(0..timed.times.len()).collect();
    timed.starts = vec![0.0];
    timed
}

impl Timed {
    fn close(&mut self, lap: f64) {
        let around = 3.min(self.times.len());
        let from = self.times.len() - around;
        let before: Vec<f64> = self.times[from..].iter().map(|time| time - lap).collect();
        let after: Vec<f64> = self.times[..around].iter().map(|time| time + lap).collect();
        let points = (self.positions[from..].to_vec(), self.positions[..around].to_vec());
        self.times.splice(0..0, before);
        self.times.extend(after);
        self.positions.splice(0..0, points.0);
        self.positions.extend(points.1);
        self.lap = Some(lap);
    }
}

/// The truth of a recording.
///
/// # Errors
/// [`TruthError`]: no recording, no motion, too many ticks.
pub fn truth(settings: &Settings) -> Result<Truth, TruthError> {
    let recording = settings.trace.recording.0.as_deref().ok_or(TruthError::NoRecording)?;
    let timed = Timed::of(recording, settings)?;
    let ticks = ticks(settings, timed.seconds)?;
    let tick_rate = f64::from(settings.sim.tick_rate);
    let lives = Lives::of(settings);
    let (mut states, mut jumps) = (Vec::with_capacity(ticks), Vec::new());
    let (mut hint, mut before) = (0, None);
    for tick in 0..ticks {
        let (stretch, state) = timed.state(lives.since(tick), &mut hint);
        let life = (lives.number(tick), stretch);
        if before.replace(life).is_some_and(|before| before != life) {
            jumps.push(tick);
        }
        states.push(state);
    }
    let closed = timed.lap.is_some() && settings.motion.respawn <= 0.0;
    let seconds = timed.seconds;
    let mut truth = Truth { tick_rate, seconds, states, closed, jumps, ..Truth::default() };
    estimate(&mut truth, &timed, settings);
    // One lap of many, one life of many.
    let lap = timed.lap.map_or(ticks, |lap| ((lap * tick_rate).ceil() as usize).min(ticks));
    let life = (0..ticks).take_while(|&tick| lives.number(tick) == 0.0).count();
    (truth.outline, truth.outline_breaks) = outline_of(&truth, lap.min(life));
    Ok(truth)
}

/// Velocity and acceleration, heading and turn, where the recording does not say.
fn estimate(truth: &mut Truth, timed: &Timed, settings: &Settings) {
    let tick = 1.0 / truth.tick_rate;
    let half = ((settings.trace.smoothing / 2.0 * truth.tick_rate).round() as usize).max(1);
    let lives = lives_of(truth);
    for life in &lives {
        let states = &mut truth.states[life.clone()];
        if timed.velocities.is_empty() {
            let speeds = !timed.speeds.is_empty();
            let at: Vec<DVec2> = states.iter().map(|state| state.position).collect();
            for (state, slope) in states.iter_mut().zip(slopes(&at, half, tick)) {
                let speed = state.velocity.x;
                state.velocity = if speeds { slope.normalize_or_zero() * speed } else { slope };
            }
        }
        let velocities: Vec<DVec2> = states.iter().map(|state| state.velocity).collect();
        for (state, slope) in states.iter_mut().zip(slopes(&velocities, half, tick)) {
            state.acceleration = slope;
        }
    }
    if timed.headings.is_empty() {
        face_the_course(&mut truth.states, &lives);
    }
    for life in lives {
        let states = &mut truth.states[life];
        let mut turned = 0.0;
        let mut before = states.first().map_or(0.0, |state| state.heading);
        let headings: Vec<DVec2> = states
            .iter()
            .map(|state| {
                turned += wrap_angle(state.heading - before);
                before = state.heading;
                DVec2::new(turned, 0.0)
            })
            .collect();
        for (state, slope) in states.iter_mut().zip(slopes(&headings, half, tick)) {
            state.angular_velocity = slope.x;
        }
    }
}

/// The ticks from jump to jump.
fn lives_of(truth: &Truth) -> Vec<Range<Tick>> {
    let starts = std::iter::once(0).chain(truth.jumps.iter().copied());
    let ends = truth.jumps.iter().copied().chain([truth.states.len()]);
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

/// The slope of values that are `tick` apart, each over `half` of them before and after it; fewer near the ends, as many
/// on either side, so that a parabola's slope comes out exactly. At the ends themselves that of the parabola through the
/// outermost three.
fn slopes(values: &[DVec2], half: usize, tick: f64) -> Vec<DVec2> {
    let last = values.len().saturating_sub(1);
    let slope = |at: usize| {
        let reach = half.min(at).min(last - at);
        if reach > 0 {
            return (values[at + reach] - values[at - reach]) / (2.0 * reach as f64 * tick);
        }
        let (inwards, sign) = if at == 0 {
            ([0, 1, 2], 1.0)
        } else {
            ([last, last - 1, last.saturating_sub(2)], -1.0)
        };
        match last {
            0 => DVec2::ZERO,
            1 => (values[1] - values[0]) / tick,
            _ => {
                let [end, next, third] = inwards.map(|at| values[at]);
                (4.0 * next - 3.0 * end - third) * (sign / (2.0 * tick))
            }
        }
    };
    (0..values.len()).map(slope).collect()
}

/// Faces where it moves. At rest it keeps the heading it had, or has before it first moves the one it sets out with.
fn face_the_course(states: &mut [State], lives: &[Range<Tick>]) {
    let top = states.iter().map(|state| state.velocity.length()).fold(0.0, f64::max);
    let course = |state: &State| {
        let moves = state.velocity.length() > STILL * top;
        moves.then(|| libm::atan2(state.velocity.y, state.velocity.x))
    };
    for life in lives {
        let states = &mut states[life.clone()];
        let mut heading = states.iter().find_map(course).unwrap_or(0.0);
        for state in states {
            heading = course(state).unwrap_or(heading);
            state.heading = wrap_angle(heading);
        }
    }
}

/// The path through the first ticks, without points too near each other to tell apart, and where it is broken.
fn outline_of(truth: &Truth, ticks: usize) -> (Vec<DVec2>, Vec<usize>) {
    let states = &truth.states[..ticks];
    let first = states.first().map_or(DVec2::ZERO, |state| state.position);
    let bounds = states.iter().fold((first, first), |(low, high), state| {
        (low.min(state.position), high.max(state.position))
    });
    let steps = states.windows(2).map(|pair| pair[0].position.distance(pair[1].position));
    let apart = ((bounds.1 - bounds.0).length() * OUTLINE.0).max(steps.sum::<f64>() * OUTLINE.1);
    let (mut outline, mut breaks) = (vec![first], Vec::new());
    let mut last = first;
    for (tick, State { position, .. }) in states.iter().enumerate() {
        let jumped = truth.jumped(tick);
        // A stretch goes on to its very end.
        let ends = tick + 1 == ticks || truth.jumped(tick + 1);
        if jumped {
            breaks.push(outline.len());
        }
        if jumped || (*position != last && (ends || position.distance(last) >= apart)) {
            outline.push(*position);
            last = *position;
        }
    }
    (outline, breaks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::MotionKind;
    use glam::dvec2;
    use proptest::prelude::*;
    use std::f64::consts::TAU;

    fn settings_of(recording: Recording, set: &[&str]) -> Settings {
        let mut settings = Settings::default();
        settings.motion.kind = MotionKind::Trace;
        settings.trace.recording = recording.into();
        settings.with_set(set).expect("settings")
    }

    fn driven(recording: Recording, set: &[&str]) -> Truth {
        Truth::build(&settings_of(recording, set)).expect("a truth")
    }

    /// Samples of a motion at these times.
    fn samples(times: &[f64], at: impl Fn(f64) -> DVec2) -> Recording {
        let positions = times.iter().map(|time| at(*time)).collect();
        Recording { times: times.to_vec(), positions, ..Recording::default() }
    }

    fn evenly(step: f64, count: u32) -> Vec<f64> {
        (0..count).map(|n| f64::from(n) * step).collect()
    }

    #[test]
    fn a_straight_line_is_reproduced_whatever_the_sampling() {
        let times = [0.0, 0.1, 0.35, 0.4, 1.0, 1.7, 2.0];
        let truth = driven(samples(&times, |t| dvec2(3.0 * t, 1.0 - 4.0 * t)), &["trace.gap=10"]);
        assert_eq!((truth.states.len(), truth.seconds), (120, 2.0));
        for (tick, state) in truth.states.iter().enumerate() {
            let now = truth.time(tick);
            assert!(state.position.distance(dvec2(3.0 * now, 1.0 - 4.0 * now)) < 1e-12);
            assert!(state.velocity.distance(dvec2(3.0, -4.0)) < 1e-9);
            assert!(state.acceleration.length() < 1e-7 && state.angular_velocity.abs() < 1e-7);
            assert!((state.heading - libm::atan2(-4.0, 3.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_circle_comes_out_with_its_velocity_acceleration_and_turn() {
        let circle = |t: f64| {
            let (sin, cos) = libm::sincos(t);
            dvec2(10.0 * cos, 10.0 * sin)
        };
        let truth = driven(samples(&evenly(0.02, 400), circle), &["trace.smoothing=0.1"]);
        for (tick, state) in truth.states.iter().enumerate() {
            let at = circle(truth.time(tick));
            assert!(state.position.distance(at) < 0.005, "tick {tick}");
            assert!(state.velocity.distance(at.perp()) < 0.15, "tick {tick}: {}", state.velocity);
            if (10..truth.states.len() - 10).contains(&tick) {
                assert!(
                    state.acceleration.distance(-at) < 1.0,
                    "tick {tick}: {}",
                    state.acceleration
                );
                assert!((state.angular_velocity - 1.0).abs() < 0.1, "tick {tick}");
            }
        }
    }

    #[test]
    fn slopes_of_a_parabola_are_exact_up_to_its_ends() {
        let at = |n: usize| 0.5 * (n as f64).powi(2) - 3.0 * n as f64;
        for (count, half) in [(3, 1), (20, 1), (20, 4), (20, 100)] {
            let values: Vec<DVec2> = (0..count).map(|n| DVec2::splat(at(n))).collect();
            for (n, slope) in slopes(&values, half, 0.5).into_iter().enumerate() {
                let right = (n as f64 - 3.0) / 0.5;
                assert!((slope.x - right).abs() < 1e-9, "{n} of {count}, {half}: {slope}");
            }
        }
        assert_eq!(slopes(&[DVec2::ONE], 3, 0.1), [DVec2::ZERO]);
        assert_eq!(slopes(&[DVec2::ZERO, DVec2::ONE], 3, 0.5), [DVec2::splat(2.0); 2]);
        assert!(slopes(&[], 3, 0.5).is_empty());
    }

    #[test]
    fn what_the_file_says_of_velocity_and_heading_is_taken() {
        let times = evenly(0.1, 30);
        let mut recording = samples(&times, |t| dvec2(t, 0.0));
        recording.speeds = vec![7.0; 30];
        recording.headings = times.iter().map(|t| wrap_angle(3.0 + t)).collect();
        let truth = driven(recording.clone(), &["trace.scale=2"]);
        for (tick, state) in truth.states.iter().enumerate() {
            assert!(state.velocity.distance(dvec2(14.0, 0.0)) < 1e-9);
            assert!(wrap_angle(state.heading - 3.0 - truth.time(tick)).abs() < 1e-9, "tick {tick}");
            assert!((state.angular_velocity - 1.0).abs() < 1e-6, "tick {tick}");
        }
        recording.velocities = vec![dvec2(0.0, 5.0); 30];
        let truth = driven(recording.clone(), &[]);
        assert!(truth.states.iter().all(|state| state.velocity == dvec2(0.0, 5.0)));
        let truth = driven(recording, &["trace.velocity=estimated"]);
        assert!(truth.states.iter().all(|state| state.velocity.distance(dvec2(1.0, 0.0)) < 1e-9));
    }

    #[test]
    fn a_gap_is_jumped_over_or_bridged_and_counted() {
        let times = [evenly(0.1, 11), evenly(0.1, 11).iter().map(|t| t + 4.0).collect()].concat();
        let recording = samples(&times, |t| dvec2(2.0 * t, 0.0));
        let kept = driven(recording.clone(), &[]);
        assert!((kept.seconds - 2.0).abs() < 1e-12);
        assert_eq!((kept.states.len(), kept.jumps.as_slice()), (120, &[60][..]));
        assert!((kept.states[60].position.x - 8.0).abs() < 1e-9);
        // The outline is broken there, and reaches both of its sides.
        let [broken] = kept.outline_breaks[..] else { panic!("{:?}", kept.outline_breaks) };
        assert_eq!(kept.outline[broken], kept.states[60].position);
        assert_eq!(kept.outline[broken - 1], kept.states[59].position);
        assert!((kept.states[59].position.x - 2.0 * 59.0 / 60.0).abs() < 1e-9);
        // Nothing is estimated across it.
        assert!(kept.states.iter().all(|state| state.velocity.distance(dvec2(2.0, 0.0)) < 1e-9));
        let bridged = driven(recording.clone(), &["trace.gaps=bridge"]);
        assert_eq!((bridged.seconds, bridged.jumps.len()), (5.0, 0));
        assert!((bridged.states[150].position.x - 5.0).abs() < 1e-9);
        let timed = |set: &[&str]| {
            Timed::of(&recording, &settings_of(recording.clone(), set)).expect("moves")
        };
        let found = timed(&[]);
        assert_eq!(found.gaps, 1);
        assert!((found.gap_seconds - 3.0).abs() < 1e-9);
        assert_eq!(timed(&["trace.gap=3.5"]).gaps, 0);
        let alone = Truth::build(&settings_of(recording.clone(), &["trace.gap=0.01"]));
        assert_eq!(alone.expect_err("nothing moves"), TruthError::NoMotion);
        // A break that the file marks is a gap, however short.
        let marked = Recording { breaks: vec![5], ..recording };
        assert_eq!(driven(marked, &[]).jumps.len(), 2);
    }

    #[test]
    fn a_lone_sample_between_gaps_is_left_out_and_counted() {
        let times = [0.0, 0.1, 0.2, 5.0, 9.0, 9.1, 9.2];
        let recording = samples(&times, |t| dvec2(t, t));
        let timed = Timed::of(&recording, &settings_of(recording.clone(), &[])).expect("moves");
        assert_eq!((timed.lone, timed.gaps, timed.stretches.len()), (1, 2, 2));
        assert!((timed.seconds - 0.4).abs() < 1e-12);
    }

    #[test]
    fn a_held_position_is_driven_through_and_a_stop_is_not() {
        // 50 rows a second of a receiver that knows its place 10 times a second.
        let times = evenly(0.02, 101);
        let slow = samples(&times, |t| dvec2((t * 10.0 + 1e-9).floor(), 0.0));
        let timed = Timed::of(&slow, &settings_of(slow.clone(), &[])).expect("moves");
        assert_eq!(timed.held, 80);
        let truth = driven(slow.clone(), &[]);
        for (tick, state) in truth.states.iter().enumerate() {
            assert!((state.position.x - 10.0 * truth.time(tick)).abs() < 1e-6, "tick {tick}");
        }
        assert_eq!(
            Timed::of(&slow, &settings_of(slow.clone(), &["trace.held=0"])).expect("moves").held,
            0
        );
        // A second of rest is a stop; so is what the recording ends with.
        let stop = samples(&times, |t| dvec2(t.min(0.5) + (t - 1.5).max(0.0), 0.0));
        assert_eq!(Timed::of(&stop, &settings_of(stop.clone(), &[])).expect("moves").held, 0);
        assert!(driven(stop, &[]).states[60].velocity.length() < 1e-12);
        let parked = samples(&times, |t| dvec2(t.min(1.8), 0.0));
        assert_eq!(Timed::of(&parked, &settings_of(parked.clone(), &[])).expect("moves").held, 0);
    }

    fn ring(points: u32, repeated: bool) -> Recording {
        let at = |n: u32| {
            let (sin, cos) = libm::sincos(f64::from(n) * TAU / f64::from(points));
            dvec2(30.0 * cos, 30.0 * sin)
        };
        let mut positions: Vec<DVec2> = (0..points).map(at).collect();
        if repeated {
            positions.push(positions[0]);
        }
        Recording { positions, ..Recording::default() }
    }

    #[test]
    fn a_closed_line_is_driven_round_and_round_at_a_constant_speed() {
        for repeated in [false, true] {
            let truth = driven(ring(360, repeated), &["motion.speed=10", "motion.laps=3"]);
            assert!(truth.closed && truth.jumps.is_empty());
            assert!((truth.seconds - 3.0 * TAU * 30.0 / 10.0).abs() < 1e-2, "{}", truth.seconds);
            for pair in truth.states.windows(2) {
                let step = pair[0].position.distance(pair[1].position) * 60.0;
                assert!((step - 10.0).abs() < 0.1, "{step}");
                assert!((pair[0].velocity.length() - 10.0).abs() < 1e-9);
                assert!((pair[0].position.length() - 30.0).abs() < 0.02);
            }
            // A third lap is the first, but for what lies between two ticks.
            let lap = truth.seconds / 3.0;
            let there = truth.position_at(lap * 2.0 + 1.0).distance(truth.position_at(1.0));
            assert!(there < 0.01, "{there}");
        }
        let open = Recording {
            positions: ring(360, false).positions[..300].to_vec(),
            ..Recording::default()
        };
        assert!(!driven(open, &["motion.speed=10", "motion.laps=3"]).closed);
    }

    #[test]
    fn respawning_and_gaps_both_jump() {
        let times = [evenly(0.1, 11), evenly(0.1, 11).iter().map(|t| t + 4.0).collect()].concat();
        let truth = driven(samples(&times, |t| dvec2(t, 0.0)), &["motion.respawn=1.5"]);
        assert_eq!(truth.jumps, [60, 90]);
        assert_eq!(truth.states[90].position, truth.states[0].position);
    }

    #[test]
    fn without_a_recording_there_is_no_truth() {
        let mut settings = Settings::default();
        settings.motion.kind = MotionKind::Trace;
        let error = Truth::build(&settings).expect_err("none").to_string();
        assert!(error.contains("--trace"), "{error}");
        let still = samples(&evenly(0.1, 5), |_| DVec2::ONE);
        let truth = driven(still, &[]);
        assert!(
            truth.states.iter().all(|state| state.position == DVec2::ONE && state.heading == 0.0)
        );
        let spot = Recording { positions: vec![DVec2::ONE; 5], ..Recording::default() };
        assert!(Truth::build(&settings_of(spot, &[])).is_err());
        let long = samples(&[0.0, 1e6, 2e6], |t| dvec2(t, 0.0));
        assert!(matches!(Truth::build(&settings_of(long, &[])), Err(TruthError::TooLong { .. })));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn the_curve_goes_through_the_samples_and_never_beyond_them(
            rows in prop::collection::vec((0.01..2.0, -50.0..50.0, -50.0..50.0), 3..30),
        ) {
            let rows: Vec<(f64, f64, f64)> = rows;
            let mut now = 0.0;
            let mut recording = Recording::default();
            for (step, x, y) in rows {
                recording.times.push(now);
                recording.positions.push(dvec2(x, y));
                now += step;
            }
            let asked = settings_of(recording.clone(), &["trace.gap=100"]);
            let timed = Timed::of(&recording, &asked).expect("moves");
            let mut hint = 0;
            for at in 0..recording.times.len() - 1 {
                let (from, to) = (recording.times[at], recording.times[at + 1]);
                let (one, other) = (recording.positions[at], recording.positions[at + 1]);
                for part in 0..=20 {
                    let time = from + (to - from) * f64::from(part) / 20.0;
                    let position = timed.state(time, &mut hint).1.position;
                    let low = one.min(other) - DVec2::splat(1e-9);
                    let high = one.max(other) + DVec2::splat(1e-9);
                    prop_assert!(position.cmpge(low).all() && position.cmple(high).all(), "{position} of {one} {other}");
                }
                prop_assert!(timed.state(from, &mut hint).1.position.distance(one) < 1e-9);
            }
        }

        #[test]
        fn cutting_a_run_of_a_recording_changes_nothing_before(ticks in 1_usize..200) {
            let recording = samples(&evenly(0.1, 40), |t| dvec2(10.0 * libm::sin(t), 3.0 * t));
            let asked = settings_of(recording, &[]);
            let truth = Truth::build(&asked).expect("moves");
            let run = crate::simulate::simulate(&truth, &asked);
            let cut = crate::simulate::simulate(&truth.prefix(ticks), &asked);
            prop_assert_eq!(&cut.lanes[0].frames[..], &run.lanes[0].frames[..ticks]);
        }
    }
}
