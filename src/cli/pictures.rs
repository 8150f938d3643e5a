//! `drlab render`, `compare` and `animate`: pictures as files, without a window.

use super::groups::group;
use super::look::{Asked, LookArgs, PageArgs, PartArgs, PinArgs, WhenArgs};
use super::{CliError, SettingsArgs, lessons, text};
use crate::files::{self, Old};
use clap::Args;
use glam::{Vec2, vec2};
use indicatif::{ProgressBar, ProgressStyle};
use laboratory::catalogue::comparisons::COMPARISONS;
use laboratory::experiment::Experiment;
use laboratory::export::animation::{Cut, Moving};
use laboratory::export::shot::Shot;
use laboratory::export::{self, Still};
use laboratory::scene::panel::{self, Panel};
use laboratory::scene::sheet::{self, Sheet};
use laboratory::scene::view::Layout;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The size of a still picture if none is given, points.
pub const STILL: Vec2 = vec2(1280.0, 800.0);
/// The size of a moving picture if none is given, points.
pub const MOVING: Vec2 = vec2(640.0, 400.0);

#[derive(Debug, Args)]
pub struct OutArgs {
    /// The file to write; its ending says the format: .svg or .png, for an animation .gif or .png (animated)
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace the file if it is there already
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct RenderArgs {
    #[command(flatten)]
    pub out: OutArgs,
    #[command(flatten)]
    pub settings: SettingsArgs,
    #[command(flatten)]
    pub look: LookArgs,
    #[command(flatten)]
    pin: PinArgs,
    #[command(flatten)]
    pub when: WhenArgs,
    #[command(flatten)]
    pub page: PageArgs,
    #[command(flatten)]
    parts: PartArgs,
}

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

impl RenderArgs {
    /// Whether a lesson's board is meant, and not a page of its run with what is pinned or left out.
    fn is_of_lesson(&self) -> bool {
        let parts = &self.parts;
        let own = parts.strip || parts.no_strip || parts.caption || parts.no_caption;
        !own && self.pin.pin.is_none() && self.look.layout.is_none() && self.page.title.is_none()
    }
}

impl OutArgs {
    /// What to do with a file that is there.
    pub fn old(&self) -> Old {
        if self.force { Old::Replace } else { Old::Keep }
    }

    pub fn write(&self, file: &[u8], what: &str) -> Result<ExitCode, CliError> {
        files::write(&self.out, self.old(), |out| out.write_all(file))?;
        self.wrote(what)
    }

    fn wrote(&self, what: &str) -> Result<ExitCode, CliError> {
        text::print(&format!("wrote {} ({what})\n", self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

pub fn render(args: &RenderArgs) -> Result<ExitCode, CliError> {
    let format = Still::of(&args.out.out)?;
    files::must_be_new(&args.out.out, args.out.old())?;
    if let Some(lesson) = args.settings.lesson().filter(|_| args.is_of_lesson()) {
        return lessons::render(lesson, args, format);
    }
    let shot = Asked {
        settings: &args.settings,
        look: &args.look,
        pin: &args.pin,
        when: &args.when,
        page: &args.page,
        parts: args.parts.parts(true, true),
        size: STILL,
    }
    .shot()?;
    text::lacks(&shot.page.title)?;
    let file = shot.still(format)?;
    let time = shot.experiment.truth.time(shot.tick);
    let size = dimensions(format, shot.page.size, shot.scale);
    let what = format!("{size} at {time:.2} s, tick {}", shot.tick);
    args.out.write(&file, &what)
}

pub fn dimensions(format: Still, size: Vec2, scale: f32) -> String {
    match format {
        Still::Svg => format!("{} × {} points", size.x, size.y),
        Still::Png => pixels(size, scale),
    }
}

fn pixels(size: Vec2, scale: f32) -> String {
    format!("{} × {} pixels", (size.x * scale).round(), (size.y * scale).round())
}

pub fn compare(args: &CompareArgs) -> Result<ExitCode, CliError> {
    let format = Still::of(&args.out.out)?;
    files::must_be_new(&args.out.out, args.out.old())?;
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
    text::lacks(title)?;
    let file = export::sheet(&sheet, format, args.page.scale)?;
    let what =
        format!("{} panels, {}", panels.len(), dimensions(format, sheet.size, args.page.scale));
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
        let group = group(word, &args.settings)?;
        let experiment = Experiment::of(group.settings)?;
        Ok(Panel { name: group.name, experiment, layout: Layout::DeadReckoning })
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
    files::must_be_new(&args.out.out, args.out.old())?;
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
    let bar = progress(frames);
    let stop = interrupted();
    let drawn = || {
        bar.inc(1);
        !stop.load(Ordering::Relaxed)
    };
    text::lacks(&shot.page.title)?;
    let mut stopped = None;
    let written = files::write(&args.out.out, args.out.old(), |out| {
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
    let what = format!("{frames} frames, {}", pixels(shot.page.size, shot.scale));
    args.out.wrote(&what)
}

/// Whether somebody has asked for an end, with Ctrl-C or otherwise: what is being written is then taken away.
pub fn interrupted() -> Arc<AtomicBool> {
    let asked = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&asked);
    // Where no answer can be installed, the system's own ends the program.
    let _ = ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed));
    asked
}

/// How far a long work is: on standard error, and only on a terminal.
fn progress(frames: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len} frames, {eta} left");
    let bar = ProgressBar::new(frames as u64);
    style.map_or(bar.clone(), |style| bar.with_style(style))
}

/// Writes the picture of a run that no window shows, unless there is one already, and says so.
pub fn lap(shot: &Shot, path: &Path) -> Result<(), CliError> {
    match shot_to_file(shot, path) {
        Ok(()) => text::print(&format!("\nIts picture is {}.\n", path.display()))?,
        Err(CliError::File(files::FileError::Exists { .. })) => text::print(&format!(
            "\n{} is there already and stays as it is: no picture was written.\n",
            path.display()
        ))?,
        Err(error) => text::complain("no picture", &error.to_string()),
    }
    Ok(())
}

fn shot_to_file(shot: &Shot, path: &Path) -> Result<(), CliError> {
    files::must_be_new(path, Old::Keep)?;
    let file = shot.still(Still::of(path)?)?;
    Ok(files::write(path, Old::Keep, |out| out.write_all(&file))?)
}
