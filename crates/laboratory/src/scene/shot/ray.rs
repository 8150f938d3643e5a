//! The shooter, where it aims, and what it cannot see.

use super::shot_stage::ShotStage;
use crate::scene::{Align, Shape, Stroke};
use crate::technique::shot::setup::walls;
use dead_reckoning::rewind::{Wall, ray_to_wall};
use glam::{DVec2, vec2};

/// Half the length of the shooter, points.
const SHOOTER: f32 = 11.0;

impl ShotStage<'_> {
    /// Whoever shoots: a dart that points where it aims.
    pub(super) fn shooter(&self) -> Vec<Shape> {
        let theme = self.theme();
        let at = self.stage.on_screen(self.shot.ray.origin);
        let aim = self.stage.on_screen(self.shot.verdict.seen.hitbox.center);
        let ahead = (aim - at).normalize_or(vec2(0.0, -1.0));
        let corner = |along: f32, aside: f32| at + (ahead * along + ahead.perp() * aside) * SHOOTER;
        let points =
            vec![corner(1.2, 0.0), corner(-0.9, 0.85), corner(-0.4, 0.0), corner(-0.9, -0.85)];
        let line = |ink, width| Shape::Line {
            points: points.clone(),
            closed: true,
            stroke: Stroke::new(width, ink),
        };
        let size = self.stage.text_size(12.0);
        let below = at + vec2(0.0, SHOOTER * 1.6 + size);
        vec![
            Shape::disc(at, SHOOTER * 0.45, theme.error),
            line(theme.error, 3.0),
            Shape::label(below, Align::Middle, size, theme.text_quiet, "shooter"),
        ]
    }

    /// The ray: drawn through to where the judged shot ends, in dashes beyond.
    pub(super) fn ray(&self) -> Vec<Shape> {
        let (ray, theme) = (&self.shot.ray, self.theme());
        let along = ray.direction.normalize_or_zero();
        let far = ray.origin + along * self.beyond_all();
        let (end, hits) = self.end_of_ray();
        let [from, end, far] =
            [ray.origin, ray.origin + along * end, far].map(|at| self.stage.on_screen(at));
        let faint = Stroke::new(1.2, theme.error.alpha(0.55));
        let beyond = Shape::Dashed {
            points: vec![end, far],
            closed: false,
            stroke: faint,
            dash: (5.0, 6.0),
        };
        if !self.shot.is_possible {
            let points = vec![from, end];
            return vec![Shape::Dashed { points, closed: false, stroke: faint, dash: (2.0, 5.0) }];
        }
        let mut shapes = vec![beyond, Shape::segment(from, end, 2.4, theme.error)];
        if hits {
            shapes.push(Shape::disc(end, 5.0, theme.error));
        }
        shapes
    }

    /// Where the judged shot ends, u along the ray, and whether it hits there.
    fn end_of_ray(&self) -> (f64, bool) {
        let ray = &self.shot.ray;
        let wall = walls(self.settings()).into_iter().filter_map(|wall| ray_to_wall(ray, &wall));
        let wall = wall.reduce(f64::min);
        match (self.shot.verdict.rewound.hit, wall) {
            (Some(hit), _) => (hit, true),
            (None, Some(wall)) => (wall, false),
            (None, None) => (ray.direction.length(), false),
        }
    }

    /// From the ends of the walls on, the lines past which the shooter cannot see.
    pub(super) fn shadows(&self) -> Vec<Shape> {
        let stroke = Stroke::new(1.0, self.theme().text_faint.alpha(0.45));
        let eye = self.shot.ray.origin;
        let beyond = |end: DVec2| {
            let along = (end - eye).normalize_or_zero();
            let points = self.stage.line_on_screen([end, end + along * self.beyond_all()]);
            Shape::Dashed { points, closed: false, stroke, dash: (2.0, 4.0) }
        };
        let ends = walls(self.settings()).into_iter().flat_map(|wall| match wall {
            Wall::Segment { from, to } => vec![from, to],
            Wall::Block(_) => Vec::new(),
        });
        ends.map(beyond).collect()
    }
}
