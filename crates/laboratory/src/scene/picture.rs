//! What to show: an experiment at a tick, how to look at it, and what is beside it.

use super::Area;
use super::view::{Layout, View};
use crate::Tick;
use crate::experiment::Experiment;
use glam::{DVec2, vec2};

/// How much of the stage the caption takes, points.
const CAPTION: f32 = 110.0;

/// What stands beside a picture, on a stage and a truth of its own.
#[derive(Clone, Copy, Debug)]
pub struct Beside<'a> {
    /// What happened there.
    pub experiment: &'a Experiment,
    /// Which lanes it shows.
    pub layout: Layout,
    /// What the picture is called, and what this is.
    pub names: [&'a str; 2],
}

/// What to show.
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    /// What happened.
    pub experiment: &'a Experiment,
    /// What it is compared with, on the same truth.
    pub pinned: Option<&'a Experiment>,
    /// When.
    pub tick: Tick,
    /// How to look at it.
    pub view: &'a View,
    /// What is being shown, in words: drawn large when presenting; nothing is no caption.
    pub caption: [&'a str; 2],
    /// Name the keys that switch the layers.
    pub keys: bool,
    /// Leave the error out: the pointer is on something and says it there.
    pub quiet: bool,
    /// Say what the colours mean, how long a unit is and what the time is. Pictures beside each other share one
    /// legend, which says so for all of them.
    pub legend: bool,
    /// What the camera fits (least and greatest corner, u), if not what the run shows: pictures beside each
    /// other share one.
    pub bounds: Option<(DVec2, DVec2)>,
    /// The top of the time strip, u, if not the largest error that it shows: likewise.
    pub top_error: Option<f64>,
    /// What stands to its right, if anything: then it is the left half.
    pub beside: Option<Beside<'a>>,
}

impl<'a> Picture<'a> {
    /// The first tick of an experiment, nothing beside it.
    #[must_use]
    pub fn of(experiment: &'a Experiment, view: &'a View) -> Self {
        Self {
            experiment,
            pinned: None,
            tick: 0,
            view,
            caption: [""; 2],
            keys: false,
            quiet: false,
            legend: true,
            bounds: None,
            top_error: None,
            beside: None,
        }
    }

    /// The tick that is shown: one that the run has.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.tick.min(self.experiment.truth.states.len().saturating_sub(1))
    }

    /// The part of an area that the stages take, and the part below them for the caption.
    #[must_use]
    pub fn split(&self, area: Area) -> (Area, Area) {
        let caption = if self.has_caption() { CAPTION.min(area.size().y / 2.0) } else { 0.0 };
        let middle = area.max.y - caption;
        let stages = Area { max: vec2(area.max.x, middle), ..area };
        (stages, Area { min: vec2(area.min.x, middle), ..area })
    }

    /// Whether it says in large letters what it shows.
    pub(super) fn has_caption(&self) -> bool {
        self.view.presenting && !self.caption[0].is_empty()
    }
}
