//! `drlab run`: one run, its metrics, its frames.

use super::{CliError, RunArgs, text};
use crate::files;
use crate::settings::Settings;
use crate::sim::experiment::Experiment;
use crate::sim::metrics::{MORE_ROWS, Metrics, ROWS};
use crate::sim::run::{Cause, Packet};
use serde::Serialize;
use std::io::{self, Write};
use std::process::ExitCode;

/// The run as JSON.
#[derive(Serialize)]
struct Report<'a> {
    lap_seconds: f64,
    ticks: usize,
    snapping_bound: f64,
    dead_reckoning: &'a Metrics,
    snapshot: &'a Metrics,
    settings: &'a Settings,
}

/// A line of the CSV: one tick. Times in s, places and distances in u, angles in rad.
#[derive(Serialize)]
struct Line {
    tick: usize,
    time: f64,
    truth_x: f64,
    truth_y: f64,
    model_x: f64,
    model_y: f64,
    drawn_x: f64,
    drawn_y: f64,
    error: f64,
    sent: usize,
    reason: &'static str,
    arrived: usize,
    snapshot_x: f64,
    snapshot_y: f64,
    snapshot_error: f64,
    snapshot_sent: usize,
    snapshot_arrived: usize,
    truth_heading: f64,
    drawn_heading: f64,
    held_back: bool,
    stale: bool,
    frozen: bool,
}

pub fn run(args: &RunArgs) -> Result<ExitCode, CliError> {
    let experiment = Experiment::of(args.settings.resolve()?)?;
    if let Some(path) = &args.frames {
        files::write(path, |out| write_frames(&experiment, out))?;
    }
    if args.json.json {
        text::print_json(&report(&experiment))?;
    } else {
        print(&experiment)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Does the run of `settings` and prints its table.
pub fn table(settings: Settings) -> Result<(), CliError> {
    print(&Experiment::of(settings)?)
}

fn report(experiment: &Experiment) -> Report<'_> {
    Report {
        lap_seconds: experiment.truth.seconds,
        ticks: experiment.truth.states.len(),
        snapping_bound: experiment.settings.snapping_bound(),
        dead_reckoning: &experiment.dead_reckoning,
        snapshot: &experiment.snapshot,
        settings: &experiment.settings,
    }
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
    for row in ROWS.iter().chain(MORE_ROWS) {
        let of_snapshots =
            if row.dead_reckoning_only { "–".to_owned() } else { row.text(snapshot) };
        table.add_row([row.label.to_owned(), row.text(dead_reckoning), of_snapshots]);
    }
    text::print_table(&table)?;
    let by = dead_reckoning.updates_by_reason;
    let heading = if by.heading > 0 { format!("{} heading, ", by.heading) } else { String::new() };
    text::print(&format!(
        "\nUpdates by reason: {} first, {} threshold, {heading}{} heartbeat. A packet is taken as {} bytes.\n",
        by.first,
        by.threshold,
        by.heartbeat,
        settings.packet_bytes(),
    ))?;
    Ok(())
}

fn write_frames(experiment: &Experiment, out: &mut dyn Write) -> io::Result<()> {
    let Experiment { truth, run, .. } = experiment;
    let ticks = truth.states.len();
    let (sent, arrived) = counts(&run.dead_reckoning.packets, ticks);
    let (snapshot_sent, snapshot_arrived) = counts(&run.snapshot.packets, ticks);
    let mut reasons = vec![""; ticks];
    for packet in &run.dead_reckoning.packets {
        if let Cause::Owed(reason) = packet.cause {
            reasons[packet.sent] = reason.name();
        }
    }
    let mut writer = csv::Writer::from_writer(out);
    for tick in 0..ticks {
        let (drawn, snapshot) = (&run.dead_reckoning.frames[tick], &run.snapshot.frames[tick]);
        writer.serialize(Line {
            tick,
            time: truth.time(tick),
            truth_x: truth.states[tick].position.x,
            truth_y: truth.states[tick].position.y,
            model_x: run.model[tick].x,
            model_y: run.model[tick].y,
            drawn_x: drawn.drawn.x,
            drawn_y: drawn.drawn.y,
            error: drawn.error,
            sent: sent[tick],
            reason: reasons[tick],
            arrived: arrived[tick],
            snapshot_x: snapshot.drawn.x,
            snapshot_y: snapshot.drawn.y,
            snapshot_error: snapshot.error,
            snapshot_sent: snapshot_sent[tick],
            snapshot_arrived: snapshot_arrived[tick],
            truth_heading: truth.states[tick].heading,
            drawn_heading: drawn.heading,
            held_back: run.notes[tick].held_back,
            stale: run.notes[tick].stale,
            frozen: run.notes[tick].frozen,
        })?;
    }
    writer.flush()
}

/// How many packets were sent, and how many arrived, on each tick.
fn counts(packets: &[Packet], ticks: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut sent, mut arrived) = (vec![0; ticks], vec![0; ticks]);
    for packet in packets {
        sent[packet.sent] += 1;
        if let Some(tick) = packet.arrived {
            arrived[tick] += 1;
        }
    }
    (sent, arrived)
}
