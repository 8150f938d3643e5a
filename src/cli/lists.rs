//! `drlab knobs` and `drlab scenarios`: what there is.

use super::{CliError, text};
use laboratory::catalogue::comparisons::{COMPARISONS, Comparison};
use laboratory::catalogue::networks::{NETWORKS, Network};
use laboratory::catalogue::panel_row::PanelRow;
use laboratory::catalogue::scenarios::SCENARIOS;
use laboratory::settings::{BESIDE_KNOBS, Domain, KNOBS, Knob, Link, Settings};
use serde::Serialize;
use serde_json::{Value, json};
use std::process::ExitCode;

#[derive(Serialize)]
struct KnobRow {
    key: &'static str,
    label: &'static str,
    unit: &'static str,
    default: Value,
    min: Option<f64>,
    max: Option<f64>,
    choices: Option<Vec<&'static str>>,
    hint: &'static str,
}

#[derive(Serialize)]
struct ScenarioRow {
    name: &'static str,
    title: &'static str,
    what: &'static str,
    look: &'static str,
}

pub fn knobs(json: bool) -> Result<ExitCode, CliError> {
    if json {
        text::print_json(&KNOBS.iter().map(knob_row).collect::<Vec<_>>())?;
    } else {
        let mut table = text::table(&["Key", "Default", "Takes", "What to look for"], &[1]);
        for knob in KNOBS {
            table.add_row([
                knob.key.to_owned(),
                knob.text(knob.default_value()),
                knob.wanted(),
                knob.hint.to_owned(),
            ]);
        }
        text::print_table(&table)?;
        let mut table = text::table(&["Beside these", "Takes", "What it is"], &[]);
        for (key, takes, what) in BESIDE_KNOBS {
            table.add_row([key, takes, what]);
        }
        text::print("\n")?;
        text::print_table(&table)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn knob_row(knob: &Knob) -> KnobRow {
    let default = knob.default_value();
    let (min, max, choices, default) = match knob.domain {
        Domain::Number { min, max, .. } => (Some(min), Some(max), None, json!(default)),
        Domain::Whole { min, max, .. } => (Some(min), Some(max), None, json!(default as u64)),
        Domain::Choice(choices) => {
            let names = choices.iter().map(|choice| choice.name).collect();
            (None, None, Some(names), json!(knob.text(default)))
        }
        Domain::Switch => (None, None, None, json!(default != 0.0)),
    };
    let &Knob { key, label, unit, hint, .. } = knob;
    KnobRow { key, label, unit, default, min, max, choices, hint }
}

pub fn scenarios(json: bool) -> Result<ExitCode, CliError> {
    if json {
        let rows: Vec<ScenarioRow> = SCENARIOS
            .iter()
            .map(|row| ScenarioRow {
                name: row.name,
                title: row.title,
                what: row.what,
                look: row.look,
            })
            .collect();
        text::print_json(&rows)?;
    } else {
        let mut table = text::table(&["Name", "What it is", "What to look for"], &[]);
        for scenario in SCENARIOS {
            table.add_row([scenario.name, scenario.what, scenario.look]);
        }
        text::print_table(&table)?;
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct ComparisonRow {
    name: &'static str,
    title: &'static str,
    look: &'static str,
    panels: &'static [PanelRow],
}

pub fn comparisons(json: bool) -> Result<ExitCode, CliError> {
    if json {
        let row = |row: &'static Comparison| ComparisonRow {
            name: row.name,
            title: row.title,
            look: row.look,
            panels: row.panels,
        };
        text::print_json(&COMPARISONS.iter().map(row).collect::<Vec<_>>())?;
    } else {
        let mut table = text::table(&["Name", "Panels", "What to look for"], &[]);
        for row in COMPARISONS {
            let panels: Vec<&str> = row.panels.iter().map(|panel| panel.name).collect();
            table.add_row([row.name, &panels.join("; "), row.look]);
        }
        text::print_table(&table)?;
    }
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct NetworkRow {
    name: &'static str,
    title: &'static str,
    figures: &'static str,
    link: Link,
}

pub fn networks(json: bool) -> Result<ExitCode, CliError> {
    let settings = Settings::default();
    if json {
        let row = |network: &'static Network| {
            let link = network.applied_to(&settings)?.link;
            let &Network { name, title, hint: figures, .. } = network;
            Ok(NetworkRow { name, title, figures, link })
        };
        let rows: Vec<NetworkRow> = NETWORKS.iter().map(row).collect::<Result<_, CliError>>()?;
        text::print_json(&rows)?;
    } else {
        let mut table = text::table(&["Name", "What it is"], &[]);
        for network in NETWORKS {
            table.add_row([network.name, network.hint]);
        }
        text::print_table(&table)?;
    }
    Ok(ExitCode::SUCCESS)
}
