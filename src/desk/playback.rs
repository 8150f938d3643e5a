//! Where the playhead is. Pure: time goes in as a number, a tick comes out.
//!
//! Invariant: the tick depends on how much time has passed, not on how many frames it came in.

use laboratory::Tick;

/// The speeds there are.
pub const SPEEDS: [f64; 7] = [1.0 / 16.0, 1.0 / 8.0, 1.0 / 4.0, 1.0 / 2.0, 1.0, 2.0, 4.0];

/// Rounding noise of summed frame times, ticks.
const TICK_NOISE: f64 = 1e-6;

/// The playhead and what moves it.
#[derive(Clone, Debug, PartialEq)]
pub struct Playback {
    /// Whether it runs.
    pub playing: bool,
    /// Whether it starts again at the end.
    pub looping: bool,
    speed: usize,
    /// In ticks, with its fraction.
    position: f64,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: true, looping: true, speed: 4, position: 0.0 }
    }
}

impl Playback {
    /// The tick it stands on, in a run of `ticks`.
    #[must_use]
    pub fn tick(&self, ticks: usize) -> Tick {
        ((self.position + TICK_NOISE).floor() as Tick).min(ticks.saturating_sub(1))
    }

    /// How many times faster than real time.
    #[must_use]
    pub fn speed(&self) -> f64 {
        SPEEDS[self.speed]
    }

    /// Takes one of [`SPEEDS`] by its place; one that is not there is the fastest.
    pub fn set_speed(&mut self, place: usize) {
        self.speed = place.min(SPEEDS.len() - 1);
    }

    /// The next speed up (or down, below zero).
    pub fn change_speed(&mut self, by: isize) {
        self.set_speed(self.speed.saturating_add_signed(by));
    }

    /// Lets `seconds` pass. At the end of a run of `ticks` it starts again, or stops there.
    pub fn advance(&mut self, seconds: f64, tick_rate: f64, ticks: usize) {
        if !self.playing || ticks == 0 {
            return;
        }
        self.position += seconds.max(0.0) * tick_rate * self.speed();
        let end = ticks as f64;
        if self.position + TICK_NOISE < end {
            return;
        }
        if self.looping {
            self.position = (self.position + TICK_NOISE).rem_euclid(end);
        } else {
            self.position = end - 1.0;
            self.playing = false;
        }
    }

    /// Starts or stops; at the end of a run it starts from the beginning.
    pub fn toggle(&mut self, ticks: usize) {
        if !self.playing && self.tick(ticks) + 1 >= ticks {
            self.position = 0.0;
        }
        self.playing = !self.playing;
    }

    /// Goes to a tick and stays there.
    pub fn seek(&mut self, tick: Tick) {
        self.position = tick as f64;
        self.playing = false;
    }

    /// Goes to a tick and goes on as it was: what the start button does.
    pub fn jump(&mut self, tick: Tick) {
        self.position = tick as f64;
    }

    /// So many ticks on (or back), not past the ends, and stays there.
    pub fn step(&mut self, by: isize, ticks: usize) {
        let tick = self.tick(ticks).saturating_add_signed(by);
        self.seek(tick.min(ticks.saturating_sub(1)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICKS: usize = 501;

    #[test]
    fn the_frame_rate_makes_no_difference() {
        for speed in 0..SPEEDS.len() {
            let play = |rate: u32| {
                let mut playback = Playback::default();
                playback.set_speed(speed);
                // The tick after every sixth of a second, for ten seconds.
                (0..60)
                    .map(|_| {
                        let frames = rate / 6;
                        (0..frames)
                            .for_each(|_| playback.advance(1.0 / f64::from(rate), 60.0, TICKS));
                        playback.tick(TICKS)
                    })
                    .collect::<Vec<_>>()
            };
            assert_eq!(play(30), play(60));
            assert_eq!(play(60), play(144));
        }
    }

    #[test]
    fn it_loops_or_stops_at_the_end() {
        let mut playback = Playback::default();
        playback.advance(8.5, 60.0, TICKS);
        assert_eq!((playback.tick(TICKS), playback.playing), (9, true));
        playback.looping = false;
        playback.advance(60.0, 60.0, TICKS);
        assert_eq!((playback.tick(TICKS), playback.playing), (500, false));
        playback.toggle(TICKS);
        assert_eq!((playback.tick(TICKS), playback.playing), (0, true));
    }

    #[test]
    fn stepping_and_seeking_stop_and_stay_inside() {
        let mut playback = Playback::default();
        playback.step(-1, TICKS);
        assert_eq!((playback.tick(TICKS), playback.playing), (0, false));
        playback.seek(214);
        playback.step(1, TICKS);
        assert_eq!(playback.tick(TICKS), 215);
        playback.step(10_000, TICKS);
        assert_eq!(playback.tick(TICKS), 500);
        playback.jump(0);
        playback.advance(1.0, 60.0, TICKS);
        assert_eq!(playback.tick(TICKS), 0, "paused");
    }

    #[test]
    fn speeds_stop_at_the_slowest_and_the_fastest() {
        let mut playback = Playback::default();
        assert_eq!(playback.speed(), 1.0);
        playback.change_speed(99);
        assert_eq!(playback.speed(), 4.0);
        playback.change_speed(-99);
        assert_eq!(playback.speed(), 1.0 / 16.0);
    }

    #[test]
    fn a_shorter_run_shows_its_end_and_a_longer_one_the_old_place() {
        let mut playback = Playback::default();
        playback.seek(400);
        assert_eq!((playback.tick(100), playback.tick(TICKS)), (99, 400));
    }
}
