//! Work beside the window: a page has one thread so far, so the work is done before `begin` is back.

use crate::platform::Signal;

/// A work that came to a `T`.
#[derive(Debug)]
pub struct Task<T> {
    signal: Signal,
    outcome: T,
}

impl<T: Send + 'static> Task<T> {
    /// Does the work. It is a plain function over its input and captures nothing, so that the input can be carried to
    /// a worker where the function runs.
    #[must_use]
    pub fn begin<I: Send + 'static>(input: I, work: fn(I, &Signal) -> T) -> Self {
        let signal = Signal::default();
        let outcome = work(input, &signal);
        Self { signal, outcome }
    }

    /// Asks it to give up: it is done already.
    pub fn stop(&self) {
        self.signal.stop();
    }

    /// How many steps are done.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.signal.steps()
    }

    /// Whether it has come to its end.
    #[must_use]
    pub fn is_done(&self) -> bool {
        true
    }

    /// What it came to.
    #[must_use]
    pub fn outcome(self) -> Option<T> {
        Some(self.outcome)
    }
}
