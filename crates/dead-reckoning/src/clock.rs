//! The sender's clock, estimated at the other end from packets alone.
//!
//! In: this end's own clock, and pings that came back with the sender's stamp. Out: the sender's time.
//! Invariant: the estimate never steps by less than [`STEP`]: small errors are made up for slowly, so that
//! what is drawn does not jump.
//!
//! How: a ping leaves at a, the sender stamps its answer s, the answer is here at b, all on their own clocks.
//! If both ways take equally long, this clock is ahead by (a + b)/2 − s; if they do not, that is wrong by half
//! the difference, and no ping can tell. So the error of a reading is at most half its round trip, and the one
//! with the shortest round trip is the best. Of the last [`WINDOW`] readings the one is taken whose half round
//! trip, plus what the two clocks may have drifted apart since, is least. Being taken anew with every answer,
//! it follows a drift for as long as pings come back.
//!
//! Source: F. Cristian, "Probabilistic clock synchronization", 1989; D. Mills, the clock filter of NTP
//! (RFC 5905, section 10).

/// How many readings are kept.
pub const WINDOW: usize = 32;

/// What two clocks may drift apart, s each second: a reading loses this much of its worth with age.
pub const MOST_DRIFT: f64 = 2e-4;

/// An error above this is made up for at once, s.
pub const STEP: f64 = 0.1;

/// Smaller ones are made up for at this rate, s each second.
pub const SLEW: f64 = 0.02;

/// One ping that came back.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Reading {
    offset: f64,
    round_trip: f64,
    taken_at: f64,
}

/// The estimate of one sender's clock.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClockEstimate {
    readings: [Reading; WINDOW],
    taken: usize,
    best: Option<Reading>,
    /// The least (arrival − stamp) of what was heard before any ping came back, s.
    heard: Option<f64>,
    /// The offset in use, s, and since when.
    offset: Option<f64>,
    advanced_at: f64,
    refused: u64,
}

impl ClockEstimate {
    /// An estimate that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Hears a stamp on anything else that arrives, at `local` on this end's clock, s. Until the first ping
    /// comes back the least (`local` − stamp) stands in for a reading: it takes the latency as zero, so that
    /// everything seems to arrive when it was sent.
    pub fn hear(&mut self, local: f64, stamp: f64) {
        let apart = local - stamp;
        if self.taken == 0 && apart.is_finite() {
            self.heard = Some(self.heard.map_or(apart, |heard| heard.min(apart)));
        }
    }

    /// Takes in a ping that left here at `asked_at`, was answered with `stamp` on the sender's clock and is
    /// back at `local`, s. Numbers that are not finite, or an answer before the question, are refused and
    /// counted ([`ClockEstimate::refused`]).
    pub fn receive(&mut self, asked_at: f64, stamp: f64, local: f64) {
        let round_trip = local - asked_at;
        let offset = asked_at.midpoint(local) - stamp;
        if !round_trip.is_finite() || !offset.is_finite() || round_trip < 0.0 {
            self.refused += 1;
            return;
        }
        self.readings[self.taken % WINDOW] = Reading { offset, round_trip, taken_at: local };
        self.taken += 1;
        self.best = self.least_doubtful(local);
    }

    /// Lets the offset in use follow the best reading, once a frame at `local` on this end's clock, s: by a
    /// step if they are more than [`STEP`] apart, else at [`SLEW`]. Gives the sender's time: `local` − offset,
    /// or `local` itself while nothing was heard. A time that goes backwards is no time passed.
    pub fn advance(&mut self, local: f64) -> f64 {
        let best = self.best.map(|best| best.offset).or(self.heard);
        let passed = (local - self.advanced_at).max(0.0);
        self.offset = match (self.offset, best) {
            (Some(offset), Some(best)) if (best - offset).abs() <= STEP => {
                let most = SLEW * passed;
                Some(offset + (best - offset).clamp(-most, most))
            }
            (offset, best) => best.or(offset),
        };
        self.advanced_at = local;
        local - self.offset.unwrap_or(0.0)
    }

    /// How far this end's clock is taken to be ahead of the sender's, s; nothing while nothing was heard.
    #[must_use]
    pub fn offset(&self) -> Option<f64> {
        self.offset
    }

    /// The round trip of the reading in use, s: half of it bounds the error.
    #[must_use]
    pub fn round_trip(&self) -> Option<f64> {
        self.best.map(|best| best.round_trip)
    }

    /// How many answers were refused.
    #[must_use]
    pub fn refused(&self) -> u64 {
        self.refused
    }

    /// All readings age alike, so the best one stays the best until the next comes.
    fn least_doubtful(&self, local: f64) -> Option<Reading> {
        let doubt =
            |reading: &Reading| reading.round_trip / 2.0 + MOST_DRIFT * (local - reading.taken_at);
        let readings = self.readings.iter().take(self.taken);
        readings.min_by(|a, b| doubt(a).total_cmp(&doubt(b))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pings once a second over ways that take `up` and `down` (s) as functions of the ping's number, for
    /// `seconds`; this end's clock runs `drift` too fast and starts `ahead`. Gives the error each second.
    fn errors(
        seconds: u32,
        (ahead, drift): (f64, f64),
        up: impl Fn(u32) -> f64,
        down: impl Fn(u32) -> f64,
    ) -> Vec<f64> {
        let local = |time: f64| time + ahead + drift * time;
        let mut clock = ClockEstimate::new();
        (0..seconds)
            .map(|ping| {
                let asked = f64::from(ping);
                let answered = asked + up(ping);
                let back = answered + down(ping);
                clock.receive(local(asked), answered, local(back));
                let end = f64::from(ping + 1);
                clock.advance(local(end)) - end
            })
            .collect()
    }

    /// 0 to 40 ms that look like luck.
    fn unequal(ping: u32) -> f64 {
        0.04 * (f64::from(ping) * 0.618).fract()
    }

    #[test]
    fn equal_ways_give_the_offset_exactly() {
        for ahead in [-3.0, 0.0, 0.05, 7.5] {
            let errors = errors(3, (ahead, 0.0), |_| 0.1, |_| 0.1);
            assert!(errors.iter().all(|error| error.abs() < 1e-12), "{errors:?}");
        }
    }

    #[test]
    fn unequal_ways_are_wrong_by_half_the_difference() {
        let errors = errors(20, (0.3, 0.0), |_| 0.2, |_| 0.1);
        assert!((errors[19] - 0.05).abs() < 1e-12, "{errors:?}");
    }

    #[test]
    fn a_drift_of_100_ppm_is_followed_for_an_hour() {
        let apart = 100e-6 * 3600.0;
        assert!(
            (apart - 0.36_f64).abs() < 1e-12,
            "what a single reading would be off by in the end"
        );
        let steady = errors(3600, (0.05, 100e-6), |_| 0.1, |_| 0.1);
        let worst =
            |errors: &[f64]| errors.iter().fold(0.0, |worst: f64, error| worst.max(error.abs()));
        // One second between pings at 100 ppm, and a little for the round trip.
        assert!(worst(&steady) < 1.2e-4, "{}", worst(&steady));
        let jittery = errors(
            3600,
            (0.05, 100e-6),
            |ping| 0.1 + unequal(ping),
            |ping| 0.1 + unequal(ping + 1000),
        );
        assert!(worst(&jittery[32..]) < 0.008, "{}", worst(&jittery[32..]));
        // At 4 u/s: 1.44 u without, about 0.03 u with.
        assert!(4.0 * worst(&jittery[32..]) < 1.44 / 40.0);
    }

    #[test]
    fn the_shortest_round_trip_of_the_window_is_believed() {
        let mut clock = ClockEstimate::new();
        for ping in 0..WINDOW {
            let asked = ping as f64;
            // Only the way back is slow, but for one: the others are off by 0.2 s.
            let down = if ping == 3 { 0.1 } else { 0.5 };
            clock.receive(asked, asked + 0.1, asked + 0.1 + down);
        }
        assert!(clock.advance(40.0) == 40.0, "{:?}", clock.offset());
        assert!((clock.round_trip().expect("read") - 0.2).abs() < 1e-12);
    }

    #[test]
    fn a_small_error_is_made_up_for_slowly_and_a_large_one_at_once() {
        let mut clock = ClockEstimate::new();
        clock.receive(0.0, 0.0, 0.0);
        assert_eq!(clock.advance(1.0), 1.0);
        // 50 ms off: 20 ms each second. A shorter round trip than zero there is none, so let the old one go.
        for ping in 0..WINDOW {
            clock.receive(1.0, 0.95 + 1e-9 * ping as f64, 1.0);
        }
        assert!((clock.advance(2.0) - 1.98).abs() < 1e-12);
        assert!((clock.advance(5.0) - 4.95).abs() < 1e-6);
        for _ in 0..WINDOW {
            clock.receive(5.0, 4.0, 5.0);
        }
        assert_eq!(clock.advance(5.001), 4.001, "a second off");
    }

    #[test]
    fn before_the_first_answer_the_earliest_arrival_stands_in() {
        let mut clock = ClockEstimate::new();
        assert_eq!(clock.advance(9.0), 9.0, "nothing was heard");
        clock.hear(10.2, 10.0);
        clock.hear(10.6, 10.5);
        clock.hear(11.3, 11.0);
        assert!((clock.advance(12.0) - 11.9).abs() < 1e-12, "{:?}", clock.offset());
    }

    #[test]
    fn what_is_no_answer_is_refused() {
        let mut clock = ClockEstimate::new();
        clock.receive(f64::NAN, 0.0, 1.0);
        clock.receive(1.0, f64::INFINITY, 2.0);
        clock.receive(2.0, 1.0, 1.0);
        clock.hear(f64::NAN, 0.0);
        assert_eq!((clock.refused(), clock.offset()), (3, None));
        assert_eq!(clock.advance(1.0), 1.0);
    }
}
