//! Luck without a generator: every draw is a pure hash of (seed, channel, purpose, number of the packet).
//!
//! In: a [`Luck`] and what is asked. Out: a number in 0..1, and the shapes made from it. Invariant: a draw
//! depends on its key alone, so asking for one more moves no other: turning one knob never reshuffles
//! another's luck.
//!
//! Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014 (SplitMix64),
//! with the mixer that D. Stafford calls variant 13; G. Box, M. Muller, 1958 (the normal shape).

use std::f64::consts::TAU;

/// Whose packets: each channel has luck of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// Updates of dead reckoning.
    Updates,
    /// Snapshots.
    Snapshots,
    /// Pings, from the receiver to the sender.
    Pings,
    /// Their answers, from the sender to the receiver.
    Answers,
    /// What befalls the whole network at once: its spikes.
    Network,
    /// No packets: what the owner takes for its own state.
    Owner,
    /// What your own player sends to the server.
    Inputs,
    /// What the server answers it.
    PlayerAnswers,
}

/// What a draw decides: each purpose has a stream of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// How late the packet is.
    Jitter,
    /// The second number that the normal shape needs.
    JitterAngle,
    /// How late its copy is.
    CopyJitter,
    /// The second number of that.
    CopyJitterAngle,
    /// Whether it is lost.
    Loss,
    /// Whether the link was losing before its first packet.
    FirstLoss,
    /// Whether it arrives twice.
    Duplicate,
    /// Whether it is held back, so that later ones overtake it.
    Reorder,
    /// Where in its period a spike lies.
    Spike,
    /// How wrong the owner is about its velocity along x on a tick.
    VelocityX,
    /// The same along y.
    VelocityY,
}

/// The luck of one channel under one seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Luck {
    key: u64,
}

/// 2⁶⁴ over the golden ratio, odd: steps of it never come near each other.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The shape of the heavy tail: below 2, so that an unbounded one would have no variance.
const TAIL: f64 = 1.5;

/// The Pareto shape ends at this many times its start.
const TAIL_END: f64 = 30.0;

/// The mean of the bounded Pareto shape from 1 to [`TAIL_END`], less its start: 3 (1 − 30^−½) / (1 − 30^−1½) − 1.
const TAIL_MEAN: f64 = 1.467_292_908_963_856_7;

/// The most that [`heavy`] gives: (30 − 1) / 1.467 times the mean.
pub const MOST_HEAVY: f64 = (TAIL_END - 1.0) / TAIL_MEAN;

/// The most that [`normal`] gives either way.
pub const MOST_NORMAL: f64 = 3.0;

impl Luck {
    /// The luck of `channel` under `seed`.
    #[must_use]
    pub fn of(seed: u64, channel: Channel) -> Self {
        Self { key: mix(mix(seed.wrapping_add(GOLDEN)).wrapping_add(channel as u64)) }
    }

    /// The draw for packet `number`, uniform in 0 ≤ u < 1, in steps of 2⁻⁵³.
    ///
    /// ```
    /// use laboratory::draws::{Channel, Luck, Purpose};
    /// let luck = Luck::of(7, Channel::Updates);
    /// assert_eq!(luck.draw(Purpose::Loss, 3), luck.draw(Purpose::Loss, 3));
    /// assert!((0.0..1.0).contains(&luck.draw(Purpose::Loss, 3)));
    /// ```
    #[must_use]
    pub fn draw(self, purpose: Purpose, number: u64) -> f64 {
        let stream = mix(self.key.wrapping_add(GOLDEN.wrapping_mul(purpose as u64 + 1)));
        let bits = mix(stream.wrapping_add(GOLDEN.wrapping_mul(number.wrapping_add(1))));
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Flips about half of the output bits for every input bit.
fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Uniform from −1 to 1: mean 0, standard deviation 1/√3 ≈ 0.577. `u` is in 0..1.
#[must_use]
pub fn uniform(u: f64) -> f64 {
    2.0 * u - 1.0
}

/// Normal of mean 0 and standard deviation 1, clipped at ±3 (0.27 % of draws): √(−2 ln(1 − u)) cos 2πw,
/// for two draws in 0..1.
#[must_use]
pub fn normal(u: f64, w: f64) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - u)).sqrt();
    (radius * libm::cos(TAU * w)).clamp(-MOST_NORMAL, MOST_NORMAL)
}

/// Heavy-tailed, never below 0, mean 1, at most [`MOST_HEAVY`] ≈ 19.8, standard deviation ≈ 1.86: a Pareto
/// shape of exponent 1.5 from 1 to 30, less 1, scaled. `u` is in 0..1.
///
/// x = (1 − u (1 − 30^−1.5))^(−1/1.5) − 1. Most draws are small (the median is 0.40), one in a thousand is
/// above 17.
#[must_use]
pub fn heavy(u: f64) -> f64 {
    let end = 1.0 / (TAIL_END * TAIL_END.sqrt());
    let x = libm::pow(1.0 - u * (1.0 - end), -1.0 / TAIL) - 1.0;
    (x / TAIL_MEAN).clamp(0.0, MOST_HEAVY)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWS: u64 = 100_000;

    /// Mean and standard deviation over many draws.
    fn moments(shape: impl Fn(u64) -> f64) -> (f64, f64) {
        let mean = (0..DRAWS).map(&shape).sum::<f64>() / DRAWS as f64;
        let squares = (0..DRAWS).map(|number| (shape(number) - mean).powi(2)).sum::<f64>();
        (mean, (squares / DRAWS as f64).sqrt())
    }

    #[test]
    fn the_first_draws_of_a_seed_stay_what_they_are() {
        // Every recorded run depends on these bits.
        let luck = Luck::of(0, Channel::Updates);
        let draws = [0, 1, 2].map(|number| luck.draw(Purpose::Loss, number));
        assert_eq!(
            draws,
            [0.085_822_793_861_774_94, 0.972_798_794_457_975_3, 0.471_260_485_489_197_74]
        );
    }

    #[test]
    fn every_shape_has_the_mean_and_the_spread_it_says() {
        let luck = Luck::of(3, Channel::Updates);
        let u = |number| luck.draw(Purpose::Jitter, number);
        let w = |number| luck.draw(Purpose::JitterAngle, number);
        for (name, (mean, spread), right) in [
            ("draw", moments(u), (0.5, 0.2887)),
            ("uniform", moments(|number| uniform(u(number))), (0.0, 0.5774)),
            ("normal", moments(|number| normal(u(number), w(number))), (0.0, 0.9975)),
            ("heavy", moments(|number| heavy(u(number))), (1.0, 1.857)),
        ] {
            // Four standard errors of the mean.
            let error = 4.0 * right.1 / (DRAWS as f64).sqrt();
            assert!((mean - right.0).abs() < error, "{name}: mean {mean}");
            assert!((spread / right.1 - 1.0).abs() < 0.03, "{name}: spread {spread}");
        }
    }

    #[test]
    fn every_shape_stays_in_its_bounds_at_the_ends() {
        let last = 1.0 - 1.0 / (1_u64 << 53) as f64;
        assert_eq!((uniform(0.0), normal(0.0, 0.0), heavy(0.0)), (-1.0, 0.0, 0.0));
        assert_eq!((normal(last, 0.0), normal(last, 0.5)), (3.0, -3.0));
        assert!(uniform(last) < 1.0 && heavy(last) <= MOST_HEAVY && heavy(last) > 19.0);
        assert!((heavy(0.5) - 0.4).abs() < 0.01 && heavy(0.999) > 17.0);
    }

    #[test]
    fn the_draws_are_even_and_the_streams_know_nothing_of_each_other() {
        let luck = Luck::of(1, Channel::Updates);
        let other = Luck::of(1, Channel::Snapshots);
        let next = Luck::of(2, Channel::Updates);
        let mut tenths = [0_u32; 10];
        for number in 0..DRAWS {
            tenths[(luck.draw(Purpose::Loss, number) * 10.0) as usize] += 1;
        }
        assert!(tenths.iter().all(|&count| count.abs_diff(10_000) < 400), "{tenths:?}");
        let correlation = |one: &dyn Fn(u64) -> f64, two: &dyn Fn(u64) -> f64| {
            let product = |number| (one(number) - 0.5) * (two(number) - 0.5);
            12.0 * (0..DRAWS).map(product).sum::<f64>() / DRAWS as f64
        };
        let loss = |number| luck.draw(Purpose::Loss, number);
        for two in [
            &|number| luck.draw(Purpose::Jitter, number),
            &|number| luck.draw(Purpose::Loss, number + 1),
            &|number| other.draw(Purpose::Loss, number),
            &|number| next.draw(Purpose::Loss, number),
        ] as [&dyn Fn(u64) -> f64; 4]
        {
            let found = correlation(&loss, two);
            assert!(found.abs() < 0.013, "{found}");
        }
    }
}
