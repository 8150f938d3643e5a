//! The command line as a person and as a script meets it.
#![allow(clippy::expect_used, reason = "tests may")]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

fn drlab(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drlab"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").args(arguments);
    command.output().expect("drlab starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    let output = drlab(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The command fails with 2, says each part on standard error, and prints nothing else.
fn refused(arguments: &[&str], parts: &[&str]) {
    let output = drlab(arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed {}", text(&output.stdout));
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: '{part}' is not in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn every_figure_agrees_and_the_exit_code_says_so() {
    let report = json(&["figures", "--json"]);
    let figures = report["figures"].as_array().expect("a list");
    assert_eq!(figures.len(), 30);
    assert!(figures.iter().all(|figure| figure["agrees"] == true && figure["must"] == true));
    let table = text(&drlab(&["figures"]).stdout);
    assert!(table.contains("30 of 30 agree"), "{table}");
    assert!(!table.contains('\u{1b}'), "colour only on a terminal");
}

#[test]
fn run_prints_the_metrics_of_both_lanes() {
    let run = json(&["run", "--json"]);
    assert_eq!(run["ticks"], 501);
    assert_eq!(run["dead_reckoning"]["updates"], 14);
    assert_eq!(run["snapshot"]["updates"], 84);
    for lane in ["dead_reckoning", "snapshot"] {
        for metric in [
            "updates",
            "updates_per_second",
            "mean_error",
            "rms_error",
            "p95_error",
            "peak_error",
            "largest_step",
        ] {
            assert!(run[lane][metric].is_number(), "{lane}.{metric}");
        }
    }
    assert!((run["lap_seconds"].as_f64().expect("a number") - 8.353_576).abs() < 1e-6);
}

#[test]
fn values_are_laid_over_the_file_and_the_file_over_the_scenario() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    std::fs::write(&file, "[sender]\nthreshold = 0.5\n[link]\nlatency = 0.2\n").expect("writes");
    let file = file.to_str().expect("UTF-8");
    let run = json(&[
        "run",
        "--scenario",
        "snap",
        "--settings",
        file,
        "--set",
        "link.latency=0.05",
        "--json",
    ]);
    let settings = &run["settings"];
    assert_eq!(settings["receiver"]["blend_time"], 0.0);
    assert_eq!(settings["sender"]["threshold"], 0.5);
    assert_eq!(settings["link"]["latency"], 0.05);
}

#[test]
fn what_is_wrong_is_said_with_what_would_be_right() {
    refused(
        &["run", "--set", "sender.treshold=1"],
        &["sender.treshold", "did you mean 'sender.threshold'"],
    );
    refused(&["run", "--set", "sender.threshold=-1"], &["sender.threshold = -1", "from 0 to 1000"]);
    refused(&["run", "--set", "sender.threshold=nan"], &["NaN", "from 0 to 1000"]);
    refused(&["run", "--set", "sender.order=3"], &["sender.order = 3", "1 or 2"]);
    refused(&["run", "--set", "sim.tick_rate=59.5"], &["59.5", "a whole number"]);
    refused(&["run", "--set", "sender.threshold"], &["key=value"]);
    refused(&["run", "--scenario", "onfoot"], &["'on-foot'"]);
    refused(&["run", "--settings", "nowhere.toml"], &["cannot read nowhere.toml"]);
    refused(
        &["run", "--set", "motion.laps=1000", "--set", "sim.tick_rate=1000"],
        &["8353576 ticks", "motion.laps"],
    );
    refused(&["fly"], &["fly"]);
}

#[test]
fn a_bad_settings_file_is_refused_with_its_name_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content, parts) in [
        ("key.toml", "[sender]\n\nthrehsold = 1\n", ["key.toml", "line 3", "sender.threshold"]),
        (
            "range.toml",
            "[link]\nlatency = 11\n",
            ["range.toml", "link.latency = 11", "from 0 to 10 s"],
        ),
        (
            "points.toml",
            "[track]\nwaypoints = [[0, 0], [1, 1]]\n",
            ["three waypoints", "has 2", ""],
        ),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, content).expect("writes");
        refused(&["run", "--settings", file.to_str().expect("UTF-8")], &parts);
    }
}

#[test]
fn frames_hold_every_tick_and_add_up_to_the_metrics() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("frames.csv");
    let path = file.to_str().expect("UTF-8");
    let run = json(&["run", "--frames", path, "--json"]);
    let mut reader = csv::Reader::from_path(&file).expect("a CSV file");
    let headers = reader.headers().expect("a header").clone();
    let column = |name: &str| headers.iter().position(|header| header == name).expect(name);
    let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows");
    assert_eq!(rows.len(), 501);
    let number =
        |row: &csv::StringRecord, name: &str| row[column(name)].parse::<f64>().expect(name);
    let sum = |name: &str| rows.iter().map(|row| number(row, name)).sum::<f64>();
    assert_eq!(sum("sent"), 14.0);
    assert_eq!(sum("arrived"), 14.0);
    let mean = run["dead_reckoning"]["mean_error"].as_f64().expect("a number");
    assert!((sum("error") / 501.0 - mean).abs() < 1e-12);
    for row in &rows {
        let (dx, dy) = (
            number(row, "drawn_x") - number(row, "truth_x"),
            number(row, "drawn_y") - number(row, "truth_y"),
        );
        assert!(((dx * dx + dy * dy).sqrt() - number(row, "error")).abs() < 1e-12);
    }
}

#[test]
fn nothing_is_written_when_a_command_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("frames.csv");
    let path = file.to_str().expect("UTF-8");
    refused(&["run", "--frames", path, "--set", "sender.threshold=-1"], &["sender.threshold"]);
    assert!(!Path::new(path).exists());
    let nowhere = folder.path().join("none").join("frames.csv");
    refused(
        &["run", "--frames", nowhere.to_str().expect("UTF-8")],
        &["cannot write", "frames.csv"],
    );
}

#[test]
fn without_a_display_the_lap_is_done_all_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_drlab"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").current_dir(&folder);
    let output = command.output().expect("drlab starts");
    assert_eq!(output.status.code(), Some(0));
    let (said, table) = (text(&output.stderr), text(&output.stdout));
    assert!(said.starts_with("no window: ") && said.lines().count() == 1, "{said}");
    assert!(
        table.contains("dead reckoning") && table.contains("snapshots") && table.contains("0.90 u"),
        "{table}"
    );
    refused(&["window"], &[said.trim_start_matches("no window: ").trim()]);
}

#[cfg(all(feature = "window", target_os = "linux"))]
#[test]
fn a_display_that_does_not_answer_is_a_sentence() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drlab"));
    let output = command.env("DISPLAY", ":9876").arg("window").output().expect("drlab starts");
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains(":9876") || said.contains("is missing"), "{said}");
}

#[test]
fn lists_and_completions_print() {
    let knobs = json(&["knobs", "--json"]);
    assert!(
        knobs
            .as_array()
            .is_some_and(|rows| rows.iter().any(|row| row["key"] == "sender.threshold"))
    );
    let scenarios = json(&["scenarios", "--json"]);
    assert!(
        scenarios.as_array().is_some_and(|rows| rows.iter().any(|row| row["name"] == "on-foot"))
    );
    let comparisons = json(&["comparisons", "--json"]);
    assert!(
        comparisons.as_array().is_some_and(|rows| rows.iter().any(|row| row["name"] == "blends"))
    );
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(text(&drlab(&["completions", shell]).stdout).contains("drlab"), "{shell}");
    }
}

#[cfg(feature = "window")]
#[test]
fn the_copied_command_prints_the_numbers_on_the_screen() {
    use dead_reckoning_lab::desk::{Action, Desk};
    use laboratory::scene::view::Layout;
    use laboratory::settings::Settings;

    let mut desk = Desk::new(Settings::default()).expect("the lap");
    for (scenario, changes) in [
        (0, vec![]),
        (1, vec!["sender.threshold=0.137", "link.latency=0.085"]),
        (7, vec!["motion.speed=3.3", "receiver.send_time=false"]),
        (0, vec!["track.waypoints=[[0,0],[9,0],[7,6]]", "sender.order=2"]),
    ] {
        desk.act(Action::Scenario(scenario));
        let mut settings = desk.experiment.settings.clone();
        changes.iter().for_each(|change| settings.set(change).expect(change));
        desk.change(settings);
        desk.act(Action::Layout(Layout::SideBySide));
        let command = desk.command().replace('\'', "");
        let mut words: Vec<&str> = command.split(' ').collect();
        words[0] = "run";
        words.push("--json");
        let run = json(&words);
        for (lane, metrics) in ["dead_reckoning", "snapshot"].iter().zip(&desk.experiment.metrics) {
            let on_the_screen = serde_json::to_value(metrics).expect("numbers");
            for (key, number) in on_the_screen.as_object().expect("an object") {
                assert_eq!(run[lane][key], *number, "{command}: {key}");
            }
        }
    }
}

#[test]
fn seeds_give_a_spread_where_asked_and_where_one_seed_would_be_luck() {
    assert!(json(&["run", "--json"]).get("ensemble").is_none(), "nothing is drawn by default");
    let asked = json(&["run", "--json", "--seeds", "5"]);
    assert_eq!(asked["ensemble"]["seeds"], 5);
    let rough = ["run", "--json", "--set", "link.loss=0.1", "--set", "link.jitter=0.05"];
    let lucky = json(&rough);
    assert_eq!(lucky["ensemble"]["seeds"], 32, "the default of ensemble.seeds");
    let lines = lucky["ensemble"]["lines"].as_array().expect("a list");
    let peak = lines.iter().find(|line| line["label"] == "Peak error").expect("a line");
    let spread = &peak["dead_reckoning"];
    let at = |name: &str| spread[name].as_f64().expect(name);
    assert!(at("min") < at("median") && at("median") < at("max"), "{spread}");
    assert_eq!(json(&rough), lucky, "the same again");
    let table = text(&drlab(&["run", "--seeds", "5"]).stdout);
    assert!(table.contains("Over 5: the median"), "{table}");
    refused(&["run", "--seeds", "0"], &["ensemble.seeds = 0", "from 1 to"]);
}

#[test]
fn pages_are_listed_printed_and_wrapped() {
    let pages = json(&["explain", "--json"]);
    let names: Vec<&str> =
        pages.as_array().expect("a list").iter().filter_map(|page| page["name"].as_str()).collect();
    assert_eq!(names, ["predict", "symptoms", "glossary", "sources"]);
    let list = text(&drlab(&["explain"]).stdout);
    for name in names {
        assert!(list.contains(name), "{list}");
        let page = text(&drlab(&["explain", name]).stdout);
        assert!(
            page.lines().count() > 10 && page.lines().all(|line| line.chars().count() <= 130),
            "{page}"
        );
        assert_eq!(json(&["explain", name, "--json"])["name"], name);
    }
    assert!(text(&drlab(&["explain", "glossary"]).stdout).contains("rewind window"));
    assert!(text(&drlab(&["explain", "symptoms"]).stdout).contains("player.other_code"));
    refused(&["explain", "nonsense"], &["nonsense", "glossary"]);
}

#[test]
fn a_lessons_command_prints_the_numbers_of_its_settings() {
    use laboratory::catalogue::lessons;
    let lesson = lessons::all().next().expect("a lesson");
    let run = json(&["run", "--lesson", lesson.name, "--tick", "3", "--json"]);
    let assignments = lesson.settings().expect("settings").changed();
    let set = assignments.iter().flat_map(|assignment| ["--set", assignment.as_str()]);
    let same = json(&["run", "--json"].into_iter().chain(set).collect::<Vec<_>>());
    assert_eq!(run["dead_reckoning"], same["dead_reckoning"]);
    refused(&["run", "--lesson", "nonsense"], &["nonsense", lesson.name]);
}

#[test]
fn every_lesson_holds_and_the_exit_code_says_so() {
    let lessons = json(&["lessons", "--json"]);
    let lessons = lessons.as_array().expect("a list");
    assert!(!lessons.is_empty());
    for lesson in lessons {
        assert_eq!(lesson["holds"], true, "{lesson}");
        let numbers = lesson["numbers"].as_array().expect("numbers");
        assert!(numbers.iter().all(|number| number["value"].is_f64() && number["agrees"] == true));
    }
    let one = json(&["lessons", "straight", "--json"]);
    assert_eq!(one.as_array().map(Vec::len), Some(1));
    refused(&["lessons", "nonsense"], &["nonsense"]);
}

#[test]
fn a_lesson_is_a_start_as_a_scenario_is() {
    let run = json(&["run", "--lesson", "straight", "--set", "motion.duration=10", "--json"]);
    assert_eq!(run["dead_reckoning"]["updates"], 1);
    assert_eq!(run["ticks"], 600);
    refused(&["run", "--lesson", "straight", "--scenario", "snap"], &["--scenario"]);
    refused(&["run", "--lesson", "strait"], &["strait", "straight"]);
}

#[test]
fn every_technique_has_its_frames_its_json_and_its_facts() {
    let folder = tempfile::tempdir().expect("a folder");
    for (technique, facts) in [("dead-reckoning", 0), ("prediction", 5), ("lag-compensation", 6)] {
        let path = folder.path().join(format!("{technique}.csv"));
        let (path, set) = (path.to_str().expect("text"), format!("technique={technique}"));
        let run = json(&["run", "--set", &set, "--frames", path, "--json"]);
        assert_eq!(run["facts"].as_array().map(Vec::len), Some(facts), "{technique}");
        let csv = std::fs::read_to_string(path).expect("frames");
        assert_eq!(Some(csv.lines().count() as u64 - 1), run["ticks"].as_u64(), "{technique}");
        assert_eq!(run["snapping_bound"].is_null(), technique != "dead-reckoning");
    }
    for command in [["suggest", "--peak", "0.5"], ["sweep", "link.latency=0,0.1", "--json"]] {
        let shot = [&command[..], &["--set", "technique=lag-compensation"]].concat();
        refused(&shot, &["technique="]);
    }
}

#[test]
fn a_lesson_with_another_value_is_still_what_is_taught() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("lesson.svg");
    let path = path.to_str().expect("text");
    let words = ["render", "--lesson", "threshold-is-no-bound", "--set", "link.latency=0.2"];
    let done = drlab(&[&words[..], &["--out", path]].concat());
    assert_eq!(done.status.code(), Some(0), "{}", text(&done.stderr));
    let svg = std::fs::read_to_string(path).expect("a picture");
    assert!(svg.contains("holds as taught") && !svg.contains("does not hold"));
    assert!(!svg.contains("source: 1.23"));
}
