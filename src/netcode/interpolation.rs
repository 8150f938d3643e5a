//! Snapshot interpolation: real states at a fixed rate, drawn in the past, between two of them.
//!
//! In: `now` and snapshots as they arrive. Out: the state to draw. Invariant: once two snapshots are held,
//! what is drawn lies between two states that were sent; past the newest it waits there.
//!
//! Source: Game Development Cheat Sheet, "Snapshot Interpolation"; Y. Bernier, "Latency Compensating Methods
//! in Client/Server In-game Protocol Design and Optimization", 2001.

use super::extrapolate::wrap_angle;
use super::{State, TIME_NOISE};
use std::collections::VecDeque;

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
        let due = ((now + TIME_NOISE) * self.rate).floor() + 1.0;
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
}

/// The receiver's buffer, ordered by send time. The oldest snapshot makes room when it is full.
#[derive(Clone, Debug)]
pub struct SnapshotBuffer {
    delay: f64,
    held: VecDeque<Snapshot>,
    capacity: usize,
    refused: u64,
}

impl SnapshotBuffer {
    /// An empty buffer of `capacity` snapshots (two at least) that draws `delay` s behind the sender's clock:
    /// the latency plus the render delay.
    #[must_use]
    pub fn new(delay: f64, capacity: usize) -> Self {
        let capacity = capacity.max(2);
        Self { delay, held: VecDeque::with_capacity(capacity + 1), capacity, refused: 0 }
    }

    /// Puts an arrived snapshot in its place. A repeated stamp, or a number that is not finite, is dropped
    /// and counted ([`SnapshotBuffer::refused`]).
    pub fn receive(&mut self, snapshot: &Snapshot) {
        let place = self.held.partition_point(|held| held.sent_at < snapshot.sent_at);
        let repeated = self.held.get(place).is_some_and(|held| held.sent_at == snapshot.sent_at);
        if repeated || !snapshot.sent_at.is_finite() || !snapshot.state.is_finite() {
            self.refused += 1;
            return;
        }
        self.held.insert(place, *snapshot);
        if self.held.len() > self.capacity {
            self.held.pop_front();
        }
    }

    /// The state to draw at `now` (s, the sender's clock): linear between the two snapshots around
    /// `now` − delay, the heading along the shorter arc. Before the first it waits at the first, after the
    /// newest at the newest. Nothing while the buffer is empty.
    #[must_use]
    pub fn sample(&self, now: f64) -> Option<State> {
        let time = now - self.delay;
        let after = self.held.partition_point(|held| held.sent_at <= time);
        let newer = self.held.get(after);
        let older = after.checked_sub(1).and_then(|before| self.held.get(before));
        match (older, newer) {
            (Some(older), Some(newer)) => Some(between(older, newer, time)),
            (Some(only), None) | (None, Some(only)) => Some(at_rest(only)),
            (None, None) => None,
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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    fn snapshot(sent_at: f64, x: f64) -> Snapshot {
        let state = State { position: dvec2(x, 0.0), ..State::default() };
        Snapshot { sent_at, state }
    }

    fn x(buffer: &SnapshotBuffer, now: f64) -> f64 {
        buffer.sample(now).expect("something is drawn").position.x
    }

    #[test]
    fn it_draws_between_two_snapshots_a_delay_ago_and_waits_at_the_ends() {
        let mut buffer = SnapshotBuffer::new(0.2, 8);
        assert_eq!(buffer.sample(0.0), None);
        for step in 0..3 {
            buffer.receive(&snapshot(0.1 * f64::from(step), f64::from(step)));
        }
        assert_eq!(x(&buffer, 0.1), 0.0);
        assert!((x(&buffer, 0.25) - 0.5).abs() < 1e-12);
        assert!((x(&buffer, 0.33) - 1.3).abs() < 1e-12);
        assert_eq!(x(&buffer, 9.0), 2.0);
    }

    #[test]
    fn snapshots_in_the_wrong_order_or_twice_draw_the_same() {
        let (mut ordered, mut shuffled) =
            (SnapshotBuffer::new(0.0, 8), SnapshotBuffer::new(0.0, 8));
        let stream = [0.0, 0.1, 0.2, 0.3].map(|time| snapshot(time, time * time));
        stream.iter().for_each(|snapshot| ordered.receive(snapshot));
        [0, 2, 1, 2, 3].iter().for_each(|&place: &usize| shuffled.receive(&stream[place]));
        for now in [0.05, 0.1, 0.15, 0.29] {
            assert_eq!(ordered.sample(now), shuffled.sample(now));
        }
        assert_eq!(shuffled.refused(), 1);
    }

    #[test]
    fn a_full_buffer_forgets_the_oldest() {
        let mut buffer = SnapshotBuffer::new(0.0, 3);
        (0..10).for_each(|step| buffer.receive(&snapshot(f64::from(step), f64::from(step))));
        assert_eq!(x(&buffer, 0.0), 7.0);
        assert_eq!(x(&buffer, 8.5), 8.5);
    }

    #[test]
    fn the_heading_takes_the_shorter_arc() {
        let mut buffer = SnapshotBuffer::new(0.0, 8);
        for (sent_at, degrees) in [(0.0, 358.0_f64), (1.0, 2.0)] {
            let heading = wrap_angle(degrees.to_radians());
            buffer.receive(&Snapshot { sent_at, state: State { heading, ..State::default() } });
        }
        let middle = buffer.sample(0.5).expect("drawn").heading;
        assert!(middle.abs() < 1e-12, "{middle}");
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
