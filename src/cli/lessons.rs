//! `drlab lessons` and `drlab render --lesson NAME`: what there is to learn, measured, and drawn.

use super::pictures::{OutArgs, RenderArgs, dimensions};
use super::{CliError, Theme, text};
use crate::files;
use clap::Args;
use comfy_table::{Cell, Color};
use laboratory::catalogue::lessons::{self, CHAPTERS, Lesson, Number, Outcome, panel};
use laboratory::experiment::Experiment;
use laboratory::export::{self, Still};
use laboratory::scene::blackboard::{self, Blackboard, BoardNumber};
use laboratory::scene::overview::{self, LessonThumb};
use laboratory::scene::panel::Panel;
use laboratory::scene::theme::ThemeKind;
use laboratory::scene::view::View;
use laboratory::settings::Knob;
use serde::Serialize;
use std::iter::once;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct LessonsArgs {
    /// Only these
    #[arg(value_name = "NAME", value_parser = super::lesson_names(), hide_possible_values = true)]
    names: Vec<String>,
    /// Print JSON, for programs
    #[arg(long, conflicts_with = "out")]
    json: bool,
    /// Write them as small pictures on one sheet instead: .svg or .png
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long, requires = "out")]
    force: bool,
    /// Which colours
    #[arg(long, requires = "out")]
    theme: Option<Theme>,
    /// Pixels a point, for a PNG (0.1 to 32)
    #[arg(long, value_name = "K", default_value = "1", value_parser = super::look::scale, requires = "out")]
    scale: f32,
}

#[derive(Serialize)]
struct Report {
    chapter: &'static str,
    lesson: &'static str,
    claim: &'static str,
    says: [&'static str; 2],
    look: &'static str,
    turn: &'static str,
    shows: &'static str,
    numbers: Vec<NumberReport>,
    holds: bool,
}

#[derive(Serialize)]
struct NumberReport {
    label: &'static str,
    unit: &'static str,
    value: f64,
    published: Option<f64>,
    decimals: usize,
    agrees: bool,
}

pub fn lessons(args: &LessonsArgs) -> Result<ExitCode, CliError> {
    if let Some(out) = &args.out {
        return overview(args, &OutArgs { out: out.clone(), force: args.force });
    }
    let mut done = Vec::new();
    for chapter in CHAPTERS {
        for lesson in chapter.lessons.iter().filter(|lesson| args.wants(lesson)) {
            done.push((chapter.title, lesson, lesson.outcome()?));
        }
    }
    if args.json {
        let reports: Vec<Report> = done.iter().map(report).collect();
        text::print_json(&reports)?;
    } else {
        print(&done)?;
    }
    let all_hold = done.iter().all(|(_, _, outcome)| outcome.holds);
    Ok(if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl LessonsArgs {
    fn wants(&self, lesson: &Lesson) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| name == lesson.name)
    }
}

type Done = (&'static str, &'static Lesson, Outcome);

fn report((chapter, lesson, outcome): &Done) -> Report {
    let number = |(number, value): (&Number, &f64)| NumberReport {
        label: number.label,
        unit: number.unit,
        value: *value,
        published: number.published,
        decimals: number.decimals,
        agrees: number.agrees(*value),
    };
    Report {
        chapter,
        lesson: lesson.name,
        claim: lesson.title,
        says: lesson.says,
        look: lesson.look,
        turn: lesson.turn,
        shows: lesson.shows,
        numbers: lesson.numbers.iter().zip(&outcome.values).map(number).collect(),
        holds: outcome.holds,
    }
}

fn print(done: &[Done]) -> Result<(), CliError> {
    for chapter in CHAPTERS {
        let of_it = || done.iter().filter(|(title, _, _)| *title == chapter.title);
        if of_it().next().is_none() {
            continue;
        }
        text::print(&format!("{}\n", text::strong(chapter.title)))?;
        let mut table = text::table(&["Name", "Claim and numbers", "Holds"], &[]);
        for (_, lesson, outcome) in of_it() {
            let figures = lesson.figures(&outcome.values);
            let lines: Vec<String> = once(lesson.title.to_owned())
                .chain(figures.iter().map(|figure| {
                    let note =
                        if figure.note.is_empty() { "" } else { &format!(" ({})", figure.note) };
                    format!("  {}: {}{note}", figure.label, figure.value)
                }))
                .collect();
            let (verdict, colour) =
                if outcome.holds { ("yes", Color::Green) } else { ("NO", Color::Red) };
            table.add_row([
                Cell::new(lesson.name),
                Cell::new(lines.join("\n")),
                Cell::new(verdict).fg(colour),
            ]);
        }
        text::print_table(&table)?;
        text::print("\n")?;
    }
    let hold = done.iter().filter(|(_, _, outcome)| outcome.holds).count();
    text::print(&format!(
        "{hold} of {} hold. `drlab --lesson NAME` opens one, `drlab render --lesson NAME --out FILE.png` draws it.\n",
        done.len()
    ))?;
    Ok(())
}

/// All that are wanted as small pictures on one sheet.
fn overview(args: &LessonsArgs, out: &OutArgs) -> Result<ExitCode, CliError> {
    let format = Still::of(&out.out)?;
    files::must_be_new(&out.out, out.old())?;
    let theme = kind(args.theme);
    let wanted: Vec<&Lesson> = lessons::all().filter(|lesson| args.wants(lesson)).collect();
    let made: Vec<Vec<Panel>> =
        wanted.iter().map(|lesson| lesson.made()).collect::<Result<_, _>>()?;
    let thumbs: Vec<LessonThumb<'_>> = wanted
        .iter()
        .zip(&made)
        .filter_map(|(lesson, panels)| lesson.thumb(panels))
        .map(|thumb| LessonThumb { view: View { theme, ..thumb.view.clone() }, ..thumb })
        .collect();
    let view = View { theme, ..View::default() };
    let file = export::overview("Lessons", &thumbs, &view, (format, args.scale))?;
    let size = dimensions(format, overview::size(thumbs.len()), args.scale);
    out.write(&file, &format!("{} lessons, {size}", thumbs.len()))
}

fn kind(theme: Option<Theme>) -> ThemeKind {
    match theme {
        Some(Theme::Light) => ThemeKind::Light,
        Some(Theme::Dark) | None => ThemeKind::Dark,
    }
}

/// A lesson's board; what else is set holds for all of its panels.
pub fn render(lesson: &Lesson, args: &RenderArgs, format: Still) -> Result<ExitCode, CliError> {
    let mut panels = Vec::new();
    for (entry, mut settings) in lesson.bases()? {
        args.settings.lay_over(&mut settings)?;
        panels.push(panel(entry, settings)?);
    }
    let Some(first) = panels.first() else { return Err(CliError::NoPanels) };
    let values = lesson.measure(&first.experiment)?;
    let taught = lesson.outcome()?;
    let turned = values != taught.values;
    let tick = args.when.tick(&shortest(&panels).truth, lesson.tick(&panels))?;
    let view = view(lesson, args);
    let says: Vec<&str> = lesson.says.to_vec();
    let knob = Knob::find(lesson.turn).map_or(lesson.turn, |knob| knob.label);
    let board = Blackboard {
        title: lesson.title,
        says: &says,
        look: lesson.look,
        turn: [knob, lesson.shows],
        figures: &figures(lesson, &values, turned),
        holds: taught.holds,
        turned,
        panels: &panels,
        tick,
        view: &view,
        size: args.page.size.unwrap_or(blackboard::SIZE),
    };
    let file = export::board(&board, format, args.page.scale)?;
    let size = dimensions(format, board.size, args.page.scale);
    args.out.write(&file, &format!("{}, {size} at tick {tick}", lesson.name))
}

/// The numbers; what the sources say stands beside those of the lesson only.
fn figures(lesson: &Lesson, values: &[f64], turned: bool) -> Vec<BoardNumber> {
    let mut figures = lesson.figures(values);
    if turned {
        figures.iter_mut().for_each(|figure| figure.note.clear());
    }
    figures
}

fn shortest(panels: &[Panel]) -> &Experiment {
    let shortest = panels.iter().min_by_key(|panel| panel.experiment.truth.states.len());
    &shortest.unwrap_or(&panels[0]).experiment
}

/// The lesson's view, but for what is asked for.
fn view(lesson: &Lesson, args: &RenderArgs) -> View {
    let (own, asked) = (lesson.view(), args.look.view());
    let layers = if args.look.layers.is_some() { asked.layers } else { own.layers };
    View { layout: own.layout, layers, ..asked }
}
