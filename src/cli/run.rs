//! `drlab run`: one run, its metrics, its frames.

use super::error::CliError;
use super::names::{ThemeName, layout_names};
use super::settings_args::SettingsArgs;
use super::text::{self, JsonArg};
use crate::platform::{Existing, files};
use clap::Args;
use laboratory::ensemble::{self, Ensemble, Line, Spread};
use laboratory::experiment::Experiment;
use laboratory::export::record;
use laboratory::export::shot::Shot;
use laboratory::metrics::{ABSENT, Metrics, ROWS, Row, all_rows};
use laboratory::segments::{self, Share};
use laboratory::settings::MotionKind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct RunArgs {
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
    #[arg(long, hide = true, value_parser = layout_names())]
    layout: Option<String>,
    #[arg(long, hide = true)]
    theme: Option<ThemeName>,
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

pub fn run(args: &RunArgs) -> Result<ExitCode, CliError> {
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    if let Some(path) = args.frames.as_ref().filter(|path| !is_for_csv(path)) {
        return Err(CliError::NotCsv(path.clone()));
    }
    let mut settings = args.settings.resolve()?;
    if let Some(seeds) = args.seeds {
        settings.set(&format!("ensemble.seeds={seeds}"))?;
    }
    let experiment = Experiment::of(settings)?;
    let ensemble = ensemble_of(&experiment, args.seeds.is_some());
    if let Some(path) = &args.frames {
        files::write(path, existing, |out| record::csv(&experiment, out))?;
    }
    if args.json.json {
        text::print_json(&record::report(&experiment, ensemble.as_ref()))?;
    } else {
        print_run(&experiment, ensemble.as_ref())?;
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
pub fn run_without_window(shot: &Shot) -> Result<(), CliError> {
    print_run(&shot.experiment, ensemble_of(&shot.experiment, false).as_ref())?;
    super::render::write_lap(shot, Path::new("drlab-lap.png"))
}

/// The spread over the seeds, where it is asked for or where one seed would be luck.
fn ensemble_of(experiment: &Experiment, asked: bool) -> Option<Ensemble> {
    let Experiment { truth, settings, .. } = experiment;
    let wanted = asked || ensemble::is_luck(settings);
    wanted.then(|| Ensemble::of(&ensemble::outcomes(truth, settings)))
}

fn print_run(experiment: &Experiment, ensemble: Option<&Ensemble>) -> Result<(), CliError> {
    let Experiment { settings, truth, metrics, .. } = experiment;
    let changed = settings.changed();
    let changed = if changed.is_empty() { "the defaults".to_owned() } else { changed.join(" ") };
    text::print(&format!(
        "{} ticks at {} Hz, {:.2} s; settings: {changed}\n\n",
        truth.states.len(),
        settings.sim.tick_rate,
        truth.seconds,
    ))?;
    let row = settings.technique.row();
    let [drawn, beside] = row.lane_rows().map(|lane| lane.short);
    let mut table = text::table(&["", drawn, beside], &[1, 2]);
    for row in all_rows().filter(|row| is_worth_a_line(row, metrics)) {
        let [first, second] = metrics.each_ref().map(|metrics| row.text(metrics));
        table.add_row([row.label.to_owned(), first, second]);
    }
    text::print_table(&table)?;
    if !experiment.facts().is_empty() {
        print_facts(experiment)?;
    }
    if row.has_threshold {
        print_reasons(experiment)?;
        if settings.motion.kind == MotionKind::Trace {
            print_segments(experiment)?;
        }
        return ensemble.map_or(Ok(()), print_ensemble);
    }
    Ok(())
}

/// Whether there is something to say in a line: of those that are not in every table, something that is not 0.
fn is_worth_a_line(row: &Row, metrics: &[Metrics; 2]) -> bool {
    let in_every_table = ROWS.iter().any(|other| other.key == row.key);
    let mut values = metrics.iter().filter_map(row.read);
    if in_every_table { values.next().is_some() } else { values.any(|value| value != 0.0) }
}

/// Why the sender sent.
fn print_reasons(experiment: &Experiment) -> Result<(), CliError> {
    let Some(packets) = experiment.metrics[0].packets else { return Ok(()) };
    let by = packets.updates_by_reason;
    let heading = if by.heading > 0 { format!("{} heading, ", by.heading) } else { String::new() };
    Ok(text::print(&format!(
        "\nUpdates by reason: {} first, {} threshold, {heading}{} heartbeat. A packet is taken as {} bytes.\n",
        by.first,
        by.threshold,
        by.heartbeat,
        experiment.settings.packet_bytes(),
    ))?)
}

/// What the technique comes to beside the metrics.
fn print_facts(experiment: &Experiment) -> Result<(), CliError> {
    let mut table = text::table(&["", ""], &[1]);
    for fact in experiment.facts() {
        table.add_row([fact.label.to_owned(), fact.text()]);
    }
    text::print_table(&table)?;
    Ok(())
}

/// The numbers by what the vehicle does.
fn print_segments(experiment: &Experiment) -> Result<(), CliError> {
    let names = ["", "times", "s", "updates", "1/s", "mean", "peak", "snapshots: mean", "peak"];
    let mut table = text::table(&names, &[1, 2, 3, 4, 5, 6, 7, 8]);
    for segment in segments::of(&experiment.truth, &experiment.run) {
        let name = segments::ALL.iter().find(|row| row.0 == segment.doing).map_or("", |row| row.1);
        let errors =
            |share: &Share| [share.mean_error, share.peak_error].map(|u| format!("{u:.2} u"));
        let [[mean, peak], [snapshot_mean, snapshot_peak]] = segment.lanes.each_ref().map(errors);
        let Share { updates, updates_per_second, .. } = segment.lanes[0];
        table.add_row([
            name.to_owned(),
            segment.stretches.to_string(),
            format!("{:.2}", segment.seconds),
            updates.map_or_else(String::new, |updates| updates.to_string()),
            updates_per_second.map_or_else(String::new, |rate| format!("{rate:.2}")),
            mean,
            peak,
            snapshot_mean,
            snapshot_peak,
        ]);
    }
    text::print(&format!(
        "\nBy what it does: a turn is faster than {:.0}°/s, a stop slower than {:.0} % of the top speed.\n\n",
        segments::TURN.to_degrees(),
        segments::STOP * 100.0,
    ))?;
    Ok(text::print_table(&table)?)
}

/// The spread of every line over the seeds.
fn print_ensemble(ensemble: &Ensemble) -> Result<(), CliError> {
    let seeds = ensemble.seeds;
    text::print(&format!(
        "\nThe above is one seed. Over {seeds}: the median, the middle half, least to greatest.\n\n"
    ))?;
    let [drawn, beside] = ensemble.lanes.map(|lane| lane.row().short);
    let columns = ["", drawn, "half", "range", beside, "half", "range"];
    let mut table = text::table(&columns, &[1, 2, 3, 4, 5, 6]);
    let worth = |line: &&Line| line.lanes.iter().flatten().any(|spread| spread.max != 0.0);
    for line in ensemble.lines.iter().filter(worth) {
        let cells = line.lanes.iter().flat_map(|spread| spread_cells(line.row, spread.as_ref()));
        table.add_row([line.row.label.to_owned()].into_iter().chain(cells));
    }
    text::print_table(&table)?;
    Ok(())
}

/// Median, middle half and range of a line; dashes where the lane has no such thing.
fn spread_cells(row: &Row, spread: Option<&Spread>) -> [String; 3] {
    let Some(spread) = spread else { return [ABSENT; 3].map(str::to_owned) };
    let range = |low: f64, high: f64| format!("{low:.0$}–{high:.0$}", row.decimals);
    [
        row.written(spread.median),
        range(spread.lower_quartile, spread.upper_quartile),
        range(spread.min, spread.max),
    ]
}
