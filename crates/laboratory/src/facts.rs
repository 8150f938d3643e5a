//! What a technique comes to beside the metrics of its lanes: your own player's keys and corrections, the shots.
//!
//! What they are says each technique's row; dead reckoning has none, its metrics say it all.

use serde::Serialize;

/// A number with its name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// What it is.
    pub label: &'static str,
    /// Its unit; empty for a count.
    pub unit: &'static str,
    /// The number; NaN (null in JSON) where there is none.
    pub value: f64,
    /// Decimals worth showing.
    pub decimals: usize,
}

impl Fact {
    /// As text, with its unit; an en dash where there is no number.
    #[must_use]
    pub fn text(&self) -> String {
        if self.value.is_nan() {
            return "–".to_owned();
        }
        let number = format!("{:.*}", self.decimals, self.value);
        if self.unit.is_empty() { number } else { format!("{number} {}", self.unit) }
    }
}

/// A fact.
pub(crate) const fn fact(
    label: &'static str,
    (unit, decimals): (&'static str, usize),
    value: f64,
) -> Fact {
    Fact { label, unit, value, decimals }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::lessons;
    use crate::experiment::Experiment;
    use crate::settings::Settings;

    fn of_lesson(name: &str) -> Vec<String> {
        let settings = lessons::find(name).expect(name).settings().expect(name);
        Experiment::of(settings).expect(name).facts().iter().map(Fact::text).collect()
    }

    #[test]
    fn they_say_what_the_lessons_measure() {
        assert!(Experiment::of(Settings::default()).expect("the lap").facts().is_empty());
        let obstacle = of_lesson("obstacle");
        assert_eq!((obstacle[3].as_str(), obstacle[4].as_str()), ("1", "0.40 u"));
        assert_eq!(of_lesson("no-prediction")[0], "100 ms");
        assert_eq!(of_lesson("prediction")[0], "0 ms");
        assert_eq!(of_lesson("shot-rewound")[1..3], ["100 %", "0 %"]);
        assert_eq!(of_lesson("shot-in-the-present")[1], "0 %");
    }

    #[test]
    fn where_there_is_no_number_there_is_a_dash() {
        let mut settings = Settings::default();
        for set in ["technique=prediction", "player.keys=.60"] {
            settings.set(set).expect(set);
        }
        let facts = Experiment::of(settings).expect("a player at rest").facts();
        assert_eq!((facts[0].text().as_str(), facts[3].text().as_str()), ("–", "0"));
    }
}
