//! The published figures, each beside the one measured here.
//!
//! In: nothing but the code. Out: [`Measured`] rows and the [`BoundGrid`].
//!
//! Source: Game Development Cheat Sheet, "Dead Reckoning and Extrapolation" (text CC BY 4.0),
//! <https://gdcs.coody.app/networking/netcode/dead-reckoning>.

use super::RowError;
use super::reading::{COUNT, Reading, TENTHS, UNITS, measure, reading};
use super::sources::{CHEAT_SHEET, Published};
use crate::experiment::Experiment;
use crate::settings::{MotionKind, Settings};
use crate::simulate::simulate;
use crate::truth::{Truth, TruthError};
use serde::Serialize;

/// A published figure, and how it is measured over the default settings.
struct PublishedFigure {
    id: &'static str,
    published: Published,
    reading: Reading,
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

const fn figure(id: &'static str, published: Published, reading: Reading) -> PublishedFigure {
    PublishedFigure { id, published, reading: reading.published(published) }
}

fn updates(lab: &Experiment) -> f64 {
    lab.metrics[0].updates()
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
    lab.metrics[0].updates_per_second()
}

#[rustfmt::skip]
const FIGURES: &[PublishedFigure] = &[
    figure("lap.seconds", CHEAT_SHEET.states(8.4), reading("lap time, s", ("s", 1), &[], |lab| lab.truth.seconds)),
    figure("updates.threshold.1", CHEAT_SHEET.states(8.0), reading("updates per lap at threshold 1 u", COUNT, &["sender.threshold=1"], updates)),
    figure("updates.threshold.0.6", CHEAT_SHEET.states(12.0), reading("updates per lap at threshold 0.6 u", COUNT, &["sender.threshold=0.6"], updates)),
    figure("updates.threshold.0.3", CHEAT_SHEET.states(14.0), reading("updates per lap at threshold 0.3 u", COUNT, &[], updates)),
    figure("updates.threshold.0.15", CHEAT_SHEET.states(21.0), reading("updates per lap at threshold 0.15 u", COUNT, &["sender.threshold=0.15"], updates)),
    figure("updates.threshold.0.05", CHEAT_SHEET.states(29.0), reading("updates per lap at threshold 0.05 u", COUNT, &["sender.threshold=0.05"], updates)),
    figure("rate.default", CHEAT_SHEET.states(1.68), reading("updates per second at 0.3 u", ("1/s", 2), &[], rate)),
    figure("packets.fixed10", CHEAT_SHEET.states(84.0), reading("packets of a fixed 10 Hz stream in a lap", COUNT, &[], |lab| lab.metrics[1].updates())),
    figure("snap.peak.0.05", CHEAT_SHEET.states(0.31), reading("peak error, snapping, threshold 0.05 u", UNITS, &[SNAP, "sender.threshold=0.05"], peak)),
    figure("snap.peak.0.3", CHEAT_SHEET.states(0.76), reading("peak error, snapping, threshold 0.3 u", UNITS, &[SNAP], peak)),
    figure("snap.step", CHEAT_SHEET.states(0.74), reading("largest step in one 60 Hz tick, snapping", UNITS, &[SNAP], step)),
    figure("blend0.2.step", CHEAT_SHEET.states(0.15), reading("largest step, 200 ms blend", UNITS, &[], step)),
    figure("blend0.2.peak", CHEAT_SHEET.states(0.90), reading("peak error, 200 ms blend", UNITS, &[], peak)),
    figure("blend0.2.mean", CHEAT_SHEET.states(0.24), reading("mean error, 200 ms blend", UNITS, &[], mean)),
    figure("blend1.step", CHEAT_SHEET.states(0.12), reading("largest step, 1 s blend", UNITS, &["receiver.blend_time=1"], step)),
    figure("blend1.peak", CHEAT_SHEET.states(2.02), reading("peak error, 1 s blend", UNITS, &["receiver.blend_time=1"], peak)),
    figure("wide.order1", CHEAT_SHEET.states(20.0), reading("updates, wide corners, order 1", COUNT, &[WIDE], updates)),
    figure("wide.order2", CHEAT_SHEET.states(15.0), reading("updates, wide corners, order 2", COUNT, &[WIDE, ORDER_2], updates)),
    figure("default.order2", CHEAT_SHEET.states(15.0), reading("updates, default corners, order 2", COUNT, &[ORDER_2], updates)),
    figure("default.order2.step", CHEAT_SHEET.states(0.23), reading("largest step, order 2", UNITS, &[ORDER_2], step)),
    figure("sharp.order1", CHEAT_SHEET.states(8.0), reading("updates, near-instant corners, order 1", COUNT, &[INSTANT], updates)),
    figure("sharp.order2", CHEAT_SHEET.states(8.0), reading("updates, near-instant corners, order 2", COUNT, &[INSTANT, ORDER_2], updates)),
    figure("wide.peak", CHEAT_SHEET.states(0.89), reading("peak error, wide corners", UNITS, &[WIDE], peak)),
    figure("sharp.peak", CHEAT_SHEET.states(1.11), reading("peak error, near-instant corners", UNITS, &[INSTANT], peak)),
    figure("onfoot.rate", CHEAT_SHEET.states(4.0), reading("updates per second, on-foot reversal (20 s)", ("1/s", 0), &[ON_FOOT], rate)),
    figure("onfoot.mean", CHEAT_SHEET.states(0.79), reading("mean error, on-foot reversal", UNITS, &[ON_FOOT], mean)),
    figure("onfoot.peak", CHEAT_SHEET.states(1.21), reading("peak error, on-foot reversal", UNITS, &[ON_FOOT], peak)),
    figure("bound.default", CHEAT_SHEET.states(1.23), reading("snapping bound at 0.3 u, 4 u/s, 100 ms", UNITS, &[SNAP], |lab| lab.settings.snapping_bound())),
    figure("interp.behind", CHEAT_SHEET.states(1.2), reading("distance behind along the path, 10 Hz, 200 ms delay, 100 ms latency, u", TENTHS, &["motion.kind=straight"], |lab| lab.run.lanes[1].frames.last().map_or(0.0, |frame| frame.error))),
    figure("arrival.behind", CHEAT_SHEET.states(0.4), reading("steady error when applied at arrival, u", TENTHS, &["motion.kind=straight", "receiver.send_time=false", "sender.threshold=0.01", "sender.heartbeat=1"], |lab| lab.run.lanes[0].frames.last().map_or(0.0, |frame| frame.error))),
];

/// Measures every published figure over the default settings.
///
/// # Errors
/// [`RowError`] if a run of the table cannot be made; the tests make them all.
pub fn measure_all() -> Result<Vec<Measured>, RowError> {
    let base = Experiment::of(Settings::default())?;
    let values = measure(&base, FIGURES.iter().map(|figure| &figure.reading))?;
    Ok(FIGURES.iter().zip(values).map(|(figure, value)| figure.beside(value)).collect())
}

/// What is published as the figure of this name. Meant for constants: a name that there is not does not compile.
pub(super) const fn figure_of(id: &str) -> Published {
    let mut place = 0;
    while !is_same(FIGURES[place].id, id) {
        place += 1;
    }
    FIGURES[place].published
}

/// Equality of text, where the compiler has no other.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

impl PublishedFigure {
    fn beside(&self, measured: f64) -> Measured {
        let Self { id, published: Published { value: published, .. }, reading } = *self;
        let (what, decimals) = (reading.label, reading.decimals);
        let agrees = reading.agrees(measured);
        Measured { id, what, published, measured, decimals, must: true, agrees }
    }
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
        let [lane, _] = simulate(truth, settings).lanes;
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
    use crate::testing::settings;

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
            for assignment in figure.reading.set {
                let settings = settings(&[assignment]);
                assert_ne!(settings, Settings::default(), "{} changes nothing", figure.id);
            }
        }
    }

    #[test]
    fn a_figure_is_found_by_its_whole_name() {
        for (at, figure) in FIGURES.iter().enumerate() {
            assert_eq!(figure_of(figure.id), figure.published);
            assert!(!FIGURES[..at].iter().any(|other| other.id == figure.id), "{}", figure.id);
        }
        assert!(!is_same("snap.peak.0.3", "snap.peak.0.05") && !is_same("snap", "snap.step"));
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
