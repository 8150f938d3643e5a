//! The one row for something that is measured: a published figure, and a number of a lesson.
//!
//! In: what is set over a base, and how the result is read. Out: values ([`measure`]), and whether they are what a
//! source says ([`Reading::agrees`]). Runs of equal settings are made once.

use super::RowError;
use super::sources::Published;
use crate::experiment::Experiment;

/// Something that is measured at certain settings.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// What it is.
    pub label: &'static str,
    /// Its unit; empty for a count or a ratio.
    pub unit: &'static str,
    /// Decimals worth showing: those that a source gives, if one does.
    pub decimals: usize,
    /// What is set over the base, as on the command line.
    pub set: &'static [&'static str],
    /// Reads it.
    pub read: fn(&Experiment) -> f64,
    /// What a source says it is.
    pub published: Option<Published>,
}

/// A count.
pub const COUNT: (&str, usize) = ("", 0);
/// Lengths to one decimal.
pub const TENTHS: (&str, usize) = ("u", 1);
/// Lengths to two decimals.
pub const UNITS: (&str, usize) = ("u", 2);
/// Lengths to three decimals.
pub const FINE: (&str, usize) = ("u", 3);
/// Times to two decimals.
pub const SECONDS: (&str, usize) = ("s", 2);

/// A reading that no source gives, with its unit and decimals.
pub const fn reading(
    label: &'static str,
    (unit, decimals): (&'static str, usize),
    set: &'static [&'static str],
    read: fn(&Experiment) -> f64,
) -> Reading {
    Reading { label, unit, decimals, set, read, published: None }
}

impl Reading {
    /// The same, and what a source says it is.
    #[must_use]
    pub const fn published(self, published: Published) -> Self {
        Self { published: Some(published), ..self }
    }

    /// A value of it as text, with its unit.
    #[must_use]
    pub fn text(&self, value: f64) -> String {
        let number = self.rounded(value);
        if self.unit.is_empty() { number } else { format!("{number} {}", self.unit) }
    }

    /// What the source says, where one says anything.
    #[must_use]
    pub fn note(&self) -> String {
        let note = |published: Published| format!("source: {}", self.rounded(published.value));
        self.published.map_or_else(String::new, note)
    }

    /// Whether a value is what the source says, to the decimals that it gives; true where none says anything.
    #[must_use]
    pub fn agrees(&self, value: f64) -> bool {
        let same = |published: Published| self.rounded(value) == self.rounded(published.value);
        self.published.is_none_or(same)
    }

    fn rounded(&self, value: f64) -> String {
        format!("{value:.*}", self.decimals)
    }
}

/// Reads each, in their order, over the settings of `base`.
///
/// # Errors
/// [`RowError`] where what a reading sets does not go with those settings.
pub fn measure<'a>(
    base: &Experiment,
    readings: impl IntoIterator<Item = &'a Reading>,
) -> Result<Vec<f64>, RowError> {
    let mut done: Vec<(&[&str], Experiment)> = Vec::new();
    let mut values = Vec::new();
    for Reading { set, read, .. } in readings {
        if set.is_empty() {
            values.push(read(base));
            continue;
        }
        let place = match done.iter().position(|(of, _)| of == set) {
            Some(place) => place,
            None => {
                done.push((set, Experiment::of(base.settings.with_set(set)?)?));
                done.len() - 1
            }
        };
        values.push(read(&done[place].1));
    }
    Ok(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::sources::CHEAT_SHEET;
    use crate::testing::lab;

    fn updates(lab: &Experiment) -> f64 {
        lab.metrics[0].packets.expect("packets").updates as f64
    }

    #[test]
    fn each_is_read_over_the_base_in_its_order() {
        let base = lab(&["sender.order=2"]);
        let of = |set| reading("updates", COUNT, set, updates);
        let (wide, now) = (of(&["track.sharpness=0"]), of(&[]));
        let values = measure(&base, [&now, &wide, &now, &wide]).expect("values");
        assert_eq!(values, [15.0, 15.0, 15.0, 15.0]);
        let first_order = of(&["track.sharpness=0", "sender.order=1"]);
        assert_eq!(measure(&base, [&first_order, &wide]).expect("values"), [20.0, 15.0]);
        assert!(measure(&base, [&of(&["sender.threshold=-1"])]).is_err());
        assert!(measure(&base, [&of(&["motion.kind=trace"])]).is_err());
    }

    #[test]
    fn a_value_agrees_to_the_decimals_of_the_source() {
        let plain = reading("peak error", UNITS, &[], updates);
        assert!(plain.agrees(7.0) && plain.note().is_empty());
        let row = plain.published(CHEAT_SHEET.states(0.76));
        assert!(row.agrees(0.7551) && row.agrees(0.7649));
        assert!(!row.agrees(0.7549) && !row.agrees(0.7651) && !row.agrees(f64::NAN));
        assert_eq!(
            (row.text(0.755_1), row.note()),
            ("0.76 u".to_owned(), "source: 0.76".to_owned())
        );
    }
}
