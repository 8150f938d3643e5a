//! What the layers of a shot look like in the legend.

use crate::scene::layers::Switch;
use crate::scene::theme::{Rgba, Theme};
use crate::scene::{Area, Shape, Stroke, vehicle};
use glam::{Vec2, vec2};

/// What a layer looks like in the legend, where that differs from the other techniques.
pub(in crate::scene) fn sample(switch: Switch, middle: Vec2, theme: &Theme) -> Shape {
    let square = |fill: Rgba, edge: Rgba| {
        let area = Area { min: middle - 5.5, max: middle + 5.5 };
        Shape::Box { area, radius: 0.0, fill, stroke: Some(Stroke::new(2.0, edge)) }
    };
    match switch {
        Switch::Path => square(theme.truth.alpha(0.0), theme.truth),
        Switch::Drawn => square(theme.drawn.alpha(0.35), theme.drawn),
        Switch::Snapshot => square(theme.snapshot.alpha(0.0), theme.snapshot),
        Switch::Errors => {
            let half = vec2(10.0, 0.0);
            Shape::segment(middle - half, middle + half, 2.0, theme.error)
        }
        Switch::Updates
        | Switch::Threshold
        | Switch::Model
        | Switch::Packets
        | Switch::Velocity
        | Switch::Heading
        | Switch::Grid => vehicle::sample::sample(switch, middle, theme),
    }
}
