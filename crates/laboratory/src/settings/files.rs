//! Settings as text: files of TOML, and `key=value` of scripts.
//!
//! In: text. Out: [`Settings`] laid over others, or a refusal with what is wrong, where, and what would be right; and
//! back, all or only what differs. Invariant: what was refused changed nothing.

use super::{KNOBS, Knob, Settings, Trace, knob};

/// What is pressed: text, set as it stands.
const KEYS: &str = "player.keys";

/// What no knob turns and is set all the same: key, what it takes, what it is.
pub const BESIDE_KNOBS: &[(&str, &str, &str)] = &[
    ("track.waypoints", "[[x,y],[x,y],[x,y],…]", "The corners of the lap, three or more, u."),
    ("track.start", "0 to 1", "Where the lap starts on its first edge."),
    ("track.edge_fraction", "0 to 1", "The most of an edge that a corner may take."),
    ("track.radius_wide", "a length, u", "The corners' radius at sharpness 0."),
    ("track.radius_tight", "a length, u", "The corners' radius at sharpness 1."),
    (
        "player.keys",
        "r40 .15 ru25 …",
        "What is pressed: l, r, u, d or . for none, and for how many ticks.",
    ),
    ("shot.walls", "[[x,y,x,y],…]", "Walls from one point to another, u."),
    ("trace.file", "a path", "The recording that motion.kind=trace drives."),
    ("trace.columns", "time=3,x=5,y=6,…", "Which of its columns is what, by name or number."),
    ("trace.rows", "a word", "Only its rows that hold this word."),
    ("trace.time_unit", "auto, s, ms, us, ns or iso", "What its times are in."),
    ("trace.heading_unit", "auto or a name", "Which way its headings are counted."),
];

/// What no knob turns; set as TOML.
const SHAPE: [&str; 6] = [
    "track.start",
    "track.edge_fraction",
    "track.radius_wide",
    "track.radius_tight",
    "track.waypoints",
    "shot.walls",
];

/// How a recording is read; set as text.
const READING: [&str; 5] =
    ["trace.file", "trace.columns", "trace.rows", "trace.time_unit", "trace.heading_unit"];

fn overlay(table: &mut toml::Table, over: toml::Table) {
    for (key, value) in over {
        match (table.get_mut(&key), value) {
            (Some(toml::Value::Table(inner)), toml::Value::Table(value)) => overlay(inner, value),
            (_, value) => {
                table.insert(key, value);
            }
        }
    }
}

/// Why settings were refused.
#[derive(Debug, PartialEq, thiserror::Error)]
pub enum SettingsError {
    /// `--set` without a value.
    #[error("'{text}' sets nothing: write key=value, such as sender.threshold=0.3")]
    NoValue {
        /// What was given.
        text: String,
    },
    /// A key that no knob has.
    #[error(
        "there is no setting '{key}': did you mean '{nearest}'? (`drlab knobs` lists them all)"
    )]
    UnknownKey {
        /// What was given.
        key: String,
        /// The key most like it.
        nearest: &'static str,
    },
    /// A value that is not of the knob's kind.
    #[error("{key} = {value}: this must be {wanted}")]
    NotAValue {
        /// The knob.
        key: &'static str,
        /// What was given.
        value: String,
        /// What would be right.
        wanted: String,
    },
    /// A file that is not a settings file.
    #[error("{message}")]
    File {
        /// What is wrong, and where.
        message: String,
    },
}

impl SettingsError {
    fn of_file(error: toml::de::Error) -> Self {
        let mut message = error.to_string().trim_end().to_owned();
        let unknown = error.message().strip_prefix("unknown field `");
        if let Some((field, _)) = unknown.and_then(|rest| rest.split_once('`')) {
            message = format!("{message}\ndid you mean '{}'?", knob::nearest(field));
        }
        Self::File { message }
    }

    fn of_writing(error: toml::ser::Error) -> Self {
        Self::File { message: error.to_string() }
    }
}

impl Settings {
    /// These settings with each of `assignments` made, one after the other.
    ///
    /// # Errors
    /// As [`Settings::set`], for the first that is refused.
    pub fn with_set<S: AsRef<str>>(&self, assignments: &[S]) -> Result<Self, SettingsError> {
        let mut settings = self.clone();
        assignments.iter().try_for_each(|assignment| settings.set(assignment.as_ref()))?;
        Ok(settings)
    }

    /// Sets one knob from `key=value`.
    ///
    /// # Errors
    /// [`SettingsError`] for text without `=`, an unknown key, or a value that is not in the knob's range;
    /// the settings are then as they were.
    pub fn set(&mut self, assignment: &str) -> Result<(), SettingsError> {
        let (key, value) = assignment
            .split_once('=')
            .ok_or_else(|| SettingsError::NoValue { text: assignment.to_owned() })?;
        let (key, value) = (key.trim(), value.trim());
        let is_text = key == KEYS || READING.contains(&key);
        if !is_text && !SHAPE.contains(&key) {
            return Knob::find(key)?.set_text(self, value);
        }
        // A table of one key: what follows the value must not become another.
        let value = if is_text {
            toml::Value::String(value.to_owned())
        } else {
            let read = toml::from_str::<toml::Table>(&format!("value = {value}"));
            let mut table = read.map_err(SettingsError::of_file)?;
            table.remove("value").unwrap_or(toml::Value::Boolean(false))
        };
        let (table, name) = key.split_once('.').unwrap_or_default();
        let inner = toml::Table::from_iter([(name.to_owned(), value)]);
        let over = toml::Table::from_iter([(table.to_owned(), toml::Value::Table(inner))]);
        *self = self.overlaid(&over.to_string())?;
        Ok(())
    }

    /// The settings in `toml` laid over these, so that a file needs to name only what it changes.
    ///
    /// # Errors
    /// [`SettingsError`] for text that is not TOML, an unknown key, a wrong type, a value out of range.
    pub fn overlaid(&self, toml: &str) -> Result<Self, SettingsError> {
        // Read by itself first: only then does a fault have a line to point to.
        toml::from_str::<Self>(toml).map_err(SettingsError::of_file)?;
        let over: toml::Table = toml::from_str(toml).map_err(SettingsError::of_file)?;
        let mut table = toml::Table::try_from(self).map_err(SettingsError::of_writing)?;
        overlay(&mut table, over);
        let mut settings: Self = table.try_into().map_err(SettingsError::of_file)?;
        settings.check()?;
        if settings.trace.reads_as(&self.trace) {
            settings.trace.recording = self.trace.recording.clone();
        }
        Ok(settings)
    }

    /// As a settings file.
    ///
    /// # Errors
    /// Where TOML cannot hold a number: a seed above 2⁶³.
    pub fn to_toml(&self) -> Result<String, SettingsError> {
        toml::to_string(self).map_err(SettingsError::of_writing)
    }

    /// What differs from the default, as `key=value`: setting these on the defaults gives these settings.
    #[must_use]
    pub fn changed(&self) -> Vec<String> {
        self.changed_from(&Self::default())
    }

    /// What differs from `base`, as `key=value`: setting these on it gives these settings.
    #[must_use]
    pub fn changed_from(&self, base: &Self) -> Vec<String> {
        let knobs = KNOBS.iter().filter(|knob| knob.value(self) != knob.value(base));
        let knobs = knobs.map(|knob| format!("{}={}", knob.key, knob.text(knob.value(self))));
        let reading = self.changed_reading(&base.trace);
        knobs.chain(self.changed_shape(base)).chain(reading).collect()
    }

    /// The part of [`Settings::changed`] that no knob turns: another file, or another way to read it.
    fn changed_reading(&self, base: &Trace) -> Vec<String> {
        let rows = self.trace.reading().into_iter().zip(base.reading()).zip(READING);
        let changed = rows.filter(|((now, base), _)| now != base);
        changed.map(|((now, _), key)| format!("{key}={now}")).collect()
    }

    /// The part of [`Settings::changed`] that no knob turns: another track, other walls, other keys.
    fn changed_shape(&self, base: &Self) -> Vec<String> {
        let (track, default) = (&self.track, &base.track);
        let mut changed = Vec::new();
        for (name, value, default) in [
            ("start", track.start, default.start),
            ("edge_fraction", track.edge_fraction, default.edge_fraction),
            ("radius_wide", track.radius_wide, default.radius_wide),
            ("radius_tight", track.radius_tight, default.radius_tight),
        ] {
            if value != default {
                changed.push(format!("track.{name}={value:?}"));
            }
        }
        if track.waypoints != default.waypoints {
            let points = format!("{:?}", track.waypoints).replace(' ', "");
            changed.push(format!("track.waypoints={points}"));
        }
        if self.shot.walls != base.shot.walls {
            let walls = format!("{:?}", self.shot.walls).replace(' ', "");
            changed.push(format!("shot.walls={walls}"));
        }
        if self.player.keys != base.player.keys {
            changed.push(format!("{KEYS}={}", self.player.keys));
        }
        changed
    }

    /// Whether every knob is in its range, whoever wrote the numbers.
    ///
    /// # Errors
    /// The first knob that is not.
    pub fn check(&self) -> Result<(), SettingsError> {
        KNOBS.iter().try_for_each(|knob| knob.check(knob.value(self)))?;
        self.player.check()?;
        self.shot.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dead_reckoning::Order;

    #[test]
    fn a_file_needs_to_name_only_what_it_changes() {
        let base = Settings { seed: 7, ..Settings::default() };
        let settings = base.overlaid("[sender]\nthreshold = 0.5\norder = 2").expect("a good file");
        let mut right = base.clone();
        right.sender.threshold = 0.5;
        right.sender.order = Order::Acceleration;
        assert_eq!(settings, right);
    }

    #[test]
    fn settings_survive_their_own_file() {
        let mut settings = Settings::default();
        settings.set("motion.kind=on-foot").expect("a choice");
        settings.set("link.latency=0.123456789").expect("a number");
        let file = settings.to_toml().expect("writes");
        assert_eq!(Settings::default().overlaid(&file), Ok(settings));
    }

    #[test]
    fn what_changed_leads_back_to_the_settings() {
        let mut settings = Settings::default();
        for assignment in [
            "sender.threshold=0.123456789",
            "motion.kind=circle",
            "receiver.send_time=false",
            "track.radius_wide=2",
            "track.waypoints=[[0,0],[4,0.25],[1,3]]",
        ] {
            settings.set(assignment).expect(assignment);
        }
        let mut again = Settings::default();
        for assignment in settings.changed() {
            again.set(&assignment).expect(&assignment);
        }
        assert_eq!(again, settings);
        assert_eq!(settings.changed().len(), 5);
        assert!(settings.set("track.waypoints=[[0,0],[1").is_err());
    }

    #[test]
    fn a_bad_file_is_refused_with_what_where_and_what_would_be_right() {
        for (file, parts) in [
            ("[sender]\nthreshold = 0.5\nordr = 1", ["line 3", "ordr", "sender.order"]),
            ("[sender]\nthreshold = \"high\"", ["line 2", "high", "f64"]),
            ("[sender]\norder = 3", ["line 2", "order 1 (velocity) or 2", "3"]),
            ("[sender]\nthreshold = -1", ["sender.threshold", "-1", "0 to"]),
            ("[link]\nlatency = nan", ["link.latency", "NaN", "0 to"]),
            ("[sender\n", ["line 1", "sender", "^"]),
        ] {
            let error = Settings::default().overlaid(file).expect_err(file).to_string();
            for part in parts {
                assert!(error.contains(part), "'{part}' is not in: {error}");
            }
        }
    }

    #[test]
    fn a_wrong_key_names_the_nearest_right_one() {
        let mut settings = Settings::default();
        for (wrong, right) in [
            ("sender.treshold=1", "sender.threshold"),
            ("threshold=1", "sender.threshold"),
            ("blend=1", "receiver.blend_time"),
            ("tickrate=1", "sim.tick_rate"),
            ("LATENCY=1", "link.latency"),
        ] {
            let error = settings.set(wrong).expect_err(wrong).to_string();
            assert!(error.contains(&format!("'{right}'?")), "{error}");
        }
        assert_eq!(settings, Settings::default());
    }
}
