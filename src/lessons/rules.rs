//! Dead reckoning: its rules of thumb, and the mistakes that people make.

use super::{Lesson, Number};
use crate::comparisons::Entry;
use crate::scene::view::Layout;
use crate::sim::experiment::Experiment;

const fn drawn(name: &'static str, set: &'static [&'static str]) -> Entry {
    Entry { name, set, layout: Layout::DeadReckoning }
}

const fn count(label: &'static str, of: &'static [&'static str], published: Option<f64>) -> Number {
    Number { label, unit: "", decimals: 0, of, read: updates, published }
}

fn updates(lab: &Experiment) -> f64 {
    lab.dead_reckoning.updates as f64
}

/// The lessons.
pub const ROWS: &[Lesson] = &[Lesson {
    name: "straight",
    title: "A straight costs one update",
    says: [
        "While the vehicle does what its last update said, the guess is right and there is nothing to send.",
        "However long the straight is, one update tells all of it; the heartbeat alone adds some.",
    ],
    set: &["motion.kind=straight"],
    panels: &[drawn("one straight", &["sender.heartbeat=0"])],
    layers: &[],
    at: None,
    turn: "motion.speed",
    shows: "Turn up the speed: the number of updates does not change.",
    look: "One white tick at the start, and the disc stays in the ring to the end.",
    page: "glossary",
    numbers: &[
        count("updates in 20 s", &[], None),
        count("updates with a heartbeat every 5 s", &["sender.heartbeat=5"], None),
        Number {
            label: "peak error",
            unit: "u",
            decimals: 2,
            of: &[],
            read: |lab| lab.dead_reckoning.peak_error,
            published: None,
        },
    ],
    holds: |numbers| numbers[0] == 1.0 && numbers[1] > 1.0 && numbers[2] < 1e-9,
}];
