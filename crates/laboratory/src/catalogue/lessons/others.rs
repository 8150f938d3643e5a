//! The other players: entity interpolation and its buffer.

use super::Lesson;
use crate::catalogue::figures::figure_of;
use crate::catalogue::panel_row::PanelRow;
use crate::catalogue::reading::{FINE, SECONDS, TENTHS, UNITS, reading};
use crate::experiment::Experiment;
use crate::lanes::Side;
use crate::scene::view::Layout;

const fn panel(name: &'static str, set: &'static [&'static str]) -> PanelRow {
    PanelRow { name, set, layout: Layout::Only(Side::Second) }
}

const TICKS: (&str, usize) = ("ticks", 0);

fn step(lab: &Experiment) -> f64 {
    lab.metrics[1].largest_step
}

fn peak_lag(lab: &Experiment) -> f64 {
    lab.metrics[1].peak_error
}

fn mean(lab: &Experiment) -> f64 {
    lab.metrics[1].mean_error
}

fn off_path(lab: &Experiment) -> f64 {
    lab.metrics[1].peak_path_error
}

fn dry_ticks(lab: &Experiment) -> f64 {
    lab.metrics[1].buffer.map_or(f64::NAN, |buffer| buffer.underruns as f64)
}

fn delay(lab: &Experiment) -> f64 {
    lab.metrics[1].buffer.map_or(f64::NAN, |buffer| buffer.mean_delay)
}

/// The lessons.
pub const ROWS: &[Lesson] = &[
    Lesson {
        name: "newest-snapshot",
        title: "Jumping to the newest snapshot jerks",
        says: [
            "Ten pictures a second are too few to show as they come: the entity stands, jumps, stands.",
            "Drawing a little in the past leaves two of them to move between, evenly on every frame.",
        ],
        set: &[],
        panels: &[
            panel("the newest, as it comes", &["snapshot.drawing=newest"]),
            panel("between two, 200 ms late", &[]),
        ],
        layers: &[],
        at: Some(4.2),
        turn: "snapshot.drawing",
        shows: "Switch it and let it run: the same snapshots, a stutter or a glide.",
        look: "On the left the trail is a row of dots, the only places where the disc ever stands; on the right it is a line.",
        page: "symptoms",
        numbers: &[
            reading("largest step, as set", FINE, &["motion.kind=straight"], step),
            reading(
                "largest step, between two",
                FINE,
                &["motion.kind=straight", "snapshot.drawing=interpolated"],
                step,
            ),
            reading(
                "largest step, newest at 60 Hz",
                FINE,
                &["motion.kind=straight", "snapshot.drawing=newest", "snapshot.rate=60"],
                step,
            ),
        ],
        holds: |numbers| {
            (numbers[0] - 0.4).abs() < 1e-9
                && (numbers[1] - 4.0 / 60.0).abs() < 1e-9
                && (numbers[2] - numbers[1]).abs() < 1e-9
        },
    },
    Lesson {
        name: "delay-is-the-price",
        title: "Smooth has a price: everybody is drawn in the past",
        says: [
            "Latency and delay together say how old the picture of another player is; times its speed, that is how far behind it is drawn.",
            "The path is right and the place is late: nothing is guessed, and a shot at it needs help from the server.",
        ],
        set: &[],
        panels: &[
            panel("delay 100 ms", &["snapshot.delay=0.1"]),
            panel("delay 200 ms", &[]),
            panel("delay 500 ms", &["snapshot.delay=0.5"]),
        ],
        layers: &[],
        at: Some(4.2),
        turn: "snapshot.delay",
        shows: "Turn it up: the disc falls back along the path, and never leaves it.",
        look: "The disc is on the dashed path everywhere, and the further behind the ring, the longer the delay.",
        page: "glossary",
        numbers: &[
            reading(
                "behind, 100 ms latency + 200 ms delay",
                TENTHS,
                &["motion.kind=straight", "snapshot.delay=0.2"],
                peak_lag,
            )
            .published(figure_of("interp.behind")),
            reading("behind, as set", UNITS, &["motion.kind=straight"], peak_lag),
            reading(
                "behind, delay 500 ms",
                UNITS,
                &["motion.kind=straight", "snapshot.delay=0.5"],
                peak_lag,
            ),
            reading(
                "off the path, delay 500 ms",
                UNITS,
                &["motion.kind=straight", "snapshot.delay=0.5"],
                off_path,
            ),
        ],
        holds: |numbers| numbers[1] < numbers[0] && numbers[0] < numbers[2] && numbers[3] < 1e-9,
    },
    Lesson {
        name: "buffer-runs-dry",
        title: "When the buffer runs dry, waiting stutters and guessing overshoots",
        says: [
            "If the network stalls for longer than the delay, there is no newer snapshot to move towards.",
            "Going on with the last motion looks smooth for a moment, and is wrong as soon as the other one turns.",
        ],
        set: &[
            "track.sharpness=1",
            "link.spike_period=2.5",
            "link.spike_length=0.3",
            "link.spike_latency=0.5",
            "snapshot.delay=0.15",
            "seed=5",
        ],
        panels: &[
            panel("wait at the last snapshot", &[]),
            panel("go on for up to 300 ms", &["snapshot.extrapolation_cap=0.3"]),
        ],
        layers: &[],
        at: Some(4.38),
        turn: "snapshot.extrapolation_cap",
        shows: "Turn it up: the disc goes on instead of waiting, and runs straight on where the path bends.",
        look: "On the left the disc waits at its last snapshot; on the right it has run straight on, past the bend.",
        page: "symptoms",
        numbers: &[
            reading("ticks with a dry buffer", TICKS, &[], dry_ticks),
            reading("jump at the end of it, as set", UNITS, &[], step),
            reading("off the path, as set", UNITS, &[], off_path),
            reading("off the path, going on", UNITS, &["snapshot.extrapolation_cap=0.3"], off_path),
            reading("mean error on a straight, as set", FINE, &["motion.kind=straight"], mean),
            reading(
                "mean error on a straight, going on",
                FINE,
                &["motion.kind=straight", "snapshot.extrapolation_cap=0.3"],
                mean,
            ),
        ],
        // What is off the path while waiting is late only, and while going on may be anywhere.
        holds: |numbers| {
            numbers[0] > 0.0
                && numbers[1] > 0.2
                && numbers[3] > numbers[2]
                && numbers[5] < numbers[4]
        },
    },
    Lesson {
        name: "buffer-too-short",
        title: "A buffer of 20 is too short for a long delay at a high rate",
        says: [
            "A buffer that holds the last 20 snapshots holds two seconds at 10 Hz, and two thirds of one at 30 Hz.",
            "With a longer delay the moment to draw is thrown away before it comes, and the oldest one is drawn in steps.",
        ],
        set: &[
            "motion.kind=straight",
            "motion.duration=5",
            "snapshot.rate=30",
            "snapshot.delay=0.9",
        ],
        panels: &[
            panel("holds 20", &["snapshot.capacity=20"]),
            panel("holds as many as it needs", &["snapshot.capacity=0"]),
        ],
        layers: &[],
        at: Some(3.0),
        turn: "snapshot.capacity",
        shows: "Turn it up to 28, a little more than 0.9 s of delay times 30 Hz: the steps are gone.",
        look: "On the left the disc is nearer than the delay says, and moves in steps instead of evenly.",
        page: "glossary",
        numbers: &[
            reading("largest step, as set", FINE, &[], step),
            reading("holding as many as it needs", FINE, &["snapshot.capacity=0"], step),
            reading(
                "holding 20, at 10 Hz",
                FINE,
                &["snapshot.capacity=20", "snapshot.rate=10"],
                step,
            ),
            reading("drawn too new by, as set", UNITS, &[], off_path),
        ],
        holds: |numbers| {
            numbers[0] > 1.5 * numbers[1]
                && (numbers[2] - numbers[1]).abs() < 1e-9
                && numbers[3] > 0.5
        },
    },
    Lesson {
        name: "delay-follows-jitter",
        title: "A delay that follows the jitter is short when it can be",
        says: [
            "A fixed delay is either too short for a bad evening or too long for a good one.",
            "An adaptive one measures how unevenly snapshots come, and keeps just that much in hand.",
        ],
        set: &["motion.laps=4", "snapshot.delay=0.2"],
        panels: &[
            panel("adaptive, rough network", &["link.jitter=0.25", "snapshot.adaptive=true"]),
            panel("adaptive, calm network", &["snapshot.adaptive=true"]),
            panel("fixed, rough network", &["link.jitter=0.25"]),
        ],
        layers: &[],
        at: Some(22.03),
        turn: "link.jitter",
        shows: "Turn the jitter down: the disc comes closer to the ring, for it falls back only as far as it must.",
        look: "On the right the fixed delay is too short and the buffer dry; on the left the disc keeps further back, and has enough.",
        page: "glossary",
        numbers: &[
            reading("dry ticks, fixed", TICKS, &["snapshot.adaptive=false"], dry_ticks),
            reading("dry ticks, adaptive", TICKS, &[], dry_ticks),
            reading("mean delay, as set", SECONDS, &[], delay),
            reading("mean delay, calm", SECONDS, &["link.jitter=0"], delay),
            reading("mean error, calm", UNITS, &["link.jitter=0"], mean),
        ],
        holds: |numbers| {
            numbers[1] < numbers[0] / 2.0
                && numbers[2] > 0.3
                && numbers[3] < 0.3
                && numbers[4] < 1.2
        },
    },
];
