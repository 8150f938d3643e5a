//! The command line: what it accepts, and one door for each command.
//!
//! Architecture Invariant: this is the only room that prints.

#[cfg(feature = "window")]
mod early_end;
mod explain;
mod figures;
mod groups;
mod handover;
mod import;
mod lessons;
mod lists;
mod look;
mod out;
mod patience;
mod pictures;
mod render;
mod run;
mod suggest;
mod sweep;
mod text;

use crate::platform::FileError;
use crate::recordings::{self, RecordingError};
use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand};
use laboratory::catalogue::comparisons::PanelError;
use laboratory::catalogue::lessons::Lesson;
use laboratory::catalogue::networks::{NETWORKS, Network};
use laboratory::catalogue::pages::PAGES;
use laboratory::catalogue::scenarios::{SCENARIOS, Scenario};
use laboratory::export::shot::Shot;
use laboratory::export::{ExportError, title};
use laboratory::motion::{Truth, TruthError};
use laboratory::scene::view::LAYOUTS;
use laboratory::settings::{Settings, SettingsError};
use look::LookArgs;
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
    /// Write a picture of one moment of a run: SVG or PNG
    Render(render::RenderArgs),
    /// Write runs beside each other as one picture, with the metrics of each and the best marked
    Compare(pictures::CompareArgs),
    /// Write one lap as a moving picture: GIF or animated PNG
    Animate(pictures::AnimateArgs),
    /// Check a recording and say what was found in it: CSV and its kin, GPX, JSON lines
    Import(ImportArgs),
    /// Turn one knob or two through their values: a table, numbers, a curve or a heat map
    Sweep(sweep::SweepArgs),
    /// Find the cheapest settings that keep a promise such as --peak 0.5; exit 1 if none do
    Suggest(suggest::SuggestArgs),
    /// Print the settings for a game: as TOML or JSON, or as constants in Rust, C#, C++ or GDScript
    ExportSettings(handover::HandoverArgs),
    /// Print every published figure beside the one measured here; exit 1 if one disagrees
    Figures(JsonArg),
    /// List everything that can be set, with range and default
    Knobs(JsonArg),
    /// Run every lesson and print its claim, its numbers and whether it holds; exit 1 if one does not
    Lessons(lessons::LessonsArgs),
    /// List the scenarios, with what to look for
    Scenarios(JsonArg),
    /// List the networks, with figures and sources
    Networks(JsonArg),
    /// List the comparisons that `drlab compare` knows by name, with what to look for
    Comparisons(JsonArg),
    /// Print a page of the help: what to predict, symptoms and their cures, the words, the sources
    Explain {
        /// Which page; without one they are listed
        #[arg(value_name = "PAGE", value_parser = page_names())]
        page: Option<String>,
        #[command(flatten)]
        json: JsonArg,
    },
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

/// Where settings come from: a scenario, a network and a file over it, then single values.
#[derive(Clone, Debug, Args)]
struct SettingsArgs {
    /// Start from a scenario (`drlab scenarios` says what to look for in each)
    #[arg(long, value_name = "NAME", default_value = SCENARIOS[0].name, hide_default_value = true,
        value_parser = scenarios())]
    scenario: String,
    /// Start from a lesson (`drlab lessons` lists them)
    #[arg(long, value_name = "NAME", conflicts_with = "scenario", value_parser = lesson_names(), hide_possible_values = true)]
    lesson: Option<String>,
    /// Send over a network as it is out there (`drlab networks` lists them): all of [link] but the packet's size
    #[arg(long, value_name = "NAME", value_parser = networks())]
    network: Option<String>,
    /// Lay a settings file (TOML) over it
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Drive as recorded in a file (`drlab import FILE` says how it is understood)
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Speed along the path, u/s: for the lap, and for a recorded line that has no times
    #[arg(long, value_name = "U/S", allow_negative_numbers = true)]
    speed: Option<f64>,
    /// Which column of the recording is what, by name or number, as time=3,x=5,y=6,heading=none
    #[arg(long, value_name = "ROLE=COLUMN,…", allow_hyphen_values = true)]
    columns: Option<String>,
    /// What its times are in: auto, s, ms, us, ns or iso
    #[arg(long, value_name = "UNIT")]
    time_unit: Option<String>,
    /// What becomes of gaps in it: keep (jump over them) or bridge
    #[arg(long, value_name = "HOW")]
    gaps: Option<String>,
    /// Set one value, such as sender.threshold=0.5; may be repeated (`drlab knobs` lists the keys)
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

#[derive(Debug, Args)]
struct ImportArgs {
    /// The recording
    file: PathBuf,
    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Debug, Args)]
struct RunArgs {
    #[command(flatten)]
    settings: SettingsArgs,
    /// Write every tick to a CSV file: time, truth, model, drawn, error, sent, arrived, velocities (s, u, u/s)
    #[arg(long, value_name = "FILE.csv")]
    frames: Option<PathBuf>,
    /// Also print median and spread over this many seeds (without it, over ensemble.seeds where luck matters)
    #[arg(long, value_name = "N")]
    seeds: Option<u32>,
    #[command(flatten)]
    json: JsonArg,
    /// Replace the file if it is there already
    #[arg(long)]
    force: bool,
    // A command copied from the window says how to look; the numbers do not depend on it.
    #[arg(long, hide = true)]
    tick: Option<usize>,
    #[command(flatten)]
    look: HiddenLook,
}

/// [`LookArgs`], taken and not used.
#[derive(Debug, Args)]
struct HiddenLook {
    #[arg(long, hide = true, value_parser = layouts())]
    layout: Option<String>,
    #[arg(long, hide = true)]
    theme: Option<Theme>,
    #[arg(long, hide = true)]
    layers: Option<String>,
    #[arg(long, hide = true)]
    zoom: Option<String>,
    #[arg(long, hide = true, allow_hyphen_values = true)]
    center: Option<String>,
    #[arg(long, hide = true)]
    follow: bool,
    #[arg(long, hide = true)]
    pin: Option<String>,
}

/// How the window looks at first.
#[derive(Debug, Args)]
struct ViewArgs {
    /// Open paused at this tick
    #[arg(long, value_name = "N", conflicts_with = "worst")]
    tick: Option<usize>,
    /// Open paused at the largest error
    #[arg(long)]
    worst: bool,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    pin: look::PinArgs,
    /// Open in presentation mode: large captions, no panel
    #[arg(long)]
    present: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Theme {
    Dark,
    Light,
}

fn window_size(text: &str) -> Result<(i32, i32), String> {
    let good = look::width_and_height(text)
        .filter(|(width, height)| (640..=8192).contains(width) && (400..=8192).contains(height));
    good.map(|(width, height)| (width as i32, height as i32)).ok_or_else(|| {
        "a size is two whole numbers such as 1280x800, from 640x400 to 8192x8192".to_owned()
    })
}

fn scenarios() -> PossibleValuesParser {
    PossibleValuesParser::new(SCENARIOS.iter().map(|scenario| scenario.name))
}

fn lesson_names() -> PossibleValuesParser {
    PossibleValuesParser::new(laboratory::catalogue::lessons::all().map(|lesson| lesson.name))
}

fn networks() -> PossibleValuesParser {
    PossibleValuesParser::new(NETWORKS.iter().map(|network| network.name))
}

fn page_names() -> PossibleValuesParser {
    PossibleValuesParser::new(PAGES.iter().map(|page| page.name))
}

fn layouts() -> PossibleValuesParser {
    PossibleValuesParser::new(LAYOUTS.iter().map(|row| row.name))
}

#[derive(Debug, Args)]
struct WindowArgs {
    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    view: ViewArgs,
    /// Width and height of the window
    #[arg(long, value_name = "WxH", default_value = "1280x800", value_parser = window_size)]
    size: (i32, i32),
    /// Do not come back to the last session, nor keep this one
    #[arg(long)]
    fresh: bool,
    /// Close after this many frames; implies --fresh
    #[arg(long, value_name = "N")]
    frames: Option<u32>,
    /// Save what the window shows on its last frame as a PNG (the 30th, without --frames); implies --fresh
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
    Recording(#[from] RecordingError),
    #[error(transparent)]
    Export(#[from] ExportError),
    #[error("'{word}' is no scenario, no settings file (FILE.toml) and no KEY=VALUE{hint}")]
    NoGroup { word: String, hint: String },
    #[error(transparent)]
    Panel(#[from] PanelError),
    #[error(
        "there is nothing to compare: give two or more, or one comparison of `drlab comparisons`"
    )]
    NoPanels,
    #[error("'{0}' is a comparison of its own: it stands alone")]
    Alone(&'static str),
    #[error("{}: --frames writes CSV, its name should end in .csv", .0.display())]
    NotCsv(PathBuf),
    #[error("{0}")]
    Moment(String),
    #[error("{0}")]
    Asked(String),
    #[error(transparent)]
    Axis(#[from] laboratory::tune::sweep::AxisError),
    #[error(transparent)]
    Sweep(#[from] laboratory::tune::sweep::SweepError),
    #[error(transparent)]
    Measure(#[from] laboratory::tune::sweep::NoMeasure),
    #[error(transparent)]
    Suggest(#[from] laboratory::tune::suggest::SuggestError),
    #[error(transparent)]
    Figures(#[from] laboratory::catalogue::figures::FigureError),
    #[error("cannot print: {0}")]
    Print(#[from] std::io::Error),
    #[error("cannot write JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// No window can be opened here.
    #[error("{0}")]
    Window(String),
    /// The window was open and something went wrong.
    #[cfg(feature = "window")]
    #[error("{0}")]
    Failed(String),
}

/// Reads the arguments, does what they ask and says how it went: 0 well, 1 a figure disagrees or a promise cannot be
/// kept, 2 a fault in what was asked for, 130 stopped with what was done written.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        None => open_or_run(&cli.window),
        Some(Command::Window(args)) => open(args, false),
        Some(Command::Run(args)) => run::run(args),
        Some(Command::Import(args)) => import::import(args),
        Some(Command::Figures(args)) => figures::figures(args.json),
        Some(Command::Render(args)) => render::render(args),
        Some(Command::Compare(args)) => pictures::compare(args),
        Some(Command::Animate(args)) => pictures::animate(args),
        Some(Command::Sweep(args)) => sweep::sweep(args),
        Some(Command::Suggest(args)) => suggest::suggest(args),
        Some(Command::ExportSettings(args)) => handover::handover(args),
        Some(Command::Networks(args)) => lists::networks(args.json),
        Some(Command::Comparisons(args)) => lists::comparisons(args.json),
        Some(Command::Knobs(args)) => lists::knobs(args.json),
        Some(Command::Lessons(args)) => lessons::lessons(args),
        Some(Command::Scenarios(args)) => lists::scenarios(args.json),
        Some(Command::Explain { page, json }) => explain::explain(page.as_deref(), json.json),
        Some(Command::Completions { shell }) => completions(*shell),
    };
    done.unwrap_or_else(|error| {
        text::complain("error", &error.to_string());
        ExitCode::from(2)
    })
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
    fn is_given(&self) -> bool {
        let over = self.network.is_some() || self.settings.is_some() || !self.set.is_empty();
        let motion = self.trace.is_some() || self.speed.is_some();
        over || motion || self.lesson.is_some() || self.scenario != SCENARIOS[0].name
    }

    fn row(&self) -> &'static Scenario {
        let row = SCENARIOS.iter().find(|scenario| scenario.name == self.scenario);
        row.unwrap_or(&SCENARIOS[0])
    }

    /// The lesson, if one is named.
    fn lesson(&self) -> Option<&'static Lesson> {
        self.lesson.as_deref().and_then(laboratory::catalogue::lessons::find)
    }

    /// The scenario's settings, or the lesson's.
    fn base(&self) -> Result<Settings, CliError> {
        match self.lesson() {
            Some(lesson) => Ok(lesson.settings()?),
            None => Ok(self.row().settings()?),
        }
    }

    /// Lays the network, the file and the values over settings.
    fn lay_over(&self, settings: &mut Settings) -> Result<(), CliError> {
        if let Some(network) = self.network.as_deref().and_then(Network::find) {
            *settings = network.over(settings)?;
        }
        if let Some(path) = &self.settings {
            *settings = groups::overlaid_by_file(settings.clone(), path)?;
        }
        for assignment in self.of_motion().iter().chain(&self.set) {
            settings.set(assignment)?;
        }
        Ok(())
    }

    /// The options about the motion, as values to set.
    fn of_motion(&self) -> Vec<String> {
        let file = self.trace.as_ref().map(|path| format!("trace.file={}", path.display()));
        let kind = self.trace.as_ref().map(|_| "motion.kind=trace".to_owned());
        let speed = self.speed.map(|speed| format!("motion.speed={speed}"));
        let columns = self.columns.as_ref().map(|columns| format!("trace.columns={columns}"));
        let unit = self.time_unit.as_ref().map(|unit| format!("trace.time_unit={unit}"));
        let gaps = self.gaps.as_ref().map(|gaps| format!("trace.gaps={gaps}"));
        [kind, file, speed, columns, unit, gaps].into_iter().flatten().collect()
    }

    /// The settings, their recording not loaded.
    fn laid(&self) -> Result<Settings, CliError> {
        let mut settings = self.base()?;
        self.lay_over(&mut settings)?;
        Ok(settings)
    }

    fn resolve(&self) -> Result<Settings, CliError> {
        let mut settings = self.laid()?;
        recordings::load(&mut settings)?;
        Ok(settings)
    }

    /// What people call it: the file, else the scenario, and whether it was changed.
    fn title(&self) -> Result<String, CliError> {
        let stem = self.trace.as_ref().or(self.settings.as_ref()).and_then(|path| path.file_stem());
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned());
        let plain = Self { set: Vec::new(), network: None, ..self.clone() };
        let changed = self.laid()? != plain.laid()?;
        let named = self.lesson().map_or(self.row().title, |lesson| lesson.title);
        Ok(title(&stem.unwrap_or_else(|| named.to_owned()), changed))
    }
}

#[cfg(feature = "window")]
fn open(args: &WindowArgs, or_lap: bool) -> Result<ExitCode, CliError> {
    use crate::window::OpenError;
    let settings = args.settings.resolve()?;
    Truth::build(&settings)?;
    let show = args.show(settings)?;
    let lap = if or_lap { Some(args.lap()?) } else { None };
    let short = args.frames.is_some() || args.screenshot.is_some();
    let asked = args.settings.is_given() || args.view.is_given();
    let options = crate::window::Options {
        show: (asked || short || args.fresh).then_some(show),
        size: args.size,
        frames: args.frames,
        screenshot: args.screenshot.clone(),
        remember: !short && !args.fresh,
    };
    let display = crate::platform::display::check(display_lost).map_err(CliError::Window)?;
    early_end::watch(lap);
    let opened = crate::window::open(options);
    early_end::forget();
    drop(display);
    opened.map_err(|error| match error {
        OpenError::NoWindow(why) => CliError::Window(why),
        OpenError::Failed(why) => CliError::Failed(why),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The display went away while the window was open.
#[cfg(feature = "window")]
fn display_lost() {
    early_end::forget();
    text::complain("error", "the display has gone away");
    std::process::exit(2);
}

#[cfg(feature = "window")]
impl WindowArgs {
    fn show(&self, settings: Settings) -> Result<crate::window::Show, CliError> {
        use crate::window::Start;
        use laboratory::scene::view::View;
        let args = &self.view;
        let lesson = self.settings.lesson();
        let base = lesson.map_or_else(View::default, Lesson::view);
        let pinned = args.pin.pinned()?;
        Ok(crate::window::Show {
            scenario: self.settings.scenario.clone(),
            lesson: self.settings.lesson.clone(),
            file: self.settings.settings.clone(),
            settings,
            start: match args.tick {
                Some(tick) => Start::At(tick),
                None if args.worst => Start::Worst,
                None if lesson.is_some() => Start::Lesson,
                None => Start::Playing,
            },
            view: View { presenting: args.present, ..args.look.view_over(base) },
            pinned,
        })
    }
}

impl WindowArgs {
    /// The picture of the run where no window can open.
    fn lap(&self) -> Result<Shot, CliError> {
        let when = look::WhenArgs { tick: self.view.tick, ..look::WhenArgs::default() };
        let page = look::PageArgs { size: None, scale: 1.0, title: None };
        look::Asked {
            settings: &self.settings,
            look: &self.view.look,
            pin: &self.view.pin,
            when: &when,
            page: &page,
            parts: (true, true),
            size: out::STILL,
        }
        .shot()
    }
}

#[cfg(feature = "window")]
impl ViewArgs {
    fn is_given(&self) -> bool {
        self.tick.is_some()
            || self.worst
            || self.present
            || self.look.is_given()
            || self.pin.pin.is_some()
    }
}

#[cfg(not(feature = "window"))]
fn open(args: &WindowArgs, _or_lap: bool) -> Result<ExitCode, CliError> {
    Truth::build(&args.settings.resolve()?)?;
    Err(CliError::Window(
        "this drlab was built without its window: build it with `cargo build --release`, without --no-default-features".to_owned(),
    ))
}

/// The window, or the same run without it where none can open.
fn open_or_run(args: &WindowArgs) -> Result<ExitCode, CliError> {
    match open(args, true) {
        Err(CliError::Window(why)) => {
            text::complain("no window", &why);
            run::lap(&args.lap()?)?;
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
