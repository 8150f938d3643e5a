//! Printing: to the terminal, to a pipe that may close early, and tables for people.

use anstyle::{AnsiColor, Style};
use clap::Args;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde::Serialize;
use std::io::{self, ErrorKind, IsTerminal, Write};

#[derive(Debug, Args)]
pub struct JsonArg {
    /// Print JSON, for programs
    #[arg(long)]
    pub json: bool,
}

/// Prints to standard output. A reader that has heard enough (`| head`) is no fault.
pub fn print(text: &str) -> io::Result<()> {
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Prints a value as JSON for programs.
pub fn print_json(value: &impl Serialize) -> Result<(), super::error::CliError> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(print(&format!("{text}\n"))?)
}

/// Says which letters of a text the one font does not have: a PNG leaves them out.
pub fn note_missing_letters(text: &str) -> io::Result<()> {
    let missing = laboratory::scene::font::missing(text);
    if !missing.is_empty() {
        let letters: Vec<String> = missing.chars().map(String::from).collect();
        let bold = Style::new().bold();
        writeln!(
            anstream::stderr(),
            "{bold}note:{bold:#} the font has no {}: an SVG borrows them from the viewer, pixels leave them out",
            letters.join(" ")
        )?;
    }
    Ok(())
}

/// Says on standard error what is wrong, the label in colour on a terminal.
pub fn complain(label: &str, message: &str) {
    let bold = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
    // Where even the complaint cannot be written there is nobody to tell.
    let _ = writeln!(anstream::stderr(), "{bold}{label}:{bold:#} {message}");
}

/// A heading: bold on a terminal.
pub fn strong(text: &str) -> String {
    let bold = Style::new().bold();
    if io::stdout().is_terminal() { format!("{bold}{text}{bold:#}") } else { text.to_owned() }
}

/// A table without lines, its columns named; those listed in `right` are aligned to the right.
pub fn table(columns: &[&str], right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    let bold =
        |name: &&str| comfy_table::Cell::new(name).add_attribute(comfy_table::Attribute::Bold);
    table.set_header(columns.iter().map(bold).collect::<Vec<_>>());
    for &column in right {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Prints a table, without the blanks at the ends of its lines.
pub fn print_table(table: &Table) -> io::Result<()> {
    print(&format!("{}\n", table.trim_fmt()))
}

/// A label of a row, with the unit that its numbers are in.
pub fn label_with_unit(label: &str, unit: &str) -> String {
    if unit.is_empty() { label.to_owned() } else { format!("{label}, {unit}") }
}
