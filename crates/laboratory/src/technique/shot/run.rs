//! The shot: on every tick, what the server makes of one that was aimed at what the shooter saw.
//!
//! In: the victim's truth, the shooter's network. Out: a verdict a tick, and two lanes beside the truth: the box that
//! the server rewound to, and the box that the shooter saw. Their errors are distances to the box on the server now;
//! the path error of the rewound box is its distance to the one that was aimed at.
//!
//! The shot of a tick is the one that the server has then. It was aimed at the middle of the box on the shooter's
//! screen, which is as old as [`shooter`] says. That picture is taken to be exact: what few snapshots, jitter or loss
//! do to it is the snapshot lane of the other technique. The run starts cold, so until the first picture of a moving
//! victim has come the shooter sees it where it started.
//!
//! Invariant: the prefix property. The victim's own screen is ahead of the server, so it is extrapolated from the
//! victim's velocity on the tick and not read from the truth.
//!
//! Source: Game Development Cheat Sheet, "Client Prediction & Lag Compensation", sections 7 and 8.

use super::detail::{ShotFrame, ShotRun};
use super::setup::{boxed, muzzle, shooter, walls};
use crate::Tick;
use crate::lane::Frame;
use crate::lanes::LaneKind;
use crate::run::{Detail, Run};
use crate::settings::Settings;
use crate::truth::Truth;
use dead_reckoning::TIME_NOISE;
use dead_reckoning::rewind::{
    History, Ray, RewindConfig, Shooter, Try, Verdict, Wall, is_hidden, judge,
};
use glam::DVec2;

/// What stays the same over a run.
struct Range<'a> {
    truth: &'a Truth,
    settings: &'a Settings,
    shooter: Shooter,
    config: RewindConfig,
    walls: Vec<Wall>,
    muzzle: DVec2,
}

/// Judges a shot on every tick, and draws both lanes over what was there.
pub fn simulate_into(truth: &Truth, settings: &Settings, run: &mut Run) {
    let config =
        RewindConfig { window: settings.shot.window, favour_victim: settings.shot.favour_victim };
    let (shooter, walls, muzzle) = (shooter(settings), walls(settings), muzzle(settings));
    let range = Range { truth, settings, shooter, config, walls, muzzle };
    // A server holds its window. This one also holds what the shooter saw, to show it where the window is shorter.
    let longest = shooter.age().max(config.window);
    let ticks = truth.states.len();
    let capacity = (longest * truth.tick_rate).ceil() as usize + 2;
    let mut history = History::new(capacity.min(ticks + 1));
    let mut hidden_since = None;
    let mut shots = match std::mem::take(&mut run.detail) {
        Detail::Shot(ShotRun { shots }) => shots,
        Detail::Vehicle(_) | Detail::Player(_) => Vec::new(),
    };
    shots.clear();
    let [drawn, aimed] = &mut run.lanes;
    drawn.start(LaneKind::Rewound, ticks);
    aimed.start(LaneKind::Seen, ticks);
    for tick in 0..ticks {
        let shot = range.shot(tick, &mut history, &mut hidden_since);
        let Verdict { present, seen, rewound, .. } = shot.verdict;
        shots.push(shot);
        drawn.frames.push(range.frame(tick, &rewound, (&present, &seen)));
        aimed.frames.push(range.frame(tick, &seen, (&present, &seen)));
    }
    run.detail = Detail::Shot(ShotRun { shots });
}

impl Range<'_> {
    /// The shot that the server has on a tick. `hidden_since` says since when the victim has been hidden on the server,
    /// s, and is brought up to this tick.
    fn shot(&self, tick: Tick, history: &mut History, hidden_since: &mut Option<f64>) -> ShotFrame {
        let (now, state) = (self.truth.time(tick), &self.truth.states[tick]);
        let here = boxed(self.settings, state.position);
        history.record(now, here);
        // Just recorded, so there is one.
        let aim = history.sample(now - self.shooter.age()).map_or(here, |found| found.hitbox);
        let (origin, direction) = (self.muzzle, aim.center - self.muzzle);
        let ray = Ray { origin, direction, reach: f64::INFINITY };
        let judged = judge(now, &ray, history, &self.shooter, &self.config, &self.walls);
        let verdict = judged.unwrap_or_default();
        *hidden_since = hidden_since.or(Some(now)).filter(|_| verdict.is_victim_hidden);
        let latency = self.settings.shot.victim_latency;
        let mut shot = ShotFrame {
            verdict,
            ray,
            is_possible: verdict.seen.hit.is_some(),
            own: state.position + state.velocity * latency,
            told: state.position + state.velocity * (2.0 * latency),
            hidden_for: 0.0,
        };
        if shot.hits() {
            shot.hidden_for = self.hidden_for(tick, *hidden_since);
        }
        shot
    }

    /// For how long the victim will have been hidden on its own screen when it hears of the shot of a tick, s: looked
    /// at tick by tick from where the server has it to where it will have itself.
    fn hidden_for(&self, tick: Tick, mut since: Option<f64>) -> f64 {
        let ahead = 2.0 * self.settings.shot.victim_latency;
        let (now, state) = (self.truth.time(tick), &self.truth.states[tick]);
        let steps = ((ahead - TIME_NOISE) * self.truth.tick_rate).ceil().max(0.0) as usize;
        for step in 1..=steps {
            let passed = (step as f64 / self.truth.tick_rate).min(ahead);
            let there = boxed(self.settings, state.position + state.velocity * passed);
            let hidden = is_hidden(self.muzzle, &there, &self.walls);
            since = since.or(Some(now + passed)).filter(|_| hidden);
        }
        since.map_or(0.0, |since| now + ahead - since)
    }

    /// A box as a lane draws it: how the victim moved when it was there, and how far off it is.
    fn frame(&self, tick: Tick, tried: &Try, (present, seen): (&Try, &Try)) -> Frame {
        let back = ((tried.age - TIME_NOISE) * self.truth.tick_rate).ceil().max(0.0) as usize;
        let then = &self.truth.states[tick.saturating_sub(back)];
        let drawn = tried.hitbox.center;
        Frame {
            drawn,
            velocity: then.velocity,
            error: drawn.distance(present.hitbox.center),
            path_error: drawn.distance(seen.hitbox.center),
            heading: then.heading,
            seen: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::detail::ShotSummary;
    use super::*;
    use crate::experiment::Experiment;
    use crate::simulate::simulate;
    use dead_reckoning::rewind::{ray_to_box, ray_to_wall};
    use proptest::prelude::*;

    fn settings(set: &[&str]) -> Settings {
        let mut settings = Settings::default();
        let all = ["technique=lag-compensation", "motion.kind=straight", "motion.duration=3"];
        all.iter().chain(set).for_each(|assignment| settings.set(assignment).expect(assignment));
        settings
    }

    fn lab(set: &[&str]) -> Experiment {
        Experiment::of(settings(set)).expect("an experiment")
    }

    fn shots(run: &Run) -> &[ShotFrame] {
        &run.shot().expect("shots").shots
    }

    fn summary_of(lab: &Experiment) -> ShotSummary {
        ShotSummary::of(lab.run.shot().expect("shots"), &lab.truth)
    }

    const OPEN: [&str; 6] = [
        "link.latency=0.05",
        "snapshot.delay=0.1",
        "shot.window=0.25",
        "shot.walls=[]",
        "shot.shooter_x=6",
        "shot.shooter_y=-5",
    ];

    #[test]
    fn a_shot_that_looked_right_hits_with_rewinding_and_misses_without() {
        let lab = lab(&OPEN);
        // 0.2 s old, 4 u/s: 0.8 u behind.
        let shot = &shots(&lab.run)[90];
        assert!((shot.verdict.seen.hitbox.center.x - 5.2).abs() < 1e-9);
        assert_eq!(shot.verdict.rewound, shot.verdict.seen);
        assert!(shot.hits() && !shot.hits_present());
        assert!((lab.run.lanes[1].frames[90].error - 0.8).abs() < 1e-9);
        let summary = summary_of(&lab);
        // Without those of the first 0.2 s, when there was no picture yet.
        assert_eq!((summary.possible, summary.hits, summary.cut), (168, 168, 0));
        assert_eq!(summary.hits_present, 0);
    }

    #[test]
    fn with_no_latency_and_no_delay_all_three_boxes_are_one() {
        let lab = lab(&["link.latency=0", "snapshot.delay=0", "shot.victim_latency=0"]);
        for (shot, state) in shots(&lab.run).iter().zip(&lab.truth.states) {
            let Verdict { present, seen, rewound, .. } = shot.verdict;
            assert_eq!((present.hitbox.center, seen, rewound), (state.position, present, present));
            assert_eq!((shot.own, shot.told), (state.position, state.position));
        }
        assert_eq!(lab.metrics[0].peak_error, 0.0);
        assert_eq!(lab.metrics[1].peak_error, 0.0);
    }

    #[test]
    fn the_victim_hears_of_it_behind_the_wall() {
        // The shooter looks straight up at a wall from x = 4 to 8, one unit before the victim's way.
        let set = [
            "link.latency=0.05",
            "snapshot.delay=0.1",
            "shot.window=0.25",
            "shot.walls=[[4,-1,8,-1]]",
            "shot.shooter_x=4",
            "shot.shooter_y=-5",
            "shot.victim_latency=0.05",
        ];
        let lab = lab(&set);
        let summary = summary_of(&lab);
        assert!(summary.behind_wall > 3, "{summary:?}");
        // Shot at until its middle is at x = 4; hidden once its left side is there. The last shot was aimed 0.2 s ago,
        // and is told of on a screen that is 0.1 s ahead: 0.3 s less the time for half a box, each end on a tick.
        let half = lab.settings.entity.width / 2.0 / lab.settings.motion.speed;
        let off = (0.3 - half) - summary.longest_hidden;
        assert!((0.0..2.0 / 60.0).contains(&off), "{summary:?}");
        let none = Experiment::of(settings(&OPEN)).expect("an experiment");
        assert_eq!(summary_of(&none).longest_hidden, 0.0);
    }

    #[test]
    fn a_wall_on_the_shooters_screen_leaves_no_shot() {
        let set = ["shot.walls=[[-50,-1,50,-1]]", "shot.shooter_x=3", "shot.shooter_y=-5"];
        let lab = lab(&set);
        assert!(shots(&lab.run).iter().all(|shot| !shot.is_possible && !shot.hits()));
        assert_eq!(summary_of(&lab), ShotSummary::default());
    }

    #[test]
    fn the_window_cuts_and_the_fraction_shares() {
        let back = |set: &[&str]| {
            let lab = lab(&[&OPEN[..], &["link.latency=0.15"], set].concat());
            (lab.run.lanes[0].frames[150].error, summary_of(&lab))
        };
        let (cut, summary) = back(&["shot.window=0.25"]);
        assert!((cut - 1.0).abs() < 1e-9, "{cut}");
        assert!(summary.cut == summary.possible && summary.hits == 0);
        let (shared, summary) = back(&["shot.window=1", "shot.favour_victim=0.5"]);
        assert!((shared - 0.8).abs() < 1e-9 && summary.cut == 0, "{shared}");
        let (present, _) = back(&["shot.window=1", "shot.favour_victim=1"]);
        assert_eq!(present, 0.0);
    }

    #[test]
    fn cutting_the_truth_leaves_the_shots_before_the_cut() {
        let settings = settings(&["motion.kind=lap", "shot.victim_latency=0.2"]);
        let truth = Truth::build(&settings).expect("a lap");
        let whole = simulate(&truth, &settings);
        for ticks in [1, 40, 200, 500] {
            let cut = simulate(&truth.prefix(ticks), &settings);
            assert_eq!(shots(&cut), &shots(&whole)[..ticks]);
            assert_eq!(cut.lanes[0].frames, whole.lanes[0].frames[..ticks]);
            assert_eq!(cut.lanes[1].frames, whole.lanes[1].frames[..ticks]);
        }
    }

    #[test]
    fn no_network_decides_anything_and_nothing_is_said_of_one() {
        let rough = ["link.loss=0.3", "link.jitter=0.05", "seed=7"];
        let (plain, rough) = (lab(&[]), lab(&rough));
        assert_eq!((&plain.run, plain.metrics), (&rough.run, rough.metrics));
        for (lane, metrics) in rough.run.lanes.iter().zip(rough.metrics) {
            assert!(lane.packets.is_empty() && lane.depths.is_empty());
            assert!(metrics.packets.is_none() && metrics.buffer.is_none());
        }
    }

    #[test]
    fn another_technique_has_no_shots() {
        let mut lab = lab(&[]);
        lab.change(Settings::default()).expect("the lap");
        assert!(lab.run.shot().is_none() && !lab.run.lanes[0].packets.is_empty());
    }

    proptest! {
        /// Ages in whole ticks: the boxes are those of the truth so many ticks ago, and hit or miss is what they say.
        #[test]
        fn the_boxes_are_those_of_the_tick_to_the_bit(
            (down, up, delay) in (0..12_u32, 0..12_u32, 0..12_u32),
            (window, wall) in (0..40_u32, -4.0..4.0_f64),
            kind in 0..3_usize,
        ) {
            let seconds = |ticks: u32| f64::from(ticks) / 60.0;
            let mut settings = settings(&["motion.duration=1.5"]);
            settings.set(["motion.kind=straight", "motion.kind=circle", "motion.kind=on-foot"][kind]).expect("one");
            settings.link.latency = seconds(down);
            settings.link.up_ratio = if down == 0 { 1.0 } else { f64::from(up) / f64::from(down) };
            settings.snapshot.delay = seconds(delay);
            settings.shot.window = seconds(window);
            settings.shot.walls = vec![[wall, -2.0, wall + 2.0, -1.0]];
            let up = if down == 0 { 0 } else { up };
            let age = (down + up + delay) as usize;
            let rewind = age.min(window as usize);
            let lab = Experiment::of(settings).expect("an experiment");
            let at = |tick: usize, back: usize| lab.truth.states[tick.saturating_sub(back)].position;
            let walls = walls(&lab.settings);
            for (tick, shot) in shots(&lab.run).iter().enumerate() {
                let Verdict { present, seen, rewound, .. } = shot.verdict;
                prop_assert_eq!(present.hitbox.center, at(tick, 0));
                prop_assert_eq!(seen.hitbox.center, at(tick, age));
                prop_assert_eq!(rewound.hitbox.center, at(tick, rewind));
                prop_assert!(rewound.age <= lab.settings.shot.window + 1e-12);
                prop_assert_eq!(shot.verdict.is_cut_by_window, (window as usize) < age);
                let wall = ray_to_wall(&shot.ray, &walls[0]).unwrap_or(f64::INFINITY);
                for tried in [present, seen, rewound] {
                    let hit = ray_to_box(&shot.ray, &tried.hitbox).filter(|hit| *hit <= wall);
                    prop_assert_eq!(tried.hit, hit);
                }
                prop_assert_eq!(shot.is_possible, seen.hit.is_some());
            }
        }
    }
}
