//! Samples → a recording, each checked as it comes.
//!
//! In: the cells of a row by role. Out: [`Recording`], or the place and the reason of a refusal. Invariant: every number
//! that it keeps is finite and no larger than [`LARGEST`], and times grow by more than the rounding noise.

use super::columns::{Columns, Role};
use super::plane::{Plane, REACH};
use super::units::{StampClock, Unit, date};
use super::{MOST_SAMPLES, TraceError};
use crate::settings::{HeadingUnit, ImportReport, Recording, Trace};
use dead_reckoning::TIME_NOISE;
use dead_reckoning::extrapolate::wrap_angle;
use glam::{DVec2, dvec2};
use std::f64::consts::{FRAC_PI_2, TAU};

/// The largest number of a recording, m or m/s: what is computed from them must stay finite.
const LARGEST: f64 = 1e12;

/// What a row holds for a role.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    /// A number.
    Number(f64),
    /// Text that is none.
    Text(&'a str),
    /// Nothing at all: the row ends before.
    Missing,
}

/// A recording that grows.
pub struct Gather {
    recording: Recording,
    columns: Columns,
    trace: Trace,
    clock: Option<StampClock>,
    /// The first time, as the clock has it.
    first: Stamp,
    plane: Option<(Plane, String)>,
    /// The largest heading either way, as the file has it.
    largest_heading: f64,
    /// The place of the sample before.
    before: Option<String>,
}

/// A time as the file has it: nanoseconds of a date are too many for an `f64`.
#[derive(Clone, Copy, Debug, Default)]
struct Stamp {
    number: f64,
    date: i128,
}

impl Gather {
    /// Gathers these columns.
    ///
    /// # Errors
    /// [`TraceError::NoPlace`] where they hold no position.
    pub fn new(columns: Columns, names: Vec<String>, trace: &Trace) -> Result<Self, TraceError> {
        let both = |one, other| columns.has(one) && columns.has(other);
        if !both(Role::X, Role::Y) && !both(Role::Latitude, Role::Longitude) {
            return Err(TraceError::NoPlace { there: super::columns::known_columns(&names) });
        }
        let found = ImportReport { names, ..ImportReport::default() };
        Ok(Self {
            recording: Recording { found, ..Recording::default() },
            columns,
            trace: trace.clone(),
            clock: None,
            first: Stamp::default(),
            plane: None,
            largest_heading: 0.0,
            before: None,
        })
    }

    /// The columns.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// What was found so far.
    pub fn found(&mut self) -> &mut ImportReport {
        &mut self.recording.found
    }

    /// The next sample does not go on from the last.
    pub fn breaks(&mut self) {
        let next = self.recording.positions.len();
        if next > 0 && self.recording.breaks.last() != Some(&next) {
            self.recording.breaks.push(next);
        }
    }

    /// Takes a sample, whose `place` in the file is for people.
    ///
    /// # Errors
    /// [`TraceError::At`] with that place.
    pub fn push<'a>(
        &mut self,
        place: impl Fn() -> String,
        cell: impl Fn(Role) -> Cell<'a>,
    ) -> Result<(), TraceError> {
        let refuse = |why: String| TraceError::At { place: place(), why };
        if self.recording.positions.len() >= MOST_SAMPLES {
            return Err(refuse(format!("a recording has at most {MOST_SAMPLES} samples")));
        }
        self.recording.found.rows += 1;
        let time = if self.columns.has(Role::Time) {
            let time = self.time(cell(Role::Time)).map_err(refuse)?;
            let last = self.recording.times.last().copied();
            if last.is_some_and(|last| time < last - TIME_NOISE) {
                let back = last.unwrap_or(0.0) - time;
                let before = self.before.as_deref().unwrap_or("the sample before");
                return Err(refuse(format!("its time is {back} s before that of {before}")));
            }
            if last.is_some_and(|last| time <= last + TIME_NOISE) {
                self.recording.found.duplicates += 1;
                return Ok(());
            }
            Some(time)
        } else {
            None
        };
        let position = self.position(&place, &cell).map_err(refuse)?;
        let velocity = self.velocity(&cell).map_err(refuse)?;
        let heading = self.number(Role::Heading, &cell).map_err(refuse)?;
        let speed = self.number(Role::Speed, &cell).map_err(refuse)?;
        self.recording.times.extend(time);
        self.recording.positions.push(position);
        self.recording.velocities.extend(velocity);
        if let Some(heading) = heading {
            let raw = self.raw_heading(heading);
            self.recording.headings.push(raw);
        }
        self.recording.speeds.extend(speed);
        self.before = Some(place());
        Ok(())
    }

    /// A time, s from the first on.
    fn time(&mut self, cell: Cell<'_>) -> Result<f64, String> {
        let number = match cell {
            Cell::Number(number) if !number.is_finite() => {
                return Err(format!("time is {number}, which is not finite"));
            }
            Cell::Number(number) => Some(number),
            Cell::Text(_) | Cell::Missing => None,
        };
        let stamp = |clock| match (clock, number, cell) {
            (StampClock::Numbers(_), Some(number), _) => Ok(Stamp { number, date: 0 }),
            (StampClock::Dates, None, Cell::Text(text)) => {
                let date =
                    date(text).ok_or_else(|| no_number("time", cell, "a number or a date"))?;
                Ok(Stamp { number: 0.0, date })
            }
            (StampClock::Numbers(_), None, _) => Err(no_number("time", cell, "a number")),
            (StampClock::Dates, ..) => {
                Err(no_number("time", cell, "a date such as 2024-05-01T12:00:00Z"))
            }
        };
        if let Some(clock) = self.clock {
            return self.since(clock, stamp(clock)?);
        }
        let unit = self.columns.of(Role::Time).and_then(|column| column.unit);
        let clock = StampClock::of(self.trace.time_unit, unit, number);
        self.first = stamp(clock)?;
        self.clock = Some(clock);
        self.recording.found.first_time = Some(match clock {
            StampClock::Numbers(_) => self.first.number,
            StampClock::Dates => self.first.date as f64 * 1e-9,
        });
        Ok(0.0)
    }

    fn since(&self, clock: StampClock, stamp: Stamp) -> Result<f64, String> {
        let seconds = match clock {
            StampClock::Numbers(factor) => (stamp.number - self.first.number) * factor,
            StampClock::Dates => (stamp.date - self.first.date) as f64 * 1e-9,
        };
        let near = seconds.abs() <= LARGEST;
        if near { Ok(seconds) } else { Err(format!("its time is {seconds} s after the first")) }
    }

    fn position<'a>(
        &mut self,
        place: &impl Fn() -> String,
        cell: &impl Fn(Role) -> Cell<'a>,
    ) -> Result<DVec2, String> {
        if let (Some(x), Some(y)) = (self.number(Role::X, cell)?, self.number(Role::Y, cell)?) {
            return Ok(dvec2(x, y));
        }
        let degrees = |role| self.number(role, cell).map(Option::unwrap_or_default);
        let (latitude, longitude) = (degrees(Role::Latitude)?, degrees(Role::Longitude)?);
        if latitude.abs() > 90.0 {
            return Err(format!("its latitude is {latitude}°: it must be from −90° to 90°"));
        }
        if !(-180.0..=360.0).contains(&longitude) {
            return Err(format!("its longitude is {longitude}°: it must be from −180° to 360°"));
        }
        let found = &mut self.recording.found;
        let (plane, first) = self.plane.get_or_insert_with(|| {
            found.origin = Some([latitude, longitude]);
            (Plane::at(latitude, longitude), place())
        });
        plane.place(latitude, longitude).ok_or_else(|| {
            let reach = REACH / 1000.0;
            format!("{latitude}°, {longitude}° is more than {reach} km from {first}: one plane does not hold both")
        })
    }

    fn velocity<'a>(&self, cell: &impl Fn(Role) -> Cell<'a>) -> Result<Option<DVec2>, String> {
        let x = self.number(Role::VelocityX, cell)?;
        let y = self.number(Role::VelocityY, cell)?;
        Ok(x.zip(y).map(|(x, y)| dvec2(x, y)))
    }

    /// The number of a role in its unit; nothing where no column has it.
    fn number<'a>(
        &self,
        role: Role,
        cell: &impl Fn(Role) -> Cell<'a>,
    ) -> Result<Option<f64>, String> {
        let Some(column) = self.columns.of(role) else { return Ok(None) };
        let Cell::Number(number) = cell(role) else {
            let mut why = no_number(role.name(), cell(role), "a number");
            if matches!(role, Role::VelocityX | Role::VelocityY | Role::Heading | Role::Speed) {
                why += &format!("; --columns {}=none does without it", role.name());
            }
            return Err(why);
        };
        let number = number * column.unit.map_or(1.0, |unit| unit.factor);
        if !number.is_finite() {
            return Err(format!("{} is {number}, which is not finite", role.name()));
        }
        if number.abs() > LARGEST {
            return Err(format!("{} is {number}: at most ±{LARGEST:e}", role.name()));
        }
        Ok(Some(number))
    }

    /// How headings are measured, and in what: beside x and y, what goes beyond a turn of radians is in degrees.
    fn heading_unit(&self) -> HeadingUnit {
        if self.trace.heading_unit != HeadingUnit::Auto {
            return self.trace.heading_unit;
        }
        let unit = self.columns.of(Role::Heading).and_then(|column| column.unit);
        let named = unit.map(|unit: &Unit| unit.name == "rad");
        match (self.columns.has(Role::Latitude), named) {
            (true, Some(true)) => HeadingUnit::CompassRadians,
            (true, Some(false) | None) => HeadingUnit::CompassDegrees,
            (false, None) if self.largest_heading <= TAU + 1e-3 => HeadingUnit::Radians,
            (false, Some(false) | None) => HeadingUnit::Degrees,
            (false, Some(true)) => HeadingUnit::Radians,
        }
    }

    /// A heading as the file has it, without what the name of its column says.
    fn raw_heading(&mut self, heading: f64) -> f64 {
        let unit = self.columns.of(Role::Heading).and_then(|column| column.unit);
        let raw = heading / unit.map_or(1.0, |unit| unit.factor);
        self.largest_heading = self.largest_heading.max(raw.abs());
        raw
    }

    fn unit_name(&self, role: Role) -> &'static str {
        let unit = self.columns.of(role).and_then(|column| column.unit).map(|unit| unit.name);
        match role {
            Role::Time => self.clock.map_or("", StampClock::name),
            Role::X | Role::Y => unit.unwrap_or(""),
            Role::Latitude | Role::Longitude => unit.unwrap_or("°"),
            Role::VelocityX | Role::VelocityY | Role::Speed => unit.unwrap_or("m/s"),
            Role::Heading => match self.heading_unit() {
                HeadingUnit::CompassDegrees => "°, clockwise from north",
                HeadingUnit::CompassRadians => "rad, clockwise from north",
                HeadingUnit::Degrees => "°, counter-clockwise from +x",
                HeadingUnit::Auto | HeadingUnit::Radians => "rad, counter-clockwise from +x",
            },
        }
    }

    /// The recording.
    ///
    /// # Errors
    /// [`TraceError::TooFew`].
    pub fn done(mut self, format: String) -> Result<Recording, TraceError> {
        let samples = self.recording.positions.len();
        if samples < 3 {
            let others = self.recording.found.other_rows > 0;
            let hint = if others { " (trace.rows left the others out)" } else { "" };
            return Err(TraceError::TooFew { samples, hint });
        }
        let unit = self.heading_unit();
        self.recording.headings.iter_mut().for_each(|heading| *heading = turned(*heading, unit));
        self.recording.found.format = format;
        self.recording.found.columns = self.columns.understood(|role| self.unit_name(role));
        self.recording.breaks.retain(|&at| at < samples);
        Ok(self.recording)
    }
}

/// A heading, rad counter-clockwise from +x.
fn turned(raw: f64, unit: HeadingUnit) -> f64 {
    wrap_angle(match unit {
        HeadingUnit::CompassDegrees => FRAC_PI_2 - raw.to_radians(),
        HeadingUnit::CompassRadians => FRAC_PI_2 - raw,
        HeadingUnit::Degrees => raw.to_radians(),
        HeadingUnit::Auto | HeadingUnit::Radians => raw,
    })
}

fn no_number(name: &str, cell: Cell<'_>, wanted: &str) -> String {
    match cell {
        Cell::Missing => format!("it has no {name}: the row ends before that column"),
        Cell::Text("") => format!("{name} is empty: it must be {wanted}"),
        Cell::Text(text) => {
            let start: String = text.chars().take(40).flat_map(char::escape_debug).collect();
            let more = if text.chars().count() > 40 { "…" } else { "" };
            format!("{name} is '{start}{more}': it must be {wanted}")
        }
        Cell::Number(number) => format!("{name} is {number}: it must be {wanted}"),
    }
}
