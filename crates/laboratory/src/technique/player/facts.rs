//! What your own player comes to beside the metrics of its lanes: keys, the queue, corrections.

use super::detail::input_delay;
use crate::experiment::Experiment;
use crate::facts::{Fact, fact};

/// Always the same ones in the same order; none of a run of something else.
#[must_use]
pub fn facts(experiment: &Experiment) -> Vec<Fact> {
    let Experiment { settings, truth, run, .. } = experiment;
    let Some(player) = run.player() else { return Vec::new() };
    let [predicted, waiting] = &run.lanes;
    let ms = |lane| input_delay(truth, player, lane).map_or(f64::NAN, |wait| 1000.0 * wait);
    let lengths = || player.corrections(settings).map(|(_, by)| by.length());
    let queue = player.ticks.iter().map(|tick| tick.pending).max().unwrap_or(0);
    vec![
        fact("Key to screen", ("ms", 0), ms(predicted)),
        fact("Waiting for the server", ("ms", 0), ms(waiting)),
        fact("Queue at most", ("inputs", 0), queue as f64),
        fact("Corrections", ("", 0), lengths().count() as f64),
        fact("Largest correction", ("u", 2), lengths().fold(0.0, f64::max)),
    ]
}
