//! The command line: what it accepts, and one door for each command.
//!
//! Architecture Invariant: this is the only room that prints.

mod figures;
mod lists;
mod run;
mod text;

use crate::files::{self, FileError};
use crate::scenarios::SCENARIOS;
use crate::settings::{Settings, SettingsError};
use crate::sim::motion::TruthError;
use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// See, tune and compare how networked games draw a remote vehicle.
///
/// Without a command it opens the window; where none can open, it does the lap without one and prints what
/// came of it.
#[derive(Debug, Parser)]
#[command(name = "drlab", version, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    window: WindowArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the window, or fail with the reason
    Window(WindowArgs),
    /// Do one run without a window and print its metrics
    Run(RunArgs),
    /// Print every published figure beside the one measured here; exit 1 if one disagrees
    Figures(JsonArg),
    /// List everything that can be set, with range and default
    Knobs(JsonArg),
    /// List the scenarios, with what to look for
    Scenarios(JsonArg),
    /// Print a completion script for a shell
    Completions {
        /// Which shell
        shell: clap_complete::Shell,
    },
}

#[derive(Debug, Args)]
struct JsonArg {
    /// Print JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Where settings come from: a scenario, then a file over it, then single values.
#[derive(Debug, Args)]
struct SettingsArgs {
    /// Start from a scenario (`drlab scenarios` says what to look for in each)
    #[arg(long, value_name = "NAME", default_value = SCENARIOS[0].name, hide_default_value = true,
        value_parser = PossibleValuesParser::new(SCENARIOS.iter().map(|scenario| scenario.name)))]
    scenario: String,
    /// Lay a settings file (TOML) over it
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Set one value, such as sender.threshold=0.5; may be repeated (`drlab knobs` lists the keys)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

#[derive(Debug, Args)]
struct RunArgs {
    #[command(flatten)]
    settings: SettingsArgs,
    /// Write every tick to a CSV file: time, truth, model, drawn, error, sent, arrived
    #[arg(long, value_name = "FILE.csv")]
    frames: Option<PathBuf>,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Debug, Args)]
struct WindowArgs {
    #[command(flatten)]
    settings: SettingsArgs,
    /// Open paused at this tick
    #[arg(long, value_name = "N", conflicts_with = "worst")]
    tick: Option<usize>,
    /// Open paused at the largest error
    #[arg(long)]
    worst: bool,
    /// Close after this many frames
    #[arg(long, value_name = "N")]
    frames: Option<u32>,
    /// Save what the window shows on its last frame as a PNG (the 30th, without --frames)
    #[arg(long, value_name = "FILE.png")]
    screenshot: Option<PathBuf>,
}

/// Why a command failed, in a sentence for its user.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error("{}: {source}", path.display())]
    SettingsFile { path: PathBuf, source: SettingsError },
    #[error(transparent)]
    Settings(#[from] SettingsError),
    #[error(transparent)]
    Truth(#[from] TruthError),
    #[error(transparent)]
    File(#[from] FileError),
    #[error(transparent)]
    Figures(#[from] crate::figures::FigureError),
    #[error("cannot print: {0}")]
    Print(#[from] std::io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    #[error("{0}")]
    Window(String),
}

/// Reads the arguments, does what they ask and says how it went: 0 well, 1 a figure disagrees, 2 a fault in
/// what was asked for.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        None => open_or_run(&cli.window),
        Some(Command::Window(args)) => open(args),
        Some(Command::Run(args)) => run::run(args),
        Some(Command::Figures(args)) => figures::figures(args.json),
        Some(Command::Knobs(args)) => lists::knobs(args.json),
        Some(Command::Scenarios(args)) => lists::scenarios(args.json),
        Some(Command::Completions { shell }) => completions(*shell),
    };
    done.unwrap_or_else(|error| {
        text::complain("error", &error.to_string());
        ExitCode::from(2)
    })
}

impl SettingsArgs {
    fn resolve(&self) -> Result<Settings, CliError> {
        let scenario = SCENARIOS.iter().find(|scenario| scenario.name == self.scenario);
        let mut settings = scenario.unwrap_or(&SCENARIOS[0]).settings()?;
        if let Some(path) = &self.settings {
            settings = settings
                .overlaid(&files::read(path)?)
                .map_err(|source| CliError::SettingsFile { path: path.clone(), source })?;
        }
        for assignment in &self.set {
            settings.set(assignment)?;
        }
        Ok(settings)
    }
}

#[cfg(feature = "app")]
fn open(args: &WindowArgs) -> Result<ExitCode, CliError> {
    let options = crate::app::Options {
        settings: args.settings.resolve()?,
        start: match args.tick {
            Some(tick) => crate::app::Start::At(tick),
            None if args.worst => crate::app::Start::Worst,
            None => crate::app::Start::Playing,
        },
        frames: args.frames,
        screenshot: args.screenshot.clone(),
    };
    let display = crate::app::probe::check().map_err(CliError::Window)?;
    crate::app::open(options).map_err(CliError::Window)?;
    drop(display);
    Ok(ExitCode::SUCCESS)
}

#[cfg(not(feature = "app"))]
fn open(args: &WindowArgs) -> Result<ExitCode, CliError> {
    args.settings.resolve()?;
    Err(CliError::Window(
        "this drlab was built without its window: build it with `cargo build --release`, without --no-default-features".to_owned(),
    ))
}

/// The window, or the same run without it where none can open.
fn open_or_run(args: &WindowArgs) -> Result<ExitCode, CliError> {
    match open(args) {
        Err(CliError::Window(why)) => {
            text::complain("no window", &why);
            run::table(args.settings.resolve()?)?;
            Ok(ExitCode::SUCCESS)
        }
        other => other,
    }
}

fn completions(shell: clap_complete::Shell) -> Result<ExitCode, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "drlab", &mut script);
    text::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
