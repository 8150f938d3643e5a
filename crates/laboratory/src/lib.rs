//! Dead Reckoning Lab: see, tune and compare how networked games draw a remote vehicle.
//!
//! This page is the architecture: read it before the code.
//!
//! # One way through the house
//!
//! ```text
//!              ┌──────────────────────────── technique ────────────────────────────┐
//!              │  vehicle                    player                    shot        │
//!              │  truth · run · measure · facts · hints · columns, in one row each │
//!              └─────┬────────────┬─────────────┬──────────────┬───────────────────┘
//!                    ▼            ▼             ▼              ▼
//!  Settings ──────> Truth ─────> Run ───────> Metrics ──────> Scene ──────> window, SVG ─> PNG, GIF
//!  (knobs)          what is     two lanes,   of each lane:   at a tick,
//!                   so          and the      there or        under a View
//!     ▲                         detail of    absent    └────> text, CSV, JSON
//!     │                         one
//!  command line, panel, scenario, network, lesson, recording
//!
//!  ┌ root: src/ ───────────────────────────────────────────────────────────────────┐
//!  │  cli    desk <─ window        platform (native, web): files, threads, dialogs │
//!  └──────┬────────────────────────────────────────────────────────────────────────┘
//!         ▼
//!  ┌ crates/laboratory ───────────────────────────────────────┐   ┌ crates/dead-reckoning ─┐
//!  │  settings, truth, run, metrics, tune, scene, export as   │──>│  sender, receiver,     │
//!  │  bytes: no clock, no file, no printing                   │   │  model: glam and libm  │
//!  └──────────────────────────────────────────────────────────┘   └────────────────────────┘
//! ```
//!
//! Values all the way. A change of a setting simulates the whole run again before the next frame: a lap is
//! 501 ticks and takes some sixty microseconds, numbers and all. So the numbers and every update tick answer while a
//! slider moves, seeking is an index, and comparing two tunings is two runs.
//!
//! A run is two lanes of frames, each of which says what it is ([`lanes::LaneKind`]), and a detail of its technique
//! ([`run::Detail`]). What a lane does not have is absent: no packets is not zero packets. Inside
//! [`simulate::simulate`] the core is used as a game would use it. Each tick goes
//! `sender.poll → link.send → link.poll → receiver.receive → receiver.sample`; for your own player
//! `client.press → up → server.receive → server.acknowledge → down → client.receive → client.drawn`.
//!
//! # Crates
//!
//! | crate | what it is |
//! |---|---|
//! | [`dead_reckoning`] | what a game takes: the model, when an update is owed, how a correction is hidden; prediction and rewinding. `no_std`, glam and libm only |
//! | this one | everything that is measured and drawn, as values and bytes; it compiles for a browser. The feature `parallel` runs sweeps and ensembles on all cores, and their sequential twins give the same bytes |
//! | `dead-reckoning-lab` | the binary `drlab`. `cli`: the command line, the only room that prints. `desk`: the window's state, which knows no egui. `window`: egui and macroquad, the only clock (feature `window`, on unless switched off). `platform`: files, threads, clipboard and dialogs, with a native and a web twin of the same names |
//!
//! The compiler holds who may use whom: a crate cannot reach up. Inside the root `cli` and `window` use `desk` and
//! `platform`, never each other's inside; `tests/tidy.rs` holds desk and window to `platform`.
//!
//! # Rooms of this crate
//!
//! | room | what it decides |
//! |---|---|
//! | [`settings`] | everything that decides a run; [`settings::KNOBS`] has a row for each thing that a user may turn: group, range, when it applies, what zero means |
//! | [`technique`] | a row and a folder each: [`technique::vehicle`] (somebody else's), [`technique::player`] (your own), [`technique::shot`] |
//! | [`lanes`] | what lanes there are, and what they are called in files and on the screen |
//! | [`truth`], [`motion`], [`track`] | what is so: the lap, the other motions |
//! | [`recording`] | recorded motion: files of every kind, and how they become a truth |
//! | [`lane`], [`run`], [`link`], [`clocks`], [`walls`], [`draws`], [`stepped`] | what a run is made of, and what it meets on its way |
//! | [`metrics`], [`facts`], [`segments`], [`ensemble`] | what it comes to: of one seed, of a stretch, of many seeds |
//! | [`tune`] | many settings at once: sweeps, the frontier, the cheapest that keep a promise |
//! | [`catalogue`] | literal lists to choose from: scenarios, networks, comparisons, lessons, published figures, pages |
//! | [`scene`] | pictures as data: camera, stage, time strip, layers, layouts, colours, contact sheets, sweeps; a row and a folder for each technique |
//! | [`export`] | scenes as files: SVG, PNG, GIF, APNG; runs and sweeps as CSV and JSON; settings as source |
//!
//! # Where a technique is
//!
//! Which technique it is is asked in two places: [`Technique::row`](settings::Technique::row) gives what it simulates
//! and what it has (lanes, groups of knobs, axes, whether it sends, has a threshold, is driven), and its twin in
//! `scene/techniques.rs` how it is drawn. Everybody else asks the row. A variant without its two rows does not compile,
//! nor does a row that leaves a field out.
//!
//! Four things the window owns: `Settings` decide the run, a `View` the picture, `Playback` the tick, and an
//! `Action` is a one-shot request from a button or a key. `desk` holds them and knows no window, so that the
//! tests can work it; `desk::store` keeps the session and the user's presets.
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
//!   ([`draws`]), so raising the loss only removes packets, and no knob reshuffles what another one decides.
//! - Architecture Invariant: where luck decides, a number is the median over many seeds ([`ensemble`]), the
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
//! - A jump of the truth that is drawn at once is no step of what is drawn ([`metrics::takes_over_jump`]): the
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
//!   know nothing of it, and what one of them has beside that are [`facts`].
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
//! [`ensemble::outcomes`] and sweeps, which have a sequential twin.

pub mod catalogue;
pub mod clocks;
mod cores;
pub mod draws;
pub mod ensemble;
pub mod experiment;
pub mod export;
pub mod facts;
pub mod lane;
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
