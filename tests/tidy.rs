//! The rules of the house that a compiler does not check.
#![allow(clippy::expect_used, reason = "tests may")]

use laboratory::catalogue::comparisons::COMPARISONS;
use laboratory::catalogue::networks::NETWORKS;
use laboratory::ensemble::{Ensemble, outcomes};
use laboratory::lanes::Side;
use laboratory::settings::{KNOBS, Settings};
use laboratory::technique::TECHNIQUES;
use laboratory::technique::columns::Column;
use laboratory::truth::Truth;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file of the house's crates, or of one folder of it, with its text.
fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a file");
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "{folder}");
    found
}

/// What Cargo compiles into the core, the laboratory and the binary, without their tests and examples.
const HOUSE: [&str; 3] = ["crates/dead-reckoning/src", "crates/laboratory/src", "src"];

/// The text without its comments and without its tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn never_names(folder: &str, forbidden: &[&str]) {
    for (path, text) in sources(folder) {
        let code = code(&text);
        for word in forbidden {
            assert!(!code.contains(word), "{} names {word}", path.display());
        }
    }
}

/// What Cargo cannot hold: the standard library has a clock and files for everybody.
#[test]
fn core_and_laboratory_know_no_clock_file_or_thread() {
    for folder in &HOUSE[..2] {
        never_names(folder, &["std::time", "std::fs", "std::env", "std::thread", "std::process"]);
    }
}

#[test]
fn only_the_command_line_prints() {
    for (path, text) in HOUSE.iter().flat_map(|folder| sources(folder)) {
        if path.starts_with(root().join("src/cli")) {
            continue;
        }
        let code = code(&text);
        for word in ["println!", "print!", "stdout()", "stderr()"] {
            assert!(!code.contains(word), "{} names {word}", path.display());
        }
    }
}

/// What a page in a browser has not, or has otherwise, is asked of the one room that has a twin for it.
#[test]
fn desk_and_window_ask_the_platform_alone() {
    let system = ["std::time", "std::fs", "std::env", "std::thread", "std::process", "tempfile"];
    for folder in ["src/desk", "src/window"] {
        never_names(folder, &system);
        never_names(folder, &["directories", "libloading", ".exists()", "clipboard_set"]);
    }
    never_names("src/desk", &["egui", "macroquad"]);
}

#[test]
fn files_are_opened_in_one_room() {
    for (path, text) in sources("src") {
        let opens = code(&text).contains("std::fs");
        assert!(!opens || path.starts_with(root().join("src/platform")), "{}", path.display());
    }
}

#[test]
fn every_module_says_what_it_is() {
    for (path, text) in HOUSE.iter().flat_map(|folder| sources(folder)) {
        assert!(text.starts_with("//! "), "{}", path.display());
    }
}

/// The table of knobs in the README, as the code has it. `UPDATE_README=1 cargo test` writes it anew.
#[test]
fn the_readme_lists_the_knobs_as_they_are() {
    let mut table =
        String::from("| key | default | takes | what to look for |\n|---|---|---|---|\n");
    for knob in KNOBS {
        let default = knob.text(knob.default_value());
        table += &format!("| `{}` | {default} | {} | {} |\n", knob.key, knob.wanted(), knob.hint);
    }
    between_markers(&root().join("README.md"), "knobs", &table);
}

/// The columns of `drlab run --frames`, likewise: of dead reckoning, then those of the other techniques.
#[test]
fn the_readme_lists_the_columns_as_they_are() {
    let mut text = String::new();
    for row in TECHNIQUES {
        text += &format!("`{}`:\n\n", row.technique.name());
        text += "| column | unit | what it holds |\n|---|---|---|\n";
        for Column { name, unit, what, .. } in row.columns {
            text += &format!("| `{name}` | {unit} | {what} |\n");
        }
        text += "\n";
    }
    between_markers(&root().join("README.md"), "columns", &text);
}

/// The comparisons of `drlab compare`, likewise.
#[test]
fn the_readme_lists_the_comparisons_as_they_are() {
    let mut table = String::from("| name | panels | what to look for |\n|---|---|---|\n");
    for row in COMPARISONS {
        let panels: Vec<&str> = row.panels.iter().map(|entry| entry.name).collect();
        table += &format!("| `{}` | {} | {} |\n", row.name, panels.join("; "), row.look);
    }
    between_markers(&root().join("README.md"), "comparisons", &table);
}

/// The table of networks in the README: what both lanes come to on each, by the median of 32 seeds.
#[test]
fn the_readme_compares_both_lanes_on_every_network() {
    let mut table = String::from(
        "| network | figures | DR: 1/s | error | path | step | snapshots: 1/s | error | path | step |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for network in NETWORKS {
        let settings = network.applied_to(&Settings::default()).expect(network.name);
        let truth = Truth::build(&settings).expect("the lap");
        let ensemble = Ensemble::of(&outcomes(&truth, &settings));
        let lane = |side: Side| {
            let median = |key: &str, decimals: usize| {
                let line = ensemble.line(key).expect(key);
                let spread = side.of(&line.lanes).expect(key);
                format!("{:.decimals$}", spread.median)
            };
            [
                median("updates_per_second", 1),
                median("mean_error", 2),
                median("mean_path_error", 3),
                median("largest_step", 2),
            ]
            .join(" | ")
        };
        let figures = network.hint.split_once(": ").map_or("", |(_, rest)| rest);
        let figures = figures.split_once(" (").map_or(figures, |(figures, _)| figures);
        let (dead_reckoning, snapshot) = (lane(Side::First), lane(Side::Second));
        table += &format!("| `{}` | {figures} | {dead_reckoning} | {snapshot} |\n", network.name);
    }
    between_markers(&root().join("README.md"), "networks", &table);
}

fn between_markers(file: &Path, name: &str, right: &str) {
    // Two tests that write the same file at once would lose what one of them wrote.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock();
    let text = fs::read_to_string(file).expect("a README");
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let from = text.find(&begin).expect("a marker") + begin.len();
    let to = text.find(&end).expect("an end marker");
    if std::env::var_os("UPDATE_README").is_some() {
        let updated = format!("{}{right}{}", &text[..from], &text[to..]);
        fs::write(file, updated).expect("writes");
    } else {
        assert_eq!(&text[from..to], right, "run UPDATE_README=1 cargo test --test tidy");
    }
}

#[test]
fn what_no_knob_turns_is_listed_and_can_be_set() {
    let readme = fs::read_to_string(root().join("README.md")).expect("README.md");
    for (key, takes, what) in laboratory::settings::BESIDE_KNOBS {
        assert!(readme.contains(&format!("`{key}`")), "{key} is not in the README");
        assert!(what.ends_with('.') && !takes.is_empty(), "{key}");
        let error = Settings::default().set(&format!("{key}=nonsense\u{7}")).err();
        let unknown = error.is_some_and(|error| error.to_string().contains("there is no setting"));
        assert!(!unknown, "{key}");
    }
}
