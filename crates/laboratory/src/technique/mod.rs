//! The techniques, each with its truth, its run and what it comes to.

mod careless;
pub mod player;
pub mod shot;
