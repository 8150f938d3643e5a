//! The wire: what is sent at one time arrives at another.
//!
//! In: `now` and a packet. Out: the packets that have arrived. Invariant: nothing arrives before it was
//! sent + latency ≤ now, rounding noise aside, and nothing is kept once it has arrived.

use crate::netcode::TIME_NOISE;
use std::collections::VecDeque;

/// One direction of a network, with a fixed latency.
#[derive(Clone, Debug)]
pub struct Link<T> {
    latency: f64,
    in_flight: VecDeque<InFlight<T>>,
}

#[derive(Clone, Copy, Debug)]
struct InFlight<T> {
    arrives_at: f64,
    packet: T,
}

impl<T> Link<T> {
    /// A link of `latency` s with room for `capacity` packets in flight: it allocates here, and again only
    /// if more than that are under way at once.
    #[must_use]
    pub fn new(latency: f64, capacity: usize) -> Self {
        Self { latency, in_flight: VecDeque::with_capacity(capacity) }
    }

    /// Puts a packet on the wire at `now`, s.
    pub fn send(&mut self, now: f64, packet: T) {
        self.in_flight.push_back(InFlight { arrives_at: now + self.latency, packet });
    }

    /// The next packet that has arrived by `now`, s; call until there is none.
    pub fn poll(&mut self, now: f64) -> Option<T> {
        let first = self.in_flight.front()?;
        if first.arrives_at > now + TIME_NOISE {
            return None;
        }
        self.in_flight.pop_front().map(|arrived| arrived.packet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_arrives_on_the_first_tick_at_or_after_its_latency() {
        for (latency, ticks) in [(0.0, 0), (0.1, 6), (0.101, 7), (0.3, 18), (0.7, 42)] {
            for sent in [0, 1, 7, 100, 3599] {
                let mut link = Link::new(latency, 4);
                link.send(f64::from(sent) / 60.0, sent);
                let arrived = (sent..).find(|&tick| link.poll(f64::from(tick) / 60.0).is_some());
                assert_eq!(arrived, Some(sent + ticks), "latency {latency}");
            }
        }
    }
}
