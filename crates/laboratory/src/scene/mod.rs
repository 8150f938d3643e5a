//! Pictures as data: shapes in screen points, y down, grouped by layer. What the window paints and an export
//! writes are this same value.
//!
//! In: an experiment, a tick, a [`View`](view::View). Out: a [`Scene`]. Invariant: nothing here paints, and
//! every `f32` comes from the [`camera`] or from a layout in points.

pub mod blackboard;
pub mod camera;
pub mod chart;
pub mod compose;
pub mod fit;
pub mod font;
mod kit;
pub mod layers;
mod legend;
pub mod overview;
pub mod page;
pub mod panel;
pub mod picture;
mod player;
pub mod sheet;
mod shot;
pub mod stage;
pub mod strip;
pub mod sweep;
pub mod table;
mod technique_scene;
mod techniques;
pub mod theme;
mod vehicle;
pub mod view;

use glam::Vec2;
use layers::Layer;
use theme::Rgba;

/// A picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// What to draw, from back to front.
    pub groups: Vec<Group>,
    /// What some of the areas that groups are clipped to are called.
    pub names: Vec<(Area, String)>,
}

/// Shapes that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// What they show.
    pub layer: Layer,
    /// Nothing is drawn outside of it.
    pub clip: Area,
    /// From back to front.
    pub shapes: Vec<Shape>,
}

/// An upright rectangle, points, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Area {
    /// The corner with the least coordinates.
    pub min: Vec2,
    /// The corner with the greatest.
    pub max: Vec2,
}

/// A line's look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Points.
    pub width: f32,
    /// Its colour.
    pub color: Rgba,
}

/// Something to draw.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A line through points.
    Line {
        /// Where it runs.
        points: Vec<Vec2>,
        /// Whether its end joins its beginning.
        closed: bool,
        /// How it looks.
        stroke: Stroke,
    },
    /// A line in dashes.
    Dashed {
        /// Where it runs.
        points: Vec<Vec2>,
        /// Whether its end joins its beginning.
        closed: bool,
        /// How it looks.
        stroke: Stroke,
        /// Length of a dash and of the gap after it, points.
        dash: (f32, f32),
    },
    /// A line that fades in from nothing at its first point.
    Fading {
        /// Where it runs.
        points: Vec<Vec2>,
        /// How it looks at its last point.
        stroke: Stroke,
    },
    /// A circle.
    Circle {
        /// Its middle.
        center: Vec2,
        /// Of the outer edge, points.
        radius: f32,
        /// Its inside.
        fill: Option<Rgba>,
        /// Its edge, inside the radius.
        stroke: Option<Stroke>,
    },
    /// The area between a curve and a horizontal base.
    Under {
        /// The curve, from left to right.
        points: Vec<Vec2>,
        /// The height of the base.
        base: f32,
        /// Its colour.
        fill: Rgba,
    },
    /// A rectangle with round corners.
    Box {
        /// Where.
        area: Area,
        /// Of the corners, points.
        radius: f32,
        /// Its inside.
        fill: Rgba,
        /// Its edge.
        stroke: Option<Stroke>,
    },
    /// A line of text.
    Text {
        /// The end of its baseline that `align` names.
        at: Vec2,
        /// Which end that is.
        align: Align,
        /// Points.
        size: f32,
        /// Whether it stands out.
        weight: Weight,
        /// Its colour.
        color: Rgba,
        /// What it says.
        text: String,
    },
}

/// Where a text stands to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// The weights of the one font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// For reading.
    Regular,
    /// For headings and numbers that matter.
    SemiBold,
}

impl Area {
    /// From its corners.
    #[must_use]
    pub fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Self { min: Vec2::new(left, top), max: Vec2::new(right, bottom) }
    }

    /// Width and height.
    #[must_use]
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    /// Its middle.
    #[must_use]
    pub fn center(&self) -> Vec2 {
        (self.min + self.max) / 2.0
    }

    /// Whether the point lies in it.
    #[must_use]
    pub fn contains(&self, point: Vec2) -> bool {
        point.cmpge(self.min).all() && point.cmple(self.max).all()
    }

    /// Smaller by so many points on every side.
    #[must_use]
    pub fn shrunk(&self, by: f32) -> Self {
        Self { min: self.min + by, max: self.max - by }
    }

    /// Its left and right half.
    #[must_use]
    pub fn halves(&self) -> (Self, Self) {
        let middle = self.center().x;
        let left = Self { max: Vec2::new(middle, self.max.y), ..*self };
        let right = Self { min: Vec2::new(middle, self.min.y), ..*self };
        (left, right)
    }
}

impl Scene {
    /// Adds shapes in front of what is there.
    pub fn add(&mut self, layer: Layer, clip: Area, shapes: Vec<Shape>) {
        if !shapes.is_empty() {
            self.groups.push(Group { layer, clip, shapes });
        }
    }
}

impl Stroke {
    /// A stroke so many points wide.
    #[must_use]
    pub fn new(width: f32, color: Rgba) -> Self {
        Self { width, color }
    }
}

impl Shape {
    /// A straight line.
    #[must_use]
    pub fn segment(from: Vec2, to: Vec2, width: f32, color: Rgba) -> Self {
        Self::Line { points: vec![from, to], closed: false, stroke: Stroke::new(width, color) }
    }

    /// A filled area.
    #[must_use]
    pub fn filled(area: Area, fill: Rgba) -> Self {
        Self::Box { area, radius: 0.0, fill, stroke: None }
    }

    /// A filled circle.
    #[must_use]
    pub fn disc(center: Vec2, radius: f32, fill: Rgba) -> Self {
        Self::Circle { center, radius, fill: Some(fill), stroke: None }
    }

    /// A hollow circle; `radius` is that of the middle of its edge.
    #[must_use]
    pub fn ring(center: Vec2, radius: f32, width: f32, color: Rgba) -> Self {
        let stroke = Some(Stroke::new(width, color));
        Self::Circle { center, radius: radius + width / 2.0, fill: None, stroke }
    }

    /// Text in the regular weight.
    #[must_use]
    pub fn label(at: Vec2, align: Align, size: f32, color: Rgba, text: impl Into<String>) -> Self {
        Self::Text { at, align, size, weight: Weight::Regular, color, text: text.into() }
    }

    /// Text that stands out.
    #[must_use]
    pub fn heading(
        at: Vec2,
        align: Align,
        size: f32,
        color: Rgba,
        text: impl Into<String>,
    ) -> Self {
        Self::Text { at, align, size, weight: Weight::SemiBold, color, text: text.into() }
    }
}

/// The most dashes that a line is cut into; a longer one is drawn through.
pub const MOST_DASHES: f32 = 4000.0;

/// The parts of a line that come near an area: what lies elsewhere costs nothing.
fn parts_near(points: &[Vec2], closed: bool, area: Area) -> Vec<Vec<Vec2>> {
    let reach = area.shrunk(-50.0);
    let ends = points.iter().skip(1).chain(points.first().filter(|_| closed));
    let mut runs: Vec<Vec<Vec2>> = Vec::new();
    let mut joined = false;
    for (from, to) in points.iter().zip(ends) {
        let touches = from.max(*to).cmpge(reach.min).all() && from.min(*to).cmple(reach.max).all();
        if touches && !joined {
            runs.push(vec![*from]);
        }
        if let Some(run) = runs.last_mut().filter(|_| touches) {
            run.push(*to);
        }
        joined = touches;
    }
    runs
}

/// Whether a line is short enough to be cut into dashes.
#[must_use]
pub fn is_dashed(points: &[Vec2], dash: (f32, f32)) -> bool {
    let length: f32 = points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
    length <= MOST_DASHES * (dash.0 + dash.1)
}

/// The dashes of a line, each as a line of its own that follows the bends: `dash` is the length of a dash and
/// of the gap after it, points. A dash of no length gives nothing; a line of more than [`MOST_DASHES`] dashes
/// comes back whole.
#[must_use]
pub fn dashes(points: &[Vec2], closed: bool, dash: (f32, f32)) -> Vec<Vec<Vec2>> {
    let mut all = Vec::new();
    if dash.0 <= 0.0 || dash.1 < 0.0 {
        return all;
    }
    if !is_dashed(points, dash) {
        return vec![points.to_vec()];
    }
    let mut current: Vec<Vec2> = points.first().map(|first| vec![*first]).unwrap_or_default();
    let mut left = dash.0;
    let ends = points.iter().skip(1).chain(points.first().filter(|_| closed));
    for (from, to) in points.iter().zip(ends) {
        let length = from.distance(*to);
        let mut passed = 0.0;
        while passed + left < length {
            passed += left;
            let at = from.lerp(*to, passed / length);
            if current.is_empty() {
                current.push(at);
                left = dash.0;
            } else {
                current.push(at);
                all.push(std::mem::take(&mut current));
                left = dash.1;
            }
        }
        left -= length - passed;
        if !current.is_empty() {
            current.push(*to);
        }
    }
    if current.len() > 1 {
        all.push(current);
    }
    all
}

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn dashes_and_gaps_alternate_and_follow_the_bends() {
        let straight = [vec2(0.0, 0.0), vec2(25.0, 0.0)];
        let xs: Vec<(f32, f32)> = dashes(&straight, false, (6.0, 4.0))
            .iter()
            .map(|dash| (dash[0].x, dash[dash.len() - 1].x))
            .collect();
        assert_eq!(xs, [(0.0, 6.0), (10.0, 16.0), (20.0, 25.0)]);
        let bent = [vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 9.0)];
        let first = &dashes(&bent, false, (6.0, 4.0))[0];
        assert_eq!(*first, [vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 3.0)]);
    }

    #[test]
    fn a_closed_line_is_dashed_all_round() {
        let square = [vec2(0.0, 0.0), vec2(10.0, 0.0), vec2(10.0, 10.0), vec2(0.0, 10.0)];
        assert_eq!(dashes(&square, true, (5.0, 5.0)).len(), 4);
        assert_eq!(dashes(&square, false, (5.0, 5.0)).len(), 3);
    }

    #[test]
    fn a_line_of_any_length_ends() {
        let far = [vec2(0.0, 0.0), vec2(1e9, 0.0), vec2(1e9, 1e9)];
        assert_eq!(dashes(&far, true, (3.0, 4.0)).len(), 1);
        assert_eq!(dashes(&[vec2(0.0, 0.0), vec2(f32::NAN, 0.0)], false, (3.0, 4.0)).len(), 1);
    }

    #[test]
    fn only_what_is_near_is_kept() {
        let area = Area::new(0.0, 0.0, 100.0, 100.0);
        let line = [
            vec2(-900.0, 50.0),
            vec2(-500.0, 50.0),
            vec2(50.0, 50.0),
            vec2(60.0, 900.0),
            vec2(900.0, 900.0),
        ];
        assert_eq!(parts_near(&line, false, area), [line[1..4].to_vec()]);
        assert!(parts_near(&[], true, area).is_empty());
    }

    #[test]
    fn no_points_and_no_dash_give_nothing() {
        assert!(dashes(&[], true, (5.0, 5.0)).is_empty());
        assert!(dashes(&[vec2(0.0, 0.0), vec2(9.0, 0.0)], false, (0.0, 0.0)).is_empty());
    }
}
