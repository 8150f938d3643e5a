//! A sweep in slices, for a caller with little time at once such as a window between two frames.
//!
//! In: a [`Sweep`]. Out: its rows, some more with each step. Invariant: once it is done, the rows are those of
//! [`Sweep::run`] to the bit, however large the steps were; a point of many seeds may take several steps.

use super::{Bench, Sweep, SweepError, SweepRow, seeds};
use crate::cores::on_all;
use crate::ensemble::{Ensemble, Outcome, outcome};
use crate::truth::Truth;

/// A sweep that is under way.
#[derive(Clone, Debug)]
pub struct Slices {
    sweep: Sweep,
    truth: Truth,
    rows: Vec<SweepRow>,
    /// The seeds that are done of the point after the rows.
    open: Vec<Outcome>,
}

/// One run: a point and one of its seeds.
struct Job {
    place: usize,
    seed: u32,
    is_last: bool,
}

impl Slices {
    /// Nothing is done yet.
    ///
    /// # Errors
    /// [`SweepError::Truth`]: the settings that the axes start from have no truth.
    pub fn new(sweep: Sweep) -> Result<Self, SweepError> {
        let truth = sweep.truth_of(&sweep.settings, 0)?;
        Ok(Self { sweep, truth, rows: Vec::new(), open: Vec::new() })
    }

    /// What is gone through.
    #[must_use]
    pub fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// The points that are done, in order.
    #[must_use]
    pub fn rows(&self) -> &[SweepRow] {
        &self.rows
    }

    /// Whether every point is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.rows.len() >= self.sweep.points()
    }

    /// Does some more runs, on every core there is: as many as have `ticks` ticks together, but at least one.
    ///
    /// # Errors
    /// As [`Sweep::run`].
    pub fn step(&mut self, ticks: usize) -> Result<(), SweepError> {
        let each = self.truth.states.len().max(1);
        let jobs = self.jobs((ticks / each).max(1))?;
        let (sweep, truth) = (&self.sweep, &self.truth);
        let work = |bench: &mut Bench, job: &Job| {
            let settings = sweep.settings_at(job.place)?;
            let truth = sweep.truth_for(truth, &settings, job.place, &mut bench.own)?;
            Ok(outcome(truth, &settings, job.seed, &mut bench.run))
        };
        let done: Vec<Outcome> =
            on_all(&jobs, each, work).into_iter().collect::<Result<_, SweepError>>()?;
        for (job, outcome) in jobs.into_iter().zip(done) {
            self.open.push(outcome);
            if job.is_last {
                let (place, values) = (job.place, self.sweep.values(job.place));
                self.rows.push(SweepRow { place, values, ensemble: Ensemble::of(&self.open) });
                self.open.clear();
            }
        }
        Ok(())
    }

    /// The next runs, at most so many.
    fn jobs(&self, most: usize) -> Result<Vec<Job>, SweepError> {
        let mut jobs = Vec::new();
        let mut first = self.open.len() as u32;
        for place in self.rows.len()..self.sweep.points() {
            let seeds = seeds(&self.sweep.settings_at(place)?);
            let job = |seed| Job { place, seed, is_last: seed + 1 == seeds };
            jobs.extend((first..seeds).map(job).take(most - jobs.len()));
            if jobs.len() >= most {
                break;
            }
            first = 0;
        }
        Ok(jobs)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Axis;
    use super::*;
    use crate::testing::settings;

    fn sweep(set: &[&str], axes: [&str; 2]) -> Sweep {
        let axes = axes.map(|axis| Axis::parse(axis).expect(axis)).to_vec();
        Sweep::new(settings(set), axes).expect("a sweep")
    }

    #[test]
    fn slices_of_any_size_come_to_the_rows_of_the_whole() {
        for (set, axes) in [
            (&[][..], ["sender.threshold=0.1..0.7/4", "receiver.blend_time=0..0.4/3"]),
            (&["ensemble.seeds=5"], ["link.jitter=0..0.02/3", "receiver.blend_time=0,0.2"]),
            (&[], ["motion.speed=4,6", "sender.threshold=0.2,0.4,0.6"]),
        ] {
            let sweep = sweep(set, axes);
            let whole = sweep.run(&|_| true).expect("rows");
            for ticks in [0, 1_700, 1_000_000] {
                let mut slices = Slices::new(sweep.clone()).expect("a truth");
                let mut steps = 0;
                while !slices.is_done() {
                    slices.step(ticks).expect("a step");
                    steps += 1;
                }
                assert_eq!(slices.rows(), whole, "{axes:?} in steps of {ticks}");
                assert!(ticks > 1_700 || steps > 1, "{steps}");
            }
        }
    }

    #[test]
    fn settings_without_a_truth_are_said_and_not_skipped() {
        let sweep = sweep(&["sim.tick_rate=1000"], ["motion.laps=1,900", "link.latency=0,0.1"]);
        let mut slices = Slices::new(sweep).expect("one lap");
        let refused = std::iter::repeat_with(|| slices.step(1)).take(9).find_map(Result::err);
        assert!(refused.is_some_and(|why| why.to_string().contains("motion.laps=900")));
    }
}
