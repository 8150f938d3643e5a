//! One thing to turn: a row of [`KNOBS`], and what can be done with it.
//!
//! In: settings, a value or what was typed. Out: settings with it turned, or a refusal with the range. Invariant: a
//! knob turns its own setting only, and what it resolves.

use super::choices::Choice;
use super::groups::Place;
use super::{KNOBS, Settings, SettingsError};

/// One thing to turn.
#[derive(Clone, Copy, Debug)]
pub struct Knob {
    /// What scripts and files call it, `stage.name`.
    pub key: &'static str,
    /// What the panel calls it.
    pub label: &'static str,
    /// The unit of its value in files and scripts; empty where it has none.
    pub unit: &'static str,
    /// Which values it takes.
    pub domain: Domain,
    /// One sentence: what to look for while turning it.
    pub hint: &'static str,
    /// Where it stands on the panel: once in a technique that has it.
    pub places: &'static [Place],
    /// Whether 0 turns something off.
    pub zero_is_off: bool,
    /// Whether it is a share of all packets, which people read in per cent.
    pub is_share: bool,
    /// Whether it says which luck, not how much: nothing to tune by.
    pub is_luck: bool,
    /// Whether only a laboratory turns it, though it is of a stage that a game has.
    pub laboratory_only: bool,
    /// What stands behind its value on the panel.
    pub beside: Option<fn(&Settings) -> String>,
    /// When it does something; nothing is always.
    pub(super) applies: Option<fn(&Settings) -> bool>,
    zeroes: Option<fn(&mut Settings) -> &mut f64>,
    axis_from: Option<f64>,
    read: fn(&Settings) -> f64,
    write: fn(&mut Settings, f64),
}

/// Which values a knob takes. Every value is an `f64`; a choice counts from 0, a switch is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Domain {
    /// Any number from `min` to `max`; the slider spans `slider`.
    Number {
        /// Least allowed value.
        min: f64,
        /// Greatest allowed value.
        max: f64,
        /// The ends of the slider; typing reaches the rest.
        slider: (f64, f64),
        /// Decimals worth showing.
        decimals: usize,
    },
    /// A whole number.
    Whole {
        /// Least allowed value.
        min: f64,
        /// Greatest allowed value.
        max: f64,
        /// The ends of the slider.
        slider: (f64, f64),
    },
    /// One of a few names.
    Choice(&'static [Choice]),
    /// On or off.
    Switch,
}

/// What a row reads and writes.
pub(super) struct Field {
    pub key: &'static str,
    pub read: fn(&Settings) -> f64,
    pub write: fn(&mut Settings, f64),
}

/// A number of [`Settings`]. The key is its path, as in files.
macro_rules! field {
    ($first:ident $(. $rest:ident)?) => {
        $crate::settings::knob::Field {
            key: concat!(stringify!($first) $(, ".", stringify!($rest))?),
            read: |s| s.$first $(. $rest)? as f64,
            write: |s, value| s.$first $(. $rest)? = value as _,
        }
    };
}

/// A switch of [`Settings`].
macro_rules! flag {
    ($stage:ident . $name:ident) => {
        $crate::settings::knob::Field {
            key: concat!(stringify!($stage), ".", stringify!($name)),
            read: |s| f64::from(u8::from(s.$stage.$name)),
            write: |s, value| s.$stage.$name = value != 0.0,
        }
    };
}

/// A choice of [`Settings`], and the table of its names.
macro_rules! named {
    ($first:ident $(. $rest:ident)?, $table:ident) => {
        (
            $crate::settings::knob::Field {
                key: concat!(stringify!($first) $(, ".", stringify!($rest))?),
                read: |s| $crate::settings::choices::$table::TABLE.place(&s.$first $(. $rest)?) as f64,
                write: |s, value| {
                    s.$first $(. $rest)? = $crate::settings::choices::$table::TABLE.at(value as usize)
                },
            },
            $crate::settings::choices::$table::TABLE.choices,
        )
    };
}

pub(super) use {field, flag, named};

const fn row(field: Field, label: &'static str, domain: Domain, hint: &'static str) -> Knob {
    Knob {
        key: field.key,
        label,
        unit: "",
        domain,
        hint,
        places: &[],
        zero_is_off: false,
        is_share: false,
        is_luck: false,
        laboratory_only: false,
        beside: None,
        applies: None,
        zeroes: None,
        axis_from: None,
        read: field.read,
        write: field.write,
    }
}

/// A row of any number: its unit and decimals, its range, the ends of its slider.
pub(super) const fn number(
    field: Field,
    label: &'static str,
    (unit, decimals): (&'static str, usize),
    (min, max): (f64, f64),
    slider: (f64, f64),
    hint: &'static str,
) -> Knob {
    Knob { unit, ..row(field, label, Domain::Number { min, max, slider, decimals }, hint) }
}

/// A row of a whole number.
pub(super) const fn whole(
    field: Field,
    label: &'static str,
    unit: &'static str,
    (min, max): (f64, f64),
    slider: (f64, f64),
    hint: &'static str,
) -> Knob {
    Knob { unit, ..row(field, label, Domain::Whole { min, max, slider }, hint) }
}

/// A row of a count of bits; 0 sends the number as it is.
pub(super) const fn bits(field: Field, label: &'static str, hint: &'static str) -> Knob {
    whole(field, label, "bit", (0.0, 32.0), (0.0, 32.0), hint).off_at_zero()
}

/// A row of a switch.
pub(super) const fn switch(field: Field, label: &'static str, hint: &'static str) -> Knob {
    row(field, label, Domain::Switch, hint)
}

/// A row of a choice.
pub(super) const fn choice(
    (field, choices): (Field, &'static [Choice]),
    label: &'static str,
    hint: &'static str,
) -> Knob {
    row(field, label, Domain::Choice(choices), hint)
}

/// What else a row says.
impl Knob {
    pub(super) const fn in_groups(self, places: &'static [Place]) -> Self {
        Self { places, ..self }
    }

    pub(super) const fn applies_if(self, applies: fn(&Settings) -> bool) -> Self {
        Self { applies: Some(applies), ..self }
    }

    pub(super) const fn off_at_zero(self) -> Self {
        Self { zero_is_off: true, ..self }
    }

    pub(super) const fn share(self) -> Self {
        Self { is_share: true, ..self }
    }

    pub(super) const fn luck(self) -> Self {
        Self { is_luck: true, ..self }
    }

    pub(super) const fn laboratory_only(self) -> Self {
        Self { laboratory_only: true, ..self }
    }

    pub(super) const fn beside(self, beside: fn(&Settings) -> String) -> Self {
        Self { beside: Some(beside), ..self }
    }

    /// Whoever turns it means it: what would hide it becomes 0.
    pub(super) const fn zeroes(self, hiding: fn(&mut Settings) -> &mut f64) -> Self {
        Self { zeroes: Some(hiding), ..self }
    }

    /// Its slider begins at a value that is none to measure.
    pub(super) const fn axis_from(self, from: f64) -> Self {
        Self { axis_from: Some(from), ..self }
    }
}

impl Knob {
    /// The knob of this key.
    ///
    /// # Errors
    /// [`SettingsError::UnknownKey`] with the nearest key there is.
    pub fn find(key: &str) -> Result<&'static Self, SettingsError> {
        KNOBS
            .iter()
            .find(|knob| knob.key == key)
            .ok_or_else(|| SettingsError::UnknownKey { key: key.to_owned(), nearest: nearest(key) })
    }

    /// Its value in `settings`.
    #[must_use]
    pub fn value(&self, settings: &Settings) -> f64 {
        (self.read)(settings)
    }

    /// Its default.
    #[must_use]
    pub fn default_value(&self) -> f64 {
        (self.read)(&Settings::default())
    }

    /// The stage it belongs to: the part of the key before the dot.
    #[must_use]
    pub fn stage(&self) -> &'static str {
        self.key.split_once('.').map_or("sim", |(stage, _)| stage)
    }

    /// Sets it.
    ///
    /// # Errors
    /// [`SettingsError::NotAValue`] naming the range; the settings are then as they were.
    pub fn set(&self, settings: &mut Settings, value: f64) -> Result<(), SettingsError> {
        self.check(value)?;
        (self.write)(settings, value);
        Ok(())
    }

    /// Sets it as somebody does who turns it by itself: what would hide it gives way. A file and `--set` say what they
    /// say, and use [`Knob::set`].
    ///
    /// # Errors
    /// As [`Knob::set`].
    pub fn turn(&self, settings: &mut Settings, value: f64) -> Result<(), SettingsError> {
        self.set(settings, value)?;
        if let Some(hiding) = self.zeroes {
            *hiding(settings) = 0.0;
        }
        Ok(())
    }

    /// Whether it does anything beside the other settings as they are.
    #[must_use]
    pub fn applies(&self, settings: &Settings) -> bool {
        self.applies.is_none_or(|applies| applies(settings))
    }

    /// Whether it is a number, whole or not.
    #[must_use]
    pub fn is_number(&self) -> bool {
        matches!(self.domain, Domain::Number { .. } | Domain::Whole { .. })
    }

    /// The values to go through where nobody says which: those of its slider, but for a first that is none to measure.
    #[must_use]
    pub fn usual_range(&self) -> (f64, f64) {
        match self.domain {
            Domain::Number { slider, .. } | Domain::Whole { slider, .. } => {
                (self.axis_from.unwrap_or(slider.0), slider.1)
            }
            Domain::Choice(_) | Domain::Switch => (0.0, 1.0),
        }
    }

    /// Sets it from what a person typed.
    ///
    /// # Errors
    /// As [`Knob::set`], also for text that is no value at all.
    pub fn set_text(&self, settings: &mut Settings, text: &str) -> Result<(), SettingsError> {
        let value = match self.domain {
            Domain::Choice(choices) => {
                choices.iter().position(|choice| choice.name == text).map(|at| at as f64)
            }
            Domain::Switch => match text {
                "true" | "on" | "1" => Some(1.0),
                "false" | "off" | "0" => Some(0.0),
                _ => None,
            },
            Domain::Number { .. } | Domain::Whole { .. } => text.parse().ok(),
        };
        self.set(settings, value.ok_or_else(|| self.refusal(text))?)
    }

    /// Whether `value` is one that this knob takes.
    ///
    /// # Errors
    /// [`SettingsError::NotAValue`] naming the range.
    pub fn check(&self, value: f64) -> Result<(), SettingsError> {
        let good = match self.domain {
            Domain::Number { min, max, .. } => (min..=max).contains(&value),
            Domain::Whole { min, max, .. } => (min..=max).contains(&value) && value.fract() == 0.0,
            Domain::Choice(choices) => (0..choices.len()).any(|at| at as f64 == value),
            Domain::Switch => value == 0.0 || value == 1.0,
        };
        if good { Ok(()) } else { Err(self.refusal(&value.to_string())) }
    }

    fn refusal(&self, value: &str) -> SettingsError {
        SettingsError::NotAValue { key: self.key, value: value.to_owned(), wanted: self.wanted() }
    }

    /// What it takes, in words: "a number from 0 to 10 s".
    #[must_use]
    pub fn wanted(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        match self.domain {
            Domain::Number { min, max, .. } => format!("a number from {min} to {max}{unit}"),
            Domain::Whole { min, max, .. } => format!("a whole number from {min} to {max}{unit}"),
            Domain::Choice(choices) => {
                let names: Vec<&str> = choices.iter().map(|choice| choice.name).collect();
                names.join(" or ")
            }
            Domain::Switch => "true or false".to_owned(),
        }
    }

    /// A value as files and `--set` write it: enough digits to come back exactly.
    #[must_use]
    pub fn text(&self, value: f64) -> String {
        match self.domain {
            Domain::Number { .. } | Domain::Whole { .. } => value.to_string(),
            Domain::Choice(choices) => choices
                .get(value as usize)
                .map_or_else(|| value.to_string(), |choice| choice.name.to_owned()),
            Domain::Switch => (value != 0.0).to_string(),
        }
    }
}

/// The key most like `wrong`, by its whole text or by the part after the dot.
pub(super) fn nearest(wrong: &str) -> &'static str {
    let wrong = wrong.to_lowercase();
    let last = wrong.rsplit('.').next().unwrap_or(&wrong);
    let likeness = |knob: &Knob| {
        let name = knob.key.rsplit('.').next().unwrap_or(knob.key);
        strsim::jaro_winkler(&wrong, knob.key).max(strsim::jaro_winkler(last, name))
    };
    // Of equals the first, in the order of the stages.
    let best = KNOBS.iter().rev().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    best.map_or("sender.threshold", |knob| knob.key)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value of the knob other than its default.
    fn another(knob: &Knob) -> f64 {
        let default = knob.default_value();
        match knob.domain {
            Domain::Number { min, max, .. } => {
                if default == min {
                    max
                } else {
                    min.midpoint(default)
                }
            }
            Domain::Whole { min, max, .. } => {
                if default == max {
                    min
                } else {
                    default + 1.0
                }
            }
            Domain::Choice(_) | Domain::Switch => 1.0 - default,
        }
    }

    #[test]
    fn every_knob_turns_its_own_setting_only() {
        for knob in KNOBS {
            let mut settings = Settings::default();
            let value = another(knob);
            knob.set(&mut settings, value).expect(knob.key);
            for other in KNOBS {
                let expected = if other.key == knob.key { value } else { other.default_value() };
                assert_eq!(other.value(&settings), expected, "{} after {}", other.key, knob.key);
            }
        }
    }

    #[test]
    fn every_knob_survives_its_own_text() {
        for knob in KNOBS {
            let mut settings = Settings::default();
            let value = another(knob);
            knob.set_text(&mut settings, &knob.text(value)).expect(knob.key);
            assert_eq!(knob.value(&settings), value, "{}", knob.key);
        }
    }

    #[test]
    fn every_knob_refuses_what_is_not_in_its_range_and_names_it() {
        for knob in KNOBS {
            let mut settings = Settings::default();
            for value in [f64::NAN, f64::INFINITY, -1e6, 1e300] {
                let error = knob.set(&mut settings, value).expect_err(knob.key).to_string();
                assert!(error.contains(knob.key) && error.contains(&knob.wanted()), "{error}");
            }
            assert!(knob.set_text(&mut settings, "quick").is_err(), "{}", knob.key);
            assert_eq!(settings, Settings::default());
        }
    }

    #[test]
    fn every_knob_starts_inside_its_slider_and_says_what_to_look_for() {
        for knob in KNOBS {
            if let Domain::Number { slider, min, max, .. } | Domain::Whole { slider, min, max } =
                knob.domain
            {
                let default = knob.default_value();
                assert!(slider.0 <= default && default <= slider.1, "{}", knob.key);
                assert!(min <= slider.0 && slider.1 <= max, "{}", knob.key);
            }
            assert!(knob.hint.ends_with('.') && knob.hint.len() > 30, "{}", knob.key);
        }
    }

    /// The values of a knob worth a try: its names, on and off, the ends of its slider.
    fn some_values(knob: &Knob) -> Vec<f64> {
        match knob.domain {
            Domain::Number { slider, .. } | Domain::Whole { slider, .. } => {
                vec![slider.0, slider.1]
            }
            Domain::Choice(choices) => (0..choices.len()).map(|at| at as f64).collect(),
            Domain::Switch => vec![0.0, 1.0],
        }
    }

    #[test]
    fn a_knob_that_says_when_it_applies_can_do_both() {
        let set = |(knob, value): (&Knob, f64)| {
            let mut settings = Settings::default();
            knob.set(&mut settings, value).expect(knob.key);
            settings
        };
        let pairs = KNOBS
            .iter()
            .flat_map(|knob| some_values(knob).into_iter().map(move |value| (knob, value)));
        let tried: Vec<Settings> = pairs.map(set).collect();
        for knob in KNOBS.iter().filter(|knob| knob.applies.is_some()) {
            let count = tried.iter().filter(|settings| knob.applies(settings)).count();
            assert!(0 < count && count < tried.len(), "{}", knob.key);
        }
    }

    #[test]
    fn who_turns_the_threshold_takes_the_one_in_pixels_away_and_a_file_does_not() {
        let knob = Knob::find("sender.threshold").expect("a knob");
        let mut settings = Settings::default();
        settings.sender.pixels = 5.0;
        knob.set(&mut settings, 0.2).expect("a threshold");
        assert_eq!((settings.sender.threshold, settings.sender.pixels), (0.2, 5.0));
        assert!(knob.turn(&mut settings, -1.0).is_err() && settings.sender.pixels == 5.0);
        knob.turn(&mut settings, 0.4).expect("a threshold");
        assert_eq!((settings.sender.threshold, settings.sender.pixels), (0.4, 0.0));
    }

    #[test]
    fn what_zeroes_another_knob_applies_then() {
        for knob in KNOBS.iter().filter(|knob| knob.zeroes.is_some()) {
            let mut settings = Settings::default();
            *knob.zeroes.expect("one")(&mut settings) = 1.0;
            assert!(!knob.applies(&settings), "{}: nothing to resolve", knob.key);
            knob.turn(&mut settings, knob.default_value()).expect(knob.key);
            assert!(knob.applies(&settings), "{}", knob.key);
        }
    }

    #[test]
    fn keys_are_unique_and_the_promised_ones_are_there() {
        let mut keys: Vec<&str> = KNOBS.iter().map(|knob| knob.key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), KNOBS.len());
        for promised in [
            "motion.speed",
            "track.sharpness",
            "sender.threshold",
            "sender.heartbeat",
            "sender.order",
            "link.latency",
            "link.jitter",
            "link.loss",
            "link.duplicate",
            "receiver.blend_time",
            "snapshot.rate",
            "snapshot.delay",
            "sim.tick_rate",
            "seed",
        ] {
            assert!(keys.contains(&promised), "{promised}");
        }
    }
}
