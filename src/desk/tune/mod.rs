//! The Tune view without a window: which map, how far it is, what was asked and answered.

mod look;
mod search;
mod tuner;

pub use look::{AxisSpan, PROMISES, TuneLook};
pub use search::{SuggestTask, begin_suggest};
pub use tuner::{TunePlot, Tuner};
