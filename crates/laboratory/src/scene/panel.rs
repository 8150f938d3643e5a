//! Pictures beside each other: what each is of, and what they share.

use super::Shape;
use super::fit::extent;
use super::legend;
use super::view::{Layout, View};
use crate::Tick;
use crate::experiment::Experiment;
use crate::lanes::Side;
use crate::metrics::Metrics;
use crate::settings::Technique;
use glam::DVec2;

/// One picture among several.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What sets it apart.
    pub name: String,
    /// What happened.
    pub experiment: Experiment,
    /// Which lanes it shows.
    pub layout: Layout,
}

impl Panel {
    /// The numbers of the lane that it is about.
    #[must_use]
    pub fn metrics(&self) -> &Metrics {
        self.experiment.metrics(self.layout.leading())
    }

    pub(super) fn technique(&self) -> Technique {
        self.experiment.settings.technique
    }

    /// The numbers of a panel, in one line.
    pub(super) fn in_short(&self) -> String {
        (self.technique().scene().in_short)(self)
    }
}

/// The tick with the largest error of all panels that show dead reckoning; of all, where none does.
#[must_use]
pub fn worst_tick(panels: &[Panel]) -> Tick {
    let wrong = panels.iter().filter(|panel| panel.layout.shows(Side::First)).map(Panel::metrics);
    let late = panels.iter().map(Panel::metrics);
    let worst = |metrics: &mut dyn Iterator<Item = &Metrics>| {
        metrics
            .map(|metrics| (metrics.peak_error, metrics.peak_tick))
            .reduce(|worst, panel| if panel.0 > worst.0 { panel } else { worst })
    };
    worst(&mut { wrong }).or_else(|| worst(&mut { late })).map_or(0, |worst| worst.1)
}

/// The tick of a time, s, in the truth of the first panel and within all of them; of the worst error if there is no
/// time.
#[must_use]
pub fn tick_of(panels: &[Panel], at: Option<f64>) -> Tick {
    let Some(time) = at else { return worst_tick(panels) };
    let truths = || panels.iter().map(|panel| &panel.experiment.truth);
    let last = truths().map(|truth| truth.states.len().saturating_sub(1)).min().unwrap_or(0);
    let tick = truths().next().map_or(0.0, |truth| (time * truth.tick_rate).round());
    (tick as Tick).min(last)
}

/// The technique that the panels show: that of the first.
pub(super) fn technique_of(panels: &[Panel]) -> Technique {
    panels.first().map_or(Technique::default(), |panel| panel.experiment.settings.technique)
}

/// What all panels show, u.
pub(super) fn extent_of(panels: &[Panel]) -> (DVec2, DVec2) {
    let all = panels.iter().map(|panel| extent(&panel.experiment));
    all.reduce(|(low, high), (other_low, other_high)| (low.min(other_low), high.max(other_high)))
        .unwrap_or_default()
}

/// The largest error that any of the panels shows, u.
pub(super) fn highest_error_of(panels: &[Panel]) -> f64 {
    panels.iter().map(|panel| panel.experiment.highest_error(panel.layout)).fold(0.0, f64::max)
}

/// The legend that the panels share, between two edges, its first baseline at the last of these numbers.
pub(super) fn legend_of(
    panels: &[Panel],
    view: &View,
    best: bool,
    edges: (f32, f32, f32),
) -> Vec<Shape> {
    let stages: Vec<_> = panels.iter().map(|panel| (panel.layout, panel.metrics())).collect();
    legend::in_rows((view, technique_of(panels)), &stages, best, edges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::fixtures::settings_with;

    #[test]
    fn the_worst_tick_is_that_of_the_worst_panel() {
        let all = ["link.latency=0.05", "link.latency=0.3"].map(|assignment| {
            let experiment = Experiment::of(settings_with(&[assignment])).expect("an experiment");
            Panel { name: assignment.to_owned(), experiment, layout: Layout::Only(Side::First) }
        });
        assert_eq!(worst_tick(&all), all[1].experiment.metrics[0].peak_tick);
        assert_eq!(worst_tick(&[]), 0);
    }
}
