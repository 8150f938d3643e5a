//! When an update is owed: the owner runs the shared model on what it last sent and compares it with the
//! truth, every tick.
//!
//! In: `now` and the true state. Out: an update and the reason for it, or nothing. Invariant: after a call
//! without an update the copy is within the threshold, unless the rate cap held an update back, or what the
//! packet can hold is no nearer to the truth than the copy is.
//!
//! A heartbeat is what recovers from a lost update: the sender never learns of the loss, since its own copy runs
//! from what it sent, but the next update, at the latest one heartbeat on, carries the whole state.
//!
//! Source: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation"; IEEE 1278.1 (heartbeat, thresholds of
//! position and orientation). The damping of a reversing acceleration is a form of a filter that games put in front of
//! order 2.

use super::extrapolate::{Extrapolate, Model, angle_between};
use super::quantise::Format;
use super::{State, TIME_NOISE, Update};
use glam::DVec2;

/// What the sender is allowed and obliged to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SenderConfig<M = Model> {
    /// ε: an error above this, strictly, is sent, u.
    pub threshold: f64,
    /// An update is due this long after the last one, s. Infinite: never.
    pub heartbeat: f64,
    /// The least time between two updates, s: the rate cap. Zero: no cap.
    pub least_interval: f64,
    /// The model that both ends run.
    pub model: M,
    /// A heading off by more than this, strictly, is sent, rad. Infinite: the heading alone sends nothing.
    pub angle_threshold: f64,
    /// What an acceleration loses that points against the one sent before it: 0 nothing, 1 all of it. The sender
    /// does it, not the receiver, so that both ends run from the same number even if an update is lost.
    pub damping: f64,
    /// How a state is written into a packet; nothing sends it as it is.
    pub format: Option<Format>,
}

impl<M> SenderConfig<M> {
    /// A threshold of 0.3 u on a model, and nothing else.
    #[must_use]
    pub fn of(model: M) -> Self {
        Self {
            threshold: 0.3,
            heartbeat: f64::INFINITY,
            least_interval: 0.0,
            model,
            angle_threshold: f64::INFINITY,
            damping: 0.0,
            format: None,
        }
    }
}

impl Default for SenderConfig {
    /// A threshold of 0.3 u on order 1, and nothing else.
    fn default() -> Self {
        Self::of(Model::default())
    }
}

/// The size of `pixels` on the screen at `distance`, u: pixels · 2 d tan(φ / 2) / height.
///
/// The error that a viewer cannot see grows with the distance, so the same entity may be sent with a coarse
/// threshold to who sees it from afar. φ = `field_of_view` is vertical, rad, below π; `height` is the screen's, in
/// pixels. For a viewer looking straight at it. No checks: nonsense in gives nonsense out.
///
/// ```
/// use dead_reckoning::sender::threshold_at;
/// let right_angle = std::f64::consts::FRAC_PI_2;
/// assert!((threshold_at(10.0, 1.0, right_angle, 1000.0) - 0.02).abs() < 1e-12);
/// ```
#[must_use]
pub fn threshold_at(distance: f64, pixels: f64, field_of_view: f64, height: f64) -> f64 {
    pixels * 2.0 * distance * libm::tan(field_of_view / 2.0) / height
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
    /// The copy's heading had drifted past the angle threshold.
    Heading,
    /// The owner jumped.
    Teleport,
}

impl Reason {
    /// Its name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Threshold => "threshold",
            Self::Heartbeat => "heartbeat",
            Self::Heading => "heading",
            Self::Teleport => "teleport",
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

/// The owner's end. One for each entity and model; it holds the last update and a few counters.
#[derive(Clone, Debug)]
pub struct Sender<M = Model> {
    config: SenderConfig<M>,
    last: Option<Update>,
    /// As the owner had it when the last update was sent, before any damping.
    acceleration: DVec2,
    has_jumped: bool,
    is_held_back: bool,
    refused: u64,
    held_back: u64,
    saturated: u64,
}

impl<M: Extrapolate> Sender<M> {
    /// A sender that has sent nothing yet.
    #[must_use]
    pub fn new(config: SenderConfig<M>) -> Self {
        Self {
            config,
            last: None,
            acceleration: DVec2::ZERO,
            has_jumped: false,
            is_held_back: false,
            refused: 0,
            held_back: 0,
            saturated: 0,
        }
    }

    /// Asks, once a tick, whether `truth` must be sent at `now` (s, this end's clock).
    ///
    /// ‖p(t) − p̂(t)‖ > ε, strictly, the heading likewise against its own threshold, or the heartbeat is due. A
    /// state or a time that is not finite is refused and counted ([`Sender::refused`]): the last good update
    /// stays the reference.
    ///
    /// With a [`Format`], p̂ runs from the rounded state that really travelled, and an update is owed only if
    /// the rounded truth is nearer to the truth than p̂: an entity at rest between two points of the grid would
    /// otherwise be sent on every tick, always the same.
    pub fn poll(&mut self, now: f64, truth: &State) -> Option<Sent> {
        self.is_held_back = false;
        if !now.is_finite() || !truth.is_finite() {
            self.refused += 1;
            return None;
        }
        let reason = self.reason(now, truth)?;
        let state = self.carried(truth);
        let update = Update { sent_at: now, state, teleport: self.has_jumped };
        self.last = Some(update);
        self.acceleration = truth.acceleration;
        self.has_jumped = false;
        Some(Sent { update, reason })
    }

    /// Says that the owner has jumped: the next poll sends whatever the rate cap says, flagged so that nobody blends
    /// across the map. If that one update is lost, only a receiver with a teleport distance notices.
    pub fn teleport(&mut self) {
        self.has_jumped = true;
    }

    /// The state as it travels: damped, then rounded.
    fn carried(&mut self, truth: &State) -> State {
        let mut state = *truth;
        let reverses = state.acceleration.dot(self.acceleration) < 0.0;
        // Across a jump there is nothing that could reverse.
        if self.config.damping > 0.0 && reverses && !self.has_jumped {
            state.acceleration *= 1.0 - self.config.damping;
        }
        let Some(format) = &self.config.format else { return state };
        self.saturated += u64::from(!format.holds(&state));
        format.round(&state)
    }

    fn reason(&mut self, now: f64, truth: &State) -> Option<Reason> {
        let Some(last) = &self.last else { return Some(Reason::First) };
        if self.has_jumped {
            return Some(Reason::Teleport);
        }
        let elapsed = now - last.sent_at;
        let drifted = self.drifted(last, now, truth);
        let due = elapsed + TIME_NOISE >= self.config.heartbeat;
        let reason = drifted.or(due.then_some(Reason::Heartbeat))?;
        if elapsed + TIME_NOISE < self.config.least_interval {
            self.held_back += 1;
            self.is_held_back = true;
            return None;
        }
        Some(reason)
    }

    /// Which threshold the copy is past, if sending would help.
    fn drifted(&self, last: &Update, now: f64, truth: &State) -> Option<Reason> {
        let SenderConfig { threshold, angle_threshold, format, .. } = &self.config;
        let error = truth.position.distance(self.config.model.at(last, now).position);
        if error > *threshold {
            let rounded = |format: &Format| format.round(truth).position.distance(truth.position);
            if format.as_ref().is_none_or(|format| rounded(format) < error) {
                return Some(Reason::Threshold);
            }
        }
        if angle_threshold.is_infinite() {
            return None;
        }
        let turned = angle_between(truth.heading, self.config.model.at(last, now).heading);
        let rounded = |format: &Format| angle_between(format.round(truth).heading, truth.heading);
        let helps = || format.as_ref().is_none_or(|format| rounded(format) < turned);
        (turned > *angle_threshold && helps()).then_some(Reason::Heading)
    }

    /// The sender's copy of the model at `now`; nothing before the first update.
    #[must_use]
    pub fn model(&self, now: f64) -> Option<State> {
        self.last.as_ref().map(|last| self.config.model.at(last, now))
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

    /// Whether the last poll owed an update that the rate cap held back: the threshold is not met.
    #[must_use]
    pub fn is_held_back(&self) -> bool {
        self.is_held_back
    }

    /// How many updates held a number outside of its range on the wire.
    #[must_use]
    pub fn saturated(&self) -> u64 {
        self.saturated
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Order;
    use crate::extrapolate::{Braking, wrap_angle};
    use crate::quantise::Grid;
    use crate::receiver::{Receipt, Receiver, ReceiverConfig};
    use glam::dvec2;
    use proptest::prelude::*;

    const fn model(order: Order) -> Model {
        Model { order, braking: Braking::RunOn }
    }

    const CONFIG: SenderConfig = SenderConfig {
        threshold: 1.0,
        heartbeat: f64::INFINITY,
        least_interval: 0.0,
        model: model(Order::Velocity),
        angle_threshold: f64::INFINITY,
        damping: 0.0,
        format: None,
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
            let config = SenderConfig { threshold, model: model(order), ..CONFIG };
            let sent: Vec<u32> =
                reasons(config, 600, circle).into_iter().map(|sent| sent.0).collect();
            assert!(sent.len() > 20);
            for pair in sent.windows(2) {
                assert_eq!(pair[1] - pair[0], ticks, "ε {threshold}, {order:?}");
            }
            let theory = match order {
                Order::Velocity => crate::guarantees::update_spacing(threshold, 16.0),
                Order::Acceleration => libm::cbrt(6.0 * threshold) / 4.0,
                Order::Turn => f64::INFINITY,
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

    #[test]
    fn a_steady_turn_costs_one_update_where_the_model_turns() {
        let turning =
            |now| State { angular_velocity: 4.0, heading: wrap_angle(4.0 * now), ..circle(now) };
        let config = SenderConfig { threshold: 0.05, model: model(Order::Turn), ..CONFIG };
        assert_eq!(reasons(config, 6000, turning), [(0, Reason::First)]);
    }

    #[test]
    fn a_stop_overshoots_by_the_threshold_and_the_latency() {
        // 4 u/s → 0 in one tick at t = 1, ε 0.5, L 0.1, snapping: ε + v (L + h).
        let truth = |now: f64| match now < 1.0 {
            true => straight(now),
            false => at(dvec2(4.0, 0.0)),
        };
        let mut sender = Sender::new(SenderConfig { threshold: 0.5, ..CONFIG });
        let mut receiver =
            Receiver::new(ReceiverConfig { blend_time: 0.0, ..ReceiverConfig::default() });
        let mut wire = std::collections::VecDeque::new();
        let (mut most, mut last): (f64, f64) = (0.0, 0.0);
        for tick in 0..=120 {
            let now = f64::from(tick) / 60.0;
            if let Some(sent) = sender.poll(now, &truth(now)) {
                wire.push_back((tick + if tick == 0 { 0 } else { 6 }, sent.update));
            }
            while wire.front().is_some_and(|arrival| arrival.0 <= tick) {
                let (_, update) = wire.pop_front().expect("it is there");
                receiver.receive(now, &update);
            }
            last = receiver.sample(now).expect("drawn").position.x - truth(now).position.x;
            most = most.max(last);
        }
        assert!((most - 0.9).abs() < 4.0 / 60.0, "to a tick: {most}");
        assert_eq!(last, 0.0, "then exactly at rest");
    }

    #[test]
    fn a_lost_update_is_made_up_for_by_the_next_heartbeat() {
        // It turns at t = 1 and goes straight again; the update that says so is lost.
        let truth = |now: f64| match now < 1.0 {
            true => straight(now),
            false => State { velocity: dvec2(0.0, 4.0), ..at(dvec2(4.0, 4.0 * (now - 1.0))) },
        };
        let mut sender = Sender::new(SenderConfig { heartbeat: 2.0, ..CONFIG });
        let mut receiver = Receiver::new(ReceiverConfig::default());
        let (mut lost_at, mut heard) = (None, Vec::new());
        for tick in 0..=360 {
            let now = f64::from(tick) / 60.0;
            let Some(sent) = sender.poll(now, &truth(now)) else { continue };
            if sent.reason == Reason::Threshold {
                lost_at = Some(now);
            } else {
                heard.push((now, sent.reason));
                assert_eq!(receiver.receive(now, &sent.update), Receipt::Applied);
            }
        }
        let lost_at = lost_at.expect("it turned");
        let (then, reason) = heard[1];
        assert!((then - lost_at - 2.0).abs() < 1e-9, "one heartbeat on: {then}");
        assert_eq!(reason, Reason::Heartbeat);
        let off = receiver.sample(6.0).expect("drawn").position.distance(truth(6.0).position);
        assert!(off < 1e-9, "{off}");
    }

    #[test]
    fn a_late_joiner_hears_of_it_within_a_heartbeat_and_draws_it_there_at_once() {
        let mut sender = Sender::new(SenderConfig { heartbeat: 5.0, ..CONFIG });
        let mut joiner = Receiver::new(ReceiverConfig::default());
        let mut first_drawn = None;
        for tick in 0..=1200 {
            let now = f64::from(tick) / 60.0;
            let sent = sender.poll(now, &straight(now));
            // It joins after seven seconds.
            if let Some(sent) = sent.filter(|_| now >= 7.0) {
                joiner.receive(now, &sent.update);
            }
            if first_drawn.is_none() {
                first_drawn = joiner.sample(now).map(|drawn| (tick, drawn.position));
            }
        }
        assert_eq!(first_drawn, Some((600, dvec2(40.0, 0.0))), "the heartbeat at 10 s");
        let mut never = Sender::new(CONFIG);
        let sent = (0..=1200).filter(|&tick| {
            let now = f64::from(tick) / 60.0;
            never.poll(now, &straight(now)).is_some() && now >= 7.0
        });
        assert_eq!(sent.count(), 0, "without a heartbeat it would never hear of it");
    }

    #[test]
    fn the_heading_has_a_threshold_of_its_own_and_no_seam() {
        let config = SenderConfig { angle_threshold: 5_f64.to_radians(), ..CONFIG };
        let facing = |degrees: f64| State { heading: degrees.to_radians(), ..State::default() };
        let mut sender = Sender::new(config);
        assert!(sender.poll(0.0, &facing(178.0)).is_some());
        assert_eq!(sender.poll(0.1, &facing(-178.0)), None, "four degrees across the seam");
        let sent = sender.poll(0.2, &facing(-176.0)).expect("six degrees");
        assert_eq!(sent.reason, Reason::Heading);
        // A turning entity is where its angular velocity says: nothing to send.
        let mut spinning = Sender::new(config);
        let sent = (0..600).filter(|&tick| {
            let now = f64::from(tick) / 60.0;
            let heading = wrap_angle(12.0 * now);
            spinning
                .poll(now, &State { heading, angular_velocity: 12.0, ..State::default() })
                .is_some()
        });
        assert_eq!(sent.count(), 1);
    }

    #[test]
    fn a_teleport_is_sent_at_once_and_flagged() {
        let mut sender = Sender::new(SenderConfig { least_interval: 10.0, ..CONFIG });
        assert!(sender.poll(0.0, &at(DVec2::ZERO)).is_some());
        assert_eq!(sender.poll(0.1, &at(dvec2(100.0, 0.0))), None, "the rate cap");
        assert!(sender.is_held_back());
        sender.teleport();
        let sent = sender.poll(0.2, &at(dvec2(100.0, 0.0))).expect("sent");
        assert!(sent.update.teleport && sent.reason == Reason::Teleport && !sender.is_held_back());
        assert_eq!(sender.poll(0.3, &at(dvec2(100.0, 0.0))), None);
    }

    #[test]
    fn an_acceleration_that_reverses_is_damped_and_one_that_goes_on_is_not() {
        let order = Order::Acceleration;
        for (damping, right) in [
            (0.0, [6.0, -6.0, 6.0, 6.0]),
            (0.5, [6.0, -3.0, 3.0, 6.0]),
            (1.0, [6.0, 0.0, 0.0, 6.0]),
        ] {
            let mut sender = Sender::new(SenderConfig {
                heartbeat: 0.1,
                model: model(order),
                damping,
                ..CONFIG
            });
            for (tick, (acceleration, right)) in
                [6.0, -6.0, 6.0, 6.0].into_iter().zip(right).enumerate()
            {
                let state = State { acceleration: dvec2(acceleration, 0.0), ..State::default() };
                let sent = sender.poll(0.1 * tick as f64, &state).expect("a heartbeat");
                assert_eq!(sent.update.state.acceleration.x, right, "damping {damping}");
            }
            sender.teleport();
            let state = State { acceleration: dvec2(-6.0, 0.0), ..State::default() };
            let sent = sender.poll(0.41, &state).expect("a teleport");
            assert_eq!(sent.update.state.acceleration.x, -6.0, "after a jump nothing is damped");
        }
    }

    fn coarse(step: f64) -> Format {
        let position = Grid { bits: 9, range: 255.0 * step };
        Format { position, ..Format::EXACT }
    }

    #[test]
    fn at_rest_off_the_grid_it_is_sent_once() {
        let config = SenderConfig { threshold: 0.05, format: Some(coarse(0.2)), ..CONFIG };
        let sent = reasons(config, 600, |_| at(dvec2(0.1, 0.0)));
        assert_eq!(sent, [(0, Reason::First)]);
        // It moves to the middle of another cell: sent on the way, then no more.
        let sent = reasons(config, 600, |now| at(dvec2(0.1 + 0.4 * now.min(1.0), 0.0)));
        assert!(sent.len() > 1 && sent.last().is_some_and(|last| last.0 <= 60), "{sent:?}");
    }

    #[test]
    fn facing_between_two_directions_of_the_grid_it_is_sent_once() {
        let format = Some(Format { heading_bits: 4, ..Format::EXACT });
        let angle_threshold = 2_f64.to_radians();
        // 16 directions are 22.5° apart; 10° is sent as 0°, which is as near as the packet can say it.
        let facing = State { heading: 10_f64.to_radians(), ..State::default() };
        let config = SenderConfig { angle_threshold, format, ..CONFIG };
        assert_eq!(reasons(config, 600, |_| facing), [(0, Reason::First)]);
    }

    #[test]
    fn what_is_outside_of_the_range_is_counted_and_not_sent_for_ever() {
        let config = SenderConfig { threshold: 0.05, format: Some(coarse(0.2)), ..CONFIG };
        let mut sender = Sender::new(config);
        let sent =
            (0..60).filter(|&tick| sender.poll(f64::from(tick), &at(dvec2(60.0, 0.0))).is_some());
        assert_eq!(sent.count(), 1);
        assert_eq!(sender.saturated(), 1);
        assert!((sender.model(60.0).expect("sent").position.x - 51.0).abs() < 1e-9);
    }

    #[test]
    fn the_same_error_is_allowed_more_room_from_afar() {
        let (angle, height) = (60_f64.to_radians(), 1080.0);
        let near = threshold_at(10.0, 2.0, angle, height);
        let far = threshold_at(100.0, 2.0, angle, height);
        assert!((far / near - 10.0).abs() < 1e-12);
        assert!((near - 0.021383).abs() < 1e-6, "{near}");
        let count = |threshold| reasons(SenderConfig { threshold, ..CONFIG }, 600, circle).len();
        assert!(count(near) > 2 * count(far), "{} and {}", count(near), count(far));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn the_copy_stays_within_the_threshold_or_half_a_cell(
            threshold in 0.0..1.0_f64, step in 0.001..0.5_f64, speed in 0.1..10.0_f64, order in 0..3_usize,
        ) {
            let order = [Order::Velocity, Order::Acceleration, Order::Turn][order];
            let format = Some(coarse(step));
            let mut sender = Sender::new(SenderConfig { threshold, model: model(order), format, ..CONFIG });
            for tick in 0..200 {
                let now = f64::from(tick) / 60.0;
                let (sin, cos) = libm::sincos(speed * now);
                let truth = State {
                    position: dvec2(cos, sin) * step * 100.0,
                    velocity: dvec2(-sin, cos) * step * 100.0 * speed,
                    angular_velocity: speed,
                    ..State::default()
                };
                sender.poll(now, &truth);
                let off = sender.model(now).expect("sent").position.distance(truth.position);
                prop_assert!(off <= threshold.max(step / 2.0_f64.sqrt()) + 1e-9, "{off}");
            }
        }
    }
}
