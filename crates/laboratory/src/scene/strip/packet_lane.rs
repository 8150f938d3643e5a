//! The packets lane below the chart: when each packet was sent, when it arrived, and what became of the others.
//!
//! In: a chart, packets. Out: shapes. Invariant: packets of any number give about as many shapes as the lane is
//! wide, and what was lost or late is not thinned out by what was not.

use crate::Tick;
use crate::lane::{Fate, Packet};
use crate::scene::chart::{LANE, StripChart};
use crate::scene::kit::marks::cross;
use crate::scene::theme::{Rgba, Theme};
use crate::scene::{Align, Shape};
use glam::{Vec2, vec2};

/// From where to where the mark of a packet sent reaches, points below the chart.
const SENT: (f32, f32) = (5.0, 12.0);
/// From where to where the mark of an arrival reaches, points below the chart.
const ARRIVED: (f32, f32) = (24.0, 30.0);
/// How close two packets that fared alike may come before one mark stands for both, points.
const APART: f32 = 0.9;
/// Below this mean distance between two packets the lines of those that arrived in order are left out, points.
const DENSE: f32 = 3.0;

/// A lane under a chart.
struct PacketLane<'a> {
    chart: &'a StripChart,
    theme: &'a Theme,
    /// The latency without jitter, ticks: how far a packet that never arrives is drawn.
    latency: f32,
    /// Whether the packets stand so close that their lines would be a wall.
    dense: bool,
}

/// The lane, `latency` in ticks.
pub(super) fn build(
    chart: &StripChart,
    packets: &[Packet],
    latency: f32,
    theme: &Theme,
) -> Vec<Shape> {
    let shown = || packets.iter().filter(|packet| chart.shows(packet.sent));
    let room = chart.area.size().x / shown().count().max(1) as f32;
    let lane = PacketLane { chart, theme, latency, dense: room < DENSE };
    let (plain, odd): (Vec<&Packet>, Vec<&Packet>) = shown().partition(|packet| {
        packet.again.is_none()
            && match packet.fate {
                Fate::Used | Fate::UnderWay | Fate::Unheard => true,
                Fate::Late | Fate::Lost | Fate::QueueFull => false,
            }
    });
    let shown = [thinned_out(chart, &plain), thinned_out(chart, &odd)].concat();
    let lines = shown.iter().flat_map(|packet| lane.slanted_lines(packet));
    let marks = shown.iter().flat_map(|packet| lane.marks_of(packet));
    let left = chart.area.min.x - 8.0;
    let label = |down: f32, text: &str| {
        let at = vec2(left, chart.area.max.y + down);
        Shape::label(at, Align::End, 10.0, theme.text_faint, text)
    };
    let labels = [label(SENT.1 + 3.0, "sent"), label(ARRIVED.1 + 1.0, "arrived")];
    lines.chain(marks).chain(labels).collect()
}

/// Where there are more packets than room, one a point.
fn thinned_out<'a>(chart: &StripChart, packets: &[&'a Packet]) -> Vec<&'a Packet> {
    let mut last = f32::NEG_INFINITY;
    let apart = |packet: &&&Packet| {
        let x = chart.x(packet.sent as f32);
        let apart = x - last >= APART;
        last = if apart { x } else { last };
        apart
    };
    packets.iter().filter(apart).copied().collect()
}

impl PacketLane<'_> {
    fn place_below(&self, tick: f32, down: f32) -> Vec2 {
        vec2(self.chart.x(tick), self.chart.area.max.y + down)
    }

    fn mark(&self, tick: Tick, (from, to): (f32, f32), width: f32, color: Rgba) -> Shape {
        Shape::segment(
            self.place_below(tick as f32, from),
            self.place_below(tick as f32, to),
            width,
            color,
        )
    }

    /// From a packet's mark towards its arrival, this part of the way; never past the end of the run.
    fn part_of_way(&self, sent: Tick, way: f32) -> (Vec2, Vec2) {
        let from = self.place_below(sent as f32, SENT.1);
        self.within_chart(
            sent,
            from.lerp(self.place_below(sent as f32 + self.latency, ARRIVED.0), way),
        )
    }

    /// From a packet's mark to a place, but not past the end of the chart.
    fn within_chart(&self, sent: Tick, to: Vec2) -> (Vec2, Vec2) {
        let from = self.place_below(sent as f32, SENT.1);
        let most = self.chart.area.max.x;
        if to.x <= most || to.x <= from.x {
            return (from, to);
        }
        (from, from.lerp(to, (most - from.x) / (to.x - from.x)))
    }

    /// The slanted lines of a packet: its slope is its latency.
    fn slanted_lines(&self, packet: &Packet) -> Vec<Shape> {
        let theme = self.theme;
        let quiet = theme.text_faint.alpha(0.6);
        // The way to an arrival after the part that is shown ends at its edge.
        let to = |tick: Tick, width, color| {
            let (from, to) =
                self.within_chart(packet.sent, self.place_below(tick as f32, ARRIVED.0));
            Shape::segment(from, to, width, color)
        };
        let toward = |way: f32, color| {
            let (from, to) = self.part_of_way(packet.sent, way);
            Shape::segment(from, to, 1.0, color)
        };
        let first = match packet.fate {
            Fate::Used | Fate::Unheard => packet.arrived.map(|tick| to(tick, 1.0, quiet)),
            Fate::Late => packet.arrived.map(|tick| to(tick, 1.0, theme.late.alpha(0.8))),
            Fate::UnderWay => Some(toward(1.0, quiet)),
            Fate::Lost => Some(toward(0.5, theme.error.alpha(0.7))),
            Fate::QueueFull => None,
        };
        let plain = matches!(packet.fate, Fate::Used | Fate::UnderWay | Fate::Unheard);
        let first = first.filter(|_| !(plain && self.dense));
        let again = packet.again.map(|tick| to(tick, 0.8, theme.text_faint.alpha(0.35)));
        [first, again].into_iter().flatten().collect()
    }

    /// The marks of a packet: sent, and what came of it.
    fn marks_of(&self, packet: &Packet) -> Vec<Shape> {
        let theme = self.theme;
        let sent = self.mark(packet.sent, SENT, 1.8, theme.update);
        let arrived = packet.arrived.filter(|tick| self.chart.shows(*tick));
        let arrival = |color| arrived.map(|tick| self.mark(tick, ARRIVED, 1.4, color));
        let end = match packet.fate {
            Fate::Used => arrival(theme.text_quiet),
            // Nobody was there yet.
            Fate::Unheard => arrival(theme.text_faint.alpha(0.5)),
            Fate::Late => arrived.map(|tick| {
                let middle = self.place_below(tick as f32, (ARRIVED.0 + ARRIVED.1) / 2.0);
                Shape::ring(middle, 3.4, 1.5, theme.late)
            }),
            Fate::UnderWay => None,
            Fate::Lost => Some(cross(self.part_of_way(packet.sent, 0.5).1, 2.8, 1.5, theme.error)),
            // It never left: the cross stands on its mark.
            Fate::QueueFull => {
                let middle = self.place_below(packet.sent as f32, SENT.1);
                Some(cross(middle, 2.8, 1.5, theme.error))
            }
        };
        let small = (ARRIVED.0 + 2.0, ARRIVED.1 - 1.0);
        let again = packet.again.filter(|tick| self.chart.shows(*tick));
        let again = again.map(|tick| self.mark(tick, small, 1.0, theme.text_faint));
        [Some(sent), end, again].into_iter().flatten().collect()
    }
}

/// A tick for every packet sent, and a fainter one where it arrived.
pub(super) fn low_marks(chart: &StripChart, packets: &[Packet], theme: &Theme) -> Vec<Shape> {
    let top = chart.area.max.y + 4.0;
    let mark = |tick: Tick, from: f32, to: f32, width: f32, color| {
        let x = chart.x(tick as f32);
        Shape::segment(vec2(x, top + from), vec2(x, top + to), width, color)
    };
    let arrived = |packet: &Packet| {
        packet
            .arrived
            .filter(|tick| chart.shows(*tick))
            .map(|tick| mark(tick, 6.0, 12.0, 1.2, theme.text_faint))
    };
    let sent = |packet: &Packet| mark(packet.sent, 0.0, 9.0, 1.8, theme.update);
    let shown = packets.iter().filter(|packet| chart.shows(packet.sent));
    let shown = thinned_out(chart, &shown.collect::<Vec<_>>());
    let arrivals = shown.iter().filter_map(|packet| arrived(packet));
    arrivals.chain(shown.iter().map(|packet| sent(packet))).collect()
}

/// That the lane ends above the edge of the strip.
const _: () = assert!(ARRIVED.1 < LANE);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::PacketMetrics;
    use crate::scene::chart::Strip;
    use crate::scene::strip::tests::with_strip;
    use crate::settings::Settings;

    fn lane_of(strip: &Strip<'_>) -> Vec<Shape> {
        let packets = &strip.picture.experiment.run.lanes[0].packets;
        build(&StripChart::of(strip), packets, 6.0, strip.theme())
    }

    fn lane_of_whole(strip: &Strip<'_>) -> Vec<Shape> {
        let packets = &strip.picture.experiment.run.lanes[0].packets;
        build(&StripChart::whole(strip), packets, 6.0, strip.theme())
    }

    #[test]
    fn every_update_has_its_mark_until_there_is_no_room_for_them() {
        with_strip(Settings::default(), |strip| {
            let packets = &strip.picture.experiment.run.lanes[0].packets;
            let arrived = packets.iter().filter(|packet| packet.arrived.is_some()).count();
            let marks = low_marks(&StripChart::of(strip), packets, strip.theme());
            assert_eq!(marks.len(), packets.len() + arrived);
            // In the lane each has a line, too, and there are two words.
            assert_eq!(lane_of(strip).len(), 2 * packets.len() + arrived + 2);
        });
        let mut settings = Settings::default();
        settings.motion.laps = 100;
        settings.sender.threshold = 0.001;
        with_strip(settings, |strip| {
            let packets = &strip.picture.experiment.run.lanes[0].packets;
            let chart = StripChart::of(strip);
            let most = 2.0 * chart.area.size().x / 0.9 + 4.0;
            assert!(packets.len() as f32 > most, "{} updates", packets.len());
            assert!(low_marks(&chart, packets, strip.theme()).len() as f32 <= most);
            assert!(lane_of(strip).len() as f32 <= most);
        });
    }

    #[test]
    fn each_fate_has_a_shape_of_its_own_in_the_lane() {
        let mut settings = Settings::default();
        for assignment in [
            "motion.laps=6",
            "link.loss=0.15",
            "link.jitter=0.1",
            "link.reorder=0.3",
            "link.reorder_delay=0.4",
            "link.duplicate=0.2",
        ] {
            settings.set(assignment).expect(assignment);
        }
        with_strip(settings, |strip| {
            let theme = strip.theme();
            let metrics = &strip.picture.experiment.metrics[0];
            let shapes = lane_of_whole(strip);
            let crosses = shapes.iter().filter(|shape| {
                let Shape::Line { points, stroke, .. } = shape else { return false };
                points.len() == 5 && stroke.color == theme.error
            });
            let rings = shapes.iter().filter(|shape| matches!(shape, Shape::Circle { .. }));
            let fainter = shapes.iter().filter(|shape| {
                let Shape::Line { stroke, .. } = shape else { return false };
                stroke.color == theme.text_faint.alpha(0.35)
            });
            let shown = (crosses.count(), rings.count(), fainter.count());
            let PacketMetrics { lost, late, duplicates, .. } = metrics.packets.expect("packets");
            assert_eq!(shown, (lost, late, duplicates));
            assert!(lost > 3 && late > 3 && duplicates > 3, "{metrics:?}");
        });
    }

    #[test]
    fn nothing_of_the_lane_lies_outside_of_the_strip() {
        let mut settings = Settings::default();
        settings.set("link.latency=0.5").expect("a latency");
        settings.set("link.loss=0.3").expect("a loss");
        with_strip(settings, |strip| {
            for shape in lane_of(strip) {
                let Shape::Line { points, .. } = shape else { continue };
                assert!(points.iter().all(|&point| strip.area.contains(point)), "{points:?}");
            }
        });
    }
}
