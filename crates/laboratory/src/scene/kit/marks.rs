//! Small marks, each about a point.

use crate::scene::theme::Rgba;
use crate::scene::{Shape, Stroke};
use glam::{DVec2, Vec2, vec2};

/// A cross in one stroke.
pub(in crate::scene) fn cross(middle: Vec2, half: f32, width: f32, color: Rgba) -> Shape {
    let arm = |x: f32, y: f32| middle + vec2(x, y) * half;
    let points = vec![arm(-1.0, -1.0), arm(1.0, 1.0), middle, arm(-1.0, 1.0), arm(1.0, -1.0)];
    Shape::Line { points, closed: false, stroke: Stroke::new(width, color) }
}

pub(in crate::scene) fn check_mark(middle: Vec2, size: f32, color: Rgba) -> Shape {
    let points = [(-0.4, 0.0), (-0.1, 0.3), (0.45, -0.35)];
    let points = points.map(|(x, y)| middle + vec2(x, y) * size).to_vec();
    Shape::Line { points, closed: false, stroke: Stroke::new(1.6, color) }
}

/// An arrow from `tail` to `tip`, its head of one size however long it is.
pub(in crate::scene) fn arrow(tail: Vec2, tip: Vec2, width: f32, color: Rgba) -> [Shape; 2] {
    let back = (tail - tip).normalize_or_zero() * 7.0;
    let barb = |turn: f32| tip + back + back.perp() * turn;
    let (points, stroke) = (vec![barb(0.6), tip, barb(-0.6)], Stroke::new(width, color));
    [Shape::segment(tail, tip, width, color), Shape::Line { points, closed: false, stroke }]
}

/// An arrow that points along a wish, its middle at `middle`; a small dot where nothing is pressed.
pub(in crate::scene) fn key_arrow(middle: Vec2, wish: DVec2, size: f32, color: Rgba) -> Vec<Shape> {
    // Up is less on the screen.
    let way = vec2(wish.x as f32, -wish.y as f32).normalize_or_zero();
    if way == Vec2::ZERO {
        return vec![Shape::disc(middle, (size * 0.16).max(0.8), color.alpha(0.6))];
    }
    let (tail, tip) = (middle - way * size * 0.5, middle + way * size * 0.5);
    let width = (size * 0.16).clamp(0.8, 2.0);
    let barb = |turn: f32| tip - way * size * 0.4 + way.perp() * size * 0.34 * turn;
    let points = vec![barb(1.0), tip, barb(-1.0)];
    let stroke = Stroke::new(width, color);
    vec![Shape::segment(tail, tip, width, color), Shape::Line { points, closed: false, stroke }]
}

/// A car of this size that faces along `ahead`, a unit vector: its outline, pointed in front.
pub(in crate::scene) fn car_outline(middle: Vec2, ahead: Vec2, size: f32) -> Vec<Vec2> {
    let corners = [(1.9, 0.0), (0.9, 1.0), (-1.3, 1.0), (-1.3, -1.0), (0.9, -1.0)];
    corners.map(|(along, aside)| middle + (ahead * along + ahead.perp() * aside) * size).to_vec()
}
