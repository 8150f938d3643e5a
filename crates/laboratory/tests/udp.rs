//! The core over a real socket, held against the simulated link: the same updates, the same places to the bit.
//!
//! The packets are real, the time is not: a packet that has come is held until the link's latency is over, so that no
//! machine is too slow for the comparison.
#![allow(clippy::expect_used, reason = "tests may")]

use dead_reckoning::receiver::Receiver;
use dead_reckoning::sender::{Reason, Sender};
use dead_reckoning::{State, TIME_NOISE, Update};
use glam::{DVec2, dvec2};
use laboratory::experiment::Experiment;
use laboratory::settings::Settings;
use std::collections::VecDeque;
use std::net::{Ipv4Addr, UdpSocket};
use std::time::Duration;

/// Two sockets on the loopback, and the packets that have come and are held.
struct Wire {
    near: UdpSocket,
    far: UdpSocket,
    held: VecDeque<(f64, Update)>,
}

impl Wire {
    fn new() -> Self {
        let bind = || UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)).expect("a socket");
        let (near, far) = (bind(), bind());
        near.connect(far.local_addr().expect("an address")).expect("connects");
        far.connect(near.local_addr().expect("an address")).expect("connects");
        far.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
        Self { near, far, held: VecDeque::new() }
    }

    /// Puts a packet on the wire and takes it in at the other end: what comes is not what was sent, but its bytes.
    fn carry(&mut self, update: &Update, arrives_at: f64) {
        let mut packet = [0; 256];
        self.near.send(&packed(update)).expect("sends");
        let length = self.far.recv(&mut packet).expect("the loopback loses nothing");
        self.held.push_back((arrives_at, unpacked(&packet[..length])));
    }

    fn poll(&mut self, now: f64) -> Option<Update> {
        let due = self.held.front().is_some_and(|(at, _)| *at <= now + TIME_NOISE);
        if due { self.held.pop_front().map(|(_, update)| update) } else { None }
    }
}

fn packed(update: &Update) -> Vec<u8> {
    let State { position: p, velocity: v, acceleration: a, heading, angular_velocity } =
        update.state;
    let numbers = [update.sent_at, p.x, p.y, v.x, v.y, a.x, a.y, heading, angular_velocity];
    let teleport = u8::from(update.teleport);
    numbers.iter().flat_map(|number| number.to_le_bytes()).chain([teleport]).collect()
}

fn unpacked(packet: &[u8]) -> Update {
    let (numbers, teleport) = packet.as_chunks();
    let numbers: Vec<f64> = numbers.iter().map(|bytes| f64::from_le_bytes(*bytes)).collect();
    let [sent_at, px, py, vx, vy, ax, ay, heading, angular_velocity] =
        <[f64; 9]>::try_from(numbers).expect("nine numbers");
    let (position, velocity, acceleration) = (dvec2(px, py), dvec2(vx, vy), dvec2(ax, ay));
    let state = State { position, velocity, acceleration, heading, angular_velocity };
    Update { sent_at, state, teleport: teleport == [1] }
}

/// The ticks on which something was sent, and what was drawn on each.
fn over_the_socket(lab: &Experiment) -> (Vec<usize>, Vec<DVec2>) {
    let mut sender = Sender::new(lab.settings.sender_config());
    let mut receiver = Receiver::new(lab.settings.receiver_config());
    let mut wire = Wire::new();
    let (mut sent_on, mut drawn) = (Vec::new(), Vec::new());
    for (tick, state) in lab.truth.states.iter().enumerate() {
        let now = lab.truth.time(tick);
        if let Some(sent) = sender.poll(now, state) {
            // Both ends start with the truth.
            let is_first = sent.reason == Reason::First;
            let latency = if is_first { 0.0 } else { lab.settings.link.latency };
            wire.carry(&sent.update, now + latency);
            sent_on.push(tick);
        }
        while let Some(update) = wire.poll(now) {
            receiver.receive(now, &update);
        }
        drawn.push(receiver.sample(now).expect("the first update is there").position);
    }
    (sent_on, drawn)
}

#[test]
fn a_real_socket_draws_what_the_simulated_link_draws() {
    for set in [
        &[][..],
        &["link.latency=0"],
        &["link.latency=0.25", "sender.order=2", "receiver.smoothing=hermite"],
        &["sender.order=turn", "sender.angle_threshold=5", "motion.laps=3"],
        &["wire.position_bits=16", "receiver.extrapolation_cap=0.2", "motion.kind=stop-and-go"],
    ] {
        let mut settings = Settings::default();
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        let lab = Experiment::of(settings).expect("an experiment");
        let (sent_on, drawn) = over_the_socket(&lab);
        let lane = &lab.run.lanes[0];
        assert!(sent_on.len() > 5, "{set:?}: {sent_on:?}");
        assert!(lane.packets.iter().map(|packet| packet.sent).eq(sent_on), "{set:?}");
        assert_eq!(drawn.len(), lane.frames.len());
        for (tick, (socket, frame)) in drawn.iter().zip(&lane.frames).enumerate() {
            assert_eq!(*socket, frame.drawn, "{set:?}, tick {tick}");
        }
    }
}
