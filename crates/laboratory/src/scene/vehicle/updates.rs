//! Where updates were sent, as ticks across the path.

use crate::Tick;
use crate::experiment::Experiment;
use crate::lane::{Fate, Packet};
use crate::lanes::Side;
use crate::scene::Shape;
use crate::scene::kit::marks::cross;
use crate::scene::stage::Stage;
use crate::scene::view::Layout;
use crate::settings::MotionKind;
use glam::{Vec2, vec2};

/// Half the length of an update's tick, points.
const UPDATE_TICK: f32 = 9.0;
/// Half the length of a snapshot's tick, points: there are many of them.
const SNAPSHOT_TICK: f32 = 4.5;
/// A recording longer than this shows the updates of so long around the playhead, s.
const LONG_SECONDS: f64 = 60.0;

/// A tick across the path for every update of this lap, fainter where the playhead has not been yet; red and
/// crossed out where it was lost.
pub(super) fn update_ticks(stage: &Stage<'_>) -> Vec<Shape> {
    let lap = this_lap(stage);
    let colors = stage.colors();
    let snapshots = stage.lanes == Layout::Only(Side::Second);
    let (half, width) = if snapshots { (SNAPSHOT_TICK, 1.2) } else { (UPDATE_TICK, 1.8) };
    let tick_across = |packet: &Packet| {
        let along = packet.state.velocity.normalize_or_zero();
        let across = vec2(-along.y as f32, -along.x as f32) * half;
        let at = stage.on_screen(packet.state.position);
        let opacity = if packet.sent <= stage.tick() { 1.0 } else { 0.55 };
        let lost = is_lost(packet);
        let ink = if lost { colors.error } else { colors.update }.alpha(opacity);
        let crossed = cross(at + across * 1.45, half * 0.45, width * 0.9, ink);
        let tick = Shape::segment(at - across, at + across, width, ink);
        [Some(tick), lost.then_some(crossed)].into_iter().flatten()
    };
    let (lane, _) = stage.lane();
    let mut last = Vec2::INFINITY;
    let apart = |packet: &&Packet| {
        let at = stage.on_screen(packet.state.position);
        let apart = at.distance(last) > 1.0;
        last = if apart { at } else { last };
        apart
    };
    let of_lap = lane.packets.iter().filter(|packet| lap.contains(&packet.sent));
    of_lap.filter(apart).flat_map(tick_across).collect()
}

/// The ticks of the lap that is being driven, of the life that it is driven in: `[first, end)`.
fn this_lap(stage: &Stage<'_>) -> std::ops::Range<Tick> {
    let truth = &stage.experiment().truth;
    let ticks_a_lap = stage.experiment().lap_seconds() * truth.tick_rate;
    let lap = (stage.tick() as f64 / ticks_a_lap).floor();
    let (from, end) =
        ((lap * ticks_a_lap).ceil() as Tick, ((lap + 1.0) * ticks_a_lap).ceil() as Tick);
    let (from, end) = near_playhead(stage, (from, end));
    let life = truth.life(stage.tick());
    from.max(life.start)..if truth.jumps.is_empty() { end } else { end.min(life.end) }
}

/// Of a long recording what is near the playhead: the updates of an hour would hide the path and each other.
fn near_playhead(stage: &Stage<'_>, (from, end): (Tick, Tick)) -> (Tick, Tick) {
    let Experiment { settings, truth, .. } = stage.experiment();
    let near = (LONG_SECONDS / 2.0 * truth.tick_rate) as Tick;
    if settings.motion.kind != MotionKind::Trace || end - from <= 2 * near {
        return (from, end);
    }
    (from.max(stage.tick().saturating_sub(near)), end.min(stage.tick() + near))
}

fn is_lost(packet: &Packet) -> bool {
    match packet.fate {
        Fate::Lost | Fate::QueueFull => true,
        Fate::UnderWay | Fate::Used | Fate::Late | Fate::Unheard => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::fixtures::{settings_with, shapes_of, stage_scene};
    use crate::scene::layers::Switch;
    use crate::settings::Settings;

    #[test]
    fn every_update_of_the_lap_has_its_tick() {
        let scene = stage_scene(&Settings::default(), 0);
        assert_eq!(shapes_of(&scene, Switch::Updates).len(), 14);
    }

    #[test]
    fn the_updates_of_another_lap_are_not_drawn() {
        let mut settings = Settings::default();
        settings.motion.laps = 3;
        let experiment = Experiment::of(settings.clone()).expect("three laps");
        let all = experiment.metrics[0].packets.expect("packets").updates;
        let drawn: usize = [0, 600, 1200]
            .map(|tick| shapes_of(&stage_scene(&settings, tick), Switch::Updates).len())
            .iter()
            .sum();
        assert_eq!(drawn, all);
        assert!(all > 30, "{all}");
    }

    #[test]
    fn lost_updates_are_crossed_out_on_the_path() {
        let settings = settings_with(&["link.loss=0.3", "seed=3"]);
        let lost = Experiment::of(settings.clone()).expect("the lap").metrics[0].fates().0;
        assert!(lost > 2, "{lost}");
        assert_eq!(shapes_of(&stage_scene(&settings, 0), Switch::Updates).len(), 14 + lost);
    }
}
