//! What a run of your own player says about its settings.

use super::detail::input_delay;
use crate::experiment::Experiment;

/// What there is to say, the most useful first.
#[must_use]
pub fn hints(experiment: &Experiment) -> Vec<String> {
    [full_queue, kept_inputs, corrections, key_to_screen]
        .iter()
        .filter_map(|hint| hint(experiment))
        .collect()
}

/// Keys that found the queue full.
fn full_queue(experiment: &Experiment) -> Option<String> {
    let Experiment { settings, truth, run, .. } = experiment;
    let missed = truth.states.len() - run.player()?.inputs.len();
    (missed > 0).then(|| {
        format!(
            "The queue of {} inputs was full on {missed} ticks, and what was pressed then is lost: the server was silent for too long.",
            settings.player.capacity
        )
    })
}

/// Inputs are played again that the server has done.
fn kept_inputs(experiment: &Experiment) -> Option<String> {
    let off = experiment.metrics[0].peak_error;
    experiment.settings.player.keeps_acknowledged.then(|| {
        format!(
            "Acknowledged inputs stay in the queue and are played again on top: the player is up to {off:.2} u off."
        )
    })
}

/// How many answers found the client elsewhere, and why.
fn corrections(experiment: &Experiment) -> Option<String> {
    let Experiment { settings, run, .. } = experiment;
    let (player, detail) = (&settings.player, run.player()?);
    let lengths = || detail.corrections(settings).map(|(_, correction)| correction.length());
    let (count, longest) = (lengths().count(), lengths().fold(0.0, f64::max));
    let taken = detail.answers.iter().filter(|answer| answer.taken.is_some()).count();
    let why = match (player.other_code, player.takes_stale, player.barrier_length > 0.0) {
        (true, _, _) => "the two ends move by different code",
        (_, true, _) => "answers count that were overtaken",
        (_, _, true) => "only the server knows the obstacle",
        _ => "the client keeps what it should drop",
    };
    (count > 0).then(|| {
        format!("{count} of {taken} answers corrected the player, by up to {longest:.2} u: {why}.")
    })
}

/// How long a key takes to the screen.
fn key_to_screen(experiment: &Experiment) -> Option<String> {
    let Experiment { settings, truth, run, .. } = experiment;
    let wait = 1000.0 * input_delay(truth, run.player()?, &run.lanes[1])?;
    Some(if settings.player.predicts {
        format!(
            "A key acts at once; without prediction the first one would have shown {wait:.0} ms later."
        )
    } else {
        format!(
            "The first key showed {wait:.0} ms later, a round trip and the wait for an answer: predicted, it acts at once."
        )
    })
}
