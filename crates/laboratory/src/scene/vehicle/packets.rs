//! Packets under way.

use crate::Tick;
use crate::experiment::Experiment;
use crate::lane::{Fate, Lane, Packet};
use crate::scene::Shape;
use crate::scene::kit::marks::cross;
use crate::scene::stage::Stage;
use glam::Vec2;

/// How long a lost packet's cross stays, s.
const CROSS_SECONDS: f64 = 0.25;

/// What is under way: from where it was sent to where it will be drawn. A lost packet ends half way in a cross.
pub(super) fn packets_under_way(stage: &Stage<'_>) -> Vec<Shape> {
    let (lane, _) = stage.lane();
    let sent = lane.packets.iter().filter(|packet| packet.sent <= stage.tick());
    sent.flat_map(|packet| packet_under_way(stage, lane, packet)).collect()
}

fn packet_under_way(stage: &Stage<'_>, lane: &Lane, packet: &Packet) -> Vec<Shape> {
    let Experiment { truth, settings, .. } = stage.experiment();
    let (colors, tick) = (stage.colors(), stage.tick());
    let usual = settings.link.latency * truth.tick_rate;
    let age = (tick - packet.sent) as f64;
    let on_the_way = |way: f64, tick: Tick| {
        let last = lane.frames.len().saturating_sub(1);
        let frame = &lane.frames[tick.min(last)];
        // To nobody who would draw it, it goes beside the vehicle.
        let end = if frame.seen { frame.drawn } else { truth.states[tick.min(last)].position };
        stage.on_screen(packet.state.position.lerp(end, way))
    };
    // The place on the way to an arrival that is still to come.
    let toward = |arrival: Tick| {
        let way = age / (arrival - packet.sent).max(1) as f64;
        (arrival > tick).then(|| on_the_way(way, tick))
    };
    let dot = |at: Vec2| Shape::disc(at, 3.5, colors.update);
    let lost = |way: f64| {
        let end = usual * way;
        if age < end {
            return Some(dot(on_the_way(age / usual.max(1e-9), tick)));
        }
        let middle = on_the_way(way, packet.sent + end as Tick);
        let seen = age <= end + CROSS_SECONDS * truth.tick_rate;
        seen.then(|| cross(middle, 5.0, 2.0, colors.error))
    };
    let first = match packet.fate {
        Fate::Used | Fate::Unheard => packet.arrived.and_then(toward).map(dot),
        Fate::Late => {
            let place = packet.arrived.and_then(toward);
            place.map(|at| Shape::ring(at, 4.5, 2.0, colors.late))
        }
        Fate::UnderWay => Some(dot(on_the_way((age / usual.max(1e-9)).min(1.0), tick))),
        Fate::Lost => lost(0.5),
        Fate::QueueFull => lost(0.0),
    };
    let copy = packet.again.and_then(toward);
    let copy = copy.map(|at| Shape::disc(at, 2.2, colors.update.alpha(0.5)));
    first.into_iter().chain(copy).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::fixtures::{settings_with, with_stage};
    use crate::scene::picture::Picture;
    use crate::scene::view::Layout;

    #[test]
    fn a_lost_packet_flies_half_the_way_and_ends_in_a_cross_that_goes() {
        let settings = settings_with(&["link.loss=1", "link.latency=0.2"]);
        let sent = with_stage(&settings, Layout::Overlay, 0, |stage| {
            let (lane, _) = stage.lane();
            let lost = |packet: &Packet| packet.fate == Fate::Lost;
            assert!(lane.packets[1..].iter().all(lost));
            lane.packets[1].sent
        });
        let shown = |after: Tick| {
            with_stage(&settings, Layout::Overlay, sent + after, |stage| {
                let (lane, _) = stage.lane();
                packet_under_way(stage, lane, &lane.packets[1])
            })
        };
        let is_dot = |shapes: &[Shape]| matches!(shapes, [Shape::Circle { .. }]);
        let is_cross = |shapes: &[Shape]| matches!(shapes, [Shape::Line { .. }]);
        assert!(is_dot(&shown(0)) && is_dot(&shown(5)));
        assert!(is_cross(&shown(6)) && is_cross(&shown(21)));
        assert_eq!(shown(6), shown(21), "it stays where it is");
        assert!(shown(22).is_empty());
    }

    #[test]
    fn a_packet_that_arrives_flies_until_then() {
        let settings = settings_with(&["link.jitter=0.1"]);
        with_stage(&settings, Layout::Overlay, 0, |stage| {
            let (lane, _) = stage.lane();
            for packet in &lane.packets[1..] {
                let arrived = packet.arrived.unwrap_or(usize::MAX);
                for tick in packet.sent..packet.sent + 20 {
                    let picture = Picture { tick, ..*stage.picture };
                    let now = Stage { picture: &picture, ..*stage };
                    let shown = packet_under_way(&now, lane, packet).len();
                    assert_eq!(shown, usize::from(now.tick() < arrived), "{packet:?} {tick}");
                }
            }
        });
    }
}
