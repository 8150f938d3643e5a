//! The keys that are pressed, tick by tick.

use super::time_axis::{KEY, TO_COME, TimeAxis};
use crate::Tick;
use crate::scene::font::width;
use crate::scene::kit::lengths::round_length;
use crate::scene::kit::marks::key_arrow;
use crate::scene::{Align, Area, Shape, Stroke, Weight};
use glam::vec2;

impl TimeAxis<'_> {
    /// The keys, tick by tick: a box that is bright while the input waits for its answer.
    pub(super) fn keys(&self) -> Vec<Shape> {
        let Some(middle) = self.keys else { return Vec::new() };
        let theme = self.theme();
        let now = self.stage.tick();
        let Some(state) = self.player().ticks.get(now) else { return Vec::new() };
        let waits = usize::from(state.oldest)..usize::from(state.oldest) + state.pending;
        let mut shapes =
            vec![self.name_at_left(middle, theme.drawn_text, format!("queue {}", state.pending))];
        let (start, end) = self.ticks().into_inner();
        let inputs = &self.player().inputs;
        let from = inputs.partition_point(|life| (life.input.tick as Tick) < start);
        let half = self.text_size(KEY) / 2.0;
        let every = self.every_numbered();
        for life in inputs[from..].iter().take_while(|life| life.input.tick as Tick <= end) {
            let x = self.x(life.input.tick as f32);
            let aside = (self.step / 2.0 - 0.75).clamp(0.75, half);
            let area =
                Area { min: vec2(x - aside, middle - half), max: vec2(x + aside, middle + half) };
            let is_pending = waits.contains(&usize::from(life.input.sequence));
            let to_come = life.input.tick as Tick > now;
            let (fill, ink) = match (to_come, is_pending) {
                (true, _) => (theme.strip, theme.text_faint.alpha(TO_COME)),
                (false, true) => (theme.drawn.alpha(0.3), theme.drawn_text),
                (false, false) => (theme.control, theme.text_faint.alpha(0.8)),
            };
            let stroke = is_pending.then_some(Stroke::new(1.0, theme.drawn));
            shapes.push(Shape::Box { area, radius: 2.0, fill, stroke });
            let size = (aside * 1.5).min(half * 1.1);
            shapes.extend(key_arrow(vec2(x, middle), life.input.wish.direction, size, ink));
            if life.input.sequence % every == 0 && !to_come {
                let size = self.text_size(10.0);
                let at = vec2(x, middle - half - 3.0);
                let text = life.input.sequence.to_string();
                let wide = width(&text, size, Weight::Regular) / 2.0;
                if at.x - wide > self.chart.min.x - 6.0 && at.x + wide < self.area.max.x {
                    shapes.push(Shape::label(at, Align::Middle, size, ink, text));
                }
            }
        }
        shapes
    }

    /// Every how many inputs a number has room: 1, 2, 5, 10 …
    fn every_numbered(&self) -> u16 {
        let wide = width("888", self.text_size(10.0), Weight::Regular) + 4.0;
        round_length(f64::from((wide / self.step).max(1.0))) as u16
    }
}
