//! What the time axis is read by: levels, moments, the lines of client and server, the playhead.

use super::time_axis::{KEY, TimeAxis};
use crate::scene::font::width;
use crate::scene::kit::lengths::round_length;
use crate::scene::{Align, Shape, Weight};
use glam::vec2;

impl TimeAxis<'_> {
    /// Levels of the chart, moments below, the two lines.
    pub(super) fn grid(&self) -> Vec<Shape> {
        let theme = self.theme();
        let mut shapes = Vec::new();
        let (low, high) = self.range;
        let step = round_length(
            (high - low) / f64::from(self.chart.size().y / self.text_size(30.0)).max(1.0),
        );
        let decimals = usize::from(step < 1.0) + usize::from(step < 0.1);
        let (first, last) = ((low / step).ceil() as i64, (high / step).floor() as i64);
        for level in first..=last {
            let y = self.y(level as f64 * step);
            let ends = (vec2(self.chart.min.x, y), vec2(self.chart.max.x, y));
            shapes.push(Shape::segment(ends.0, ends.1, 1.0, theme.chart_grid));
            let axis = if self.upright { "y" } else { "x" };
            let value = format!("{:.decimals$}", level as f64 * step).replace('-', "−");
            let text = if level == last { format!("{axis} {value} u") } else { value };
            shapes.push(self.name_at_left(y, theme.text_faint, text));
        }
        shapes.extend(self.times());
        if let Some((client, server)) = self.lines {
            for (y, name) in [(client, "client"), (server, "server")] {
                let ends = (vec2(self.chart.min.x, y), vec2(self.chart.max.x, y));
                shapes.push(Shape::segment(ends.0, ends.1, 1.6, theme.text_faint.alpha(0.7)));
                shapes.push(self.name_at_left(y, theme.text_quiet, name));
            }
        }
        shapes
    }

    /// Moments below it all, s.
    fn times(&self) -> Vec<Shape> {
        let rate = self.stage.experiment().truth.tick_rate;
        let size = self.text_size(11.0);
        let step = round_length(f64::from(self.text_size(62.0) / self.step) / rate);
        let ticks = self.ticks();
        let first = (*ticks.start() as f64 / rate / step).ceil() as i64;
        let last = (*ticks.end() as f64 / rate / step).floor() as i64;
        let decimals = usize::from(step < 1.0) + usize::from(step < 0.1);
        let label = |moment: i64| {
            let time = moment as f64 * step;
            let at = vec2(self.x((time * rate) as f32), self.area.max.y - 6.0);
            let text = format!("{time:.decimals$} s");
            let half = width(&text, size, Weight::Regular) / 2.0;
            let inside =
                at.x - half > self.chart.min.x - 20.0 && at.x + half < self.chart.max.x + 10.0;
            inside.then(|| Shape::label(at, Align::Middle, size, self.theme().text_faint, text))
        };
        (first..=last).filter_map(label).collect()
    }

    pub(super) fn playhead(&self) -> Vec<Shape> {
        let x = self.x(self.stage.tick() as f32);
        let (top, bottom) =
            (vec2(x, self.area.min.y + 5.0), vec2(x, self.area.max.y - self.text_size(19.0)));
        let ink = self.theme().text;
        let part =
            |from: f32, to: f32| Shape::segment(vec2(x, from), vec2(x, to), 1.2, ink.alpha(0.75));
        let mut shapes = vec![Shape::disc(top, 3.5, ink)];
        match self.keys {
            // Not through the number of the key.
            Some(keys) => {
                shapes.push(part(top.y, self.chart.max.y));
                shapes.push(part(keys + self.text_size(KEY) / 2.0, bottom.y));
            }
            None => shapes.push(part(top.y, bottom.y)),
        }
        shapes
    }
}
