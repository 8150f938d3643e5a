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
use crate::netcode::TIME_NOISE;
use crate::settings::{self, JitterKind};
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
/// use dead_reckoning_lab::sim::link::burst_chances;
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
