//! The command line: what it accepts, and one door for each command.
//!
//! Architecture Invariant: this is the only room that prints.

#[cfg(feature = "window")]
mod early_end;
mod error;
mod explain;
mod figures;
mod groups;
mod handover;
mod import;
mod lessons;
mod lists;
mod look;
mod names;
mod open;
mod out;
mod patience;
mod pictures;
mod render;
mod run;
mod settings_args;
mod suggest;
mod sweep;
mod text;

use clap::{CommandFactory, Parser, Subcommand};
use error::CliError;
use std::process::ExitCode;
use text::JsonArg;

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
    window: open::WindowArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Open the window, or fail with the reason
    Window(open::WindowArgs),
    /// Do one run without a window and print its metrics
    Run(run::RunArgs),
    /// Write a picture of one moment of a run: SVG or PNG
    Render(render::RenderArgs),
    /// Write runs beside each other as one picture, with the metrics of each and the best marked
    Compare(pictures::CompareArgs),
    /// Write one lap as a moving picture: GIF or animated PNG
    Animate(pictures::AnimateArgs),
    /// Check a recording and say what was found in it: CSV and its kin, GPX, JSON lines
    Import(import::ImportArgs),
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
        #[arg(value_name = "PAGE", value_parser = names::page_names())]
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

/// Reads the arguments, does what they ask and says how it went: 0 well, 1 a figure disagrees or a promise cannot be
/// kept, 2 a fault in what was asked for, 130 stopped with what was done written.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        None => open::open_or_run(&cli.window),
        Some(Command::Window(args)) => open::open_window(args, false),
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

fn completions(shell: clap_complete::Shell) -> Result<ExitCode, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "drlab", &mut script);
    text::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
