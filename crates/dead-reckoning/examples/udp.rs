//! Dead reckoning over a real socket: one thread drives a figure of eight and sends what is owed, the other draws it.
//!
//! ```text
//! cargo run -p dead-reckoning --example udp
//! ```
#![allow(clippy::print_stdout, reason = "an example prints")]

use dead_reckoning::extrapolate::{Braking, Model};
use dead_reckoning::glam::dvec2;
use dead_reckoning::receiver::{Receiver, ReceiverConfig};
use dead_reckoning::sender::{Sender, SenderConfig};
use dead_reckoning::{Order, State, Update};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::thread;
use std::time::{Duration, Instant};

const SECONDS: f64 = 2.0;
const TICK: Duration = Duration::from_micros(16_667);
/// Both ends must run one model.
const MODEL: Model = Model { order: Order::Acceleration, braking: Braking::RunOn };

/// Where the vehicle really is: p = (6 sin t, 3 sin 2t), t = 2 · time.
fn truth(time: f64) -> State {
    let (sin, cos) = libm::sincos(2.0 * time);
    let (sin_twice, cos_twice) = (2.0 * sin * cos, cos * cos - sin * sin);
    State {
        position: dvec2(6.0 * sin, 3.0 * sin_twice),
        velocity: dvec2(12.0 * cos, 12.0 * cos_twice),
        acceleration: dvec2(-24.0 * sin, -48.0 * sin_twice),
        ..State::default()
    }
}

fn main() -> io::Result<()> {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    let to = socket.local_addr()?;
    // Both ends have this clock. Ends on two machines estimate each other's: `dead_reckoning::clock`.
    let start = Instant::now();
    let owner = thread::spawn(move || drive(start, to));
    let errors = draw(start, &socket)?;
    let sent = owner.join().map_err(|_| io::Error::other("the owner panicked"))??;
    let mean = errors.iter().sum::<f64>() / errors.len().max(1) as f64;
    let peak = errors.iter().copied().fold(0.0, f64::max);
    println!("{sent} packets for {} frames in {SECONDS} s", errors.len());
    println!("error: mean {mean:.3} u, peak {peak:.3} u");
    Ok(())
}

/// The owner: every tick, sends what is owed. Gives how many packets that were.
fn drive(start: Instant, to: SocketAddr) -> io::Result<usize> {
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    let mut sender = Sender::new(SenderConfig { heartbeat: 1.0, ..SenderConfig::of(MODEL) });
    let mut packets = 0;
    loop {
        let now = start.elapsed().as_secs_f64();
        if now > SECONDS {
            return Ok(packets);
        }
        if let Some(sent) = sender.poll(now, &truth(now)) {
            socket.send_to(&packed(&sent.update), to)?;
            packets += 1;
        }
        thread::sleep(TICK);
    }
}

/// Everybody else: takes in what has come, draws. Gives how far each frame was off.
fn draw(start: Instant, socket: &UdpSocket) -> io::Result<Vec<f64>> {
    socket.set_nonblocking(true)?;
    let mut receiver =
        Receiver::new(ReceiverConfig { heartbeat: 1.0, ..ReceiverConfig::of(MODEL) });
    let mut errors = Vec::new();
    let mut packet = [0; 256];
    loop {
        let now = start.elapsed().as_secs_f64();
        if now > SECONDS {
            return Ok(errors);
        }
        while let Ok(length) = socket.recv(&mut packet) {
            if let Some(update) = unpacked(&packet[..length]) {
                receiver.receive(now, &update);
            }
        }
        // Nothing is there to draw before the first packet.
        if let Some(drawn) = receiver.sample(now) {
            errors.push(drawn.position.distance(truth(now).position));
        }
        thread::sleep(TICK);
    }
}

/// An update as it travels, as far as the model needs it. A game would send fewer bits: `dead_reckoning::quantise`.
fn packed(update: &Update) -> Vec<u8> {
    let State { position: p, velocity: v, acceleration: a, .. } = update.state;
    let numbers = [update.sent_at, p.x, p.y, v.x, v.y, a.x, a.y];
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// The update in a packet; nothing if it has another length.
fn unpacked(packet: &[u8]) -> Option<Update> {
    let bytes = packet.as_chunks().0.iter();
    let numbers: Vec<f64> = bytes.map(|bytes| f64::from_le_bytes(*bytes)).collect();
    let [sent_at, px, py, vx, vy, ax, ay] = numbers[..] else { return None };
    let (position, velocity, acceleration) = (dvec2(px, py), dvec2(vx, vy), dvec2(ax, ay));
    let state = State { position, velocity, acceleration, ..State::default() };
    Some(Update { sent_at, state, teleport: false })
}
