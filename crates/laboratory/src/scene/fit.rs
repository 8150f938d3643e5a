//! What a camera shows of a picture.

use super::Area;
use super::camera::Camera;
use super::legend;
use super::picture::Picture;
use crate::experiment::Experiment;
use glam::DVec2;

/// Room between the track and the edges, points.
const MARGIN: f32 = 56.0;

/// What a camera on an experiment fits: its least and greatest corner, u.
#[must_use]
pub fn extent(experiment: &Experiment) -> (DVec2, DVec2) {
    (experiment.settings.technique.scene().extent)(experiment)
}

/// What a picture and what stands beside it show together, u; nothing if the picture alone decides.
pub(super) fn shared_extent(picture: &Picture<'_>) -> Option<(DVec2, DVec2)> {
    picture.bounds.or_else(|| {
        let beside = picture.beside?;
        let (low, high) = extent(picture.experiment);
        let (other_low, other_high) = extent(beside.experiment);
        Some((low.min(other_low), high.max(other_high)))
    })
}

/// A camera on everything that the run shows, as the view wants it, through `area`.
pub(super) fn camera_on(picture: &Picture<'_>, area: Area) -> Camera {
    let truth = &picture.experiment.truth;
    let view = picture.view;
    let free = Area { min: area.min + legend::room_taken(picture, area), ..area };
    let all = Camera::fit(
        shared_extent(picture).unwrap_or_else(|| extent(picture.experiment)),
        free,
        MARGIN.min(free.size().min_element() / 8.0),
    );
    let center = match view.center {
        _ if view.follow => truth.states[picture.tick()].position,
        Some(center) => DVec2::from(center),
        None => all.center,
    };
    Camera { center, scale: all.scale * view.zoom, area, focus: all.focus }
}
