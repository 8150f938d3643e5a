//! The time strip and its chart: time to the right, error upwards. What they are, and where a tick and an error lie.
//!
//! A run of more than [`LONG`] is shown a part at a time: the part that the playhead is in, with the whole above it.

use super::Area;
use super::layers::Switch;
use super::picture::Picture;
use super::theme::Theme;
use crate::Tick;
use crate::experiment::Experiment;
use crate::lanes::Side;
use glam::vec2;

/// The height of the packets lane below the chart, points.
pub(super) const LANE: f32 = 36.0;
/// The height of the row of marks that a low strip has in its place, points.
const MARKS: f32 = 22.0;
/// A strip lower than this has no packets lane, points.
const LOW: f32 = 110.0;
/// A longer run is shown a part at a time, s.
pub const LONG: f64 = 30.0;
/// How long such a part is, s.
pub const PART: f64 = 20.0;
/// The height of the whole above a part, points.
const WHOLE: f32 = 20.0;
/// Room between the two, points.
pub(super) const BETWEEN: f32 = 8.0;

/// What is on the strip.
#[derive(Clone, Copy, Debug)]
pub struct Strip<'a> {
    /// What to show.
    pub picture: &'a Picture<'a>,
    /// Where, points.
    pub area: Area,
}

/// The chart inside the strip: time to the right, error upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct StripChart {
    pub(super) area: Area,
    /// The first tick of it.
    pub(super) first: Tick,
    /// The last.
    pub(super) last: Tick,
    pub(super) top_error: f64,
}

impl StripChart {
    pub(super) fn of(strip: &Strip<'_>) -> Self {
        let settings = &strip.picture.experiment.settings;
        let most = strip.picture.top_error.unwrap_or_else(|| strip.highest());
        // A bound that is not far off is in sight.
        let bound = settings.snapping_bound();
        let own = strip.picture.top_error.is_none() && strip.shows_dead_reckoning();
        let near = own && settings.is_bounded() && bound < 2.0 * most;
        let most = if near { most.max(bound) } else { most };
        let has_threshold = settings.technique.row().has_threshold;
        let most = most.max(if has_threshold { settings.threshold() } else { 0.1 });
        let Area { min, max } = strip.area;
        let below = if strip.is_low() { MARKS } else { LANE };
        let above = if strip.is_in_parts() { WHOLE + BETWEEN } else { 0.0 };
        let (first, last) = strip.part();
        Self {
            area: Area { min: min + vec2(52.0, 14.0 + above), max: max - vec2(16.0, below) },
            first,
            last,
            top_error: (most * 1.08).max(1e-6),
        }
    }

    /// The whole run, above a part of it.
    pub(super) fn whole(strip: &Strip<'_>) -> Self {
        let Area { min, max } = strip.area;
        let (top, last) = (min.y + 10.0, strip.last());
        let area = Area::new(min.x + 52.0, top, max.x - 16.0, top + WHOLE);
        Self { area, first: 0, last, ..Self::of(strip) }
    }

    pub(super) fn x(&self, tick: f32) -> f32 {
        let ticks = (self.last - self.first).max(1) as f32;
        self.area.min.x + self.area.size().x * (tick - self.first as f32) / ticks
    }

    /// Whether a tick is on it.
    pub(super) fn shows(&self, tick: Tick) -> bool {
        (self.first..=self.last).contains(&tick)
    }

    pub(super) fn y(&self, error: f64) -> f32 {
        self.area.max.y - self.area.size().y * (error / self.top_error).min(1.0) as f32
    }
}

impl<'a> Strip<'a> {
    /// The strip of a picture; of one that has another beside it, its own in the left half.
    #[must_use]
    pub fn of(picture: &'a Picture<'a>, area: Area) -> Self {
        let area = if picture.beside.is_some() { area.halves().0 } else { area };
        Self { picture, area }
    }

    pub(super) fn theme(&self) -> &'static Theme {
        self.picture.view.colors()
    }

    /// The last tick of the run.
    pub(super) fn last(&self) -> Tick {
        self.picture.experiment.truth.states.len().saturating_sub(1)
    }

    /// Whether a part of the run is shown, and the whole above it.
    pub(super) fn is_in_parts(&self) -> bool {
        self.picture.experiment.truth.seconds > LONG && !self.is_low()
    }

    /// The first and the last tick that are shown: of the part that the playhead is in. Parts do not move with the
    /// playhead: a curve that slides away under it cannot be read.
    pub(super) fn part(&self) -> (Tick, Tick) {
        if !self.is_in_parts() {
            return (0, self.last());
        }
        let ticks = ((PART * self.picture.experiment.truth.tick_rate).round() as Tick).max(1);
        let parts = self.last().div_ceil(ticks).max(1);
        let part = (self.picture.tick() / ticks).min(parts - 1);
        (part * ticks, ((part + 1) * ticks).min(self.last()))
    }

    /// Whether there is no room for a packets lane.
    pub(super) fn is_low(&self) -> bool {
        self.area.size().y < LOW
    }

    /// The largest error of what is shown, u.
    pub(super) fn highest(&self) -> f64 {
        let Experiment { metrics: [first, second], .. } = self.picture.experiment;
        let leading = self.picture.view.layout.leading();
        let of = |pinned: &Experiment| pinned.metrics(leading).peak_error;
        let pinned = self.picture.pinned.map_or(0.0, of);
        let drawn = if self.shows_dead_reckoning() { first.peak_error } else { 0.0 };
        let snapshot = if self.shows_snapshots() { second.peak_error } else { 0.0 };
        drawn.max(snapshot).max(pinned)
    }

    pub(super) fn shows_snapshots(&self) -> bool {
        let view = self.picture.view;
        view.layout.shows(Side::Second) && view.layers.is_on(Switch::Snapshot)
    }

    pub(super) fn shows_dead_reckoning(&self) -> bool {
        self.picture.view.layout.shows(Side::First)
    }
}
