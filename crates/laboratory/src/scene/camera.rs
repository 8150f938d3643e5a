//! World to screen, the only place where `f64` becomes `f32`.
//!
//! World units with y up on one side, points with y down on the other.

use super::Area;
use glam::{DVec2, Vec2, dvec2};

/// A view onto the world through an area of the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// What is in the middle, u.
    pub center: DVec2,
    /// Points a unit.
    pub scale: f64,
    /// Where on the screen.
    pub area: Area,
    /// Where in the area the middle is: a legend may push it down, points.
    pub focus: Vec2,
}

impl Camera {
    /// Shows `bounds` (least and greatest corner, u) as large as `area` allows, `margin` points from its
    /// edges.
    #[must_use]
    pub fn fit(bounds: (DVec2, DVec2), area: Area, margin: f32) -> Self {
        let size = (bounds.1 - bounds.0).max(DVec2::splat(1e-3));
        let room = (area.size() - 2.0 * margin).max(Vec2::splat(1.0)).as_dvec2();
        let (center, scale) = ((bounds.0 + bounds.1) / 2.0, (room / size).min_element());
        Self { center, scale, area, focus: area.center() }
    }

    /// Where a point of the world is on the screen, points.
    #[must_use]
    pub fn screen_from_world(&self, world: DVec2) -> Vec2 {
        let offset = (world - self.center) * self.scale;
        self.focus + dvec2(offset.x, -offset.y).as_vec2()
    }

    /// What is at a point of the screen, u.
    #[must_use]
    pub fn world_from_screen(&self, screen: Vec2) -> DVec2 {
        let offset = (screen - self.focus).as_dvec2() / self.scale;
        self.center + dvec2(offset.x, -offset.y)
    }
}

/// The least and greatest corner of some points, u; the unit square about the origin when there are none.
#[must_use]
pub fn bounds(points: impl IntoIterator<Item = DVec2>) -> (DVec2, DVec2) {
    let none = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    let found = points.into_iter().fold(none, |(min, max), point| (min.min(point), max.max(point)));
    if found.0.is_finite() && found.1.is_finite() {
        found
    } else {
        (DVec2::splat(-0.5), DVec2::splat(0.5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn y_up_becomes_y_down_and_back() {
        let area = Area::new(0.0, 0.0, 800.0, 600.0);
        let camera = Camera { center: dvec2(1.0, 2.0), scale: 50.0, area, focus: area.center() };
        assert_eq!(camera.screen_from_world(dvec2(1.0, 2.0)), vec2(400.0, 300.0));
        assert_eq!(camera.screen_from_world(dvec2(2.0, 3.0)), vec2(450.0, 250.0));
        assert_eq!(camera.world_from_screen(vec2(450.0, 250.0)), dvec2(2.0, 3.0));
    }

    #[test]
    fn fit_keeps_everything_inside_the_margin() {
        let area = Area::new(10.0, 20.0, 410.0, 220.0);
        let corners = (dvec2(-3.0, -1.0), dvec2(5.0, 7.0));
        let camera = Camera::fit(corners, area, 20.0);
        for corner in [corners.0, corners.1] {
            assert!(area.shrunk(19.9).contains(camera.screen_from_world(corner)));
        }
        assert!((camera.scale - 20.0).abs() < 1e-9);
    }

    #[test]
    fn bounds_of_nothing_are_a_place_all_the_same() {
        assert_eq!(bounds([]), (dvec2(-0.5, -0.5), dvec2(0.5, 0.5)));
        assert_eq!(
            bounds([dvec2(1.0, 5.0), dvec2(-2.0, 3.0)]),
            (dvec2(-2.0, 3.0), dvec2(1.0, 5.0))
        );
    }
}
