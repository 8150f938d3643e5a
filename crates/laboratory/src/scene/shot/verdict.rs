//! What comes of the shot, in words.

use super::shot_stage::ShotStage;
use crate::scene::font::width;
use crate::scene::theme::Rgba;
use crate::scene::{Align, Area, Shape, Stroke, Weight};
use dead_reckoning::rewind::Verdict;
use glam::{Vec2, vec2};

/// How many places up a side a verdict may stand.
const STEPS: usize = 6;

impl ShotStage<'_> {
    /// What comes of it, in a corner that nothing else is in.
    pub(super) fn verdict(&self) -> Vec<Shape> {
        let (theme, shot) = (self.theme(), self.shot);
        let judged = |hits: bool| {
            let (word, ink) = if hits { ("hit", theme.text) } else { ("miss", theme.error_text) };
            (word.to_owned(), ink)
        };
        if !shot.is_possible {
            let sees =
                ("the shooter sees only the wall:", ("no shot".to_owned(), theme.text_quiet));
            return self.lines_in_corner(&[sees]);
        }
        let mut lines = vec![
            ("without compensation:", judged(shot.hits_present())),
            if self.rewinds() {
                ("with compensation:", judged(shot.hits()))
            } else {
                ("with compensation:", ("off".to_owned(), theme.text_quiet))
            },
        ];
        if shot.hidden_for > 0.0 {
            let short = format!("{:.2} s behind the wall", shot.hidden_for);
            let long = format!("hit {:.2} s after it was behind the wall", shot.hidden_for);
            let words = if self.is_compact() { short } else { long };
            lines.push(("the victim:", (words, theme.error_text)));
        }
        self.lines_in_corner(&lines)
    }

    /// Lines of what and how, the first two as columns.
    fn lines_in_corner(&self, lines: &[(&str, (String, Rgba))]) -> Vec<Shape> {
        let theme = self.theme();
        let size = self.stage.text_size(if self.is_compact() { 12.0 } else { 13.0 });
        let wide = |text: &str, weight| width(text, size, weight);
        let words = lines.iter().map(|line| wide(line.0, Weight::Regular)).take(2);
        let column = words.fold(0.0, f32::max) + size * 0.6;
        let left_of = |place: usize| match place {
            0 | 1 => column,
            _ => wide(lines[place].0, Weight::Regular) + size * 0.6,
        };
        let ends = lines.iter().enumerate();
        let ends = ends.map(|(place, line)| left_of(place) + wide(&line.1.0, Weight::SemiBold));
        let step = size * 1.5;
        let room = vec2(ends.fold(0.0, f32::max) + 20.0, step * lines.len() as f32 + size * 0.6);
        let min = self.free_corner(room);
        let area = Area { min, max: min + room };
        let stroke = Some(Stroke::new(1.0, theme.border));
        let mut shapes = vec![Shape::Box { area, radius: 5.0, fill: theme.panel, stroke }];
        for (place, (what, (end, ink))) in lines.iter().enumerate() {
            let at = min + vec2(10.0, size * 1.3 + step * place as f32);
            let beside = at + vec2(left_of(place), 0.0);
            shapes.push(Shape::label(at, Align::Start, size, theme.text_quiet, *what));
            shapes.push(Shape::heading(beside, Align::Start, size, *ink, end.as_str()));
        }
        shapes
    }

    /// Where something of this size covers neither the shooter nor a box nor a name, and as little of the shot as can
    /// be: at the left or right, as low as it may.
    fn free_corner(&self, room: Vec2) -> Vec2 {
        let (picture, shot) = (self.stage.picture, self.shot);
        let inside = self.stage.camera.area.shrunk(10.0);
        let bar = if picture.legend { self.stage.text_size(46.0) } else { 0.0 };
        let (left, right) = (inside.min.x, (inside.max.x - room.x).max(inside.min.x));
        let (top, bottom) = (inside.min.y, inside.max.y - room.y);
        let height = |step: usize| bottom + (top - bottom) * step as f32 / STEPS as f32;
        // The keys of the layers stand at the top left.
        let free = if picture.keys { STEPS / 3 } else { STEPS };
        let on_left = (0..=free).map(|step| vec2(left, height(step)));
        let on_right = (0..=STEPS).map(|step| vec2(right, height(step).min(bottom - bar)));
        let places = on_left.chain(on_right);
        let Verdict { present, seen, .. } = shot.verdict;
        let (muzzle, aim) = (shot.ray.origin, seen.hitbox.center);
        let own = [muzzle, shot.own, aim, present.hitbox.center]
            .map(|at| (self.stage.on_screen(at), 18.0, 40));
        let on_the_way = |part: i32| muzzle.lerp(aim, f64::from(part) / 10.0);
        let way = (1..10).map(|part| (self.stage.on_screen(on_the_way(part)), 6.0, 1));
        let texts = self.names().into_iter().chain(self.shooter());
        let texts = texts.filter_map(|shape| match shape {
            Shape::Text { at, size, text, weight, align: Align::Start, .. } => {
                Some([at, at + vec2(width(&text, size, weight), 0.0)])
            }
            Shape::Text { at, .. } => Some([at - vec2(20.0, 0.0), at + vec2(20.0, 0.0)]),
            Shape::Line { .. }
            | Shape::Dashed { .. }
            | Shape::Fading { .. }
            | Shape::Circle { .. }
            | Shape::Under { .. }
            | Shape::Box { .. } => None,
        });
        let texts = texts.flat_map(|ends| [ends[0], ends[0].midpoint(ends[1]), ends[1]]);
        let texts = texts.map(|at| (at, 14.0, 10));
        let taken: Vec<(Vec2, f32, u32)> = own.into_iter().chain(way).chain(texts).collect();
        let covers = |min: &Vec2| {
            let area = Area { min: *min, max: *min + room };
            let covered = taken.iter().filter(|(at, around, _)| area.shrunk(-around).contains(*at));
            covered.map(|(_, _, weight)| weight).sum::<u32>()
        };
        places.min_by_key(covers).unwrap_or(vec2(left, bottom))
    }
}
