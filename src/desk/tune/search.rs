//! A search for settings that keep a promise, beside the window.

use crate::platform::task::Task;
use laboratory::tune::suggest::{Answer, SuggestError, Wish, suggest};

/// A search that goes on beside the window.
pub type SuggestTask = Task<Result<Answer, SuggestError>>;

/// Begins to look for settings that keep a promise.
#[must_use]
pub fn begin_suggest(wish: Wish) -> SuggestTask {
    Task::begin(wish, |wish, signal| suggest(&wish, &|| signal.step()))
}
