//! What the pointer is on.

use crate::Tick;
use crate::experiment::Experiment;
use crate::lane::{Cause, Fate, Packet};
use crate::lanes::Side;
use crate::scene::stage::Stage;
use crate::scene::view::Layout;
use glam::Vec2;

/// How far from the pointer something may be and still be meant, points.
const REACH: f32 = 14.0;

/// What the pointer is on.
#[derive(Clone, Debug, PartialEq)]
pub struct Hovered {
    /// The tick to go to.
    pub tick: Tick,
    /// Where it is on the screen.
    pub at: Vec2,
    /// What there is to say about it.
    pub lines: Vec<String>,
}

/// What is under the pointer: an update's tick first, else the nearest tick of the true path.
#[must_use]
pub fn hovered(stage: &Stage<'_>, pointer: Vec2) -> Option<Hovered> {
    let Experiment { truth, run, .. } = stage.picture.experiment;
    let lane =
        if stage.lanes == Layout::Only(Side::Second) { &run.lanes[1] } else { &run.lanes[0] };
    let place = |position| stage.camera.screen_from_world(position);
    let nearest = |found: Option<(f32, Tick, Vec2)>, (tick, at): (Tick, Vec2)| {
        let distance = at.distance(pointer);
        let closer = distance <= REACH && found.is_none_or(|found| distance < found.0);
        if closer { Some((distance, tick, at)) } else { found }
    };
    let sent = lane.packets.iter().map(|packet| (packet.sent, place(packet.state.position)));
    let path = truth.states.iter().enumerate().map(|(tick, state)| (tick, place(state.position)));
    let (_, tick, at) = sent.fold(None, nearest).or_else(|| path.fold(None, nearest))?;
    let frame = &lane.frames[tick];
    let first =
        if frame.seen { format!("error {:.2} u", frame.error) } else { "not seen yet".to_owned() };
    let mut lines = vec![first, format!("t = {:.2} s · tick {tick}", truth.time(tick))];
    if let Some(packet) = lane.packets.iter().find(|packet| packet.sent == tick) {
        lines.push(packet_story(packet));
    }
    Some(Hovered { tick, at, lines })
}

/// Why a packet was sent, and what became of it.
fn packet_story(packet: &Packet) -> String {
    let why = match packet.cause {
        Cause::Owed(reason) => reason.name(),
        Cause::Clock => "clock",
    };
    let when = packet.arrived.map_or_else(String::new, |tick| format!(" on tick {tick}"));
    let again = packet.again.map_or_else(String::new, |tick| format!(", again on tick {tick}"));
    let end = match packet.fate {
        Fate::Used => "arrived",
        Fate::Late => "ignored: it came late,",
        Fate::UnderWay => "still under way at the end",
        Fate::Lost => "lost on the way",
        Fate::QueueFull => "dropped: the queue was full",
        Fate::Unheard => "not heard, before it joined:",
    };
    format!("sent ({why}), {end}{when}{again}")
}
