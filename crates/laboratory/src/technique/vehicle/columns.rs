//! What there is to say of each tick of a vehicle's run.

use crate::clocks::ClockFrame;
use crate::lanes::Side::{First, Second};
use crate::technique::columns::{At, Cell, Column, column};
use crate::technique::vehicle::detail::Note;
use dead_reckoning::interpolation::Depth;
use glam::DVec2;

/// The columns, in order.
#[rustfmt::skip]
pub const COLUMNS: &[Column] = &[
    column("tick", "", |at| Cell::Count(at.tick), "which tick, from 0"),
    column("time", "s", |at| Cell::Number(at.experiment.truth.time(at.tick)), "when: tick over tick rate"),
    column("truth_x", "u", |at| Cell::Number(at.truth().position.x), "where the vehicle is"),
    column("truth_y", "u", |at| Cell::Number(at.truth().position.y), "the same, upwards"),
    column("model_x", "u", |at| model(at, |place| place.x), "the receiver's extrapolation, without the blend"),
    column("model_y", "u", |at| model(at, |place| place.y), "the same, upwards"),
    column("drawn_x", "u", |at| at.drawn(First, |frame| frame.drawn.x), "what dead reckoning draws"),
    column("drawn_y", "u", |at| at.drawn(First, |frame| frame.drawn.y), "the same, upwards"),
    column("error", "u", |at| at.drawn(First, |frame| frame.error), "distance from what dead reckoning draws to the truth"),
    column("sent", "", |at| Cell::Count(at.traffic[0].sent), "updates sent on this tick"),
    column("reason", "", |at| Cell::Word(at.traffic[0].reason), "why: first, threshold, heartbeat, heading or teleport; empty where none was sent"),
    column("arrived", "", |at| Cell::Count(at.traffic[0].arrived), "updates that arrived on this tick"),
    column("snapshot_x", "u", |at| at.drawn(Second, |frame| frame.drawn.x), "what snapshot interpolation draws"),
    column("snapshot_y", "u", |at| at.drawn(Second, |frame| frame.drawn.y), "the same, upwards"),
    column("snapshot_error", "u", |at| at.drawn(Second, |frame| frame.error), "distance from what snapshot interpolation draws to the truth"),
    column("snapshot_sent", "", |at| Cell::Count(at.traffic[1].sent), "snapshots sent on this tick"),
    column("snapshot_arrived", "", |at| Cell::Count(at.traffic[1].arrived), "snapshots that arrived on this tick"),
    column("truth_velocity_x", "u/s", |at| Cell::Number(at.truth().velocity.x), "how fast the vehicle is"),
    column("truth_velocity_y", "u/s", |at| Cell::Number(at.truth().velocity.y), "the same, upwards"),
    column("drawn_velocity_x", "u/s", |at| at.drawn(First, |frame| frame.velocity.x), "how fast dead reckoning says that what it draws moves"),
    column("drawn_velocity_y", "u/s", |at| at.drawn(First, |frame| frame.velocity.y), "the same, upwards"),
    column("snapshot_velocity_x", "u/s", |at| at.drawn(Second, |frame| frame.velocity.x), "the same for snapshot interpolation"),
    column("snapshot_velocity_y", "u/s", |at| at.drawn(Second, |frame| frame.velocity.y), "the same, upwards"),
    column("truth_heading", "rad", |at| Cell::Number(at.truth().heading), "which way the vehicle faces, counter-clockwise from +x"),
    column("drawn_heading", "rad", |at| at.drawn(First, |frame| frame.heading), "which way dead reckoning draws it facing"),
    column("held_back", "", |at| note(at, |note| note.held_back), "whether the rate cap held an owed update back: the threshold is not met"),
    column("stale", "", |at| note(at, |note| note.stale), "whether nothing has been heard for too long"),
    column("frozen", "", |at| note(at, |note| note.frozen), "whether the extrapolation cap holds the model"),
    column("lost", "", |at| Cell::Count(at.traffic[0].lost), "updates sent on this tick that never arrive"),
    column("snapshot_path_error", "u", |at| at.drawn(Second, |frame| frame.path_error), "distance from what snapshot interpolation draws to the truth as it was a delay ago"),
    column("buffered", "", buffered, "snapshots in the buffer that are newer than what is drawn"),
    column("clock_error", "s", clock_error, "the receiver's estimate of the sender's clock less the truth; 0 where it is known"),
    column("seen", "", |at| Cell::Flag(at.seen(First)), "whether dead reckoning draws anything; before, what it draws is empty"),
    column("snapshot_seen", "", |at| Cell::Flag(at.seen(Second)), "whether snapshot interpolation does, likewise"),
    column("beyond_wall", "", |at| note(at, |note| note.beyond_wall), "whether what dead reckoning draws is beyond a wall"),
];

fn model(at: &At<'_>, read: fn(&DVec2) -> f64) -> Cell {
    let model = at.experiment.run.vehicle().and_then(|vehicle| vehicle.model.get(at.tick));
    model.filter(|_| at.seen(First)).map_or(Cell::Nothing, |place| Cell::Number(read(place)))
}

fn note(at: &At<'_>, read: fn(&Note) -> bool) -> Cell {
    let note = at.experiment.run.vehicle().and_then(|vehicle| vehicle.notes.get(at.tick));
    note.map_or(Cell::Nothing, |note| Cell::Flag(read(note)))
}

fn buffered(at: &At<'_>) -> Cell {
    let depth = at.experiment.run.lane(Second).depths.get(at.tick);
    depth.map_or(Cell::Nothing, |Depth { ahead, .. }| Cell::Count(*ahead as usize))
}

fn clock_error(at: &At<'_>) -> Cell {
    let clock = at.experiment.run.vehicle().and_then(|vehicle| vehicle.clock.get(at.tick));
    Cell::Number(clock.map_or(0.0, ClockFrame::error))
}
