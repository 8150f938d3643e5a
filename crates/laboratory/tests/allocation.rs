//! No allocation per tick: sender, link, receiver, clock and snapshot buffer allocate when they are made, then never
//! again.
#![allow(unsafe_code, reason = "an allocator that counts is unsafe by its trait")]
#![allow(clippy::expect_used, reason = "tests may")]

use dead_reckoning::clock::ClockEstimate;
use dead_reckoning::interpolation::{Snapshot, SnapshotBuffer, SnapshotClock};
use dead_reckoning::prediction::{Client, ClientConfig, Ground, Mover, Server, Wish, walk};
use dead_reckoning::receiver::Receiver;
use dead_reckoning::rewind::{History, Hitbox, Ray, RewindConfig, Shooter, Wall, judge};
use dead_reckoning::sender::Sender;
use dead_reckoning::smoothing::SMOOTHINGS;
use dead_reckoning::{State, Update};
use glam::dvec2;
use laboratory::draws::Channel;
use laboratory::experiment::Experiment;
use laboratory::link::{Link, most_delay};
use laboratory::settings::Settings;
use laboratory::simulate::simulate_into;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call goes on to the system's allocator; counting touches no memory of its own.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

fn allocations() -> usize {
    ALLOCATIONS.with(Cell::get)
}

/// A weave that passes the threshold again and again.
fn truth(now: f64) -> State {
    let (sin, cos) = libm::sincos(3.0 * now);
    State {
        position: dvec2(4.0 * now, sin),
        velocity: dvec2(4.0, 3.0 * cos),
        acceleration: dvec2(0.0, -9.0 * sin),
        ..State::default()
    }
}

#[test]
fn the_counter_counts() {
    let before = allocations();
    drop(std::hint::black_box(vec![1_u8; 100]));
    assert_eq!(allocations(), before + 1);
}

#[test]
fn no_tick_allocates() {
    let everything = [
        "sender.order=2",
        "sender.braking=hold",
        "sender.angle_threshold=1",
        "sender.acceleration_damping=0.5",
        "wire.position_bits=20",
        "wire.position_range=1000000",
        "receiver.blend_until=next-update",
        "receiver.extrapolation_cap=0.3",
        "receiver.teleport_distance=5",
    ];
    no_tick_allocates_with(&[]);
    for row in SMOOTHINGS {
        let smoothing = format!("receiver.smoothing={}", row.name);
        no_tick_allocates_with(&[&everything[..], &[&smoothing]].concat());
    }
}

fn no_tick_allocates_with(set: &[&str]) {
    let mut settings = Settings::default().with_set(set).expect("settings");
    settings.sender.threshold = 0.05;
    settings.snapshot.rate = 60.0;
    no_tick_of_these_allocates(&settings);
}

#[test]
fn no_tick_allocates_on_a_network_that_does_all_it_can() {
    let mut settings = Settings::default();
    for assignment in [
        "sender.threshold=0.05",
        "snapshot.rate=60",
        "link.jitter=0.05",
        "link.jitter_kind=heavy",
        "link.loss=0.1",
        "link.burst=3",
        "link.duplicate=0.2",
        "link.reorder=0.1",
        "link.bandwidth=4000",
        "link.spike_period=2",
        "snapshot.adaptive=true",
        "snapshot.curve=hermite",
        "snapshot.extrapolation_cap=0.25",
    ] {
        settings.set(assignment).expect(assignment);
    }
    no_tick_of_these_allocates(&settings);
}

fn no_tick_of_these_allocates(settings: &Settings) {
    let mut sender = Sender::new(settings.sender_config());
    let wire = &settings.link;
    let in_flight = 2 * (most_delay(wire) * 60.0) as usize + 16;
    let mut link: Link<Update> = Link::of(wire.clone(), 0, Channel::Updates, in_flight);
    let mut receiver = Receiver::new(settings.receiver_config());
    let mut clock = SnapshotClock::new(settings.snapshot.rate);
    let mut snapshots: Link<Snapshot> = Link::of(wire.clone(), 0, Channel::Snapshots, in_flight);
    let mut buffer = SnapshotBuffer::new(settings.interpolation_config(), 128);
    let mut estimate = ClockEstimate::new();
    let before = allocations();
    let (mut sent, mut moved) = (0, 0.0);
    for tick in 0..20_000 {
        let now = f64::from(tick) / 60.0;
        let state = truth(now);
        if let Some(update) = sender.poll(now, &state) {
            sent += 1;
            link.send(now, 60, update.update);
        }
        while let Some(update) = link.poll(now) {
            receiver.receive(now, &update);
        }
        if clock.poll(now) {
            snapshots.send(now, 60, Snapshot { sent_at: now, state, jumps: 0 });
        }
        while let Some(snapshot) = snapshots.poll(now) {
            buffer.receive(now, &snapshot);
        }
        estimate.receive(now - 0.2, now - 0.1, now);
        buffer.advance(estimate.advance(now));
        moved += f64::from(buffer.look(now).depth.ahead);
        moved += receiver.sample(now).map_or(0.0, |drawn| drawn.position.x);
        moved += buffer.sample(now).map_or(0.0, |drawn| drawn.position.x);
    }
    assert_eq!(allocations(), before);
    assert!(sent > 1000 && moved > 0.0, "{sent} updates were sent");
}

#[test]
fn a_longer_run_of_your_own_player_allocates_no_more_in_room_that_is_there() {
    let again = |keys: &str| {
        let mut settings = Settings::default();
        for set in ["technique=prediction", "link.jitter=0.02", "link.loss=0.1", keys] {
            settings.set(set).expect(set);
        }
        let mut lab = Experiment::of(settings).expect("an experiment");
        let before = allocations();
        simulate_into(&lab.truth, &lab.settings, &mut lab.run);
        allocations() - before
    };
    assert_eq!(again("player.keys=r300"), again("player.keys=r9000"));
}

#[test]
fn no_predicted_or_rewound_tick_allocates() {
    let ground = Ground { speed: 4.0, tick_secs: 1.0 / 60.0, barrier: None };
    let config = ClientConfig { smoothing: 0.1, capacity: 32, ..ClientConfig::new(walk, ground) };
    let mut client = Client::new(config, Mover::default(), 65_000);
    let slower = Ground { speed: 3.9, ..ground };
    let mut server = Server::new(walk, slower, Mover::default(), 65_000);
    let mut history = History::new(60);
    let shooter = Shooter { latency_down: 0.05, latency_up: 0.05, interpolation_delay: 0.1 };
    let walls = [Wall::Segment { from: dvec2(5.0, -1.0), to: dvec2(5.0, 1.0) }];
    let ray = Ray { origin: dvec2(0.0, 3.0), direction: dvec2(1.0, 0.0), reach: 90.0 };
    let before = allocations();
    let mut hits = 0;
    for tick in 0..4000_u32 {
        let now = f64::from(tick) / 60.0;
        let wish = Wish { direction: truth(now).velocity };
        // Full in between: the server answers every fortieth tick only.
        let _ = std::hint::black_box(client.press(u64::from(tick), wish));
        if tick % 40 == 39 {
            for input in client.pending() {
                server.receive(input);
            }
            client.receive(now, &server.acknowledge());
        }
        std::hint::black_box(client.drawn(now));
        history.record(now, Hitbox { center: server.mover().position, half: dvec2(0.3, 0.3) });
        let verdict = judge(now, &ray, &history, &shooter, &RewindConfig::default(), &walls);
        hits += usize::from(verdict.is_some_and(|verdict| verdict.rewound.hit.is_some()));
    }
    std::hint::black_box(hits);
    assert_eq!(allocations(), before);
    assert!(client.acknowledged() != 64_999 && history.len() == 60, "it ran");
}
