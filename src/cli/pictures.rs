//! `drlab render`, `compare` and `animate`: pictures as files, without a window.

use super::groups::group;
use super::look::{Asked, LookArgs, PageArgs, PartArgs, PinArgs, WhenArgs};
use super::{CliError, SettingsArgs, text};
use crate::comparisons::COMPARISONS;
use crate::export::animation::{Cut, Moving};
use crate::export::shot::Shot;
use crate::export::{self, Still};
use crate::files::{self, Old};
use crate::scene::sheet::{self, Panel, Sheet};
use crate::scene::view::Layout;
use crate::sim::experiment::Experiment;
use clap::Args;
use glam::{Vec2, vec2};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The size of a still picture if none is given, points.
pub const STILL: Vec2 = vec2(1280.0, 800.0);
/// The size of a moving picture if none is given, points.
pub const MOVING: Vec2 = vec2(640.0, 400.0);

#[derive(Debug, Args)]
pub struct OutArgs {
    /// The file to write; its ending says the format
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace the file if it is there already
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct RenderArgs {
    #[command(flatten)]
    out: OutArgs,
    #[command(flatten)]
    settings: SettingsArgs,
    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    pin: PinArgs,
    #[command(flatten)]
    when: WhenArgs,
    #[command(flatten)]
    page: PageArgs,
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
    #[arg(long, value_name = "S", default_value = "0")]
    from: f64,
    /// Where it ends, s; if not given, after one lap
    #[arg(long, value_name = "S")]
    to: Option<f64>,
    /// Frames a second
    #[arg(long, value_name = "F", default_value = "30")]
    fps: u32,
    /// So many times slower than life
    #[arg(long, value_name = "K", default_value = "1")]
    slow: f64,
}

impl OutArgs {
    /// What to do with a file that is there.
    pub fn old(&self) -> Old {
        if self.force { Old::Replace } else { Old::Keep }
    }

    fn write(&self, file: &[u8], what: &str) -> Result<ExitCode, CliError> {
        files::write(&self.out, self.old(), |out| out.write_all(file))?;
        let size = indicatif::HumanBytes(file.len() as u64);
        text::print(&format!("wrote {} ({what}, {size})\n", self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

pub fn render(args: &RenderArgs) -> Result<ExitCode, CliError> {
    let format = Still::of(&args.out.out)?;
    files::must_be_new(&args.out.out, args.out.old())?;
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
    let file = shot.still(format)?;
    let time = shot.experiment.truth.time(shot.tick);
    let what = format!("{} at {time:.2} s, tick {}", dimensions(format, &shot), shot.tick);
    args.out.write(&file, &what)
}

fn dimensions(format: Still, shot: &Shot) -> String {
    match format {
        Still::Svg => format!("{} × {} points", shot.page.size.x, shot.page.size.y),
        Still::Png => pixels(shot.page.size, shot.scale),
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
    let (mut panels, title, look) = match row {
        Some(row) => (row.panels(&args.settings.resolve()?)?, row.title, row.look),
        None => (own_panels(args)?, "Comparison", ""),
    };
    if args.look.layout.is_some() {
        panels.iter_mut().for_each(|panel| panel.layout = view.layout);
    }
    let worst = sheet::worst(&panels);
    let longest = panels.iter().max_by_key(|panel| panel.experiment.truth.states.len());
    let Some(longest) = longest else { return Err(CliError::NoPanels) };
    let tick = args.when.tick(&longest.experiment.truth, worst)?;
    let title = args.page.title.as_deref().unwrap_or(title);
    let size = args.page.size.unwrap_or(STILL);
    let caption = !args.no_caption;
    let sheet = Sheet { title, look, panels: &panels, tick, view: &view, size, caption };
    let file = export::sheet(&sheet, format, args.page.scale)?;
    let what = format!("{} panels, {}", panels.len(), pixels(size, args.page.scale));
    args.out.write(&file, &what)
}

/// One panel for each word, dead reckoning alone.
fn own_panels(args: &CompareArgs) -> Result<Vec<Panel>, CliError> {
    let panel = |word: &String| {
        let group = group(word, &args.settings)?;
        let experiment = Experiment::of(group.settings)?;
        Ok(Panel { name: group.name, experiment, layout: Layout::DeadReckoning })
    };
    args.panels.iter().map(panel).collect()
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
    let drawn = || {
        bar.inc(1);
        true
    };
    let file = shot.moving(cut, format, &drawn)?;
    bar.finish_and_clear();
    let what = format!("{frames} frames, {}", pixels(shot.page.size, shot.scale));
    args.out.write(&file, &what)
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
