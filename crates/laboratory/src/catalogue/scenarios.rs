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
        preset: include_str!("../../../../assets/presets/lap.toml"),
    },
    Scenario {
        name: "wide-corners",
        title: "Wide corners",
        what: "The same lap with the widest corners.",
        look: "Long curves keep bending away from the guess: more updates and a larger mean error, the peak hardly changes.",
        preset: include_str!("../../../../assets/presets/wide-corners.toml"),
    },
    Scenario {
        name: "wide-corners-acceleration",
        title: "Wide corners, with acceleration",
        what: "Wide corners under the model of order 2.",
        look: "On a long curve acceleration pays: a quarter fewer updates than order 1.",
        preset: include_str!("../../../../assets/presets/wide-corners-acceleration.toml"),
    },
    Scenario {
        name: "near-instant-corners",
        title: "Near-instant corners",
        what: "The same lap with corners that turn almost on the spot.",
        look: "One update a corner and the smallest mean error, but a larger peak: nothing can guess a sudden turn.",
        preset: include_str!("../../../../assets/presets/near-instant-corners.toml"),
    },
    Scenario {
        name: "low-threshold",
        title: "Low threshold, snapping",
        what: "A threshold of 0.05 u without a blend.",
        look: "Twice the updates, yet the peak error stays far above the threshold: the rest is latency.",
        preset: include_str!("../../../../assets/presets/low-threshold.toml"),
    },
    Scenario {
        name: "snap",
        title: "Snap",
        what: "Every correction at once, no blend.",
        look: "The smallest error there is at this threshold, and a visible pop at every update.",
        preset: include_str!("../../../../assets/presets/snap.toml"),
    },
    Scenario {
        name: "one-second-blend",
        title: "One-second blend",
        what: "Corrections spread over a second.",
        look: "Smooth, and wrong for longer: the disc cuts the corners and never quite catches up.",
        preset: include_str!("../../../../assets/presets/one-second-blend.toml"),
    },
    Scenario {
        name: "on-foot",
        title: "On foot",
        what: "A player who turns round every 250 ms across 1 u.",
        look: "Every update describes a direction already given up; standing still in the middle would do better.",
        preset: include_str!("../../../../assets/presets/on-foot.toml"),
    },
    Scenario {
        name: "circle",
        title: "Circle",
        what: "A steady turn of radius 2 u.",
        look: "Updates at an even spacing of the square root of 2 threshold / acceleration.",
        preset: include_str!("../../../../assets/presets/circle.toml"),
    },
    Scenario {
        name: "straight",
        title: "Straight",
        what: "A straight line for twenty seconds.",
        look: "One update, then only heartbeats, however long it runs.",
        preset: include_str!("../../../../assets/presets/straight.toml"),
    },
    Scenario {
        name: "turning",
        title: "Turning",
        what: "The same circle, under a model that knows how fast the vehicle turns.",
        look: "Four updates in twenty seconds, heartbeats among them: the arc itself is the guess.",
        preset: include_str!("../../../../assets/presets/turning.toml"),
    },
    Scenario {
        name: "loss-bursts",
        title: "Loss in bursts",
        what: "A quarter of the updates lost, four in a row on average; a heartbeat twice a second.",
        look: "Four updates in a row are lost, and the disc drives off until the next heartbeat arrives.",
        preset: include_str!("../../../../assets/presets/loss-bursts.toml"),
    },
    Scenario {
        name: "frozen",
        title: "Frozen",
        what: "Losses in bursts, and a receiver that goes on for 1.2 s at most without news.",
        look: "The cap holds the disc at the square, a stale ring in the end: half the peak error of driving on.",
        preset: include_str!("../../../../assets/presets/frozen.toml"),
    },
    Scenario {
        name: "jitter",
        title: "Jitter and overtaking",
        what: "Unequal times on the way; some updates held back so that later ones overtake them, some doubled.",
        look: "Where two lines cross below the chart, the older update came too late and was ignored.",
        preset: include_str!("../../../../assets/presets/jitter.toml"),
    },
    Scenario {
        name: "clock-drift",
        title: "Two clocks",
        what: "The sender's clock is estimated from pings, whose way there takes twice as long as the way back.",
        look: "On straights, too, the disc is off by the clock's error times the speed: half of the difference of the two ways.",
        preset: include_str!("../../../../assets/presets/clock-drift.toml"),
    },
    Scenario {
        name: "respawn",
        title: "Respawn",
        what: "The vehicle jumps back to its start every three seconds, and says so.",
        look: "One latency after each jump the disc is back at the start, without a trail in between.",
        preset: include_str!("../../../../assets/presets/respawn.toml"),
    },
    Scenario {
        name: "late-joiner",
        title: "Late joiner",
        what: "A receiver that joins after 4.7 seconds; a heartbeat every second.",
        look: "Nothing is drawn until the next update comes; then the disc is on the vehicle at once.",
        preset: include_str!("../../../../assets/presets/late-joiner.toml"),
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
    use crate::experiment::Experiment;
    use crate::lane::{Cause, Fate, Packet};
    use crate::metrics::Metrics;
    use crate::simulate::simulate;
    use crate::truth::Truth;
    use dead_reckoning::sender::Reason;

    #[test]
    fn every_scenario_reads_and_runs() {
        for scenario in SCENARIOS {
            let settings = scenario.settings().expect(scenario.name);
            let truth = Truth::build(&settings).expect(scenario.name);
            let run = simulate(&truth, &settings);
            let metrics = Metrics::of(&truth, &run.lanes[0], 60);
            assert!(metrics.updates() > 0.0 && metrics.peak_error.is_finite(), "{}", scenario.name);
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

    fn experiment(name: &str) -> Experiment {
        let row = SCENARIOS.iter().find(|row| row.name == name).expect(name);
        Experiment::of(row.settings().expect(name)).expect(name)
    }

    #[test]
    fn a_turn_costs_four_updates() {
        let Experiment { metrics: [turning, _], .. } = experiment("turning");
        let packets = turning.packets.expect("packets");
        assert_eq!(packets.updates, 4);
        assert!(packets.updates_by_reason.heartbeat > 1);
        assert!(turning.peak_error < 0.1 && turning.mean_error < 0.01);
    }

    #[test]
    fn four_lost_in_a_row_are_mended_by_a_heartbeat() {
        let Experiment { run, metrics: [metrics, _], truth, .. } = experiment("loss-bursts");
        let packets = &run.lanes[0].packets;
        let after = |packet: &&Packet| packet.arrived.is_some_and(|at| at >= metrics.peak_tick);
        let mending = packets.iter().position(|packet| after(&packet)).expect("an update");
        assert_eq!(packets[mending].cause, Cause::Owed(Reason::Heartbeat));
        let soon = packets[mending].arrived.expect("arrived") - metrics.peak_tick;
        assert!((soon as f64) < 0.1 * truth.tick_rate, "{soon} ticks");
        assert!(packets[mending - 4..mending].iter().all(|packet| packet.fate == Fate::Lost));
    }

    #[test]
    fn the_cap_halves_the_error_and_ends_stale() {
        let Experiment { run, metrics: [metrics, _], settings, .. } = experiment("frozen");
        let note = run.vehicle().expect("a vehicle").notes[metrics.peak_tick];
        assert!(note.frozen && note.stale);
        let mut without = settings;
        without.set("receiver.extrapolation_cap=0").expect("off");
        let without = Experiment::of(without).expect("an experiment").metrics[0];
        let ratio = metrics.peak_error / without.peak_error;
        assert!((0.45..0.55).contains(&ratio), "{ratio}");
    }

    #[test]
    fn what_was_overtaken_was_ignored() {
        let Experiment { run, metrics: [metrics, _], .. } = experiment("jitter");
        let packets = &run.lanes[0].packets;
        let overtaken = |at: usize| {
            let later = packets[at + 1..].iter().filter_map(|packet| packet.arrived).min();
            packets[at].arrived.zip(later).is_some_and(|(own, later)| later < own)
        };
        for (at, packet) in packets.iter().enumerate() {
            assert_eq!(packet.fate == Fate::Late, overtaken(at), "{packet:?}");
        }
        let packets = metrics.packets.expect("packets");
        assert!(packets.late >= 3 && packets.duplicates >= 1, "{packets:?}");
    }

    #[test]
    fn after_a_jump_the_disc_is_back_within_one_latency() {
        let Experiment { run, truth, .. } = experiment("respawn");
        assert_eq!(truth.jumps, [180, 360]);
        for jump in truth.jumps {
            let error = |tick: usize| run.lanes[0].frames[tick].error;
            assert!(error(jump + 5) > 4.5 && error(jump + 6) < 1e-9, "{}", error(jump + 6));
        }
    }

    #[test]
    fn a_late_joiner_waits_for_an_update_and_is_right_at_once() {
        let Experiment { run, metrics: [metrics, _], settings, .. } = experiment("late-joiner");
        let (joined, seen) = (282, run.lanes[0].seen_from());
        assert!(seen > joined + 45 && seen <= joined + 66, "{seen}");
        assert_eq!(metrics.unseen_ticks, seen);
        assert!(run.lanes[0].frames[seen].error < settings.threshold() / 2.0);
    }

    #[test]
    fn the_error_of_the_clock_is_half_of_the_difference_of_the_ways() {
        let Experiment { run, settings, truth, .. } = experiment("clock-drift");
        let half = settings.link.latency * (settings.link.up_ratio - 1.0) / 2.0;
        let settled = truth.states.len() / 3..truth.states.len();
        let errors: Vec<f64> = settled
            .map(|tick| run.vehicle().expect("a vehicle").clock[tick].error().abs())
            .collect();
        let mean = errors.iter().sum::<f64>() / errors.len() as f64;
        assert!((mean - half).abs() < 0.3 * half, "{mean} s beside {half} s");
        // The least error is on straights.
        let drawn = &run.lanes[0].frames[truth.states.len() / 3..];
        let least = drawn.iter().map(|frame| frame.error).fold(f64::INFINITY, f64::min);
        assert!(least > 0.5 * half * settings.motion.speed, "{least} u");
    }
}
