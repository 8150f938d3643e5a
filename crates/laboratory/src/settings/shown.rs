//! A knob's value as people read and type it: seconds below a second or two as milliseconds, shares in per cent, "off"
//! where zero is.
//!
//! In: a value, or what was typed. Out: the other. Files and scripts have [`Knob::text`].

use super::{Domain, Knob};

/// How a knob's numbers are shown.
struct Shown {
    factor: f64,
    unit: &'static str,
    decimals: usize,
}

impl Knob {
    /// A value as people read it: "100 ms", "2 acceleration", "off".
    ///
    /// ```
    /// use laboratory::settings::Knob;
    /// let loss = Knob::find("link.loss")?;
    /// assert_eq!(loss.shown(0.05), "5.0 %");
    /// assert_eq!(loss.typed("5 %"), Some(0.05));
    /// # Ok::<(), laboratory::settings::SettingsError>(())
    /// ```
    #[must_use]
    pub fn shown(&self, value: f64) -> String {
        match self.domain {
            Domain::Number { .. } | Domain::Whole { .. } => self.shown_number(value),
            Domain::Choice(choices) => choices
                .get(value as usize)
                .map_or_else(String::new, |choice| choice.label.to_owned()),
            Domain::Switch => if value != 0.0 { "on" } else { "off" }.to_owned(),
        }
    }

    /// A number as it was typed, with its unit or without, if the knob takes it.
    #[must_use]
    pub fn typed(&self, text: &str) -> Option<f64> {
        self.typed_number(text.trim()).filter(|value| self.check(*value).is_ok())
    }

    fn shown_number(&self, value: f64) -> String {
        if self.zero_is_off && value == 0.0 {
            return "off".to_owned();
        }
        let Shown { factor, unit, decimals } = self.as_shown();
        let number = format!("{:.*}", decimals, value * factor);
        let number = if unit == "Hz" { number.trim_end_matches(".0") } else { &number };
        if unit.is_empty() { number.to_owned() } else { format!("{number} {unit}") }
    }

    fn typed_number(&self, text: &str) -> Option<f64> {
        if self.zero_is_off && text == "off" {
            return Some(0.0);
        }
        let ends = (0..=text.len()).rev().filter(|end| text.is_char_boundary(*end));
        let (number, unit) = ends.map(|end| text.split_at(end)).find_map(|(number, unit)| {
            number.trim().parse::<f64>().ok().map(|number| (number, unit.trim()))
        })?;
        let shown = self.as_shown();
        let factor = match (shown.unit, unit) {
            ("ms", "s") => 1.0,
            ("s", "ms") => 1000.0,
            (own, unit) if unit.is_empty() || unit == own => shown.factor,
            _ => return None,
        };
        Some(number / factor)
    }

    fn as_shown(&self) -> Shown {
        let (factor, unit, decimals) = match self.domain {
            Domain::Number { .. } if self.is_share => (100.0, "%", 1),
            Domain::Number { decimals: 3, .. } if self.unit == "s" => (1000.0, "ms", 0),
            Domain::Number { decimals, .. } => (1.0, self.unit, decimals),
            Domain::Whole { .. } | Domain::Choice(_) | Domain::Switch => (1.0, self.unit, 0),
        };
        Shown { factor, unit, decimals }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_values_are_read_with_their_units() {
        let latency = Knob::find("link.latency").expect("a knob");
        for (typed, seconds) in [("150 ms", 0.15), ("150", 0.15), ("0.15 s", 0.15), ("1e2", 0.1)] {
            assert_eq!(latency.typed(typed), Some(seconds), "{typed}");
        }
        for refused in ["soon", "50 xyz", "0,05 s", "", "5 kHz", "-1", "1 h", "11 s"] {
            assert_eq!(latency.typed(refused), None, "{refused}");
        }
        assert_eq!(latency.typed("1e3"), Some(1.0));
        assert_eq!(latency.shown(0.1), "100 ms");
    }

    #[test]
    fn off_shares_rates_and_names_are_shown_as_people_say_them() {
        for (key, value, shown) in [
            ("sender.heartbeat", 0.0, "off"),
            ("sender.heartbeat", 5.0, "5.0 s"),
            ("link.loss", 0.125, "12.5 %"),
            ("snapshot.rate", 10.0, "10 Hz"),
            ("wire.position_bits", 16.0, "16 bit"),
            ("sender.order", 1.0, "2 acceleration"),
            ("snapshot.adaptive", 1.0, "on"),
        ] {
            let knob = Knob::find(key).expect(key);
            assert_eq!(knob.shown(value), shown);
            if knob.is_number() {
                assert_eq!(knob.typed(shown), Some(value), "{key}");
            }
        }
    }
}
