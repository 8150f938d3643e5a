//! A stage: the track from above, at one tick, through one camera. What it is, and what there is on it to read.
//!
//! Invariant: a tick that the run does not have is read as its last one.

pub(super) mod callout;
pub(super) mod clock;
pub(super) mod drawn;
pub(super) mod ground;

use super::Area;
use super::camera::Camera;
use super::layers::Switch;
use super::picture::Picture;
use super::theme::Theme;
use super::view::Layout;
use crate::Tick;
use crate::experiment::Experiment;
use crate::lane::Lane;
use crate::lanes::Side;
use crate::metrics::Metrics;
use crate::settings::Technique;
use crate::technique::vehicle::detail::Note;
use glam::{DVec2, Vec2};

/// The least radius of the vehicle, points: far away it is still a dot.
pub(in crate::scene) const LEAST_RADIUS: f32 = 3.5;
/// How much of the past the trails show, s.
const TRAIL_SECONDS: f64 = 2.0;

/// What is on one stage.
#[derive(Clone, Copy, Debug)]
pub struct Stage<'a> {
    /// What to show.
    pub picture: &'a Picture<'a>,
    /// Through what.
    pub camera: Camera,
    /// Which lanes: a side of a comparison has one of its own.
    pub lanes: Layout,
    /// Where the time axis of client and server lies, if this stage has one.
    pub axis: Option<Area>,
}

impl<'a> Stage<'a> {
    /// The colours of the view.
    pub(in crate::scene) fn colors(&self) -> &'static Theme {
        self.picture.view.colors()
    }

    pub(in crate::scene) fn experiment(&self) -> &'a Experiment {
        self.picture.experiment
    }

    /// Which technique has this stage.
    pub(in crate::scene) fn technique(&self) -> Technique {
        self.experiment().settings.technique
    }

    pub(in crate::scene) fn tick(&self) -> Tick {
        self.picture.tick()
    }

    /// Whether a layer is on, and belongs to a lane that is shown here.
    pub(in crate::scene) fn shows(&self, switch: Switch) -> bool {
        let here = match switch {
            Switch::Drawn | Switch::Model | Switch::Threshold => self.lanes.shows(Side::First),
            Switch::Snapshot => self.lanes.shows(Side::Second),
            Switch::Grid
            | Switch::Path
            | Switch::Updates
            | Switch::Packets
            | Switch::Velocity
            | Switch::Heading
            | Switch::Errors => true,
        };
        here && self.picture.view.layers.is_on(switch)
    }

    /// The lane whose updates and errors are shown, with its numbers.
    pub(in crate::scene) fn lane(&self) -> (&'a Lane, &'a Metrics) {
        let experiment = self.experiment();
        let side = self.lanes.leading();
        (experiment.run.lane(side), experiment.metrics(side))
    }

    /// What an error must pass to be pointed at, u: the threshold; where there is none, what two decimals show.
    pub(in crate::scene) fn least_error(&self) -> f64 {
        let has_threshold = self.technique().row().has_threshold;
        if has_threshold { self.experiment().settings.threshold() } else { 0.005 }
    }

    /// What else there is to say about now.
    pub(in crate::scene) fn note(&self) -> Note {
        let vehicle = self.experiment().run.vehicle();
        vehicle.and_then(|run| run.notes.get(self.tick())).copied().unwrap_or_default()
    }

    pub(in crate::scene) fn on_screen(&self, world: DVec2) -> Vec2 {
        self.camera.screen_from_world(world)
    }

    pub(in crate::scene) fn line_on_screen(
        &self,
        points: impl IntoIterator<Item = DVec2>,
    ) -> Vec<Vec2> {
        points.into_iter().map(|point| self.on_screen(point)).collect()
    }

    pub(in crate::scene) fn true_position(&self) -> DVec2 {
        self.experiment().truth.states[self.tick()].position
    }

    /// The vehicle's radius, to scale, points.
    pub(in crate::scene) fn radius(&self) -> f32 {
        ((self.experiment().settings.entity.width / 2.0 * self.camera.scale) as f32)
            .max(LEAST_RADIUS)
    }

    /// The ticks of the trail, up to now.
    pub(in crate::scene) fn recent_ticks(&self) -> std::ops::RangeInclusive<Tick> {
        let length = (TRAIL_SECONDS * self.experiment().truth.tick_rate) as Tick;
        self.tick().saturating_sub(length)..=self.tick()
    }

    /// A size of text as the view wants it, points.
    pub(in crate::scene) fn text_size(&self, size: f32) -> f32 {
        size * self.picture.view.text_scale()
    }
}
