//! Dead reckoning over a real socket: two processes, one UDP link on the loopback, the lap in real time.
//!
//! ```text
//! cargo run --release --no-default-features --example udp -- [SECONDS] [--hold SECONDS] [--log FILE.csv]
//! ```
//!
//! The first process owns the vehicle: it runs a `Sender` on every tick and puts what is owed on the wire. It starts
//! the second, which runs a `Receiver` and draws. At the end the second hands its log over, and the first compares it
//! with the laboratory's simulation of a link of the latency that was measured: as many updates, and errors that differ
//! by no more than the socket's jitter explains. `--hold` lets the receiver hold each packet for so long, since
//! the loopback alone has next to no latency.
//!
//! Both ends share the machine's clock, so this example needs no estimate of it; `netcode::clock` has one.
#![allow(clippy::print_stdout, reason = "an example prints")]

use dead_reckoning::receiver::Receiver;
use dead_reckoning::sender::Sender;
use dead_reckoning::{State, Update};
use glam::{DVec2, dvec2};
use laboratory::motion::Truth;
use laboratory::run::{Run, simulate};
use laboratory::settings::Settings;
use std::collections::VecDeque;
use std::error::Error;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

type Failure = Box<dyn Error>;

/// The longest run, s.
const MOST_SECONDS: f64 = 600.0;
/// How long after the handshake the first tick comes, s: both ends are waiting by then.
const LEAD: f64 = 0.2;
/// The byte that a receiver answers the first update with.
const READY: u8 = 1;

/// What the command line asks for.
struct Asked {
    seconds: f64,
    hold: f64,
    log: Option<String>,
    /// Where the owner listens; only the second process is told.
    owner: Option<SocketAddr>,
}

fn main() -> Result<(), Failure> {
    let asked = asked()?;
    match asked.owner {
        Some(owner) => draw(owner, &asked),
        None => own(&asked),
    }
}

fn asked() -> Result<Asked, Failure> {
    let mut asked = Asked { seconds: 3.0, hold: 0.0, log: None, owner: None };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("{word} needs a value"));
        match word.as_str() {
            "--hold" => asked.hold = value()?.parse()?,
            "--log" => asked.log = Some(value()?),
            "--receiver" => asked.owner = Some(value()?.parse()?),
            seconds => {
                let wrong =
                    || format!("'{seconds}' is no number of seconds: see the head of this file");
                asked.seconds = seconds.parse().map_err(|_| wrong())?;
            }
        }
    }
    if !(0.1..=MOST_SECONDS).contains(&asked.seconds) || !(0.0..=10.0).contains(&asked.hold) {
        return Err(
            format!("the run takes from 0.1 to {MOST_SECONDS} s, the hold from 0 to 10 s").into()
        );
    }
    Ok(asked)
}

/// The lap, as often as fits into so many seconds.
fn lap(seconds: f64) -> Result<(Settings, Truth), Failure> {
    let mut settings = Settings::default();
    let one = Truth::build(&settings)?.seconds;
    settings.motion.laps = (seconds / one).ceil() as u32;
    let truth = Truth::build(&settings)?;
    let ticks = (seconds * truth.tick_rate).round() as usize;
    Ok((settings, truth.prefix(ticks)))
}

/// The time on the clock that both processes have, s.
fn clock() -> Result<f64, Failure> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs_f64())
}

fn sleep_until(time: f64) -> Result<(), Failure> {
    let left = time - clock()?;
    if left > 0.0 {
        std::thread::sleep(Duration::from_secs_f64(left));
    }
    Ok(())
}

/// An update as it travels: ten numbers and a flag. A game would round them (`netcode::quantise`).
fn packed(update: &Update) -> Vec<u8> {
    let State { position, velocity, acceleration, heading, angular_velocity } = update.state;
    let numbers = [
        update.sent_at,
        position.x,
        position.y,
        velocity.x,
        velocity.y,
        acceleration.x,
        acceleration.y,
        heading,
        angular_velocity,
    ];
    let mut packet: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
    packet.push(u8::from(update.teleport));
    packet
}

/// The update in a packet; nothing where it has another length. Numbers that are not finite the receiver refuses.
fn unpacked(packet: &[u8]) -> Option<Update> {
    let (numbers, flag) = packet.split_at_checked(72)?;
    let [flag] = flag else { return None };
    let number = |at: usize| {
        let bytes: [u8; 8] = numbers[8 * at..8 * at + 8].try_into().unwrap_or_default();
        f64::from_le_bytes(bytes)
    };
    let state = State {
        position: dvec2(number(1), number(2)),
        velocity: dvec2(number(3), number(4)),
        acceleration: dvec2(number(5), number(6)),
        heading: number(7),
        angular_velocity: number(8),
    };
    Some(Update { sent_at: number(0), state, teleport: *flag != 0 })
}

/// The first process: owns the vehicle, sends what is owed, compares.
fn own(asked: &Asked) -> Result<(), Failure> {
    let (settings, truth) = lap(asked.seconds)?;
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    socket.set_read_timeout(Some(Duration::from_secs(10)))?;
    let mut other = Command::new(std::env::current_exe()?)
        .args([asked.seconds.to_string(), "--hold".to_owned(), asked.hold.to_string()])
        .args(["--receiver".to_owned(), socket.local_addr()?.to_string()])
        .stdout(Stdio::piped())
        .spawn()?;
    let played = play(&socket, &settings, &truth);
    let log = match other.stdout.take() {
        Some(out) if played.is_ok() => heard(BufReader::new(out)),
        _ => {
            other.kill()?;
            Ok(Log::default())
        }
    };
    let ended = other.wait()?;
    let (sent, log) = (played?, log?);
    if !ended.success() {
        return Err("the receiver failed".into());
    }
    compare(settings, &truth, &sent, &log, asked)
}

/// Sends what is owed, tick by tick; gives the ticks on which something was.
fn play(socket: &UdpSocket, settings: &Settings, truth: &Truth) -> Result<Vec<usize>, Failure> {
    // The receiver says where it is; it is answered with the first update and the time of tick 0.
    let mut hello = [0; 16];
    let (_, receiver) = socket.recv_from(&mut hello)?;
    let mut sender = Sender::new(settings.sender_config());
    let first = sender.poll(0.0, &truth.states[0]).ok_or("the first update is always owed")?;
    let start = clock()? + LEAD;
    let mut greeting = packed(&first.update);
    greeting.extend(start.to_le_bytes());
    socket.send_to(&greeting, receiver)?;
    socket.recv_from(&mut hello)?;
    let mut sent = vec![0];
    for (tick, state) in truth.states.iter().enumerate().skip(1) {
        let now = truth.time(tick);
        sleep_until(start + now)?;
        if let Some(owed) = sender.poll(now, state) {
            socket.send_to(&packed(&owed.update), receiver)?;
            sent.push(tick);
        }
    }
    Ok(sent)
}

/// The second process: draws, and prints what it drew once all is over.
fn draw(owner: SocketAddr, asked: &Asked) -> Result<(), Failure> {
    let (settings, truth) = lap(asked.seconds)?;
    let (ticks, tick_rate) = (truth.states.len(), truth.tick_rate);
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    socket.connect(owner)?;
    socket.set_read_timeout(Some(Duration::from_secs(10)))?;
    socket.send(&[READY])?;
    let mut packet = [0; 256];
    let length = socket.recv(&mut packet)?;
    let (first, start) = packet[..length].split_at_checked(73).ok_or("a greeting is longer")?;
    let start = f64::from_le_bytes(start.try_into()?);
    let mut receiver = Receiver::new(settings.receiver_config());
    receiver.receive(0.0, &unpacked(first).ok_or("no update came first")?);
    socket.send(&[READY])?;
    let mut waiting: VecDeque<(f64, Update)> = VecDeque::new();
    let mut lines = Vec::new();
    for tick in 0..ticks {
        let now = tick as f64 / tick_rate;
        listen(&socket, start, start + now, &mut waiting)?;
        let mut arrived = Vec::new();
        while waiting.front().is_some_and(|(at, _)| at + asked.hold <= now) {
            if let Some((at, update)) = waiting.pop_front() {
                receiver.receive(now, &update);
                arrived.push((at + asked.hold - update.sent_at).to_string());
            }
        }
        let drawn = receiver.sample(now).ok_or("something is always drawn")?.position;
        lines.push(format!("{tick},{},{},{}", drawn.x, drawn.y, arrived.join(" ")));
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", lines.join("\n"))?;
    Ok(())
}

/// Takes in packets until a time, each with the moment at which it came, s after `start`.
fn listen(
    socket: &UdpSocket,
    start: f64,
    until: f64,
    waiting: &mut VecDeque<(f64, Update)>,
) -> Result<(), Failure> {
    let mut packet = [0; 256];
    loop {
        let left = until - clock()?;
        // What has come already is taken in however late it is.
        socket.set_read_timeout(Some(Duration::from_secs_f64(left.max(1e-6))))?;
        match socket.recv(&mut packet) {
            Ok(length) => {
                let at = clock()? - start;
                waiting.extend(unpacked(&packet[..length]).map(|update| (at, update)));
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                if left <= 0.0 {
                    return Ok(());
                }
            }
            Err(error) => return Err(error.into()),
        }
    }
}

/// What the receiver drew on each tick, and how long each packet took.
#[derive(Default)]
struct Log {
    drawn: Vec<DVec2>,
    took: Vec<f64>,
}

fn heard(lines: impl BufRead) -> Result<Log, Failure> {
    let mut log = Log::default();
    for line in lines.lines() {
        let line = line?;
        let parts: Vec<&str> = line.split(',').collect();
        let [_, x, y, took] = parts[..] else {
            return Err(format!("not a line of the log: {line}").into());
        };
        log.drawn.push(dvec2(x.parse()?, y.parse()?));
        for took in took.split_whitespace() {
            log.took.push(took.parse()?);
        }
    }
    Ok(log)
}

/// Holds the log against the simulation of a link of the measured latency.
fn compare(
    mut settings: Settings,
    truth: &Truth,
    sent: &[usize],
    log: &Log,
    asked: &Asked,
) -> Result<(), Failure> {
    let mut took = log.took.clone();
    took.sort_by(f64::total_cmp);
    let latency = took.get(took.len() / 2).copied().unwrap_or(asked.hold);
    settings.link.latency = latency.clamp(0.0, 10.0);
    let run = simulate(truth, &settings);
    let simulated: Vec<usize> =
        run.dead_reckoning.packets.iter().map(|packet| packet.sent).collect();
    let errors = |drawn: &mut dyn Iterator<Item = DVec2>| -> Vec<f64> {
        drawn.zip(&truth.states).map(|(drawn, state)| drawn.distance(state.position)).collect()
    };
    let real = errors(&mut log.drawn.iter().copied());
    let lab = errors(&mut run.dead_reckoning.frames.iter().map(|frame| frame.drawn));
    let mean = |errors: &[f64]| errors.iter().sum::<f64>() / errors.len().max(1) as f64;
    let peak = |errors: &[f64]| errors.iter().copied().fold(0.0, f64::max);
    let longest = took.last().copied().unwrap_or_default();
    println!(
        "{} ticks in {:.1} s of real time, {} packets arrived",
        real.len(),
        asked.seconds,
        took.len()
    );
    println!("they took {:.3} ms, the longest {:.3} ms", 1000.0 * latency, 1000.0 * longest);
    println!("updates sent:   socket {:>8}   simulation {:>8}", sent.len(), simulated.len());
    println!("mean error, u:  socket {:>8.4}   simulation {:>8.4}", mean(&real), mean(&lab));
    println!("peak error, u:  socket {:>8.4}   simulation {:>8.4}", peak(&real), peak(&lab));
    let apart = log.drawn.iter().zip(&run.dead_reckoning.frames);
    let apart: Vec<f64> = apart.map(|(real, lab)| real.distance(lab.drawn)).collect();
    let differ = apart.iter().filter(|apart| **apart > 1e-9).count();
    // A packet that takes longer is applied later; until then truth and model part at up to twice the speed.
    let jitter = took.last().zip(took.first()).map_or(0.0, |(last, first)| last - first);
    let allowed = 2.0 * settings.motion.speed * (jitter + 1.0 / truth.tick_rate);
    let most = peak(&apart);
    println!(
        "drawn elsewhere on {differ} ticks, by {most:.4} u at most; the jitter allows {allowed:.4} u"
    );
    if let Some(path) = &asked.log {
        write_log(path, truth, log, &run)?;
        println!("wrote {path}");
    }
    if sent != simulated {
        return Err("the socket's updates are not those of the simulation".into());
    }
    if most > allowed {
        return Err("the socket's jitter does not explain what was drawn".into());
    }
    if real.len() != truth.states.len() {
        return Err("the receiver's log has another length than the run".into());
    }
    Ok(())
}

fn write_log(path: &str, truth: &Truth, log: &Log, run: &Run) -> Result<(), Failure> {
    let mut file = csv::Writer::from_path(path)?;
    let columns =
        ["time", "truth_x", "truth_y", "socket_x", "socket_y", "simulated_x", "simulated_y"];
    file.write_record(columns)?;
    let frames = log.drawn.iter().zip(&run.dead_reckoning.frames).zip(&truth.states);
    for (tick, ((drawn, frame), state)) in frames.enumerate() {
        let places = [state.position, *drawn, frame.drawn].map(|place| (place.x, place.y));
        file.serialize((truth.time(tick), places))?;
    }
    file.flush()?;
    Ok(())
}
