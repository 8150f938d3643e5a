//! `drlab compare` and `animate`: runs beside each other, and moving pictures.

use super::error::CliError;
use super::groups::named_settings;
use super::look::{Asked, LookArgs, PageArgs, PartArgs, PinArgs, WhenArgs};
use super::out::{OutArgs, picture_size, pixel_size};
use super::patience::{interruption, progress};
use super::settings_args::SettingsArgs;
use super::text;
use crate::platform::files;
use clap::Args;
use glam::{Vec2, vec2};
use laboratory::catalogue::comparisons::COMPARISONS;
use laboratory::experiment::Experiment;
use laboratory::export::animation::{Cut, Moving};
use laboratory::export::{self, Still};
use laboratory::lanes::Side;
use laboratory::scene::panel::{self, Panel};
use laboratory::scene::sheet::{self, Sheet};
use laboratory::scene::view::Layout;
use std::io;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

/// The size of a moving picture if none is given, points.
const MOVING: Vec2 = vec2(640.0, 400.0);

#[derive(Debug, Args)]
pub struct CompareArgs {
    /// What to put beside each other: scenarios, settings files (FILE.toml) or KEY=VALUE, each with more
    /// KEY=VALUE behind commas; or one comparison of the catalogue (`drlab comparisons`)
    #[arg(required = true, value_name = "A")]
    panels: Vec<String>,
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    when: WhenArgs,
    #[command(flatten)]
    page: PageArgs,
    /// Without title, settings and legend
    #[arg(long)]
    no_caption: bool,
}

#[derive(Debug, Args)]
pub struct AnimateArgs {
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    pin: PinArgs,
    #[command(flatten)]
    page: PageArgs,
    #[command(flatten)]
    parts: PartArgs,
    /// Where it begins, s
    #[arg(long, value_name = "S", default_value = "0", allow_negative_numbers = true)]
    from: f64,
    /// Where it ends, s; if not given, after one lap
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    to: Option<f64>,
    /// Frames a second: to 50 for a GIF, to 120 for an animated PNG
    #[arg(long, value_name = "F", default_value = "30")]
    fps: u32,
    /// So many times slower than life (0.1 to 1000)
    #[arg(long, value_name = "K", default_value = "1", allow_negative_numbers = true)]
    slow: f64,
}

pub fn compare(args: &CompareArgs) -> Result<ExitCode, CliError> {
    let format = Still::of(&args.out.out)?;
    files::must_be_new(&args.out.out, args.out.existing())?;
    let row = match args.panels.as_slice() {
        [name] => COMPARISONS.iter().find(|row| row.name == name),
        _ => None,
    };
    let view = args.look.view();
    let (mut panels, title, mut look) = match row {
        Some(row) => {
            let base = args.settings.resolve()?;
            (row.panels(&base)?, row.title, row.look_over(&base))
        }
        None => (own_panels(args)?, "Comparison", ""),
    };
    if args.look.layout.is_some() {
        panels.iter_mut().for_each(|panel| panel.layout = view.layout);
        look = "";
    }
    let worst = row.map_or_else(|| panel::worst_tick(&panels), |row| row.tick(&panels));
    let shortest = panels.iter().min_by_key(|panel| panel.experiment.truth.states.len());
    let Some(shortest) = shortest else { return Err(CliError::NoPanels) };
    let tick = args.when.tick(&shortest.experiment.truth, worst)?;
    let title = args.page.title.as_deref().unwrap_or(title);
    let (size, caption) = (args.page.size.unwrap_or_default(), !args.no_caption);
    let mut sheet = Sheet { title, look, panels: &panels, tick, view: &view, size, caption };
    if args.page.size.is_none() {
        sheet.size = sheet::suiting_size(&sheet);
    }
    text::note_missing_letters(title)?;
    let file = export::sheet(&sheet, format, args.page.scale)?;
    let what =
        format!("{} panels, {}", panels.len(), picture_size(format, sheet.size, args.page.scale));
    args.out.write(&file, &what)
}

/// One panel for each word, dead reckoning alone.
fn own_panels(args: &CompareArgs) -> Result<Vec<Panel>, CliError> {
    if let Some(row) =
        COMPARISONS.iter().find(|row| args.panels.iter().any(|word| word == row.name))
    {
        return Err(CliError::Alone(row.name));
    }
    let panel = |word: &String| {
        let group = named_settings(word, &args.settings)?;
        let experiment = Experiment::of(group.settings)?;
        Ok(Panel { name: group.name, experiment, layout: Layout::Only(Side::First) })
    };
    let mut panels: Vec<Panel> = args.panels.iter().map(panel).collect::<Result<_, CliError>>()?;
    if panels.len() < 2 {
        return Err(CliError::NoPanels);
    }
    name_what_differs(&mut panels);
    Ok(panels)
}

/// Leaves out of the names what all of them say.
fn name_what_differs(panels: &mut [Panel]) {
    let parts = |name: &str| -> Vec<String> { name.split(" · ").map(str::to_owned).collect() };
    let all: Vec<Vec<String>> = panels.iter().map(|panel| parts(&panel.name)).collect();
    let shared = |part: &String| all.iter().all(|parts| parts.contains(part));
    for (panel, parts) in panels.iter_mut().zip(&all) {
        let own: Vec<&str> =
            parts.iter().filter(|part| !shared(part)).map(String::as_str).collect();
        if !own.is_empty() {
            panel.name = own.join(" · ");
        }
    }
}

pub fn animate(args: &AnimateArgs) -> Result<ExitCode, CliError> {
    let format = Moving::of(&args.out.out)?;
    files::must_be_new(&args.out.out, args.out.existing())?;
    let shot = Asked {
        settings: &args.settings,
        look: &args.look,
        pin: &args.pin,
        when: &WhenArgs::default(),
        page: &args.page,
        parts: args.parts.parts(true, false),
        size: MOVING,
    }
    .shot()?;
    let to = args.to.unwrap_or_else(|| {
        (args.from + shot.experiment.lap_seconds()).min(shot.experiment.truth.seconds)
    });
    let cut = Cut { from: args.from, to, fps: args.fps, slow: args.slow };
    let frames = shot.frames(cut, format)?;
    let bar = progress(frames, "frames");
    let stop = interruption();
    let drawn = || {
        bar.inc(1);
        !stop.load(Ordering::Relaxed)
    };
    text::note_missing_letters(&shot.page.title)?;
    let mut stopped = None;
    let written = files::write(&args.out.out, args.out.existing(), |out| {
        shot.moving(cut, format, &drawn, out).map_err(|error| {
            let said = io::Error::other(error.to_string());
            stopped = Some(error);
            said
        })
    });
    bar.finish_and_clear();
    if let Some(error) = stopped {
        return Err(error.into());
    }
    written?;
    let what = format!("{frames} frames, {}", pixel_size(shot.page.size, shot.scale));
    args.out.wrote(&what)
}
