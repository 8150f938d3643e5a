//! Whole runs with everything that hides, limits or distorts an update: what holds for all of them, and what each
//! one shows.
#![allow(clippy::expect_used, reason = "tests may")]

use dead_reckoning::extrapolate::{Braking, wrap_angle};
use dead_reckoning::receiver::Receiver;
use dead_reckoning::sender::{Reason, Sender};
use dead_reckoning::smoothing::{BlendUntil, SMOOTHINGS, Smoothing};
use dead_reckoning::{Order, State, Update};
use glam::{DVec2, dvec2};
use laboratory::experiment::Experiment;
use laboratory::lane::Cause;
use laboratory::metrics::Metrics;
use laboratory::run::Run;
use laboratory::settings::{AccelerationSource, MotionKind, Settings};
use laboratory::simulate::{measure, simulate};
use laboratory::truth::Truth;
use proptest::prelude::*;
use std::collections::VecDeque;

fn experiment(set: &[&str]) -> Experiment {
    let settings = Settings::default().with_set(set);
    Experiment::of(settings.expect("settings")).expect("a truth")
}

#[test]
fn a_capped_straight_freezes_at_the_published_place() {
    let lab = experiment(&["motion.kind=straight", "receiver.extrapolation_cap=0.25"]);
    let (tick, place) = lab.run.vehicle().expect("a vehicle").freezes().next().expect("it freezes");
    assert_eq!(tick, 16, "the first tick past 0.25 s");
    assert!(place.distance(dvec2(1.0, 0.0)) < 1e-12, "{place}");
    assert_eq!(lab.run.lanes[0].frames[299].drawn, place, "until the heartbeat");
    assert_eq!(
        lab.run.vehicle().expect("a vehicle").freezes().count(),
        4,
        "once before each heartbeat of 20 s, and after the last"
    );
    assert!(lab.metrics[0].model.expect("a model").frozen_ticks > 1100);
}

#[test]
fn a_cap_on_the_rate_makes_it_stale_and_says_that_the_threshold_is_not_met() {
    // Heartbeats of 1 s that the cap lets out every 5 s: stale from 2.4 s of silence on.
    let lab = experiment(&["motion.kind=straight", "sender.heartbeat=1", "sender.rate_cap=0.2"]);
    let stale: Vec<usize> =
        (0..305).filter(|&tick| lab.run.vehicle().expect("a vehicle").notes[tick].stale).collect();
    assert_eq!((stale[0], stale.len()), (144, 306 - 144 - 1), "{stale:?}");
    let held_back = (0..300)
        .filter(|&tick| lab.run.vehicle().expect("a vehicle").notes[tick].held_back)
        .count();
    assert_eq!(held_back, 240, "from the first heartbeat to the update that is let out");
    assert_eq!(
        lab.metrics[0].model.expect("a model").held_back_ticks,
        lab.run.vehicle().expect("a vehicle").notes.iter().filter(|note| note.held_back).count()
    );
}

#[test]
fn a_stale_entity_snaps_on_its_return() {
    let returns = |stale: &str| {
        let lab = experiment(&["sender.rate_cap=0.3", "sender.heartbeat=1", stale]);
        let corrected =
            (1..501).filter(|&tick| lab.run.vehicle().expect("a vehicle").notes[tick].corrected);
        let off = |tick: usize| {
            lab.run.lanes[0].frames[tick]
                .drawn
                .distance(lab.run.vehicle().expect("a vehicle").model[tick])
        };
        corrected.map(off).collect::<Vec<f64>>()
    };
    let snapping = returns("receiver.stale_heartbeats=2.4");
    assert!(!snapping.is_empty() && snapping.iter().all(|off| *off == 0.0), "{snapping:?}");
    let blending = returns("receiver.stale_heartbeats=0");
    assert!(blending.iter().all(|off| *off > 1.0), "{blending:?}");
}

/// Drives at 4 u/s for a second, then stands still.
fn stop_dead(tick: usize) -> State {
    let moving = tick < 60;
    let time = tick.min(60) as f64 / 60.0;
    let velocity = dvec2(if moving { 4.0 } else { 0.0 }, 0.0);
    State { position: dvec2(4.0 * time, 0.0), velocity, ..State::default() }
}

#[test]
fn a_sudden_stop_overshoots_by_the_threshold_and_what_latency_adds() {
    let states: Vec<State> = (0..180).map(stop_dead).collect();
    let truth = Truth { tick_rate: 60.0, seconds: 3.0, states, ..Truth::default() };
    let mut settings = Settings::default();
    for assignment in ["sender.threshold=0.5", "receiver.blend_time=0", "sender.heartbeat=0"] {
        settings.set(assignment).expect(assignment);
    }
    let frames = &simulate(&truth, &settings).lanes[0].frames;
    let overshoot = frames.iter().map(|frame| frame.drawn.x - 4.0).fold(0.0, f64::max);
    let (bound, tick) = (0.5 + 4.0 * 0.1, 4.0 / 60.0);
    // The update is noticed up to a tick late, and the last frame before it arrives is a tick before it does.
    let until_it_arrives = overshoot + tick;
    assert!((bound..=bound + tick).contains(&until_it_arrives), "{overshoot}");
    assert_eq!(frames[179].drawn, dvec2(4.0, 0.0), "exactly at rest");
    // Had the sender told of the stop at once, only the latency's share would be left.
    let mut receiver = Receiver::new(settings.receiver_config());
    let update = |tick: usize| Update {
        sent_at: tick as f64 / 60.0,
        state: stop_dead(tick),
        teleport: false,
    };
    receiver.receive(0.0, &update(0));
    let just_before = receiver.sample(1.0 + 0.1).expect("drawn").position.x;
    assert!((just_before - 4.0 - 0.4).abs() < 1e-9, "{just_before}");
    receiver.receive(1.0 + 0.1, &update(60));
    assert_eq!(receiver.sample(1.0 + 0.1).expect("drawn").position, dvec2(4.0, 0.0));
}

/// Drives at 4 u/s for a second, brakes at 8 u/s² for half a second, waits for a second, goes on at once.
fn stop_and_go(now: f64) -> State {
    let (rounds, time) = ((now / 2.5).floor(), now.rem_euclid(2.5));
    let braking = (time - 1.0).clamp(0.0, 0.5);
    let brakes = (1.0..1.5).contains(&time);
    let x = 5.0 * rounds + 4.0 * time.min(1.0) + 4.0 * braking - 4.0 * braking * braking;
    State {
        position: dvec2(x, 0.0),
        velocity: dvec2(if time < 1.5 { 4.0 - 8.0 * braking } else { 0.0 }, 0.0),
        acceleration: dvec2(if brakes { -8.0 } else { 0.0 }, 0.0),
        ..State::default()
    }
}

#[test]
fn held_at_the_stop_it_is_nearer_to_the_truth_and_sends_less() {
    let states = (0..1500).map(|tick| stop_and_go(f64::from(tick) / 60.0)).collect();
    let truth = Truth { tick_rate: 60.0, seconds: 25.0, states, ..Truth::default() };
    let driven = |braking: &str| {
        let mut settings = Settings::default();
        for assignment in ["sender.order=2", "sender.threshold=0.1", braking] {
            settings.set(assignment).expect(assignment);
        }
        let run = simulate(&truth, &settings);
        let metrics = measure(&truth, &settings, &run)[0];
        let backwards = run
            .vehicle()
            .expect("a vehicle")
            .model
            .windows(2)
            .filter(|pair| pair[1].x < pair[0].x - 0.01)
            .count();
        (metrics.updates(), metrics.mean_error, backwards)
    };
    let (run_on, hold) = (driven("sender.braking=run-on"), driven("sender.braking=hold"));
    assert!(hold.0 < run_on.0 && hold.1 < run_on.1 && hold.2 < run_on.2, "{hold:?} and {run_on:?}");
}

#[test]
fn estimated_acceleration_with_noise_costs_order_two_what_order_one_saves() {
    let updates = |set: &[&str]| experiment(set).metrics[0].packets.expect("packets").updates;
    let straight = "motion.kind=straight";
    let noise = "sender.velocity_noise=0.05";
    let estimated = "sender.acceleration=estimated";
    assert_eq!(updates(&[straight, noise]), 4, "order 1 sends its heartbeats");
    assert_eq!(
        updates(&[straight, estimated, "sender.order=2"]),
        4,
        "so does order 2 without noise"
    );
    let noisy = updates(&[straight, noise, estimated, "sender.order=2"]);
    assert!(noisy > 20, "{noisy}");
    let damped =
        updates(&[straight, noise, estimated, "sender.order=2", "sender.acceleration_damping=1"]);
    assert!(damped < noisy, "{damped} of {noisy}");
}

#[test]
fn the_turn_follows_a_circle_that_order_one_and_two_leave() {
    let updates = |order: &str| {
        experiment(&["motion.kind=circle", order]).metrics[0].packets.expect("packets").updates
    };
    assert_eq!(updates("sender.order=turn"), 4, "heartbeats only");
    assert!(updates("sender.order=2") > 50 && updates("sender.order=1") > 90);
}

#[test]
fn the_heading_is_sent_for_itself_where_it_has_a_threshold() {
    let plain = experiment(&[]);
    let kept = experiment(&["sender.angle_threshold=10"]);
    assert_eq!(plain.metrics[0].packets.expect("packets").updates_by_reason.heading, 0);
    assert!(kept.metrics[0].packets.expect("packets").updates_by_reason.heading > 5);
    assert!(
        kept.metrics[0].mean_heading_error.expect("a heading")
            < 0.5 * plain.metrics[0].mean_heading_error.expect("a heading")
    );
}

#[test]
fn what_is_seen_from_afar_is_sent_less() {
    let updates = |distance: &str| {
        let lab = experiment(&["sender.pixels=4", distance]);
        (lab.settings.threshold(), lab.metrics[0].packets.expect("packets").updates)
    };
    let (near, far) = (updates("sender.viewer_distance=10"), updates("sender.viewer_distance=100"));
    assert!((near.0 - 0.0428).abs() < 1e-4 && (far.0 - 0.428).abs() < 1e-3);
    assert!(near.1 > 2 * far.1, "{near:?} and {far:?}");
}

#[test]
fn quantised_states_travel_on_their_grid_and_weigh_what_they_weigh() {
    let bits = [
        "wire.position_bits=14",
        "wire.position_range=16",
        "wire.velocity_bits=10",
        "wire.velocity_range=8",
        "wire.heading_bits=8",
        "wire.turn_bits=8",
    ];
    let lab = experiment(&bits);
    let step = 16.0 / 8191.0;
    for packet in &lab.run.lanes[0].packets {
        let cells = packet.state.position / step;
        assert!(cells.distance(cells.round()) < 1e-6, "{cells}");
    }
    // 36 bytes of headers and 28 + 20 + 8 + 8 + 1 bits: 45 bytes.
    let packets = lab.metrics[0].packets.expect("packets");
    assert!((packets.bytes_per_second / packets.updates_per_second - 45.0).abs() < 1e-9);
    let coarse =
        experiment(&["wire.position_bits=5", "wire.position_range=16", "sender.threshold=0.05"]);
    let fine = experiment(&["sender.threshold=0.05"]);
    assert!(coarse.metrics[0].mean_error > fine.metrics[0].mean_error + 0.05);
}

#[test]
fn a_teleport_distance_cuts_the_longest_corrections_short() {
    let blended = experiment(&["link.latency=0.4"]);
    let cut = experiment(&["link.latency=0.4", "receiver.teleport_distance=0.5"]);
    assert_eq!(blended.run.vehicle().expect("a vehicle").counters.teleports, 0);
    assert!(cut.run.vehicle().expect("a vehicle").counters.teleports > 3);
    assert!(cut.metrics[0].largest_step > blended.metrics[0].largest_step);
}

#[test]
fn until_the_next_update_is_a_longer_blend_here() {
    let mean = |set: &[&str]| experiment(set).metrics[0].mean_error;
    let next = mean(&["receiver.blend_until=next-update"]);
    assert!(next > mean(&[]), "{next}");
    let snapping = ["receiver.blend_time=0", "receiver.blend_until=next-update"];
    assert_eq!(mean(&snapping), mean(&["receiver.blend_time=0"]));
}

#[test]
fn every_smoothing_draws_the_same_packets_and_something_else() {
    let runs: Vec<Run> = SMOOTHINGS
        .iter()
        .map(|row| experiment(&[&format!("receiver.smoothing={}", row.name)]).run)
        .collect();
    let apart = |one: &Run, other: &Run| {
        let pairs = one.lanes[0].frames.iter().zip(&other.lanes[0].frames);
        pairs.map(|(one, other)| one.drawn.distance(other.drawn)).fold(0.0, f64::max)
    };
    for (at, (run, row)) in runs.iter().zip(&SMOOTHINGS).enumerate() {
        assert_eq!(run.lanes[0].packets, runs[0].lanes[0].packets);
        assert_eq!(
            run.vehicle().expect("a vehicle").model,
            runs[0].vehicle().expect("a vehicle").model
        );
        for (other, other_row) in runs[at + 1..].iter().zip(&SMOOTHINGS[at + 1..]) {
            // At handle 1 the Bézier curve is the Hermite curve.
            let same =
                (row.smoothing, other_row.smoothing) == (Smoothing::Hermite, Smoothing::Bezier);
            let apart = apart(run, other);
            assert_eq!(apart < 1e-9, same, "{} and {}: {apart}", row.name, other_row.name);
            assert!(same || apart > 0.05, "{} and {}: {apart}", row.name, other_row.name);
        }
    }
}

prop_compose! {
    fn any_motion()(
        kind in 0..4_usize, speed in 0.5..15.0_f64, sharpness in 0.0..1.0_f64, radius in 0.3..8.0_f64,
        reversal in 0.05..1.0_f64, tick_rate in 20..130_u32, respawn in prop_oneof![2 => Just(0.0), 1 => 0.1..3.0_f64],
    ) -> Settings {
        let mut settings = Settings::default();
        settings.motion.kind =
            [MotionKind::Lap, MotionKind::Straight, MotionKind::Circle, MotionKind::OnFoot][kind];
        settings.motion.speed = speed;
        settings.motion.radius = radius;
        settings.motion.reversal = reversal;
        settings.motion.respawn = respawn;
        settings.motion.duration = 4.0;
        settings.track.sharpness = sharpness;
        settings.sim.tick_rate = tick_rate;
        settings
    }
}

prop_compose! {
    fn any_plain()(
        settings in any_motion(), order in 0..3_usize, hold: bool, threshold in 0.02..1.0_f64,
        heartbeat in 0.2..3.0_f64, angle in prop_oneof![Just(0.0), 3.0..90.0_f64], latency in 0.0..0.4_f64,
        rate_cap in prop_oneof![Just(0.0), 1.0..30.0_f64], estimated: bool, damping in 0.0..1.0_f64,
    ) -> Settings {
        let mut settings = settings;
        let sender = &mut settings.sender;
        sender.order = [Order::Velocity, Order::Acceleration, Order::Turn][order];
        sender.braking = if hold { Braking::Hold } else { Braking::RunOn };
        sender.threshold = threshold;
        sender.heartbeat = heartbeat;
        sender.angle_threshold = angle;
        sender.rate_cap = rate_cap;
        sender.acceleration = if estimated { AccelerationSource::Estimated } else { AccelerationSource::Exact };
        sender.acceleration_damping = damping;
        settings.link.latency = latency;
        settings
    }
}

prop_compose! {
    /// Everything but what knows the axes: noise and the grid of the wire.
    fn any_isotropic()(
        settings in any_plain(), smoothing in 0..SMOOTHINGS.len(), blend_time in prop_oneof![Just(0.0), 0.001..1.5_f64],
        next: bool, handle in 0.0..4.0_f64, cap in prop_oneof![Just(0.0), 0.02..1.0_f64],
        teleport in prop_oneof![Just(0.0), 0.2..3.0_f64], stale in prop_oneof![Just(0.0), 1.0..4.0_f64],
        send_time: bool,
    ) -> Settings {
        let mut settings = settings;
        let receiver = &mut settings.receiver;
        receiver.smoothing = SMOOTHINGS[smoothing].smoothing;
        receiver.blend_time = blend_time;
        receiver.blend_until = if next { BlendUntil::NextUpdate } else { BlendUntil::Fixed };
        receiver.bezier_handle = handle;
        receiver.extrapolation_cap = cap;
        receiver.teleport_distance = teleport;
        receiver.stale_heartbeats = stale;
        receiver.send_time = send_time;
        settings
    }
}

prop_compose! {
    fn any_settings()(
        isotropic in any_isotropic(), seed: u64, noise in 0.0..0.5_f64, position in 0..24_u32, velocity in 0..16_u32,
        acceleration in 0..16_u32, heading in 0..12_u32, turn in 0..12_u32, range in 1.0..100.0_f64,
        flag: bool, joins_at in prop_oneof![2 => Just(0.0), 1 => 0.0..5.0_f64],
    ) -> Settings {
        let mut settings = isotropic;
        settings.seed = seed >> 11;
        settings.sender.velocity_noise = noise;
        settings.wire.position_bits = position;
        settings.wire.position_range = range;
        settings.wire.velocity_bits = velocity;
        settings.wire.acceleration_bits = acceleration;
        settings.wire.heading_bits = heading;
        settings.wire.turn_bits = turn;
        settings.sender.flag_teleports = flag;
        settings.receiver.joins_at = joins_at;
        settings
    }
}

/// The same truth, turned by `angle`.
fn turned(truth: &Truth, angle: f64) -> Truth {
    let (sin, cos) = libm::sincos(angle);
    let turn = |vector: DVec2| dvec2(cos, sin).rotate(vector);
    let states = truth.states.iter().map(|state| State {
        position: turn(state.position),
        velocity: turn(state.velocity),
        acceleration: turn(state.acceleration),
        heading: wrap_angle(state.heading + angle),
        angular_velocity: state.angular_velocity,
    });
    Truth { states: states.collect(), ..truth.clone() }
}

fn numbers(metrics: &Metrics) -> [f64; 11] {
    let model = metrics.model.expect("a model");
    [
        metrics.updates(),
        metrics.mean_error,
        metrics.rms_error,
        metrics.p95_error,
        metrics.peak_error,
        metrics.largest_step,
        metrics.mean_heading_error.expect("a heading"),
        metrics.corrections.expect("corrections").overshoot,
        model.held_back_ticks as f64,
        model.stale_ticks as f64,
        model.frozen_ticks as f64,
    ]
}

/// Both ends over a truth that begins at `start`, with a wire of fixed latency: what is drawn, and on which ticks an
/// update was sent.
fn shifted(truth: &Truth, settings: &Settings, start: f64) -> (Vec<State>, Vec<usize>) {
    let mut sender = Sender::new(settings.sender_config());
    let mut receiver = Receiver::new(settings.receiver_config());
    let mut wire: VecDeque<(usize, Update)> = VecDeque::new();
    let latency = (settings.link.latency * truth.tick_rate).ceil() as usize;
    let (mut drawn, mut sent) = (Vec::new(), Vec::new());
    for (tick, state) in truth.states.iter().enumerate() {
        let now = start + truth.time(tick);
        if let Some(update) = sender.poll(now, state) {
            sent.push(tick);
            wire.push_back((if tick == 0 { 0 } else { tick + latency }, update.update));
        }
        while wire.front().is_some_and(|(arrival, _)| *arrival <= tick) {
            let (_, update) = wire.pop_front().expect("it is there");
            receiver.receive(now, &update);
        }
        drawn.push(receiver.sample(now).expect("drawn"));
    }
    (drawn, sent)
}

/// A truth that keeps turning and never repeats itself, so that no error sits on a threshold by construction.
fn weave(ticks: usize, pace: f64) -> Truth {
    let at = |now: f64| {
        let (sin, cos) = libm::sincos(pace * now + 0.3 * libm::sin(1.7 * now));
        let rate = pace + 0.51 * libm::cos(1.7 * now);
        State {
            position: dvec2(3.0 * now + cos, 2.0 * sin),
            velocity: dvec2(3.0 - rate * sin, 2.0 * rate * cos),
            acceleration: dvec2(-rate * rate * cos, -2.0 * rate * rate * sin),
            heading: wrap_angle(pace * now),
            angular_velocity: pace,
        }
    };
    let states = (0..ticks).map(|tick| at(tick as f64 / 60.0)).collect();
    Truth { tick_rate: 60.0, seconds: ticks as f64 / 60.0, states, ..Truth::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1200) })]

    #[test]
    fn a_run_is_finite_everywhere_and_equal_settings_give_equal_bits(settings in any_settings()) {
        settings.check().expect("in range");
        let truth = Truth::build(&settings).expect("a truth");
        let run = simulate(&truth, &settings);
        prop_assert_eq!(&run, &simulate(&truth, &settings));
        for (frame, model) in run.lanes[0].frames.iter().zip(&run.vehicle().expect("a vehicle").model) {
            prop_assert!(frame.drawn.is_finite() && frame.velocity.is_finite() && model.is_finite());
            prop_assert!(frame.error.is_finite() && frame.heading.abs() <= std::f64::consts::PI);
        }
        let metrics = measure(&truth, &settings, &run)[0];
        prop_assert!(numbers(&metrics).iter().all(|number| number.is_finite()));
        prop_assert_eq!(run.vehicle().expect("a vehicle").counters.refused, 0);
        prop_assert_eq!(run.vehicle().expect("a vehicle").notes.len(), truth.states.len());
    }

    #[test]
    fn cutting_the_truth_leaves_what_came_before(settings in any_settings(), part in 0.0..1.0_f64) {
        let truth = Truth::build(&settings).expect("a truth");
        let ticks = 1 + (part * (truth.states.len() - 1) as f64) as usize;
        let (whole, cut) = (simulate(&truth, &settings), simulate(&truth.prefix(ticks), &settings));
        prop_assert_eq!(&cut.lanes[0].frames[..], &whole.lanes[0].frames[..ticks]);
        prop_assert_eq!(&cut.vehicle().expect("a vehicle").notes[..], &whole.vehicle().expect("a vehicle").notes[..ticks]);
    }

    #[test]
    fn turning_the_world_leaves_the_metrics_alone(
        settings in any_isotropic(), angle in -3.1..3.1_f64, pace in 0.5..6.0_f64,
    ) {
        let truth = weave(300, pace);
        let measure = |truth: &Truth| {
            let run = simulate(truth, &settings);
            numbers(&measure(truth, &settings, &run)[0])
        };
        for (plain, turned) in measure(&truth).into_iter().zip(measure(&turned(&truth, angle))) {
            prop_assert!((plain - turned).abs() <= 1e-6 * (1.0 + plain.abs()), "{plain} and {turned}");
        }
    }

    #[test]
    fn starting_the_clock_elsewhere_leaves_what_is_drawn_alone(
        settings in any_isotropic(), start in 0.0..1000.0_f64, pace in 0.5..6.0_f64,
    ) {
        let truth = weave(300, pace);
        let (plain, sent) = shifted(&truth, &settings, 0.0);
        let (late, sent_late) = shifted(&truth, &settings, start);
        prop_assert_eq!(sent, sent_late);
        for (plain, late) in plain.iter().zip(&late) {
            prop_assert!(plain.position.distance(late.position) < 1e-6);
            prop_assert!(wrap_angle(plain.heading - late.heading).abs() < 1e-6);
        }
    }

    #[test]
    fn what_is_drawn_at_an_update_is_what_was_drawn_before_it(settings in any_isotropic(), pace in 0.5..6.0_f64) {
        let mut settings = settings;
        settings.receiver.teleport_distance = 0.0;
        settings.receiver.stale_heartbeats = 0.0;
        settings.receiver.blend_time = settings.receiver.blend_time.max(0.001);
        if !settings.receiver.smoothing.row().position_continuous {
            settings.receiver.smoothing = Smoothing::default();
        }
        let truth = weave(300, pace);
        let mut sender = Sender::new(settings.sender_config());
        let mut receiver = Receiver::new(settings.receiver_config());
        let mut corrected = 0;
        for (tick, state) in truth.states.iter().enumerate() {
            let now = truth.time(tick);
            let Some(sent) = sender.poll(now, state) else { continue };
            let before = receiver.sample(now + settings.link.latency);
            receiver.receive(now + settings.link.latency, &sent.update);
            let after = receiver.sample(now + settings.link.latency).expect("drawn");
            if let Some(before) = before {
                corrected += 1;
                prop_assert!(before.position.distance(after.position) < 1e-9, "tick {tick}");
                prop_assert!(wrap_angle(before.heading - after.heading).abs() < 1e-9, "tick {tick}");
            }
        }
        prop_assert!(corrected > 0);
    }

    #[test]
    fn no_update_is_lost_for_good_while_heartbeats_run(
        settings in any_isotropic(), lost in prop::collection::vec(any::<bool>(), 240), pace in 0.5..6.0_f64,
    ) {
        let mut settings = settings;
        settings.receiver.send_time = true;
        settings.receiver.extrapolation_cap = 0.0;
        let truth = weave(600, pace);
        let heartbeat = settings.sender.heartbeat.max(settings.sender_config().least_interval);
        let mut sender = Sender::new(settings.sender_config());
        let mut receiver = Receiver::new(settings.receiver_config());
        let recovered = 240 + (heartbeat * 60.0).ceil() as usize + 1;
        for (tick, state) in truth.states.iter().enumerate() {
            let now = truth.time(tick);
            // The wire loses at random for four seconds, then no more.
            if let Some(sent) = sender.poll(now, state).filter(|_| !lost.get(tick).copied().unwrap_or(false)) {
                receiver.receive(now, &sent.update);
            }
            if tick >= recovered {
                prop_assert_eq!(receiver.model(now), sender.model(now), "tick {}", tick);
            }
        }
    }
}

#[test]
fn a_packet_says_why_it_was_sent() {
    let lab = experiment(&["sender.angle_threshold=10", "sender.heartbeat=0.3"]);
    for reason in [Reason::First, Reason::Threshold, Reason::Heartbeat, Reason::Heading] {
        let caused = |packet: &&laboratory::lane::Packet| packet.cause == Cause::Owed(reason);
        assert!(lab.run.lanes[0].packets.iter().any(|packet| caused(&packet)), "{}", reason.name());
    }
}
