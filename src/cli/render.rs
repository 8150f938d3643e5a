//! `drlab render`: one moment of a run as a picture, or the board of a lesson.

use super::error::CliError;
use super::look::{Asked, LookArgs, PageArgs, PartArgs, PinArgs, WhenArgs};
use super::out::{OutArgs, STILL, picture_size};
use super::settings_args::SettingsArgs;
use super::text;
use crate::platform::{Existing, FileError, files};
use clap::Args;
use laboratory::catalogue::lessons::Lesson;
use laboratory::experiment::Experiment;
use laboratory::export::shot::Shot;
use laboratory::export::{self, Still};
use laboratory::scene::blackboard::{self, Blackboard, BoardNumber};
use laboratory::scene::panel::Panel;
use laboratory::scene::view::View;
use laboratory::settings::Knob;
use std::path::Path;
use std::process::ExitCode;

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

impl RenderArgs {
    /// Whether a lesson's board is meant, and not a page of its run with what is pinned or left out.
    fn is_of_lesson(&self) -> bool {
        let parts = &self.parts;
        let own = parts.strip || parts.no_strip || parts.caption || parts.no_caption;
        !own && self.pin.pin.is_none() && self.look.layout.is_none() && self.page.title.is_none()
    }
}

pub fn render(args: &RenderArgs) -> Result<ExitCode, CliError> {
    let format = Still::of(&args.out.out)?;
    files::must_be_new(&args.out.out, args.out.existing())?;
    if let Some(lesson) = args.settings.lesson().filter(|_| args.is_of_lesson()) {
        return render_lesson(lesson, args, format);
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
    text::note_missing_letters(&shot.page.title)?;
    let file = shot.still(format)?;
    let time = shot.experiment.truth.time(shot.tick);
    let size = picture_size(format, shot.page.size, shot.scale);
    let what = format!("{size} at {time:.2} s, tick {}", shot.tick);
    args.out.write(&file, &what)
}

/// A lesson's board; what else is set holds for all of its panels.
fn render_lesson(lesson: &Lesson, args: &RenderArgs, format: Still) -> Result<ExitCode, CliError> {
    let mut panels = Vec::new();
    for (row, mut settings) in lesson.bases()? {
        args.settings.lay_over(&mut settings)?;
        panels.push(row.panel(settings)?);
    }
    let Some(first) = panels.first() else { return Err(CliError::NoPanels) };
    let values = lesson.measure(&first.experiment)?;
    let taught = lesson.outcome()?;
    let turned = values != taught.values;
    let tick = args.when.tick(&shortest_run(&panels).truth, lesson.tick(&panels))?;
    let view = lesson_view(lesson, args);
    let says: Vec<&str> = lesson.says.to_vec();
    let knob = Knob::find(lesson.turn).map_or(lesson.turn, |knob| knob.label);
    let board = Blackboard {
        title: lesson.title,
        says: &says,
        look: lesson.look,
        turn: [knob, lesson.shows],
        figures: &lesson_figures(lesson, &values, turned),
        holds: taught.holds,
        turned,
        panels: &panels,
        tick,
        view: &view,
        size: args.page.size.unwrap_or(blackboard::SIZE),
    };
    let file = export::board(&board, format, args.page.scale)?;
    let size = picture_size(format, board.size, args.page.scale);
    args.out.write(&file, &format!("{}, {size} at tick {tick}", lesson.name))
}

/// The numbers; what the sources say stands beside those of the lesson only.
fn lesson_figures(lesson: &Lesson, values: &[f64], turned: bool) -> Vec<BoardNumber> {
    let mut figures = lesson.figures(values);
    if turned {
        figures.iter_mut().for_each(|figure| figure.note.clear());
    }
    figures
}

fn shortest_run(panels: &[Panel]) -> &Experiment {
    let shortest = panels.iter().min_by_key(|panel| panel.experiment.truth.states.len());
    &shortest.unwrap_or(&panels[0]).experiment
}

/// The lesson's view, but for what is asked for.
fn lesson_view(lesson: &Lesson, args: &RenderArgs) -> View {
    let (own, asked) = (lesson.view(), args.look.view());
    let layers = if args.look.layers.is_some() { asked.layers } else { own.layers };
    View { layout: own.layout, layers, ..asked }
}

/// Writes the picture of a run that no window shows, unless there is one already, and says so.
pub fn write_lap(shot: &Shot, path: &Path) -> Result<(), CliError> {
    match write_shot(shot, path) {
        Ok(()) => text::print(&format!("\nIts picture is {}.\n", path.display()))?,
        Err(CliError::File(FileError::Exists { .. })) => text::print(&format!(
            "\n{} is there already and stays as it is: no picture was written.\n",
            path.display()
        ))?,
        Err(error) => text::complain("no picture", &error.to_string()),
    }
    Ok(())
}

fn write_shot(shot: &Shot, path: &Path) -> Result<(), CliError> {
    files::must_be_new(path, Existing::Keep)?;
    let file = shot.still(Still::of(path)?)?;
    Ok(files::write(path, Existing::Keep, |out| out.write_all(&file))?)
}
