//! Where settings come from: the options that most commands share.

use super::error::CliError;
use super::names::{lesson_names, network_names, scenario_names};
use crate::platform::files;
use crate::recordings;
use clap::Args;
use laboratory::catalogue::lessons::{self, Lesson};
use laboratory::catalogue::networks::Network;
use laboratory::catalogue::scenarios::{SCENARIOS, Scenario};
use laboratory::export::title;
use laboratory::settings::Settings;
use std::path::{Path, PathBuf};

/// Where settings come from: a scenario, a network and a file over it, then single values.
#[derive(Clone, Debug, Args)]
pub struct SettingsArgs {
    /// Start from a scenario (`drlab scenarios` says what to look for in each)
    #[arg(long, value_name = "NAME", default_value = SCENARIOS[0].name, hide_default_value = true,
        value_parser = scenario_names())]
    pub scenario: String,
    /// Start from a lesson (`drlab lessons` lists them)
    #[arg(long, value_name = "NAME", conflicts_with = "scenario", value_parser = lesson_names(), hide_possible_values = true)]
    pub lesson: Option<String>,
    /// Send over a network as it is out there (`drlab networks` lists them): all of [link] but the packet's size
    #[arg(long, value_name = "NAME", value_parser = network_names())]
    pub network: Option<String>,
    /// Lay a settings file (TOML) over it
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
    /// Drive as recorded in a file (`drlab import FILE` says how it is understood)
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Speed along the path, u/s: for the lap, and for a recorded line that has no times
    #[arg(long, value_name = "U/S", allow_negative_numbers = true)]
    pub speed: Option<f64>,
    /// Which column of the recording is what, by name or number, as time=3,x=5,y=6,heading=none
    #[arg(long, value_name = "ROLE=COLUMN,…", allow_hyphen_values = true)]
    pub columns: Option<String>,
    /// What its times are in: auto, s, ms, us, ns or iso
    #[arg(long, value_name = "UNIT")]
    pub time_unit: Option<String>,
    /// What becomes of gaps in it: keep (jump over them) or bridge
    #[arg(long, value_name = "HOW")]
    pub gaps: Option<String>,
    /// Set one value, such as sender.threshold=0.5; may be repeated (`drlab knobs` lists the keys)
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
}

impl Default for SettingsArgs {
    fn default() -> Self {
        let scenario = SCENARIOS[0].name.to_owned();
        Self {
            scenario,
            lesson: None,
            network: None,
            settings: None,
            trace: None,
            speed: None,
            columns: None,
            time_unit: None,
            gaps: None,
            set: Vec::new(),
        }
    }
}

impl SettingsArgs {
    #[cfg(feature = "window")]
    pub fn is_given(&self) -> bool {
        let over = self.network.is_some() || self.settings.is_some() || !self.set.is_empty();
        let motion = self.trace.is_some() || self.speed.is_some();
        over || motion || self.lesson.is_some() || self.scenario != SCENARIOS[0].name
    }

    fn scenario_row(&self) -> &'static Scenario {
        let row = SCENARIOS.iter().find(|scenario| scenario.name == self.scenario);
        row.unwrap_or(&SCENARIOS[0])
    }

    /// The lesson, if one is named.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        self.lesson.as_deref().and_then(lessons::find)
    }

    /// The scenario's settings, or the lesson's.
    pub fn base(&self) -> Result<Settings, CliError> {
        match self.lesson() {
            Some(lesson) => Ok(lesson.settings()?),
            None => Ok(self.scenario_row().settings()?),
        }
    }

    /// Lays the network, the file and the values over settings.
    pub fn lay_over(&self, settings: &mut Settings) -> Result<(), CliError> {
        if let Some(network) = self.network.as_deref().and_then(Network::find) {
            *settings = network.applied_to(settings)?;
        }
        if let Some(path) = &self.settings {
            *settings = overlaid_by_file(settings.clone(), path)?;
        }
        for assignment in self.motion_assignments().iter().chain(&self.set) {
            settings.set(assignment)?;
        }
        Ok(())
    }

    /// The options about the motion, as values to set.
    fn motion_assignments(&self) -> Vec<String> {
        let file = self.trace.as_ref().map(|path| format!("trace.file={}", path.display()));
        let kind = self.trace.as_ref().map(|_| "motion.kind=trace".to_owned());
        let speed = self.speed.map(|speed| format!("motion.speed={speed}"));
        let columns = self.columns.as_ref().map(|columns| format!("trace.columns={columns}"));
        let unit = self.time_unit.as_ref().map(|unit| format!("trace.time_unit={unit}"));
        let gaps = self.gaps.as_ref().map(|gaps| format!("trace.gaps={gaps}"));
        [kind, file, speed, columns, unit, gaps].into_iter().flatten().collect()
    }

    /// The settings, their recording not loaded.
    fn without_recording(&self) -> Result<Settings, CliError> {
        let mut settings = self.base()?;
        self.lay_over(&mut settings)?;
        Ok(settings)
    }

    pub fn resolve(&self) -> Result<Settings, CliError> {
        let mut settings = self.without_recording()?;
        recordings::load(&mut settings)?;
        Ok(settings)
    }

    /// What people call it: the file, else the scenario, and whether it was changed.
    pub fn title(&self) -> Result<String, CliError> {
        let stem = self.trace.as_ref().or(self.settings.as_ref()).and_then(|path| path.file_stem());
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
        let plain = Self { set: Vec::new(), network: None, ..self.clone() };
        let changed = self.without_recording()? != plain.without_recording()?;
        let named = self.lesson().map_or(self.scenario_row().title, |lesson| lesson.title);
        Ok(title(&stem.unwrap_or_else(|| named.to_owned()), changed))
    }
}

/// The settings of a file over others.
pub fn overlaid_by_file(base: Settings, path: &Path) -> Result<Settings, CliError> {
    let found = base.overlaid(&files::read(path)?);
    let found = found.map_err(|source| CliError::SettingsFile { path: path.to_owned(), source });
    found.map(|mut settings| {
        recordings::place_beside(&mut settings, &base, path);
        settings
    })
}
