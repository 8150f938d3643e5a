//! What the shots of a run come to.

use super::detail::ShotSummary;
use crate::experiment::Experiment;
use crate::facts::{Fact, fact};

/// Always the same ones in the same order; none of a run of something else.
#[must_use]
pub fn facts(experiment: &Experiment) -> Vec<Fact> {
    let Some(shot) = experiment.run.shot() else { return Vec::new() };
    let summary = ShotSummary::of(shot, &experiment.truth);
    let share = |count: usize| 100.0 * count as f64 / summary.possible as f64;
    vec![
        fact("Shots", ("", 0), summary.possible as f64),
        fact("Hit, rewound", ("%", 0), share(summary.hits)),
        fact("Hit in the present", ("%", 0), share(summary.hits_present)),
        fact("Cut by the window", ("%", 0), share(summary.cut)),
        fact("Hit behind the wall", ("%", 0), share(summary.behind_wall)),
        fact("Longest behind it", ("s", 2), summary.longest_hidden),
    ]
}
