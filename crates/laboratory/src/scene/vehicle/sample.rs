//! What the layers of a vehicle look like in the legend.

use crate::scene::kit::marks::car_outline;
use crate::scene::layers::Switch;
use crate::scene::theme::Theme;
use crate::scene::{Shape, Stroke};
use glam::{Vec2, vec2};

/// What a layer looks like, small.
pub(in crate::scene) fn sample(switch: Switch, middle: Vec2, theme: &Theme) -> Shape {
    let (left, right) = (middle - vec2(10.0, 0.0), middle + vec2(10.0, 0.0));
    match switch {
        Switch::Path => Shape::Dashed {
            points: vec![left - vec2(1.0, 0.0), right + vec2(2.0, 0.0)],
            closed: false,
            stroke: Stroke::new(1.8, theme.path),
            dash: (6.0, 4.0),
        },
        Switch::Drawn => Shape::disc(middle, 5.5, theme.drawn),
        Switch::Snapshot => Shape::disc(middle, 5.5, theme.snapshot),
        Switch::Updates => {
            Shape::segment(middle - vec2(0.0, 7.0), middle + vec2(0.0, 7.0), 1.8, theme.update)
        }
        Switch::Errors => Shape::segment(left, right, 4.5, theme.error),
        Switch::Threshold => Shape::ring(middle, 6.5, 1.0, theme.truth.alpha(0.6)),
        Switch::Model => Shape::ring(middle, 5.0, 1.6, theme.model),
        Switch::Packets => Shape::disc(middle, 3.0, theme.update),
        Switch::Velocity => Shape::segment(left, right, 1.6, theme.text_quiet),
        Switch::Heading => Shape::Line {
            points: car_outline(middle, Vec2::X, 5.0),
            closed: true,
            stroke: Stroke::new(1.6, theme.text_quiet),
        },
        Switch::Grid => Shape::segment(left, right, 1.0, theme.grid),
    }
}
