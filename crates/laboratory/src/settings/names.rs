//! Choices by their names: each as the one table that knobs and files read.
//!
//! In: a name or a value. Out: the other one. Invariant: names and values are one to one, and a name that there
//! is not is refused with those that there are.

use super::{AccelerationSource, Choice, Gaps, HeadingUnit, TimeUnit, VelocitySource};
use dead_reckoning::Order;
use dead_reckoning::extrapolate::Braking;
use dead_reckoning::smoothing::{BlendUntil, SMOOTHINGS, Smoothing};

const fn choice(name: &'static str, label: &'static str) -> Choice {
    Choice { name, label }
}

const fn smoothing(place: usize, label: &'static str) -> (Smoothing, Choice) {
    let row = &SMOOTHINGS[place];
    (row.smoothing, choice(row.name, label))
}

/// How a correction is hidden.
pub(super) const SMOOTHING: [(Smoothing, Choice); SMOOTHINGS.len()] = [
    smoothing(0, "Snap"),
    smoothing(1, "Projective velocity blending"),
    smoothing(2, "Cubic Hermite"),
    smoothing(3, "Cubic Bézier"),
    smoothing(4, "Catmull-Rom, centripetal"),
    smoothing(5, "Exponential decay"),
];

/// How long a correction takes.
pub(super) const BLEND_UNTIL: [(BlendUntil, Choice); 2] = [
    (BlendUntil::Fixed, choice("fixed", "Blend time")),
    (BlendUntil::NextUpdate, choice("next-update", "Next update")),
];

/// What order 2 does after a stop.
pub(super) const BRAKING: [(Braking, Choice); 2] =
    [(Braking::RunOn, choice("run-on", "Run on")), (Braking::Hold, choice("hold", "Hold"))];

/// Which model the receiver runs; nothing is the sender's.
pub(super) const RECEIVER_ORDER: [(Option<Order>, Choice); 4] = [
    (None, choice("as-sender", "As the sender")),
    (Some(Order::Velocity), choice("1", "1 velocity")),
    (Some(Order::Acceleration), choice("2", "2 acceleration")),
    (Some(Order::Turn), choice("turn", "Turn")),
];

/// Where the acceleration comes from.
pub(super) const ACCELERATION: [(AccelerationSource, Choice); 2] = [
    (AccelerationSource::Exact, choice("exact", "Exact")),
    (AccelerationSource::Estimated, choice("estimated", "Estimated")),
];

/// What becomes of the gaps of a recording.
pub(super) const GAPS: [(Gaps, Choice); 2] =
    [(Gaps::Keep, choice("keep", "Jump over")), (Gaps::Bridge, choice("bridge", "Bridge"))];

/// Where the velocity of a recording comes from.
pub(super) const VELOCITY: [(VelocitySource, Choice); 2] = [
    (VelocitySource::File, choice("file", "The file")),
    (VelocitySource::Estimated, choice("estimated", "Positions")),
];

/// What the times of a recording are in.
pub(super) const TIME_UNIT: [(TimeUnit, &str); 6] = [
    (TimeUnit::Auto, "auto"),
    (TimeUnit::S, "s"),
    (TimeUnit::Ms, "ms"),
    (TimeUnit::Us, "us"),
    (TimeUnit::Ns, "ns"),
    (TimeUnit::Iso, "iso"),
];

/// What the headings of a recording are in.
pub(super) const HEADING_UNIT: [(HeadingUnit, &str); 5] = [
    (HeadingUnit::Auto, "auto"),
    (HeadingUnit::CompassDegrees, "compass-degrees"),
    (HeadingUnit::CompassRadians, "compass-radians"),
    (HeadingUnit::Degrees, "degrees"),
    (HeadingUnit::Radians, "radians"),
];

/// The name of a value in its table.
pub(super) fn name<T: PartialEq, const N: usize>(
    table: &[(T, &'static str); N],
    value: &T,
) -> &'static str {
    table.iter().find(|row| row.0 == *value).map_or("", |row| row.1)
}

/// The place of a value in its table, as the knobs count it.
pub(super) fn place<T: PartialEq, const N: usize>(table: &[(T, Choice); N], value: &T) -> f64 {
    table.iter().position(|row| row.0 == *value).map_or(0.0, |at| at as f64)
}

/// Serde by name, as a module for `#[serde(with = "…")]`.
macro_rules! by_name {
    ($module:ident, $kind:ty, $table:expr) => {
        pub(super) mod $module {
            use serde::{Deserialize, Deserializer, Serializer, de};

            pub fn serialize<S: Serializer>(
                value: &$kind,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                let row = $table.iter().find(|row| row.0 == *value);
                serializer.serialize_str(row.map_or("", |row| row.1.name))
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$kind, D::Error> {
                let name = String::deserialize(deserializer)?;
                let row = $table.iter().find(|row| row.1.name == name);
                row.map(|row| row.0).ok_or_else(|| {
                    let names: Vec<&str> = $table.iter().map(|row| row.1.name).collect();
                    de::Error::invalid_value(
                        de::Unexpected::Str(&name),
                        &names.join(" or ").as_str(),
                    )
                })
            }
        }
    };
}

by_name!(smoothing_name, super::Smoothing, super::SMOOTHING);
by_name!(blend_until_name, super::BlendUntil, super::BLEND_UNTIL);
by_name!(braking_name, super::Braking, super::BRAKING);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Settings;

    #[test]
    fn every_smoothing_is_a_choice_in_the_order_of_the_table() {
        for (row, (smoothing, choice)) in SMOOTHINGS.iter().zip(SMOOTHING) {
            assert_eq!((row.smoothing, row.name), (smoothing, choice.name));
            let mut settings = Settings::default();
            settings.set(&format!("receiver.smoothing={}", row.name)).expect(row.name);
            assert_eq!(settings.receiver.smoothing, row.smoothing);
            let again = Settings::default().overlaid(&settings.to_toml().expect("writes"));
            assert_eq!(again, Ok(settings), "{}", row.name);
        }
    }

    #[test]
    fn a_name_that_there_is_not_is_refused_with_those_that_there_are() {
        for (file, parts) in [
            ("[receiver]\nsmoothing = \"lerp\"", ["line 2", "lerp", "snap or projective-velocity"]),
            ("[receiver]\nblend_until = \"never\"", ["line 2", "never", "fixed or next-update"]),
            ("[sender]\nbraking = \"skid\"", ["line 2", "skid", "run-on or hold"]),
            ("[sender]\nacceleration = \"none\"", ["line 2", "none", "exact"]),
        ] {
            let error = Settings::default().overlaid(file).expect_err(file).to_string();
            for part in parts {
                assert!(error.contains(part), "'{part}' is not in: {error}");
            }
        }
    }
}
