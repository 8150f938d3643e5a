//! Many settings at once: sweeps, and the cheapest settings that keep a promise.

pub mod suggest;
pub mod sweep;
