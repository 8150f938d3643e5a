//! The shot: judged in the past that its shooter saw.

use super::Lesson;
use crate::catalogue::panel_row::PanelRow;
use crate::catalogue::reading::{SECONDS, UNITS, reading};
use crate::experiment::Experiment;
use crate::scene::view::Layout;
use crate::technique::shot::detail::ShotSummary;

/// Somebody runs across the open, past a shooter with 50 ms each way who draws others 100 ms late.
const OPEN: &[&str] = &[
    "technique=lag-compensation",
    "motion.kind=straight",
    "motion.duration=3",
    "entity.width=0.5",
    "link.latency=0.05",
    "snapshot.delay=0.1",
    "shot.window=0.25",
    "shot.shooter_x=6",
    "shot.shooter_y=-4",
    "shot.walls=[]",
];

/// The same, and a wall to run behind.
const WALL: &[&str] = &[
    "technique=lag-compensation",
    "motion.kind=straight",
    "motion.duration=3",
    "entity.width=0.5",
    "link.latency=0.05",
    "snapshot.delay=0.1",
    "shot.window=0.25",
    "shot.shooter_x=3.5",
    "shot.shooter_y=-4",
    "shot.walls=[[6,-1,9.5,-1]]",
    "shot.victim_latency=0.05",
];

const fn panel(name: &'static str, set: &'static [&'static str]) -> PanelRow {
    PanelRow { name, set, layout: Layout::Overlay }
}

const PERCENT: (&str, usize) = ("%", 0);

fn summary(lab: &Experiment) -> ShotSummary {
    lab.run.shot().map_or_else(ShotSummary::default, |shot| ShotSummary::of(shot, &lab.truth))
}

/// Of 100 shots that looked right: how many hit.
fn hits(lab: &Experiment) -> f64 {
    let summary = summary(lab);
    100.0 * summary.share(summary.hits)
}

/// Of 100 shots that looked right: how many would hit in the present.
fn hits_present(lab: &Experiment) -> f64 {
    let summary = summary(lab);
    100.0 * summary.share(summary.hits_present)
}

/// How far the box is moved back from the present, at most.
fn moved_back(lab: &Experiment) -> f64 {
    lab.metrics[0].peak_error
}

/// How far the shooter's picture is behind, at most.
fn picture_lag(lab: &Experiment) -> f64 {
    lab.metrics[1].peak_error
}

/// How far the judged box is from what was aimed at, at most.
fn judged_off(lab: &Experiment) -> f64 {
    lab.metrics[0].peak_path_error
}

fn hidden(lab: &Experiment) -> f64 {
    summary(lab).longest_hidden
}

/// The lessons.
pub const ROWS: &[Lesson] = &[
    Lesson {
        name: "shot-in-the-present",
        title: "A shot that looked right misses",
        says: [
            "A shooter sees others late: their news takes its time, interpolation waits on top, and the shot travels back.",
            "If the server judges by where they are now, whoever aims well misses everybody who moves.",
        ],
        set: OPEN,
        panels: &[panel("judged in the present", &["shot.window=0"])],
        layers: &[],
        at: Some(1.4),
        turn: "link.latency",
        shows: "Turn the latency down to 0: the delay alone is left, and only the shots whose ray grazes the box hit.",
        look: "The blue box is what the shooter aims at; the white one is the victim on the server, already past the ray.",
        page: "symptoms",
        numbers: &[
            reading("the picture is behind by", UNITS, &[], picture_lag),
            reading("of 100 good shots hit", PERCENT, &[], hits),
            reading("with no latency", PERCENT, &["link.latency=0"], hits),
            reading(
                "with no latency and no delay",
                PERCENT,
                &["link.latency=0", "snapshot.delay=0"],
                hits,
            ),
        ],
        holds: |numbers| {
            let [hit, no_latency, neither] = [1, 2, 3].map(|at| numbers[at]);
            numbers[0] > 0.5 && hit < 10.0 && no_latency < 70.0 && neither == 100.0
        },
    },
    Lesson {
        name: "shot-rewound",
        title: "Rewound to what the shooter saw, it hits",
        says: [
            "The server remembers where everybody was, and goes back by the age of the picture that the shot was aimed at.",
            "There the same shot hits, whatever the shooter's latency is: nobody has to aim ahead.",
        ],
        set: OPEN,
        panels: &[panel("rewound", &[]), panel("judged in the present", &["shot.window=0"])],
        layers: &[],
        at: Some(1.4),
        turn: "link.latency",
        shows: "Turn up the latency: the yellow box stays on the blue one, up to the window.",
        look: "On the left the yellow box lies on the blue one and the ray ends in it; on the right nothing is rewound: no yellow box.",
        page: "glossary",
        numbers: &[
            reading("of 100 good shots hit, rewound", PERCENT, &[], hits),
            reading("judged in the present", PERCENT, &[], hits_present),
            reading("the box is moved back by", UNITS, &[], moved_back),
            reading(
                "at twice the latency, rewound",
                PERCENT,
                &["link.latency=0.1", "shot.window=0.5"],
                hits,
            ),
        ],
        holds: |numbers| {
            numbers[0] == 100.0 && numbers[1] < 10.0 && numbers[2] > 0.5 && numbers[3] == 100.0
        },
    },
    Lesson {
        name: "shot-window",
        title: "The window caps it: very slow shooters miss again",
        says: [
            "A server goes back only so far, often a quarter of a second, so that nobody is hit by somebody's distant past.",
            "A shooter whose picture is older than that is judged in between, and has to aim ahead by the rest.",
        ],
        set: OPEN,
        panels: &[
            panel("400 ms old, window 250 ms", &["link.latency=0.15"]),
            panel("400 ms old, window 500 ms", &["link.latency=0.15", "shot.window=0.5"]),
        ],
        layers: &[],
        at: Some(1.4),
        turn: "shot.window",
        shows: "Turn up the window until the yellow box reaches the blue one: from there on the shots hit.",
        look: "On the left the yellow box stops short of the blue one, and the ray passes behind it.",
        page: "glossary",
        numbers: &[
            reading("of 100 good shots hit, as set", PERCENT, &[], hits),
            reading("the judged box is off by, as set", UNITS, &[], judged_off),
            reading("hit, window 500 ms", PERCENT, &["shot.window=0.5"], hits),
            reading(
                "hit, 50 ms of latency, window 250 ms",
                PERCENT,
                &["link.latency=0.05", "shot.window=0.25"],
                hits,
            ),
        ],
        holds: |numbers| {
            numbers[0] < 15.0 && numbers[1] > 0.5 && numbers[2] == 100.0 && numbers[3] == 100.0
        },
    },
    Lesson {
        name: "favour-the-victim",
        title: "Some games share the unfairness",
        says: [
            "Going back only in part shares it: the shooter's aim is off, the victim is hit less long after reaching cover.",
            "A fifth costs the shooter nothing, being less than half a body; at half only shots whose ray grazes the box hit.",
        ],
        set: OPEN,
        panels: &[
            panel("favour the victim by a fifth", &["shot.favour_victim=0.2"]),
            panel("by half", &["shot.favour_victim=0.5"]),
        ],
        layers: &[],
        at: Some(1.4),
        turn: "shot.favour_victim",
        shows: "Turn it from 0 to 1: the yellow box walks from the blue one to the white one.",
        look: "At a fifth the ray still goes through the yellow box; at half it passes behind.",
        page: "glossary",
        numbers: &[
            reading("of 100 good shots hit, as set", PERCENT, &[], hits),
            reading("the judged box is off by, as set", UNITS, &[], judged_off),
            reading("hit at half (0.5)", PERCENT, &["shot.favour_victim=0.5"], hits),
            reading("hit at all of it (1)", PERCENT, &["shot.favour_victim=1"], hits),
        ],
        holds: |numbers| {
            numbers[0] == 100.0 && numbers[1] < 0.25 && numbers[2] < 60.0 && numbers[3] < 10.0
        },
    },
    Lesson {
        name: "behind-the-wall",
        title: "The price: hit behind the wall",
        says: [
            "What is fair to the shooter is not fair to the victim: it was already safe, and is hit where it was before.",
            "It hears of that later still, and on its own screen it has been behind the wall for longer.",
        ],
        set: WALL,
        panels: &[
            panel("rewound", &[]),
            panel("favour the victim by 0.8", &["shot.favour_victim=0.8"]),
        ],
        layers: &[],
        at: Some(1.88),
        turn: "shot.victim_latency",
        shows: "Turn it up: on its own screen the victim is further behind the wall when it is told.",
        look: "The ray goes past the end of the wall to where the victim was; the white box is behind it, past the dotted line of sight.",
        page: "glossary",
        numbers: &[
            reading("behind the wall when told, at most", SECONDS, &[], hidden),
            reading(
                "at 150 ms each way, window 500 ms",
                SECONDS,
                &["link.latency=0.15", "shot.window=0.5"],
                hidden,
            ),
            reading("at 150 ms each way, window 250 ms", SECONDS, &["link.latency=0.15"], hidden),
            reading("favour the victim by 0.8", SECONDS, &["shot.favour_victim=0.8"], hidden),
        ],
        holds: |numbers| {
            numbers[0] > 0.1
                && numbers[1] > numbers[0] + 0.1
                && numbers[2] < numbers[1]
                && numbers[3] == 0.0
        },
    },
];
