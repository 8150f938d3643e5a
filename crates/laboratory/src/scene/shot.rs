//! The shot: three boxes, the ray, the walls.
//!
//! In: a [`Stage`] or a strip's chart. Out: shapes. Invariant: every box stands where the verdict of the tick says, to
//! scale; a text lies beside its box and on no other text.

use super::camera::bounds;
use super::font::width;
use super::layers::{Layer, Switch};
use super::stage::{self, Stage};
use super::strip::Chart;
use super::theme::{Rgba, Theme};
use super::{Align, Area, Scene, Shape, Stroke, Weight};
use crate::Tick;
use crate::settings::Settings;
use crate::technique::shot::detail::ShotFrame;
use crate::technique::shot::setup::{boxed, muzzle, walls};
use dead_reckoning::rewind::{Hitbox, Verdict, Wall, ray_to_wall};
use glam::{DVec2, Vec2, vec2};

/// A stage narrower than this has short names at the boxes, points.
const COMPACT: f32 = 560.0;
/// Half the length of the shooter, points.
const SHOOTER: f32 = 11.0;
/// How far ahead the arrow of the victim reaches, s.
const AHEAD: f64 = 0.12;
/// How many places up a side a verdict may stand.
const STEPS: usize = 6;
/// The part of the height that the names of the boxes take.
const NAMES: f64 = 0.22;
/// How far apart two boxes must be to be told apart, points.
const APART: f32 = 1.5;

/// What the camera fits of a way between two corners, u: shooter and walls as well, and room for the names on the far
/// side from the shooter.
pub(super) fn shown(settings: &Settings, (low, high): (DVec2, DVec2)) -> (DVec2, DVec2) {
    let ends = walls(settings).into_iter().flat_map(|wall| match wall {
        Wall::Segment { from, to } => [from, to],
        Wall::Block(hitbox) => [hitbox.center - hitbox.half, hitbox.center + hitbox.half],
    });
    let (mut least, mut most) = bounds(ends.chain([muzzle(settings), low, high]));
    let room = NAMES * (most.y - least.y);
    if settings.shot.shooter_y <= (low.y + high.y) / 2.0 {
        most.y = most.y.max(high.y + room);
    } else {
        least.y = least.y.min(low.y - room);
    }
    (least, most)
}

/// Adds the layers of the stage.
pub(super) fn build(scene: &mut Scene, stage: &Stage<'_>) {
    let area = stage.camera.area;
    let run = stage.experiment().run.shot();
    let Some(shot) = run.and_then(|run| run.shots.get(stage.tick())) else { return };
    let range = Range { stage, shot };
    for (switch, shapes) in
        [(Switch::Grid, stage::grid as fn(&Stage<'_>) -> Vec<Shape>), (Switch::Path, stage::path)]
    {
        if stage.shows(switch) {
            scene.add(Layer::Switch(switch), area, shapes(stage));
        }
    }
    scene.add(Layer::Background, area, [range.shadows(), range.walls()].concat());
    for (switch, shapes) in [
        (Switch::Errors, range.ray()),
        (Switch::Path, range.own()),
        (Switch::Snapshot, range.seen()),
        (Switch::Drawn, range.rewound()),
        (Switch::Path, range.present()),
    ] {
        if stage.shows(switch) {
            scene.add(Layer::Switch(switch), area, shapes);
        }
    }
    scene.add(Layer::Background, area, range.shooter());
    scene.add(Layer::Legend, area, range.names());
    if stage.shows(Switch::Errors) && !stage.picture.quiet {
        scene.add(Layer::Callout, area, range.verdict());
    }
}

/// What a layer looks like in the legend, where that differs from the other techniques.
pub(super) fn sample(switch: Switch, middle: Vec2, theme: &Theme) -> Option<Shape> {
    let square = |fill: Rgba, edge: Rgba| {
        let area = Area { min: middle - 5.5, max: middle + 5.5 };
        Shape::Box { area, radius: 0.0, fill, stroke: Some(Stroke::new(2.0, edge)) }
    };
    match switch {
        Switch::Path => Some(square(theme.truth.alpha(0.0), theme.truth)),
        Switch::Drawn => Some(square(theme.drawn.alpha(0.35), theme.drawn)),
        Switch::Snapshot => Some(square(theme.snapshot.alpha(0.0), theme.snapshot)),
        Switch::Errors => Some(Shape::segment(
            middle - vec2(10.0, 0.0),
            middle + vec2(10.0, 0.0),
            2.0,
            theme.error,
        )),
        Switch::Updates
        | Switch::Threshold
        | Switch::Model
        | Switch::Packets
        | Switch::Velocity
        | Switch::Heading
        | Switch::Grid => None,
    }
}

/// The shot of a tick on its stage.
struct Range<'a> {
    stage: &'a Stage<'a>,
    shot: &'a ShotFrame,
}

/// A box with its name.
struct Named {
    at: Vec2,
    name: String,
    ink: Rgba,
}

impl Range<'_> {
    fn settings(&self) -> &Settings {
        &self.stage.experiment().settings
    }

    fn theme(&self) -> &'static Theme {
        self.stage.colors()
    }

    /// Whether the server went back at all.
    fn rewinds(&self) -> bool {
        let Verdict { seen, rewound, .. } = self.shot.verdict;
        rewound.age > 0.0 || seen.age <= 0.0
    }

    fn is_compact(&self) -> bool {
        self.stage.camera.area.size().x < COMPACT * self.stage.picture.view.text_scale()
    }

    fn walls(&self) -> Vec<Shape> {
        let ink = self.theme().text_quiet;
        let line = |wall: Wall| match wall {
            Wall::Segment { from, to } => {
                Shape::segment(self.stage.at(from), self.stage.at(to), 6.0, ink)
            }
            Wall::Block(hitbox) => self.boxed(&hitbox, ink.alpha(0.4), Stroke::new(3.0, ink)),
        };
        walls(self.settings()).into_iter().map(line).collect()
    }

    /// From the ends of the walls on, the lines past which the shooter cannot see.
    fn shadows(&self) -> Vec<Shape> {
        let stroke = Stroke::new(1.0, self.theme().text_faint.alpha(0.45));
        let eye = self.shot.ray.origin;
        let beyond = |end: DVec2| {
            let along = (end - eye).normalize_or_zero();
            let points = self.stage.line([end, end + along * self.far()]);
            Shape::Dashed { points, closed: false, stroke, dash: (2.0, 4.0) }
        };
        let ends = walls(self.settings()).into_iter().flat_map(|wall| match wall {
            Wall::Segment { from, to } => vec![from, to],
            Wall::Block(_) => Vec::new(),
        });
        ends.map(beyond).collect()
    }

    /// Further than anything that is shown, u.
    fn far(&self) -> f64 {
        let (low, high) = stage::shown(self.stage.experiment());
        2.0 * (high - low).length()
    }

    /// A box to scale, but no smaller than can be seen.
    fn boxed(&self, hitbox: &Hitbox, fill: Rgba, stroke: Stroke) -> Shape {
        let middle = self.stage.at(hitbox.center);
        let half = (hitbox.half.as_vec2() * self.stage.camera.scale as f32).max(Vec2::splat(3.0));
        let area = Area { min: middle - half, max: middle + half };
        Shape::Box { area, radius: 0.0, fill, stroke: Some(stroke) }
    }

    fn present(&self) -> Vec<Shape> {
        let ink = self.theme().text;
        let hitbox = self.shot.verdict.present.hitbox;
        vec![self.boxed(&hitbox, ink.alpha(0.0), Stroke::new(2.2, ink))]
    }

    fn seen(&self) -> Vec<Shape> {
        let ink = self.theme().snapshot;
        let hitbox = self.shot.verdict.seen.hitbox;
        // Around the rewound one where the two are the same.
        let hitbox = Hitbox { half: hitbox.half + 3.0 / self.stage.camera.scale, ..hitbox };
        vec![self.boxed(&hitbox, ink.alpha(0.0), Stroke::new(2.6, ink))]
    }

    fn rewound(&self) -> Vec<Shape> {
        if !self.rewinds() {
            return Vec::new();
        }
        let ink = self.theme().drawn;
        let hitbox = self.shot.verdict.rewound.hitbox;
        vec![self.boxed(&hitbox, ink.alpha(0.35), Stroke::new(2.2, ink))]
    }

    /// Where the victim has itself on its own screen, and where it runs.
    fn own(&self) -> Vec<Shape> {
        let ink = self.theme().text_faint;
        let Area { min, max } = self.area_of(self.shot.own);
        let points = vec![min, vec2(max.x, min.y), max, vec2(min.x, max.y)];
        let stroke = Stroke::new(1.4, ink);
        let mut shapes = vec![Shape::Dashed { points, closed: true, stroke, dash: (4.0, 3.0) }];
        let velocity = self.stage.experiment().truth.states[self.stage.tick()].velocity;
        let half = self.settings().entity.width / 2.0;
        let (tail, tip) =
            (self.shot.own + velocity.normalize_or_zero() * half * 1.5, velocity * AHEAD);
        if tip != DVec2::ZERO {
            let [tail, tip] = [tail, tail + tip].map(|at| self.stage.at(at));
            let back = (tail - tip).normalize_or_zero() * 7.0;
            let points = vec![tip + back + back.perp() * 0.6, tip, tip + back - back.perp() * 0.6];
            shapes.push(Shape::segment(tail, tip, 1.6, ink));
            shapes.push(Shape::Line { points, closed: false, stroke: Stroke::new(1.6, ink) });
        }
        shapes
    }

    fn area_of(&self, center: DVec2) -> Area {
        let Hitbox { center, half } = boxed(self.settings(), center);
        let half = (half.as_vec2() * self.stage.camera.scale as f32).max(Vec2::splat(3.0));
        let middle = self.stage.at(center);
        Area { min: middle - half, max: middle + half }
    }

    /// Where the judged shot ends, u along the ray, and whether it hits there.
    fn end(&self) -> (f64, bool) {
        let ray = &self.shot.ray;
        let wall = walls(self.settings()).into_iter().filter_map(|wall| ray_to_wall(ray, &wall));
        let wall = wall.reduce(f64::min);
        match (self.shot.verdict.rewound.hit, wall) {
            (Some(hit), _) => (hit, true),
            (None, Some(wall)) => (wall, false),
            (None, None) => (ray.direction.length(), false),
        }
    }

    /// The ray: drawn through to where the judged shot ends, in dashes beyond.
    fn ray(&self) -> Vec<Shape> {
        let (ray, theme) = (&self.shot.ray, self.theme());
        let along = ray.direction.normalize_or_zero();
        let far = ray.origin + along * self.far();
        let (end, hits) = self.end();
        let [from, end, far] =
            [ray.origin, ray.origin + along * end, far].map(|at| self.stage.at(at));
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

    /// Whoever shoots: a dart that points where it aims.
    fn shooter(&self) -> Vec<Shape> {
        let theme = self.theme();
        let at = self.stage.at(self.shot.ray.origin);
        let aim = self.stage.at(self.shot.verdict.seen.hitbox.center);
        let ahead = (aim - at).normalize_or(vec2(0.0, -1.0));
        let corner = |along: f32, aside: f32| at + (ahead * along + ahead.perp() * aside) * SHOOTER;
        let points =
            vec![corner(1.2, 0.0), corner(-0.9, 0.85), corner(-0.4, 0.0), corner(-0.9, -0.85)];
        let line = |ink, width| Shape::Line {
            points: points.clone(),
            closed: true,
            stroke: Stroke::new(width, ink),
        };
        let size = self.stage.text(12.0);
        let below = at + vec2(0.0, SHOOTER * 1.6 + size);
        vec![
            Shape::disc(at, SHOOTER * 0.45, theme.error),
            line(theme.error, 3.0),
            Shape::label(below, Align::Middle, size, theme.text_quiet, "shooter"),
        ]
    }

    /// The boxes that are shown, each with its name; those that lie on each other share one.
    fn named(&self) -> Vec<Named> {
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
        let mut named: Vec<Named> = Vec::new();
        for ((switch, center, ink), name) in all.into_iter().zip(names) {
            let at = stage.at(center);
            if !stage.shows(switch) || switch == Switch::Drawn && !self.rewinds() {
                continue;
            }
            match named.iter_mut().find(|named| named.at.distance(at) < APART) {
                Some(same) => same.name = format!("{} = {name}", same.name),
                None => named.push(Named { at, name: name.to_owned(), ink }),
            }
        }
        named
    }

    /// What each box is, in words on its far side from the shooter. Where the boxes lie beside each other the texts
    /// stand in steps, each with a line to its box, so that no line crosses a text; where they lie above each other the
    /// texts stand beside them.
    fn names(&self) -> Vec<Shape> {
        let named = self.named();
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
    fn names_above(&self, mut named: Vec<Named>, top: f32) -> Vec<Shape> {
        let size = self.stage.text(12.0);
        let area = self.stage.camera.area.shrunk(6.0);
        let fits = |one: &Named, align: Align| {
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
        let half = self.half() + 4.0;
        let up = if self.stage.at(self.shot.ray.origin).y >= top { -1.0 } else { 1.0 };
        let last = named.len().saturating_sub(1);
        let name = |(step, one): (usize, &Named)| {
            let aside = step == last && (!fits(one, along) || last > 0 && fits(one, back));
            let (step, align) = if aside { (0, back) } else { (step, along) };
            let rise = half + 14.0 + size * 1.45 * step as f32;
            let at = one.at + vec2(0.0, up * rise);
            self.name(one, one.at + vec2(0.0, up * half), at, (align, size))
        };
        named.iter().enumerate().flat_map(name).collect()
    }

    fn names_beside(&self, mut named: Vec<Named>, right: f32) -> Vec<Shape> {
        let (size, half) = (self.stage.text(12.0), self.half() + 4.0);
        named.sort_by(|one, other| one.at.y.total_cmp(&other.at.y));
        let mut free = f32::NEG_INFINITY;
        let mut shapes = Vec::new();
        for one in &named {
            let at = vec2(right + half + 16.0, one.at.y.max(free));
            free = at.y + size * 1.45;
            shapes.extend(self.name(one, one.at + vec2(half, 0.0), at, (Align::Start, size)));
        }
        shapes
    }

    /// Half a box, points.
    fn half(&self) -> f32 {
        self.area_of(DVec2::ZERO).size().x / 2.0
    }

    /// A text with a line from its box; inside the stage, whatever it lies on there.
    fn name(&self, named: &Named, from: Vec2, at: Vec2, (align, size): (Align, f32)) -> Vec<Shape> {
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
            stage::backing(self.stage, behind),
            Shape::heading(vec2(left, baseline), Align::Start, size, named.ink, text),
        ]
    }

    /// What comes of it, in a corner that nothing else is in.
    fn verdict(&self) -> Vec<Shape> {
        let (theme, shot) = (self.theme(), self.shot);
        let judged = |hits: bool| {
            let (word, ink) = if hits { ("hit", theme.text) } else { ("miss", theme.error_text) };
            (word.to_owned(), ink)
        };
        if !shot.is_possible {
            let sees =
                ("the shooter sees only the wall:", ("no shot".to_owned(), theme.text_quiet));
            return self.table(&[sees]);
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
        self.table(&lines)
    }

    /// Lines of what and how, the first two as columns.
    fn table(&self, lines: &[(&str, (String, Rgba))]) -> Vec<Shape> {
        let theme = self.theme();
        let size = self.stage.text(if self.is_compact() { 12.0 } else { 13.0 });
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
        let bar = if picture.legend { self.stage.text(46.0) } else { 0.0 };
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
        let own =
            [muzzle, shot.own, aim, present.hitbox.center].map(|at| (self.stage.at(at), 18.0, 40));
        let on_the_way = |part: i32| muzzle.lerp(aim, f64::from(part) / 10.0);
        let way = (1..10).map(|part| (self.stage.at(on_the_way(part)), 6.0, 1));
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

/// Says something of a shot.
type Judge = fn(&ShotFrame) -> bool;

/// What comes of the shots of a column of the strip.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    /// No shot is possible.
    Nothing,
    Miss,
    Hit,
    /// A hit of which the victim hears behind a wall.
    Late,
}

/// Two rows below the chart: hit or miss with compensation and without, the first of them from `top` to `bottom`
/// (points below the chart). A thin line is a miss, a thick one a hit, a red one a hit of which the victim hears behind
/// a wall; nothing where no shot was possible.
pub(super) fn rows(
    chart: &Chart,
    shots: &[ShotFrame],
    (top, bottom): (f32, f32),
    named: bool,
    theme: &Theme,
) -> Vec<Shape> {
    let gap = bottom - top + 4.0;
    let rows: [(&str, [Judge; 2], Rgba); 2] = [
        ("with", [ShotFrame::hits, |shot| shot.hidden_for > 0.0], theme.drawn),
        ("without", [ShotFrame::hits_present, |_| false], theme.text_quiet),
    ];
    let mut shapes = Vec::new();
    for (place, (name, hits, ink)) in rows.into_iter().enumerate() {
        let middle = chart.area.max.y + (top + bottom) / 2.0 + gap * place as f32;
        for (mark, from, to) in stretches(chart, shots, hits) {
            let (width, ink) = match mark {
                Mark::Nothing => continue,
                Mark::Miss => (1.2, ink.alpha(0.5)),
                Mark::Hit => (bottom - top, ink),
                Mark::Late => (bottom - top, theme.error),
            };
            let x = |tick: Tick| chart.x(tick as f32).min(chart.area.max.x);
            shapes.push(Shape::segment(vec2(x(from), middle), vec2(x(to), middle), width, ink));
        }
        if named {
            let at = vec2(chart.area.min.x - 8.0, middle + 3.6);
            shapes.push(Shape::label(at, Align::End, 10.0, theme.text_faint, name));
        }
    }
    shapes
}

/// What becomes of the shots, in stretches `[from, to)` of ticks: no finer than the chart is wide, a hit first.
fn stretches(
    chart: &Chart,
    shots: &[ShotFrame],
    [hits, is_late]: [Judge; 2],
) -> Vec<(Mark, Tick, Tick)> {
    let columns = chart.area.size().x.max(1.0) as usize;
    let chunk = shots.len().div_ceil(columns).max(1);
    let mut all: Vec<(Mark, Tick, Tick)> = Vec::new();
    for (column, shots) in shots.chunks(chunk).enumerate() {
        let mark = match shots {
            _ if shots.iter().any(|shot| hits(shot) && is_late(shot)) => Mark::Late,
            _ if shots.iter().any(hits) => Mark::Hit,
            _ if shots.iter().any(|shot| shot.is_possible) => Mark::Miss,
            _ => Mark::Nothing,
        };
        let (from, to) = (column * chunk, column * chunk + shots.len());
        match all.last_mut() {
            Some(last) if last.0 == mark => last.2 = to,
            Some(_) | None => all.push((mark, from, to)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::picture::{self, Picture};
    use super::super::view::View;
    use super::*;
    use crate::experiment::Experiment;

    const WALL: [&str; 11] = [
        "technique=lag-compensation",
        "motion.kind=straight",
        "motion.duration=3",
        "entity.width=0.5",
        "link.latency=0.05",
        "snapshot.delay=0.1",
        "shot.window=0.25",
        "shot.shooter_x=3.5",
        "shot.shooter_y=-4",
        "shot.walls=[[6,-1,9.5,-1]]",
        "shot.victim_latency=0.05",
    ];

    fn lab(set: &[&str]) -> Experiment {
        let mut settings = Settings::default();
        WALL.iter().chain(set).for_each(|one| settings.set(one).expect(one));
        Experiment::of(settings).expect("an experiment")
    }

    fn scene(lab: &Experiment, tick: Tick, size: Vec2) -> Scene {
        let view = View::default();
        let picture = Picture { tick, legend: size.x > 500.0, ..Picture::of(lab, &view) };
        let (area, strip) = (Area { min: Vec2::ZERO, max: size }, Area::default());
        picture::build(&picture, area, strip, None)
    }

    fn texts(scene: &Scene) -> Vec<(Area, String)> {
        let shapes = scene.groups.iter().flat_map(|group| &group.shapes);
        let texts = shapes.filter_map(|shape| {
            let Shape::Text { at, align, size, weight, text, .. } = shape else { return None };
            let room = width(text, *size, *weight);
            let left = match align {
                Align::Start => at.x,
                Align::Middle => at.x - room / 2.0,
                Align::End => at.x - room,
            };
            Some((Area::new(left, at.y - size * 0.75, left + room, at.y), text.clone()))
        });
        texts.collect()
    }

    #[test]
    fn no_text_lies_on_another_and_all_are_on_the_stage() {
        let labs =
            [&[][..], &["shot.favour_victim=0.3"], &["link.latency=0.15"], &["shot.window=0"]];
        for set in labs {
            let lab = lab(set);
            for size in [vec2(400.0, 300.0), vec2(620.0, 420.0), vec2(1280.0, 560.0)] {
                for tick in [0, 30, 60, 90, 113, 130, 179] {
                    let texts = texts(&scene(&lab, tick, size));
                    for (place, (one, words)) in texts.iter().enumerate() {
                        let inside = Area { min: Vec2::ZERO, max: size };
                        assert!(
                            inside.contains(one.min) && inside.contains(one.max),
                            "{set:?} {size} {tick}: {words}"
                        );
                        for (other, more) in &texts[place + 1..] {
                            let apart =
                                one.max.cmple(other.min).any() || other.max.cmple(one.min).any();
                            assert!(apart, "{set:?} {size} {tick}: '{words}' on '{more}'");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_verdict_is_said_in_words() {
        let said = |set: &[&str], tick| -> String {
            let texts = texts(&scene(&lab(set), tick, vec2(1280.0, 600.0)));
            texts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n")
        };
        let wall = said(&[], 113);
        for part in [
            "without compensation:\nmiss",
            "with compensation:\nhit",
            "after it was behind the wall",
        ] {
            assert!(wall.contains(part), "{wall}");
        }
        assert!(said(&[], 130).contains("the shooter sees only the wall"));
        let off = said(&["shot.window=0"], 80);
        assert!(off.contains("with compensation:\noff") && !off.contains("rewound"), "{off}");
    }

    #[test]
    fn a_long_run_has_no_more_marks_than_columns() {
        let lab = lab(&["motion.duration=600", "motion.kind=on-foot"]);
        let view = View::default();
        let area = Area::new(0.0, 0.0, 900.0, 140.0);
        let mut scene = Scene::default();
        super::super::strip::build(&mut scene, &Picture::of(&lab, &view).strip(area));
        let shapes: usize = scene.groups.iter().map(|group| group.shapes.len()).sum();
        assert!(shapes < 2 * 900 + 40, "{shapes}");
    }
}
