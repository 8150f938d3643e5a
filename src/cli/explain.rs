//! `drlab explain`: the pages of the help, in the terminal.

use super::error::CliError;
use super::text;
use comfy_table::{ContentArrangement, Table, presets};
use laboratory::catalogue::pages::{Body, PAGES, Page, Section, Symptom};
use laboratory::settings::Knob;
use serde_json::{Value, json};
use std::process::ExitCode;

/// The widest that text is set, columns.
const WIDEST: u16 = 100;

/// Prints a page; without one, what pages there are.
pub fn explain(page: Option<&str>, json: bool) -> Result<ExitCode, CliError> {
    let page = page.and_then(laboratory::catalogue::pages::find);
    match (page, json) {
        (Some(page), true) => text::print_json(&page_value(page))?,
        (None, true) => text::print_json(&PAGES.iter().map(page_value).collect::<Vec<_>>())?,
        (Some(page), false) => print_page(page)?,
        (None, false) => {
            let mut table = text::table(&["Page", "What is on it"], &[]);
            for page in PAGES {
                table.add_row([page.name, page.about]);
            }
            narrowed(&mut table);
            text::print_table(&table)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn print_page(page: &Page) -> Result<(), CliError> {
    text::print(&format!("{}\n", page.title.to_uppercase()))?;
    paragraph(page.about)?;
    for section in page.sections {
        text::print(&format!("\n{}\n", section.title))?;
        match section.body {
            Body::Text(paragraphs) => {
                for (place, one) in paragraphs.iter().enumerate() {
                    text::print(if place == 0 { "" } else { "\n" })?;
                    paragraph(one)?;
                }
            }
            Body::Terms(terms) => {
                let mut table = text::table(&["Word", "What it means"], &[]);
                for term in terms {
                    table.add_row(term);
                }
                narrowed(&mut table);
                text::print_table(&table)?;
            }
            Body::Symptoms(symptoms) => {
                let mut table = text::table(&["What you see", "Why", "What to turn"], &[]);
                for Symptom { see, why, turn } in symptoms {
                    table.add_row([*see, *why, &turn.join("\n")]);
                }
                narrowed(&mut table);
                text::print_table(&table)?;
            }
        }
    }
    Ok(())
}

fn paragraph(text: &str) -> Result<(), CliError> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.add_row([text]);
    narrowed(&mut table);
    Ok(text::print_table(&table)?)
}

/// Wraps at the terminal's width, and at a width that reads well where the terminal is wider or none.
fn narrowed(table: &mut Table) {
    let width = table.width().map_or(WIDEST, |width| width.min(WIDEST));
    table.set_width(width);
}

fn page_value(page: &Page) -> Value {
    let sections: Vec<Value> = page.sections.iter().map(section_value).collect();
    json!({ "name": page.name, "title": page.title, "about": page.about, "sections": sections })
}

fn section_value(section: &Section) -> Value {
    let title = section.title;
    match section.body {
        Body::Text(paragraphs) => json!({ "title": title, "paragraphs": paragraphs }),
        Body::Terms(terms) => {
            let term = |[word, means]: &[&str; 2]| json!({ "word": word, "means": means });
            json!({ "title": title, "terms": terms.iter().map(term).collect::<Vec<_>>() })
        }
        Body::Symptoms(symptoms) => {
            let label = |key: &&'static str| Knob::find(key).map_or(*key, |knob| knob.label);
            let symptom = |row: &Symptom| {
                let labels: Vec<&str> = row.turn.iter().map(label).collect();
                json!({ "see": row.see, "why": row.why, "turn": row.turn, "labels": labels })
            };
            json!({ "title": title, "symptoms": symptoms.iter().map(symptom).collect::<Vec<_>>() })
        }
    }
}
