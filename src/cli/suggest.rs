//! `drlab suggest`: the cheapest settings that keep a promise.

use super::error::CliError;
use super::patience::interruption;
use super::settings_args::SettingsArgs;
use super::text::{self, JsonArg};
use clap::Args;
use dead_reckoning::sender::threshold_at;
use laboratory::ensemble::Spread;
use laboratory::settings::{Settings, VIEWER};
use laboratory::tune::suggest::SIDE;
use laboratory::tune::suggest::{
    Answer, Held, Nearest, Promise, Shortfall, SuggestError, Suggestion, Wish, suggest as search,
};
use laboratory::tune::sweep::{Measure, Sweep};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

#[derive(Debug, Args)]
pub struct SuggestArgs {
    /// The peak error may be this, u, with every seed
    #[arg(long, value_name = "U", allow_negative_numbers = true)]
    peak: Option<f64>,
    /// So may the 95th percentile of the error, u
    #[arg(long, value_name = "U", allow_negative_numbers = true)]
    p95: Option<f64>,
    /// So may the mean error, u
    #[arg(long, value_name = "U", allow_negative_numbers = true)]
    mean: Option<f64>,
    /// So long may the longest move between two ticks be, u
    #[arg(long, value_name = "U", allow_negative_numbers = true)]
    step: Option<f64>,
    /// So many updates a second may be sent
    #[arg(long, value_name = "PER_SECOND", allow_negative_numbers = true)]
    rate: Option<f64>,
    /// The entity is so wide, u; alone, half of that is what the peak error may be
    #[arg(long, value_name = "U", allow_negative_numbers = true)]
    width: Option<f64>,
    /// It is seen from so far away, u
    #[arg(long, value_name = "U", requires = "pixels", allow_negative_numbers = true)]
    distance: Option<f64>,
    /// From there the peak error may be so many pixels on a screen of 1080 lines
    #[arg(long, value_name = "PX", requires = "distance", allow_negative_numbers = true)]
    pixels: Option<f64>,
    /// What is not to be turned: sender.threshold, sender.order, receiver.smoothing, receiver.blend_time or
    /// receiver.blend_until; may be repeated
    #[arg(long, value_name = "KEY")]
    keep: Vec<String>,
    /// Over so many seeds where luck decides, instead of ensemble.seeds
    #[arg(long, value_name = "N")]
    seeds: Option<u32>,
    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    json: JsonArg,
}

pub fn suggest(args: &SuggestArgs) -> Result<ExitCode, CliError> {
    let mut settings = args.settings.resolve()?;
    if let Some(seeds) = args.seeds {
        settings.set(&format!("ensemble.seeds={seeds}"))?;
    }
    if let Some(width) = args.width {
        settings.set(&format!("entity.width={width}"))?;
    }
    let promises = promises(args)?;
    let wish = Wish { settings, promises, keep: args.keep.clone() };
    let stop = interruption();
    let answer = search(&wish, &|| !stop.load(Ordering::Relaxed));
    if matches!(answer, Err(SuggestError::Stopped)) {
        text::complain("stopped", "no answer was found before");
        return Ok(ExitCode::from(130));
    }
    match answer? {
        Answer::Kept(kept) => {
            if args.json.json {
                text::print_json(&kept_json(&kept))?;
            } else {
                print_kept(args, &wish, &kept)?;
            }
            Ok(ExitCode::SUCCESS)
        }
        Answer::Broken(broken) => {
            if args.json.json {
                text::print_json(&broken_json(&wish, &broken))?;
            } else {
                print_broken(args, &wish, &broken)?;
            }
            Ok(ExitCode::FAILURE)
        }
    }
}

/// What is asked for.
fn promises(args: &SuggestArgs) -> Result<Vec<Promise>, CliError> {
    let mut promises = Vec::new();
    let mut add = |name: &str, most: Option<f64>| -> Result<(), CliError> {
        if let Some(most) = most {
            promises.push(Promise { measure: Measure::find(name)?, most });
        }
        Ok(())
    };
    for (name, value) in [("distance", args.distance), ("pixels", args.pixels)] {
        if value.is_some_and(|value| !(value > 0.0 && value.is_finite())) {
            return Err(CliError::Asked(format!("--{name} must be a number above 0")));
        }
    }
    let seen = args
        .distance
        .zip(args.pixels)
        .map(|(distance, pixels)| threshold_at(distance, pixels, VIEWER.0, VIEWER.1));
    let of_width = args.width.map(|width| width / 2.0);
    let peak = [args.peak, seen].into_iter().flatten().reduce(f64::min);
    add("peak_error", peak.or(of_width))?;
    add("p95_error", args.p95)?;
    add("mean_error", args.mean)?;
    add("largest_step", args.step)?;
    add("updates_per_second", args.rate)?;
    Ok(promises)
}

/// A value with its unit.
fn value_with_unit(measure: &Measure, value: f64) -> String {
    match measure.row.unit {
        "" => format!("{value}"),
        "1/s" => format!("{value:.2} a second"),
        unit => format!("{value:.3} {unit}"),
    }
}

fn promise_text(promise: &Promise) -> String {
    let unit = match promise.measure.row.unit {
        "1/s" => " a second".to_owned(),
        unit => format!(" {unit}"),
    };
    let most = (promise.most * 1e4).round() / 1e4;
    format!("{} at most {most}{unit}", promise.measure.row.label.to_lowercase())
}

/// The start of a command that has the settings that were given.
fn run_command(args: &SuggestArgs, set: &[String]) -> String {
    let quoted = |word: &str| {
        let plain = |letter: char| letter.is_ascii_alphanumeric() || "._=-/".contains(letter);
        if word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
    };
    let given = &args.settings;
    let usual = SettingsArgs::default().scenario;
    let file = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    let options = [
        ("--scenario", Some(given.scenario.clone()).filter(|name| *name != usual)),
        ("--lesson", given.lesson.clone()),
        ("--network", given.network.clone()),
        ("--settings", file(&given.settings)),
        ("--trace", file(&given.trace)),
        ("--speed", given.speed.map(|speed| speed.to_string())),
        ("--columns", given.columns.clone()),
        ("--time-unit", given.time_unit.clone()),
        ("--gaps", given.gaps.clone()),
    ];
    let mut words = vec!["drlab run".to_owned()];
    let options = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
    words.extend(options.map(|(name, value)| format!("{name} {}", quoted(&value))));
    let own = &given.set;
    words.extend(own.iter().chain(set).map(|word| format!("--set {}", quoted(word))));
    words.join(" ")
}

fn print_head(args: &SuggestArgs, wish: &Wish) -> Result<(), CliError> {
    let wanted: Vec<String> = wish.promises.iter().map(promise_text).collect();
    let mut head = format!("Wanted: {}", wanted.join(", "));
    if let (Some(distance), Some(pixels)) = (args.distance, args.pixels) {
        let pixel = threshold_at(distance, 1.0, VIEWER.0, VIEWER.1);
        head += &format!("\n({pixels} px seen from {distance} u; ");
        let width = wish.settings.entity.width;
        head += &format!("an entity {width} u wide is {:.0} px there)", width / pixel);
    }
    Ok(text::print(&format!("{head}\n\n"))?)
}

fn print_kept(args: &SuggestArgs, wish: &Wish, kept: &Suggestion) -> Result<(), CliError> {
    print_head(args, wish)?;
    if kept.set.is_empty() {
        text::print("The settings keep that as they are, and none that was tried is cheaper.\n\n")?;
    } else {
        let parts: Vec<&str> = kept.set.iter().map(String::as_str).collect();
        text::print(&format!("Cheapest: {}\n\n", parts.join(", ")))?;
    }
    let now = spreads_as_set(&wish.settings)?;
    let is_luck = kept.seeds > 1;
    let columns: &[&str] = if is_luck {
        &["", "wanted", "worst seed", "median", "range", "now, worst"]
    } else {
        &["", "wanted", "suggested", "now"]
    };
    let mut table = text::table(columns, &(1..columns.len()).collect::<Vec<_>>());
    let mut add = |label: &str, wanted: String, spread: &Spread, now: Spread| {
        let mut cells = vec![label.to_owned(), wanted, format!("{:.3}", spread.max)];
        if is_luck {
            cells.push(format!("{:.3}", spread.median));
            cells.push(format!("{:.3}–{:.3}", spread.min, spread.max));
        }
        cells.push(format!("{:.3}", now.max));
        table.add_row(cells);
    };
    for Held { promise, spread, .. } in &kept.held {
        let row = promise.measure.row;
        let wanted = format!("{:.3}", promise.most);
        add(&text::label_with_unit(row.label, row.unit), wanted, spread, now(&promise.measure));
    }
    for (name, spread) in [
        ("updates_per_second", &kept.updates_per_second),
        ("bytes_per_second", &kept.bytes_per_second),
        ("largest_step", &kept.largest_step),
    ] {
        let measure = Measure::find(name)?;
        if !kept.held.iter().any(|held| held.promise.measure.name() == name) {
            let row = measure.row;
            add(&text::label_with_unit(row.label, row.unit), String::new(), spread, now(&measure));
        }
    }
    text::print_table(&table)?;
    text::print(&format!("\n{}\n", certainty(kept)))?;
    text::print(&format!("\nApply it:\n  {}\n", run_command(args, &kept.set)))?;
    Ok(())
}

/// What a measure comes to with the settings as they are.
fn spreads_as_set(settings: &Settings) -> Result<impl Fn(&Measure) -> Spread + use<>, CliError> {
    let sweep = Sweep { settings: settings.clone(), axes: Vec::new() };
    let row = sweep.now()?;
    Ok(move |measure: &Measure| measure.spread(SIDE, &row).unwrap_or_default())
}

/// How sure it is, in words.
fn certainty(kept: &Suggestion) -> String {
    let runs = kept.runs;
    let luck = match kept.fresh {
        None => format!("Nothing is luck here, so this is sure for this motion ({runs} runs)."),
        Some(fresh) => {
            let seeds = kept.seeds;
            let varies = |held: &&Held| held.spread.max > held.spread.min;
            let worst: Vec<String> = kept
                .held
                .iter()
                .filter(varies)
                .map(|held| {
                    let name = held.promise.measure.row.label.to_lowercase();
                    format!("; the worst for the {name} is seed {}", held.worst_seed)
                })
                .collect();
            let surer = if fresh < seeds {
                " A tighter promise or more --seeds would make it surer."
            } else {
                ""
            };
            format!(
                "All of {seeds} seeds keep it{}. Of as many fresh seeds, which the search has not seen, {fresh} do ({runs} runs).{surer}",
                worst.concat()
            )
        }
    };
    let (from, below) = kept.thresholds;
    // As many decimals as it takes to tell them apart.
    let apart = |digits: &usize| format!("{from:.digits$}") != format!("{below:.digits$}");
    let digits = (4..12).find(apart).unwrap_or(12);
    let same = if below.is_finite() {
        format!(
            " Thresholds from {from:.digits$} to {below:.digits$} u send the very same updates."
        )
    } else {
        format!(" Every threshold above {from:.4} u sends the very same updates.")
    };
    luck + &same
}

fn print_broken(args: &SuggestArgs, wish: &Wish, broken: &Shortfall) -> Result<(), CliError> {
    print_head(args, wish)?;
    let (seeds, runs) = (broken.seeds, broken.runs);
    let over = if seeds > 1 { format!(" with all of {seeds} seeds") } else { String::new() };
    text::print(&format!("No settings that were tried keep that{over} ({runs} runs).\n"))?;
    for (promise, floor) in wish.promises.iter().zip(&broken.floors) {
        if promise.measure.row.unit == "u" && *floor > promise.most {
            text::print(&format!("{}\n", why_not_kept(wish, promise, *floor)))?;
        }
    }
    for Nearest { promise, least, set, .. } in &broken.nearest {
        let name = promise.measure.row.label.to_lowercase();
        let others = if wish.promises.len() > 1 { ", the rest as wanted," } else { "" };
        let value = value_with_unit(&promise.measure, *least);
        text::print(&format!("\nInstead{others} can be kept: {name} at most {value}\n"))?;
        text::print(&format!("  {}\n", run_command(args, set)))?;
    }
    if broken.nearest.is_empty() {
        text::print("\nLetting go of any one of them is not enough.\n")?;
    }
    Ok(())
}

/// Why a promise cannot be kept at all.
fn why_not_kept(wish: &Wish, promise: &Promise, floor: f64) -> String {
    let row = promise.measure.row;
    let floor = value_with_unit(&promise.measure, floor);
    let name = row.label.to_lowercase();
    if promise.measure.name() == "largest_step" {
        return format!(
            "The entity itself moves that far: with an update on every tick, drawn at once, the {name} is {floor}."
        );
    }
    let latency = wish.settings.link.latency;
    format!(
        "With an update on every tick, drawn at once, the {name} is still {floor}: what the entity does within the latency of {latency} s cannot be known yet."
    )
}

#[derive(Serialize)]
struct HeldJson {
    metric: &'static str,
    wanted: f64,
    spread: Spread,
    worst_seed: u64,
}

fn kept_json(kept: &Suggestion) -> Value {
    let held: Vec<HeldJson> = kept
        .held
        .iter()
        .map(|held| HeldJson {
            metric: held.promise.measure.name(),
            wanted: held.promise.most,
            spread: held.spread,
            worst_seed: held.worst_seed,
        })
        .collect();
    json!({
        "kept": true,
        "set": kept.set,
        "promises": held,
        "updates_per_second": kept.updates_per_second,
        "bytes_per_second": kept.bytes_per_second,
        "largest_step": kept.largest_step,
        "seeds": kept.seeds,
        "fresh_seeds_that_keep_it": kept.fresh,
        "same_updates_from": kept.thresholds.0,
        "same_updates_below": kept.thresholds.1.is_finite().then_some(kept.thresholds.1),
        "runs": kept.runs,
        "settings": kept.settings,
    })
}

fn broken_json(wish: &Wish, broken: &Shortfall) -> Value {
    let floors = wish.promises.iter().zip(&broken.floors);
    let floors = floors.map(|(promise, floor)| {
        json!({ "metric": promise.measure.name(), "wanted": promise.most, "floor": floor })
    });
    let nearest = broken.nearest.iter().map(|nearest| {
        json!({
            "metric": nearest.promise.measure.name(),
            "wanted": nearest.promise.most,
            "least": nearest.least,
            "set": nearest.set,
        })
    });
    json!({
        "kept": false,
        "promises": floors.collect::<Vec<_>>(),
        "instead": nearest.collect::<Vec<_>>(),
        "seeds": broken.seeds,
        "runs": broken.runs,
    })
}
