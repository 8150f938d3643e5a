//! The other end: keeps the newest update by send time, runs the same model, hides the corrections.
//!
//! In: `now`, the estimate of the sender's clock, and updates in whatever order they arrive. Out: the state
//! to draw. Invariant: an older or repeated update changes nothing but a counter; sampling changes nothing.
//!
//! What reads like a fault: a stale entity goes on being extrapolated (unless capped) and only says that it is
//! stale, because what to show instead is the game's choice; and the sender knows nothing of the cap, so a
//! capped receiver may stand still while the sender thinks that all is well.
//!
//! Source: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation"; IEEE 1278.1 (heartbeat timeout).

use super::extrapolate::{Extrapolate, Model, age};
use super::smoothing::{BlendUntil, Correction, Smoothing};
use super::{State, TIME_NOISE, Update};
use glam::DVec2;

/// How updates are applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReceiverConfig<M = Model> {
    /// The model that both ends should run.
    pub model: M,
    /// T: how long a correction is blended, s. Zero snaps, whatever the smoothing.
    pub blend_time: f64,
    /// From when the model runs.
    pub timing: Timing,
    /// How a correction is hidden.
    pub smoothing: Smoothing,
    /// Length of the Bézier curve's handles, in thirds of T.
    pub bezier_handle: f64,
    /// How long a correction takes.
    pub blend_until: BlendUntil,
    /// The sender's heartbeat, s: the longest that an update is waited for. Infinite: none.
    pub heartbeat: f64,
    /// From this age of the newest update on the model rests, s. Infinite: never.
    pub extrapolation_cap: f64,
    /// A correction longer than this is a teleport, u. Infinite: none is.
    pub teleport_distance: f64,
    /// Silence from which the entity is stale, s. Infinite: never.
    pub stale_after: f64,
}

/// After so many heartbeats without an update an entity is stale: the heartbeat timeout multiplier of IEEE 1278.1.
pub const STALE_HEARTBEATS: f64 = 2.4;

impl<M> ReceiverConfig<M> {
    /// A model with a blend of 0.2 s, nothing capped, no teleports, never stale.
    #[must_use]
    pub fn of(model: M) -> Self {
        Self {
            model,
            blend_time: 0.2,
            timing: Timing::SendTime,
            smoothing: Smoothing::ProjectiveVelocity,
            bezier_handle: 1.0,
            blend_until: BlendUntil::Fixed,
            heartbeat: f64::INFINITY,
            extrapolation_cap: f64::INFINITY,
            teleport_distance: f64::INFINITY,
            stale_after: f64::INFINITY,
        }
    }
}

impl Default for ReceiverConfig {
    /// Order 1, a blend of 0.2 s, nothing capped, no teleports, never stale.
    fn default() -> Self {
        Self::of(Model::default())
    }
}

/// The time at which a received state is taken to have been true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Timing {
    /// The stamp in the update: the age is made up for.
    #[default]
    SendTime,
    /// The arrival, as if it carried no stamp: draws one latency behind, v·L on a straight.
    Arrival,
}

/// What became of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It is the newest: the model runs from it now.
    Applied,
    /// It has the stamp of the newest one: dropped.
    Duplicate,
    /// It was sent before the newest one: dropped.
    Older,
    /// A number in it is not finite: dropped.
    Refused,
}

/// How often each thing happened that left the drawn state alone, or clamped it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Updates with the stamp of the newest one.
    pub duplicates: u64,
    /// Updates sent before the newest one.
    pub older: u64,
    /// Updates holding a number that is not finite.
    pub refused: u64,
    /// Updates stamped later than `now`, whose age was taken as zero.
    pub from_the_future: u64,
    /// Updates drawn at once because they were flagged as a teleport, or came from too far away.
    pub teleports: u64,
}

/// What there is to draw at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Drawn {
    /// The state to draw, the correction hidden.
    pub state: State,
    /// The model, see [`Receiver::model`].
    pub model: State,
}

/// The receiving end, one for each entity.
#[derive(Clone, Debug)]
pub struct Receiver<M = Model> {
    config: ReceiverConfig<M>,
    newest: Option<Newest>,
    blend: Option<Blend>,
    counters: Counters,
}

/// The newest update. `update.sent_at` is when the model starts; `stamp` is what the packet said.
#[derive(Clone, Copy, Debug)]
struct Newest {
    update: Update,
    stamp: f64,
    heard_at: f64,
}

/// A correction under way, and since when.
#[derive(Clone, Copy, Debug)]
struct Blend {
    correction: Correction,
    started_at: f64,
}

impl<M: Extrapolate> Receiver<M> {
    /// A receiver that has heard nothing yet.
    #[must_use]
    pub fn new(config: ReceiverConfig<M>) -> Self {
        Self { config, newest: None, blend: None, counters: Counters::default() }
    }

    /// Gives an arrived update to the receiver, at `now` on the sender's clock as estimated here, s.
    ///
    /// The drawn state at `now` under the old model becomes the start of the blend, also in the middle of an
    /// earlier blend. The new model is drawn at once on the first update ever, a blend time of zero, a teleport
    /// (flagged, or further away than the teleport distance), and when a stale entity is heard of again.
    pub fn receive(&mut self, now: f64, update: &Update) -> Receipt {
        if !now.is_finite() || !update.sent_at.is_finite() || !update.state.is_finite() {
            self.counters.refused += 1;
            return Receipt::Refused;
        }
        if let Some(newest) = &self.newest {
            if update.sent_at == newest.stamp {
                self.counters.duplicates += 1;
                return Receipt::Duplicate;
            }
            if update.sent_at < newest.stamp {
                self.counters.older += 1;
                return Receipt::Older;
            }
        }
        if update.sent_at > now + TIME_NOISE {
            self.counters.from_the_future += 1;
        }
        let (drawn, was_stale) = (self.sample(now), self.is_stale(now));
        let apart = self.newest.as_ref().map_or(0.0, |newest| update.sent_at - newest.stamp);
        let sent_at = match self.config.timing {
            Timing::SendTime => update.sent_at,
            Timing::Arrival => now,
        };
        let started = Update { sent_at, ..*update };
        self.newest = Some(Newest { update: started, stamp: update.sent_at, heard_at: now });
        self.blend = drawn.and_then(|drawn| self.correction(now, &drawn, apart, was_stale));
        Receipt::Applied
    }

    /// What there is to hide at `now` with the newest update in place, `apart` s after the one before it.
    fn correction(&mut self, now: f64, from: &State, apart: f64, was_stale: bool) -> Option<Blend> {
        let newest = self.newest?;
        let model = self.model_of(&newest, now);
        let far = from.position.distance(model.position) > self.config.teleport_distance;
        if newest.update.teleport || far {
            self.counters.teleports += 1;
            return None;
        }
        let snaps = self.config.blend_time <= 0.0 || self.config.smoothing == Smoothing::Snap;
        if snaps || was_stale {
            return None;
        }
        let duration = match self.config.blend_until {
            BlendUntil::Fixed => self.config.blend_time,
            BlendUntil::NextUpdate => apart.min(self.config.heartbeat),
        };
        let to = self.model_of(&newest, now + duration);
        Some(Blend { correction: Correction { from: *from, model, to, duration }, started_at: now })
    }

    /// The state to draw at `now`; nothing before the first update. Reads only: any number of frames may be
    /// drawn between two ticks.
    #[must_use]
    pub fn sample(&self, now: f64) -> Option<State> {
        self.draw(now).map(|drawn| drawn.state)
    }

    /// As [`Receiver::sample`], with the model that it was drawn from.
    #[must_use]
    pub fn draw(&self, now: f64) -> Option<Drawn> {
        let newest = self.newest.as_ref()?;
        let model = self.model_of(newest, now);
        let blended = |blend: &Blend| self.blended(newest, blend, &model, now);
        Some(Drawn { state: self.blend.as_ref().map_or(model, blended), model })
    }

    fn blended(&self, newest: &Newest, blend: &Blend, model: &State, now: f64) -> State {
        let tau = now - blend.started_at;
        let ReceiverConfig { smoothing, bezier_handle, .. } = self.config;
        let under_way = tau + TIME_NOISE < blend.correction.duration;
        let rests = under_way && now > self.rests_at(newest);
        if smoothing != Smoothing::ProjectiveVelocity || !rests {
            return blend.correction.at(smoothing, bezier_handle, model, tau);
        }
        // Its projection follows the model's velocity, which falls to nothing where the model comes to rest: with
        // that of a moment before, what is drawn has no jump there.
        let moving = self.config.model.run_on(&newest.update, self.rests_at(newest));
        let guide = State { heading: model.heading, ..moving };
        let drawn = blend.correction.at(smoothing, bezier_handle, &guide, tau);
        let State { acceleration, angular_velocity, .. } = *model;
        State { acceleration, angular_velocity, ..drawn }
    }

    /// When the model of `newest` comes to rest: at the extrapolation cap, or held after braking.
    fn rests_at(&self, newest: &Newest) -> f64 {
        let cap = newest.update.sent_at + self.config.extrapolation_cap;
        cap.min(self.config.model.rests_at(&newest.update))
    }

    /// The shared model at `now`, without the blend: what the sender believes is being drawn, one latency
    /// late. Past the extrapolation cap it rests where it was when the newest update had that age.
    #[must_use]
    pub fn model(&self, now: f64) -> Option<State> {
        self.newest.as_ref().map(|newest| self.model_of(newest, now))
    }

    fn model_of(&self, newest: &Newest, now: f64) -> State {
        if !self.is_capped(newest, now) {
            return self.config.model.at(&newest.update, now);
        }
        let last = newest.update.sent_at + self.config.extrapolation_cap;
        State {
            velocity: DVec2::ZERO,
            acceleration: DVec2::ZERO,
            angular_velocity: 0.0,
            ..self.config.model.at(&newest.update, last)
        }
    }

    fn is_capped(&self, newest: &Newest, now: f64) -> bool {
        age(&newest.update, now) > self.config.extrapolation_cap
    }

    /// Where the model froze, if at `now` it is held by the extrapolation cap.
    #[must_use]
    pub fn frozen(&self, now: f64) -> Option<DVec2> {
        let newest = self.newest.as_ref().filter(|newest| self.is_capped(newest, now))?;
        Some(self.model_of(newest, now).position)
    }

    /// Whether nothing new has been heard at `now` for as long as makes an entity stale:
    /// [`STALE_HEARTBEATS`] · heartbeat. What has never been heard of is not stale.
    #[must_use]
    pub fn is_stale(&self, now: f64) -> bool {
        let silent_since =
            |newest: &Newest| now - newest.heard_at + TIME_NOISE >= self.config.stale_after;
        self.newest.as_ref().is_some_and(silent_since)
    }

    /// What was dropped or clamped so far.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.counters
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Order;
    use crate::extrapolate::{Braking, wrap_angle};
    use crate::sender::{Sender, SenderConfig};
    use crate::smoothing::{SMOOTHINGS, projective_velocity_blend};
    use glam::dvec2;
    use proptest::prelude::*;

    /// As published: order 1, projective velocity blending over 0.2 s.
    fn config() -> ReceiverConfig {
        ReceiverConfig::default()
    }

    fn update(sent_at: f64, position: DVec2, velocity: DVec2) -> Update {
        let state = State { position, velocity, ..State::default() };
        Update { sent_at, state, teleport: false }
    }

    fn near(left: DVec2, right: DVec2) {
        assert!(left.distance(right) < 1e-12, "{left} is not {right}");
    }

    fn drawn(receiver: &Receiver, now: f64) -> DVec2 {
        receiver.sample(now).expect("something is drawn").position
    }

    /// P0(0,0) V0(4,0) → P1(0.5,0.5) V1(0,4) at t = 0, T = 0.2, the published blend.
    fn in_mid_blend() -> Receiver {
        let mut receiver = Receiver::new(config());
        receiver.receive(-1.0, &update(-1.0, dvec2(-4.0, 0.0), dvec2(4.0, 0.0)));
        receiver.receive(0.0, &update(0.0, dvec2(0.5, 0.5), dvec2(0.0, 4.0)));
        receiver
    }

    #[test]
    fn the_published_blend_comes_out_to_the_digit() {
        let receiver = in_mid_blend();
        for (now, x, y) in [
            (0.0, 0.0, 0.0),
            (0.05, 0.2375, 0.2125),
            (0.1, 0.35, 0.55),
            (0.15, 0.4125, 0.9375),
            (0.2, 0.5, 1.3),
            (0.3, 0.5, 1.7),
        ] {
            near(drawn(&receiver, now), dvec2(x, y));
        }
    }

    #[test]
    fn order_two_blends_towards_the_models_velocity_now() {
        let model = Model { order: Order::Acceleration, ..Model::default() };
        let mut receiver = Receiver::new(ReceiverConfig { model, ..config() });
        receiver.receive(-1.0, &update(-1.0, dvec2(-4.0, 0.0), dvec2(4.0, 0.0)));
        let mut turning = update(0.0, dvec2(0.5, 0.5), dvec2(0.0, 4.0));
        turning.state.acceleration = dvec2(2.0, -2.0);
        receiver.receive(0.0, &turning);
        near(drawn(&receiver, 0.1), dvec2(0.365, 0.535));
    }

    #[test]
    fn an_interrupted_blend_restarts_from_the_drawn_state() {
        let mut receiver = in_mid_blend();
        let before = receiver.sample(0.1).expect("drawn");
        near(before.velocity, dvec2(2.0, 2.0));
        receiver.receive(0.1, &update(0.1, dvec2(0.6, 1.0), dvec2(0.0, 4.0)));
        near(drawn(&receiver, 0.1), dvec2(0.35, 0.55));
        near(drawn(&receiver, 0.2), dvec2(0.525, 1.125));
    }

    #[test]
    fn a_blend_from_the_slope_instead_comes_out_as_computed_by_hand() {
        let receiver = in_mid_blend();
        let step = 1e-7;
        let slope = (drawn(&receiver, 0.1 + step) - drawn(&receiver, 0.1 - step)) / (2.0 * step);
        assert!(slope.distance(dvec2(1.5, 7.5)) < 1e-6, "{slope}");
        let from =
            State { position: dvec2(0.35, 0.55), velocity: dvec2(1.5, 7.5), ..State::default() };
        for (tau, right) in [(0.0, dvec2(0.35, 0.55)), (0.1, dvec2(0.5125, 1.2625))] {
            let model = update(0.0, dvec2(0.6, 1.0 + 4.0 * tau), dvec2(0.0, 4.0)).state;
            near(projective_velocity_blend(&from, &model, tau, 0.2).position, right);
        }
    }

    #[test]
    fn a_blend_ends_exactly_on_the_new_model() {
        let receiver = in_mid_blend();
        for now in [0.2, 0.21, 5.0] {
            assert_eq!(receiver.sample(now), receiver.model(now));
        }
    }

    #[test]
    fn the_disc_moves_backwards_exactly_when_the_correction_outruns_it() {
        for (duration, limit) in [(0.05, 0.2), (0.1, 0.4), (0.2, 0.8), (0.3, 1.2), (0.5, 2.0)] {
            for (correction, backwards) in [(limit - 0.01, false), (limit + 0.01, true)] {
                let mut receiver =
                    Receiver::new(ReceiverConfig { blend_time: duration, ..config() });
                receiver.receive(0.0, &update(0.0, DVec2::ZERO, dvec2(4.0, 0.0)));
                receiver.receive(1.0, &update(1.0, dvec2(4.0 - correction, 0.0), dvec2(4.0, 0.0)));
                let moved = drawn(&receiver, 1.0 + duration / 2.0).x - drawn(&receiver, 1.0).x;
                assert_eq!(
                    moved < 0.0,
                    backwards,
                    "Δ {correction} over {duration} s moved {moved}"
                );
            }
        }
    }

    #[test]
    fn no_blend_time_snaps_without_a_division_by_zero() {
        for blend_time in [0.0, -1.0] {
            let mut receiver = Receiver::new(ReceiverConfig { blend_time, ..config() });
            receiver.receive(0.0, &update(0.0, DVec2::ZERO, dvec2(4.0, 0.0)));
            receiver.receive(1.0, &update(1.0, dvec2(9.0, 0.0), dvec2(4.0, 0.0)));
            assert_eq!(drawn(&receiver, 1.0), dvec2(9.0, 0.0));
        }
        // Shorter than a frame: the old place at the arrival, the new one on the next frame.
        let mut receiver = Receiver::new(ReceiverConfig { blend_time: 0.001, ..config() });
        receiver.receive(0.0, &update(0.0, DVec2::ZERO, DVec2::ZERO));
        receiver.receive(1.0, &update(1.0, dvec2(9.0, 0.0), DVec2::ZERO));
        assert_eq!(drawn(&receiver, 1.0), DVec2::ZERO);
        assert_eq!(drawn(&receiver, 1.0 + 1.0 / 60.0), dvec2(9.0, 0.0));
    }

    #[test]
    fn a_repeated_or_older_update_changes_nothing_but_a_counter() {
        let mut receiver = in_mid_blend();
        let third = update(0.3, dvec2(1.0, 1.0), dvec2(0.0, 4.0));
        assert_eq!(receiver.receive(0.35, &third), Receipt::Applied);
        let before = receiver.sample(0.4);
        assert_eq!(receiver.receive(0.36, &third), Receipt::Duplicate);
        let second = update(0.2, dvec2(50.0, 50.0), DVec2::ZERO);
        assert_eq!(receiver.receive(0.37, &second), Receipt::Older);
        assert_eq!(receiver.sample(0.4), before);
        let right = Counters { duplicates: 1, older: 1, ..Counters::default() };
        assert_eq!(receiver.counters(), right);
    }

    #[test]
    fn a_stamp_from_the_future_has_age_zero_and_is_counted() {
        let mut receiver = Receiver::new(config());
        receiver.receive(1.0, &update(1.05, dvec2(2.0, 0.0), dvec2(4.0, 0.0)));
        assert_eq!(drawn(&receiver, 1.0), dvec2(2.0, 0.0));
        assert_eq!(receiver.counters().from_the_future, 1);
    }

    #[test]
    fn applied_at_arrival_it_stays_one_latency_behind() {
        for latency in [0.1, 0.4] {
            for (timing, behind) in [(Timing::Arrival, 4.0 * latency), (Timing::SendTime, 0.0)] {
                let mut receiver = Receiver::new(ReceiverConfig { timing, ..config() });
                receiver.receive(latency, &update(0.0, DVec2::ZERO, dvec2(4.0, 0.0)));
                let error = 4.0 * 3.0 - drawn(&receiver, 3.0).x;
                assert!((error - behind).abs() < 1e-12, "{error} with {timing:?}");
            }
        }
    }

    #[test]
    fn how_often_it_is_drawn_makes_no_difference() {
        let draw = |rate: u32| {
            let mut receiver = Receiver::new(config());
            let mut drawn_at_common_times = Vec::new();
            for frame in 0..=2 * rate {
                // An update every half second, then the frame; every rate has a frame at each sixth.
                if frame % (rate / 2) == 0 {
                    let now = f64::from(frame) / f64::from(rate);
                    let turn = if frame % rate == 0 { 4.0 } else { -4.0 };
                    receiver.receive(now, &update(now, dvec2(3.0 * now, turn), dvec2(4.0, turn)));
                }
                let drawn = receiver.sample(f64::from(frame) / f64::from(rate));
                if frame % (rate / 6) == 0 {
                    drawn_at_common_times.push(drawn);
                }
            }
            drawn_at_common_times
        };
        assert_eq!(draw(30).len(), 13);
        assert_eq!(draw(30), draw(60));
        assert_eq!(draw(60), draw(144));
    }

    #[test]
    fn a_late_joiner_is_drawn_at_its_first_update_at_once() {
        let mut receiver = Receiver::new(config());
        assert_eq!(receiver.sample(9.0), None);
        receiver.receive(9.0, &update(9.0, dvec2(40.0, 7.0), DVec2::ZERO));
        assert_eq!(drawn(&receiver, 9.0), dvec2(40.0, 7.0));
    }

    #[test]
    fn a_teleport_in_mid_blend_is_drawn_on_that_frame() {
        let mut receiver = in_mid_blend();
        let jump = Update { teleport: true, ..update(0.1, dvec2(100.0, 0.0), DVec2::ZERO) };
        receiver.receive(0.1, &jump);
        assert_eq!(drawn(&receiver, 0.1), dvec2(100.0, 0.0));
        let older = update(0.05, DVec2::ZERO, DVec2::ZERO);
        assert_eq!(receiver.receive(0.15, &older), Receipt::Older);
        assert_eq!(drawn(&receiver, 0.15), dvec2(100.0, 0.0));
    }

    #[test]
    fn an_update_that_is_not_finite_is_refused() {
        let mut receiver = in_mid_blend();
        let before = receiver.sample(0.15);
        let bad = update(0.1, dvec2(f64::INFINITY, 0.0), DVec2::ZERO);
        assert_eq!(receiver.receive(0.12, &bad), Receipt::Refused);
        assert_eq!(
            receiver.receive(0.12, &update(f64::NAN, DVec2::ZERO, DVec2::ZERO)),
            Receipt::Refused
        );
        assert_eq!(receiver.sample(0.15), before);
        assert_eq!(receiver.counters().refused, 2);
    }

    #[test]
    fn past_the_cap_it_rests_where_the_update_had_that_age() {
        let capped = ReceiverConfig { extrapolation_cap: 0.25, ..config() };
        let mut receiver = Receiver::new(capped);
        let first = update(0.0, dvec2(7.0, 0.0), dvec2(4.0, 0.0));
        receiver.receive(0.0, &first);
        assert_eq!(receiver.frozen(0.25), None);
        for now in [0.25, 0.3, 1.0, 10.0] {
            near(drawn(&receiver, now), dvec2(8.0, 0.0));
        }
        assert_eq!(receiver.frozen(10.0), Some(dvec2(8.0, 0.0)));
        assert_eq!(receiver.sample(10.0).expect("drawn").velocity, DVec2::ZERO);
        // Heard of again, it goes on from there.
        receiver.receive(10.0, &update(10.0, dvec2(40.0, 0.0), dvec2(4.0, 0.0)));
        assert_eq!(drawn(&receiver, 10.0), dvec2(8.0, 0.0));
        assert_eq!(receiver.frozen(10.0), None);
        near(drawn(&receiver, 10.2 + 1e-9), dvec2(40.8 + 4e-9, 0.0));
    }

    #[test]
    fn three_lost_heartbeats_make_it_stale_and_it_snaps_on_its_return() {
        let mut receiver =
            Receiver::new(ReceiverConfig { stale_after: STALE_HEARTBEATS * 5.0, ..config() });
        assert!(!receiver.is_stale(100.0), "never heard of");
        receiver.receive(0.0, &update(0.0, DVec2::ZERO, dvec2(4.0, 0.0)));
        // Repeated news is no news.
        receiver.receive(9.0, &update(0.0, DVec2::ZERO, dvec2(4.0, 0.0)));
        let from = (0..=1200).find(|&tick| receiver.is_stale(f64::from(tick) / 60.0));
        assert_eq!(from, Some(720), "12 s");
        assert_eq!(drawn(&receiver, 15.0), dvec2(60.0, 0.0), "it is still drawn");
        receiver.receive(20.0, &update(20.0, dvec2(90.0, 0.0), dvec2(4.0, 0.0)));
        assert!(!receiver.is_stale(20.0));
        assert_eq!(drawn(&receiver, 20.0), dvec2(90.0, 0.0));
        // Just before it would have been blended.
        let mut receiver =
            Receiver::new(ReceiverConfig { stale_after: STALE_HEARTBEATS * 5.0, ..config() });
        receiver.receive(0.0, &update(0.0, DVec2::ZERO, dvec2(4.0, 0.0)));
        receiver.receive(11.9, &update(11.9, dvec2(90.0, 0.0), dvec2(4.0, 0.0)));
        near(drawn(&receiver, 11.9), dvec2(47.6, 0.0));
    }

    #[test]
    fn a_correction_longer_than_the_teleport_distance_is_not_blended() {
        for (distance, x, teleports) in [(3.0, 4.0, 0), (2.9, 7.0, 1)] {
            let mut receiver =
                Receiver::new(ReceiverConfig { teleport_distance: distance, ..config() });
            receiver.receive(0.0, &update(0.0, DVec2::ZERO, dvec2(4.0, 0.0)));
            receiver.receive(1.0, &update(1.0, dvec2(7.0, 0.0), dvec2(4.0, 0.0)));
            assert_eq!(drawn(&receiver, 1.0).x, x, "distance {distance}");
            assert_eq!(receiver.counters().teleports, teleports);
        }
    }

    #[test]
    fn until_the_next_update_lasts_as_long_as_the_last_two_were_apart() {
        let next = |heartbeat| ReceiverConfig {
            blend_until: BlendUntil::NextUpdate,
            heartbeat,
            ..config()
        };
        for (heartbeat, lasts) in [(f64::INFINITY, 0.5), (0.3, 0.3)] {
            let mut receiver = Receiver::new(next(heartbeat));
            receiver.receive(0.0, &update(0.0, DVec2::ZERO, DVec2::ZERO));
            // Half a second apart by their stamps, whatever the wire did to them.
            receiver.receive(0.7, &update(0.5, dvec2(1.0, 0.0), DVec2::ZERO));
            for (part, x) in [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (2.0, 1.0)] {
                near(drawn(&receiver, 0.7 + part * lasts), dvec2(x, 0.0));
            }
        }
        let mut snapping = Receiver::new(ReceiverConfig { blend_time: 0.0, ..next(5.0) });
        snapping.receive(0.0, &update(0.0, DVec2::ZERO, DVec2::ZERO));
        snapping.receive(0.7, &update(0.5, dvec2(1.0, 0.0), DVec2::ZERO));
        assert_eq!(drawn(&snapping, 0.7).x, 1.0, "no blend time snaps");
    }

    #[test]
    fn every_smoothing_ends_on_the_model_and_an_interrupted_spline_has_no_kink() {
        for row in &SMOOTHINGS {
            let mut receiver =
                Receiver::new(ReceiverConfig { smoothing: row.smoothing, ..config() });
            receiver.receive(-1.0, &update(-1.0, dvec2(-4.0, 0.0), dvec2(4.0, 0.0)));
            receiver.receive(0.0, &update(0.0, dvec2(0.5, 0.5), dvec2(0.0, 4.0)));
            let before = receiver.sample(0.1).expect("drawn");
            receiver.receive(0.1, &update(0.1, dvec2(0.6, 1.0), dvec2(0.0, 4.0)));
            let after = receiver.sample(0.1).expect("drawn");
            if row.position_continuous {
                near(before.position, after.position);
            }
            if row.velocity_continuous {
                assert!(before.velocity.distance(after.velocity) < 1e-9, "{}", row.name);
            }
            assert_eq!(receiver.sample(2.0), receiver.model(2.0), "{}", row.name);
        }
    }

    #[test]
    fn a_fast_spin_follows_the_angular_velocity_not_the_shortest_arc() {
        // 720°/s, an update every 0.4 s: 288° on, which the shortest arc takes for 72° back.
        let spinning = |sent_at: f64, degrees: f64| {
            let mut spinning = update(sent_at, DVec2::ZERO, DVec2::ZERO);
            spinning.state.heading = wrap_angle(degrees.to_radians());
            spinning.state.angular_velocity = 720_f64.to_radians();
            spinning
        };
        let mut receiver = Receiver::new(config());
        let (mut way, mut last) = (0.0, 0.0);
        for tick in 0..=240 {
            let now = f64::from(tick) / 600.0;
            if tick % 240 == 0 {
                receiver.receive(now, &spinning(now, 720.0 * now));
            }
            let heading = receiver.sample(now).expect("drawn").heading;
            way += wrap_angle(heading - last);
            last = heading;
        }
        assert!((way.to_degrees() - 288.0).abs() < 1e-6, "{}", way.to_degrees());
        assert!((last.to_degrees() + 72.0).abs() < 1e-6, "{}", last.to_degrees());
    }

    /// On a circular track around the origin, at the speed of the update.
    #[derive(Clone, Copy)]
    struct OnTrack;

    impl Extrapolate for OnTrack {
        fn at(&self, update: &Update, time: f64) -> State {
            let State { position, velocity, .. } = update.state;
            let turn = position.perp_dot(velocity) / position.length_squared() * age(update, time);
            let by = dvec2(libm::cos(turn), libm::sin(turn));
            State { position: by.rotate(position), velocity: by.rotate(velocity), ..update.state }
        }
    }

    #[test]
    fn a_model_of_the_games_own_runs_on_both_ends() {
        let start = update(0.0, dvec2(3.0, 0.0), dvec2(0.0, 4.0));
        let mut sender = Sender::new(SenderConfig::of(OnTrack));
        let capped = ReceiverConfig { extrapolation_cap: 8.0, ..ReceiverConfig::of(OnTrack) };
        let mut receiver = Receiver::new(capped);
        for tick in 0..=480 {
            let now = f64::from(tick) / 60.0;
            let truth = OnTrack.at(&start, now);
            let sent = sender.poll(now, &truth);
            assert_eq!(sent.is_some(), tick == 0, "it goes round and round on one update");
            sent.map(|sent| receiver.receive(now, &sent.update));
            assert_eq!(receiver.sample(now), Some(truth));
        }
        assert_eq!(receiver.frozen(9.0), Some(OnTrack.at(&start, 8.0).position));
    }

    prop_compose! {
        fn any_update()(
            gap in 0.01..1.0_f64, delay in 0.0..0.4_f64, x in -9.0..9.0_f64, y in -9.0..9.0_f64,
            vx in -9.0..9.0_f64, vy in -9.0..9.0_f64, ax in -20.0..20.0_f64, ay in -20.0..20.0_f64,
            heading in -3.1..3.1_f64, angular_velocity in -20.0..20.0_f64,
        ) -> (f64, f64, State) {
            let state = State {
                position: dvec2(x, y), velocity: dvec2(vx, vy), acceleration: dvec2(ax, ay), heading, angular_velocity,
            };
            (gap, delay, state)
        }
    }

    prop_compose! {
        fn any_config()(
            smoothing in 0..SMOOTHINGS.len(), order in 0..3_usize, hold: bool, next: bool,
            cap in prop_oneof![Just(f64::INFINITY), 0.02..0.6_f64], blend_time in 0.001..1.5_f64,
        ) -> ReceiverConfig {
            let order = [Order::Velocity, Order::Acceleration, Order::Turn][order];
            let braking = if hold { Braking::Hold } else { Braking::RunOn };
            ReceiverConfig {
                model: Model { order, braking },
                blend_time,
                smoothing: SMOOTHINGS[smoothing].smoothing,
                blend_until: if next { BlendUntil::NextUpdate } else { BlendUntil::Fixed },
                extrapolation_cap: cap,
                ..config()
            }
        }
    }

    /// A way this short is none, u.
    const NO_JUMP: f64 = 1e-5;

    /// What is left of the way between two times when the longer half of it is halved again and again, until it is no
    /// jump to anybody: a jump stays.
    fn jump_between(receiver: &Receiver, mut low: (f64, DVec2), mut high: (f64, DVec2)) -> f64 {
        for _ in 0..36 {
            if low.1.distance(high.1) < NO_JUMP {
                break;
            }
            let time = low.0.midpoint(high.0);
            let middle = (time, drawn(receiver, time));
            if low.1.distance(middle.1) > middle.1.distance(high.1) {
                high = middle;
            } else {
                low = middle;
            }
        }
        low.1.distance(high.1)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn what_is_drawn_has_no_jump_for_every_smoothing_that_says_so(
            config in any_config(), updates in prop::collection::vec(any_update(), 2..8),
        ) {
            let mut receiver = Receiver::new(config);
            let mut sent_at = 0.0;
            for (gap, delay, state) in updates {
                sent_at += gap;
                let now = sent_at + delay;
                let before = receiver.sample(now);
                receiver.receive(now, &Update { sent_at, state, teleport: false });
                let after = receiver.sample(now).expect("drawn");
                prop_assert!(after.is_finite());
                if let Some(before) = before.filter(|_| config.smoothing.row().position_continuous) {
                    prop_assert!(before.position.distance(after.position) < 1e-9);
                    prop_assert!(wrap_angle(before.heading - after.heading).abs() < 1e-9);
                }
                // From here on in small steps, past the end of the blend and past the cap.
                let mut last = after;
                for step in 1..=100 {
                    let time = now + 0.01 * f64::from(step);
                    let later = receiver.sample(time).expect("drawn");
                    prop_assert!(later.is_finite());
                    if config.smoothing.row().position_continuous {
                        let jump = jump_between(&receiver, (time - 0.01, last.position), (time, later.position));
                        prop_assert!(jump < NO_JUMP, "{jump} before {time}");
                    }
                    last = later;
                }
            }
        }
    }
}
