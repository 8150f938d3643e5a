//! Two clocks that disagree, and what the receiver makes of it: pings over the same network, tick by tick.
//!
//! In: a [`Truth`] for its ticks, and [`Settings`]. Out: one [`ClockFrame`] a tick. Invariant: the estimate
//! comes from packets alone; true offset and error are written beside it, never read by it.
//!
//! The sender's clock is the laboratory's. The receiver's shows t + offset + drift · t. Both read the network
//! once a tick, as games do, so a way counts in whole ticks.

use super::draws::Channel;
use super::link::{Link, most_delay};
use super::truth::Truth;
use crate::settings::{self, Settings};
use dead_reckoning::TIME_NOISE;
use dead_reckoning::clock::{ClockEstimate, STEP};

/// The receiver's clock on a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClockFrame {
    /// How far it really is ahead of the sender's, s.
    pub offset: f64,
    /// How far it is taken to be, s.
    pub estimate: f64,
}

impl ClockFrame {
    /// How far the receiver's idea of the sender's time is behind, s: estimate − offset. Positive draws the past.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;

    fn experiment(set: &[&str]) -> Experiment {
        let mut settings = Settings::default();
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        Experiment::of(settings).expect("an experiment")
    }

    fn worst(frames: &[ClockFrame]) -> f64 {
        frames.iter().map(|frame| frame.error().abs()).fold(0.0, f64::max)
    }

    #[test]
    fn a_clock_that_is_known_does_nothing_whatever_it_shows() {
        let plain = experiment(&[]);
        let known = experiment(&["clock.offset=3", "clock.drift=500", "clock.ping_interval=0.1"]);
        assert_eq!(plain.run, known.run);
        assert!(known.run.vehicle().expect("a vehicle").clock.is_empty());
    }

    #[test]
    fn a_steady_network_gives_the_clock_exactly() {
        for offset in ["clock.offset=-2", "clock.offset=0.123"] {
            let known = experiment(&[]);
            let estimated = experiment(&["clock.estimate=estimated", offset]);
            assert_eq!(estimated.run.vehicle().expect("a vehicle").clock.len(), 501);
            assert!(
                worst(&estimated.run.vehicle().expect("a vehicle").clock) < 1e-12,
                "{}",
                worst(&estimated.run.vehicle().expect("a vehicle").clock)
            );
            let apart = (estimated.metrics[0].mean_error - known.metrics[0].mean_error).abs();
            assert!(apart < 1e-9, "{apart}");
        }
    }

    #[test]
    fn a_longer_way_back_is_an_error_of_half_the_difference() {
        let run = experiment(&["clock.estimate=estimated", "link.up_ratio=2"]).run;
        let last = run.vehicle().expect("a vehicle").clock.last().expect("a frame");
        // 0.2 s there, 0.1 s back.
        assert!((last.error() + 0.05).abs() < 1e-9, "{last:?}");
    }

    #[test]
    fn an_hour_of_100_ppm_is_followed_on_a_jittery_network() {
        let hour = [
            "motion.kind=straight",
            "motion.duration=3600",
            "clock.drift=100",
            "clock.offset=0.2",
            "receiver.blend_time=0",
        ];
        let run = |more: &[&str]| experiment(&[&hour, more].concat());
        let network = ["link.jitter=0.02", "link.loss=0.05", "clock.estimate=estimated"];
        let followed = run(&network);
        let frames = &followed.run.vehicle().expect("a vehicle").clock;
        assert!((frames[frames.len() - 1].offset - 0.56).abs() < 1e-4, "it drifts by 0.36 s");
        // At worst half of what jitter and whole ticks let the two ways differ, from the first answer on;
        // about a tick once the window has had time to see a quick one, half a tick on average.
        assert!(worst(frames) < (0.04 + 1.0 / 60.0) / 2.0 + 1e-3, "{}", worst(frames));
        assert!(worst(&frames[3600..]) < 0.02, "{}", worst(&frames[3600..]));
        let sum: f64 = frames.iter().map(|frame| frame.error().abs()).sum();
        assert!(sum / (frames.len() as f64) < 0.5 / 60.0, "{}", sum / frames.len() as f64);
        // On a straight all the error of a snapping receiver is the clock's: 4 u/s times that.
        let lane = &followed.run.lanes[0];
        let last = lane.frames[3600..].iter().map(|frame| frame.error).fold(0.0, f64::max);
        assert!(last < 4.0 * 0.02, "{last}");
        let trusted = run(&["clock.estimate=own", "clock.offset=0"]);
        let last = trusted.run.lanes[0].frames.last().expect("a frame");
        assert!((last.error - 1.44).abs() < 1e-3, "{}", last.error);
    }

    #[test]
    fn a_clock_behind_makes_stamps_from_the_future_and_their_age_is_zero() {
        let straight = ["motion.kind=straight", "sender.heartbeat=0.5", "receiver.blend_time=0"];
        let own = [&straight[..], &["link.latency=0", "clock.estimate=own", "clock.offset=-0.05"]];
        let behind = experiment(&own.concat());
        let packets = behind.run.lanes[0].packets.len();
        assert_eq!(
            behind.run.vehicle().expect("a vehicle").counters.from_the_future,
            packets as u64
        );
        for packet in &behind.run.lanes[0].packets {
            // Drawn where it was sent from, no further back, although the stamp says 50 ms later.
            let frame = behind.run.lanes[0].frames[packet.sent];
            assert_eq!(frame.drawn, packet.state.position);
        }
    }

    #[test]
    fn with_every_ping_lost_the_start_is_all_there_is() {
        let lost = experiment(&["clock.estimate=estimated", "clock.drift=1000", "link.loss=1"]);
        let last = lost.run.vehicle().expect("a vehicle").clock.last().expect("a frame");
        assert!((last.error() + 1e-3 * 500.0 / 60.0).abs() < 1e-9, "{last:?}");
    }
}
