//! Dead reckoning: its rules of thumb, and the mistakes that people make.

use super::Lesson;
use crate::catalogue::figures::figure_of;
use crate::catalogue::panel_row::PanelRow;
use crate::catalogue::reading::{COUNT, SECONDS, TENTHS, UNITS, reading};
use crate::catalogue::sources::CHEAT_SHEET;
use crate::experiment::Experiment;
use crate::lane::Lane;
use crate::lanes::Side;
use crate::scene::layers::Switch;
use crate::scene::view::Layout;
use dead_reckoning::guarantees;
use glam::DVec2;

const fn drawn(name: &'static str, set: &'static [&'static str]) -> PanelRow {
    PanelRow { name, set, layout: Layout::Only(Side::First) }
}

fn updates(lab: &Experiment) -> f64 {
    lab.metrics[0].updates()
}

fn mean(lab: &Experiment) -> f64 {
    lab.metrics[0].mean_error
}

fn peak(lab: &Experiment) -> f64 {
    lab.metrics[0].peak_error
}

fn step(lab: &Experiment) -> f64 {
    lab.metrics[0].largest_step
}

fn threshold(lab: &Experiment) -> f64 {
    lab.settings.threshold()
}

fn last_error(lane: &Lane) -> f64 {
    lane.frames.last().map_or(f64::NAN, |frame| frame.error)
}

/// How far off it is drawn on the last tick, u.
fn at_the_end(lab: &Experiment) -> f64 {
    last_error(&lab.run.lanes[0])
}

/// How far off it is drawn on the last tick on which the vehicle stands, u.
fn at_rest(lab: &Experiment) -> f64 {
    let stands = |tick: &usize| lab.truth.states[*tick].velocity == DVec2::ZERO;
    let tick = (0..lab.truth.states.len()).rev().find(stands);
    tick.map_or(f64::NAN, |tick| lab.run.lanes[0].frames[tick].error)
}

/// The furthest that a player is ever from the middle of its path, u.
fn from_the_middle(lab: &Experiment) -> f64 {
    let places = || lab.truth.states.iter().map(|state| state.position);
    let low = places().fold(DVec2::INFINITY, DVec2::min);
    let high = places().fold(DVec2::NEG_INFINITY, DVec2::max);
    places().map(|place| place.distance(low.midpoint(high))).fold(0.0, f64::max)
}

/// The longest time without a break that it is drawn past the threshold, s.
fn past_threshold(lab: &Experiment) -> f64 {
    let past: Vec<bool> =
        lab.run.lanes[0].frames.iter().map(|frame| frame.error > threshold(lab)).collect();
    let stretches = past.split(|past| !past).map(<[bool]>::len);
    stretches.max().unwrap_or(0) as f64 / lab.truth.tick_rate
}

/// How long a player who joins late sees nothing, s.
fn wait(lab: &Experiment) -> f64 {
    let unseen = lab.metrics[0].unseen_ticks as f64 / lab.truth.tick_rate;
    unseen - lab.settings.receiver.joins_at
}

/// The mean time between two updates, s.
fn spacing(lab: &Experiment) -> f64 {
    let packets = &lab.run.lanes[0].packets;
    let ends = packets.first().zip(packets.last());
    let ticks = ends.map_or(0, |(first, last)| last.sent - first.sent) as f64;
    ticks / lab.truth.tick_rate / (packets.len() as f64 - 1.0)
}

/// √(2ε / a), s.
fn spacing_by_formula(lab: &Experiment) -> f64 {
    let acceleration = lab.truth.states.first().map_or(0.0, |state| state.acceleration.length());
    guarantees::update_spacing(threshold(lab), acceleration)
}

/// The furthest that what is drawn is off the path, u: from the nearest place where the truth ever was.
fn off_the_path(lab: &Experiment) -> f64 {
    let nearest = |place: DVec2| {
        let states = lab.truth.states.iter();
        states.map(|state| state.position.distance(place)).fold(f64::INFINITY, f64::min)
    };
    let frames = lab.run.lanes[0].frames.iter();
    frames.map(|frame| nearest(frame.drawn)).fold(0.0, f64::max)
}

const SNAP: &str = "receiver.blend_time=0";
const WIDE: &str = "track.sharpness=0";
const INSTANT: &str = "track.sharpness=1";
const NO_HEARTBEAT: &str = "sender.heartbeat=0";

/// The lessons.
pub const ROWS: &[Lesson] = &[
    Lesson {
        name: "straight",
        title: "A straight costs one update",
        says: [
            "While the vehicle does what its last update said, the guess is right and there is nothing to send.",
            "However long the straight is, one update tells all of it; the heartbeat alone adds some.",
        ],
        set: &["motion.kind=straight", "motion.duration=6"],
        panels: &[drawn("one straight", &[NO_HEARTBEAT])],
        layers: &[],
        at: Some(4.0),
        turn: "motion.speed",
        shows: "Turn up the speed: the number of updates does not change.",
        look: "One tick on the path at the start, and the disc stays in the ring to the end.",
        page: "glossary",
        numbers: &[
            reading("updates in 6 s", COUNT, &[], updates).published(CHEAT_SHEET.states(1.0)),
            reading("updates in 10 minutes", COUNT, &["motion.duration=600"], updates)
                .published(CHEAT_SHEET.states(1.0)),
            reading(
                "the same with a heartbeat every 5 s",
                COUNT,
                &["motion.duration=600", "sender.heartbeat=5"],
                updates,
            ),
            reading("peak error", UNITS, &[], peak),
        ],
        holds: |numbers| {
            let one = numbers[0] == 1.0 && numbers[1] == 1.0;
            one && (119.0..=121.0).contains(&numbers[2]) && numbers[3] < 1e-9
        },
    },
    Lesson {
        name: "threshold",
        title: "The threshold buys bandwidth with accuracy",
        says: [
            "The owner sends only when the guess that everybody has is further off than the threshold.",
            "A high threshold saves packets and lets the disc stray; a low one keeps it close and sends all the time.",
        ],
        set: &[],
        panels: &[
            drawn("threshold 1 u", &["sender.threshold=1"]),
            drawn("0.6 u", &["sender.threshold=0.6"]),
            drawn("0.3 u", &["sender.threshold=0.3"]),
            drawn("0.15 u", &["sender.threshold=0.15"]),
            drawn("0.05 u", &["sender.threshold=0.05"]),
        ],
        layers: &[],
        at: None,
        turn: "sender.threshold",
        shows: "Lower the threshold: the ticks crowd together in the corners.",
        look: "Count the ticks on the path: 8 at 1 u, 29 at 0.05 u. Then see how long the red bar is.",
        page: "symptoms",
        numbers: &[
            reading("updates, as set", COUNT, &[], updates),
            reading("mean error, as set", UNITS, &[], mean),
            reading("peak error, as set", UNITS, &[], peak),
            reading("updates per lap at 1 u", COUNT, &["sender.threshold=1"], updates)
                .published(figure_of("updates.threshold.1")),
            reading("updates per lap at 0.6 u", COUNT, &["sender.threshold=0.6"], updates)
                .published(figure_of("updates.threshold.0.6")),
            reading("updates per lap at 0.3 u", COUNT, &["sender.threshold=0.3"], updates)
                .published(figure_of("updates.threshold.0.3")),
            reading("updates per lap at 0.15 u", COUNT, &["sender.threshold=0.15"], updates)
                .published(figure_of("updates.threshold.0.15")),
            reading("updates per lap at 0.05 u", COUNT, &["sender.threshold=0.05"], updates)
                .published(figure_of("updates.threshold.0.05")),
            reading("mean error at 0.05 u", UNITS, &["sender.threshold=0.05"], mean),
        ],
        holds: |numbers| {
            let more = numbers[3..8].windows(2).all(|pair| pair[0] < pair[1]);
            more && numbers[1] > numbers[8]
        },
    },
    Lesson {
        name: "latency-floor",
        title: "Do not chase a threshold below what latency adds",
        says: [
            "The owner notices an error at the threshold, but the news is on its way for another 100 ms.",
            "At 4 u/s that alone is up to 0.8 u, so a threshold six times smaller does not make the error six times smaller.",
        ],
        set: &[SNAP],
        panels: &[
            drawn("threshold 0.05 u", &["sender.threshold=0.05"]),
            drawn("threshold 0.3 u", &["sender.threshold=0.3"]),
        ],
        layers: &[],
        at: None,
        turn: "link.latency",
        shows: "Set the latency to 0: only now the low threshold keeps what it promises.",
        look: "Twice the ticks on the left, and still a red bar far longer than the threshold.",
        page: "symptoms",
        numbers: &[
            reading("updates at 0.3 u", COUNT, &["sender.threshold=0.3"], updates)
                .published(figure_of("updates.threshold.0.3")),
            reading("updates at 0.05 u", COUNT, &["sender.threshold=0.05"], updates)
                .published(figure_of("updates.threshold.0.05")),
            reading("peak error at 0.3 u", UNITS, &["sender.threshold=0.3"], peak)
                .published(figure_of("snap.peak.0.3")),
            reading("peak error at 0.05 u", UNITS, &["sender.threshold=0.05"], peak)
                .published(figure_of("snap.peak.0.05")),
            reading(
                "peak error at 0.05 u, no latency",
                UNITS,
                &["sender.threshold=0.05", "link.latency=0"],
                peak,
            ),
            reading("what the latency adds at a full reversal", TENTHS, &[], |lab| {
                2.0 * lab.settings.motion.speed * lab.settings.link.latency
            })
            .published(CHEAT_SHEET.states(0.8)),
        ],
        holds: |numbers| {
            let twice = numbers[1] >= 2.0 * numbers[0];
            // Six times finer, and not even three times better; without latency it is kept.
            twice && numbers[3] > 6.0 * 0.05 && numbers[2] < 3.0 * numbers[3] && numbers[4] <= 0.05
        },
    },
    Lesson {
        name: "blend",
        title: "Snap, blend, or blend too long",
        says: [
            "A new update rarely agrees with where the disc is drawn: jumping there shows as a pop.",
            "A short blend hides the pop for a little error; a long one is smooth, and wrong for longer.",
        ],
        set: &[],
        panels: &[
            drawn("snap", &[SNAP]),
            drawn("blend 0.2 s", &["receiver.blend_time=0.2"]),
            drawn("blend 1 s", &["receiver.blend_time=1"]),
        ],
        layers: &[],
        at: None,
        turn: "receiver.blend_time",
        shows: "Turn up the blend time: the corners of the yellow trail become round, and it leaves the road.",
        look: "The yellow trail jumps on the left, and takes wide detours on the right.",
        page: "symptoms",
        numbers: &[
            reading("largest step, as set", UNITS, &[], step),
            reading("peak error, as set", UNITS, &[], peak),
            reading("largest step, snap", UNITS, &[SNAP], step).published(figure_of("snap.step")),
            reading("largest step, 0.2 s", UNITS, &["receiver.blend_time=0.2"], step)
                .published(figure_of("blend0.2.step")),
            reading("largest step, 1 s", UNITS, &["receiver.blend_time=1"], step)
                .published(figure_of("blend1.step")),
            reading("peak error, snap", UNITS, &[SNAP], peak).published(figure_of("snap.peak.0.3")),
            reading("peak error, 0.2 s", UNITS, &["receiver.blend_time=0.2"], peak)
                .published(figure_of("blend0.2.peak")),
            reading("peak error, 1 s", UNITS, &["receiver.blend_time=1"], peak)
                .published(figure_of("blend1.peak")),
        ],
        holds: |numbers| {
            let smoother = numbers[2] > numbers[3] && numbers[3] > numbers[4];
            smoother && numbers[5] < numbers[6] && numbers[6] < numbers[7]
        },
    },
    Lesson {
        name: "acceleration",
        title: "Acceleration pays on long curves only",
        says: [
            "A model that knows the acceleration follows a curve, as long as the curve lasts.",
            "Where curves are short it bends on after they have ended, which takes another update to put right.",
        ],
        set: &[],
        panels: &[
            drawn("wide corners, order 2", &[WIDE, "sender.order=2"]),
            drawn("wide corners, order 1", &[WIDE, "sender.order=1"]),
        ],
        layers: &[],
        at: None,
        turn: "track.sharpness",
        shows: "Turn up the sharpness: what acceleration saved on wide corners is gone.",
        look: "Compare the update counts, the ticks on the path: fewer on the left, with acceleration, than on the right.",
        page: "glossary",
        numbers: &[
            reading("updates, as set", COUNT, &[], updates),
            reading("the same, velocity only", COUNT, &["sender.order=1"], updates),
            reading("wide corners, velocity only", COUNT, &[WIDE, "sender.order=1"], updates)
                .published(figure_of("wide.order1")),
            reading("wide corners, with acceleration", COUNT, &[WIDE, "sender.order=2"], updates)
                .published(figure_of("wide.order2")),
            reading(
                "radius 0.67 u, velocity only",
                COUNT,
                &["track.sharpness=0.6", "sender.order=1"],
                updates,
            )
            .published(figure_of("updates.threshold.0.3")),
            reading(
                "radius 0.67 u, with acceleration",
                COUNT,
                &["track.sharpness=0.6", "sender.order=2"],
                updates,
            )
            .published(figure_of("default.order2")),
            reading("near-instant, velocity only", COUNT, &[INSTANT, "sender.order=1"], updates)
                .published(figure_of("sharp.order1")),
            reading(
                "near-instant, with acceleration",
                COUNT,
                &[INSTANT, "sender.order=2"],
                updates,
            )
            .published(figure_of("sharp.order2")),
        ],
        holds: |numbers| {
            let pays = numbers[3] < numbers[2];
            pays && numbers[5] >= numbers[4] && numbers[7] >= numbers[6]
        },
    },
    Lesson {
        name: "sharp-turns",
        title: "Sharp turns cost error more than bandwidth",
        says: [
            "A wide corner changes the direction all the time, so it takes one update after the other.",
            "A sharp one takes a single update, but until that arrives the disc drives straight on.",
        ],
        set: &[],
        panels: &[drawn("near-instant corners", &[INSTANT]), drawn("wide corners", &[WIDE])],
        layers: &[],
        at: None,
        turn: "track.sharpness",
        shows: "Turn the sharpness down: more ticks, shorter red bars.",
        look: "One tick a corner on the left, and the yellow trail shoots past the corner.",
        page: "glossary",
        numbers: &[
            reading("updates, as set", COUNT, &[], updates),
            reading("peak error, as set", UNITS, &[], peak),
            reading("updates, wide corners", COUNT, &[WIDE], updates)
                .published(figure_of("wide.order1")),
            reading("updates, near-instant corners", COUNT, &[INSTANT], updates)
                .published(figure_of("sharp.order1")),
            reading("peak error, wide corners", UNITS, &[WIDE], peak)
                .published(figure_of("wide.peak")),
            reading("peak error, near-instant corners", UNITS, &[INSTANT], peak)
                .published(figure_of("sharp.peak")),
        ],
        holds: |numbers| numbers[3] < numbers[2] && numbers[5] > numbers[4],
    },
    Lesson {
        name: "on-foot",
        title: "Not for players on foot",
        says: [
            "A player who turns round every quarter of a second has turned again before the news of the last turn arrives.",
            "Dead reckoning then sends and errs all the time: a player drawn still in the middle would be nearer.",
        ],
        set: &["motion.kind=on-foot"],
        panels: &[drawn("to and fro over 1 u", &[])],
        layers: &[Switch::Velocity],
        at: None,
        turn: "motion.reversal",
        shows: "Turn it up to 2 s: with time between the turns the guess is mostly right.",
        look: "The disc is far outside of the path that the player really walks.",
        page: "glossary",
        numbers: &[
            reading("updates per second", COUNT, &[], |lab| lab.metrics[0].updates_per_second())
                .published(figure_of("onfoot.rate")),
            reading("mean error", UNITS, &[], mean).published(figure_of("onfoot.mean")),
            reading("peak error", UNITS, &[], peak).published(figure_of("onfoot.peak")),
            reading("furthest off, drawn still in the middle", TENTHS, &[], from_the_middle)
                .published(CHEAT_SHEET.states(0.5)),
        ],
        holds: |numbers| numbers[3] < numbers[1] && numbers[1] < numbers[2],
    },
    Lesson {
        name: "arrival-time",
        title: "An update is old when it arrives: use its send time",
        says: [
            "An update says where the vehicle was when it was sent, one latency ago.",
            "A receiver that applies it as if it were true now draws the vehicle that much behind, even on a straight road.",
        ],
        set: &[
            "motion.kind=straight",
            "motion.duration=3",
            "sender.heartbeat=1",
            "sender.threshold=0.1",
        ],
        panels: &[
            drawn("applied as if it were new", &["receiver.send_time=false"]),
            drawn("applied at its send time", &["receiver.send_time=true"]),
        ],
        layers: &[],
        at: Some(2.8),
        turn: "link.latency",
        shows: "Turn up the latency: the disc on the left falls behind by speed times latency.",
        look: "The ring is where the vehicle is: the disc trails it on the left and is in it on the right.",
        page: "symptoms",
        numbers: &[
            reading("behind, as set", TENTHS, &[], at_the_end)
                .published(figure_of("arrival.behind")),
            reading(
                "behind at 200 ms, without the send time",
                TENTHS,
                &["link.latency=0.2"],
                at_the_end,
            ),
            reading("behind, with the send time", TENTHS, &["receiver.send_time=true"], at_the_end),
        ],
        holds: |numbers| {
            let by_latency = (numbers[0] - 0.4).abs() < 1e-9 && (numbers[1] - 0.8).abs() < 1e-9;
            by_latency && numbers[2].abs() < 1e-9
        },
    },
    Lesson {
        name: "frame-rates",
        title: "Stepped by frame, the two copies drift apart",
        says: [
            "Adding up acceleration frame by frame comes out differently at 10 and at 60 frames a second.",
            "The sender finds its own copy right and is silent; on the other screen the car comes to rest too far ahead.",
        ],
        set: &[
            "motion.kind=stop-and-go",
            "motion.speed=8",
            "motion.drive=0.1",
            "motion.rest=1.5",
            "motion.duration=3.2",
            "sender.order=2",
            "sender.braking=hold",
            "sender.threshold=0.1",
            NO_HEARTBEAT,
        ],
        panels: &[
            drawn(
                "60 frames a second sent, 10 drawn",
                &["sender.step_rate=60", "receiver.step_rate=10"],
            ),
            drawn("both in closed form", &[]),
        ],
        layers: &[],
        at: Some(2.4),
        turn: "receiver.step_rate",
        shows: "Turn it up towards the sender's 60: the disc comes back into the ring; 0 computes it in one step, independent of frames.",
        look: "The car stands, nothing is on its way, and the disc on the left stands beyond the threshold.",
        page: "symptoms",
        numbers: &[
            reading("threshold", UNITS, &[], threshold),
            reading("off while it stands, as set", UNITS, &[], at_rest),
            reading(
                "off while it stands, 60 and 20 Hz",
                UNITS,
                &["receiver.step_rate=20"],
                at_rest,
            ),
            reading("off while it stands, both 60 Hz", UNITS, &["receiver.step_rate=60"], at_rest),
            reading(
                "off while it stands, both closed form",
                UNITS,
                &["sender.step_rate=0", "receiver.step_rate=0"],
                at_rest,
            ),
        ],
        holds: |numbers| {
            let [threshold, ten, twenty, same, closed] = [0, 1, 2, 3, 4].map(|at| numbers[at]);
            ten > twenty && twenty > threshold && same <= threshold && closed < 1e-9
        },
    },
    Lesson {
        name: "two-models",
        title: "Both ends must run the same model",
        says: [
            "The sender stays silent while its own copy of the guess is good enough.",
            "If the receiver leaves the acceleration out, it draws another guess, and nobody checks that one.",
        ],
        set: &[WIDE, "sender.order=2", SNAP, "link.latency=0"],
        panels: &[
            drawn("sender order 2, receiver order 1", &["receiver.order=1"]),
            drawn("both order 2", &[]),
        ],
        layers: &[],
        at: None,
        turn: "receiver.order",
        shows: "Set it back to the sender's: without latency every error is below the threshold again.",
        look: "No latency and no blend here: the red bar on the left is the difference of the two models alone.",
        page: "symptoms",
        numbers: &[
            reading("threshold", UNITS, &[], threshold),
            reading("peak error, both order 2", UNITS, &["receiver.order=as-sender"], peak),
            reading("peak error, as set", UNITS, &[], peak),
            reading(
                "peak error, order 1 and order 2",
                UNITS,
                &["sender.order=1", "receiver.order=2"],
                peak,
            ),
        ],
        holds: |numbers| {
            let [threshold, same, one, other] = [0, 1, 2, 3].map(|at| numbers[at]);
            same <= threshold && one > 2.0 * threshold && other > 2.0 * threshold
        },
    },
    Lesson {
        name: "threshold-is-no-bound",
        title: "The threshold is not the error that players see",
        says: [
            "The threshold is what the owner notices; until the news arrives, the disc keeps going wrong.",
            "A receiver that snaps is never off by more than the threshold plus twice the distance driven in one latency and one tick.",
        ],
        set: &[SNAP],
        panels: &[drawn("snapping, threshold 0.3 u", &[])],
        layers: &[Switch::Packets],
        at: None,
        turn: "link.latency",
        shows: "Turn the latency up and down: the error goes far past the threshold, and never past the bound.",
        look: "The red bar reaches far out of the threshold's circle; the bound is the dashed red line in the strip of errors.",
        page: "glossary",
        numbers: &[
            reading("threshold", UNITS, &[], threshold),
            reading("bound for a snapping receiver", UNITS, &[], |lab| {
                lab.settings.snapping_bound()
            })
            .published(figure_of("bound.default")),
            reading("peak error of this lap", UNITS, &[], peak)
                .published(figure_of("snap.peak.0.3")),
        ],
        holds: |numbers| numbers[2] > 2.0 * numbers[0] && numbers[2] <= numbers[1],
    },
    Lesson {
        name: "walls",
        title: "The model knows no walls",
        says: [
            "In a corner the guess goes straight on, and a wall does not stop a formula.",
            "Push the drawn disc back to the wall before it is shown: it then slides along it until the update comes.",
        ],
        set: &["track.wall_distance=0.35"],
        panels: &[
            drawn("through the wall", &[]),
            drawn("stopped at it", &["receiver.clamps=true"]),
        ],
        layers: &[],
        at: None,
        turn: "receiver.clamps",
        shows: "Switch it on: no corner is cut through any more, and not one update more is sent.",
        look: "On the left the yellow trail leaves the road in the corners, on the right it follows the wall.",
        page: "symptoms",
        numbers: &[
            reading("walls gone through, as set", COUNT, &[], |lab| {
                lab.metrics[0].model.map_or(f64::NAN, |model| model.wall_hits as f64)
            }),
            reading(
                "walls gone through, stopped at walls",
                COUNT,
                &["receiver.clamps=true"],
                |lab| lab.metrics[0].model.map_or(f64::NAN, |model| model.wall_hits as f64),
            ),
            reading("peak error, as set", UNITS, &[], peak),
            reading("peak error, stopped at walls", UNITS, &["receiver.clamps=true"], peak),
            reading("updates, as set", COUNT, &[], updates),
            reading("updates, stopped at walls", COUNT, &["receiver.clamps=true"], updates),
        ],
        holds: |numbers| {
            let stopped = numbers[0] >= 1.0 && numbers[1] == 0.0;
            stopped && numbers[3] <= numbers[2] && numbers[4] == numbers[5]
        },
    },
    Lesson {
        name: "teleport",
        title: "A jump must not be blended",
        says: [
            "A player who respawns or steps through a portal was never anywhere between the two places.",
            "An update that says so is drawn at once; otherwise it counts as an error, and the disc slides across the map.",
        ],
        set: &["motion.respawn=3"],
        panels: &[
            drawn("blended", &["sender.flag_teleports=false"]),
            drawn("flagged, so it snaps", &["sender.flag_teleports=true"]),
        ],
        layers: &[],
        at: Some(3.22),
        turn: "sender.flag_teleports",
        shows: "Switch it on: the same update, and the disc is back at the start at once.",
        look: "On the left the disc is on its way across the infield, where the vehicle has never been.",
        page: "symptoms",
        numbers: &[
            reading("furthest off the path, as set", UNITS, &[], off_the_path),
            reading(
                "furthest off the path, flagged",
                UNITS,
                &["sender.flag_teleports=true"],
                off_the_path,
            ),
            reading("largest step, as set", UNITS, &[], step),
            reading("largest step, flagged", UNITS, &["sender.flag_teleports=true"], step),
        ],
        holds: |numbers| numbers[0] > 1.5 * numbers[1] && numbers[2] > 2.0 * numbers[3],
    },
    Lesson {
        name: "heartbeat",
        title: "Without a heartbeat a lost update stays lost",
        says: [
            "The car stops, the update that says so is lost, and the sender has nothing more to say.",
            "The other screen has it drive on as long as it stands: a heartbeat repeats the state and ends that.",
        ],
        set: &[
            "motion.kind=stop-and-go",
            "motion.drive=0.5",
            "motion.rest=4",
            "motion.duration=9",
            "link.loss=0.25",
            "seed=23",
        ],
        panels: &[
            drawn("no heartbeat", &[NO_HEARTBEAT]),
            drawn("a heartbeat every second", &["sender.heartbeat=1"]),
        ],
        layers: &[],
        at: Some(2.9),
        turn: "sender.heartbeat",
        shows: "It is off: turn it up to a second or two, and the disc comes back with the next heartbeat.",
        look: "Crossed out in red: the lost update. On the left the disc has left its ring and does not come back.",
        page: "symptoms",
        numbers: &[
            reading("wrong for at most, as set", SECONDS, &[], past_threshold),
            reading(
                "as set, if the car stands for 30 s",
                SECONDS,
                &["motion.rest=30", "motion.duration=33"],
                past_threshold,
            ),
            reading(
                "wrong for at most, a heartbeat every second",
                SECONDS,
                &["sender.heartbeat=1"],
                past_threshold,
            ),
        ],
        holds: |numbers| {
            let for_as_long_as_it_stands = numbers[0] > 4.0 && numbers[1] > 30.0;
            // The same update is lost, and the next heartbeat ends it.
            let ended = numbers[2] > 1.0 && numbers[2] < numbers[0] / 2.0;
            for_as_long_as_it_stands && ended
        },
    },
    Lesson {
        name: "late-joiner",
        title: "A player who joins late sees nothing until something is sent",
        says: [
            "No error, no packet: a car on a long straight was told of once, before the new player was there.",
            "To the newcomer it does not exist until the next heartbeat, so the heartbeat is the longest wait.",
        ],
        set: &[
            "motion.kind=straight",
            "motion.duration=6",
            "receiver.joins_at=1.5",
            "entity.width=0.6",
        ],
        panels: &[
            drawn("no heartbeat", &[NO_HEARTBEAT]),
            drawn("a heartbeat every 2 s", &["sender.heartbeat=2"]),
        ],
        layers: &[],
        at: Some(4.5),
        turn: "sender.heartbeat",
        shows: "It is off: turn it up, and the newcomer waits for at most one heartbeat and one latency.",
        look: "The ring alone on the left: the car is there, and the player who joined three seconds ago does not see it.",
        page: "glossary",
        numbers: &[
            reading("sees nothing for, as set", SECONDS, &[], wait),
            reading(
                "sees nothing for, a heartbeat every 5 s",
                SECONDS,
                &["sender.heartbeat=5"],
                wait,
            ),
            reading(
                "sees nothing for, a heartbeat every 2 s",
                SECONDS,
                &["sender.heartbeat=2"],
                wait,
            ),
        ],
        holds: |numbers| {
            // To the end of the run; otherwise at most a heartbeat and the latency.
            (numbers[0] - 4.5).abs() < 1e-9 && numbers[1] <= 5.2 && numbers[2] <= 2.2
        },
    },
    Lesson {
        name: "late-or-wrong",
        title: "Dead reckoning or snapshots: wrong, or late?",
        says: [
            "Snapshot interpolation draws only places where the vehicle has really been, but always some time ago.",
            "Dead reckoning draws a guess of now: at the right time, with few packets, and wrong in the corners.",
        ],
        set: &[],
        panels: &[PanelRow { name: "both on one lap", set: &[], layout: Layout::Overlay }],
        layers: &[],
        at: None,
        turn: "snapshot.delay",
        shows: "Turn up the delay: the blue disc falls further behind, but never leaves the path.",
        look: "The blue disc is on the path and late, the yellow one is beside it and on time.",
        page: "glossary",
        numbers: &[
            reading("snapshots: behind along the path", TENTHS, &["motion.kind=straight"], |lab| {
                last_error(&lab.run.lanes[1])
            })
            .published(figure_of("interp.behind")),
            reading("dead reckoning: mean error", UNITS, &[], mean)
                .published(figure_of("blend0.2.mean")),
            reading("dead reckoning: peak error", UNITS, &[], peak)
                .published(figure_of("blend0.2.peak")),
            reading("dead reckoning: packets", COUNT, &[], updates)
                .published(figure_of("updates.threshold.0.3")),
            reading("snapshots: packets", COUNT, &[], |lab| lab.metrics[1].updates())
                .published(figure_of("packets.fixed10")),
            reading("snapshot packets per dead-reckoning packet", COUNT, &[], |lab| {
                lab.metrics[1].updates() / updates(lab)
            })
            .published(CHEAT_SHEET.states(6.0)),
            reading("snapshots: mean error off the path", UNITS, &[], |lab| {
                lab.metrics[1].mean_path_error
            }),
        ],
        holds: |numbers| numbers[0] > numbers[2] && numbers[6] < 0.01 && numbers[5] > 5.0,
    },
    Lesson {
        name: "quarter-threshold",
        title: "A quarter of the threshold, twice the updates",
        says: [
            "In a steady turn the guess is off by the square of the time: half the time, a quarter of the error.",
            "Four times the accuracy costs twice the packets, while they are further apart than the ticks.",
        ],
        set: &["motion.kind=circle", "motion.radius=4", "motion.duration=6.28"],
        panels: &[
            drawn("threshold 0.1 u", &["sender.threshold=0.1"]),
            drawn("threshold 0.4 u", &["sender.threshold=0.4"]),
        ],
        layers: &[],
        at: Some(5.0),
        turn: "sender.threshold",
        shows: "Quarter it again: twice the ticks again.",
        look: "The ticks on the left are twice as close as those on the right.",
        page: "glossary",
        numbers: &[
            reading("updates at 0.4 u", COUNT, &["sender.threshold=0.4"], updates),
            reading("updates, as set", COUNT, &[], updates),
            reading("between two at 0.4 u", SECONDS, &["sender.threshold=0.4"], spacing),
            reading("√(2ε/a) at 0.4 u", SECONDS, &["sender.threshold=0.4"], spacing_by_formula),
            reading("between two, as set", SECONDS, &[], spacing),
            reading("√(2ε/a), as set", SECONDS, &[], spacing_by_formula),
        ],
        holds: |numbers| {
            let twice = (1.8..2.2).contains(&(numbers[1] / numbers[0]));
            // Updates wait for the next tick, and the formula for no longer than its first term.
            let near = |measured: f64, formula: f64| (measured - formula).abs() < 1.5 / 60.0;
            twice && near(numbers[2], numbers[3]) && near(numbers[4], numbers[5])
        },
    },
];
