//! Two clocks that disagree, and what the receiver makes of it: pings over the same network, tick by tick.
//!
//! In: a [`Truth`] for its ticks, and [`Settings`]. Out: one [`ClockFrame`] a tick. Invariant: the estimate
//! comes from packets alone; true offset and error are written beside it, never read by it.
//!
//! The sender's clock is the laboratory's. The receiver's shows t + offset + drift · t. Both read the network
//! once a tick, as games do, so a way counts in whole ticks.

use super::draws::Channel;
use super::link::{Link, most_delay};
use super::motion::Truth;
use crate::netcode::TIME_NOISE;
use crate::netcode::clock::{ClockEstimate, STEP};
use crate::settings::{self, Settings};

/// The receiver's clock on a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockFrame {
    /// How far it really is ahead of the sender's, s.
    pub offset: f64,
    /// How far it is taken to be, s.
    pub estimate: f64,
}

impl ClockFrame {
    /// How much too late the receiver takes the sender's time to be, s: estimate − offset is subtracted, so a
    /// positive error draws the past.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.estimate - self.offset
    }
}

/// How far the receiver's clock is ahead at `now`, s: offset + drift · now.
#[must_use]
pub fn offset(clock: &settings::Clock, now: f64) -> f64 {
    clock.offset + clock.drift * 1e-6 * now
}

/// The furthest that the receiver's idea of the sender's clock can be off, s.
pub(super) fn most_error(truth: &Truth, settings: &Settings) -> f64 {
    let clock = &settings.clock;
    match clock.estimate {
        settings::ClockEstimate::Exact => 0.0,
        settings::ClockEstimate::Estimated => {
            let ways = most_delay(&settings.link).max(most_delay(&settings.link_up()));
            ways + 2.0 * STEP + clock.drift.abs() * 1e-6 * truth.seconds
        }
        settings::ClockEstimate::Own => {
            offset(clock, 0.0).abs().max(offset(clock, truth.seconds).abs())
        }
    }
}

/// Fills `frames` with a frame a tick; with none where the receiver knows the sender's clock.
pub(super) fn simulate(truth: &Truth, settings: &Settings, frames: &mut Vec<ClockFrame>) {
    frames.clear();
    let ticks = truth.states.len();
    let offsets = (0..ticks).map(|tick| offset(&settings.clock, truth.time(tick)));
    match settings.clock.estimate {
        settings::ClockEstimate::Exact => {}
        settings::ClockEstimate::Own => {
            frames.extend(offsets.map(|offset| ClockFrame { offset, estimate: 0.0 }));
        }
        settings::ClockEstimate::Estimated => exchange(truth, settings, frames),
    }
}

fn exchange(truth: &Truth, settings: &Settings, frames: &mut Vec<ClockFrame>) {
    let wire = settings.link_up();
    let answers_wire = settings::Link { latency: settings.link.latency, ..wire.clone() };
    let mut pings: Link<f64> = Link::of(wire, settings.seed, Channel::Pings, 16);
    let mut answers: Link<(f64, f64)> = Link::of(answers_wire, settings.seed, Channel::Answers, 16);
    let mut estimate = ClockEstimate::new();
    let (interval, bytes) = (settings.clock.ping_interval, settings.link.packet_bytes);
    let mut asked = 0_u32;
    for tick in 0..truth.states.len() {
        let now = truth.time(tick);
        let offset = offset(&settings.clock, now);
        let local = now + offset;
        if tick == 0 {
            // Both ends start from the same update, as they do from the same state.
            estimate.hear(local, now);
        }
        if now + TIME_NOISE >= f64::from(asked) * interval {
            asked += 1;
            pings.send(now, bytes, local);
        }
        while let Some(asked_at) = pings.poll(now) {
            answers.send(now, bytes, (asked_at, now));
        }
        while let Some((asked_at, stamp)) = answers.poll(now) {
            estimate.receive(asked_at, stamp, local);
        }
        estimate.advance(local);
        frames.push(ClockFrame { offset, estimate: estimate.offset().unwrap_or(0.0) });
    }
}
