//! What there is to say of each tick of a run of shots.

use super::detail::ShotFrame;
use crate::lanes::Side::{First, Second};
use crate::technique::columns::{At, Cell, Column, column};

/// The columns, in order.
#[rustfmt::skip]
pub const COLUMNS: &[Column] = &[
    column("tick", "", |at| Cell::Count(at.tick), "which tick, from 0"),
    column("time", "s", |at| Cell::Number(at.experiment.truth.time(at.tick)), "when: tick over tick rate"),
    column("truth_x", "u", |at| Cell::Number(at.truth().position.x), "where the victim is on the server"),
    column("truth_y", "u", |at| Cell::Number(at.truth().position.y), "the same, upwards"),
    column("truth_velocity_x", "u/s", |at| Cell::Number(at.truth().velocity.x), "how fast the victim is"),
    column("truth_velocity_y", "u/s", |at| Cell::Number(at.truth().velocity.y), "the same, upwards"),
    column("rewound_x", "u", |at| at.drawn(First, |frame| frame.drawn.x), "the middle of the box that the server rewound to"),
    column("rewound_y", "u", |at| at.drawn(First, |frame| frame.drawn.y), "the same, upwards"),
    column("rewound_error", "u", |at| at.drawn(First, |frame| frame.error), "distance from it to the box on the server now"),
    column("rewound_path_error", "u", |at| at.drawn(First, |frame| frame.path_error), "distance from it to the box that the shooter saw"),
    column("seen_x", "u", |at| at.drawn(Second, |frame| frame.drawn.x), "the middle of the box that the shooter saw"),
    column("seen_y", "u", |at| at.drawn(Second, |frame| frame.drawn.y), "the same, upwards"),
    column("seen_error", "u", |at| at.drawn(Second, |frame| frame.error), "distance from it to the box on the server now"),
    column("possible", "", |at| shot(at, |shot| shot.is_possible), "whether no wall was in the way on the shooter's screen"),
    column("hit", "", |at| shot(at, ShotFrame::hits), "whether a shot hits with compensation"),
    column("hit_in_the_present", "", |at| shot(at, ShotFrame::hits_present), "whether it would hit without"),
];

fn shot(at: &At<'_>, read: fn(&ShotFrame) -> bool) -> Cell {
    let shot = at.experiment.run.shot().and_then(|run| run.shots.get(at.tick));
    shot.map_or(Cell::Nothing, |shot| Cell::Flag(read(shot)))
}
