//! The laboratory around the core: settings → truth → run → metrics.
//!
//! In: [`Settings`](crate::settings::Settings). Out: values, each computed from the one before.
//!
//! Architecture Invariant: nothing here names a window, a clock or a file; equal settings give equal bytes.

pub mod clocks;
mod cores;
pub mod draws;
pub mod ensemble;
pub mod experiment;
pub mod facts;
pub mod hints;
pub mod link;
pub mod metrics;
pub mod motion;
pub mod noise;
pub mod player;
pub mod run;
pub mod segments;
pub mod shot;
pub mod suggest;
pub mod sweep;
pub mod trace;
pub mod track;
pub mod walls;

/// A step of the simulation, counted from 0.
pub type Tick = usize;
