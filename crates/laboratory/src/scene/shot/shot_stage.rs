//! The shot of a tick on its stage, and what a camera fits of it.

use crate::experiment::Experiment;
use crate::scene::Area;
use crate::scene::camera::bounds;
use crate::scene::stage::Stage;
use crate::scene::theme::Theme;
use crate::settings::Settings;
use crate::technique::shot::detail::ShotFrame;
use crate::technique::shot::setup::{boxed, muzzle, walls};
use dead_reckoning::rewind::{Hitbox, Verdict, Wall};
use glam::{DVec2, Vec2};

/// A stage narrower than this has short names at the boxes, points.
const COMPACT: f32 = 560.0;
/// The part of the height that the names of the boxes take.
const NAMES: f64 = 0.22;

/// What the camera fits, u: the way, shooter and walls, and room for the names on the far side from the shooter.
pub(in crate::scene) fn extent(experiment: &Experiment) -> (DVec2, DVec2) {
    let settings = &experiment.settings;
    let (low, high) = bounds(experiment.truth.outline.iter().copied());
    let ends = walls(settings).into_iter().flat_map(|wall| match wall {
        Wall::Segment { from, to } => [from, to],
        Wall::Block(hitbox) => [hitbox.center - hitbox.half, hitbox.center + hitbox.half],
    });
    let (mut least, mut most) = bounds(ends.chain([muzzle(settings), low, high]));
    let room = NAMES * (most.y - least.y);
    if settings.shot.shooter_y <= (low.y + high.y) / 2.0 {
        most.y = most.y.max(high.y + room);
    } else {
        least.y = least.y.min(low.y - room);
    }
    (least, most)
}

/// The shot of a tick on its stage.
pub(super) struct ShotStage<'a> {
    pub(super) stage: &'a Stage<'a>,
    pub(super) shot: &'a ShotFrame,
}

impl ShotStage<'_> {
    pub(super) fn settings(&self) -> &Settings {
        &self.stage.experiment().settings
    }

    pub(super) fn theme(&self) -> &'static Theme {
        self.stage.colors()
    }

    /// Whether the server went back at all.
    pub(super) fn rewinds(&self) -> bool {
        let Verdict { seen, rewound, .. } = self.shot.verdict;
        rewound.age > 0.0 || seen.age <= 0.0
    }

    pub(super) fn is_compact(&self) -> bool {
        self.stage.camera.area.size().x < COMPACT * self.stage.picture.view.text_scale()
    }

    /// Further than anything that is shown, u.
    pub(super) fn beyond_all(&self) -> f64 {
        let (low, high) = extent(self.stage.experiment());
        2.0 * (high - low).length()
    }

    pub(super) fn area_of(&self, center: DVec2) -> Area {
        let Hitbox { center, half } = boxed(self.settings(), center);
        let half = (half.as_vec2() * self.stage.camera.scale as f32).max(Vec2::splat(3.0));
        let middle = self.stage.on_screen(center);
        Area { min: middle - half, max: middle + half }
    }

    /// Half a box, points.
    pub(super) fn half_a_box(&self) -> f32 {
        self.area_of(DVec2::ZERO).size().x / 2.0
    }
}
