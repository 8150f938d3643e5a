//! The catalogue of comparisons: what to put beside each other, and what to look for.
//!
//! Adding one is a row; the tests run every row.

use super::RowError;
use super::panel_row::PanelRow;
use crate::Tick;
use crate::lanes::Side;
use crate::scene::panel::{self, Panel};
use crate::scene::view::Layout;
use crate::settings::Settings;

/// One row of the catalogue.
#[derive(Debug)]
pub struct Comparison {
    /// What scripts call it.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What to look for, in one sentence.
    pub look: &'static str,
    /// When it is there to see, s; the moment of the largest error if it does not say.
    pub at: Option<f64>,
    /// What stands beside each other.
    pub panels: &'static [PanelRow],
}

const fn drawn(name: &'static str, set: &'static [&'static str]) -> PanelRow {
    PanelRow { name, set, layout: Layout::Only(Side::First) }
}

/// What there is to choose from.
pub const COMPARISONS: &[Comparison] = &[
    Comparison {
        name: "thresholds",
        title: "The threshold buys bandwidth with accuracy",
        look: "A twentieth of the threshold costs nearly four times the updates; the peak error falls far less, for latency stays.",
        at: None,
        panels: &[
            drawn("threshold 1 u", &["sender.threshold=1"]),
            drawn("threshold 0.6 u", &["sender.threshold=0.6"]),
            drawn("threshold 0.3 u", &["sender.threshold=0.3"]),
            drawn("threshold 0.15 u", &["sender.threshold=0.15"]),
            drawn("threshold 0.05 u", &["sender.threshold=0.05"]),
        ],
    },
    Comparison {
        name: "blends",
        title: "Snap, blend, blend too long",
        look: "A longer blend makes smaller steps and larger errors: the same updates, three ways to hide the correction.",
        at: None,
        panels: &[
            drawn("no blend: snap", &["receiver.blend_time=0"]),
            drawn("blend 0.2 s", &["receiver.blend_time=0.2"]),
            drawn("blend 1 s", &["receiver.blend_time=1"]),
        ],
    },
    Comparison {
        name: "corners",
        title: "Corners, and the order of the model",
        look: "Acceleration pays on long curves only; a sharp turn costs error, not bandwidth.",
        at: None,
        panels: &[
            drawn("wide, order 1", &["track.sharpness=0", "sender.order=1"]),
            drawn("default, order 1", &["track.sharpness=0.6", "sender.order=1"]),
            drawn("near-instant, order 1", &["track.sharpness=1", "sender.order=1"]),
            drawn("wide, order 2", &["track.sharpness=0", "sender.order=2"]),
            drawn("default, order 2", &["track.sharpness=0.6", "sender.order=2"]),
            drawn("near-instant, order 2", &["track.sharpness=1", "sender.order=2"]),
        ],
    },
    Comparison {
        name: "smoothings",
        title: "Six ways to hide a correction",
        look: "The same updates: a snap errs least and pops; curves swing off the way, the published spline furthest; of those that move, decay comes nearest and never swings.",
        at: None,
        panels: &[
            drawn("snap", &["receiver.blend_time=0.4", "receiver.smoothing=snap"]),
            drawn(
                "projective velocity",
                &["receiver.blend_time=0.4", "receiver.smoothing=projective-velocity"],
            ),
            drawn("cubic Hermite", &["receiver.blend_time=0.4", "receiver.smoothing=hermite"]),
            drawn(
                "cubic Bézier, handle 3",
                &[
                    "receiver.blend_time=0.4",
                    "receiver.smoothing=bezier",
                    "receiver.bezier_handle=3",
                ],
            ),
            drawn(
                "centripetal Catmull-Rom",
                &["receiver.blend_time=0.4", "receiver.smoothing=catmull-rom"],
            ),
            drawn(
                "exponential decay",
                &["receiver.blend_time=0.4", "receiver.smoothing=exponential"],
            ),
        ],
    },
    Comparison {
        name: "models",
        title: "Three models for a curve",
        look: "Each model that knows more of a curve needs fewer updates on wide corners; the turn is off only where a corner begins or ends.",
        at: None,
        panels: &[
            drawn("order 1: velocity", &["track.sharpness=0", "sender.order=1"]),
            drawn("order 2: acceleration", &["track.sharpness=0", "sender.order=2"]),
            drawn("turn: angular velocity", &["track.sharpness=0", "sender.order=turn"]),
        ],
    },
    Comparison {
        name: "teleports",
        title: "Back to the start: flagged, noticed, or taken for an error",
        look: "The same updates: flagged, or longer than the teleport distance, the jump is drawn as one; else the blend drags the disc across the map.",
        at: Some(3.28),
        panels: &[
            drawn("flagged", &["motion.respawn=3"]),
            drawn(
                "teleport distance 2 u",
                &[
                    "motion.respawn=3",
                    "sender.flag_teleports=false",
                    "receiver.teleport_distance=2",
                ],
            ),
            drawn("blended", &["motion.respawn=3", "sender.flag_teleports=false"]),
        ],
    },
    Comparison {
        name: "techniques",
        title: "Dead reckoning or snapshot interpolation: wrong, or late?",
        look: "Dead reckoning draws where the vehicle should be and is wrong in corners; snapshots draw where it was, always late.",
        at: None,
        panels: &[
            drawn("Dead reckoning", &[]),
            PanelRow {
                name: "Snapshot interpolation",
                set: &[],
                layout: Layout::Only(Side::Second),
            },
        ],
    },
];

impl Comparison {
    /// What to look for, where it is known to be there to see: over the default settings.
    #[must_use]
    pub fn look_over(&self, base: &Settings) -> &'static str {
        if *base == Settings::default() { self.look } else { "" }
    }

    /// The tick to show these panels of it at.
    #[must_use]
    pub fn tick(&self, panels: &[Panel]) -> Tick {
        panel::tick_of(panels, self.at)
    }

    /// Its panels over some base settings.
    ///
    /// # Errors
    /// [`RowError`] where the base does not go with what a panel sets.
    pub fn panels(&self, base: &Settings) -> Result<Vec<Panel>, RowError> {
        self.panels.iter().map(|row| row.panel(base.with_set(row.set)?)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::figures::figure_of;
    use crate::catalogue::scenarios::SCENARIOS;
    use crate::experiment::Experiment;
    use crate::metrics::{Corrections, Metrics};

    #[test]
    fn every_row_runs_and_has_a_name_of_its_own() {
        for (at, row) in COMPARISONS.iter().enumerate() {
            let taken = COMPARISONS[..at].iter().map(|other| other.name);
            let taken: Vec<&str> = taken.chain(SCENARIOS.iter().map(|row| row.name)).collect();
            assert!(!taken.contains(&row.name), "{}", row.name);
            let panels = row.panels(&Settings::default()).expect(row.name);
            assert!(panels.len() >= 2, "{}", row.name);
        }
    }

    #[test]
    fn they_show_the_published_updates() {
        let updates = |name: &str| -> Vec<usize> {
            let row = COMPARISONS.iter().find(|row| row.name == name).expect(name);
            let panels = row.panels(&Settings::default()).expect(name);
            panels.iter().map(|panel| panel.metrics().packets.expect("packets").updates).collect()
        };
        let figures = [
            figure_of("updates.threshold.1"),
            figure_of("updates.threshold.0.6"),
            figure_of("updates.threshold.0.3"),
            figure_of("updates.threshold.0.15"),
            figure_of("updates.threshold.0.05"),
        ];
        let published = figures.map(|published| published.value as usize);
        assert_eq!(updates("thresholds"), published);
        assert_eq!(updates("corners"), [20, 14, 8, 15, 15, 8]);
        assert_eq!(updates("techniques"), [14, 84]);
        assert_eq!(updates("blends"), [14, 14, 14]);
        assert_eq!(updates("smoothings"), [14; 6]);
        assert_eq!(updates("models"), [20, 15, 11]);
    }

    #[test]
    fn a_jump_that_is_known_as_one_is_no_pop_and_a_blended_one_crosses_the_map() {
        let row = COMPARISONS.iter().find(|row| row.name == "teleports").expect("a row");
        let panels = row.panels(&Settings::default()).expect("panels");
        let [flagged, noticed, blended] = [0, 1, 2].map(|place| &panels[place].experiment);
        let sent = |of: &Experiment| -> Vec<usize> {
            of.run.lanes[0].packets.iter().map(|packet| packet.sent).collect()
        };
        assert_eq!(sent(flagged), sent(noticed));
        assert_eq!(sent(flagged), sent(blended));
        assert_eq!(flagged.run.lanes[0].frames, noticed.run.lanes[0].frames);
        let [known, taken] = [flagged, blended].map(|of| &of.metrics[0]);
        assert!(known.largest_step < 0.15 && taken.largest_step > 0.4, "{known:?} and {taken:?}");
        assert!(known.mean_error < taken.mean_error);
        // Across the map: far from every place where the truth ever was.
        let off = |of: &Experiment| {
            let frames = of.run.lanes[0].frames.iter();
            let nearest = |at: glam::DVec2| {
                let states = of.truth.states.iter().map(|state| state.position.distance(at));
                states.fold(f64::INFINITY, f64::min)
            };
            frames.map(|frame| nearest(frame.drawn)).fold(0.0, f64::max)
        };
        assert!(off(flagged) < 0.7 && off(blended) > 1.2, "{} and {}", off(flagged), off(blended));
    }

    #[test]
    fn what_to_look_for_in_the_smoothings_is_there() {
        let row = COMPARISONS.iter().find(|row| row.name == "smoothings").expect("a row");
        let panels = row.panels(&Settings::default()).expect("panels");
        let all: Vec<_> = panels.iter().map(Panel::metrics).collect();
        let (snap, curves, decay) = (all[0], &all[1..5], all[5]);
        let corrections = |metrics: &Metrics| metrics.corrections.expect("corrections");
        for metrics in curves.iter().chain([&decay]) {
            assert!(snap.mean_error < metrics.mean_error && snap.peak_error < metrics.peak_error);
            assert!(snap.largest_step > 3.0 * metrics.largest_step);
        }
        for metrics in curves {
            let Corrections { overshoot, turns, .. } = corrections(metrics);
            assert!(overshoot > 0.05 && turns > 1.0);
            assert!(decay.mean_error < metrics.mean_error);
            assert!(overshoot <= corrections(curves[2]).overshoot);
        }
        let Corrections { overshoot, turns, .. } = corrections(decay);
        assert!(overshoot < 1e-9 && turns < 1e-9);
        assert!(decay.peak_error < curves.iter().map(|of| of.peak_error).fold(9.0, f64::min));
    }

    #[test]
    fn a_turn_is_off_only_where_a_corner_begins_or_ends() {
        let row = COMPARISONS.iter().find(|row| row.name == "models").expect("a row");
        let panels = row.panels(&Settings::default()).expect("panels");
        let means: Vec<f64> = panels.iter().map(|panel| panel.metrics().mean_error).collect();
        assert!(means[2] < means[1] && means[1] < means[0], "{means:?}");
        // In the middle of a corner nothing is sent: the turn changed a while ago, and does so in a while.
        let turn = &panels[2].experiment;
        let spin = |tick: usize| turn.truth.states[tick].angular_velocity;
        for packet in &turn.run.lanes[0].packets[1..] {
            let before = packet.sent.saturating_sub(30)..packet.sent;
            let changes = before.filter(|&at| (spin(at + 1) - spin(at)).abs() > 1e-9).count();
            assert!(changes > 0, "{packet:?}");
        }
    }
}
