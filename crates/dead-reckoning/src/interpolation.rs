//! Snapshot interpolation: real states at a fixed rate, drawn in the past, between two of them.
//!
//! In: `now` and snapshots as they arrive. Out: the state to draw. Invariant: on the linear curve, once two
//! snapshots are held, what is drawn lies between two states that were sent; past the newest it waits there,
//! or goes on for no longer than a cap.
//!
//! Source: Game Development Cheat Sheet, "Snapshot Interpolation"; Y. Bernier, "Latency Compensating Methods
//! in Client/Server In-game Protocol Design and Optimization", 2001; RFC 3550 (the measure of jitter).

use super::extrapolate::wrap_angle;
use super::{State, TIME_NOISE};
use alloc::collections::VecDeque;

/// Says when a snapshot is due: at 0, 1/rate, 2/rate … s.
#[derive(Clone, Debug)]
pub struct SnapshotClock {
    rate: f64,
    sent: f64,
}

impl SnapshotClock {
    /// A clock of `rate` snapshots a second.
    #[must_use]
    pub fn new(rate: f64) -> Self {
        Self { rate, sent: 0.0 }
    }

    /// Whether a snapshot is due at `now`, s. At most one a call: a rate above the tick rate skips, it does
    /// not burst.
    pub fn poll(&mut self, now: f64) -> bool {
        let due = libm::floor((now + TIME_NOISE) * self.rate) + 1.0;
        let is_due = due > self.sent;
        self.sent = self.sent.max(due);
        is_due
    }
}

/// A true state and when it was true.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Snapshot {
    /// When the state was true, on the sender's clock, s.
    pub sent_at: f64,
    /// The state.
    pub state: State,
    /// How often the owner had jumped by then. Between two snapshots that differ in it nothing is interpolated. A
    /// count and not a flag, so that it is not lost with a packet; whoever never jumps leaves it at 0.
    pub jumps: u32,
}

/// The curve between two snapshots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Curve {
    /// A straight line: the corners are cut, the velocity jumps at each snapshot.
    #[default]
    Linear,
    /// Cubic Hermite through both positions with both velocities as sent (see [`hermite`]).
    Hermite,
}

/// What is drawn of the snapshots that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Drawing {
    /// The past, between two of them.
    #[default]
    Interpolated,
    /// The newest, as soon as it has come, until the next: the naive way. As fresh as the network allows, and a jump at
    /// each. Delay, curve and cap have no say.
    Newest,
}

/// How snapshots are drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InterpolationConfig {
    /// What is drawn of them.
    pub drawing: Drawing,
    /// How far behind the sender's clock it draws, s: the latency plus the render delay.
    pub delay: f64,
    /// The time between two snapshots, s.
    pub interval: f64,
    /// Adaptive delay: how many times the measured jitter it allows for. Nothing: the delay stays.
    pub jitter_factor: Option<f64>,
    /// The curve between two snapshots.
    pub curve: Curve,
    /// How long the motion goes on past the newest snapshot, s. Zero waits there.
    pub extrapolation_cap: f64,
}

impl InterpolationConfig {
    /// Linear, at a fixed `delay` (s), waiting at the newest snapshot.
    #[must_use]
    pub fn fixed(delay: f64) -> Self {
        let (drawing, curve) = (Drawing::Interpolated, Curve::Linear);
        Self { drawing, delay, interval: 0.0, jitter_factor: None, curve, extrapolation_cap: 0.0 }
    }
}

/// What became of a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It is held and will be drawn between, or is the newest.
    Held,
    /// Its moment and that of a newer one have been drawn: it is held, but comes too late.
    Late,
    /// One with the same stamp is held: dropped.
    Duplicate,
    /// A number in it is not finite: dropped.
    Refused,
}

/// How full the buffer was when something was drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Depth {
    /// Snapshots held that are newer than the moment drawn.
    pub ahead: u32,
    /// The moment drawn was past the newest snapshot: an underrun.
    pub is_dry: bool,
    /// How far behind the sender's clock it drew, s.
    pub delay: f64,
}

/// What the buffer has for a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Look {
    /// The state to draw; nothing while the buffer is empty.
    pub state: Option<State>,
    /// How full it is.
    pub depth: Depth,
}

/// The most that an adaptive delay changes in a second, s: the motion is up to a tenth faster or slower.
pub const MOST_DELAY_CHANGE: f64 = 0.1;

/// The most that an adaptive delay grows beyond its start, s.
pub const MOST_DELAY_GROWTH: f64 = 1.0;

/// The receiver's buffer, ordered by send time. The oldest snapshot makes room when it is full.
#[derive(Clone, Debug)]
pub struct SnapshotBuffer {
    config: InterpolationConfig,
    held: VecDeque<Snapshot>,
    capacity: usize,
    refused: u64,
    /// The delay in use, s, and since when.
    delay: f64,
    delay_at: Option<f64>,
    measured: Option<Transit>,
}

/// What arrivals say about the network.
#[derive(Clone, Copy, Debug)]
struct Transit {
    /// What the last packet took, by the receiver's idea of the sender's clock, s.
    last: f64,
    /// What packets take on average, s.
    mean: f64,
    /// How much one differs from the next, s.
    jitter: f64,
}

/// The share of a new measurement in a running one.
const GAIN: f64 = 1.0 / 16.0;

impl Transit {
    /// With one more packet: each running value moves a sixteenth of the way.
    fn with(before: Option<Self>, taken: f64) -> Self {
        before.map_or(Self { last: taken, mean: taken, jitter: 0.0 }, |before| Self {
            last: taken,
            mean: before.mean + (taken - before.mean) * GAIN,
            jitter: before.jitter + ((taken - before.last).abs() - before.jitter) * GAIN,
        })
    }
}

impl SnapshotBuffer {
    /// An empty buffer of `capacity` snapshots, one at least. To draw a delay d (s) behind a stream of rate r takes
    /// ⌈d · r⌉ + 2 of them; with fewer the moment to draw is before the oldest, which is drawn instead, one step at a
    /// time.
    #[must_use]
    pub fn new(config: InterpolationConfig, capacity: usize) -> Self {
        let capacity = capacity.max(1);
        Self {
            config,
            held: VecDeque::with_capacity(capacity + 1),
            capacity,
            refused: 0,
            delay: config.delay,
            delay_at: None,
            measured: None,
        }
    }

    /// Puts a snapshot in its place without a look at when it came: the one that both ends start from.
    pub fn hold(&mut self, snapshot: &Snapshot) -> Receipt {
        if !snapshot.sent_at.is_finite() || !snapshot.state.is_finite() {
            self.refused += 1;
            return Receipt::Refused;
        }
        let place = self.held.partition_point(|held| held.sent_at < snapshot.sent_at);
        if self.held.get(place).is_some_and(|held| held.sent_at == snapshot.sent_at) {
            self.refused += 1;
            return Receipt::Duplicate;
        }
        self.held.insert(place, *snapshot);
        if self.held.len() > self.capacity {
            self.held.pop_front();
        }
        Receipt::Held
    }

    /// Puts an arrived snapshot in its place, at `now` on the sender's clock as estimated here, s. A repeated
    /// stamp, or a number that is not finite, is dropped and counted ([`SnapshotBuffer::refused`]).
    ///
    /// It also measures how long packets take, and their jitter as RFC 3550 (A.8) does: a sixteenth of each
    /// new difference between one packet's time and the next one's.
    pub fn receive(&mut self, now: f64, snapshot: &Snapshot) -> Receipt {
        let receipt = self.hold(snapshot);
        if receipt != Receipt::Held || !now.is_finite() {
            return receipt;
        }
        if self.config.jitter_factor.is_some() {
            self.measured = Some(Transit::with(self.measured, now - snapshot.sent_at));
        }
        let drawn_up_to = match self.config.drawing {
            Drawing::Interpolated => now - self.delay,
            Drawing::Newest => now,
        };
        let after = self.held.partition_point(|held| held.sent_at <= drawn_up_to);
        let older = after.checked_sub(1).and_then(|before| self.held.get(before));
        let passed = older.is_some_and(|older| older.sent_at > snapshot.sent_at);
        if passed { Receipt::Late } else { receipt }
    }

    /// Lets an adaptive delay follow what was measured; once before each frame, at `now` as above.
    ///
    /// It aims at what packets take on average + one interval + `jitter_factor` · jitter, and gets there at
    /// [`MOST_DELAY_CHANGE`]. A fixed delay is left alone.
    pub fn advance(&mut self, now: f64) {
        let (Some(factor), Some(measured)) = (self.config.jitter_factor, self.measured) else {
            return;
        };
        let elapsed = self.delay_at.map_or(0.0, |before| now - before).max(0.0);
        self.delay_at = Some(now);
        let aim = measured.mean + self.config.interval + factor * measured.jitter;
        let aim = aim.clamp(0.0, self.config.delay + MOST_DELAY_GROWTH);
        let step = MOST_DELAY_CHANGE * elapsed;
        self.delay += (aim - self.delay).clamp(-step, step);
    }

    /// What to draw at `now` (s, the sender's clock as estimated here): between the two snapshots around
    /// `now` − delay on the configured curve, the heading along the shorter arc. Before the first it waits at
    /// the first. Past the newest it goes on with (p₁ − p₀)/(t₁ − t₀) of the last two for as long as the cap
    /// allows, then waits. Across a jump of the owner it waits at the older until the newer one's time. Nothing to
    /// draw while the buffer is empty. Reads only.
    ///
    /// Drawing the newest, it is that one at rest, and the delay is its age: no moment is aimed at that the buffer could
    /// be too dry for.
    #[must_use]
    pub fn look(&self, now: f64) -> Look {
        match self.config.drawing {
            Drawing::Interpolated => self.look_back(now),
            Drawing::Newest => {
                let newest = self.held.back();
                let delay = newest.map_or(0.0, |newest| now - newest.sent_at);
                Look { state: newest.map(at_rest), depth: Depth { ahead: 0, is_dry: false, delay } }
            }
        }
    }

    fn look_back(&self, now: f64) -> Look {
        let time = now - self.delay;
        let after = self.held.partition_point(|held| held.sent_at <= time);
        let newer = self.held.get(after);
        let older = after.checked_sub(1).and_then(|before| self.held.get(before));
        let state = match (older, newer) {
            (Some(older), Some(newer)) if older.jumps != newer.jumps => Some(at_rest(older)),
            (Some(older), Some(newer)) => Some(match self.config.curve {
                Curve::Linear => between(older, newer, time),
                Curve::Hermite => hermite(older, newer, time),
            }),
            (Some(newest), None) => Some(self.past(newest, time)),
            (None, Some(first)) => Some(at_rest(first)),
            (None, None) => None,
        };
        let is_dry =
            newer.is_none() && older.is_none_or(|newest| newest.sent_at + TIME_NOISE < time);
        let ahead = u32::try_from(self.held.len() - after).unwrap_or(u32::MAX);
        Look { state, depth: Depth { ahead, is_dry, delay: self.delay } }
    }

    /// The state of [`SnapshotBuffer::look`] alone.
    #[must_use]
    pub fn sample(&self, now: f64) -> Option<State> {
        self.look(now).state
    }

    /// Past the newest snapshot.
    fn past(&self, newest: &Snapshot, time: f64) -> State {
        let cap = self.config.extrapolation_cap;
        let before = self.held.len().checked_sub(2).and_then(|place| self.held.get(place));
        let goes_on = |before: &&Snapshot| cap > 0.0 && before.jumps == newest.jumps;
        let Some(before) = before.filter(goes_on) else { return at_rest(newest) };
        let span = newest.sent_at - before.sent_at;
        let velocity = (newest.state.position - before.state.position) / span;
        let passed = time - newest.sent_at;
        let rest = at_rest(newest);
        State {
            position: rest.position + velocity * passed.min(cap),
            velocity: if passed < cap { velocity } else { rest.velocity },
            ..rest
        }
    }

    /// How many snapshots were dropped as repeated or not finite.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.refused
    }
}

fn at_rest(snapshot: &Snapshot) -> State {
    State { position: snapshot.state.position, heading: snapshot.state.heading, ..State::default() }
}

fn between(older: &Snapshot, newer: &Snapshot, time: f64) -> State {
    let span = newer.sent_at - older.sent_at;
    let k = ((time - older.sent_at) / span).clamp(0.0, 1.0);
    let turn = wrap_angle(newer.state.heading - older.state.heading);
    State {
        position: older.state.position.lerp(newer.state.position, k),
        velocity: (newer.state.position - older.state.position) / span,
        heading: wrap_angle(older.state.heading + turn * k),
        ..State::default()
    }
}

/// The cubic Hermite curve between two snapshots at `time` (s), with S = t₁ − t₀ and k = (time − t₀) / S in
/// 0..1:
///
/// p = (2k³ − 3k² + 1) p₀ + (k³ − 2k² + k) S v₀ + (3k² − 2k³) p₁ + (k³ − k²) S v₁
///
/// Position and velocity are those of the snapshots at both ends, so the drawn velocity is continuous. It
/// may overshoot where the velocities do not fit the positions. Two equal stamps give NaN; the buffer holds
/// no two. The heading takes the shorter arc, evenly.
///
/// ```
/// use dead_reckoning::State;
/// use dead_reckoning::interpolation::{Snapshot, hermite};
/// use glam::dvec2;
/// let at = |sent_at, position, velocity| Snapshot {
///     sent_at,
///     jumps: 0,
///     state: State { position, velocity, ..State::default() },
/// };
/// let from = at(0.0, dvec2(0.0, 0.0), dvec2(4.0, 0.0));
/// let to = at(0.2, dvec2(0.5, 1.3), dvec2(0.0, 4.0));
/// let drawn = hermite(&from, &to, 0.1);
/// assert!(drawn.position.distance(dvec2(0.35, 0.55)) < 1e-12);
/// ```
#[must_use]
pub fn hermite(older: &Snapshot, newer: &Snapshot, time: f64) -> State {
    let span = newer.sent_at - older.sent_at;
    let k = ((time - older.sent_at) / span).clamp(0.0, 1.0);
    let (from, to) = (&older.state, &newer.state);
    let moved = to.position - from.position;
    let (out, into) = (from.velocity * span, to.velocity * span);
    let position = from.position
        + k * (out + k * ((3.0 * moved - 2.0 * out - into) + k * (out + into - 2.0 * moved)));
    let slope =
        out + k * (2.0 * (3.0 * moved - 2.0 * out - into) + 3.0 * k * (out + into - 2.0 * moved));
    State { position, velocity: slope / span, ..between(older, newer, time) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn across_a_jump_it_waits_for_the_newer_ones_time() {
        for (curve, cap) in [(Curve::Linear, 0.0), (Curve::Hermite, 1.0)] {
            let config = InterpolationConfig {
                curve,
                extrapolation_cap: cap,
                ..InterpolationConfig::fixed(0.0)
            };
            let mut buffer = SnapshotBuffer::new(config, 8);
            buffer.hold(&snapshot(0.0, 0.0));
            buffer.hold(&snapshot(0.1, 1.0));
            buffer.hold(&Snapshot { jumps: 1, ..snapshot(0.2, 50.0) });
            let x = |now: f64| buffer.sample(now).expect("drawn").position.x;
            assert_eq!([x(0.1), x(0.15), x(0.199)], [1.0; 3]);
            // Past the newest, too: two lives have no motion between them.
            assert_eq!([x(0.2), x(0.25)], [50.0; 2]);
            assert_eq!(buffer.sample(0.15).expect("drawn").velocity, DVec2::ZERO);
        }
        // The count of what comes later says it as well, if the first of the new life is lost.
        let mut buffer = SnapshotBuffer::new(InterpolationConfig::fixed(0.0), 8);
        buffer.hold(&snapshot(0.0, 0.0));
        buffer.hold(&Snapshot { jumps: 1, ..snapshot(0.3, 51.0) });
        buffer.hold(&Snapshot { jumps: 1, ..snapshot(0.4, 52.0) });
        let x = |now: f64| buffer.sample(now).expect("drawn").position.x;
        assert_eq!([x(0.29), x(0.3), x(0.35)], [0.0, 51.0, 51.5]);
    }

    fn snapshot(sent_at: f64, x: f64) -> Snapshot {
        let state = State { position: dvec2(x, 0.0), ..State::default() };
        Snapshot { sent_at, state, jumps: 0 }
    }

    fn x(buffer: &SnapshotBuffer, now: f64) -> f64 {
        buffer.sample(now).expect("something is drawn").position.x
    }

    #[test]
    fn it_draws_between_two_snapshots_a_delay_ago_and_waits_at_the_ends() {
        let mut buffer = SnapshotBuffer::new(InterpolationConfig::fixed(0.2), 8);
        assert_eq!(buffer.sample(0.0), None);
        for step in 0..3 {
            buffer.hold(&snapshot(0.1 * f64::from(step), f64::from(step)));
        }
        assert_eq!(x(&buffer, 0.1), 0.0);
        assert!((x(&buffer, 0.25) - 0.5).abs() < 1e-12);
        assert!((x(&buffer, 0.33) - 1.3).abs() < 1e-12);
        assert_eq!(x(&buffer, 9.0), 2.0);
    }

    #[test]
    fn the_newest_is_drawn_as_it_comes_and_stands_until_the_next() {
        let config = InterpolationConfig {
            drawing: Drawing::Newest,
            extrapolation_cap: 1.0,
            curve: Curve::Hermite,
            ..InterpolationConfig::fixed(0.2)
        };
        let mut buffer = SnapshotBuffer::new(config, 8);
        assert_eq!(buffer.look(0.0), Look::default());
        buffer.hold(&snapshot(0.0, 0.0));
        assert_eq!(buffer.receive(0.15, &snapshot(0.1, 1.0)), Receipt::Held);
        assert_eq!(buffer.receive(0.35, &snapshot(0.3, 3.0)), Receipt::Held);
        let look = buffer.look(0.45);
        assert_eq!(
            look.state.map(|state| (state.position.x, state.velocity)),
            Some((3.0, DVec2::ZERO))
        );
        assert_eq!((look.depth.ahead, look.depth.is_dry), (0, false));
        assert!((look.depth.delay - 0.15).abs() < 1e-12);
        // What was overtaken is late, and changes nothing.
        assert_eq!(buffer.receive(0.46, &snapshot(0.2, 2.0)), Receipt::Late);
        assert_eq!(x(&buffer, 0.46), 3.0);
    }

    #[test]
    fn a_buffer_that_is_too_short_for_the_delay_draws_its_oldest_in_steps() {
        let stream = |capacity: usize| -> Vec<f64> {
            let mut buffer = SnapshotBuffer::new(InterpolationConfig::fixed(0.5), capacity);
            let at = |step: u32| 0.1 * f64::from(step);
            for step in 0..20 {
                buffer.hold(&snapshot(at(step), f64::from(step)));
            }
            [1.9, 1.95].map(|now| x(&buffer, now)).to_vec()
        };
        for capacity in [7, 20] {
            assert!(stream(capacity).iter().zip([14.0, 14.5]).all(|(x, at)| (x - at).abs() < 1e-9));
        }
        assert_eq!(stream(3), [17.0, 17.0]);
        assert_eq!(stream(1), [19.0, 19.0]);
        assert_eq!(stream(0), stream(1));
    }

    #[test]
    fn snapshots_in_the_wrong_order_or_twice_draw_the_same() {
        let (mut ordered, mut shuffled) = (
            SnapshotBuffer::new(InterpolationConfig::fixed(0.0), 8),
            SnapshotBuffer::new(InterpolationConfig::fixed(0.0), 8),
        );
        let stream = [0.0, 0.1, 0.2, 0.3].map(|time| snapshot(time, time * time));
        stream.iter().for_each(|snapshot| assert_eq!(ordered.hold(snapshot), Receipt::Held));
        let receipts = [0, 2, 1, 2, 3].map(|place: usize| shuffled.hold(&stream[place]));
        assert_eq!(receipts[3], Receipt::Duplicate);
        for now in [0.05, 0.1, 0.15, 0.29] {
            assert_eq!(ordered.sample(now), shuffled.sample(now));
        }
        assert_eq!(shuffled.refused(), 1);
    }

    #[test]
    fn a_full_buffer_forgets_the_oldest() {
        let mut buffer = SnapshotBuffer::new(InterpolationConfig::fixed(0.0), 3);
        for step in 0..10 {
            buffer.hold(&snapshot(f64::from(step), f64::from(step)));
        }
        assert_eq!(x(&buffer, 0.0), 7.0);
        assert_eq!(x(&buffer, 8.5), 8.5);
    }

    #[test]
    fn the_heading_takes_the_shorter_arc() {
        let mut buffer = SnapshotBuffer::new(InterpolationConfig::fixed(0.0), 8);
        for (sent_at, degrees) in [(0.0, 358.0_f64), (1.0, 2.0)] {
            let heading = wrap_angle(degrees.to_radians());
            buffer.hold(&Snapshot {
                sent_at,
                state: State { heading, ..State::default() },
                jumps: 0,
            });
        }
        let middle = buffer.sample(0.5).expect("drawn").heading;
        assert!(middle.abs() < 1e-12, "{middle}");
    }

    /// A buffer at 10 snapshots a second.
    fn buffer_with(change: impl FnOnce(&mut InterpolationConfig)) -> SnapshotBuffer {
        let mut config = InterpolationConfig { interval: 0.1, ..InterpolationConfig::fixed(0.2) };
        change(&mut config);
        SnapshotBuffer::new(config, 32)
    }

    /// On a circle of radius 1 at 4 u/s.
    fn on_circle(sent_at: f64) -> Snapshot {
        let (sin, cos) = libm::sincos(4.0 * sent_at);
        let state = State {
            position: dvec2(cos, sin),
            velocity: 4.0 * dvec2(-sin, cos),
            ..State::default()
        };
        Snapshot { sent_at, state, jumps: 0 }
    }

    #[test]
    fn hermite_rounds_the_corners_that_lines_cut() {
        let worst_of = |curve| {
            let mut buffer = buffer_with(|config| (config.curve, config.delay) = (curve, 0.0));
            (0..20).for_each(|step| {
                buffer.hold(&on_circle(0.1 * f64::from(step)));
            });
            let errors = (0..1800).map(|part| {
                let time = f64::from(part) / 1000.0;
                let right = on_circle(time).state.position;
                buffer.sample(time).expect("drawn").position.distance(right)
            });
            errors.fold(0.0, f64::max)
        };
        // A chord of 0.4 rad is 1 − cos 0.2 off in its middle; the cubic by 0.4⁴/384 at most.
        assert!((worst_of(Curve::Linear) - 0.0199).abs() < 1e-3, "{}", worst_of(Curve::Linear));
        assert!(worst_of(Curve::Hermite) < 0.4_f64.powi(4) / 384.0 * 1.1);
    }

    #[test]
    fn on_hermite_position_and_velocity_are_continuous() {
        let mut buffer = buffer_with(|config| (config.curve, config.delay) = (Curve::Hermite, 0.0));
        for (step, x) in [0.0, 3.0, -1.0, 2.0].into_iter().enumerate() {
            let velocity = dvec2(x, 10.0 - x);
            let state = State { position: dvec2(x, -x), velocity, ..State::default() };
            buffer.hold(&Snapshot { sent_at: 0.1 * step as f64, state, jumps: 0 });
        }
        for joint in [0.1, 0.2] {
            let (before, after) = (buffer.sample(joint - 1e-9), buffer.sample(joint + 1e-9));
            let (before, after) = (before.expect("drawn"), after.expect("drawn"));
            assert!(before.position.distance(after.position) < 1e-6, "at {joint}");
            assert!(before.velocity.distance(after.velocity) < 1e-5, "at {joint}");
        }
        let middle = |time| buffer.sample(time).expect("drawn");
        let slope = (middle(0.15 + 1e-6).position - middle(0.15 - 1e-6).position) / 2e-6;
        assert!(slope.distance(middle(0.15).velocity) < 1e-4, "{slope}");
    }

    #[test]
    fn past_the_newest_it_goes_on_for_the_cap_and_then_rests() {
        let mut buffer =
            buffer_with(|config| (config.delay, config.extrapolation_cap) = (0.0, 0.25));
        buffer.hold(&snapshot(0.0, 7.0));
        assert_eq!(x(&buffer, 0.2), 7.0, "one snapshot has no motion");
        buffer.hold(&snapshot(0.1, 7.4));
        for (now, right) in [(0.1, 7.4), (0.2, 7.8), (0.35, 8.4), (0.36, 8.4), (10.0, 8.4)] {
            assert!((x(&buffer, now) - right).abs() < 1e-9, "at {now}: {}", x(&buffer, now));
        }
        let velocity = |now| buffer.sample(now).expect("drawn").velocity.x;
        assert!((velocity(0.2) - 4.0).abs() < 1e-9 && velocity(0.36) == 0.0);
    }

    #[test]
    fn depth_counts_what_lies_ahead_and_says_when_it_is_dry() {
        let mut buffer = buffer_with(|_| ());
        assert!(buffer.look(0.0).depth.is_dry);
        for step in 0..4 {
            buffer.hold(&snapshot(0.1 * f64::from(step), 0.0));
        }
        let depths = [0.0, 0.2, 0.35, 0.45, 0.55].map(|now| buffer.look(now).depth);
        assert_eq!(depths.map(|depth| depth.ahead), [4, 3, 2, 1, 0]);
        assert_eq!(depths.map(|depth| depth.is_dry), [false, false, false, false, true]);
        assert!(!buffer.look(0.5).depth.is_dry, "on the dot is not past it");
    }

    #[test]
    fn a_snapshot_whose_moment_has_passed_is_late_and_one_that_is_newest_is_not() {
        let mut buffer = buffer_with(|_| ());
        assert_eq!(buffer.receive(0.1, &snapshot(0.0, 0.0)), Receipt::Held);
        assert_eq!(buffer.receive(0.3, &snapshot(0.2, 1.0)), Receipt::Held);
        assert_eq!(buffer.receive(0.39, &snapshot(0.1, 0.5)), Receipt::Held, "just in time");
        assert_eq!(buffer.receive(0.5, &snapshot(0.4, 2.0)), Receipt::Held);
        assert_eq!(buffer.receive(0.7, &snapshot(0.3, 1.5)), Receipt::Late);
        assert_eq!(buffer.receive(0.7, &snapshot(0.3, 1.5)), Receipt::Duplicate);
        assert_eq!(buffer.receive(2.0, &snapshot(1.0, 9.0)), Receipt::Held, "dry, but the newest");
        assert_eq!(buffer.receive(2.0, &snapshot(f64::NAN, 9.0)), Receipt::Refused);
    }

    /// Feeds 10 snapshots a second that take what `taken` says (s, by number), 60 frames a second; gives the
    /// delay on each frame of the second half and how many of those were dry.
    fn delays(mut buffer: SnapshotBuffer, taken: impl Fn(u32) -> f64) -> (Vec<f64>, usize) {
        let mut under_way: Vec<(f64, Snapshot)> = Vec::new();
        let (mut delays, mut dry) = (Vec::new(), 0);
        for frame in 0..3600 {
            let now = f64::from(frame) / 60.0;
            if frame % 6 == 0 {
                under_way.push((now + taken(frame / 6), on_circle(now)));
            }
            under_way.retain(|(arrives_at, snapshot)| {
                let arrives = *arrives_at <= now + TIME_NOISE;
                if arrives {
                    buffer.receive(now, snapshot);
                }
                !arrives
            });
            buffer.advance(now);
            if frame >= 1800 {
                delays.push(buffer.look(now).depth.delay);
                dry += usize::from(buffer.look(now).depth.is_dry);
            }
        }
        (delays, dry)
    }

    fn adaptive(delay: f64) -> SnapshotBuffer {
        buffer_with(|config| (config.delay, config.jitter_factor) = (delay, Some(4.0)))
    }

    #[test]
    fn an_adaptive_delay_is_short_on_a_steady_network_and_long_enough_on_a_jittery_one() {
        let (steady, dry) = delays(adaptive(0.5), |_| 0.1);
        // What packets take, and one interval; the arrival is seen on a frame.
        assert!(steady.iter().all(|delay| (delay - 0.2).abs() < 0.005), "{:?}", steady[0]);
        assert_eq!(dry, 0);
        let luck = |number: u32| 0.05 + 0.2 * (f64::from(number) * 0.618).fract();
        let (jittery, dry) = delays(adaptive(0.2), luck);
        assert!(jittery.iter().all(|delay| (0.35..0.8).contains(delay)), "{:?}", jittery[0]);
        assert_eq!(dry, 0);
        let (_, dry) = delays(buffer_with(|_| ()), luck);
        assert!(dry > 100, "a fixed delay of 0.2 s runs dry: {dry}");
    }

    #[test]
    fn an_adaptive_delay_never_moves_faster_than_it_may() {
        let mut last = None;
        let (delays, _) = delays(adaptive(0.2), |number| if number > 400 { 0.3 } else { 0.1 });
        assert!(delays[1799] > delays[0] + 0.15, "it follows");
        for delay in delays {
            let moved = (delay - last.unwrap_or(delay)).abs();
            assert!(moved <= MOST_DELAY_CHANGE / 60.0 + 1e-12, "{moved}");
            last = Some(delay);
        }
    }

    #[test]
    fn a_fixed_delay_is_left_alone() {
        let (delays, _) = delays(buffer_with(|_| ()), |_| 0.15);
        assert!(delays.iter().all(|delay| *delay == 0.2));
    }

    #[test]
    fn ten_a_second_at_sixty_ticks_is_every_sixth_tick() {
        let mut clock = SnapshotClock::new(10.0);
        let sent: Vec<u32> = (0..=60).filter(|&tick| clock.poll(f64::from(tick) / 60.0)).collect();
        assert_eq!(sent, [0, 6, 12, 18, 24, 30, 36, 42, 48, 54, 60]);
    }

    #[test]
    fn a_rate_above_the_tick_rate_sends_once_a_tick() {
        let mut clock = SnapshotClock::new(240.0);
        assert_eq!((0..60).filter(|&tick| clock.poll(f64::from(tick) / 60.0)).count(), 60);
    }
}
