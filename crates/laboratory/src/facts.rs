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
