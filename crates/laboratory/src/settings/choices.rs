//! Choices by their names: each is one table, which the knobs, the files and the refusals read.
//!
//! In: a name or a value. Out: the other one. Invariants: names and values are one to one; a name that there is not is
//! refused with those that there are. A name that is a number is a number in files, too.

use super::{
    AccelerationSource, ClockEstimate, Gaps, HeadingUnit, JitterKind, MotionKind, Technique,
    TimeUnit, VelocitySource,
};
use dead_reckoning::Order;
use dead_reckoning::extrapolate::Braking;
use dead_reckoning::interpolation::{Curve, Drawing};
use dead_reckoning::smoothing::{BlendUntil, SMOOTHINGS, Smoothing};
use serde::{Deserializer, Serializer, de};
use std::fmt;

/// One name of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What scripts and files call it.
    pub name: &'static str,
    /// What the panel calls it.
    pub label: &'static str,
}

/// A value, its name, its label.
type Row<T> = (T, &'static str, &'static str);

/// A choice whole.
pub struct Table<T: 'static> {
    rows: &'static [Row<T>],
    names: &'static [&'static str],
    /// Its names, as knobs have them.
    pub choices: &'static [Choice],
    /// What a refusal says instead of the names, if anything.
    takes: &'static str,
}

impl<T: Copy + PartialEq> Table<T> {
    /// The place of a value, by which knobs count it.
    pub fn place(&self, value: &T) -> usize {
        self.rows.iter().position(|row| row.0 == *value).unwrap_or(0)
    }

    /// The value at a place.
    pub fn at(&self, place: usize) -> T {
        self.rows[place].0
    }

    /// The name of a value.
    pub fn name(&self, value: &T) -> &'static str {
        self.names[self.place(value)]
    }

    fn write<S: Serializer>(&self, value: &T, to: S) -> Result<S::Ok, S::Error> {
        let name = self.name(value);
        match name.parse() {
            Ok(number) => to.serialize_u64(number),
            Err(_) => to.serialize_str(name),
        }
    }

    fn read<'de, D: Deserializer<'de>>(&self, from: D) -> Result<T, D::Error> {
        let names = Names { names: self.names, takes: self.takes };
        from.deserialize_any(names).map(|place| self.at(place))
    }
}

/// A choice as a module, for `#[serde(with = "choices::…")]`: its `TABLE` of value, name and label. One that lacks a
/// variant does not compile.
macro_rules! choice {
    ($module:ident: $kind:ident $(, takes $takes:literal)? =
        [$(($of:ident::$variant:ident, $name:literal, $label:literal)),+ $(,)?]) => {
        choice!(@ $module: $kind $(, takes $takes)? = [$(($of::$variant, $name, $label)),+]);

        const _: fn(&$kind) = |value| match value {
            $($of::$variant => (),)+
        };
    };
    ($module:ident: $kind:ty $(, takes $takes:literal)? = $rows:expr) => {
        choice!(@ $module: $kind $(, takes $takes)? = $rows);
    };
    (@ $module:ident: $kind:ty $(, takes $takes:literal)? = $rows:expr) => {
        pub mod $module {
            use super::*;

            const ROWS: &[Row<$kind>] = &$rows;

            pub const TABLE: Table<$kind> = Table {
                rows: ROWS,
                names: &names::<_, { ROWS.len() }>(ROWS),
                choices: &choices::<_, { ROWS.len() }>(ROWS),
                takes: concat!($($takes)?),
            };

            pub fn serialize<S: Serializer>(value: &$kind, to: S) -> Result<S::Ok, S::Error> {
                TABLE.write(value, to)
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$kind, D::Error> {
                TABLE.read(from)
            }
        }
    };
}

choice!(technique: Technique = [
    (Technique::DeadReckoning, "dead-reckoning", "Dead reckoning"),
    (Technique::Prediction, "prediction", "Your own player"),
    (Technique::LagCompensation, "lag-compensation", "The shot"),
]);

choice!(motion: MotionKind = [
    (MotionKind::Lap, "lap", "Lap"),
    (MotionKind::Straight, "straight", "Straight"),
    (MotionKind::Circle, "circle", "Circle"),
    (MotionKind::OnFoot, "on-foot", "On foot"),
    (MotionKind::StopAndGo, "stop-and-go", "Stop and go"),
    (MotionKind::Trace, "trace", "Trace"),
]);

choice!(time_unit: TimeUnit = [
    (TimeUnit::Auto, "auto", "As the file says"),
    (TimeUnit::S, "s", "Seconds"),
    (TimeUnit::Ms, "ms", "Milliseconds"),
    (TimeUnit::Us, "us", "Microseconds"),
    (TimeUnit::Ns, "ns", "Nanoseconds"),
    (TimeUnit::Iso, "iso", "Dates of ISO 8601"),
]);

choice!(heading_unit: HeadingUnit = [
    (HeadingUnit::Auto, "auto", "As the file says"),
    (HeadingUnit::CompassDegrees, "compass-degrees", "Compass, degrees"),
    (HeadingUnit::CompassRadians, "compass-radians", "Compass, radians"),
    (HeadingUnit::Degrees, "degrees", "Degrees"),
    (HeadingUnit::Radians, "radians", "Radians"),
]);

choice!(velocity: VelocitySource = [
    (VelocitySource::File, "file", "The file"),
    (VelocitySource::Estimated, "estimated", "Positions"),
]);

choice!(gaps: Gaps = [(Gaps::Keep, "keep", "Jump over"), (Gaps::Bridge, "bridge", "Bridge")]);

choice!(order: Order, takes "order 1 (velocity) or 2 (acceleration) or \"turn\"" = [
    (Order::Velocity, "1", "1 velocity"),
    (Order::Acceleration, "2", "2 acceleration"),
    (Order::Turn, "turn", "Turn"),
]);

choice!(braking: Braking = [(Braking::RunOn, "run-on", "Run on"), (Braking::Hold, "hold", "Hold")]);

choice!(acceleration: AccelerationSource = [
    (AccelerationSource::Exact, "exact", "Exact"),
    (AccelerationSource::Estimated, "estimated", "Estimated"),
]);

choice!(jitter: JitterKind = [
    (JitterKind::Uniform, "uniform", "Even"),
    (JitterKind::Normal, "normal", "Normal"),
    (JitterKind::Heavy, "heavy", "Heavy tail"),
]);

// The core's own table.
choice!(smoothing: Smoothing = {
    const LABELS: [&str; SMOOTHINGS.len()] = [
        "Snap",
        "Projective velocity blending",
        "Cubic Hermite",
        "Cubic Bézier",
        "Catmull-Rom, centripetal",
        "Exponential decay",
    ];
    let mut rows = [(SMOOTHINGS[0].smoothing, "", ""); SMOOTHINGS.len()];
    let mut at = 0;
    while at < rows.len() {
        rows[at] = (SMOOTHINGS[at].smoothing, SMOOTHINGS[at].name, LABELS[at]);
        at += 1;
    }
    rows
});

choice!(blend_until: BlendUntil = [
    (BlendUntil::Fixed, "fixed", "Blend time"),
    (BlendUntil::NextUpdate, "next-update", "Next update"),
]);

// Nothing is the sender's.
choice!(receiver_order: Option<Order>, takes "\"as-sender\" or order 1 (velocity) or 2 (acceleration) or \"turn\"" = [
    (None, "as-sender", "As the sender"),
    (Some(Order::Velocity), "1", "1 velocity"),
    (Some(Order::Acceleration), "2", "2 acceleration"),
    (Some(Order::Turn), "turn", "Turn"),
]);

choice!(clock: ClockEstimate = [
    (ClockEstimate::Exact, "exact", "Known"),
    (ClockEstimate::Estimated, "estimated", "Estimated"),
    (ClockEstimate::Own, "own", "Own clock"),
]);

choice!(curve: Curve = [(Curve::Linear, "linear", "Linear"), (Curve::Hermite, "hermite", "Hermite")]);

choice!(drawing: Drawing = [
    (Drawing::Interpolated, "interpolated", "Between two"),
    (Drawing::Newest, "newest", "The newest"),
]);

const fn choices<T, const N: usize>(rows: &[Row<T>]) -> [Choice; N] {
    let mut all = [Choice { name: "", label: "" }; N];
    let mut at = 0;
    while at < N {
        all[at] = Choice { name: rows[at].1, label: rows[at].2 };
        at += 1;
    }
    all
}

const fn names<T, const N: usize>(rows: &[Row<T>]) -> [&'static str; N] {
    let mut all = [""; N];
    let mut at = 0;
    while at < N {
        all[at] = rows[at].1;
        at += 1;
    }
    all
}

/// Reads one of a few names: its place among them.
struct Names {
    names: &'static [&'static str],
    takes: &'static str,
}

impl Names {
    fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|own| *own == name)
    }
}

impl de::Visitor<'_> for Names {
    type Value = usize;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(if self.takes.is_empty() { "one of a few names" } else { self.takes })
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<usize, E> {
        let place = self.place(name).filter(|_| name.parse::<u64>().is_err());
        place.ok_or_else(|| {
            if self.takes.is_empty() {
                E::unknown_variant(name, self.names)
            } else {
                E::invalid_value(de::Unexpected::Str(name), &self)
            }
        })
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<usize, E> {
        let place = self.place(&number.to_string());
        place.ok_or_else(|| E::invalid_value(de::Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<usize, E> {
        self.visit_i64(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Domain, KNOBS, Settings};

    #[test]
    fn every_smoothing_is_a_choice_in_the_order_of_the_table() {
        for (place, row) in SMOOTHINGS.iter().enumerate() {
            assert_eq!(smoothing::TABLE.choices[place].name, row.name);
            assert_eq!(smoothing::TABLE.at(place), row.smoothing);
        }
    }

    #[test]
    fn every_choice_survives_a_file() {
        for knob in KNOBS {
            let Domain::Choice(choices) = knob.domain else { continue };
            for (place, choice) in choices.iter().enumerate() {
                let mut settings = Settings::default();
                settings.set(&format!("{}={}", knob.key, choice.name)).expect(choice.name);
                assert_eq!(knob.value(&settings), place as f64, "{}: {}", knob.key, choice.name);
                let again = Settings::default().overlaid(&settings.to_toml().expect("writes"));
                assert_eq!(again, Ok(settings), "{}: {}", knob.key, choice.name);
            }
        }
    }

    #[test]
    fn a_name_that_there_is_not_is_refused_with_those_that_there_are() {
        for (file, parts) in [
            ("[receiver]\nsmoothing = \"lerp\"", ["line 2", "`lerp`", "`snap`, `projective-vel"]),
            ("[receiver]\nblend_until = \"never\"", ["line 2", "`never`", "`fixed` or `next-upd"]),
            ("[sender]\nbraking = \"skid\"", ["line 2", "`skid`", "`run-on` or `hold`"]),
            ("[sender]\nacceleration = \"none\"", ["line 2", "`none`", "`exact` or `estimated`"]),
            ("[sender]\norder = \"1\"", ["line 2", "\"1\"", "order 1 (velocity) or 2"]),
            ("[motion]\nkind = 1", ["line 2", "`1`", "one of a few names"]),
        ] {
            let error = Settings::default().overlaid(file).expect_err(file).to_string();
            for part in parts {
                assert!(error.contains(part), "'{part}' is not in: {error}");
            }
        }
    }

    #[test]
    fn the_order_is_a_number_or_the_turn() {
        for (said, order) in
            [("1", Order::Velocity), ("2", Order::Acceleration), ("turn", Order::Turn)]
        {
            let mut settings = Settings::default();
            settings.set(&format!("sender.order={said}")).expect(said);
            assert_eq!(settings.sender.order, order);
            let file = settings.to_toml().expect("writes");
            assert_eq!(Settings::default().overlaid(&file), Ok(settings), "{file}");
        }
        let error =
            Settings::default().overlaid("[sender]\norder = \"straight\"").expect_err("none such");
        assert!(
            error.to_string().contains("order 1 (velocity) or 2 (acceleration) or \"turn\""),
            "{error}"
        );
    }
}
