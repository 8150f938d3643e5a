//! What each box is, in words beside it.

use super::shot_stage::ShotStage;
use crate::scene::font::width;
use crate::scene::kit::boxes::backing;
use crate::scene::layers::Switch;
use crate::scene::theme::Rgba;
use crate::scene::{Align, Area, Shape, Weight};
use dead_reckoning::rewind::Verdict;
use glam::{Vec2, vec2};

/// How far apart two boxes must be to be told apart, points.
const APART: f32 = 1.5;

/// A box with its name.
struct NamedBox {
    at: Vec2,
    name: String,
    ink: Rgba,
}

impl ShotStage<'_> {
    /// The boxes that are shown, each with its name; those that lie on each other share one.
    fn named_boxes(&self) -> Vec<NamedBox> {
        let (theme, stage) = (self.theme(), self.stage);
        let Verdict { present, seen, rewound, .. } = self.shot.verdict;
        let names = if self.is_compact() {
            ["seen", "rewound", "now", "own screen"]
        } else {
            ["as the shooter saw it", "rewound", "on the server now", "on the victim's own screen"]
        };
        let all = [
            (Switch::Snapshot, seen.hitbox.center, theme.snapshot_text),
            (Switch::Drawn, rewound.hitbox.center, theme.drawn_text),
            (Switch::Path, present.hitbox.center, theme.text),
            (Switch::Path, self.shot.own, theme.text_faint),
        ];
        let mut named: Vec<NamedBox> = Vec::new();
        for ((switch, center, ink), name) in all.into_iter().zip(names) {
            let at = stage.on_screen(center);
            if !stage.shows(switch) || switch == Switch::Drawn && !self.rewinds() {
                continue;
            }
            match named.iter_mut().find(|named| named.at.distance(at) < APART) {
                Some(same) => same.name = format!("{} = {name}", same.name),
                None => named.push(NamedBox { at, name: name.to_owned(), ink }),
            }
        }
        named
    }

    /// What each box is, in words on its far side from the shooter. Where the boxes lie beside each other the texts
    /// stand in steps, each with a line to its box, so that no line crosses a text; where they lie above each other the
    /// texts stand beside them.
    pub(super) fn names(&self) -> Vec<Shape> {
        let named = self.named_boxes();
        let places = || named.iter().map(|one| one.at);
        let low = places().fold(Vec2::INFINITY, Vec2::min);
        let high = places().fold(Vec2::NEG_INFINITY, Vec2::max);
        if high.x - low.x >= high.y - low.y {
            self.names_above(named, low.y)
        } else {
            self.names_beside(named, high.x)
        }
    }

    /// From the box at one end to that at the other, each text a step higher and towards the first end; the last one
    /// the other way, where nothing is.
    fn names_above(&self, mut named: Vec<NamedBox>, top: f32) -> Vec<Shape> {
        let size = self.stage.text_size(12.0);
        let area = self.stage.camera.area.shrunk(6.0);
        let fits = |one: &NamedBox, align: Align| {
            let room = width(&one.name, size, Weight::SemiBold) + 8.0;
            match align {
                Align::Start | Align::Middle => one.at.x + room <= area.max.x,
                Align::End => one.at.x - room >= area.min.x,
            }
        };
        named.sort_by(|one, other| other.at.x.total_cmp(&one.at.x));
        let (mut along, mut back) = (Align::Start, Align::End);
        if !named.iter().rev().skip(1).all(|one| fits(one, along)) {
            named.reverse();
            (along, back) = (back, along);
        }
        let half = self.half_a_box() + 4.0;
        let up = if self.stage.on_screen(self.shot.ray.origin).y >= top { -1.0 } else { 1.0 };
        let last = named.len().saturating_sub(1);
        let name = |(step, one): (usize, &NamedBox)| {
            let aside = step == last && (!fits(one, along) || last > 0 && fits(one, back));
            let (step, align) = if aside { (0, back) } else { (step, along) };
            let rise = half + 14.0 + size * 1.45 * step as f32;
            let at = one.at + vec2(0.0, up * rise);
            self.name_with_line(one, one.at + vec2(0.0, up * half), at, (align, size))
        };
        named.iter().enumerate().flat_map(name).collect()
    }

    fn names_beside(&self, mut named: Vec<NamedBox>, right: f32) -> Vec<Shape> {
        let (size, half) = (self.stage.text_size(12.0), self.half_a_box() + 4.0);
        named.sort_by(|one, other| one.at.y.total_cmp(&other.at.y));
        let mut free = f32::NEG_INFINITY;
        let mut shapes = Vec::new();
        for one in &named {
            let at = vec2(right + half + 16.0, one.at.y.max(free));
            free = at.y + size * 1.45;
            shapes.extend(self.name_with_line(
                one,
                one.at + vec2(half, 0.0),
                at,
                (Align::Start, size),
            ));
        }
        shapes
    }

    /// A text with a line from its box; inside the stage, whatever it lies on there.
    fn name_with_line(
        &self,
        named: &NamedBox,
        from: Vec2,
        at: Vec2,
        (align, size): (Align, f32),
    ) -> Vec<Shape> {
        let room = width(&named.name, size, Weight::SemiBold);
        let area = self.stage.camera.area.shrunk(6.0);
        let left = if align == Align::End { at.x - 4.0 - room } else { at.x + 4.0 };
        let left = left.min(area.max.x - room).max(area.min.x);
        let baseline = at.y + size * 0.36;
        let min = vec2(left - 3.0, baseline - size);
        let behind = Area { min, max: vec2(left + room + 3.0, baseline + size * 0.35) };
        let text = named.name.as_str();
        vec![
            Shape::segment(from, at, 1.2, named.ink.alpha(0.8)),
            backing(behind, self.theme()),
            Shape::heading(vec2(left, baseline), Align::Start, size, named.ink, text),
        ]
    }
}
