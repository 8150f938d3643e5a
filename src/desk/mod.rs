//! What the window holds: an experiment, a view on it, a playhead. No window in here: the tests work it.
//!
//! Data below ([`state`] and what it holds, [`action`]), the verbs above, each in a file of its own (`change`, `opening`,
//! `seek`, `steer`, `exporting`, `command`), and on top `act`, which hands every [`Action`] to its verb.

mod act;
pub mod action;
mod change;
mod command;
pub mod drive;
pub mod export;
mod exporting;
mod history;
pub mod lesson;
pub mod luck;
mod opening;
pub mod origin;
pub mod playback;
mod seek;
pub mod state;
mod steer;
pub mod store;
#[cfg(test)]
mod trial;
pub mod tune;

pub use action::{Action, Effect, TuneAction};
pub use state::{Desk, KEYS_PAGE};
