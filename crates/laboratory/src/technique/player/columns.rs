//! What there is to say of each tick of your own player's run.

use super::detail::PlayerTick;
use crate::lanes::Side::{First, Second};
use crate::technique::columns::{At, Cell, Column, column};

/// The columns, in order.
#[rustfmt::skip]
pub const COLUMNS: &[Column] = &[
    column("tick", "", |at| Cell::Count(at.tick), "which tick, from 0"),
    column("time", "s", |at| Cell::Number(at.experiment.truth.time(at.tick)), "when: tick over tick rate"),
    column("truth_x", "u", |at| Cell::Number(at.truth().position.x), "where the server would have the player if every input were there at once"),
    column("truth_y", "u", |at| Cell::Number(at.truth().position.y), "the same, upwards"),
    column("truth_velocity_x", "u/s", |at| Cell::Number(at.truth().velocity.x), "how fast the player is there"),
    column("truth_velocity_y", "u/s", |at| Cell::Number(at.truth().velocity.y), "the same, upwards"),
    column("predicted_x", "u", |at| at.drawn(First, |frame| frame.drawn.x), "what the predicting client draws"),
    column("predicted_y", "u", |at| at.drawn(First, |frame| frame.drawn.y), "the same, upwards"),
    column("predicted_velocity_x", "u/s", |at| at.drawn(First, |frame| frame.velocity.x), "how fast it moves"),
    column("predicted_velocity_y", "u/s", |at| at.drawn(First, |frame| frame.velocity.y), "the same, upwards"),
    column("predicted_heading", "rad", |at| at.drawn(First, |frame| frame.heading), "which way it faces, counter-clockwise from +x"),
    column("predicted_error", "u", |at| at.drawn(First, |frame| frame.error), "distance from what it draws to the truth"),
    column("predicted_arrived", "", |at| Cell::Count(at.traffic[0].arrived), "answers that arrived on this tick"),
    column("client_x", "u", |at| player(at, |tick| Cell::Number(tick.predicted.x)), "where the predicting client has the player, without the smoothing of a correction"),
    column("client_y", "u", |at| player(at, |tick| Cell::Number(tick.predicted.y)), "the same, upwards"),
    column("corrected", "", |at| player(at, |tick| Cell::Flag(tick.corrected)), "whether an answer moved the predicting client"),
    column("pending", "", |at| player(at, |tick| Cell::Count(tick.pending)), "inputs that are not acknowledged at the tick's end"),
    column("waiting_x", "u", |at| at.drawn(Second, |frame| frame.drawn.x), "what a client draws that waits for the server"),
    column("waiting_y", "u", |at| at.drawn(Second, |frame| frame.drawn.y), "the same, upwards"),
    column("waiting_velocity_x", "u/s", |at| at.drawn(Second, |frame| frame.velocity.x), "how fast it moves"),
    column("waiting_velocity_y", "u/s", |at| at.drawn(Second, |frame| frame.velocity.y), "the same, upwards"),
    column("waiting_heading", "rad", |at| at.drawn(Second, |frame| frame.heading), "which way it faces, counter-clockwise from +x"),
    column("waiting_error", "u", |at| at.drawn(Second, |frame| frame.error), "distance from what it draws to the truth"),
    column("waiting_path_error", "u", |at| at.drawn(Second, |frame| frame.path_error), "distance from what it draws to the truth as it was after the last input that it knows to be done"),
    column("server_x", "u", |at| player(at, |tick| Cell::Number(tick.server.x)), "where the server has the player at this moment"),
    column("server_y", "u", |at| player(at, |tick| Cell::Number(tick.server.y)), "the same, upwards"),
    column("sent", "", |at| Cell::Count(at.traffic[0].sent), "answers that the server sent on this tick"),
    column("lost", "", |at| Cell::Count(at.traffic[0].lost), "of those, the ones that never arrive"),
];

fn player(at: &At<'_>, read: fn(&PlayerTick) -> Cell) -> Cell {
    let tick = at.experiment.run.player().and_then(|player| player.ticks.get(at.tick));
    tick.map_or(Cell::Nothing, read)
}
