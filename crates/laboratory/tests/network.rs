//! What holds on every network: a thousand random settings each.
#![allow(clippy::expect_used, reason = "tests may")]

use dead_reckoning::extrapolate::extrapolate;
use dead_reckoning::interpolation::Curve;
use dead_reckoning::{Order, Update};
use laboratory::experiment::Experiment;
use laboratory::lane::{Fate, Lane, Packet};
use laboratory::metrics::{Metrics, ROWS};
use laboratory::settings::{ClockEstimate, JitterKind, MotionKind, Settings};
use laboratory::simulate::simulate;
use laboratory::truth::Truth;
use proptest::prelude::*;

/// Any network that a user can ask for, mild ones and impossible ones, now and then with a part switched off.
fn link() -> impl Strategy<Value = Settings> {
    let off_or = |most: f64| prop_oneof![1 => Just(0.0), 2 => 0.0..=most];
    let kind =
        prop_oneof![Just(JitterKind::Uniform), Just(JitterKind::Normal), Just(JitterKind::Heavy)];
    let times = (off_or(1.0), off_or(0.3), kind, 0.0..=3.0_f64);
    let shares = (off_or(1.0), 1.0..=20.0_f64, off_or(1.0), off_or(1.0), off_or(0.5));
    let narrow = (off_or(5000.0), 1_u32..=60);
    let spikes = (off_or(3.0), off_or(1.0), off_or(1.0));
    (any::<u32>(), times, shares, narrow, spikes).prop_map(
        |(seed, times, shares, narrow, spikes)| {
            let mut settings = Settings { seed: u64::from(seed), ..Settings::default() };
            let link = &mut settings.link;
            (link.latency, link.jitter, link.jitter_kind, link.up_ratio) = times;
            (link.loss, link.burst, link.duplicate, link.reorder, link.reorder_delay) = shares;
            (link.bandwidth, link.queue) = narrow;
            (link.spike_period, link.spike_length, link.spike_latency) = spikes;
            settings
        },
    )
}

/// Any ends around such a network, over a few seconds.
fn settings() -> impl Strategy<Value = Settings> {
    let motion =
        prop_oneof![Just(MotionKind::Straight), Just(MotionKind::Circle), Just(MotionKind::OnFoot)];
    let ends = (0.0..=1.0_f64, 0.1..=2.0_f64, any::<bool>(), 0.0..=0.5_f64, 0.5..=20.0_f64);
    let clock = prop_oneof![
        Just(ClockEstimate::Exact),
        Just(ClockEstimate::Estimated),
        Just(ClockEstimate::Own)
    ];
    let clock = (clock, -1.0..=1.0_f64, -1000.0..=1000.0_f64, 0.05..=2.0_f64);
    let delay = prop_oneof![1 => Just(0.0), 3 => 0.0..=1.0_f64];
    let buffer = (0.5..=60.0_f64, delay, any::<bool>(), any::<bool>(), 0.0..=1.0_f64);
    let time = (1.0..=6.0_f64, 10_u32..=120);
    let off_or = |most: f64| prop_oneof![2 => Just(0.0), 1 => 0.0..=most];
    let lives = (off_or(3.0), any::<bool>(), off_or(7.0));
    (link(), motion, ends, clock, buffer, time, lives).prop_map(
        |(mut settings, motion, ends, clock, buffer, time, lives)| {
            (settings.motion.respawn, settings.sender.flag_teleports) = (lives.0, lives.1);
            settings.receiver.joins_at = lives.2;
            settings.motion.kind = motion;
            (settings.sender.threshold, settings.sender.heartbeat) = (ends.0, ends.1);
            settings.sender.order = if ends.2 { Order::Acceleration } else { Order::Velocity };
            (settings.receiver.blend_time, settings.motion.speed) = (ends.3, ends.4);
            let to = &mut settings.clock;
            (to.estimate, to.offset, to.drift, to.ping_interval) = clock;
            let to = &mut settings.snapshot;
            (to.rate, to.delay, to.adaptive) = (buffer.0, buffer.1, buffer.2);
            to.curve = if buffer.3 { Curve::Hermite } else { Curve::Linear };
            to.extrapolation_cap = buffer.4;
            (settings.motion.duration, settings.sim.tick_rate) = time;
            settings
        },
    )
}

fn truth(settings: &Settings) -> Truth {
    settings.check().expect("settings in their ranges");
    Truth::build(settings).expect("a truth")
}

fn lane_is_finite(lane: &Lane, metrics: &Metrics) -> bool {
    let frames = lane.frames.iter().all(|frame| {
        frame.drawn.is_finite()
            && frame.velocity.is_finite()
            && frame.error.is_finite()
            && frame.path_error.is_finite()
    });
    let depths = lane.depths.iter().all(|depth| depth.delay.is_finite());
    frames && depths && ROWS.iter().all(|row| (row.read)(metrics).is_some_and(f64::is_finite))
}

/// When a packet came first and once more.
fn arrivals(packets: &[Packet]) -> Vec<(Option<usize>, Option<usize>)> {
    packets.iter().map(|packet| (packet.arrived, packet.again)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn everything_is_finite_and_the_fates_add_up(settings in settings()) {
        let experiment = Experiment::of(settings).expect("an experiment");
        let run = &experiment.run;
        prop_assert!(lane_is_finite(&run.lanes[0], &experiment.metrics[0]));
        prop_assert!(lane_is_finite(&run.lanes[1], &experiment.metrics[1]));
        prop_assert!(run.vehicle().expect("a vehicle").clock.iter().all(|frame| frame.estimate.is_finite()));
        prop_assert!(experiment.hints().iter().all(|hint| !hint.contains("NaN")));
        for packet in run.lanes[0].packets.iter().chain(&run.lanes[1].packets) {
            let arrives = matches!(packet.fate, Fate::Used | Fate::Late | Fate::Unheard);
            prop_assert_eq!(packet.arrived.is_some(), arrives);
            prop_assert!(packet.again.is_none() || packet.arrived <= packet.again);
        }
    }

    #[test]
    fn equal_settings_give_equal_bits(settings in settings()) {
        let truth = truth(&settings);
        prop_assert!(simulate(&truth, &settings) == simulate(&truth.clone(), &settings.clone()));
    }

    #[test]
    fn cutting_the_truth_leaves_the_ticks_before_the_cut(settings in settings(), part in 0.1..0.9_f64) {
        let truth = truth(&settings);
        let ticks = (truth.states.len() as f64 * part) as usize;
        let (whole, cut) = (simulate(&truth, &settings), simulate(&truth.prefix(ticks), &settings));
        for (whole, cut) in [(&whole.lanes[0], &cut.lanes[0]), (&whole.lanes[1], &cut.lanes[1])] {
            prop_assert!(cut.frames[..] == whole.frames[..ticks]);
            prop_assert!(whole.depths.is_empty() || cut.depths[..] == whole.depths[..ticks]);
        }
        prop_assert!(whole.vehicle().expect("a vehicle").clock.is_empty() || cut.vehicle().expect("a vehicle").clock[..] == whole.vehicle().expect("a vehicle").clock[..ticks]);
    }

    #[test]
    fn nothing_is_drawn_before_the_first_packet_that_is_heard(settings in settings()) {
        let truth = truth(&settings);
        let run = simulate(&truth, &settings);
        for lane in [&run.lanes[0], &run.lanes[1]] {
            let heard = lane.packets.iter().filter(|packet| matches!(packet.fate, Fate::Used | Fate::Late));
            let joined = |tick: &usize| truth.time(*tick) + 1e-6 >= settings.receiver.joins_at;
            let arrivals = heard.flat_map(|packet| [packet.arrived, packet.again]).flatten();
            let first = arrivals.filter(joined).min().unwrap_or(truth.states.len());
            prop_assert_eq!(lane.seen_from(), first);
            prop_assert!(lane.frames[first..].iter().all(|frame| frame.seen));
        }
    }

    #[test]
    fn more_loss_only_removes_packets(settings in settings(), more in 0.0..=1.0_f64) {
        let truth = truth(&settings);
        let mut lossier = settings.clone();
        lossier.link.loss += (1.0 - lossier.link.loss) * more;
        let (before, after) = (simulate(&truth, &settings), simulate(&truth, &lossier));
        for (before, after) in [
            (&before.lanes[0], &after.lanes[0]), (&before.lanes[1], &after.lanes[1]),
        ] {
            prop_assert_eq!(before.packets.len(), after.packets.len());
            for (before, after) in arrivals(&before.packets).iter().zip(arrivals(&after.packets)) {
                prop_assert!(after.0.is_none() || *before == after, "{:?} became {:?}", before, after);
            }
        }
    }

    #[test]
    fn a_receiver_uses_what_has_arrived_and_nothing_else(mut settings in settings()) {
        settings.clock.estimate = ClockEstimate::Exact;
        settings.receiver.send_time = true;
        settings.receiver.joins_at = 0.0;
        let truth = truth(&settings);
        let run = simulate(&truth, &settings);
        for tick in 0..truth.states.len() {
            let arrived = run.lanes[0].packets.iter().filter(|packet| {
                packet.arrived.is_some_and(|arrived| arrived <= tick)
            });
            // The newest by send time of all that came, and of those alone.
            let newest = arrived.max_by_key(|packet| packet.sent).expect("the first is always there");
            let sent_at = truth.time(newest.sent);
            let update = Update { sent_at, state: newest.state, teleport: false };
            let model = extrapolate(&update, settings.sender.order, truth.time(tick));
            prop_assert_eq!(run.vehicle().expect("a vehicle").model[tick], model.position);
            prop_assert!(newest.fate == Fate::Used && newest.arrived >= Some(newest.sent));
        }
    }

    #[test]
    fn no_packet_is_quicker_than_the_network_allows(settings in settings()) {
        let truth = truth(&settings);
        let run = simulate(&truth, &settings);
        let link = &settings.link;
        let spread = match link.jitter_kind {
            JitterKind::Uniform => link.jitter,
            JitterKind::Normal => 3.0 * link.jitter,
            JitterKind::Heavy => 0.0,
        };
        let least = ((link.latency - spread).max(0.0) * truth.tick_rate - 1e-6).ceil();
        for packet in run.lanes[0].packets.iter().chain(&run.lanes[1].packets).skip(1) {
            if let (Some(arrived), true) = (packet.arrived, packet.sent > 0) {
                prop_assert!((arrived - packet.sent) as f64 >= least, "{:?}", packet);
            }
        }
    }

    #[test]
    fn no_update_is_lost_for_good_while_heartbeats_run(
        mut settings in link(), loss in 0.0..=0.5_f64, burst in 1.0..=4.0_f64,
    ) {
        settings.motion.kind = MotionKind::OnFoot;
        settings.motion.duration = 20.0;
        settings.sim.tick_rate = 20;
        settings.sender.heartbeat = 0.1;
        let link = &mut settings.link;
        (link.loss, link.burst, link.bandwidth) = (loss, burst, 0.0);
        (link.latency, link.jitter, link.spike_period) = (0.1, link.jitter / 10.0, 0.0);
        let truth = truth(&settings);
        let packets = &simulate(&truth, &settings).lanes[0].packets;
        // Whatever is sent, something newer is sent within a heartbeat and a tick.
        prop_assert!(packets.windows(2).all(|pair| pair[1].sent - pair[0].sent <= 3));
        let used = |from: usize| packets[from..].iter().position(|packet| packet.fate == Fate::Used);
        let last = packets.iter().rposition(|packet| packet.sent < 200).expect("sent in ten seconds");
        for (index, packet) in packets[..last].iter().enumerate() {
            if packet.fate != Fate::Used {
                prop_assert!(used(index).is_some(), "packet {} is never made up for", index);
            }
        }
        // A packet that comes when nothing newer has come is used, whatever was lost before it.
        for (index, packet) in packets.iter().enumerate() {
            if let Some(arrived) = packet.arrived {
                let newer = packets[index + 1..].iter().any(|newer| newer.arrived.is_some_and(|at| at < arrived));
                prop_assert!(newer || packet.fate == Fate::Used || same_tick(&packets[index..]), "{:?}", packet);
            }
        }
    }
}

/// Whether one of the later packets arrived on the tick of the first.
fn same_tick(packets: &[Packet]) -> bool {
    packets[1..].iter().any(|newer| newer.arrived == packets[0].arrived)
}

/// What two lanes of the same network show on average: the table of the README rests on it.
#[test]
fn snapshots_keep_the_path_and_dead_reckoning_the_present() {
    for network in laboratory::catalogue::networks::NETWORKS {
        let settings = network.applied_to(&Settings::default()).expect(network.name);
        let experiment = Experiment::of(settings).expect(network.name);
        let (dead_reckoning, snapshot) = (experiment.metrics[0], experiment.metrics[1]);
        assert!(dead_reckoning.mean_error < snapshot.mean_error, "{}", network.name);
        assert!(snapshot.mean_path_error < dead_reckoning.mean_path_error, "{}", network.name);
    }
}
