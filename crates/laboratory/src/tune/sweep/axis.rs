//! One axis of a sweep: a knob and the values that it takes.
//!
//! In: `KEY=a..b/n`, `KEY=a..b/n:log`, `KEY=v1,v2,v3` or `KEY=all`. Out: an [`Axis`] whose every value its knob takes.

use crate::settings::{Domain, Knob, SettingsError};

/// The most values of one axis.
const MOST_VALUES: usize = 10_000;

/// A knob and its values.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What is turned.
    pub knob: &'static Knob,
    /// Its values, as the knob counts them, in the order of the axis.
    pub values: Vec<f64>,
    /// How they lie.
    pub spacing: Spacing,
}

/// How the values of an axis lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Each as far from the next: vᵢ = a + (b − a) · i / (n − 1).
    Even,
    /// Each as many times the next: vᵢ = a · (b / a)^(i / (n − 1)).
    Log,
    /// As they were listed.
    List,
}

/// Why text is no axis.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum AxisError {
    /// It is not of the form.
    #[error(
        "'{text}' is no axis: write KEY=from..to/count such as sender.threshold=0.05..1/40 (at the end :log for equal ratios), KEY=value,value,…, or KEY=all for a choice"
    )]
    Form {
        /// What was given.
        text: String,
    },
    /// The range is one that cannot be divided so.
    #[error("{text}: {why}")]
    Range {
        /// What was given.
        text: String,
        /// What is wrong with it, and what would be right.
        why: String,
    },
    /// No such knob, or a value that it refuses.
    #[error(transparent)]
    Settings(#[from] SettingsError),
}

impl Axis {
    /// Reads an axis.
    ///
    /// `a..b/n` are `n` values from `a` to `b`, both included; the last is `b` to the bit. With `:log` behind, each is
    /// as many times the one before. Only knobs that are numbers have ranges.
    ///
    /// # Errors
    /// [`AxisError`], with what would be right: another form, fewer than two or too many values, a range that is none,
    /// `:log` from 0, a key or value that the settings refuse.
    pub fn parse(text: &str) -> Result<Self, AxisError> {
        let form = || AxisError::Form { text: text.to_owned() };
        let (key, values) = text.split_once('=').ok_or_else(form)?;
        let (knob, values) = (Knob::find(key.trim())?, values.trim());
        if values.is_empty() {
            return Err(form());
        }
        if values == "all" {
            return Self::all(knob, text);
        }
        let Some((from, rest)) = values.split_once("..") else { return Self::list(knob, values) };
        let (to, count) = rest.split_once('/').ok_or_else(form)?;
        let (count, spacing) = match count.split_once(':') {
            Some((count, "log")) => (count, Spacing::Log),
            Some(_) => return Err(form()),
            None => (count, Spacing::Even),
        };
        let (from, to): (f64, f64) = (number(from).ok_or_else(form)?, number(to).ok_or_else(form)?);
        let count = count.trim().parse().map_err(|_| form())?;
        Self::range(knob, (from, to), count, spacing).map_err(|error| match error {
            AxisError::Range { why, .. } => AxisError::Range { text: text.to_owned(), why },
            other @ (AxisError::Form { .. } | AxisError::Settings(_)) => other,
        })
    }

    /// `count` values of a knob over a range, its ends included.
    ///
    /// # Errors
    /// As [`Axis::parse`].
    pub fn range(
        knob: &'static Knob,
        (from, to): (f64, f64),
        count: usize,
        spacing: Spacing,
    ) -> Result<Self, AxisError> {
        let range = |why: String| AxisError::Range { text: knob.key.to_owned(), why };
        if matches!(knob.domain, Domain::Choice(_) | Domain::Switch) {
            let wanted = knob.wanted();
            return Err(range(format!("this is no number but {wanted}: list them, or write all")));
        }
        if !(2..=MOST_VALUES).contains(&count) {
            return Err(range(format!("from 2 to {MOST_VALUES} values, and this has {count}")));
        }
        // Not a number is refused, too.
        if !matches!(from.partial_cmp(&to), Some(std::cmp::Ordering::Less)) {
            return Err(range(format!("{from}..{to} should go upwards")));
        }
        if spacing == Spacing::Log && from <= 0.0 {
            return Err(range("equal ratios need a range that begins above 0".to_owned()));
        }
        let value = |at: usize| {
            let part = at as f64 / (count - 1) as f64;
            match spacing {
                _ if at == count - 1 => to,
                Spacing::Even | Spacing::List => from + (to - from) * part,
                Spacing::Log => from * libm::pow(to / from, part),
            }
        };
        let values: Vec<f64> = (0..count).map(value).collect();
        if matches!(knob.domain, Domain::Whole { .. })
            && values.iter().any(|value| value.fract() != 0.0)
        {
            return Err(range(format!(
                "{} takes whole numbers, and these {count} values are not: choose a count whose steps are whole, or list them",
                knob.key
            )));
        }
        Self::checked(knob, values, spacing)
    }

    fn list(knob: &'static Knob, values: &str) -> Result<Self, AxisError> {
        let mut settings = crate::settings::Settings::default();
        let read = |text: &str| {
            knob.set_text(&mut settings, text.trim())?;
            Ok(knob.value(&settings))
        };
        let values: Vec<f64> = values.split(',').map(read).collect::<Result<_, SettingsError>>()?;
        for (at, value) in values.iter().enumerate() {
            if values[..at].contains(value) {
                let why = format!("{} is there twice", knob.text(*value));
                return Err(AxisError::Range { text: knob.key.to_owned(), why });
            }
        }
        Self::checked(knob, values, Spacing::List)
    }

    fn all(knob: &'static Knob, text: &str) -> Result<Self, AxisError> {
        let count = match knob.domain {
            Domain::Choice(choices) => choices.len(),
            Domain::Switch => 2,
            Domain::Number { .. } | Domain::Whole { .. } => {
                let why = "only a choice or a switch can be gone through whole".to_owned();
                return Err(AxisError::Range { text: text.to_owned(), why });
            }
        };
        Self::checked(knob, (0..count).map(|at| at as f64).collect(), Spacing::List)
    }

    fn checked(knob: &'static Knob, values: Vec<f64>, spacing: Spacing) -> Result<Self, AxisError> {
        values.iter().try_for_each(|value| knob.check(*value))?;
        Ok(Self { knob, values, spacing })
    }

    /// Whether its values are numbers in rising order, so that there is something between two of them.
    #[must_use]
    pub fn is_number(&self) -> bool {
        let number = matches!(self.knob.domain, Domain::Number { .. } | Domain::Whole { .. });
        number && self.values.is_sorted()
    }

    /// Where a value lies, counted in values from 0; between two of them in proportion. Nothing outside of the axis, or
    /// between two that have nothing between them.
    ///
    /// ```
    /// use laboratory::tune::sweep::Axis;
    /// let axis = Axis::parse("sender.threshold=0..1/5")?;
    /// assert_eq!(axis.position(0.5), Some(2.0));
    /// assert_eq!(axis.position(0.375), Some(1.5));
    /// assert_eq!(axis.position(1.5), None);
    /// # Ok::<(), laboratory::tune::sweep::AxisError>(())
    /// ```
    #[must_use]
    pub fn position(&self, value: f64) -> Option<f64> {
        if let Some(at) = self.values.iter().position(|own| *own == value) {
            return Some(at as f64);
        }
        if !self.is_number() {
            return None;
        }
        let after = self.values.iter().position(|own| *own > value)?;
        let before = after.checked_sub(1)?;
        let (low, high) = (self.values[before], self.values[after]);
        let part = match self.spacing {
            Spacing::Log => libm::log(value / low) / libm::log(high / low),
            Spacing::Even | Spacing::List => (value - low) / (high - low),
        };
        Some(before as f64 + part)
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn values(text: &str) -> Vec<f64> {
        Axis::parse(text).expect(text).values
    }

    #[test]
    fn ranges_lists_and_choices_are_read() {
        assert_eq!(values("receiver.blend_time=0..1/5"), [0.0, 0.25, 0.5, 0.75, 1.0]);
        assert_eq!(values("motion.laps = 1 .. 9 / 3"), [1.0, 5.0, 9.0]);
        assert_eq!(values("sender.threshold=0.3,0.1"), [0.3, 0.1]);
        assert_eq!(values("sender.order=turn,1"), [2.0, 0.0]);
        assert_eq!(values("receiver.send_time=all"), [0.0, 1.0]);
        assert_eq!(values("receiver.smoothing=all").len(), 6);
        let log = values("sender.threshold=0.01..1/3:log");
        assert!((log[1] - 0.1).abs() < 1e-15 && (log[0], log[2]) == (0.01, 1.0), "{log:?}");
    }

    #[test]
    fn what_is_no_axis_is_refused_with_what_would_be() {
        for (text, parts) in [
            ("sender.threshold", ["KEY=from..to/count", ":log"]),
            ("sender.threshold=", ["KEY=from..to/count", "all"]),
            ("sender.threshold=0..1", ["KEY=from..to/count", "40"]),
            ("sender.threshold=0..1/4:exp", ["KEY=from..to/count", ":log"]),
            ("sender.threshold=0..one/4", ["no axis", "one"]),
            ("sender.threshold=0..1/1", ["from 2 to", "has 1"]),
            ("sender.threshold=0..1/99999999", ["from 2 to", "99999999"]),
            ("sender.threshold=1..0/4", ["1..0", "upwards"]),
            ("sender.threshold=0..1/4:log", ["above 0", "ratios"]),
            ("sender.threshold=-1..1/4", ["sender.threshold = -1", "from 0 to 1000"]),
            ("sender.threshold=0,x", ["sender.threshold = x", "from 0 to 1000"]),
            ("sender.threshold=0.2,0.2", ["0.2", "twice"]),
            ("sender.treshold=0..1/4", ["did you mean", "sender.threshold"]),
            ("motion.laps=1..4/3", ["whole numbers", "motion.laps"]),
            ("sender.order=1..2/2", ["no number but 1 or 2", "all"]),
            ("sender.threshold=all", ["only a choice", "whole"]),
        ] {
            let error = Axis::parse(text).expect_err(text).to_string();
            for part in parts {
                assert!(error.contains(part), "{text}: '{part}' is not in: {error}");
            }
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(sender.threshold|motion.laps|sender.order)=[-0-9.,/:loginfe]{0,14}") {
            if let Ok(axis) = Axis::parse(&text) {
                prop_assert!(axis.values.iter().all(|value| axis.knob.check(*value).is_ok()));
            }
        }

        #[test]
        fn a_range_rises_from_end_to_end_and_every_value_is_found(
            from in 0.001..500.0_f64, more in 0.001..500.0_f64, count in 2..60_usize, log: bool,
        ) {
            let knob = Knob::find("sender.threshold").expect("a knob");
            let spacing = if log { Spacing::Log } else { Spacing::Even };
            let axis = Axis::range(knob, (from, from + more), count, spacing).expect("a range");
            prop_assert_eq!((axis.values[0], axis.values[count - 1]), (from, from + more));
            prop_assert!(axis.values.windows(2).all(|pair| pair[0] < pair[1]));
            for pair in axis.values.windows(2) {
                let between = axis.position(pair[0].midpoint(pair[1])).expect("inside");
                let before = axis.position(pair[0]).expect("a value");
                prop_assert!(before < between && between < before + 1.0);
            }
        }
    }
}
