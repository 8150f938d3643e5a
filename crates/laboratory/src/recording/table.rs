//! Tables of text: rows of fields with something between them.
//!
//! In: lines. Out: a recording. The first rows decide: the delimiter is the one that leaves the most numbers, the header
//! is a first row without a number, or a comment right before the rows that names a column that is known.

use super::columns::{self, Columns, Role};
use super::gather::{Cell, Gather};
use super::rows::{Delimiter, Fields, Lines, number};
use super::{TraceError, units};
use crate::settings::{Recording, Trace};
use std::io::BufRead;

/// How many rows are looked at before it is decided what they hold.
const SAMPLE: usize = 64;

/// The delimiters there are, the likelier first.
const DELIMITERS: [Delimiter; 5] = [
    Delimiter::Byte(b','),
    Delimiter::Byte(b';'),
    Delimiter::Byte(b'\t'),
    Delimiter::Byte(b'|'),
    Delimiter::Blanks,
];

/// What a line is.
enum TableLine<'a> {
    Blank,
    Comment(&'a str),
    Row(&'a str),
}

fn line(text: &str) -> TableLine<'_> {
    let text = text.trim();
    let marks = ["#", "%", "//"];
    match marks.iter().find_map(|mark| text.strip_prefix(mark)) {
        _ if text.is_empty() => TableLine::Blank,
        Some(comment) => TableLine::Comment(comment.trim()),
        None => TableLine::Row(text),
    }
}

/// The first rows of a table.
#[derive(Default)]
struct Head {
    rows: Vec<(usize, String)>,
    /// The last comment before them.
    comment: Option<String>,
    comments: usize,
}

impl Head {
    fn of(lines: &mut Lines<impl BufRead>) -> Result<Self, TraceError> {
        let mut head = Self::default();
        while head.rows.len() < SAMPLE {
            let Some((number, text)) = lines.next()? else { break };
            match line(&text) {
                TableLine::Row(row) => head.rows.push((number, row.to_owned())),
                TableLine::Comment(comment) if head.rows.is_empty() => {
                    head.comment = Some(comment.to_owned());
                    head.comments += 1;
                }
                TableLine::Blank | TableLine::Comment(_) => head.comments += 1,
            }
        }
        Ok(head)
    }

    /// The delimiter that leaves the most of the fields as numbers, two fields a row at least.
    fn delimiter(&self) -> Option<Delimiter> {
        let mut row = Fields::default();
        let mut score = |delimiter: Delimiter| {
            let share = |(_, text): &(usize, String)| {
                row.split(text, delimiter);
                let numbers = row.fields().filter(|field| is_value(field, delimiter)).count();
                if row.len() < 2 { 0.0 } else { numbers as f64 / row.len() as f64 }
            };
            self.rows.iter().map(share).sum::<f64>()
        };
        let scores = DELIMITERS.map(&mut score);
        let best = scores.iter().copied().fold(0.0, f64::max);
        let place = scores.iter().position(|score| *score == best && best > 0.0);
        place.map(|place| DELIMITERS[place])
    }
}

fn is_value(field: &str, delimiter: Delimiter) -> bool {
    number(field, delimiter.leaves_commas()).is_some() || units::date(field).is_some()
}

pub fn read(mut lines: Lines<impl BufRead>, trace: &Trace) -> Result<Recording, TraceError> {
    let mut head = Head::of(&mut lines)?;
    if head.rows.is_empty() {
        return Err(TraceError::TooFew { samples: 0, hint: "" });
    }
    let delimiter = head.delimiter().ok_or(TraceError::Kind(
        "no rows of numbers: commas, semicolons, tabs, bars or blanks go between two of them",
    ))?;
    let names = header(&mut head, delimiter);
    let mut row = Fields::default();
    let mut widest = 0;
    let columns = match &names {
        Some(names) => columns::by_name(names, &trace.columns)?,
        None => {
            let guess = by_numbers(&head, delimiter, trace, &mut widest);
            // Their numbers stand for the names that there are not.
            columns::with_asked(guess, &vec![String::new(); widest], &trace.columns)?
        }
    };
    let mut gather = Gather::new(columns, names.unwrap_or_default(), trace)?;
    gather.found().comments = head.comments;
    for (number, text) in head.rows {
        take(&mut gather, &mut row, (number, &text), delimiter, trace)?;
    }
    while let Some((number, text)) = lines.next()? {
        match line(&text) {
            TableLine::Row(text) => take(&mut gather, &mut row, (number, text), delimiter, trace)?,
            TableLine::Blank | TableLine::Comment(_) => gather.found().comments += 1,
        }
    }
    gather.done(format!("table, {} between its columns", delimiter.name()))
}

/// The names of the columns, taken out of the first rows; nothing if they have none. What stands above a row of known
/// names goes with the comments, and a row of units below it goes to the names.
fn header(head: &mut Head, delimiter: Delimiter) -> Option<Vec<String>> {
    let mut row = Fields::default();
    let mut names = |text: &str| {
        row.split(text, delimiter);
        let values = row.fields().filter(|field| is_value(field, delimiter)).count();
        let good = row.len() > 1 && values == 0;
        let is_data = 2 * values > row.len();
        (is_data, good.then(|| row.fields().map(str::to_owned).collect::<Vec<String>>()))
    };
    let known = |names: &Vec<String>| names.iter().filter(|name| columns::is_known(name)).count();
    let mut above =
        head.rows.iter().map(|(_, text)| names(text)).take_while(|(is_data, _)| !is_data);
    let place = above.position(|(_, row)| row.is_some_and(|names| known(&names) > 1)).unwrap_or(0);
    let first = head.rows.get(place).and_then(|(_, text)| names(text).1);
    if let Some(mut found) = first {
        head.rows.drain(..=place);
        head.comments += place;
        let below = head.rows.first().and_then(|(_, text)| names(text).1);
        if let Some(units) = below.filter(|row| row.iter().any(|name| units::is_unit(name))) {
            head.rows.remove(0);
            head.comments += 1;
            for (name, unit) in
                found.iter_mut().zip(&units).filter(|(name, _)| !name.contains(['(', '[']))
            {
                *name = format!("{name} ({unit})");
            }
        }
        return Some(found);
    }
    let comment = names(head.comment.as_deref()?).1.filter(|comment| known(comment) > 1)?;
    head.comments -= 1;
    Some(comment)
}

/// Columns by the numbers of the first rows: those that all rows have, counted from the right where rows differ in
/// length. Says how many columns the widest row has.
fn by_numbers(head: &Head, delimiter: Delimiter, trace: &Trace, widest: &mut usize) -> Columns {
    let mut row = Fields::default();
    let mut rows: Vec<Vec<Option<f64>>> = Vec::new();
    for (_, text) in &head.rows {
        row.split(text, delimiter);
        if !is_wanted(&row, trace) {
            continue;
        }
        let value = |field: &str| {
            let date = || units::date(field).map(|date| date as f64 * 1e-9);
            number(field, delimiter.leaves_commas()).filter(|value| value.is_finite()).or_else(date)
        };
        rows.push(row.fields().map(value).collect());
    }
    *widest = rows.iter().map(Vec::len).max().unwrap_or(0);
    let narrowest = rows.iter().map(Vec::len).min().unwrap_or(0);
    let from_right = narrowest < *widest;
    if from_right {
        rows.iter_mut().for_each(|row| {
            row.drain(..row.len() - narrowest);
        });
    }
    columns::by_numbers(&rows, from_right)
}

/// Whether a row is of the kind that is asked for.
fn is_wanted(row: &Fields, trace: &Trace) -> bool {
    trace.rows.is_empty() || row.fields().any(|field| field == trace.rows)
}

fn take(
    gather: &mut Gather,
    row: &mut Fields,
    (line, text): (usize, &str),
    delimiter: Delimiter,
    trace: &Trace,
) -> Result<(), TraceError> {
    row.split(text, delimiter);
    if !is_wanted(row, trace) {
        gather.found().other_rows += 1;
        return Ok(());
    }
    let places = gather.columns().indices(row.len());
    let row = &*row;
    gather.push(
        || format!("line {line}"),
        |role: Role| match places[role as usize].and_then(|place| row.field(place)) {
            Some(field) => {
                number(field, delimiter.leaves_commas()).map_or(Cell::Text(field), Cell::Number)
            }
            None => Cell::Missing,
        },
    )
}
