//! What a technique comes to beside the metrics of its lanes: your own player's keys and corrections, the shots.
//!
//! In: an [`Experiment`]. Out: [`Fact`]s, always the same ones in the same order for one technique; none for dead
//! reckoning, whose metrics say it all.

use super::experiment::Experiment;
use crate::settings::Technique;
use crate::technique::player::input_delay;
use crate::technique::shot::ShotSummary;
use serde::Serialize;

/// A number with its name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// What it is.
    pub label: &'static str,
    /// Its unit; empty for a count.
    pub unit: &'static str,
    /// The number; NaN (null in JSON) where there is none.
    pub value: f64,
    /// Decimals worth showing.
    pub decimals: usize,
}

impl Fact {
    /// As text, with its unit; an en dash where there is no number.
    #[must_use]
    pub fn text(&self) -> String {
        if self.value.is_nan() {
            return "–".to_owned();
        }
        let number = format!("{:.*}", self.decimals, self.value);
        if self.unit.is_empty() { number } else { format!("{number} {}", self.unit) }
    }
}

const fn fact(label: &'static str, (unit, decimals): (&'static str, usize), value: f64) -> Fact {
    Fact { label, unit, value, decimals }
}

/// The facts of an experiment.
#[must_use]
pub fn of(experiment: &Experiment) -> Vec<Fact> {
    match experiment.settings.technique {
        Technique::DeadReckoning => Vec::new(),
        Technique::Prediction => of_player(experiment),
        Technique::LagCompensation => of_shots(experiment),
    }
}

fn of_player(experiment: &Experiment) -> Vec<Fact> {
    let Experiment { settings, truth, run, .. } = experiment;
    let player = &run.player;
    let ms = |lane| input_delay(truth, player, lane).map_or(f64::NAN, |wait| 1000.0 * wait);
    let lengths = || player.corrections(settings).map(|(_, by)| by.length());
    let queue = player.ticks.iter().map(|tick| tick.pending).max().unwrap_or(0);
    vec![
        fact("Key to screen", ("ms", 0), ms(&run.dead_reckoning)),
        fact("Waiting for the server", ("ms", 0), ms(&run.snapshot)),
        fact("Queue at most", ("inputs", 0), queue as f64),
        fact("Corrections", ("", 0), lengths().count() as f64),
        fact("Largest correction", ("u", 2), lengths().fold(0.0, f64::max)),
    ]
}

fn of_shots(experiment: &Experiment) -> Vec<Fact> {
    let summary = ShotSummary::of(&experiment.run, &experiment.truth);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::lessons;
    use crate::settings::Settings;

    fn of_lesson(name: &str) -> Vec<String> {
        let settings = lessons::find(name).expect(name).settings().expect(name);
        of(&Experiment::of(settings).expect(name)).iter().map(Fact::text).collect()
    }

    #[test]
    fn they_say_what_the_lessons_measure() {
        assert!(of(&Experiment::of(Settings::default()).expect("the lap")).is_empty());
        let obstacle = of_lesson("obstacle");
        assert_eq!((obstacle[3].as_str(), obstacle[4].as_str()), ("1", "0.40 u"));
        assert_eq!(of_lesson("no-prediction")[0], "100 ms");
        assert_eq!(of_lesson("prediction")[0], "0 ms");
        assert_eq!(of_lesson("shot-rewound")[1..3], ["100 %", "0 %"]);
        assert_eq!(of_lesson("shot-in-the-present")[1], "0 %");
    }

    #[test]
    fn where_there_is_no_number_there_is_a_dash() {
        let mut settings = Settings::default();
        for set in ["technique=prediction", "player.keys=.60"] {
            settings.set(set).expect(set);
        }
        let facts = of(&Experiment::of(settings).expect("a player at rest"));
        assert_eq!((facts[0].text().as_str(), facts[3].text().as_str()), ("–", "0"));
    }
}
