//! `drlab import`: a recording, checked, and what was found in it.

use super::error::CliError;
use super::settings_args::SettingsArgs;
use super::text::{self, JsonArg};
use clap::Args;
use laboratory::recording::summary::Summary;
use laboratory::settings::Settings;
use laboratory::truth::Truth;
use serde::Serialize;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct ImportArgs {
    /// The recording
    file: PathBuf,
    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    json: JsonArg,
}

#[derive(Serialize)]
struct ImportReport<'a> {
    file: &'a str,
    #[serde(flatten)]
    summary: Summary<'a>,
}

pub fn import(args: &ImportArgs) -> Result<ExitCode, CliError> {
    let mut asked = args.settings.clone();
    asked.trace = Some(args.file.clone());
    let settings = asked.resolve()?;
    let truth = Truth::build(&settings)?;
    let summary = Summary::of(&settings, &truth)?;
    if args.json.json {
        text::print_json(&ImportReport { file: &settings.trace.file, summary })?;
    } else {
        print_import(&settings, &summary)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print_import(settings: &Settings, summary: &Summary<'_>) -> Result<(), CliError> {
    let found = summary.found;
    text::print(&format!("{}: {}\n\n", settings.trace.file, found.format))?;
    let mut table = text::table(&["As", "Column", "In"], &[]);
    for row in &found.columns {
        let unit = if row.unit.is_empty() { "units of the file, taken as m" } else { row.unit };
        table.add_row([row.role, &row.column, unit]);
    }
    text::print_table(&table)?;
    if let Some([latitude, longitude]) = found.origin {
        text::print(&format!("Metres east and north of {latitude}°, {longitude}°.\n"))?;
    }
    let mut table = text::table(&["", ""], &[]);
    for (label, value) in summary_lines(settings, summary) {
        table.add_row([label.to_owned(), value]);
    }
    text::print_table(&table)?;
    text::print(&format!("\nLeft out or repaired: {}.\n", repairs(settings, summary)))?;
    if summary.heading_off.is_some_and(|off| off > 45.0) {
        text::print(
            "The headings do not go with the course: is trace.heading_unit right? (--columns heading=none does without)\n",
        )?;
    }
    Ok(())
}

fn summary_lines(settings: &Settings, summary: &Summary<'_>) -> Vec<(&'static str, String)> {
    let mut lines = vec![("Samples", summary.samples.to_string())];
    match (summary.median_step, summary.lap_seconds) {
        (Some(step), _) => {
            lines.push(("Rate", format!("{:.4} Hz, one every {step:.4} s (median)", 1.0 / step)))
        }
        (None, lap) => {
            let speed = settings.motion.speed;
            let lap = lap.map_or("an open line".to_owned(), |lap| {
                format!("a closed line, {lap:.2} s a lap")
            });
            lines.push(("Times", format!("none: {lap}, driven at {speed} u/s (--speed)")));
        }
    }
    let rate = settings.sim.tick_rate;
    lines.push(("Run", format!("{:.3} s, {} ticks at {rate} Hz", summary.seconds, summary.ticks)));
    let [width, height] = summary.size;
    lines.push(("Scale", format!("{} u a metre", summary.scale)));
    lines.push(("Path", format!("{:.2} u long, {width:.2} × {height:.2} u", summary.length)));
    lines.push((
        "Speed",
        format!("{:.2} u/s on average, {:.2} u/s at most", summary.mean_speed, summary.top_speed),
    ));
    // Within a twentieth it is rounding, filtering, and a curve cut short.
    if let Some(ratio) = summary.speed_ratio.filter(|ratio| (ratio - 1.0).abs() > 0.05) {
        lines.push((
            "Beware",
            format!(
                "the file's speeds are {ratio:.2} of what its positions move: `--set trace.velocity=estimated` goes by the positions"
            ),
        ));
    }
    if let Some(off) = summary.heading_off {
        lines.push(("Heading", format!("{off:.1}° off the course on average")));
    }
    lines
}

/// What was left out, and what was made of gaps.
fn repairs(settings: &Settings, summary: &Summary<'_>) -> String {
    let found = summary.found;
    let bridged = settings.trace.gaps == laboratory::settings::Gaps::Bridge;
    let gaps = if bridged { "bridged" } else { "jumped over" };
    let counted = [
        (
            found.comments,
            "lines that are no rows (comments, empty lines, what is above the header)".to_owned(),
        ),
        (found.other_rows, format!("rows without '{}'", settings.trace.rows)),
        (found.duplicates, "rows that repeat a time".to_owned()),
        (summary.held, "samples that repeat a position".to_owned()),
        (summary.gaps, format!("gaps of {:.2} s in all, {gaps}", summary.gap_seconds)),
        (summary.lone, "samples alone between two gaps".to_owned()),
    ];
    let said: Vec<String> = counted
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if said.is_empty() { "nothing".to_owned() } else { said.join(", ") }
}
