//! The units of recordings, and times.
//!
//! In: a unit's name, a time as text. Out: what one of it is in s, m, m/s or rad.

use crate::settings::TimeUnit;
use std::f64::consts::PI;
use time::format_description::well_known::Iso8601;
use time::{OffsetDateTime, PrimitiveDateTime, Time};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// In s.
    Time,
    /// In m.
    Length,
    /// In m/s.
    Speed,
    /// In rad.
    Angle,
    /// Latitudes and longitudes, in degrees.
    Degrees,
}

/// A unit.
#[derive(Debug, PartialEq)]
pub struct Unit {
    /// What people call it.
    pub name: &'static str,
    /// Of what.
    kind: Kind,
    /// What one of it is in that of its kind.
    pub factor: f64,
    /// What files call it, in small letters.
    names: &'static [&'static str],
}

const fn unit(name: &'static str, kind: Kind, factor: f64, names: &'static [&'static str]) -> Unit {
    Unit { name, kind, factor, names }
}

#[rustfmt::skip]
static UNITS: [Unit; 20] = [
    unit("s", Kind::Time, 1.0, &["s", "sec", "secs", "second", "seconds"]),
    unit("ms", Kind::Time, 1e-3, &["ms", "msec", "msecs", "millis", "milliseconds"]),
    unit("µs", Kind::Time, 1e-6, &["us", "µs", "μs", "usec", "usecs", "micros", "microseconds"]),
    unit("ns", Kind::Time, 1e-9, &["ns", "nsec", "nsecs", "nanos", "nanoseconds"]),
    unit("m", Kind::Length, 1.0, &["m", "meter", "meters", "metre", "metres"]),
    unit("km", Kind::Length, 1e3, &["km"]),
    unit("cm", Kind::Length, 1e-2, &["cm"]),
    unit("mm", Kind::Length, 1e-3, &["mm"]),
    unit("ft", Kind::Length, 0.3048, &["ft", "feet"]),
    unit("m/s", Kind::Speed, 1.0, &["m/s", "m_s", "mps", "ms", "m/sec"]),
    unit("km/h", Kind::Speed, 1.0 / 3.6, &["km/h", "km_h", "kmh", "kph", "kmph"]),
    unit("mph", Kind::Speed, 0.44704, &["mph", "mi/h"]),
    unit("kn", Kind::Speed, 1852.0 / 3600.0, &["kn", "kt", "kts", "knot", "knots"]),
    unit("ft/s", Kind::Speed, 0.3048, &["ft/s", "fps", "ft_s"]),
    unit("rad", Kind::Angle, 1.0, &["rad", "rads", "radian", "radians"]),
    unit("°", Kind::Angle, PI / 180.0, &["deg", "degs", "degree", "degrees", "°"]),
    unit("°", Kind::Degrees, 1.0, &["deg", "degs", "degree", "degrees", "°"]),
    unit("rad", Kind::Degrees, 180.0 / PI, &["rad", "rads", "radian", "radians"]),
    unit("1e-7 °", Kind::Degrees, 1e-7, &["e7", "1e7", "1e-7", "dege7"]),
    unit("cm/s", Kind::Speed, 1e-2, &["cm/s", "cm_s"]),
];

impl Unit {
    /// The unit of a kind that has this name, in small letters.
    #[must_use]
    pub fn find(kind: Kind, name: &str) -> Option<&'static Self> {
        UNITS.iter().find(|unit| unit.kind == kind && unit.names.contains(&name))
    }
}

/// Whether a word is a unit of any kind.
#[must_use]
pub fn is_unit(name: &str) -> bool {
    let name = name.to_lowercase();
    UNITS
        .iter()
        .any(|unit| unit.names.contains(&name.trim_matches(|letter| "()[] ".contains(letter))))
}

/// What one of the numbers in a column of times is, s, by the first of them: a date in s has ten digits, in ms
/// thirteen, in µs sixteen, in ns nineteen.
#[must_use]
pub fn second_of(first: f64) -> f64 {
    match first.abs() {
        size if size >= 1e17 => 1e-9,
        size if size >= 1e14 => 1e-6,
        size if size >= 1e11 => 1e-3,
        _ => 1.0,
    }
}

/// How the times of a file are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StampClock {
    /// As numbers; one is so many seconds.
    Numbers(f64),
    /// As dates.
    Dates,
}

impl StampClock {
    /// By the settings, the column's unit, then the first time: its number, if it is one.
    #[must_use]
    pub fn of(asked: TimeUnit, column: Option<&Unit>, first: Option<f64>) -> Self {
        match (asked, first) {
            (TimeUnit::S, _) => Self::Numbers(1.0),
            (TimeUnit::Ms, _) => Self::Numbers(1e-3),
            (TimeUnit::Us, _) => Self::Numbers(1e-6),
            (TimeUnit::Ns, _) => Self::Numbers(1e-9),
            (TimeUnit::Iso, _) | (TimeUnit::Auto, None) => Self::Dates,
            (TimeUnit::Auto, Some(first)) => {
                Self::Numbers(column.map_or_else(|| second_of(first), |unit| unit.factor))
            }
        }
    }

    /// What people call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Dates => "dates",
            Self::Numbers(factor) => {
                let same = |unit: &&Unit| unit.kind == Kind::Time && unit.factor == factor;
                UNITS.iter().find(same).map_or("s", |unit| unit.name)
            }
        }
    }
}

/// A date of ISO 8601 as nanoseconds since 1970: with or without the T, a zone (UTC without) or the date itself.
#[must_use]
pub fn date(text: &str) -> Option<i128> {
    if text.len() > 64 || !text.contains([':', '-', 'T']) {
        return None;
    }
    let text = text.trim().replacen(' ', "T", 1);
    let zoned = OffsetDateTime::parse(&text, &Iso8601::PARSING).ok();
    let local = || PrimitiveDateTime::parse(&text, &Iso8601::PARSING).ok();
    let dated = zoned.or_else(|| local().map(PrimitiveDateTime::assume_utc));
    dated.map(OffsetDateTime::unix_timestamp_nanos).or_else(|| {
        let since = Time::parse(&text, &Iso8601::PARSING).ok()?.duration_since(Time::MIDNIGHT);
        Some(since.whole_nanoseconds())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_come_in_many_shapes() {
        let right = 1_617_530_423_250_000_000;
        for text in [
            "2021-04-04T10:00:23.25Z",
            "2021-04-04 10:00:23.250",
            "2021-04-04T12:00:23.25+02:00",
            "20210404T100023.25Z",
        ] {
            assert_eq!(date(text), Some(right), "{text}");
        }
        assert_eq!(date("10:00:23.25"), Some(right - 1_617_494_400_000_000_000));
        for text in ["", "now", "2021-13-04T10:00:23Z", "12", "2021-04-04T25:00:00Z", "::", "a:b"] {
            assert_eq!(date(text), None, "{text}");
        }
        assert_eq!(date(&"1:".repeat(1000)), None);
    }

    #[test]
    fn the_size_of_a_time_tells_its_unit_and_a_name_comes_first() {
        for (first, name) in [
            (0.0, "s"),
            (1.617e9, "s"),
            (1_617_530_423_000.0, "ms"),
            (1_477_010_443_000_000.0, "µs"),
            (1.617e18, "ns"),
        ] {
            assert_eq!(StampClock::of(TimeUnit::Auto, None, Some(first)).name(), name, "{first}");
        }
        let ms = Unit::find(Kind::Time, "ms");
        assert_eq!(StampClock::of(TimeUnit::Auto, ms, Some(5.0)).name(), "ms");
        assert_eq!(StampClock::of(TimeUnit::Us, ms, Some(5.0)).name(), "µs");
        assert_eq!(StampClock::of(TimeUnit::Auto, None, None).name(), "dates");
    }

    #[test]
    fn no_unit_has_two_meanings_within_its_kind() {
        for (place, unit) in UNITS.iter().enumerate() {
            for name in unit.names {
                let found = Unit::find(unit.kind, name).expect("a unit");
                assert_eq!(found, &UNITS[place], "{name}");
                assert_eq!(name.to_lowercase(), **name);
            }
        }
    }
}
