//! Which column is what: by its name, by its numbers where it has none, or as the user says.
//!
//! In: names or a first few rows, and `trace.columns`. Out: [`Columns`]. Invariant: what the user says comes before what
//! the names say; nothing is taken for a column that is not there.

use super::TraceError;
use super::units::{Kind, Unit};
use crate::settings::Understood;

/// What a column may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// When.
    Time,
    /// Where, to the right.
    X,
    /// Where, upwards.
    Y,
    /// Where, degrees north.
    Latitude,
    /// Where, degrees east.
    Longitude,
    /// How fast, to the right.
    VelocityX,
    /// How fast, upwards.
    VelocityY,
    /// Which way it faces.
    Heading,
    /// How fast, whichever way.
    Speed,
}

/// A role, what scripts call it, in what it is measured, and what files call it.
struct RoleRow {
    role: Role,
    name: &'static str,
    kind: Kind,
    names: &'static [&'static str],
}

const fn role(
    role: Role,
    name: &'static str,
    kind: Kind,
    names: &'static [&'static str],
) -> RoleRow {
    RoleRow { role, name, kind, names }
}

/// How many roles there are.
pub const ROLES: usize = 9;

/// The roles in the order of [`Role`]. Names are in small letters, with `_` for what separates their words.
#[rustfmt::skip]
const ROLE_ROWS: [RoleRow; ROLES] = [
    role(Role::Time, "time", Kind::Time, &["time", "t", "timestamp", "time_stamp", "stamp", "ts", "utc", "utc_time", "gps_time", "date_time", "datetime", "date", "zeit", "epoch", "unix", "unix_time", "elapsed", "elapsed_time", "seconds", "secs", "sec", "millis", "ms", "field_header_stamp"]),
    role(Role::X, "x", Kind::Length, &["x", "px", "pos_x", "posx", "position_x", "x_pos", "x_position", "location_x", "translation_x", "local_x", "center_x", "xcenter", "x_center", "easting", "east", "utm_x", "utm_easting", "truth_x", "gt_x", "x_gt"]),
    role(Role::Y, "y", Kind::Length, &["y", "py", "pos_y", "posy", "position_y", "y_pos", "y_position", "location_y", "translation_y", "local_y", "center_y", "ycenter", "y_center", "northing", "north", "utm_y", "utm_northing", "truth_y", "gt_y", "y_gt"]),
    role(Role::Latitude, "lat", Kind::Degrees, &["lat", "latitude", "gps_lat", "gps_latitude", "position_lat", "location_lat"]),
    role(Role::Longitude, "lon", Kind::Degrees, &["lon", "lng", "long", "longitude", "gps_lon", "gps_lng", "gps_long", "gps_longitude", "position_lon", "position_long", "location_lon", "location_long"]),
    role(Role::VelocityX, "vx", Kind::Speed, &["vx", "v_x", "vel_x", "velx", "velocity_x", "x_vel", "x_velocity", "xvelocity", "v_east", "ve", "truth_velocity_x", "gt_vx"]),
    role(Role::VelocityY, "vy", Kind::Speed, &["vy", "v_y", "vel_y", "vely", "velocity_y", "y_vel", "y_velocity", "yvelocity", "v_north", "vn", "truth_velocity_y", "gt_vy"]),
    role(Role::Heading, "heading", Kind::Angle, &["heading", "hdg", "yaw", "psi", "theta", "course", "cog", "bearing", "azimuth", "ground_course", "orientation", "truth_heading", "gt_yaw", "rotation_yaw"]),
    role(Role::Speed, "speed", Kind::Speed, &["speed", "v", "vel", "velocity", "sog", "gps_speed", "ground_speed", "groundspeed", "speed_over_ground"]),
];

impl Role {
    fn row(self) -> &'static RoleRow {
        &ROLE_ROWS[self as usize]
    }

    /// What scripts call it.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        ROLE_ROWS.iter().map(|row| row.role)
    }
}

/// One column that is used.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its place: from 0 on, or from −1 on from the right.
    pub place: isize,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// In what its numbers are; nothing where neither its name nor its role says.
    pub unit: Option<&'static Unit>,
}

impl Column {
    /// Where it is in a row of so many fields; nothing if the row is too short.
    #[must_use]
    pub fn index(&self, fields: usize) -> Option<usize> {
        let place = if self.place < 0 {
            fields.checked_sub(self.place.unsigned_abs())?
        } else {
            self.place.unsigned_abs()
        };
        (place < fields).then_some(place)
    }

    fn label(&self) -> String {
        let number = if self.place < 0 {
            format!("column {} from the right", -self.place)
        } else {
            format!("column {}", self.place + 1)
        };
        self.name.as_ref().map_or_else(|| number.clone(), |name| format!("'{name}', {number}"))
    }
}

/// The columns that are used, by role.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns([Option<Column>; ROLES]);

impl Columns {
    /// The column of a role.
    #[must_use]
    pub fn of(&self, role: Role) -> Option<&Column> {
        self.0[role as usize].as_ref()
    }

    /// Whether there is one.
    #[must_use]
    pub fn has(&self, role: Role) -> bool {
        self.of(role).is_some()
    }

    /// Where each role is in a row of so many fields.
    #[must_use]
    pub fn indices(&self, fields: usize) -> [Option<usize>; ROLES] {
        std::array::from_fn(|role| self.0[role].as_ref().and_then(|column| column.index(fields)))
    }

    /// Says which column a role is.
    pub fn set(&mut self, role: Role, column: Option<Column>) {
        self.0[role as usize] = column;
    }

    /// How they were understood, for people.
    pub(super) fn understood(&self, unit: impl Fn(Role) -> &'static str) -> Vec<Understood> {
        let rows = Role::all().filter_map(|role| Some((role, self.of(role)?)));
        let row = |(role, column): (Role, &Column)| Understood {
            role: role.name(),
            column: column.label(),
            unit: unit(role),
        };
        rows.map(row).collect()
    }
}

/// Columns by their names, then as `asked` says. What is asked for beside a guess of the other kind of position (x, y
/// or latitude, longitude) takes its place.
///
/// # Errors
/// [`TraceError::NoColumn`] with those that there are, [`TraceError::Asked`] for words that say nothing.
pub fn by_name(names: &[String], asked: &str) -> Result<Columns, TraceError> {
    let mut columns = Columns::default();
    for (place, name) in names.iter().enumerate() {
        if let Some((role, unit)) = role_of(name).filter(|(role, _)| !columns.has(*role)) {
            let place = isize::try_from(place).unwrap_or(isize::MAX);
            columns.set(role, Some(Column { place, name: Some(name.clone()), unit }));
        }
    }
    // Half a pair says nothing.
    for (one, other) in
        [(Role::X, Role::Y), (Role::Latitude, Role::Longitude), (Role::VelocityX, Role::VelocityY)]
    {
        if !(columns.has(one) && columns.has(other)) {
            columns.set(one, None);
            columns.set(other, None);
        }
    }
    if columns.has(Role::X) {
        columns.set(Role::Latitude, None);
        columns.set(Role::Longitude, None);
    }
    with_asked(columns, names, asked)
}

/// Lays what the user says over columns that were guessed.
///
/// # Errors
/// As [`by_name`].
pub fn with_asked(
    mut columns: Columns,
    names: &[String],
    asked: &str,
) -> Result<Columns, TraceError> {
    let parts = asked.split(',').map(str::trim).filter(|part| !part.is_empty());
    for part in parts {
        let (role, which) = part
            .split_once('=')
            .and_then(|(role, which)| Some((role_named(role.trim())?, which.trim())))
            .ok_or_else(|| TraceError::Asked { part: part.to_owned() })?;
        if which == "none" {
            columns.set(role, None);
            continue;
        }
        let column = column(names, role, which)?;
        columns.set(role, Some(column));
        let replaced = match role {
            Role::X | Role::Y => [Role::Latitude, Role::Longitude],
            Role::Latitude | Role::Longitude => [Role::X, Role::Y],
            Role::Time | Role::VelocityX | Role::VelocityY | Role::Heading | Role::Speed => {
                continue;
            }
        };
        replaced.into_iter().for_each(|role| columns.set(role, None));
    }
    Ok(columns)
}

fn role_named(name: &str) -> Option<Role> {
    let row = ROLE_ROWS.iter().find(|row| row.name.eq_ignore_ascii_case(name));
    row.map(|row| row.role)
}

/// The column that a word means: a name, else a number.
fn column(names: &[String], role: Role, which: &str) -> Result<Column, TraceError> {
    let stem = |name: &str| split(name).0;
    let exact = names.iter().position(|name| name.eq_ignore_ascii_case(which));
    let named = exact.or_else(|| names.iter().position(|name| stem(name) == stem(which)));
    let named = named.filter(|_| !stem(which).is_empty());
    let fields = names.len() as isize;
    let numbered = || {
        let number: isize = which.parse().ok()?;
        let within = number != 0 && (fields == 0 || number.abs() <= fields);
        within.then_some(if number > 0 { number - 1 } else { number })
    };
    let place = named.and_then(|place| isize::try_from(place).ok()).or_else(numbered);
    let place = place.ok_or_else(|| TraceError::NoColumn {
        asked: which.to_owned(),
        role: role.name(),
        there: known_columns(names),
    })?;
    let from_left = if place < 0 { place + fields } else { place };
    let name = usize::try_from(from_left).ok().and_then(|place| names.get(place)).cloned();
    let unit = name.as_ref().and_then(|name| unit_of(role.row().kind, &split(name).1));
    Ok(Column { place, name: name.filter(|name| !name.is_empty()), unit })
}

/// The columns that there are, for people.
pub(super) fn known_columns(names: &[String]) -> String {
    if names.iter().all(String::is_empty) {
        let count =
            if names.is_empty() { String::new() } else { format!(", 1 to {}", names.len()) };
        return format!("the file names none, so give their numbers{count}");
    }
    let numbered = names.iter().enumerate().map(|(place, name)| format!("{} {name}", place + 1));
    let mut text = numbered.take(40).collect::<Vec<_>>().join(", ");
    if names.len() > 40 {
        text += ", …";
    }
    format!("there are {text}")
}

/// What a name says: the role and the unit.
fn role_of(name: &str) -> Option<(Role, Option<&'static Unit>)> {
    let found = |stem: &str| ROLE_ROWS.iter().find(|row| row.names.contains(&stem));
    let (stem, unit) = split(name);
    if let Some(row) = found(&stem) {
        let implied = if stem == "ms" || stem == "millis" { "ms" } else { &unit };
        return Some((row.role, unit_of(row.kind, implied)));
    }
    // A unit behind the name: x_m, speed_km_h, timestamp_ns.
    stem.match_indices('_').find_map(|(at, _)| {
        let row = found(&stem[..at])?;
        let unit = unit_of(row.kind, &stem[at + 1..])?;
        Some((row.role, Some(unit)))
    })
}

fn unit_of(kind: Kind, name: &str) -> Option<&'static Unit> {
    Unit::find(kind, name)
}

/// A name in small letters with `_` between its words, and what is in brackets behind it.
fn split(name: &str) -> (String, String) {
    let name = name.trim().to_lowercase();
    let (stem, unit) = match name.find(['(', '[', '{']) {
        Some(at) if at > 0 => (&name[..at], name[at..].trim_matches(|c| "()[]{} ".contains(c))),
        Some(_) | None => (&name[..], ""),
    };
    let words = stem.split(|letter: char| !letter.is_alphanumeric() && letter != '/');
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    (words.join("_"), unit.to_owned())
}

/// Whether a name is one that says what its column is.
#[must_use]
pub fn is_known(name: &str) -> bool {
    role_of(name).is_some()
}

/// The largest number that is a time counted from the start rather than a date.
const LEAST_DATE: f64 = 1e8;

/// Columns by their numbers, where they have no names: `rows` are the first few, as numbers where they are numbers, all
/// of one length; `from_right` counts the columns from there, where rows of several lengths have only their ends in
/// common. A column of growing dates is the time, else the first one if it grows; the next two are the position, and
/// the two after that the velocity if they fit its differences.
#[must_use]
pub fn by_numbers(rows: &[Vec<Option<f64>>], from_right: bool) -> Columns {
    let mut columns = Columns::default();
    let width = rows.first().map_or(0, Vec::len);
    // A cell that is no number in a column of numbers is a fault of its row, and is refused there.
    let mostly =
        |place: &usize| 2 * rows.iter().filter(|row| row[*place].is_some()).count() > rows.len();
    let places: Vec<usize> = (0..width).filter(mostly).collect();
    let whole = |row: &&Vec<Option<f64>>| places.iter().all(|&place| row[place].is_some());
    let column = |place: usize| rows.iter().filter(whole).filter_map(|row| row[place]).collect();
    let numbers: Vec<(usize, Vec<f64>)> =
        places.iter().map(|&place| (place, column(place))).collect();
    if numbers.iter().any(|(_, values)| values.is_empty()) {
        return columns;
    }
    let grows = |values: &[f64]| {
        let up = values.windows(2).filter(|pair| pair[0] < pair[1]).count();
        values.windows(2).all(|pair| pair[0] <= pair[1]) && 2 * up >= values.len().max(2) - 1
    };
    let dated = numbers.iter().position(|(_, row)| row[0] >= LEAST_DATE && grows(row));
    let first = || (numbers.len() > 2 && grows(&numbers[0].1)).then_some(0);
    let time = dated.or_else(first);
    // Behind the time; before it, if nothing is behind.
    let behind = time.map_or(0, |time| time + 1);
    let start = if behind + 1 < numbers.len() { behind } else { 0 };
    let Some([x, y]) =
        numbers.get(start..start + 2).and_then(|pair| <&[_; 2]>::try_from(pair).ok())
    else {
        return columns;
    };
    let place = |place: usize| {
        let left = place as isize;
        let place = if from_right { left - width as isize } else { left };
        Some(Column { place, name: None, unit: None })
    };
    columns.set(Role::X, place(x.0));
    columns.set(Role::Y, place(y.0));
    let Some((at, times)) = time.map(|time| &numbers[time]) else { return columns };
    columns.set(Role::Time, place(*at));
    if let Some([vx, vy]) = numbers.get(start + 2..start + 4)
        && start > 0
        && fits(times, [&x.1, &y.1], [&vx.1, &vy.1])
    {
        columns.set(Role::VelocityX, place(vx.0));
        columns.set(Role::VelocityY, place(vy.0));
    }
    columns
}

/// Whether velocities are those of the positions: they differ from their differences by less than half, all in all.
fn fits(times: &[f64], at: [&[f64]; 2], velocity: [&[f64]; 2]) -> bool {
    let second = super::units::second_of(times[0]);
    let (mut off, mut all) = (0.0, 0.0);
    for (now, pair) in times.windows(2).enumerate() {
        let seconds = (pair[1] - pair[0]) * second;
        if seconds <= 0.0 {
            continue;
        }
        for axis in 0..2 {
            let slope = (at[axis][now + 1] - at[axis][now]) / seconds;
            let middle = f64::midpoint(velocity[axis][now], velocity[axis][now + 1]);
            off += (slope - middle) * (slope - middle);
            all += slope * slope;
        }
    }
    all > 0.0 && off < 0.25 * all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(names: &[&str], asked: &str) -> Result<Columns, TraceError> {
        by_name(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), asked)
    }

    fn places(columns: &Columns) -> Vec<(&'static str, isize)> {
        Role::all()
            .filter_map(|role| columns.of(role).map(|column| (role.name(), column.place)))
            .collect()
    }

    #[test]
    fn every_name_of_every_role_is_its_own() {
        for row in &ROLE_ROWS {
            for name in row.names {
                assert_eq!(role_of(name).map(|found| found.0), Some(row.role), "{name}");
                assert_eq!(split(name).0, *name);
                let loud = name.to_uppercase().replace('_', " ");
                assert_eq!(role_of(&loud).map(|found| found.0), Some(row.role), "{loud}");
            }
        }
        assert!(Role::all().enumerate().all(|(place, role)| role as usize == place));
    }

    #[test]
    fn units_are_in_brackets_or_behind_the_name() {
        for (name, role, unit) in [
            ("utc (ms)", Role::Time, Some("ms")),
            ("x_m", Role::X, Some("m")),
            ("Latitude [deg]", Role::Latitude, Some("°")),
            ("speed (km/h)", Role::Speed, Some("km/h")),
            ("speed_m_s", Role::Speed, Some("m/s")),
            ("timestamp_ns", Role::Time, Some("ns")),
            ("yaw_rad", Role::Heading, Some("rad")),
            ("Position.X", Role::X, None),
            ("ms", Role::Time, Some("ms")),
        ] {
            let (found, in_unit) = role_of(name).expect(name);
            assert_eq!((found, in_unit.map(|unit| unit.name)), (role, unit), "{name}");
        }
        for name in ["accel x (m/s²)", "turn rate", "", "(m)", "xx", "w_tr_right_m", "model_x"] {
            assert_eq!(role_of(name), None, "{name}");
        }
    }

    #[test]
    fn what_is_asked_for_comes_before_the_guess() {
        let names = ["t", "lat", "lon", "x_raw", "y_raw", "speed (m/s)", "speed (km/h)"];
        let guess = named(&names, "").expect("a guess");
        assert_eq!(places(&guess), [("time", 0), ("lat", 1), ("lon", 2), ("speed", 5)]);
        let asked = named(&names, "x=x_raw, Y=-3,speed=none,time=T").expect("there");
        assert_eq!(places(&asked), [("time", 0), ("x", 3), ("y", -3)]);
        let by_number = named(&names, "speed=7").expect("there");
        let unit = by_number.of(Role::Speed).and_then(|column| column.unit).map(|unit| unit.name);
        assert_eq!(unit, Some("km/h"));
    }

    #[test]
    fn a_column_that_is_not_there_lists_those_that_are() {
        for asked in ["x=width", "x=4", "x=0", "x=-4", "x="] {
            let error = named(&["t", "a", "b"], asked).expect_err(asked).to_string();
            assert!(error.contains("1 t, 2 a, 3 b"), "{error}");
        }
        for asked in ["width=3", "x", "=", "x:3"] {
            let error = named(&["t", "a", "b"], asked).expect_err(asked).to_string();
            assert!(error.contains("time=1,x=2,y=3") && error.contains("lat"), "{error}");
        }
    }

    #[test]
    fn numbers_tell_time_place_and_velocity() {
        let rows = |row: fn(f64) -> Vec<f64>| -> Vec<Vec<Option<f64>>> {
            (0..20).map(|n| row(f64::from(n)).into_iter().map(Some).collect()).collect()
        };
        let found = |row: fn(f64) -> Vec<f64>| places(&by_numbers(&rows(row), false));
        assert_eq!(found(|n| vec![n * 3.0, n * n]), [("x", 0), ("y", 1)]);
        assert_eq!(found(|n| vec![n, 5.0 - n, n * n]), [("time", 0), ("x", 1), ("y", 2)]);
        // A date is the time wherever it is; its velocity has to fit.
        let dated = found(|n| vec![0.0, 1e12 + 50.0 * n, 0.1 * n, 1.0, 2.0, 0.0]);
        assert_eq!(dated, [("time", 1), ("x", 2), ("y", 3), ("vx", 4), ("vy", 5)]);
        let other = found(|n| vec![n, 0.1 * n, 1.0, 40.0, 7.0]);
        assert_eq!(other, [("time", 0), ("x", 1), ("y", 2)]);
        // The time at the end; a column that does not grow is no time.
        assert_eq!(found(|n| vec![n, 0.0, 1.6e9 + n]), [("time", 2), ("x", 0), ("y", 1)]);
        assert_eq!(found(|n| vec![5.0 - n, n, 1.0]), [("x", 0), ("y", 1)]);
        let right = by_numbers(&rows(|n| vec![n, 5.0 - n, n * n]), true);
        assert_eq!(places(&right), [("time", -3), ("x", -2), ("y", -1)]);
        assert_eq!(by_numbers(&[], false), Columns::default());
    }
}
