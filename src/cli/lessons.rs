//! `drlab lessons`: what there is to learn, measured, and drawn small.

use super::error::CliError;
use super::names::ThemeName;
use super::out::{OutArgs, picture_size};
use super::text;
use crate::platform::files;
use clap::Args;
use comfy_table::{Cell, Color};
use laboratory::catalogue::lessons::{self, CHAPTERS, Lesson, Outcome};
use laboratory::catalogue::reading::Reading;
use laboratory::export::{self, Still};
use laboratory::scene::overview::{self, LessonThumb};
use laboratory::scene::panel::Panel;
use laboratory::scene::view::View;
use serde::Serialize;
use std::iter::once;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct LessonsArgs {
    /// Only these
    #[arg(value_name = "NAME", value_parser = super::names::lesson_names(), hide_possible_values = true)]
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
    theme: Option<ThemeName>,
    /// Pixels a point, for a PNG (0.1 to 32)
    #[arg(long, value_name = "K", default_value = "1", value_parser = super::look::pixel_scale, requires = "out")]
    scale: f32,
}

#[derive(Serialize)]
struct LessonReport {
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
        let reports: Vec<LessonReport> = done.iter().map(lesson_report).collect();
        text::print_json(&reports)?;
    } else {
        print_lessons(&done)?;
    }
    let all_hold = done.iter().all(|(_, _, outcome)| outcome.holds);
    Ok(if all_hold { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl LessonsArgs {
    fn wants(&self, lesson: &Lesson) -> bool {
        self.names.is_empty() || self.names.iter().any(|name| name == lesson.name)
    }
}

type MeasuredLesson = (&'static str, &'static Lesson, Outcome);

fn lesson_report((chapter, lesson, outcome): &MeasuredLesson) -> LessonReport {
    let number = |(number, value): (&Reading, &f64)| NumberReport {
        label: number.label,
        unit: number.unit,
        value: *value,
        published: number.published.map(|published| published.value),
        decimals: number.decimals,
        agrees: number.agrees(*value),
    };
    LessonReport {
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

fn print_lessons(done: &[MeasuredLesson]) -> Result<(), CliError> {
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
    files::must_be_new(&out.out, out.existing())?;
    let theme = ThemeName::kind(args.theme);
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
    let size = picture_size(format, overview::size(thumbs.len()), args.scale);
    out.write(&file, &format!("{} lessons, {size}", thumbs.len()))
}
