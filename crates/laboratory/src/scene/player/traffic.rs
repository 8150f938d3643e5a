//! What client and server tell each other: inputs on their way down, answers on their way up.

use super::time_axis::{TO_COME, TimeAxis};
use crate::Tick;
use crate::lane::{Fate, Packet};
use crate::link::most_delay;
use crate::scene::font::width;
use crate::scene::kit::marks::cross;
use crate::scene::{Align, Area, Shape, Weight};
use crate::technique::player::detail::Answer;
use glam::vec2;

/// The least distance between two lines of inputs on their way, points.
const APART: f32 = 5.0;

impl TimeAxis<'_> {
    /// What is on the way between the two lines.
    pub(super) fn traffic(&self) -> Vec<Shape> {
        let Some((client, server)) = self.lines else { return Vec::new() };
        let theme = self.theme();
        let settings = &self.stage.experiment().settings;
        let rate = self.stage.experiment().truth.tick_rate;
        let every = (APART / self.step).ceil().max(1.0) as Tick;
        let up = (settings.link.latency * settings.link.up_ratio * rate) as f32;
        let mut shapes = Vec::new();
        let reach =
            (most_delay(&settings.link).max(most_delay(&settings.link_up())) * rate) as Tick + 2;
        let (start, end) = self.ticks().into_inner();
        for tick in start.saturating_sub(reach)..=end {
            let packet = &self.player().packets[tick];
            let from = (tick as f32, client);
            let is_lost = matches!(packet.fate, Fate::Lost | Fate::QueueFull);
            if is_lost {
                let half = (tick as f32 + up / 2.0, client.midpoint(server));
                shapes.extend(self.line_in_time(from, half, 1.0, theme.error.alpha(0.6)));
                shapes.extend(self.cross_at(half));
            } else if let Some(arrived) = packet.arrived.filter(|_| tick % every == 0) {
                let to = (arrived as f32, server);
                shapes.extend(self.line_in_time(from, to, 1.0, theme.drawn.alpha(0.5)));
            }
        }
        shapes.extend(self.answers(client, server));
        shapes
    }

    fn cross_at(&self, (tick, y): (f32, f32)) -> Option<Shape> {
        let end = self.first + self.chart.size().x / self.step;
        let inside = tick > self.first && tick < end;
        let ink =
            self.theme().error.alpha(if tick > self.stage.tick() as f32 { TO_COME } else { 1.0 });
        inside.then(|| cross(vec2(self.x(tick), y), 3.6, 1.6, ink))
    }

    /// The answers on their way up, each with the number that it acknowledges where there is room.
    fn answers(&self, client: f32, server: f32) -> Vec<Shape> {
        let theme = self.theme();
        let experiment = self.stage.experiment();
        let rate = experiment.truth.tick_rate;
        let down = (experiment.settings.link.latency * rate) as f32;
        let corrected = |answer: &Answer| {
            let ticks = &self.player().ticks;
            answer.taken.is_some_and(|tick| ticks.get(tick).is_some_and(|tick| tick.corrected))
        };
        let (mut lines, mut labels) = (Vec::new(), Vec::new());
        let mut free = f32::NEG_INFINITY;
        let pairs = experiment.run.lanes[0].packets.iter().zip(&self.player().answers);
        for (packet, answer) in pairs {
            let from = (packet.sent as f32, server);
            let is_late = packet.fate == Fate::Late;
            let ink = if is_late { theme.late } else { theme.update };
            match (packet.fate, packet.arrived) {
                (Fate::Lost | Fate::QueueFull, _) => {
                    let half = (packet.sent as f32 + down / 2.0, client.midpoint(server));
                    lines.extend(self.line_in_time(from, half, 1.4, theme.error.alpha(0.8)));
                    lines.extend(self.cross_at(half));
                }
                (_, Some(arrived)) => {
                    let to = (arrived as f32, client);
                    lines.extend(self.line_in_time(from, to, 1.8, ink));
                    labels.extend(self.arrival_mark(packet, corrected(answer), client));
                    labels.extend(self.acknowledged(answer, (from, to), &mut free));
                }
                (_, None) => {}
            }
        }
        lines.extend(labels);
        lines
    }

    /// The mark where an answer came in: red where it moved the client, a ring where it was ignored.
    fn arrival_mark(&self, packet: &Packet, corrected: bool, client: f32) -> Option<Shape> {
        let tick = packet.arrived.filter(|tick| self.ticks().contains(tick))?;
        let theme = self.theme();
        let at = vec2(self.x(tick as f32), client);
        let opacity = if tick > self.stage.tick() { TO_COME } else { 1.0 };
        Some(match (packet.fate == Fate::Late, corrected) {
            (true, _) => Shape::ring(at, 3.4, 1.5, theme.late.alpha(opacity)),
            (false, true) => Shape::disc(at, 4.5, theme.error.alpha(opacity)),
            (false, false) => Shape::disc(at, 3.0, theme.update.alpha(opacity)),
        })
    }

    /// What an answer acknowledges, on its line near the server.
    fn acknowledged(
        &self,
        answer: &Answer,
        way: ((f32, f32), (f32, f32)),
        free: &mut f32,
    ) -> Vec<Shape> {
        let (from, to) = way;
        let size = self.text_size(11.0);
        let text = format!("{}", answer.says.sequence);
        let wide = width(&text, size, Weight::SemiBold);
        let tick = from.0 + (to.0 - from.0) * 0.5;
        let at = vec2(self.x(tick), from.1 + (to.1 - from.1) * 0.5);
        let inside = at.x - wide > self.chart.min.x && at.x + wide < self.chart.max.x;
        let shown = tick <= self.stage.tick() as f32;
        if !inside || !shown || at.x - wide / 2.0 < *free || (from.1 - to.1) < 34.0 {
            return Vec::new();
        }
        *free = at.x + wide / 2.0 + 8.0;
        let min = at - vec2(wide / 2.0 + 2.0, size * 0.62);
        let area = Area { min, max: min + vec2(wide + 4.0, size * 1.24) };
        let fill = self.theme().strip;
        let baseline = at + vec2(0.0, size * 0.36);
        vec![
            Shape::Box { area, radius: 2.0, fill, stroke: None },
            Shape::heading(baseline, Align::Middle, size, self.theme().update, text),
        ]
    }
}
