//! What a run says about its own settings, each in one plain sentence with its numbers.
//!
//! In: an [`Experiment`]. Out: hints, the most useful first. Invariant: every number in them comes from the
//! run and its settings.

use super::run::simulate_dead_reckoning_into;
use crate::experiment::Experiment;
use crate::lane::Fate;
use crate::link::most_delay;
use crate::metrics::ModelMetrics;
use crate::run::Run;
use crate::settings::MotionKind;
use dead_reckoning::Order;
use dead_reckoning::interpolation::Drawing;
use dead_reckoning::smoothing::{BlendUntil, Smoothing};
use glam::DVec2;

/// Above this many ticks the other order is not tried: it would cost another run on every change.
const MOST_TICKS_TO_TRY: usize = 20_000;

/// What happens on fewer than one tick in so many is not worth a hint.
const RARE: usize = 100;

/// The share of updates that must arrive in mid-blend before it is worth a hint.
const MANY: f64 = 0.3;

/// What there is to say, the most useful first.
#[must_use]
pub fn hints(experiment: &Experiment) -> Vec<String> {
    DEAD_RECKONING.iter().filter_map(|hint| hint(experiment)).collect()
}

/// For somebody else's vehicle.
const DEAD_RECKONING: &[fn(&Experiment) -> Option<String>] = &[
    // Causes before symptoms: a small window shows the first one or two.
    never_seen,
    sliding,
    other_model,
    through_walls,
    out_of_range,
    held_back,
    wrong_clock,
    lost_updates,
    frozen,
    standing_still,
    dry_buffer,
    short_buffer,
    newest,
    underruns,
    snapping,
    latency_floor,
    backwards,
    long_blend,
    other_order,
    late_snapshots,
];

/// A late joiner that hears nothing: what moves as predicted is never sent again.
fn never_seen(experiment: &Experiment) -> Option<String> {
    let Experiment { settings, truth, run, .. } = experiment;
    let joins_at = settings.receiver.joins_at;
    let last = truth.time(truth.states.len().saturating_sub(1));
    let never = run.lanes[0].seen_from() == run.lanes[0].frames.len();
    if joins_at <= 0.0 || joins_at > last || !never {
        return None;
    }
    let why = if settings.sender.heartbeat <= 0.0 {
        "without a heartbeat, what moves as predicted is never sent again."
    } else {
        "a shorter heartbeat would bring one."
    };
    Some(format!(
        "Who joins at {joins_at:.1} s hears of no update until the end, and sees nothing: {why}"
    ))
}

/// The owner's jumps are blended: the disc slides across the map.
fn sliding(experiment: &Experiment) -> Option<String> {
    let Experiment { settings, truth, run, .. } = experiment;
    let longest = truth.jumps.iter().filter_map(|&jump| truth.jump_before(jump));
    let longest = longest.map(DVec2::length).fold(0.0, f64::max);
    let slides = longest > settings.threshold()
        && !settings.snaps()
        && run.vehicle()?.counters.teleports == 0;
    slides.then(|| {
        format!(
            "No jump is taken for one, so the disc slides up to {longest:.1} u across the map: flag them, or set a teleport distance below that."
        )
    })
}

/// The two ends run different models: what the sender checks is not what is drawn.
fn other_model(experiment: &Experiment) -> Option<String> {
    let metrics = &experiment.metrics[0];
    experiment.settings.models_differ().then(|| {
        format!(
            "The two ends run different models: the sender keeps its own copy within {:.2} u, but what is drawn is up to {:.2} u off.",
            experiment.settings.threshold(),
            metrics.peak_error
        )
    })
}

/// What is drawn goes through walls.
fn through_walls(experiment: &Experiment) -> Option<String> {
    let ModelMetrics { wall_hits: hits, wall_ticks: ticks, .. } = experiment.metrics[0].model?;
    let times = if hits == 1 { "once".to_owned() } else { format!("{hits} times") };
    (hits > 0).then(|| {
        format!(
            "The disc goes through a wall {times} and is beyond it on {ticks} ticks: the model knows no walls, so put what is drawn back to them."
        )
    })
}

/// Drawing it at rest would do better.
fn standing_still(experiment: &Experiment) -> Option<String> {
    let positions = || experiment.truth.states.iter().map(|state| state.position);
    let first = positions().next()?;
    let (low, high) =
        positions().fold((first, first), |(low, high), at| (low.min(at), high.max(at)));
    let center = (low + high) / 2.0;
    let most = positions().map(|position| position.distance(center)).fold(0.0, f64::max);
    let mean = experiment.metrics[0].mean_error;
    (most < mean).then(|| {
        format!("Drawn standing still in the middle it would never be more than {most:.2} u off; dead reckoning averages {mean:.2} u.")
    })
}

/// The largest correction against the heading, and the speed it takes: Δ/T > v.
fn backwards(experiment: &Experiment) -> Option<String> {
    let receiver = &experiment.settings.receiver;
    let duration = receiver.blend_time;
    let blends = receiver.smoothing == Smoothing::ProjectiveVelocity
        && receiver.blend_until == BlendUntil::Fixed;
    if duration <= 0.0 || !blends {
        return None;
    }
    let run = &experiment.run;
    let model = &run.vehicle()?.model;
    let used = run.lanes[0].packets.iter().filter(|packet| packet.fate == Fate::Used);
    let against = used.filter_map(|packet| {
        let tick = packet.arrived?;
        let frame = run.lanes[0].frames.get(tick)?;
        let correction: DVec2 = model[tick] - frame.drawn;
        let speed = frame.velocity.length();
        let back = -correction.dot(frame.velocity.normalize_or_zero()) / duration;
        (back > speed && speed > 0.0).then_some((correction.length(), tick))
    });
    let (correction, tick) = against.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(format!(
        "At tick {tick} a correction of {correction:.2} u over {:.0} ms makes the disc move backwards (Δ/T > v): blend longer.",
        duration * 1000.0
    ))
}

/// Without a blend every correction is a jump.
fn snapping(experiment: &Experiment) -> Option<String> {
    let step = experiment.metrics[0].largest_step;
    let moved = experiment.speed() / experiment.truth.tick_rate;
    let jumps = experiment.settings.snaps() && step > 2.0 * moved;
    jumps.then(|| {
        format!("Without a blend corrections show as jumps of up to {step:.2} u in one tick.")
    })
}

/// The threshold is below what the longest way over the network adds anyway: 2s(L + h).
fn latency_floor(experiment: &Experiment) -> Option<String> {
    let settings = &experiment.settings;
    if settings.motion.kind == MotionKind::Trace {
        // What was recorded has mass, and takes no sudden turn.
        return None;
    }
    let threshold = settings.threshold();
    let more = most_delay(&settings.link) - settings.link.latency;
    let added = settings.snapping_bound() - threshold + 2.0 * settings.motion.speed * more;
    (threshold < added && settings.link.latency > 0.0).then(|| {
        let what = if more > 0.0 { "The network" } else { "Latency" };
        format!("{what} alone can add as much as {added:.2} u at a sudden turn: no threshold removes that part.")
    })
}

/// Updates come before the last blend has ended.
fn long_blend(experiment: &Experiment) -> Option<String> {
    let Experiment { settings, truth, run, .. } = experiment;
    if settings.snaps() || settings.receiver.blend_until == BlendUntil::NextUpdate {
        return None;
    }
    let ticks = settings.receiver.blend_time * truth.tick_rate;
    let used = run.lanes[0].packets.iter().filter(|packet| packet.fate == Fate::Used);
    let mut arrivals: Vec<usize> = used.filter_map(|packet| packet.arrived).collect();
    // Who joins late may hear the copy of a packet that came once before, after a newer one.
    arrivals.sort_unstable();
    let pairs = arrivals.len().saturating_sub(1);
    let early = arrivals.windows(2).filter(|pair| ((pair[1] - pair[0]) as f64) < ticks).count();
    (pairs > 0 && early as f64 > MANY * pairs as f64).then(|| {
        format!("{early} of {pairs} updates arrive before the last blend has ended: the disc never settles on the model.")
    })
}

/// What the other order would cost on the same truth.
fn other_order(experiment: &Experiment) -> Option<String> {
    if experiment.truth.states.len() > MOST_TICKS_TO_TRY {
        return None;
    }
    let mut settings = experiment.settings.clone();
    let (now, other) = match settings.sender.order {
        Order::Velocity => (1, Order::Acceleration),
        Order::Acceleration => (2, Order::Velocity),
        Order::Turn => return None,
    };
    settings.sender.order = other;
    let mut tried = Run::default();
    simulate_dead_reckoning_into(&experiment.truth, &settings, &mut tried);
    let would = tried.lanes[0].packets.len();
    let does = experiment.run.lanes[0].packets.len();
    let number = 3 - now;
    if now == 2 && would <= does {
        return Some(format!(
            "Order 2 sends {does} updates here and order 1 {would}: acceleration costs more than it saves."
        ));
    }
    (would as f64 <= 0.85 * does as f64)
        .then(|| format!("Order {number} would send {would} updates instead of {does}."))
}

/// The render delay is shorter than the time between two snapshots.
fn dry_buffer(experiment: &Experiment) -> Option<String> {
    let snapshot = &experiment.settings.snapshot;
    let interval = 1.0 / snapshot.rate;
    let interpolated = snapshot.drawing == Drawing::Interpolated;
    (interpolated && snapshot.delay < interval - 1e-9).then(|| {
        format!(
            "Snapshots come every {:.0} ms and are drawn {:.0} ms late: the buffer runs dry and the blue disc stutters.",
            interval * 1000.0,
            snapshot.delay * 1000.0
        )
    })
}

/// The buffer holds too few snapshots for the delay.
fn short_buffer(experiment: &Experiment) -> Option<String> {
    let snapshot = &experiment.settings.snapshot;
    let rate = snapshot.rate.min(experiment.truth.tick_rate);
    let needed = (snapshot.delay * rate).ceil() as u32 + 1;
    let short =
        snapshot.drawing == Drawing::Interpolated && (1..needed).contains(&snapshot.capacity);
    short.then(|| {
        format!(
            "A delay of {:.0} ms at {rate} Hz needs {needed} snapshots and the buffer holds {}: what it should draw between is thrown away, and it moves in steps.",
            snapshot.delay * 1000.0,
            snapshot.capacity
        )
    })
}

/// The naive way: as fresh as it gets, and it jumps.
fn newest(experiment: &Experiment) -> Option<String> {
    let step = experiment.metrics[1].largest_step;
    let moved = experiment.settings.motion.speed / experiment.truth.tick_rate;
    let jumps = experiment.settings.snapshot.drawing == Drawing::Newest && step > 1.5 * moved;
    jumps.then(|| {
        format!(
            "Drawn at the newest snapshot, the blue disc stands still and jumps by up to {step:.2} u; evenly it would move {moved:.3} u a tick."
        )
    })
}

/// The longest time that a lost update stayed lost: until the next one that arrived was sent.
fn lost_updates(experiment: &Experiment) -> Option<String> {
    let packets = &experiment.run.lanes[0].packets;
    let lost = experiment.metrics[0].packets?.lost;
    let (mut since, mut longest) = (None, 0);
    for packet in packets {
        match packet.fate {
            Fate::Lost | Fate::QueueFull => since = since.or(Some(packet.sent)),
            Fate::Used => longest = longest.max(packet.sent - since.take().unwrap_or(packet.sent)),
            Fate::Late | Fate::UnderWay | Fate::Unheard => {}
        }
    }
    let seconds = longest as f64 / experiment.truth.tick_rate;
    let capped = experiment.settings.sender.rate_cap > 0.0;
    let way_out = if capped {
        "the rate cap lets no more be sent"
    } else {
        "a shorter heartbeat bounds that"
    };
    (longest > 0).then(|| {
        format!(
            "{lost} of {} updates were lost, and it took up to {seconds:.1} s until another was sent and came through: {way_out}.",
            packets.len()
        )
    })
}

/// What the clock's error alone adds to the error, where it is as much as the threshold.
fn wrong_clock(experiment: &Experiment) -> Option<String> {
    let Experiment { settings, run, .. } = experiment;
    let worst = run.vehicle()?.clock.iter().map(|frame| frame.error().abs()).fold(0.0, f64::max);
    let adds = worst * experiment.speed();
    (worst > 0.0 && adds > settings.sender.threshold).then(|| {
        format!(
            "The receiver takes the sender's clock wrong by up to {:.0} ms: that alone is {adds:.2} u at this speed.",
            worst * 1000.0
        )
    })
}

/// The buffer runs dry although the delay is long enough on a network without faults.
fn underruns(experiment: &Experiment) -> Option<String> {
    let Experiment { settings, truth, .. } = experiment;
    let buffer = experiment.metrics[1].buffer?;
    let enough = buffer.mean_delay - settings.link.latency >= 1.0 / settings.snapshot.rate - 1e-9;
    (enough && buffer.underruns * RARE > truth.states.len()).then(|| {
        format!(
            "The network leaves the snapshot buffer dry on {} of {} ticks: a longer delay, or a cap above zero, bridges them.",
            buffer.underruns,
            truth.states.len()
        )
    })
}

/// How far behind the snapshot lane is drawn, which is most of its error.
fn late_snapshots(experiment: &Experiment) -> Option<String> {
    let settings = &experiment.settings;
    let late = settings.link.latency + settings.snapshot.delay;
    let interpolated = settings.snapshot.drawing == Drawing::Interpolated;
    (interpolated && late > 0.0).then(|| {
        format!(
            "Snapshots are drawn {:.0} ms late: {:.2} u behind at this speed, but on the path.",
            late * 1000.0,
            late * experiment.speed()
        )
    })
}

/// The rate cap kept updates that were owed.
fn held_back(experiment: &Experiment) -> Option<String> {
    let ticks = experiment.metrics[0].model?.held_back_ticks;
    (ticks > 0).then(|| {
        format!(
            "On {ticks} ticks the rate cap of {} Hz held an update back: there the threshold is not met.",
            experiment.settings.sender.rate_cap
        )
    })
}

/// The extrapolation cap held the model while the truth went on.
fn frozen(experiment: &Experiment) -> Option<String> {
    let (tick, _) = experiment.run.vehicle()?.freezes().next()?;
    let cap = experiment.settings.receiver.extrapolation_cap;
    let ticks = experiment.metrics[0].model?.frozen_ticks;
    Some(format!(
        "The extrapolation cap of {:.0} ms holds the model on {ticks} ticks, first on tick {tick}; the sender does not know.",
        cap * 1000.0
    ))
}

/// Numbers that have no code on the wire.
fn out_of_range(experiment: &Experiment) -> Option<String> {
    let updates = experiment.run.vehicle()?.saturated;
    (updates > 0).then(|| {
        format!("{updates} updates held a number beyond its range on the wire, and arrived with the end of it: widen the range.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    fn hints(set: &[&str]) -> String {
        let mut settings = Settings::default();
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        Experiment::of(settings).expect("an experiment").hints().join("\n")
    }

    #[test]
    fn each_hint_shows_where_it_is_true_and_not_elsewhere() {
        let quiet = &[
            "motion.kind=straight",
            "sender.threshold=2",
            "link.latency=0",
            "snapshot.rate=60",
            "snapshot.delay=0.02",
        ];
        assert_eq!(
            hints(quiet),
            "Snapshots are drawn 20 ms late: 0.08 u behind at this speed, but on the path."
        );
        for (set, part) in [
            (
                &["motion.kind=on-foot"][..],
                "never be more than 0.50 u off; dead reckoning averages 0.79 u",
            ),
            (&["receiver.blend_time=0.05"], "makes the disc move backwards"),
            (&["receiver.blend_time=0"], "jumps of up to 0.74 u"),
            (&[], "Latency alone can add as much as 0.93 u"),
            (&["link.jitter=0.1"], "The network alone can add as much as 1.73 u"),
            (&["receiver.blend_time=1"], "before the last blend has ended"),
            (&["sender.order=2"], "Order 2 sends 15 updates here and order 1 14"),
            (&["track.sharpness=0"], "Order 2 would send 15 updates instead of 20"),
            (&["snapshot.delay=0.05"], "every 100 ms and are drawn 50 ms late"),
            (&["link.loss=0.3"], "a shorter heartbeat bounds that"),
            (
                &["clock.estimate=own", "clock.offset=0.5"],
                "wrong by up to 500 ms: that alone is 2.00 u",
            ),
            (&["link.loss=0.3"], "leaves the snapshot buffer dry on "),
            (&["sender.rate_cap=1"], "ticks the rate cap of 1 Hz held an update back"),
            (&["receiver.extrapolation_cap=0.25"], "cap of 250 ms holds the model on"),
            (&["wire.position_bits=12", "wire.position_range=2"], "beyond its range on the wire"),
            (&["receiver.smoothing=snap"], "jumps of up to 0.74 u"),
            (&["track.wall_distance=0.4"], "The disc goes through a wall "),
            (
                &["receiver.order=2"],
                "keeps its own copy within 0.30 u, but what is drawn is up to ",
            ),
        ] {
            let said = hints(set);
            assert!(said.contains(part), "{set:?}: '{part}' is not in: {said}");
        }
        for (set, part) in [
            (
                &["receiver.blend_time=0.05", "receiver.smoothing=hermite"][..],
                "makes the disc move backwards",
            ),
            (&["receiver.blend_time=1", "receiver.smoothing=snap"], "before the last blend"),
            (
                &["receiver.blend_time=1", "receiver.blend_until=next-update"],
                "before the last blend",
            ),
            (&["sender.rate_cap=60"], "held an update back"),
            (&["track.wall_distance=0.4", "receiver.clamps=true"], "through a wall"),
            (&["receiver.step_rate=10"], "different models"),
        ] {
            let said = hints(set);
            assert!(!said.contains(part), "{set:?}: '{part}' is in: {said}");
        }
    }

    #[test]
    fn the_buffer_and_the_shot_have_their_hints() {
        let shot = [
            "technique=lag-compensation",
            "motion.kind=straight",
            "motion.duration=3",
            "shot.shooter_x=4",
            "shot.shooter_y=-5",
        ];
        for (set, part) in [
            (&["snapshot.drawing=newest"][..], "jumps by up to 0.40 u"),
            (
                &["snapshot.capacity=5", "snapshot.rate=30"],
                "needs 7 snapshots and the buffer holds 5",
            ),
            (
                &[&shot[..], &["shot.window=0.25"]].concat(),
                "is 400 ms old and the window ends at 250 ms",
            ),
            (&[&shot[..], &["shot.favour_victim=0.5"]].concat(), "goes back 200 of 400 ms"),
            (
                &[&shot[..], &["shot.shooter_y=-0.9", "shot.walls=[[-99,-0.5,99,-0.5]]"]].concat(),
                "sees only walls",
            ),
            (&shot, "what the shooter saw is 1.60 u behind"),
            (&[&shot[..], &["shot.walls=[[4,-1,8,-1]]"]].concat(), "s after it was behind a wall"),
        ] {
            let said = hints(set);
            assert!(said.contains(part), "{set:?}: '{part}' is not in: {said}");
        }
        for (set, part) in [
            (&["snapshot.drawing=newest", "snapshot.delay=0.05"][..], "ms late"),
            (&["snapshot.capacity=20"], "the buffer holds"),
            (&shot, "updates"),
            (&[&shot[..], &["shot.walls=[]"]].concat(), "behind a wall"),
        ] {
            let said = hints(set);
            assert!(!said.contains(part), "{set:?}: '{part}' is in: {said}");
        }
    }

    #[test]
    fn jumps_and_late_joiners_have_their_hints() {
        let straight = "motion.kind=straight";
        for (set, part) in [
            (
                &[straight, "sender.heartbeat=0", "receiver.joins_at=1"][..],
                "Who joins at 1.0 s hears of no update until the end, and sees nothing: without a heartbeat",
            ),
            (
                &[straight, "sender.heartbeat=15", "receiver.joins_at=16"],
                "a shorter heartbeat would bring one",
            ),
            (
                &["motion.respawn=3", "sender.flag_teleports=false"],
                "the disc slides up to 5.3 u across the map",
            ),
        ] {
            let said = hints(set);
            assert!(said.contains(part), "{set:?}: '{part}' is not in: {said}");
        }
        let unflagged = ["motion.respawn=3", "sender.flag_teleports=false"];
        for set in [
            &["motion.respawn=3"][..],
            &[straight, "receiver.joins_at=1"],
            &[straight, "sender.heartbeat=0", "receiver.joins_at=99"],
            &[&unflagged[..], &["receiver.teleport_distance=2"]].concat(),
            &[&unflagged[..], &["receiver.blend_time=0"]].concat(),
        ] {
            let said = hints(set);
            let neither = !said.contains("Who joins") && !said.contains("across the map");
            assert!(neither, "{set:?}: {said}");
        }
    }

    #[test]
    fn your_own_player_has_hints_of_its_own() {
        let hints = |set: &[&str]| {
            let mut settings = Settings::default();
            settings.set("technique=prediction").expect("a technique");
            set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
            let hints = Experiment::of(settings).expect("an experiment").hints();
            assert!(
                hints.iter().all(|hint| !hint.contains("update") && !hint.contains("threshold"))
            );
            hints.join(" ")
        };
        assert_eq!(
            hints(&["link.latency=0.05", "player.answer_rate=60"]),
            "A key acts at once; without prediction the first one would have shown 100 ms later."
        );
        assert!(hints(&["player.predicts=false"]).contains("predicted, it acts at once"));
        let said = hints(&["player.barrier_length=1"]);
        assert!(said.contains("corrected the player") && said.contains("the obstacle"), "{said}");
        assert!(hints(&["player.other_code=true"]).contains("different code"));
        assert!(hints(&["player.keeps_acknowledged=true"]).starts_with("Acknowledged inputs stay"));
        assert!(hints(&["player.capacity=3"]).starts_with("The queue of 3 inputs was full"));
        assert_eq!(hints(&["player.keys=.60"]), "");
    }
}
