//! `drlab sweep`: one knob or two over their values, as a table, numbers or a picture.

use super::look::PageArgs;
use super::pictures::{STILL, interrupted};
use super::{CliError, SettingsArgs, Theme, text};
use crate::files::{self, Old};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use laboratory::export::sweeps::{self, Format};
use laboratory::scene::sweep::{SweepChart, SweepPage};
use laboratory::scene::theme::ThemeKind;
use laboratory::scene::words;
use laboratory::tune::sweep::{Axis, Lane, Measure, Row, Sweep, frontier, tradeoffs};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// What a shell calls the end by Ctrl-C: 128 and the number of the signal.
const STOPPED: u8 = 130;
/// The most lines of the table.
const MOST_LINES: usize = 100;

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// What to turn, one knob or two: KEY=from..to/count, ends included, such as sender.threshold=0.05..1/40; with
    /// :log behind in equal ratios; KEY=value,value,… or, for a choice, KEY=all
    #[arg(required = true, num_args = 1..=2, value_name = "AXIS")]
    axes: Vec<String>,
    /// Which number to look at: peak_error, p95_error, mean_error, largest_step, updates_per_second, … (a wrong name
    /// lists them all)
    #[arg(long, value_name = "NAME", default_value = "peak_error")]
    metric: String,
    /// Which technique to look at; files with numbers have both
    #[arg(long, value_name = "LANE", default_value = "dead-reckoning")]
    lane: LaneName,
    /// Over so many seeds where luck decides, instead of ensemble.seeds: the numbers are medians
    #[arg(long, value_name = "N")]
    seeds: Option<u32>,
    #[command(flatten)]
    settings: SettingsArgs,
    /// The file to write; its ending says the format: .csv, .json, .svg or .png. Without it, a table is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long)]
    force: bool,
    /// Print JSON, for programs
    #[arg(long, conflicts_with = "out")]
    json: bool,
    /// Draw lines on the map where the metric has these values, commas between them [default: round ones]
    #[arg(long, value_name = "VALUES", value_delimiter = ',', allow_negative_numbers = true)]
    iso: Vec<f64>,
    /// Which colours
    #[arg(long)]
    theme: Option<Theme>,
    #[command(flatten)]
    page: PageArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LaneName {
    DeadReckoning,
    Snapshot,
}

impl From<LaneName> for Lane {
    fn from(name: LaneName) -> Self {
        match name {
            LaneName::DeadReckoning => Self::DeadReckoning,
            LaneName::Snapshot => Self::Snapshot,
        }
    }
}

pub fn sweep(args: &SweepArgs) -> Result<ExitCode, CliError> {
    let format = args.out.as_deref().map(Format::of).transpose()?;
    let old = if args.force { Old::Replace } else { Old::Keep };
    if let Some(path) = &args.out {
        files::must_be_new(path, old)?;
    }
    let measure = measure(args)?;
    let mut settings = args.settings.resolve()?;
    if let Some(seeds) = args.seeds {
        settings.set(&format!("ensemble.seeds={seeds}"))?;
    }
    let axes = args.axes.iter().map(|axis| Axis::parse(axis)).collect::<Result<_, _>>()?;
    let sweep = Sweep::new(settings, axes)?;
    let rows = rows(&sweep)?;
    let done = Done { sweep: &sweep, rows: &rows, lane: args.lane.into(), measure };
    match (format, &args.out) {
        (Some(format), Some(path)) if !rows.is_empty() => {
            let file = done.file(args, format)?;
            files::write(path, old, |out| out.write_all(&file))?;
            let (rows, points) = (rows.len(), sweep.points());
            text::print(&format!("wrote {} ({rows} of {points} points)\n", path.display()))?;
        }
        (Some(_), _) => {}
        (None, _) if args.json => {
            text::print_json(&sweeps::report(&sweep, &rows, done.lane, &measure))?;
        }
        (None, _) => done.print()?,
    }
    if rows.len() < sweep.points() {
        let (done, all) = (rows.len(), sweep.points());
        text::complain("stopped", &format!("{done} of {all} points were done, the rest was not"));
        return Ok(ExitCode::from(STOPPED));
    }
    Ok(ExitCode::SUCCESS)
}

/// The measure that is asked for: one that the lane has.
fn measure(args: &SweepArgs) -> Result<Measure, CliError> {
    let measure = Measure::find(&args.metric)?;
    let is_snapshot = Lane::from(args.lane) == Lane::Snapshot;
    if is_snapshot && measure.row.dead_reckoning_only {
        let name = measure.name();
        return Err(CliError::Asked(format!("snapshots have no {name}: it is of dead reckoning")));
    }
    Ok(measure)
}

/// Goes through the sweep, with a bar on a terminal, until it is done or somebody asks for an end.
fn rows(sweep: &Sweep) -> Result<Vec<Row>, CliError> {
    let bar = progress(sweep.points());
    let stop = interrupted();
    let rows = sweep.run(&|_| {
        bar.inc(1);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    Ok(rows?)
}

/// How far a long work is: on standard error, and only on a terminal.
fn progress(points: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} points, {eta} left");
    let bar = ProgressBar::new(points as u64);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// What was gone through, and what to look at.
struct Done<'a> {
    sweep: &'a Sweep,
    rows: &'a [Row],
    lane: Lane,
    measure: Measure,
}

impl Done<'_> {
    fn file(&self, args: &SweepArgs, format: Format) -> Result<Vec<u8>, CliError> {
        let Self { sweep, rows, lane, measure } = *self;
        let mut file = Vec::new();
        match format {
            Format::Csv => sweeps::csv(sweep, rows, &mut file)?,
            Format::Json => {
                serde_json::to_writer_pretty(
                    &mut file,
                    &sweeps::report(sweep, rows, lane, &measure),
                )?;
                file.push(b'\n');
            }
            Format::Picture(still) => {
                let now = sweep.now()?;
                let theme = match args.theme {
                    Some(Theme::Light) => ThemeKind::Light,
                    Some(Theme::Dark) | None => ThemeKind::Dark,
                };
                let (now, levels) = (Some(&now), &args.iso[..]);
                let before = &[];
                let chart = SweepChart { sweep, rows, before, now, lane, measure, theme, levels };
                let title = args.page.title.as_deref();
                text::lacks(title.unwrap_or_default())?;
                let page = SweepPage { size: args.page.size.unwrap_or(STILL), title, chart };
                file = sweeps::picture(&page, still, args.page.scale)?;
            }
        }
        Ok(file)
    }

    /// What the technique calls the lane.
    fn lane_name(&self) -> &'static str {
        let [drawn, beside] = words::short(self.sweep.settings.technique);
        match self.lane {
            Lane::DeadReckoning => drawn,
            Lane::Snapshot => beside,
        }
    }

    /// The rows as a table; of many, those that no other beats.
    fn print(&self) -> Result<(), CliError> {
        let Self { sweep, rows, lane, measure } = self;
        let rate = Measure::find("updates_per_second")?;
        let best = frontier(&tradeoffs(rows, *lane, &rate, measure));
        let seeds = rows.iter().map(|row| row.ensemble.seeds).max().unwrap_or(1);
        let luck = if seeds > 1 { format!("; medians of {seeds} seeds") } else { String::new() };
        text::print(&format!("{} points, {}{luck}\n\n", rows.len(), self.lane_name()))?;
        let is_long = rows.len() > MOST_LINES;
        let places: Vec<usize> = if is_long { best.clone() } else { (0..rows.len()).collect() };
        let mut measures = vec![rate];
        for name in ["mean_error", "p95_error", "peak_error", "largest_step"] {
            measures.push(Measure::find(name)?);
        }
        if !measures.iter().any(|own| own.name() == measure.name()) {
            measures.push(*measure);
        }
        let keys = sweep.axes.iter().map(|axis| axis.knob.key.to_owned());
        let names = measures.iter().map(|own| unit(own.row.label, own.row.unit));
        let columns: Vec<String> = keys.chain(names).chain([String::new()]).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let numbers: Vec<usize> = (0..columns.len() - 1).collect();
        let mut table = text::table(&columns, &numbers);
        for place in places {
            let row = &rows[place];
            let values = sweep.axes.iter().zip(&row.values);
            let values = values.map(|(axis, value)| rounded(&axis.knob.text(*value)));
            let numbers = measures.iter().map(|own| format!("{:.3}", own.value(*lane, row)));
            let mark = if best.contains(&place) && !is_long { "*" } else { "" };
            table.add_row(values.chain(numbers).chain([mark.to_owned()]).collect::<Vec<_>>());
        }
        text::print_table(&table)?;
        let name = measure.name();
        let said = if is_long {
            format!(
                "\nThese are the points that no other beats at both updates and {name}; --out FILE.csv has all.\n"
            )
        } else {
            format!("\n* no other point has both fewer updates and less {name}.\n")
        };
        Ok(text::print(&said)?)
    }
}

fn unit(label: &str, unit: &str) -> String {
    if unit.is_empty() { label.to_owned() } else { format!("{label}, {unit}") }
}

/// A number of a table: no more than six decimals.
fn rounded(text: &str) -> String {
    match (text.parse::<f64>(), text.split_once('.')) {
        (Ok(number), Some((_, decimals))) if decimals.len() > 6 => {
            format!("{number:.6}").trim_end_matches('0').to_owned()
        }
        (Ok(_) | Err(_), _) => text.to_owned(),
    }
}
