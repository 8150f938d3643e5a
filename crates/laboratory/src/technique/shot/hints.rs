//! What a run of shots says about its settings.

use super::detail::ShotSummary;
use super::setup;
use crate::experiment::Experiment;

/// What there is to say about shots.
#[must_use]
pub fn hints(experiment: &Experiment) -> Vec<String> {
    let Some(shot) = experiment.run.shot() else { return Vec::new() };
    let summary = ShotSummary::of(shot, &experiment.truth);
    let hints = [no_shot, window_cuts, shared, behind_the_wall, without_compensation];
    hints.into_iter().filter_map(|hint| hint(experiment, &summary)).collect()
}

/// The shooter never sees the victim.
fn no_shot(_: &Experiment, summary: &ShotSummary) -> Option<String> {
    (summary.possible == 0).then(|| {
        "The shooter sees only walls: move it, or them, to have something to judge.".to_owned()
    })
}

/// The window is shorter than what the shooter saw is old.
fn window_cuts(experiment: &Experiment, summary: &ShotSummary) -> Option<String> {
    let Experiment { settings, .. } = experiment;
    let (rewind, age) = setup::rewinds(settings);
    let (ms, short) = (1000.0, (age - rewind) * settings.motion.speed);
    (summary.cut > 0).then(|| {
        format!(
            "What the shooter saw is {:.0} ms old and the window ends at {:.0} ms: {:.0} of 100 shots hit, the others have to lead by up to {short:.2} u.",
            age * ms,
            settings.shot.window * ms,
            100.0 * summary.share(summary.hits)
        )
    })
}

/// Part of the unfairness is the shooter's.
fn shared(experiment: &Experiment, summary: &ShotSummary) -> Option<String> {
    let Experiment { settings, .. } = experiment;
    let (rewind, age) = setup::rewinds(settings);
    let is_shared = settings.shot.favour_victim > 0.0 && summary.cut == 0 && age > rewind;
    is_shared.then(|| {
        format!(
            "The server goes back {:.0} of {:.0} ms: a shot that looked right is judged {:.2} u off, and {:.0} of 100 hit.",
            rewind * 1000.0,
            age * 1000.0,
            (age - rewind) * settings.motion.speed,
            100.0 * summary.share(summary.hits)
        )
    })
}

/// The other side of it.
fn behind_the_wall(experiment: &Experiment, summary: &ShotSummary) -> Option<String> {
    (summary.longest_hidden > 0.0).then(|| {
        format!(
            "A victim hears of a hit up to {:.2} s after it was behind a wall (shot at {:.2} s): a shorter window, or a fraction for the victim, takes from that and from the shooter.",
            summary.longest_hidden, summary.longest_hidden_at
        )
    }).filter(|_| !experiment.settings.shot.walls.is_empty())
}

/// What compensation is for.
fn without_compensation(experiment: &Experiment, summary: &ShotSummary) -> Option<String> {
    let (_, age) = setup::rewinds(&experiment.settings);
    (summary.hits_present < summary.hits).then(|| {
        format!(
            "Judged in the present {:.0} of 100 shots that looked right would hit, here {:.0}: what the shooter saw is {:.2} u behind.",
            100.0 * summary.share(summary.hits_present),
            100.0 * summary.share(summary.hits),
            age * experiment.settings.motion.speed
        )
    })
}
