//! What decides the truth. One list, [`Settings::take_truth_of`]: by it settings are put on the truth of others, and two
//! have the same truth if putting one on the other's changes nothing.
//!
//! Invariant: what is not in the list changes no truth. What is in it may be more than a technique looks at: under
//! another one it is the same world all the same.

use super::Settings;

impl Settings {
    /// The list: technique, who moves and where, the tick rate; and of the player what is pressed and in the way.
    fn take_truth_of(&mut self, other: &Self) {
        self.technique = other.technique;
        self.motion.clone_from(&other.motion);
        self.track.clone_from(&other.track);
        self.trace.clone_from(&other.trace);
        self.sim.clone_from(&other.sim);
        let (player, others) = (&mut self.player, &other.player);
        player.keys.clone_from(&others.keys);
        player.barrier_x = others.barrier_x;
        player.barrier_from = others.barrier_from;
        player.barrier_length = others.barrier_length;
    }

    /// Whether nothing differs that decides the truth.
    #[must_use]
    pub fn has_truth_of(&self, other: &Self) -> bool {
        let mut moved = self.clone();
        moved.take_truth_of(other);
        moved == *self
    }

    /// These settings on the truth of others; entity and seed are theirs as well. Two tunings are only comparable on the
    /// same truth, by the same measure and with the same luck.
    #[must_use]
    pub fn on_truth_of(&self, other: &Self) -> Self {
        let mut moved = self.clone();
        moved.take_truth_of(other);
        moved.entity.clone_from(&other.entity);
        moved.seed = other.seed;
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Domain, KNOBS, Knob, Recording};
    use crate::testing::settings;
    use crate::truth::Truth;
    use glam::dvec2;

    /// A drive with a gap, a pause, and velocities that are not those of its positions.
    fn recorded() -> Settings {
        let times: Vec<f64> = (0..60).map(|n| f64::from(n + n / 30 * 40) * 0.1).collect();
        let way = |n: u32| f64::from(n.min(12) + n.saturating_sub(14)) * 0.2;
        let positions = (0..60).map(|n| dvec2(way(n), libm::sin(way(n)))).collect();
        let velocities = vec![dvec2(3.0, 1.0); 60];
        let recording = Recording { times, positions, velocities, ..Recording::default() };
        let mut settings = settings(&["motion.kind=trace"]);
        settings.trace.recording = recording.into();
        settings
    }

    /// Settings between which every knob that decides the truth has something to decide.
    fn bases() -> Vec<Settings> {
        let plain = ["lap", "straight", "circle", "on-foot", "stop-and-go"];
        let plain =
            plain.map(|kind| settings(&[&format!("motion.kind={kind}"), "motion.duration=6"]));
        let player =
            settings(&["technique=prediction", "player.keys=r90", "player.barrier_length=1"]);
        let shot = settings(&["technique=lag-compensation"]);
        let estimated = recorded().with_set(&["trace.velocity=estimated"]).expect("settings");
        [&plain[..], &[recorded(), estimated, player, shot]].concat()
    }

    /// The settings with a knob at some of its values.
    fn turned(settings: &Settings, knob: &Knob) -> Vec<Settings> {
        let values = match knob.domain {
            Domain::Number { slider: (from, to), .. } => vec![from, from.midpoint(to), to],
            Domain::Whole { slider: (from, to), .. } => vec![from, to],
            Domain::Choice(choices) => (0..choices.len()).map(|at| at as f64).collect(),
            Domain::Switch => vec![0.0, 1.0],
        };
        let at = |value: f64| {
            let mut turned = settings.clone();
            knob.set(&mut turned, value).expect(knob.key);
            turned
        };
        values.into_iter().map(at).collect()
    }

    #[test]
    fn a_knob_changes_the_truth_if_the_list_has_it_and_never_if_not() {
        let bases = bases();
        let truths: Vec<_> = bases.iter().map(Truth::build).collect();
        for knob in KNOBS {
            let (mut listed, mut changes) = (false, false);
            for (base, truth) in bases.iter().zip(&truths) {
                for turned in turned(base, knob) {
                    let same = turned.has_truth_of(base);
                    listed |= !same;
                    // Once it has been seen to change one there is no need to look again.
                    if same || !changes {
                        let changed = Truth::build(&turned) != *truth;
                        assert!(!(same && changed), "{} is not in the list", knob.key);
                        changes |= changed;
                    }
                }
            }
            // The walls beside the track are the world that both lanes meet, and stop nobody who drives.
            let is_world = knob.key == "track.wall_distance";
            assert_eq!(listed, changes || is_world, "{}", knob.key);
        }
    }

    #[test]
    fn on_the_truth_of_others_it_has_theirs_and_keeps_its_own_tuning() {
        let other =
            settings(&["technique=prediction", "motion.speed=2", "player.keys=r9", "seed=4"]);
        let tuned = settings(&["link.latency=0.2", "player.smoothing=0.1", "sim.tick_rate=30"]);
        let moved = tuned.on_truth_of(&other);
        assert!(moved.has_truth_of(&other) && !moved.has_truth_of(&tuned));
        assert_eq!((moved.link.latency, moved.player.smoothing), (0.2, 0.1));
        assert_eq!((moved.seed, &moved.player.keys[..]), (4, "r9"));
    }
}
