//! When an update is owed: the owner runs the shared model on what it last sent and compares it with the
//! truth, every tick.
//!
//! In: `now` and the true state. Out: an update and the reason for it, or nothing. Invariant: after a call
//! without an update the copy is within the threshold, unless the rate cap held an update back.
//!
//! Source: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation"; IEEE 1278.1 (heartbeat).

use super::extrapolate::extrapolate;
use super::{Order, State, TIME_NOISE, Update};

/// What the sender is allowed and obliged to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenderConfig {
    /// ε: an error above this, strictly, is sent, u.
    pub threshold: f64,
    /// An update is due this long after the last one, s. Infinite: never.
    pub heartbeat: f64,
    /// The least time between two updates, s: the rate cap. Zero: no cap.
    pub least_interval: f64,
    /// The model that both ends run.
    pub order: Order,
}

/// Why an update was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// Nothing was sent before it.
    First,
    /// The copy of the model had drifted past the threshold.
    Threshold,
    /// The heartbeat was due.
    Heartbeat,
}

impl Reason {
    /// Its name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Threshold => "threshold",
            Self::Heartbeat => "heartbeat",
        }
    }
}

/// An update and why it is owed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sent {
    /// What to put on the wire.
    pub update: Update,
    /// Why.
    pub reason: Reason,
}

/// The owner's end. One for each entity and model; it holds the last update and two counters.
#[derive(Clone, Debug)]
pub struct Sender {
    config: SenderConfig,
    last: Option<Update>,
    refused: u64,
    held_back: u64,
}

impl Sender {
    /// A sender that has sent nothing yet.
    #[must_use]
    pub fn new(config: SenderConfig) -> Self {
        Self { config, last: None, refused: 0, held_back: 0 }
    }

    /// Asks, once a tick, whether `truth` must be sent at `now` (s, this end's clock).
    ///
    /// ‖p(t) − p̂(t)‖ > ε, strictly, or the heartbeat is due. A state or a time that is not finite is refused
    /// and counted ([`Sender::refused`]): the last good update stays the reference.
    pub fn poll(&mut self, now: f64, truth: &State) -> Option<Sent> {
        if !now.is_finite() || !truth.is_finite() {
            self.refused += 1;
            return None;
        }
        let reason = self.reason(now, truth)?;
        let update = Update { sent_at: now, state: *truth, teleport: false };
        self.last = Some(update);
        Some(Sent { update, reason })
    }

    fn reason(&mut self, now: f64, truth: &State) -> Option<Reason> {
        let Some(last) = &self.last else { return Some(Reason::First) };
        let elapsed = now - last.sent_at;
        let model = extrapolate(last, self.config.order, now);
        let drifted = truth.position.distance(model.position) > self.config.threshold;
        let due = elapsed + TIME_NOISE >= self.config.heartbeat;
        if !drifted && !due {
            return None;
        }
        if elapsed + TIME_NOISE < self.config.least_interval {
            self.held_back += 1;
            return None;
        }
        Some(if drifted { Reason::Threshold } else { Reason::Heartbeat })
    }

    /// The sender's copy of the model at `now`; nothing before the first update.
    #[must_use]
    pub fn model(&self, now: f64) -> Option<State> {
        self.last.as_ref().map(|last| extrapolate(last, self.config.order, now))
    }

    /// How many states were refused because a number in them was not finite.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// On how many ticks the rate cap held an owed update back.
    #[must_use]
    pub fn held_back(&self) -> u64 {
        self.held_back
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    const CONFIG: SenderConfig = SenderConfig {
        threshold: 1.0,
        heartbeat: f64::INFINITY,
        least_interval: 0.0,
        order: Order::Velocity,
    };

    fn at(position: DVec2) -> State {
        State { position, ..State::default() }
    }

    /// The reasons over ticks 0..=ticks at 60 Hz of a motion given by time.
    fn reasons(
        config: SenderConfig,
        ticks: u32,
        truth: impl Fn(f64) -> State,
    ) -> Vec<(u32, Reason)> {
        let mut sender = Sender::new(config);
        (0..=ticks)
            .filter_map(|tick| {
                let now = f64::from(tick) / 60.0;
                sender.poll(now, &truth(now)).map(|sent| (tick, sent.reason))
            })
            .collect()
    }

    fn straight(now: f64) -> State {
        State { position: dvec2(4.0 * now, 0.0), velocity: dvec2(4.0, 0.0), ..State::default() }
    }

    fn circle(now: f64) -> State {
        let (sin, cos) = libm::sincos(4.0 * now);
        State {
            position: dvec2(cos, sin),
            velocity: 4.0 * dvec2(-sin, cos),
            acceleration: -16.0 * dvec2(cos, sin),
            ..State::default()
        }
    }

    #[test]
    fn constant_velocity_sends_one_update() {
        assert_eq!(reasons(CONFIG, 3600, straight), [(0, Reason::First)]);
    }

    #[test]
    fn an_error_of_exactly_the_threshold_does_not_send() {
        let mut sender = Sender::new(CONFIG);
        assert!(sender.poll(0.0, &at(DVec2::ZERO)).is_some());
        assert_eq!(sender.poll(0.1, &at(dvec2(1.0, 0.0))), None);
        assert!(sender.poll(0.2, &at(dvec2(1.0 + 1e-12, 0.0))).is_some());
    }

    #[test]
    fn the_error_is_a_distance_not_a_test_per_axis() {
        let mut sender = Sender::new(CONFIG);
        assert!(sender.poll(0.0, &at(DVec2::ZERO)).is_some());
        let sent = sender.poll(0.1, &at(dvec2(0.9, 0.9)));
        assert_eq!(sent.map(|sent| sent.reason), Some(Reason::Threshold));
    }

    #[test]
    fn a_circle_is_sent_at_the_published_spacing() {
        for (threshold, order, ticks) in [
            (0.1, Order::Velocity, 7),
            (0.25, Order::Velocity, 11),
            (0.5, Order::Velocity, 16),
            (0.1, Order::Acceleration, 13),
            (0.25, Order::Acceleration, 18),
            (0.5, Order::Acceleration, 22),
        ] {
            let config = SenderConfig { threshold, order, ..CONFIG };
            let sent: Vec<u32> =
                reasons(config, 600, circle).into_iter().map(|sent| sent.0).collect();
            assert!(sent.len() > 20);
            for pair in sent.windows(2) {
                assert_eq!(pair[1] - pair[0], ticks, "ε {threshold}, {order:?}");
            }
            let theory = match order {
                Order::Velocity => crate::netcode::guarantees::update_spacing(threshold, 16.0),
                Order::Acceleration => libm::cbrt(6.0 * threshold) / 4.0,
            };
            // The theory stops at the first term; the turn needs a little longer, then the next tick.
            assert!((theory * 60.0 - f64::from(ticks)).abs() <= 1.5, "{theory}");
        }
    }

    #[test]
    fn a_straight_minute_costs_twelve_heartbeats() {
        let sent = reasons(SenderConfig { heartbeat: 5.0, ..CONFIG }, 3600, straight);
        assert_eq!(sent[0], (0, Reason::First));
        assert_eq!(sent.len(), 13);
        for (beat, sent) in (1..).zip(&sent[1..]) {
            assert_eq!(*sent, (300 * beat, Reason::Heartbeat));
        }
    }

    #[test]
    fn a_lower_threshold_sends_more() {
        let count = |threshold| reasons(SenderConfig { threshold, ..CONFIG }, 600, circle).len();
        let counts = [1.0, 0.6, 0.3, 0.15, 0.05].map(count);
        assert!(counts.windows(2).all(|pair| pair[0] < pair[1]), "{counts:?}");
    }

    #[test]
    fn the_senders_error_stays_within_the_threshold_plus_one_tick_of_drift() {
        // Before the tick's own update: at most ε plus what truth and model can part by in one tick.
        for threshold in [0.05, 0.3, 1.0] {
            let mut sender = Sender::new(SenderConfig { threshold, ..CONFIG });
            let mut worst: f64 = 0.0;
            for tick in 0..600 {
                let now = f64::from(tick) / 60.0;
                let truth = circle(now);
                if let Some(model) = sender.model(now) {
                    worst = worst.max(model.position.distance(truth.position));
                }
                sender.poll(now, &truth);
                let kept = sender.model(now).expect("sent").position.distance(truth.position);
                assert!(kept <= threshold);
            }
            assert!(worst > threshold, "the bound is approached: {worst}");
            assert!(worst <= threshold + 2.0 * 4.0 / 60.0, "{worst} at ε {threshold}");
        }
    }

    #[test]
    fn a_state_that_is_not_finite_is_refused_and_the_last_good_one_kept() {
        let mut sender = Sender::new(CONFIG);
        assert!(sender.poll(0.0, &at(DVec2::ZERO)).is_some());
        assert_eq!(sender.poll(0.1, &at(dvec2(f64::NAN, 0.0))), None);
        assert_eq!(sender.poll(f64::NAN, &at(DVec2::ZERO)), None);
        assert_eq!(sender.refused(), 2);
        assert_eq!(sender.model(0.2).expect("kept").position, DVec2::ZERO);
        assert!(sender.poll(0.3, &at(dvec2(2.0, 0.0))).is_some(), "it goes on sending");
    }

    #[test]
    fn the_rate_cap_spaces_updates_and_counts_what_it_held_back() {
        let config = SenderConfig { threshold: 0.01, least_interval: 0.5, ..CONFIG };
        let mut sender = Sender::new(config);
        let sent: Vec<u32> = (0..=120)
            .filter(|&tick| {
                let now = f64::from(tick) / 60.0;
                sender.poll(now, &circle(now)).is_some()
            })
            .collect();
        assert_eq!(sent, [0, 30, 60, 90, 120]);
        assert!(sender.held_back() > 80);
    }
}
