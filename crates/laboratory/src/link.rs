//! The wire: what is sent at one time arrives at another, twice, or never.
//!
//! In: `now` and a packet. Out: its fate, and the packets that have arrived. Invariant: nothing arrives before
//! it was sent + the time it takes ≤ now, rounding noise aside, and nothing is kept once it has arrived.
//!
//! A packet goes through the queue of a bottleneck, then over the wire. What happens on the wire (lost, late,
//! doubled) is drawn for the packet by its number, and never changes the queue: so raising the loss only
//! removes packets, and no knob reshuffles what another one decides.
//!
//! Source: E. Gilbert, "Capacity of a Burst-Noise Channel", 1960, and E. Elliott, 1963, for the bursts;
//! the network emulator of Linux for what is worth emulating.

use super::draws::{self, Channel, Luck, Purpose};
use crate::lane::Fate;
use crate::settings::{self, JitterKind};
use crate::truth::Truth;
use dead_reckoning::TIME_NOISE;
use std::collections::VecDeque;

/// One direction of a network.
#[derive(Clone, Debug)]
pub struct Link<T> {
    wire: settings::Link,
    /// Nothing but a fixed latency: no draw is needed.
    is_plain: bool,
    luck: Luck,
    weather: Luck,
    /// How many packets were sent.
    sent: u64,
    /// Whether the packet before was lost.
    losing: bool,
    /// When the bottleneck has sent all that waits in it, s.
    free_at: f64,
    in_flight: VecDeque<InFlight<T>>,
}

#[derive(Clone, Copy, Debug)]
struct InFlight<T> {
    arrives_at: f64,
    packet: T,
}

/// What a link does with a packet that it is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// It will arrive, perhaps twice.
    UnderWay,
    /// It will not: lost on the wire.
    Lost,
    /// It will not: the queue of the bottleneck was full.
    QueueFull,
}

impl Sending {
    /// What becomes of a packet by this.
    pub(crate) fn fate(self) -> Fate {
        match self {
            Self::UnderWay => Fate::UnderWay,
            Self::Lost => Fate::Lost,
            Self::QueueFull => Fate::QueueFull,
        }
    }
}

/// A link with room for all that can be on it if a packet and its copy are sent on each tick.
pub(crate) fn link_of<T: Copy>(
    truth: &Truth,
    wire: settings::Link,
    seed: u64,
    channel: Channel,
) -> Link<T> {
    let most = most_delay(&wire).max(wire.latency);
    let in_flight = (most * truth.tick_rate).ceil() as usize + 2;
    let copies = if wire.duplicate > 0.0 { 2 } else { 1 };
    let capacity = copies * in_flight.min(truth.states.len() + 1);
    Link::of(wire, seed, channel, capacity)
}

impl<T: Copy> Link<T> {
    /// A link of `latency` s and nothing else, with room for `capacity` packets in flight: it allocates here,
    /// and again only if more than that are under way at once.
    #[must_use]
    pub fn new(latency: f64, capacity: usize) -> Self {
        let wire = settings::Link { latency, ..settings::Link::default() };
        Self::of(wire, 0, Channel::Updates, capacity)
    }

    /// The link that `wire` describes, with the luck of `seed` on `channel`.
    #[must_use]
    pub fn of(wire: settings::Link, seed: u64, channel: Channel, capacity: usize) -> Self {
        let luck = Luck::of(seed, channel);
        Self {
            is_plain: !is_lucky(&wire) && wire.loss == 0.0 && wire.bandwidth == 0.0,
            luck,
            weather: Luck::of(seed, Channel::Network),
            sent: 0,
            losing: luck.draw(Purpose::FirstLoss, 0) < wire.loss,
            free_at: f64::NEG_INFINITY,
            in_flight: VecDeque::with_capacity(capacity),
            wire,
        }
    }

    /// Puts a packet of `bytes` on the wire at `now`, s. Times must not go backwards from call to call.
    pub fn send(&mut self, now: f64, bytes: u32, packet: T) -> Sending {
        if self.is_plain {
            self.push(now + self.wire.latency, packet);
            return Sending::UnderWay;
        }
        let number = self.sent;
        self.sent += 1;
        self.losing = self.luck.draw(Purpose::Loss, number) < self.loss();
        let Some(leaves_at) = self.queue(now, bytes) else { return Sending::QueueFull };
        if self.losing {
            return Sending::Lost;
        }
        let spike = self.spike(leaves_at);
        let jitter = self.jitter(number, Purpose::Jitter, Purpose::JitterAngle);
        let held_back = self.luck.draw(Purpose::Reorder, number) < self.wire.reorder;
        let reorder = if held_back { self.wire.reorder_delay } else { 0.0 };
        self.push(leaves_at + self.takes(jitter + spike + reorder), packet);
        if self.luck.draw(Purpose::Duplicate, number) < self.wire.duplicate {
            let jitter = self.jitter(number, Purpose::CopyJitter, Purpose::CopyJitterAngle);
            self.push(leaves_at + self.takes(jitter + spike), packet);
        }
        Sending::UnderWay
    }

    /// The next packet that has arrived by `now`, s; call until there is none. Packets that arrive at the same
    /// time come in the order in which they were sent.
    pub fn poll(&mut self, now: f64) -> Option<T> {
        let first = self.in_flight.front()?;
        if first.arrives_at > now + TIME_NOISE {
            return None;
        }
        self.in_flight.pop_front().map(|arrived| arrived.packet)
    }

    fn push(&mut self, arrives_at: f64, packet: T) {
        let arrival = InFlight { arrives_at, packet };
        match self.in_flight.back() {
            Some(last) if last.arrives_at > arrives_at => {
                let place = self.in_flight.partition_point(|other| other.arrives_at <= arrives_at);
                self.in_flight.insert(place, arrival);
            }
            Some(_) | None => self.in_flight.push_back(arrival),
        }
    }

    /// The chance that the next packet is lost, given what became of the last one (see [`burst_chances`]).
    fn loss(&self) -> f64 {
        let (begin, stay) = burst_chances(self.wire.loss, self.wire.burst);
        if self.losing { stay } else { begin }
    }

    /// When the bottleneck has sent a packet that comes to it at `now`; nothing if its queue is full.
    fn queue(&mut self, now: f64, bytes: u32) -> Option<f64> {
        let bandwidth = self.wire.bandwidth;
        if bandwidth <= 0.0 {
            return Some(now);
        }
        let starts_at = self.free_at.max(now);
        let waiting = (starts_at - now) * bandwidth + f64::from(bytes);
        let room = f64::from(self.wire.queue) * f64::from(self.wire.packet_bytes);
        if waiting > room * (1.0 + TIME_NOISE) {
            return None;
        }
        self.free_at = starts_at + f64::from(bytes) / bandwidth;
        Some(self.free_at)
    }

    /// How much later than the latency the packet comes, s; uniform and normal jitter may make it earlier.
    fn jitter(&self, number: u64, purpose: Purpose, angle: Purpose) -> f64 {
        let wire = &self.wire;
        if wire.jitter <= 0.0 {
            return 0.0;
        }
        let draw = self.luck.draw(purpose, number);
        wire.jitter
            * match wire.jitter_kind {
                JitterKind::Uniform => draws::uniform(draw),
                JitterKind::Normal => draws::normal(draw, self.luck.draw(angle, number)),
                JitterKind::Heavy => draws::heavy(draw),
            }
    }

    /// The extra latency of a packet that leaves at `time`, s: each period holds one spike, at a drawn place.
    fn spike(&self, time: f64) -> f64 {
        let settings::Link { spike_period: period, spike_latency, .. } = self.wire;
        if period <= 0.0 || spike_latency <= 0.0 {
            return 0.0;
        }
        let length = self.wire.spike_length.min(period);
        let number = (time / period).floor().max(0.0);
        let place = self.weather.draw(Purpose::Spike, number as u64);
        let into = time - number * period - place * (period - length);
        if (0.0..length).contains(&into) { spike_latency } else { 0.0 }
    }

    fn takes(&self, extra: f64) -> f64 {
        (self.wire.latency + extra).max(0.0)
    }
}

/// The chances of losing a packet: after one that arrived, and after one that was lost.
///
/// A link that loses the share p of its packets in bursts of mean length b stays in a burst with s = 1 − 1/b
/// and begins one with p (1 − s) / (1 − p). Independent loss has b = 1 / (1 − p); a shorter burst than that is
/// taken as independent. Both chances grow with p and the first never exceeds the second, so with one draw a
/// packet raising p only removes packets. This is Elliott's model with nothing lost between bursts and all
/// within.
///
/// ```
/// use laboratory::link::burst_chances;
/// assert_eq!(burst_chances(0.25, 1.0), (0.25, 0.25));
/// assert_eq!(burst_chances(0.5, 4.0), (0.25, 0.75));
/// ```
#[must_use]
pub fn burst_chances(loss: f64, burst: f64) -> (f64, f64) {
    let stay = (1.0 - 1.0 / burst.max(1.0)).max(loss);
    let begin = if stay > loss { loss * (1.0 - stay) / (1.0 - loss) } else { loss };
    (begin.min(stay), stay)
}

/// Whether a run over this link is luck: another seed may give other packets.
#[must_use]
pub fn is_lucky(wire: &settings::Link) -> bool {
    let spikes = wire.spike_period > 0.0 && wire.spike_length > 0.0 && wire.spike_latency > 0.0;
    let loses = wire.loss > 0.0 && wire.loss < 1.0;
    let reorders = wire.reorder > 0.0 && wire.reorder_delay > 0.0;
    wire.jitter > 0.0 || loses || wire.duplicate > 0.0 || reorders || spikes
}

/// The longest that a packet can take over this link, s.
#[must_use]
pub fn most_delay(wire: &settings::Link) -> f64 {
    let jitter = match wire.jitter_kind {
        JitterKind::Uniform => 1.0,
        JitterKind::Normal => draws::MOST_NORMAL,
        JitterKind::Heavy => draws::MOST_HEAVY,
    };
    let spike = if wire.spike_period > 0.0 { wire.spike_latency } else { 0.0 };
    let reorder = if wire.reorder > 0.0 { wire.reorder_delay } else { 0.0 };
    let room = f64::from(wire.queue) * f64::from(wire.packet_bytes);
    let queue = if wire.bandwidth > 0.0 { room / wire.bandwidth } else { 0.0 };
    wire.latency + jitter * wire.jitter + spike + reorder + queue
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACKETS: u32 = 100_000;

    fn wire(change: impl FnOnce(&mut settings::Link)) -> settings::Link {
        let mut wire = settings::Link::default();
        change(&mut wire);
        wire
    }

    /// Sends a packet every `interval` s and gives what each send said and when each arrival came: (number,
    /// time taken), in the order of arrival.
    fn carried(
        wire: &settings::Link,
        packets: u32,
        interval: f64,
    ) -> (Vec<Sending>, Vec<(u32, f64)>) {
        let mut link = Link::of(wire.clone(), 5, Channel::Updates, 64);
        let sent_at = |number: u32| f64::from(number) * interval;
        let sent = (0..packets).map(|number| link.send(sent_at(number), 60, number)).collect();
        let arrivals = std::iter::from_fn(|| {
            let arrives_at = link.in_flight.front()?.arrives_at;
            let number = link.poll(arrives_at)?;
            Some((number, arrives_at - sent_at(number)))
        });
        (sent, arrivals.collect())
    }

    fn mean_and_spread(values: &[f64]) -> (f64, f64) {
        let count = values.len() as f64;
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        (mean, (squares / count).sqrt())
    }

    #[test]
    fn a_packet_arrives_on_the_first_tick_at_or_after_its_latency() {
        for (latency, ticks) in [(0.0, 0), (0.1, 6), (0.101, 7), (0.3, 18), (0.7, 42)] {
            for sent in [0, 1, 7, 100, 3599] {
                let mut link = Link::new(latency, 4);
                link.send(f64::from(sent) / 60.0, 60, sent);
                let arrived = (sent..).find(|&tick| link.poll(f64::from(tick) / 60.0).is_some());
                assert_eq!(arrived, Some(sent + ticks), "latency {latency}");
            }
        }
    }

    #[test]
    fn mean_and_spread_of_the_latency_are_as_asked() {
        for (kind, jitter, mean, spread) in [
            (JitterKind::Uniform, 0.0, 0.2, 0.0),
            (JitterKind::Uniform, 0.05, 0.2, 0.05 * 0.577_35),
            (JitterKind::Normal, 0.05, 0.2, 0.05 * 0.997_5),
            (JitterKind::Heavy, 0.05, 0.25, 0.05 * 1.857),
        ] {
            let wire = wire(|wire| {
                (wire.latency, wire.jitter, wire.jitter_kind) = (0.2, jitter, kind);
                // Losing half of them must not change what the others take.
                wire.loss = 0.5;
            });
            let (_, arrivals) = carried(&wire, 2 * PACKETS, 0.01);
            assert!(arrivals.len().abs_diff(PACKETS as usize) < 1000);
            let taken: Vec<f64> = arrivals.iter().map(|arrival| arrival.1).collect();
            let found = mean_and_spread(&taken);
            let error = 4.0 * spread / f64::from(PACKETS).sqrt() + 1e-9;
            assert!((found.0 - mean).abs() < error, "{kind:?}: mean {}", found.0);
            assert!((found.1 - spread).abs() <= 0.03 * spread + 1e-9, "{kind:?}: {}", found.1);
            let most = most_delay(&wire);
            assert!(taken.iter().all(|&taken| taken >= 0.0 && taken <= most + 1e-9), "{kind:?}");
        }
    }

    #[test]
    fn jitter_larger_than_the_latency_never_delivers_before_the_send() {
        let wire = wire(|wire| (wire.latency, wire.jitter) = (0.01, 0.1));
        let (_, arrivals) = carried(&wire, 10_000, 0.001);
        assert!(arrivals.iter().all(|arrival| arrival.1 >= -1e-9));
        assert!(arrivals.iter().any(|arrival| arrival.1.abs() < 1e-9), "some arrive at once");
    }

    #[test]
    fn loss_rate_and_burst_length_are_as_asked() {
        for (loss, burst) in
            [(0.0, 1.0), (0.02, 1.0), (0.3, 1.0), (0.05, 3.0), (0.2, 5.0), (0.5, 10.0)]
        {
            let wire = wire(|wire| (wire.loss, wire.burst) = (loss, burst));
            let (sent, arrivals) = carried(&wire, PACKETS, 0.01);
            let is_lost: Vec<bool> = sent.iter().map(|sent| *sent == Sending::Lost).collect();
            let lost = is_lost.iter().filter(|lost| **lost).count();
            assert_eq!(arrivals.len() + lost, PACKETS as usize);
            let rate = lost as f64 / f64::from(PACKETS);
            let right = f64::max(burst, 1.0 / (1.0 - loss));
            // A burst is about one draw: its length is the factor on the variance.
            let error = 4.0 * (2.0 * right * loss * (1.0 - loss) / f64::from(PACKETS)).sqrt();
            assert!((rate - loss).abs() <= error, "loss {loss}, burst {burst}: {rate}");
            let bursts =
                (0..is_lost.len()).filter(|&at| is_lost[at] && (at == 0 || !is_lost[at - 1]));
            let bursts = bursts.count();
            if lost > 0 {
                let length = lost as f64 / bursts as f64;
                assert!(
                    (length / right - 1.0).abs() < 0.08,
                    "loss {loss}, burst {burst}: {length}"
                );
            }
        }
    }

    #[test]
    fn losing_all_loses_all_and_nothing_nothing() {
        for burst in [1.0, 7.0] {
            let all = wire(|wire| (wire.loss, wire.burst) = (1.0, burst));
            assert!(carried(&all, 1000, 0.01).1.is_empty());
            let none = wire(|wire| wire.burst = burst);
            assert_eq!(carried(&none, 1000, 0.01).1.len(), 1000);
        }
    }

    #[test]
    fn raising_the_loss_only_removes_packets() {
        for burst in [1.0, 1.5, 4.0, 20.0] {
            let lossy = |loss| {
                let wire = wire(|wire| {
                    (wire.loss, wire.burst) = (loss, burst);
                    (wire.jitter, wire.duplicate, wire.reorder) = (0.03, 0.1, 0.1);
                    (wire.bandwidth, wire.queue) = (5500.0, 5);
                });
                let mut arrivals = carried(&wire, 3000, 0.01).1;
                arrivals.sort_by_key(|arrival| arrival.0);
                arrivals
            };
            let mut before = lossy(0.0);
            for loss in [0.01, 0.1, 0.3, 0.6, 0.9, 1.0] {
                let now = lossy(loss);
                let mut left = before.iter();
                assert!(now.iter().all(|one| left.any(|other| one == other)), "{loss} in {burst}");
                assert!(now.len() < before.len(), "{loss} in {burst}");
                before = now;
            }
        }
    }

    #[test]
    fn no_knob_reshuffles_what_another_decides() {
        let base = wire(|wire| {
            (wire.jitter, wire.loss, wire.duplicate, wire.reorder) = (0.02, 0.2, 0.1, 0.1);
        });
        let lost = |wire: &settings::Link| carried(wire, 2000, 0.01).0;
        let before = lost(&base);
        for change in [
            (|wire| wire.jitter = 0.07) as fn(&mut settings::Link),
            |wire| wire.jitter_kind = JitterKind::Normal,
            |wire| wire.duplicate = 0.9,
            |wire| wire.reorder = 0.9,
            |wire| wire.latency = 0.3,
            |wire| wire.spike_period = 1.0,
        ] {
            let mut changed = base.clone();
            change(&mut changed);
            assert_eq!(lost(&changed), before, "{changed:?}");
        }
    }

    #[test]
    fn the_share_that_was_asked_for_arrives_twice() {
        let wire = wire(|wire| (wire.duplicate, wire.jitter) = (0.1, 0.02));
        let (_, arrivals) = carried(&wire, PACKETS, 0.01);
        let copies = arrivals.len() as f64 / f64::from(PACKETS) - 1.0;
        assert!((copies - 0.1).abs() < 0.004, "{copies}");
        let mut by_number = arrivals;
        by_number.sort_by_key(|arrival| arrival.0);
        let pairs = by_number.windows(2).filter(|pair| pair[0].0 == pair[1].0);
        let apart: Vec<f64> = pairs.map(|pair| (pair[0].1 - pair[1].1).abs()).collect();
        // Two even draws from ±20 ms are a third of 40 ms apart.
        let (mean, _) = mean_and_spread(&apart);
        assert!((mean - 0.04 / 3.0).abs() < 0.000_5, "a copy takes its own time: {mean}");
    }

    #[test]
    fn the_share_that_was_asked_for_is_overtaken() {
        let wire = wire(|wire| (wire.reorder, wire.reorder_delay) = (0.1, 0.015));
        let (_, arrivals) = carried(&wire, PACKETS, 0.01);
        let late = arrivals.iter().filter(|arrival| arrival.1 > 0.11).count();
        assert!((late as f64 / f64::from(PACKETS) - 0.1).abs() < 0.004, "{late}");
        let overtaken = arrivals.windows(2).filter(|pair| pair[0].0 > pair[1].0).count();
        // One whose follower is held back as well is not overtaken by it.
        assert!((overtaken as f64 / f64::from(PACKETS) - 0.09).abs() < 0.004, "{overtaken}");
        let steady = wire_without_reordering();
        assert!(carried(&steady, 1000, 0.01).1.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    fn wire_without_reordering() -> settings::Link {
        wire(|wire| (wire.reorder, wire.reorder_delay) = (0.5, 0.005))
    }

    #[test]
    fn the_bottleneck_lets_its_rate_through_and_drops_what_its_queue_cannot_hold() {
        // 100 packets of 60 bytes a second on 3000 B/s: half of them pass.
        let narrow = wire(|wire| (wire.bandwidth, wire.queue) = (3000.0, 10));
        let (sent, arrivals) = carried(&narrow, 10_000, 0.01);
        let dropped = sent.iter().filter(|sent| **sent == Sending::QueueFull).count();
        assert!(dropped.abs_diff(5000) < 15, "{dropped}");
        let longest = arrivals.iter().map(|arrival| arrival.1).fold(0.0, f64::max);
        assert!((longest - (0.1 + 10.0 * 0.02)).abs() < 0.011, "{longest}");
        // Wide enough: each takes its time on the wire and nothing else.
        let wide = wire(|wire| wire.bandwidth = 12_000.0);
        let (sent, arrivals) = carried(&wide, 1000, 0.01);
        assert!(sent.iter().all(|sent| *sent == Sending::UnderWay));
        assert!(arrivals.iter().all(|arrival| (arrival.1 - 0.105).abs() < 1e-9));
    }

    #[test]
    fn a_spike_comes_once_a_period_and_lasts_as_long_as_asked() {
        let spiky = wire(|wire| {
            (wire.spike_period, wire.spike_length, wire.spike_latency) = (5.0, 0.5, 0.3);
        });
        let (_, arrivals) = carried(&spiky, PACKETS, 0.001);
        let mut per_period = [0_u32; 20];
        for (number, taken) in arrivals {
            let in_spike = (taken - 0.4).abs() < 1e-6;
            assert!(in_spike || (taken - 0.1).abs() < 1e-6, "{taken}");
            per_period[(number / 5000) as usize] += u32::from(in_spike);
        }
        assert!(per_period.iter().all(|count| count.abs_diff(500) <= 1), "{per_period:?}");
        // It lies anywhere in its period: on average in the middle of the places that it has.
        let link: Link<u32> = Link::of(spiky, 1, Channel::Updates, 0);
        let start_in = |period: u32| {
            let into = (0..5000)
                .find(|&step| link.spike(f64::from(period) * 5.0 + f64::from(step) / 1000.0) > 0.0);
            f64::from(into.expect("one a period")) / 1000.0
        };
        let starts: Vec<f64> = (0..1000).map(start_in).collect();
        let (mean, spread) = mean_and_spread(&starts);
        assert!(
            (mean - 2.25).abs() < 0.15 && (spread - 4.5 * 0.2887).abs() < 0.1,
            "{mean} {spread}"
        );
    }

    #[test]
    fn the_first_packet_is_lost_as_often_as_any_other() {
        let bursty = wire(|wire| (wire.loss, wire.burst) = (0.2, 5.0));
        let lost = (0..10_000)
            .filter(|&seed| {
                let mut link: Link<()> = Link::of(bursty.clone(), seed, Channel::Updates, 1);
                link.send(0.0, 60, ()) == Sending::Lost
            })
            .count();
        assert!(lost.abs_diff(2000) < 160, "{lost}");
    }

    #[test]
    fn luck_is_where_a_draw_decides_something() {
        assert!(!is_lucky(&settings::Link::default()));
        assert!(!is_lucky(&wire(|wire| (wire.loss, wire.bandwidth) = (1.0, 100.0))));
        for change in [
            (|wire| wire.jitter = 0.01) as fn(&mut settings::Link),
            |wire| wire.loss = 0.1,
            |wire| wire.duplicate = 1.0,
            |wire| wire.reorder = 0.1,
            |wire| wire.spike_period = 1.0,
        ] {
            assert!(is_lucky(&wire(change)));
        }
    }
}
