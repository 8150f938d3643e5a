//! Driving: the arrow keys of the one at the keyboard, tick by tick. No clock in here: time goes in as a number.
//!
//! In: seconds, and what is held. Out: [`Keys`] that can be replayed. Invariant: the number of ticks depends on how
//! much time has passed, not on how many frames it came in.

use laboratory::settings::keys::{Held, Keys};

/// Rounding noise of summed frame times, ticks.
const TICK_NOISE: f64 = 1e-6;

/// A drive that is going on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drive {
    /// What was pressed so far.
    pub keys: Keys,
    /// Time that has passed and is no whole tick yet, ticks.
    owed: f64,
}

/// What some time at the keys came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driven {
    /// No whole tick yet.
    Nothing,
    /// Some ticks more.
    More,
    /// There is no room for more.
    Full,
}

impl Drive {
    /// Lets `seconds` pass with these keys held. Time that is negative or no number is none.
    pub fn advance(&mut self, seconds: f64, tick_rate: f64, held: Held) -> Driven {
        self.owed += seconds.max(0.0) * tick_rate;
        let mut driven = Driven::Nothing;
        while self.owed + TICK_NOISE >= 1.0 {
            self.owed = (self.owed - 1.0).max(0.0);
            if !self.keys.push(held) {
                return Driven::Full;
            }
            driven = Driven::More;
        }
        driven
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::settings::keys::MOST_TICKS;

    const RIGHT: Held = Held { left: false, right: true, up: false, down: false };

    #[test]
    fn the_frame_rate_makes_no_difference() {
        for rate in [7, 30, 60, 144] {
            let mut drive = Drive::default();
            for frame in 0..2 * rate {
                let held = if frame < rate { RIGHT } else { Held::default() };
                drive.advance(1.0 / f64::from(rate), 60.0, held);
            }
            assert_eq!(drive.keys.ticks().len(), 120, "{rate} frames a second");
            assert!(drive.keys.write().starts_with("r"), "{}", drive.keys.write());
        }
    }

    #[test]
    fn held_keys_are_written_for_as_long_as_they_were_held() {
        let mut drive = Drive::default();
        for (frames, held) in [(60, RIGHT), (15, Held::default()), (30, Held { up: true, ..RIGHT })]
        {
            for _ in 0..frames {
                drive.advance(1.0 / 60.0, 60.0, held);
            }
        }
        assert_eq!(drive.keys.write(), "r60 .15 ru30");
        assert_eq!(drive.advance(0.001, 60.0, RIGHT), Driven::Nothing);
        assert_eq!(drive.advance(f64::NAN, 60.0, RIGHT), Driven::Nothing);
    }

    #[test]
    fn it_ends_where_keys_end() {
        let mut drive = Drive::default();
        assert_eq!(drive.advance(MOST_TICKS as f64, 1.0, RIGHT), Driven::More);
        assert_eq!(drive.advance(1.0, 1.0, RIGHT), Driven::Full);
        assert_eq!(drive.keys.ticks().len(), MOST_TICKS);
    }
}
