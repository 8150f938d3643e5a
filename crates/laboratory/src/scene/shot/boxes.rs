//! The boxes and the walls, to scale.

use super::shot_stage::ShotStage;
use crate::scene::kit::boxes::corners;
use crate::scene::kit::marks::arrow;
use crate::scene::theme::Rgba;
use crate::scene::{Area, Shape, Stroke};
use crate::technique::shot::setup::walls;
use dead_reckoning::rewind::{Hitbox, Wall};
use glam::{DVec2, Vec2};

/// How far ahead the arrow of the victim reaches, s.
const AHEAD: f64 = 0.12;

impl ShotStage<'_> {
    pub(super) fn walls(&self) -> Vec<Shape> {
        let ink = self.theme().text_quiet;
        let line = |wall: Wall| match wall {
            Wall::Segment { from, to } => {
                Shape::segment(self.stage.on_screen(from), self.stage.on_screen(to), 6.0, ink)
            }
            Wall::Block(hitbox) => {
                self.box_to_scale(&hitbox, ink.alpha(0.4), Stroke::new(3.0, ink))
            }
        };
        walls(self.settings()).into_iter().map(line).collect()
    }

    /// A box to scale, but no smaller than can be seen.
    fn box_to_scale(&self, hitbox: &Hitbox, fill: Rgba, stroke: Stroke) -> Shape {
        let middle = self.stage.on_screen(hitbox.center);
        let half = (hitbox.half.as_vec2() * self.stage.camera.scale as f32).max(Vec2::splat(3.0));
        let area = Area { min: middle - half, max: middle + half };
        Shape::Box { area, radius: 0.0, fill, stroke: Some(stroke) }
    }

    pub(super) fn present_box(&self) -> Vec<Shape> {
        let ink = self.theme().text;
        let hitbox = self.shot.verdict.present.hitbox;
        vec![self.box_to_scale(&hitbox, ink.alpha(0.0), Stroke::new(2.2, ink))]
    }

    pub(super) fn seen_box(&self) -> Vec<Shape> {
        let ink = self.theme().snapshot;
        let hitbox = self.shot.verdict.seen.hitbox;
        // Around the rewound one where the two are the same.
        let hitbox = Hitbox { half: hitbox.half + 3.0 / self.stage.camera.scale, ..hitbox };
        vec![self.box_to_scale(&hitbox, ink.alpha(0.0), Stroke::new(2.6, ink))]
    }

    pub(super) fn rewound_box(&self) -> Vec<Shape> {
        if !self.rewinds() {
            return Vec::new();
        }
        let ink = self.theme().drawn;
        let hitbox = self.shot.verdict.rewound.hitbox;
        vec![self.box_to_scale(&hitbox, ink.alpha(0.35), Stroke::new(2.2, ink))]
    }

    /// Where the victim has itself on its own screen, and where it runs.
    pub(super) fn own_box(&self) -> Vec<Shape> {
        let ink = self.theme().text_faint;
        let points = corners(self.area_of(self.shot.own));
        let stroke = Stroke::new(1.4, ink);
        let mut shapes = vec![Shape::Dashed { points, closed: true, stroke, dash: (4.0, 3.0) }];
        let velocity = self.stage.experiment().truth.states[self.stage.tick()].velocity;
        let half = self.settings().entity.width / 2.0;
        let (tail, tip) =
            (self.shot.own + velocity.normalize_or_zero() * half * 1.5, velocity * AHEAD);
        if tip != DVec2::ZERO {
            let [tail, tip] = [tail, tail + tip].map(|at| self.stage.on_screen(at));
            shapes.extend(arrow(tail, tip, 1.6, ink));
        }
        shapes
    }
}
