//! What the owner's end knows about itself: the truth, with noise on the velocity and an estimated acceleration
//! where that is asked for.
//!
//! In: the true state of each tick. Out: the state that the sender works with. Invariant: the noise of a tick is a
//! pure function of seed and tick, in proportion to its size, so turning it up reshuffles nothing.

use super::Tick;
use super::draws::{Channel, Luck, Purpose};
use crate::settings::{AccelerationSource, Settings};
use dead_reckoning::State;
use dead_reckoning::estimate::AccelerationEstimate;
use glam::{DVec2, dvec2};

/// The owner's measurement of itself, tick by tick.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    seed: u64,
    noise: f64,
    source: AccelerationSource,
    estimate: AccelerationEstimate,
}

impl Measurement {
    /// As `settings` ask.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let sender = &settings.sender;
        Self {
            seed: settings.seed,
            noise: sender.velocity_noise,
            source: sender.acceleration,
            estimate: AccelerationEstimate::default(),
        }
    }

    /// Whether the owner knows the truth to the bit.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.noise <= 0.0 && self.source == AccelerationSource::Exact
    }

    /// Says that the owner has jumped, which it knows: from its velocity before nothing is estimated.
    pub fn jumped(&mut self) {
        self.estimate = AccelerationEstimate::default();
    }

    /// What the owner takes for its state on `tick`, at `now` s. Position and heading are exact: they are what it
    /// is drawn at. Without noise and with exact acceleration, the truth to the bit.
    pub fn of(&mut self, tick: Tick, now: f64, truth: &State) -> State {
        let mut known = *truth;
        if self.noise > 0.0 {
            known.velocity += self.noise * noise(self.seed, tick);
        }
        match self.source {
            AccelerationSource::Exact => {}
            AccelerationSource::Estimated => {
                known.acceleration = self.estimate.poll(now, known.velocity);
            }
        }
        known
    }
}

/// A noise of a tick, −1..1 on each axis, evenly spread and independent of every other.
fn noise(seed: u64, tick: Tick) -> DVec2 {
    let luck = Luck::of(seed, Channel::Owner);
    let axis = |purpose| 2.0 * luck.draw(purpose, tick as u64) - 1.0;
    dvec2(axis(Purpose::VelocityX), axis(Purpose::VelocityY))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_even_and_independent() {
        let draws: Vec<DVec2> = (0..100_000).map(|tick| noise(7, tick)).collect();
        let count = draws.len() as f64;
        let mean = draws.iter().sum::<DVec2>() / count;
        assert!(mean.length() < 0.01, "{mean}");
        let spread = draws.iter().map(|draw| *draw * *draw).sum::<DVec2>() / count;
        assert!(spread.distance(DVec2::splat(1.0 / 3.0)) < 0.01, "{spread}");
        let across = draws.iter().map(|draw| draw.x * draw.y).sum::<f64>() / count;
        let along = draws.windows(2).map(|pair| pair[0].x * pair[1].x).sum::<f64>() / count;
        assert!(across.abs() < 0.01 && along.abs() < 0.01, "{across} {along}");
        assert!(draws.iter().all(|draw| draw.abs().max_element() <= 1.0));
    }

    #[test]
    fn more_noise_is_the_same_noise_and_another_seed_is_another() {
        let measured = |seed, velocity_noise, tick| {
            let mut settings = Settings { seed, ..Settings::default() };
            settings.sender.velocity_noise = velocity_noise;
            Measurement::new(&settings).of(tick, 0.0, &State::default()).velocity
        };
        for tick in 0..100 {
            assert!((measured(3, 0.5, tick) * 2.0).distance(measured(3, 1.0, tick)) < 1e-12);
            assert_ne!(measured(3, 0.5, tick), measured(4, 0.5, tick));
        }
        assert_eq!(measured(3, 0.0, 5), DVec2::ZERO);
    }
}
