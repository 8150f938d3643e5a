//! The catalogue: settings worth looking at, each with what to look for.
//!
//! Adding one is a preset file and a row; the tests run every row.

use crate::settings::{Settings, SettingsError};

/// One row of the catalogue.
#[derive(Debug)]
pub struct Scenario {
    /// What scripts call it.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it is, in one sentence.
    pub what: &'static str,
    /// What to look for, in one sentence.
    pub look: &'static str,
    /// Its settings file, laid over the defaults.
    pub preset: &'static str,
}

/// What there is to choose from; the first is the one that opens.
pub const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "lap",
        title: "The lap, as published",
        what: "Seven turns at 4 u/s, 100 ms of latency, a 200 ms blend.",
        look: "The red bar appears in the corners only: on straights the guess is right.",
        preset: include_str!("../assets/presets/lap.toml"),
    },
    Scenario {
        name: "wide-corners",
        title: "Wide corners",
        what: "The same lap with the widest corners.",
        look: "Long curves keep bending away from the guess: more updates, smaller errors.",
        preset: include_str!("../assets/presets/wide-corners.toml"),
    },
    Scenario {
        name: "wide-corners-acceleration",
        title: "Wide corners, with acceleration",
        what: "Wide corners under the model of order 2.",
        look: "On a long curve acceleration pays: a quarter fewer updates than order 1.",
        preset: include_str!("../assets/presets/wide-corners-acceleration.toml"),
    },
    Scenario {
        name: "near-instant-corners",
        title: "Near-instant corners",
        what: "The same lap with corners that turn almost on the spot.",
        look: "One update a corner, and the largest error of all: nothing can guess a sudden turn.",
        preset: include_str!("../assets/presets/near-instant-corners.toml"),
    },
    Scenario {
        name: "low-threshold",
        title: "Low threshold, snapping",
        what: "A threshold of 0.05 u without a blend.",
        look: "Twice the updates, yet the peak error stays far above the threshold: the rest is latency.",
        preset: include_str!("../assets/presets/low-threshold.toml"),
    },
    Scenario {
        name: "snap",
        title: "Snap",
        what: "Every correction at once, no blend.",
        look: "The smallest error there is at this threshold, and a visible pop at every update.",
        preset: include_str!("../assets/presets/snap.toml"),
    },
    Scenario {
        name: "one-second-blend",
        title: "One-second blend",
        what: "Corrections spread over a second.",
        look: "Smooth, and wrong for longer: the disc cuts the corners and never quite catches up.",
        preset: include_str!("../assets/presets/one-second-blend.toml"),
    },
    Scenario {
        name: "on-foot",
        title: "On foot",
        what: "A player who turns round every 250 ms across 1 u.",
        look: "Every update describes a direction already given up; standing still in the middle would do better.",
        preset: include_str!("../assets/presets/on-foot.toml"),
    },
    Scenario {
        name: "circle",
        title: "Circle",
        what: "A steady turn of radius 2 u.",
        look: "Updates at an even spacing of the square root of 2 threshold / acceleration.",
        preset: include_str!("../assets/presets/circle.toml"),
    },
    Scenario {
        name: "straight",
        title: "Straight",
        what: "A straight line for twenty seconds.",
        look: "One update, then only heartbeats, however long it runs.",
        preset: include_str!("../assets/presets/straight.toml"),
    },
];

impl Scenario {
    /// Its settings.
    ///
    /// # Errors
    /// [`SettingsError`] for a fault in the preset file; the tests read them all.
    pub fn settings(&self) -> Result<Settings, SettingsError> {
        Settings::default().overlaid(self.preset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::metrics::Metrics;
    use crate::sim::motion::Truth;
    use crate::sim::run::simulate;

    #[test]
    fn every_scenario_reads_and_runs() {
        for scenario in SCENARIOS {
            let settings = scenario.settings().expect(scenario.name);
            let truth = Truth::build(&settings).expect(scenario.name);
            let run = simulate(&truth, &settings);
            let metrics = Metrics::of(&truth, &run.dead_reckoning, 60);
            assert!(metrics.updates > 0 && metrics.peak_error.is_finite(), "{}", scenario.name);
            assert!(
                scenario.what.ends_with('.') && scenario.look.ends_with('.'),
                "{}",
                scenario.name
            );
        }
        assert_eq!(SCENARIOS[0].settings(), Ok(Settings::default()));
    }

    #[test]
    fn no_two_scenarios_are_the_same() {
        for (at, one) in SCENARIOS.iter().enumerate() {
            for other in &SCENARIOS[at + 1..] {
                assert_ne!(one.settings(), other.settings(), "{} and {}", one.name, other.name);
                assert_ne!(one.name, other.name);
            }
        }
    }
}
