//! What lasts from one day to the next: the session, and the user's own presets.
//!
//! Invariant: a file that cannot be read is set aside with a message, never overwritten and never a crash.

use super::tune::TuneLook;
use crate::platform::folders::own_folder;
use crate::platform::{Existing, FileError, files, places};
use crate::recordings;
use laboratory::Tick;
use laboratory::scene::view::View;
use laboratory::settings::{Settings, SettingsError};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// What the window comes back with.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Session {
    /// The name of the scenario or preset that was open.
    pub open: String,
    /// The name of the lesson that was open.
    pub lesson: String,
    /// Whether its card was shown.
    pub card: bool,
    /// Where the playhead stood.
    pub tick: Tick,
    /// How it was looked at.
    pub view: View,
    /// What the Tune view looks at, and whether it is shown.
    pub tune: TuneLook,
    /// The settings.
    pub settings: Settings,
    /// The settings that were pinned.
    pub pinned: Option<Settings>,
}

/// What was found where a session should be.
#[derive(Clone, Debug, PartialEq)]
pub enum StoredSession {
    /// No session yet.
    Nothing,
    /// A good one.
    Session(Box<Session>),
    /// A broken one, now set aside: what to tell the user.
    Broken(String),
}

/// The session's file.
#[must_use]
pub fn session_file() -> Option<PathBuf> {
    own_folder().map(|folder| folder.join("session.toml"))
}

/// Reads the last session.
#[must_use]
pub fn load(path: &Path) -> StoredSession {
    if !places::exists(path) {
        return StoredSession::Nothing;
    }
    match read_session(path) {
        Ok(session) => StoredSession::Session(Box::new(session)),
        Err(why) => StoredSession::Broken(match places::set_aside(path) {
            Ok(aside) => {
                format!("The last session could not be read and is now {}: {why}", aside.display())
            }
            Err(error) => format!("The last session could not be read: {why}; {error}"),
        }),
    }
}

fn read_session(path: &Path) -> Result<Session, String> {
    let text = files::read(path).map_err(|error| error.to_string())?;
    let mut session: Session = toml::from_str(&text).map_err(|error| error.message().to_owned())?;
    let all = std::iter::once(&session.settings).chain(&session.pinned);
    for settings in all {
        settings.check().map_err(|error| error.to_string())?;
    }
    for settings in std::iter::once(&mut session.settings).chain(&mut session.pinned) {
        recordings::load(settings).map_err(|error| error.to_string())?;
    }
    if session.view.is_sound() && session.tune.is_sound() {
        Ok(session)
    } else {
        Err("its view is out of range".to_owned())
    }
}

/// Keeps the session for the next time.
///
/// # Errors
/// A sentence.
pub fn save(path: &Path, session: &Session) -> Result<(), String> {
    let text = toml::to_string(session).map_err(|error| error.to_string())?;
    write(path, &text).map_err(|error| error.to_string())
}

fn write(path: &Path, text: &str) -> Result<(), FileError> {
    if let Some(folder) = path.parent() {
        places::make_folder(folder)?;
    }
    files::write(path, Existing::Replace, |out| out.write_all(text.as_bytes()))
}

/// The user's own presets.
#[must_use]
pub fn presets() -> Vec<PathBuf> {
    own_folder().map(|folder| places::settings_files(&folder.join("presets"))).unwrap_or_default()
}

/// Where a preset of this name belongs: what has a folder in it, or ends in `.toml`, is taken as it is.
#[must_use]
pub fn preset_path(name: &str) -> Option<PathBuf> {
    let name = name.trim();
    if name.is_empty() {
        return None;
    }
    let as_it_is = Path::new(name);
    let whole = name.ends_with(".toml") || recordings::is_recording(as_it_is);
    if as_it_is.components().count() > 1 || whole {
        return Some(as_it_is.to_owned());
    }
    own_folder().map(|folder| folder.join("presets").join(format!("{name}.toml")))
}

/// Saves settings as a file.
///
/// # Errors
/// A sentence.
pub fn save_preset(path: &Path, settings: &Settings) -> Result<(), String> {
    let text = settings.to_toml().map_err(|error: SettingsError| error.to_string())?;
    write(path, &text).map_err(|error| error.to_string())
}

/// Reads a settings file.
///
/// # Errors
/// A sentence: what is wrong, and where.
pub fn read_preset(path: &Path) -> Result<Settings, String> {
    overlaid(&Settings::default(), path)
}

/// A settings file laid over other settings.
///
/// # Errors
/// As [`read_preset`].
pub fn overlaid(base: &Settings, path: &Path) -> Result<Settings, String> {
    let text = files::read(path).map_err(|error| error.to_string())?;
    let settings = base.overlaid(&text);
    let mut settings = settings.map_err(|error| format!("{}: {error}", path.display()))?;
    recordings::place_beside(&mut settings, base, path);
    recordings::load(&mut settings).map_err(|error| error.to_string())?;
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_comes_back_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep").join("session.toml");
        assert_eq!(load(&path), StoredSession::Nothing);
        let mut session = Session { open: "snap".to_owned(), tick: 214, ..Session::default() };
        session.view.center = Some([1.0, 2.5]);
        session.settings.sender.threshold = 0.123;
        session.pinned = Some(Settings::default());
        save(&path, &session).expect("saves");
        assert_eq!(load(&path), StoredSession::Session(Box::new(session)));
    }

    #[test]
    fn a_broken_session_is_set_aside_and_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("session.toml");
        for (number, broken) in
            ["tick = \"soon\"", "[settings.sender]\nthreshold = -1", "[view]\nzoom = nan", "\0\0"]
                .iter()
                .enumerate()
        {
            files::write(&path, Existing::Replace, |out| out.write_all(broken.as_bytes()))
                .expect("writes");
            let StoredSession::Broken(said) = load(&path) else { panic!("{broken} is no session") };
            assert!(said.contains("session-broken"), "{said}");
            assert!(!path.exists());
            assert_eq!(
                places::settings_files(folder.path()).len(),
                number + 1,
                "none was overwritten"
            );
        }
    }

    #[test]
    fn presets_are_named_or_placed() {
        assert_eq!(preset_path("  "), None);
        assert_eq!(preset_path("mine.toml"), Some(PathBuf::from("mine.toml")));
        assert_eq!(preset_path("/tmp/mine"), Some(PathBuf::from("/tmp/mine")));
        let named = preset_path("mine");
        assert!(named.is_none_or(|path| path.ends_with("presets/mine.toml")));
    }

    #[test]
    fn a_preset_reads_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("mine.toml");
        let mut settings = Settings::default();
        settings.link.latency = 0.25;
        save_preset(&path, &settings).expect("saves");
        assert_eq!(read_preset(&path), Ok(settings));
        let error = read_preset(&folder.path().join("none.toml")).expect_err("not there");
        assert!(error.contains("none.toml"), "{error}");
    }
}
