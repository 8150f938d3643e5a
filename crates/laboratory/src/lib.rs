//! Dead Reckoning Lab: see, tune and compare how networked games draw a remote vehicle.
//!
//! This page is the architecture: read it before the code.
//!
//! # One way through the house
//!
//! ```text
//!  command line ┐                                         ┌─> Scene at a tick, under a View ─┬─> window
//!  scenario     ├─> Settings ─> Truth ─> Run ──> Metrics ─┤                                  └─> SVG ─> PNG, GIF
//!  network      │            (the lap)  (one   (of one    └─> tables: text, CSV, JSON
//!  panel        ┘                        seed)  or many)
//! ```
//!
//! Values all the way. A change of a setting simulates the whole run again before the next frame: a lap is
//! 501 ticks and takes some twenty microseconds. So the numbers and every update tick answer while a slider
//! moves, seeking is an index, and comparing two tunings is two runs.
//!
//! Inside [`sim::run::simulate`] the core is used as a game would use it. Each tick goes
//! `sender.poll → link.send → link.poll → receiver.receive → receiver.sample`; for your own player
//! `client.press → up → server.receive → server.acknowledge → down → client.receive → client.drawn`.
//!
//! # Rooms
//!
//! | room | what it decides |
//! |---|---|
//! | [`netcode`] | the shared core: the model, when an update is owed, how a correction is hidden |
//! | [`netcode::prediction`] | your own player: prediction, acknowledgements, reconciliation |
//! | [`netcode::rewind`] | the shot: hitboxes of the past, what a shooter saw, who is hit |
//! | [`settings`] | everything that decides a run, and the table of all that a user may turn |
//! | [`scenarios`] | settings worth looking at |
//! | [`networks`] | networks as they are out there, with source and figures |
//! | [`sim`] | the laboratory: track, motions, link, run, metrics, and what a run says about its settings |
//! | [`sim::trace`] | recorded motion: files of every kind, and how they become a truth |
//! | [`pages`] | what there is to read: what to predict, the words, symptoms, sources |
//! | [`sim::sweep`], [`sim::suggest`] | many settings at once: rows, the frontier, the cheapest that keep a promise |
//! | [`figures`] | the published figures beside the measured ones |
//! | [`scene`] | pictures as data: camera, stage, time strip, layers, layouts, colours, pages, contact sheets, sweeps |
//! | [`lessons`] | claims, each with what shows it, a knob and numbers that are measured |
//! | [`comparisons`] | what is worth putting beside each other |
//! | [`export`] | scenes as files: SVG, PNG, GIF, APNG; runs and sweeps as CSV and JSON; settings as source |
//! | `app` | the window: the only clock, the panel, the painter (feature `app`, on unless switched off) |
//! | [`cli`] | the command line: the only room that prints |
//!
//! Who may use whom: `netcode ← sim ← scene ← export ← app ← cli`; `settings` is used by all of them and uses the
//! core's types only. A test holds it (`tests/tidy.rs`).
//!
//! Four things the window owns: `Settings` decide the run, a `View` the picture, `Playback` the tick, and an
//! `Action` is a one-shot request from a button or a key. `app::desk` holds them and knows no window, so that the
//! tests can work it; `app::store` keeps the session and the user's presets.
//!
//! # Invariants
//!
//! - Architecture Invariant: the core sees no clock, window, file, random number, lap or future. `now` is an
//!   argument. It depends on glam and libm and allocates only when it is made.
//! - Architecture Invariant: the prefix property. Cutting the truth at tick k leaves ticks 0..k equal to the
//!   bit.
//! - Architecture Invariant: equal settings give equal bytes on every platform. Sine, cosine and tangent come
//!   from `libm`; clippy refuses the platform's.
//! - Architecture Invariant: `f64` and seconds in the core, whole ticks in the simulator, `f32` only after the
//!   camera.
//! - Architecture Invariant: luck is keyed. Every draw is a pure hash of seed, channel, purpose and packet number
//!   ([`sim::draws`]), so raising the loss only removes packets, and no knob reshuffles what another one decides.
//! - Architecture Invariant: where luck decides, a number is the median over many seeds ([`sim::ensemble`]), the
//!   same on one core and on many.
//! - Architecture Invariant: a row of a sweep is the ensemble of its settings, and a suggestion a run of its own, to the
//!   bit: the tuner has no shortcut of its own through the laboratory.
//! - Architecture Invariant: nothing clamps a setting silently. Out of range is refused, with the range.
//! - Architecture Invariant: window and export are handed the same scene; equal scenes give equal files, in debug
//!   and release, on one core or many. PNG is made from the SVG.
//! - Architecture Invariant: a file is written whole or not at all, and never over another unless that was asked for.
//! - Architecture Invariant: an `Action` is a one-shot request, handled in one place; pressing play never
//!   simulates, turning a knob never moves the playhead.
//!
//! # Decisions that read like faults
//!
//! - The lap starts cold: on tick 0 both ends hold the truth, and that first update counts as sent.
//! - The playhead is a whole tick and holds until the next: drawing in between would hide the snaps.
//! - The velocity that an interrupted blend starts from is the faded one of the published code, not the slope
//!   of the drawn position: the published figures come out only this way.
//! - An interrupted spline starts from the slope of the drawn position, so that it has no kink; a Bézier curve of
//!   longer handles from its slope over the handle, or every interruption would multiply the speed.
//! - Projective velocity blending towards a model that has come to rest (extrapolation cap, held braking) goes on with
//!   the velocity of a moment before the rest: with zero the drawn position would jump there.
//! - A correction of the heading is fixed when the update is applied and fades out on top of the model's turning:
//!   asked anew on every frame, the shorter way round changes its mind.
//! - What order 2 does after a stop and the damping of a reversing acceleration are the sender's settings: both ends
//!   run one model, and what only one of them did would be an error that nobody notices.
//! - With quantised states an update is owed only if the rounded truth is nearer to the truth than the model: an entity
//!   at rest between two points of the grid is sent once, not on every tick.
//! - The sender knows nothing of the receiver's extrapolation cap: a capped entity may stand still for a whole
//!   heartbeat.
//! - A stale entity is still drawn where the model has it; it says that it is stale, and snaps when it is
//!   heard of again.
//! - Updates per second divide by the exact lap time, not by ticks.
//! - A pinned run keeps its sender, link and receiver but takes over the motion, track and tick rate of what it is
//!   compared with: two tunings are only comparable on the same truth.
//! - The camera fits the truth, not what is drawn: it must not move while a slider does.
//! - An idle window naps between frames instead of blocking until the next event: a blocked one would not be
//!   redrawn when it is resized or uncovered.
//! - A line that fades is written to SVG as lines over each other: parts beside each other would show seams.
//! - An SVG carries the font with it, a PNG is drawn from one that only names it: the bytes of the text differ, the
//!   shapes do not.
//! - A GIF keeps its most frequent colours as they are and shares the rest; all its frames share one palette, so that
//!   nothing flickers.
//! - The pages of a comparison have whole-numbered, equal sizes: rounding each alone would give each its own scale.
//! - Xlib ends a program by itself when the server refuses a request; `cli::early_end` answers that end.
//! - The snapshot lane draws latency + render delay behind, as a client does whose clock is set by arrivals.
//! - What is lost on the wire has taken its place in the queue before it, else a higher loss would let others through.
//! - Clock offset and drift do nothing while `clock.estimate` is `exact`: the receiver then knows the sender's time.
//! - Pings are not counted in bytes per second and pass no bottleneck. Both ends stamp them on whole ticks, as games do
//!   that read their socket once a frame: on a jittery network that is most of the clock's error.
//! - A jump of the truth that is drawn at once is no step of what is drawn ([`sim::metrics::takes_over_jump`]): the
//!   entity was put there. Sliding there in a dozen steps is a dozen steps. The error while the news travels counts.
//! - An update says that the owner jumped in a flag, a snapshot in a count: a flag is lost with its packet, and the
//!   model of a later update hides the jump in a blend; two snapshots differ in their count whatever was lost between.
//! - A late joiner is told nothing when it joins: it waits for the next packet. Its errors begin with the first thing
//!   that is drawn; the wait is a number of its own.
//! - The path error asks for the delay that a lane means to draw behind: a clock that is wrong shows up in it.
//! - Walls stop what is drawn, not the model: a blend goes on from where the receiver has it, beyond the wall, so the
//!   clamp changes nothing that is sent or applied.
//! - Stepping a model by frame is there to be seen failing: its position is continuous, its velocity is not, and a blend
//!   towards it moves in steps, as it would in a game.
//! - A predicted player whose queue of unacknowledged inputs is full does not move: dropping one would let the two ends
//!   part for good.
//! - The server drops an input that comes before its turn instead of keeping it: every packet carries all that is not
//!   acknowledged.
//! - A suggestion goes through the thresholds at which a run changes instead of a grid of round ones: between two of
//!   them every threshold sends the very same updates, so no finer grid would find another run. On long runs, where they lie
//!   closer than anybody could tell, some are passed over.
//! - Thresholds whose run lies within less than the fourth digit are not suggested: no game could rely on them.
//! - The least peak error may be that of a larger threshold: where an update falls matters as much as how many there are.
//! - What a shooter saw is as old as the way down, the interpolation delay and the way up together; the fraction that
//!   favours the victim shares that out before the window cuts it.
//! - The three techniques have one shape: a truth, two lanes beside it, one playhead. In prediction the truth is where
//!   the server would have the player if every input were there at once; in the shot it is the victim on the server now,
//!   and the lanes are the rewound box and the one that the shooter saw. So strip, table, export and seeds need to
//!   know nothing of it, and what one of them has beside that are [`sim::facts`].
//! - The shooter's picture is taken to have come in time: loss and jitter do nothing to a shot.
//! - A lesson's claim is judged on its own settings. What somebody turns since is measured and shown, not judged: the
//!   claim is about the lesson, and a slider that shows its point would else refute it.
//! - A lesson's other side has a stage and a truth of its own; a pinned run A is laid on the truth that is shown.
//! - The strip of a long run is cut into parts that stand still: one that slid along with the playhead could not be read.
//! - A gap in a recording is left out of the run, not filled: what nobody recorded is no truth. The vehicle jumps, and
//!   the sender may say so.
//! - A recording is part of the settings, as a value that settings share; their file holds its name alone. So the truth
//!   stays a function of the settings, and only the edge reads files (`recordings`).
//! - A recorded speed sets the length of the velocity, the positions its direction: a recorded heading may be that of the
//!   body, which slips.
//!
//! # Deliberately absent
//!
//! Traits for painters or stages, an entity-component system, an event bus, interpolation between ticks,
//! per-frame smoothing, settings by string outside of the edge, a random number generator, pixel goldens, threads but
//! for the frames of an animation, a file that the window writes, a suggestion that it looks for, and
//! [`sim::ensemble::outcomes`] and sweeps, which have a sequential twin.

pub mod catalogue;
pub mod clocks;
mod cores;
pub mod draws;
pub mod ensemble;
pub mod experiment;
pub mod export;
pub mod facts;
pub mod lanes;
pub mod link;
pub mod metrics;
pub mod motion;
pub mod noise;
pub mod recording;
pub mod run;
pub mod scene;
pub mod segments;
pub mod settings;
pub mod simulate;
pub mod stepped;
pub mod technique;
#[cfg(test)]
mod testing;
pub mod track;
pub mod truth;
pub mod tune;
pub mod walls;

/// A step of the simulation, counted from 0.
pub type Tick = usize;

/// The README's Rust is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
