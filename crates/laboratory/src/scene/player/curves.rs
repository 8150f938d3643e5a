//! The chart of the time axis: the curves with their names, and what answers did to them.

use super::time_axis::{ChartCurve, TO_COME, TimeAxis};
use crate::Tick;
use crate::scene::font::width;
use crate::scene::theme::Rgba;
use crate::scene::{Align, Area, Shape, Stroke, Weight};
use crate::technique::player::truth::barrier;
use glam::{DVec2, Vec2, vec2};

impl TimeAxis<'_> {
    /// The obstacle on the chart: at its place, for as long as it is there.
    pub(super) fn obstacle(&self) -> Vec<Shape> {
        let Some(barrier) = barrier(&self.stage.experiment().settings) else { return Vec::new() };
        let y = self.y(barrier.x);
        if self.upright || y < self.chart.min.y || y > self.chart.max.y {
            return Vec::new();
        }
        let (from, to) = (barrier.from as f32 - 0.5, barrier.to as f32 + 0.5);
        self.line_in_time((from, y), (to, y), 5.0, self.theme().late)
    }

    /// The curves, and their names at the playhead.
    pub(super) fn curves(&self) -> Vec<Shape> {
        let now = self.stage.tick();
        let (start, end) = self.ticks().into_inner();
        let mut shapes = Vec::new();
        let mut names: Vec<(f32, &'static str, Rgba)> = Vec::new();
        for curve in self.curves_in_sight() {
            let ChartCurve { name, color, ink: of_name, width, .. } = curve;
            for (from, to, ink) in [(start, now.min(end), color), (now, end, color.alpha(TO_COME))]
            {
                let points: Vec<Vec2> =
                    (from..=to).flat_map(|tick| self.points(&curve, tick, from)).collect();
                if points.len() > 1 {
                    let stroke = Stroke::new(width, ink);
                    shapes.push(Shape::Line { points, closed: false, stroke });
                }
            }
            let at = vec2(self.x(now as f32), self.y(self.along(curve.place(now))));
            shapes.push(Shape::disc(at, width + 1.8, color));
            names.push((at.y, name, of_name));
        }
        shapes.extend(self.names_of_curves(names));
        shapes
    }

    /// A tick of a curve that begins at `from`: where an answer moved it, also where it was before, so that a jump is
    /// upright.
    fn points(&self, curve: &ChartCurve<'_>, tick: Tick, from: Tick) -> impl Iterator<Item = Vec2> {
        let place = curve.place(tick);
        let at = |place: DVec2| vec2(self.x(tick as f32), self.y(self.along(place)));
        let jump = if curve.jumps && tick > from { self.jump(tick) } else { None };
        let before = jump.map(|by| at(place - by));
        before.into_iter().chain([at(place)])
    }

    /// By how much answers moved the client on a tick, u; nothing where none did.
    fn jump(&self, tick: Tick) -> Option<DVec2> {
        let experiment = self.stage.experiment();
        if !self.player().ticks[tick].corrected {
            return None;
        }
        let corrections = self.player().corrections(&experiment.settings);
        Some(corrections.filter(|(at, _)| *at == tick).map(|(_, by)| by).sum())
    }

    /// The names of the curves beside their discs, pushed apart.
    fn names_of_curves(&self, mut names: Vec<(f32, &'static str, Rgba)>) -> Vec<Shape> {
        let size = self.text_size(12.0);
        let line = size * 1.25;
        let room = line * names.len() as f32;
        if room > self.chart.size().y {
            return Vec::new();
        }
        names.sort_by(|one, other| one.0.total_cmp(&other.0));
        let x = self.x(self.stage.tick() as f32);
        let longest = names.iter().map(|name| width(name.1, size, Weight::Regular));
        let longest = longest.fold(0.0, f32::max);
        let to_left = x + 14.0 + longest > self.chart.max.x;
        let mut shapes = Vec::new();
        let mut free = self.chart.min.y + line * 0.5;
        for (place, (y, name, color)) in names.iter().enumerate() {
            let below = line * (names.len() - 1 - place) as f32;
            let y = y.max(free).min(self.chart.max.y - line * 0.5 - below);
            free = y + line;
            let wide = width(name, size, Weight::Regular);
            let left = if to_left { x - 12.0 - wide } else { x + 12.0 };
            let min = vec2(left - 3.0, y - line * 0.5);
            let area = Area { min, max: min + vec2(wide + 6.0, line) };
            let fill = self.theme().strip.alpha(0.85);
            shapes.push(Shape::Box { area, radius: 3.0, fill, stroke: None });
            let at = vec2(left, y + size * 0.36);
            shapes.push(Shape::label(at, Align::Start, size, *color, *name));
        }
        shapes
    }

    /// Where an answer corrected the client: from where to where, and by how much, the largest first where there is no
    /// room for all.
    pub(super) fn corrections(&self) -> Vec<Shape> {
        let experiment = self.stage.experiment();
        let mut shapes = Vec::new();
        if !self.shows_drawn() {
            return shapes;
        }
        let all = self.player().corrections(&experiment.settings);
        let mut shown: Vec<(Tick, f64, f32)> = Vec::new();
        for (tick, correction) in all.filter(|(tick, _)| self.ticks().contains(tick)) {
            let after = self.player().ticks[tick].predicted;
            let [from, to] = [after - correction, after]
                .map(|place| self.held_in_chart(self.y(self.along(place))));
            let (start, end) = ((tick as f32, from), (tick as f32, to));
            shapes.extend(self.line_in_time(start, end, 3.0, self.theme().error));
            let by = self.along(correction);
            if tick <= self.stage.tick() && by.abs() >= 0.005 {
                shown.push((tick, by, from.min(to)));
            }
        }
        shown.sort_by(|one, other| other.1.abs().total_cmp(&one.1.abs()));
        let mut taken: Vec<(f32, f32)> = Vec::new();
        for (tick, by, top) in shown {
            shapes.extend(self.correction_name(self.x(tick as f32), top, by, &mut taken));
        }
        shapes
    }

    /// How much a correction was, to the left above its bar; nothing where another one's is.
    fn correction_name(
        &self,
        x: f32,
        top: f32,
        by: f64,
        taken: &mut Vec<(f32, f32)>,
    ) -> Vec<Shape> {
        let size = self.text_size(12.0);
        let text = format!("{by:+.2} u").replace('-', "−");
        let at = vec2(x - 7.0, self.held_in_chart(top - 6.0));
        let left = at.x - width(&text, size, Weight::SemiBold) - 2.0;
        let is_free = taken.iter().all(|(from, to)| x + 6.0 <= *from || left >= *to);
        if !is_free || left < self.chart.min.x {
            return Vec::new();
        }
        taken.push((left, x + 6.0));
        let area = Area::new(left, at.y - size * 0.9, at.x + 2.0, at.y + size * 0.25);
        let fill = self.theme().strip.alpha(0.7);
        vec![
            Shape::Box { area, radius: 2.0, fill, stroke: None },
            Shape::heading(at, Align::End, size, self.theme().error_text, text),
        ]
    }

    fn held_in_chart(&self, y: f32) -> f32 {
        y.clamp(self.chart.min.y + 4.0, self.chart.max.y)
    }
}
