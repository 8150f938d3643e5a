//! Work beside the window: a thread.

use crate::platform::Signal;
use std::sync::Arc;
use std::thread::JoinHandle;

/// A work that goes on beside the window and comes to a `T`.
#[derive(Debug)]
pub struct Task<T> {
    signal: Arc<Signal>,
    work: JoinHandle<T>,
}

impl<T: Send + 'static> Task<T> {
    /// Begins. The work is a plain function over its input and captures nothing, so that a twin can carry the input to
    /// where the function runs.
    #[must_use]
    pub fn begin<I: Send + 'static>(input: I, work: fn(I, &Signal) -> T) -> Self {
        let signal = Arc::new(Signal::default());
        let own = Arc::clone(&signal);
        Self { signal, work: std::thread::spawn(move || work(input, &own)) }
    }

    /// Asks it to give up.
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
        self.work.is_finished()
    }

    /// What it came to; waits for the end. Nothing where it broke down.
    #[must_use]
    pub fn outcome(self) -> Option<T> {
        self.work.join().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_counts_its_steps_and_comes_to_its_outcome() {
        let task = Task::begin(7, |most, signal| (0..most).filter(|_| signal.step()).count());
        while !task.is_done() {
            std::thread::yield_now();
        }
        assert_eq!((task.steps(), task.outcome()), (7, Some(7)));
    }

    #[test]
    fn a_task_that_is_stopped_is_told_so() {
        let task = Task::begin((), |(), signal| while signal.step() {});
        task.stop();
        assert_eq!(task.outcome(), Some(()));
    }

    #[test]
    fn a_task_that_breaks_down_comes_to_nothing() {
        let task: Task<u8> = Task::begin((), |(), _| panic!("on purpose"));
        assert_eq!(task.outcome(), None);
    }
}
