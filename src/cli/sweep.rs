//! `drlab sweep`: one knob or two over their values, as a table, numbers or a picture.

use super::error::CliError;
use super::look::PageArgs;
use super::names::ThemeName;
use super::out::STILL;
use super::patience::{interruption, progress};
use super::settings_args::SettingsArgs;
use super::text;
use crate::platform::{Existing, files};
use clap::Args;
use clap::builder::PossibleValuesParser;
use laboratory::export::sweeps::{self, Format};
use laboratory::lanes::{LANES, Side};
use laboratory::metrics::ABSENT;
use laboratory::scene::sweep::{SweepChart, SweepPage};
use laboratory::settings::Technique;
use laboratory::tune::sweep::{Axis, Measure, Sweep, SweepRow, frontier, tradeoffs};
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
    /// Which lane to look at; files with numbers have both
    #[arg(long, value_name = "LANE", default_value = LANES[0].name, value_parser = lanes())]
    lane: String,
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
    theme: Option<ThemeName>,
    #[command(flatten)]
    page: PageArgs,
}

/// The names of all lanes: of those of the technique, each stands for its side.
fn lanes() -> PossibleValuesParser {
    PossibleValuesParser::new(LANES.iter().map(|row| row.name))
}

impl SweepArgs {
    /// Which of the two lanes is meant.
    fn side(&self) -> Side {
        Side::named(&self.lane).unwrap_or_default()
    }
}

pub fn sweep(args: &SweepArgs) -> Result<ExitCode, CliError> {
    let format = args.out.as_deref().map(Format::of).transpose()?;
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    if let Some(path) = &args.out {
        files::must_be_new(path, existing)?;
    }
    let mut settings = args.settings.resolve()?;
    let measure = measure(args, settings.technique)?;
    if let Some(seeds) = args.seeds {
        settings.set(&format!("ensemble.seeds={seeds}"))?;
    }
    let axes = args.axes.iter().map(|axis| Axis::parse(axis)).collect::<Result<_, _>>()?;
    let sweep = Sweep::new(settings, axes)?;
    let rows = rows(&sweep)?;
    let done = SweepDone { sweep: &sweep, rows: &rows, side: args.side(), measure };
    match (format, &args.out) {
        (Some(format), Some(path)) if !rows.is_empty() => {
            let file = done.file(args, format)?;
            files::write(path, existing, |out| out.write_all(&file))?;
            let (rows, points) = (rows.len(), sweep.points());
            text::print(&format!("wrote {} ({rows} of {points} points)\n", path.display()))?;
        }
        (Some(_), _) => {}
        (None, _) if args.json => {
            text::print_json(&sweeps::report(&sweep, &rows, done.side, &measure))?;
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
fn measure(args: &SweepArgs, technique: Technique) -> Result<Measure, CliError> {
    let measure = Measure::find(&args.metric)?;
    let lanes = technique.row().lane_rows();
    if measure.is_of(args.side().of(&lanes).kind) {
        return Ok(measure);
    }
    let [own, name] = [args.side().of(&lanes).short, measure.name()];
    let other = lanes.iter().find(|lane| measure.is_of(lane.kind));
    let whose = other.map_or_else(String::new, |lane| format!(": it is of {}", lane.short));
    Err(CliError::Asked(format!("{own} have no {name}{whose}")))
}

/// Goes through the sweep, with a bar on a terminal, until it is done or somebody asks for an end.
fn rows(sweep: &Sweep) -> Result<Vec<SweepRow>, CliError> {
    let bar = progress(sweep.points(), "points");
    let stop = interruption();
    let rows = sweep.run(&|_| {
        bar.inc(1);
        !stop.load(Ordering::Relaxed)
    });
    bar.finish_and_clear();
    Ok(rows?)
}

/// What was gone through, and what to look at.
struct SweepDone<'a> {
    sweep: &'a Sweep,
    rows: &'a [SweepRow],
    side: Side,
    measure: Measure,
}

impl SweepDone<'_> {
    fn file(&self, args: &SweepArgs, format: Format) -> Result<Vec<u8>, CliError> {
        let Self { sweep, rows, side, measure } = *self;
        let mut file = Vec::new();
        match format {
            Format::Csv => sweeps::csv(sweep, rows, &mut file)?,
            Format::Json => {
                serde_json::to_writer_pretty(
                    &mut file,
                    &sweeps::report(sweep, rows, side, &measure),
                )?;
                file.push(b'\n');
            }
            Format::Picture(still) => {
                let now = sweep.now()?;
                let theme = ThemeName::kind(args.theme);
                let (now, levels) = (Some(&now), &args.iso[..]);
                let before = &[];
                let chart = SweepChart { sweep, rows, before, now, side, measure, theme, levels };
                let title = args.page.title.as_deref();
                text::note_missing_letters(title.unwrap_or_default())?;
                let page = SweepPage { size: args.page.size.unwrap_or(STILL), title, chart };
                file = sweeps::picture(&page, still, args.page.scale)?;
            }
        }
        Ok(file)
    }

    /// What the technique calls the lane.
    fn lane_name(&self) -> &'static str {
        self.side.of(&self.sweep.settings.technique.row().lane_rows()).short
    }

    /// The rows as a table; of many, those that no other beats.
    fn print(&self) -> Result<(), CliError> {
        let Self { sweep, rows, side, measure } = self;
        let rate = Measure::find("updates_per_second")?;
        let best = frontier(&tradeoffs(rows, *side, &rate, measure));
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
        let names = measures.iter().map(|own| text::label_with_unit(own.row.label, own.row.unit));
        let columns: Vec<String> = keys.chain(names).chain([String::new()]).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let numbers: Vec<usize> = (0..columns.len() - 1).collect();
        let mut table = text::table(&columns, &numbers);
        for place in places {
            let row = &rows[place];
            let values = sweep.axes.iter().zip(&row.values);
            let values = values.map(|(axis, value)| rounded(&axis.knob.text(*value)));
            let number = |value: f64| format!("{value:.3}");
            let numbers = measures
                .iter()
                .map(|own| own.value(*side, row).map_or_else(|| ABSENT.to_owned(), number));
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

/// A number of a table: no more than six decimals.
fn rounded(text: &str) -> String {
    match (text.parse::<f64>(), text.split_once('.')) {
        (Ok(number), Some((_, decimals))) if decimals.len() > 6 => {
            format!("{number:.6}").trim_end_matches('0').to_owned()
        }
        (Ok(_) | Err(_), _) => text.to_owned(),
    }
}
