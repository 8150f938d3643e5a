//! The published figures, each beside the one measured here.
//!
//! In: nothing but the code. Out: [`Measured`] rows and the [`BoundGrid`].
//!
//! Source: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation" (text CC BY 4.0),
//! <https://gdcs.coody.app/networking/netcode/dead-reckoning>.

use crate::experiment::Experiment;
use crate::run::simulate;
use crate::settings::{MotionKind, Settings, SettingsError};
use crate::truth::{Truth, TruthError};
use serde::Serialize;

/// A published figure: which run it comes from and what is read off it.
struct Figure {
    id: &'static str,
    what: &'static str,
    published: f64,
    decimals: usize,
    /// What differs from the default lap.
    set: &'static [&'static str],
    read: fn(&Experiment) -> f64,
}

/// Why a figure could not be measured: a fault in the table.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum FigureError {
    /// It sets what there is not.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Its settings have no truth.
    #[error(transparent)]
    Truth(#[from] TruthError),
}

/// A published figure beside the measured one.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measured {
    /// Its name.
    pub id: &'static str,
    /// What it is, with its unit.
    pub what: &'static str,
    /// As published.
    pub published: f64,
    /// As measured here, in full.
    pub measured: f64,
    /// How many decimals were published.
    pub decimals: usize,
    /// Whether it must agree.
    pub must: bool,
    /// Whether it agrees to the published decimals.
    pub agrees: bool,
}

const WIDE: &str = "track.sharpness=0";
const INSTANT: &str = "track.sharpness=1";
const SNAP: &str = "receiver.blend_time=0";
const ORDER_2: &str = "sender.order=2";
const ON_FOOT: &str = "motion.kind=on-foot";

const fn figure(
    id: &'static str,
    what: &'static str,
    (published, decimals): (f64, usize),
    set: &'static [&'static str],
    read: fn(&Experiment) -> f64,
) -> Figure {
    Figure { id, what, published, decimals, set, read }
}

fn updates(lab: &Experiment) -> f64 {
    lab.metrics[0].updates as f64
}
fn peak(lab: &Experiment) -> f64 {
    lab.metrics[0].peak_error
}
fn mean(lab: &Experiment) -> f64 {
    lab.metrics[0].mean_error
}
fn step(lab: &Experiment) -> f64 {
    lab.metrics[0].largest_step
}
fn rate(lab: &Experiment) -> f64 {
    lab.metrics[0].updates_per_second
}

#[rustfmt::skip]
const FIGURES: &[Figure] = &[
    figure("lap.seconds", "lap time, s", (8.4, 1), &[], |lab| lab.truth.seconds),
    figure("updates.threshold.1", "updates per lap at threshold 1 u", (8.0, 0), &["sender.threshold=1"], updates),
    figure("updates.threshold.0.6", "updates per lap at threshold 0.6 u", (12.0, 0), &["sender.threshold=0.6"], updates),
    figure("updates.threshold.0.3", "updates per lap at threshold 0.3 u", (14.0, 0), &[], updates),
    figure("updates.threshold.0.15", "updates per lap at threshold 0.15 u", (21.0, 0), &["sender.threshold=0.15"], updates),
    figure("updates.threshold.0.05", "updates per lap at threshold 0.05 u", (29.0, 0), &["sender.threshold=0.05"], updates),
    figure("rate.default", "updates per second at 0.3 u", (1.68, 2), &[], rate),
    figure("packets.fixed10", "packets of a fixed 10 Hz stream in a lap", (84.0, 0), &[], |lab| lab.metrics[1].updates as f64),
    figure("snap.peak.0.05", "peak error, snapping, threshold 0.05 u", (0.31, 2), &[SNAP, "sender.threshold=0.05"], peak),
    figure("snap.peak.0.3", "peak error, snapping, threshold 0.3 u", (0.76, 2), &[SNAP], peak),
    figure("snap.step", "largest step in one 60 Hz tick, snapping", (0.74, 2), &[SNAP], step),
    figure("blend0.2.step", "largest step, 200 ms blend", (0.15, 2), &[], step),
    figure("blend0.2.peak", "peak error, 200 ms blend", (0.90, 2), &[], peak),
    figure("blend0.2.mean", "mean error, 200 ms blend", (0.24, 2), &[], mean),
    figure("blend1.step", "largest step, 1 s blend", (0.12, 2), &["receiver.blend_time=1"], step),
    figure("blend1.peak", "peak error, 1 s blend", (2.02, 2), &["receiver.blend_time=1"], peak),
    figure("wide.order1", "updates, wide corners, order 1", (20.0, 0), &[WIDE], updates),
    figure("wide.order2", "updates, wide corners, order 2", (15.0, 0), &[WIDE, ORDER_2], updates),
    figure("default.order2", "updates, default corners, order 2", (15.0, 0), &[ORDER_2], updates),
    figure("default.order2.step", "largest step, order 2", (0.23, 2), &[ORDER_2], step),
    figure("sharp.order1", "updates, near-instant corners, order 1", (8.0, 0), &[INSTANT], updates),
    figure("sharp.order2", "updates, near-instant corners, order 2", (8.0, 0), &[INSTANT, ORDER_2], updates),
    figure("wide.peak", "peak error, wide corners", (0.89, 2), &[WIDE], peak),
    figure("sharp.peak", "peak error, near-instant corners", (1.11, 2), &[INSTANT], peak),
    figure("onfoot.rate", "updates per second, on-foot reversal (20 s)", (4.0, 0), &[ON_FOOT], rate),
    figure("onfoot.mean", "mean error, on-foot reversal", (0.79, 2), &[ON_FOOT], mean),
    figure("onfoot.peak", "peak error, on-foot reversal", (1.21, 2), &[ON_FOOT], peak),
    figure("bound.default", "snapping bound at 0.3 u, 4 u/s, 100 ms", (1.23, 2), &[SNAP], |lab| lab.settings.snapping_bound()),
    figure("interp.behind", "distance behind along the path, 10 Hz, 200 ms delay, 100 ms latency, u", (1.2, 1), &["motion.kind=straight"], |lab| lab.run.lanes[1].frames.last().map_or(0.0, |frame| frame.error)),
    figure("arrival.behind", "steady error when applied at arrival, u", (0.4, 1), &["motion.kind=straight", "receiver.send_time=false", "sender.threshold=0.01", "sender.heartbeat=1"], |lab| lab.run.lanes[0].frames.last().map_or(0.0, |frame| frame.error)),
];

/// Runs the lab once for each published figure.
///
/// # Errors
/// [`FigureError`] if a run of the table cannot be made; the tests make them all.
pub fn measure_all() -> Result<Vec<Measured>, FigureError> {
    FIGURES.iter().map(measure).collect()
}

fn measure(figure: &Figure) -> Result<Measured, FigureError> {
    let mut settings = Settings::default();
    for assignment in figure.set {
        settings.set(assignment)?;
    }
    let measured = (figure.read)(&Experiment::of(settings)?);
    let &Figure { id, what, published, decimals, .. } = figure;
    let agrees = format!("{measured:.decimals$}") == format!("{published:.decimals$}");
    Ok(Measured { id, what, published, measured, decimals, must: true, agrees })
}

/// How a snapping receiver does against its bound ε + 2s(L + h), over a grid of runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BoundGrid {
    /// How many runs for each order.
    pub runs: usize,
    /// Order 1 at its closest: the bound holds while the ratio is at most 1.
    pub order_1: Extreme,
    /// Order 2 at its worst: not covered by the bound.
    pub order_2: Extreme,
    /// In how many runs order 2 went past the bound.
    pub order_2_breaks: usize,
}

/// The run of the grid with the largest peak error over its bound.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Extreme {
    /// Peak error / bound.
    pub ratio: f64,
    /// Peak error, u.
    pub peak_error: f64,
    /// The bound, u.
    pub bound: f64,
    /// The settings, as `key=value`.
    pub settings: Vec<String>,
}

/// The published ratio of order 2 to the bound; the grid it was found on is not.
pub const PUBLISHED_ORDER_2_RATIO: f64 = 1.45;

const GRID_SPEEDS: [f64; 3] = [1.0, 4.0, 10.0];
const GRID_LATENCIES: [f64; 4] = [0.0, 0.05, 0.1, 0.25];
const GRID_THRESHOLDS: [f64; 4] = [0.05, 0.15, 0.3, 1.0];
const GRID_MOTIONS: [(MotionKind, f64); 6] = [
    (MotionKind::Lap, 0.0),
    (MotionKind::Lap, 0.6),
    (MotionKind::Lap, 1.0),
    (MotionKind::Circle, 0.6),
    (MotionKind::OnFoot, 0.6),
    (MotionKind::Straight, 0.6),
];

/// Runs the grid of speeds, latencies, thresholds and motions, both orders, snapping.
///
/// # Errors
/// As [`measure_all`].
pub fn bound_grid() -> Result<BoundGrid, TruthError> {
    let mut grid = BoundGrid::default();
    for (kind, sharpness) in GRID_MOTIONS {
        for speed in GRID_SPEEDS {
            let mut settings = Settings::default();
            settings.motion.kind = kind;
            settings.motion.speed = speed;
            settings.track.sharpness = sharpness;
            settings.receiver.blend_time = 0.0;
            let truth = Truth::build(&settings)?;
            for latency in GRID_LATENCIES {
                for threshold in GRID_THRESHOLDS {
                    settings.link.latency = latency;
                    settings.sender.threshold = threshold;
                    grid.add(&truth, &settings);
                }
            }
        }
    }
    Ok(grid)
}

impl BoundGrid {
    fn add(&mut self, truth: &Truth, settings: &Settings) {
        self.runs += 1;
        self.order_1.widen(truth, settings);
        let mut second = settings.clone();
        second.sender.order = dead_reckoning::Order::Acceleration;
        let ratio = self.order_2.widen(truth, &second);
        self.order_2_breaks += usize::from(ratio > 1.0);
    }
}

impl Extreme {
    /// Takes this run in if it comes closer to its bound, or goes further past it. Returns its ratio.
    fn widen(&mut self, truth: &Truth, settings: &Settings) -> f64 {
        let lane = simulate(truth, settings).dead_reckoning;
        let peak_error = lane.frames.iter().map(|frame| frame.error).fold(0.0, f64::max);
        let bound = settings.snapping_bound();
        let ratio = peak_error / bound;
        if ratio > self.ratio {
            *self = Self { ratio, peak_error, bound, settings: settings.changed() };
        }
        ratio
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_published_figure_agrees() {
        let figures = measure_all().expect("every run of the table");
        assert_eq!(figures.len(), 30);
        for figure in figures {
            assert!(figure.agrees, "{figure:?}");
        }
    }

    #[test]
    fn every_row_sets_what_it_says() {
        for figure in FIGURES {
            for assignment in figure.set {
                let mut settings = Settings::default();
                settings.set(assignment).expect(figure.id);
                assert_ne!(settings, Settings::default(), "{} changes nothing", figure.id);
            }
        }
    }

    #[test]
    fn the_bound_holds_for_order_one_and_not_for_order_two() {
        let grid = bound_grid().expect("every run of the grid");
        assert_eq!(grid.runs, 288);
        assert!(grid.order_1.ratio <= 1.0, "{:?}", grid.order_1);
        assert!(grid.order_1.ratio > 0.8, "the grid comes close to the bound: {:?}", grid.order_1);
        assert!(grid.order_2.ratio > 1.0 && grid.order_2_breaks > 0, "{:?}", grid.order_2);
    }
}
