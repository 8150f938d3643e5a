//! What lies between the two ends: the link, and two clocks that need not agree.

use super::choices;
use serde::{Deserialize, Serialize};

/// The wire between the two ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Link {
    /// One way, from sender to receiver, s.
    pub latency: f64,
    /// The latency of the other direction, as a multiple of it: of pings, and of what a player or a shooter does.
    pub up_ratio: f64,
    /// How far the latency varies, s: what that means depends on the kind.
    pub jitter: f64,
    /// How it varies.
    #[serde(with = "choices::jitter")]
    pub jitter_kind: JitterKind,
    /// The share of packets that are lost, 0 to 1.
    pub loss: f64,
    /// Mean length of a burst of losses, packets; 1 is independent loss.
    pub burst: f64,
    /// The share of packets that arrive twice, 0 to 1.
    pub duplicate: f64,
    /// The share of packets that are held back, 0 to 1.
    pub reorder: f64,
    /// For how long they are, s.
    pub reorder_delay: f64,
    /// Bytes a second that the narrowest place lets through; 0 is no limit.
    pub bandwidth: f64,
    /// How many packets wait there before the next is dropped, the one being sent included.
    pub queue: u32,
    /// A spike of latency once in this time, s; 0 is none.
    pub spike_period: f64,
    /// How long a spike lasts, s.
    pub spike_length: f64,
    /// What a packet sent in a spike takes longer, s.
    pub spike_latency: f64,
    /// What a packet weighs on the wire, headers included, bytes.
    pub packet_bytes: u32,
}

impl Default for Link {
    fn default() -> Self {
        Self {
            latency: 0.1,
            up_ratio: 1.0,
            jitter: 0.0,
            jitter_kind: JitterKind::Uniform,
            loss: 0.0,
            burst: 1.0,
            duplicate: 0.0,
            reorder: 0.0,
            reorder_delay: 0.05,
            bandwidth: 0.0,
            queue: 50,
            spike_period: 0.0,
            spike_length: 0.2,
            spike_latency: 0.2,
            packet_bytes: 60,
        }
    }
}

/// How the latency varies from packet to packet, by `jitter`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JitterKind {
    /// Evenly from `jitter` earlier to `jitter` later, as the simulators of game engines do.
    #[default]
    Uniform,
    /// Normal, `jitter` is its standard deviation; never more than three of it either way.
    Normal,
    /// Only ever later, by `jitter` on average and seldom by much more: queues on the way.
    Heavy,
}

/// The drawing end's clock beside the sender's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Clock {
    /// How far it is ahead at the start, s; negative is behind.
    pub offset: f64,
    /// How much too fast it runs, parts per million.
    pub drift: f64,
    /// How the receiver comes by the sender's time.
    #[serde(with = "choices::clock")]
    pub estimate: ClockEstimate,
    /// Time between two pings of the estimate, s.
    pub ping_interval: f64,
}

impl Default for Clock {
    fn default() -> Self {
        Self { offset: 0.0, drift: 0.0, estimate: ClockEstimate::Exact, ping_interval: 1.0 }
    }
}

/// How the receiver comes by the sender's time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClockEstimate {
    /// It knows it: offset and drift do nothing.
    #[default]
    Exact,
    /// From pings, again and again.
    Estimated,
    /// It takes its own clock for the sender's.
    Own,
}
