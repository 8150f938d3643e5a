//! What is pressed on each tick, as a line of text: short enough for a command, exact to the tick.
//!
//! In: text such as `r40 .15 ru25`: right for 40 ticks, nothing for 15, right and up for 25. Out: a [`Wish`] a tick.
//! Invariant: what is written is what was read.

use dead_reckoning::prediction::Wish;
use glam::{DVec2, dvec2};
use std::fmt::Write;

/// The most ticks that keys may last: ten minutes at 60 Hz.
pub const MOST_TICKS: usize = 36_000;

/// What is pressed on each tick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys(Vec<Held>);

/// The arrow keys that are held on a tick: left, right, up, down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Left.
    pub left: bool,
    /// Right.
    pub right: bool,
    /// Up.
    pub up: bool,
    /// Down.
    pub down: bool,
}

/// Why a line of keys was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeysError {
    /// A word that is none.
    #[error(
        "player.keys: '{0}' is not understood: write the keys (l, r, u, d, or . for none) and for how many ticks, such as r40 .15 ru25"
    )]
    Word(String),
    /// Nothing, or too much.
    #[error("player.keys lasts {0} ticks: from 1 to {MOST_TICKS} are possible")]
    Length(usize),
}

impl Held {
    /// What it asks for: two keys at once are a diagonal, two against each other nothing.
    #[must_use]
    pub fn wish(self) -> Wish {
        let axis = |more: bool, less: bool| f64::from(i8::from(more) - i8::from(less));
        Wish { direction: dvec2(axis(self.right, self.left), axis(self.up, self.down)) }
    }

    fn read(letters: &str) -> Option<Self> {
        let mut held = Self::default();
        if letters == "." {
            return Some(held);
        }
        for letter in letters.chars() {
            let key = match letter {
                'l' => &mut held.left,
                'r' => &mut held.right,
                'u' => &mut held.up,
                'd' => &mut held.down,
                _ => return None,
            };
            *key = true;
        }
        (!letters.is_empty()).then_some(held)
    }

    fn letters(self) -> String {
        let keys = [(self.left, 'l'), (self.right, 'r'), (self.up, 'u'), (self.down, 'd')];
        let held: String = keys.iter().filter(|key| key.0).map(|key| key.1).collect();
        if held.is_empty() { ".".to_owned() } else { held }
    }
}

impl Keys {
    /// Reads a line.
    ///
    /// # Errors
    /// [`KeysError`] for a word that is none, for no ticks, and for more than [`MOST_TICKS`].
    pub fn read(text: &str) -> Result<Self, KeysError> {
        let mut all = Vec::new();
        for word in text.split_whitespace() {
            let wrong = || KeysError::Word(word.to_owned());
            let digits = word.find(|letter: char| letter.is_ascii_digit()).ok_or_else(wrong)?;
            let (letters, count) = word.split_at(digits);
            let held = Held::read(letters).ok_or_else(wrong)?;
            let count: usize = count.parse().map_err(|_| wrong())?;
            let ticks = all.len().saturating_add(count);
            if ticks > MOST_TICKS {
                return Err(KeysError::Length(ticks));
            }
            all.resize(ticks, held);
        }
        if all.is_empty() { Err(KeysError::Length(0)) } else { Ok(Self(all)) }
    }

    /// What is held on each tick.
    #[must_use]
    pub fn ticks(&self) -> &[Held] {
        &self.0
    }

    /// One tick more; false if there are [`MOST_TICKS`] already.
    pub fn push(&mut self, held: Held) -> bool {
        let room = self.0.len() < MOST_TICKS;
        if room {
            self.0.push(held);
        }
        room
    }

    /// As a line.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = String::new();
        for run in self.0.chunk_by(|one, other| one == other) {
            let space = if text.is_empty() { "" } else { " " };
            // Writing to a String does not fail.
            let _ = write!(text, "{space}{}{}", run[0].letters(), run.len());
        }
        text
    }

    /// The wish of a tick; none after the last.
    #[must_use]
    pub fn wish(&self, tick: usize) -> Wish {
        self.0.get(tick).map_or(Wish { direction: DVec2::ZERO }, |held| held.wish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_line_is_read_tick_by_tick() {
        let keys = Keys::read("r2 .1  ru1\nlr1").expect("keys");
        let wishes: Vec<DVec2> = (0..6).map(|tick| keys.wish(tick).direction).collect();
        let zero = DVec2::ZERO;
        assert_eq!(wishes, [DVec2::X, DVec2::X, zero, DVec2::ONE, zero, zero]);
        assert_eq!(keys.write(), "r2 .1 ru1 lr1");
    }

    #[test]
    fn what_is_no_line_is_refused_with_the_word() {
        for (text, part) in [
            ("r40 jump3", "'jump3'"),
            ("r", "'r'"),
            ("40", "'40'"),
            ("r4x", "'r4x'"),
            ("", "0 ticks"),
            ("r0", "0 ticks"),
            ("r36000 l1", "36001 ticks"),
            ("r99999999999999999999999", "'r99"),
        ] {
            let error = Keys::read(text).expect_err(text).to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_what_was_read(
            held in prop::collection::vec((any::<[bool; 4]>(), 1..9_usize), 1..20),
        ) {
            let mut keys = Keys::default();
            for ([left, right, up, down], count) in held {
                (0..count).for_each(|_| assert!(keys.push(Held { left, right, up, down })));
            }
            prop_assert_eq!(Keys::read(&keys.write()), Ok(keys));
        }

        #[test]
        fn no_text_is_a_panic(text in "\\PC{0,60}") {
            let _ = Keys::read(&text);
        }
    }
}
