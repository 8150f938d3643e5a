//! The other end: keeps the newest update by send time, runs the same model, hides the corrections.
//!
//! In: `now`, the estimate of the sender's clock, and updates in whatever order they arrive. Out: the state
//! to draw. Invariant: an older or repeated update changes nothing but a counter; sampling changes nothing.
//!
//! Source: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation".

use super::extrapolate::extrapolate;
use super::smoothing::projective_velocity_blend;
use super::{Order, State, Update};

/// How updates are applied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReceiverConfig {
    /// The model that both ends run.
    pub order: Order,
    /// T: how long a correction is blended, s. Zero snaps.
    pub blend_time: f64,
    /// From when the model runs.
    pub timing: Timing,
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
}

/// The receiving end, one for each entity.
#[derive(Clone, Debug)]
pub struct Receiver {
    config: ReceiverConfig,
    newest: Option<Newest>,
    blend: Option<Blend>,
    counters: Counters,
}

/// The newest update. `update.sent_at` is when the model starts; `stamp` is what the packet said.
#[derive(Clone, Copy, Debug)]
struct Newest {
    update: Update,
    stamp: f64,
}

/// A correction under way: where the drawn state was, and since when.
#[derive(Clone, Copy, Debug)]
struct Blend {
    from: State,
    started_at: f64,
}

impl Receiver {
    /// A receiver that has heard nothing yet.
    #[must_use]
    pub fn new(config: ReceiverConfig) -> Self {
        Self { config, newest: None, blend: None, counters: Counters::default() }
    }

    /// Gives an arrived update to the receiver, at `now` on the sender's clock as estimated here, s.
    ///
    /// The drawn state at `now` under the old model becomes the start of the blend, also in the middle of an
    /// earlier blend. The first update ever, a teleport, and a blend time of zero draw the new model at once.
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
        if update.sent_at > now + super::TIME_NOISE {
            self.counters.from_the_future += 1;
        }
        self.blend = match self.sample(now) {
            Some(from) if !update.teleport && self.config.blend_time > 0.0 => {
                Some(Blend { from, started_at: now })
            }
            Some(_) | None => None,
        };
        let sent_at = match self.config.timing {
            Timing::SendTime => update.sent_at,
            Timing::Arrival => now,
        };
        self.newest = Some(Newest { update: Update { sent_at, ..*update }, stamp: update.sent_at });
        Receipt::Applied
    }

    /// The state to draw at `now`; nothing before the first update. Reads only: any number of frames may be
    /// drawn between two ticks.
    #[must_use]
    pub fn sample(&self, now: f64) -> Option<State> {
        let model = self.model(now)?;
        Some(match &self.blend {
            Some(blend) => {
                let tau = now - blend.started_at;
                projective_velocity_blend(&blend.from, &model, tau, self.config.blend_time)
            }
            None => model,
        })
    }

    /// The shared model at `now`, without the blend: what the sender believes is being drawn, one latency
    /// late.
    #[must_use]
    pub fn model(&self, now: f64) -> Option<State> {
        self.newest.as_ref().map(|newest| extrapolate(&newest.update, self.config.order, now))
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
    use glam::{DVec2, dvec2};

    const CONFIG: ReceiverConfig =
        ReceiverConfig { order: Order::Velocity, blend_time: 0.2, timing: Timing::SendTime };

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
        let mut receiver = Receiver::new(CONFIG);
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
        let mut receiver = Receiver::new(ReceiverConfig { order: Order::Acceleration, ..CONFIG });
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
                let mut receiver = Receiver::new(ReceiverConfig { blend_time: duration, ..CONFIG });
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
            let mut receiver = Receiver::new(ReceiverConfig { blend_time, ..CONFIG });
            receiver.receive(0.0, &update(0.0, DVec2::ZERO, dvec2(4.0, 0.0)));
            receiver.receive(1.0, &update(1.0, dvec2(9.0, 0.0), dvec2(4.0, 0.0)));
            assert_eq!(drawn(&receiver, 1.0), dvec2(9.0, 0.0));
        }
        // Shorter than a frame: the old place at the arrival, the new one on the next frame.
        let mut receiver = Receiver::new(ReceiverConfig { blend_time: 0.001, ..CONFIG });
        receiver.receive(0.0, &update(0.0, DVec2::ZERO, DVec2::ZERO));
        receiver.receive(1.0, &update(1.0, dvec2(9.0, 0.0), DVec2::ZERO));
        assert_eq!(drawn(&receiver, 1.0), DVec2::ZERO);
        assert_eq!(drawn(&receiver, 1.0 + 1.0 / 60.0), dvec2(9.0, 0.0));
    }

    #[test]
    fn a_correction_at_rest_is_monotone_and_ends_at_rest() {
        let mut receiver = Receiver::new(CONFIG);
        receiver.receive(0.0, &update(0.0, DVec2::ZERO, DVec2::ZERO));
        receiver.receive(1.0, &update(1.0, dvec2(0.3, 0.0), DVec2::ZERO));
        let path: Vec<f64> =
            (0..=20).map(|step| drawn(&receiver, 1.0 + 0.02 * f64::from(step)).x).collect();
        assert!(path.windows(2).all(|pair| pair[0] <= pair[1]), "{path:?}");
        assert_eq!(receiver.sample(1.4), receiver.model(1.4));
        assert_eq!(path[20], 0.3);
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
        let mut receiver = Receiver::new(CONFIG);
        receiver.receive(1.0, &update(1.05, dvec2(2.0, 0.0), dvec2(4.0, 0.0)));
        assert_eq!(drawn(&receiver, 1.0), dvec2(2.0, 0.0));
        assert_eq!(receiver.counters().from_the_future, 1);
    }

    #[test]
    fn applied_at_arrival_it_stays_one_latency_behind() {
        for latency in [0.1, 0.4] {
            for (timing, behind) in [(Timing::Arrival, 4.0 * latency), (Timing::SendTime, 0.0)] {
                let mut receiver = Receiver::new(ReceiverConfig { timing, ..CONFIG });
                receiver.receive(latency, &update(0.0, DVec2::ZERO, dvec2(4.0, 0.0)));
                let error = 4.0 * 3.0 - drawn(&receiver, 3.0).x;
                assert!((error - behind).abs() < 1e-12, "{error} with {timing:?}");
            }
        }
    }

    #[test]
    fn how_often_it_is_drawn_makes_no_difference() {
        let draw = |rate: u32| {
            let mut receiver = Receiver::new(CONFIG);
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
        let mut receiver = Receiver::new(CONFIG);
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
}
