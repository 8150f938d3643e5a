//! `drlab run`: one run, its metrics, its frames.

use super::{CliError, RunArgs, text};
use crate::export::record;
use crate::export::shot::Shot;
use crate::files::{self, Old};
use crate::sim::experiment::Experiment;
use crate::sim::metrics::ROWS;
use std::path::Path;
use std::process::ExitCode;

pub fn run(args: &RunArgs) -> Result<ExitCode, CliError> {
    let old = if args.force { Old::Replace } else { Old::Keep };
    if let Some(path) = args.frames.as_ref().filter(|path| !is_for_csv(path)) {
        return Err(CliError::NotCsv(path.clone()));
    }
    let experiment = Experiment::of(args.settings.resolve()?)?;
    if let Some(path) = &args.frames {
        files::write(path, old, |out| record::csv(&experiment, out))?;
    }
    if args.json.json {
        text::print_json(&record::report(&experiment))?;
    } else {
        print(&experiment)?;
        if let Some(path) = &args.frames {
            let ticks = experiment.truth.states.len();
            text::print(&format!("\nwrote {} ({ticks} ticks)\n", path.display()))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A CSV by its name, or a pipe or device that has no such name.
fn is_for_csv(path: &Path) -> bool {
    path.starts_with("/dev")
        || path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
}

/// What is done where no window can open: the table of a run, and its picture.
pub fn lap(shot: &Shot) -> Result<(), CliError> {
    print(&shot.experiment)?;
    super::pictures::lap(shot, Path::new("drlab-lap.png"))
}

fn print(experiment: &Experiment) -> Result<(), CliError> {
    let Experiment { settings, truth, dead_reckoning, snapshot, .. } = experiment;
    let changed = settings.changed();
    let changed = if changed.is_empty() { "the defaults".to_owned() } else { changed.join(" ") };
    text::print(&format!(
        "{} ticks at {} Hz, {:.2} s; settings: {changed}\n\n",
        truth.states.len(),
        settings.sim.tick_rate,
        truth.seconds,
    ))?;
    let mut table = text::table(&["", "dead reckoning", "snapshots"], &[1, 2]);
    for row in ROWS {
        table.add_row([row.label.to_owned(), row.text(dead_reckoning), row.text(snapshot)]);
    }
    text::print_table(&table)?;
    let by = dead_reckoning.updates_by_reason;
    text::print(&format!(
        "\nUpdates by reason: {} first, {} threshold, {} heartbeat. A packet is taken as {} bytes.\n",
        by.first, by.threshold, by.heartbeat, settings.link.packet_bytes,
    ))?;
    Ok(())
}
