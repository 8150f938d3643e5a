//! Sweeps, suggestions and the settings for the game, as a person and as a script meets them.
#![allow(clippy::expect_used, reason = "tests may")]

use laboratory::export::constants::LANGUAGES;
use laboratory::settings::Settings;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn drlab(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drlab"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").current_dir(folder);
    command.args(arguments).output().expect("drlab starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn said(folder: &Path, code: i32, arguments: &[&str]) -> String {
    let output = drlab(folder, arguments);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn json(folder: &Path, code: i32, arguments: &[&str]) -> Value {
    serde_json::from_str(&said(folder, code, arguments)).expect("JSON")
}

/// The command fails with 2 and says each part, and leaves the folder empty.
fn refused(folder: &Path, arguments: &[&str], parts: &[&str]) {
    let output = drlab(folder, arguments);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: '{part}' is not in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), 0, "{arguments:?}");
}

const MAP: [&str; 3] = ["sweep", "sender.threshold=0.1..0.9/5", "receiver.blend_time=0..0.4/3"];

#[test]
fn a_sweep_is_written_in_every_format_and_twice_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for ending in ["csv", "json", "svg", "png"] {
        let (one, other) = (format!("one.{ending}"), format!("other.{ending}"));
        let table = said(folder, 0, &[&MAP[..], &["--out", &one]].concat());
        assert!(table.contains("15 of 15 points"), "{table}");
        said(folder, 0, &[&MAP[..], &["--out", &other]].concat());
        let [one, other] = [one, other].map(|name| fs::read(folder.join(name)).expect("there"));
        assert_eq!(one, other, "{ending}");
    }
    let report: Value =
        serde_json::from_slice(&fs::read(folder.join("one.json")).expect("there")).expect("JSON");
    assert_eq!(report["axes"][1]["key"], "receiver.blend_time");
    assert_eq!(report["axes"][1]["unit"], "s");
    assert_eq!(report["rows"].as_array().expect("rows").len(), 15);
    let csv = fs::read_to_string(folder.join("one.csv")).expect("there");
    assert_eq!(csv.lines().count(), 16);
    assert!(csv.starts_with("sender.threshold,receiver.blend_time,seeds,updates,"), "{csv}");
    let svg = fs::read_to_string(folder.join("one.svg")).expect("there");
    assert!(svg.contains("<title>Peak error over threshold and blend time</title>"));
    let kept = drlab(folder, &[&MAP[..], &["--out", "one.csv"]].concat());
    assert!(text(&kept.stderr).contains("--force"));
    said(folder, 0, &[&MAP[..], &["--out", "one.csv", "--force"]].concat());
}

#[test]
fn a_sweep_agrees_with_the_run_of_each_of_its_points() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = json(folder.path(), 0, &["sweep", "link.latency=0.05,0.2", "--json"]);
    for (at, latency) in ["0.05", "0.2"].iter().enumerate() {
        let set = format!("link.latency={latency}");
        let run = json(folder.path(), 0, &["run", "--set", &set, "--json"]);
        let lines = sweep["rows"][at]["ensemble"]["lines"].as_array().expect("lines");
        let peak = lines.iter().find(|line| line["label"] == "Peak error").expect("a line");
        for lane in ["dead_reckoning", "snapshot"] {
            assert_eq!(peak[lane]["median"], run[lane]["peak_error"]);
        }
    }
}

#[test]
fn a_table_marks_what_none_beats() {
    let folder = tempfile::tempdir().expect("a folder");
    let table = said(folder.path(), 0, &["sweep", "receiver.smoothing=all", "--metric", "step"]);
    assert!(table.contains("catmull-rom") && table.contains("* no other point"), "{table}");
    assert_eq!(table.lines().filter(|line| line.ends_with('*')).count(), 1, "{table}");
    let long = said(folder.path(), 0, &["sweep", "sender.threshold=0.05..1/150"]);
    assert!(long.lines().count() < 40 && long.contains("no other beats"), "{long}");
    let luck = ["sweep", "link.loss=0,0.2", "--seeds", "3"];
    assert!(said(folder.path(), 0, &luck).contains("medians of 3 seeds"));
}

#[test]
fn what_is_no_sweep_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let axis = "sender.threshold=0..1/5";
    for (arguments, parts) in [
        (&["sweep", "sender.threshold"][..], &["no axis", "KEY=from..to/count"][..]),
        (&["sweep", "sender.treshold=0..1/5"], &["did you mean"]),
        (&["sweep", axis, axis], &["both axes turn sender.threshold"]),
        (&["sweep", axis, "--metric", "peek"], &["'peek'", "peak_error"]),
        (&["sweep", axis, "--metric", "turns", "--lane", "snapshot"], &["snapshots have no turns"]),
        (&["sweep", axis, "--out", "map.gif"], &[".csv or .json", "map.gif"]),
        (
            &["sweep", "sim.tick_rate=60,1000", "--set", "motion.laps=900", "--out", "a.csv"],
            &["sim.tick_rate=1000", "ticks"],
        ),
        (&["sweep", axis, "--out", "a.png", "--scale", "30", "--size", "9000x9000"], &["pixels"]),
        (&["suggest"], &["--peak 0.5"]),
        (&["suggest", "--peak", "-1"], &["peak_error = -1", "above 0"]),
        (&["suggest", "--distance", "20"], &["--pixels"]),
        (&["suggest", "--distance", "0", "--pixels", "3"], &["--distance", "above 0"]),
        (&["suggest", "--peak", "1", "--keep", "link.loss"], &["'link.loss'", "sender.order"]),
        (&["export-settings", "--as", "java"], &["rust", "gdscript"]),
        (&["export-settings", "--as", "rust", "--set", "sender.threshold=-1"], &["from 0 to 1000"]),
    ] {
        refused(folder.path(), arguments, parts);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_sweep_writes_what_it_has_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_drlab"));
    let axes = ["sweep", "sender.threshold=0.05..1/300", "receiver.blend_time=0..1/300"];
    let laps = ["--set", "motion.laps=40", "--out", "some.csv"];
    command.current_dir(folder.path()).args([&axes[..], &laps].concat());
    let child = command.stderr(std::process::Stdio::piped()).spawn().expect("drlab starts");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let shell = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &shell]).status().expect("a shell").success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(text(&output.stderr).contains("of 90000 points were done"), "{}", text(&output.stderr));
    let csv = fs::read_to_string(folder.path().join("some.csv")).expect("there");
    let lines = csv.lines().count();
    assert!((2..90_001).contains(&lines), "{lines} lines");
    assert!(csv.ends_with('\n') && csv.lines().all(|line| line.split(',').count() > 30));
}

#[test]
fn a_suggestion_says_how_to_apply_it_and_that_keeps_the_promise() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let promise = ["suggest", "--peak", "0.6", "--step", "0.3"];
    let table = said(folder, 0, &promise);
    let line = table.lines().find(|line| line.contains("drlab run")).expect("a command");
    let words: Vec<&str> = line.split_whitespace().skip(1).chain(["--json"]).collect();
    let run = json(folder, 0, &words);
    assert!(run["dead_reckoning"]["peak_error"].as_f64().is_some_and(|peak| peak <= 0.6));
    assert!(run["dead_reckoning"]["largest_step"].as_f64().is_some_and(|step| step <= 0.3));
    let answer = json(folder, 0, &[&promise[..], &["--json"]].concat());
    assert_eq!(answer["settings"], run["settings"]);
    assert_eq!(answer["updates_per_second"]["max"], run["dead_reckoning"]["updates_per_second"]);
}

/// A drive along a figure of eight, faster and slower, as a recording of 25 Hz.
fn recording() -> String {
    let mut csv = "t,x,y\n".to_owned();
    for sample in 0..200 {
        let time = f64::from(sample) / 25.0;
        let way = 0.5 * time + 0.6 * libm::sin(0.9 * time);
        csv += &format!("{time},{},{}\n", 9.0 * libm::sin(way), 5.0 * libm::sin(2.0 * way));
    }
    csv
}

#[test]
fn no_cheaper_point_of_a_sweep_keeps_what_is_promised_for_a_recording() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::write(folder.join("drive.csv"), recording()).expect("written");
    let trace = ["--trace", "drive.csv", "--set", "sim.tick_rate=30"];
    let promise = [&["suggest", "--peak", "0.8", "--json"][..], &trace].concat();
    let answer = json(folder, 0, &promise);
    let most = answer["bytes_per_second"]["max"].as_f64().expect("a number");
    let (mut points, mut kept) = (0, 0);
    for order in ["1", "2", "turn"] {
        for smoothing in ["snap", "projective-velocity", "exponential"] {
            let set = [format!("sender.order={order}"), format!("receiver.smoothing={smoothing}")];
            let set = ["--set", &set[0], "--set", &set[1], "--json"];
            let axes = ["sweep", "sender.threshold=0.05..1.2/24", "receiver.blend_time=0..0.6/7"];
            let sweep = json(folder, 0, &[&axes[..], &set, &trace].concat());
            for row in sweep["rows"].as_array().expect("rows") {
                let lines = row["ensemble"]["lines"].as_array().expect("lines");
                let of = |label: &str| {
                    let line = lines.iter().find(|line| line["label"] == label).expect(label);
                    line["dead_reckoning"]["median"].as_f64().expect("a number")
                };
                points += 1;
                if of("Peak error") <= 0.8 {
                    kept += 1;
                    let bytes = of("Bytes per second");
                    assert!(bytes >= most - 1e-9, "{bytes} with {order}, {smoothing}: {most}");
                }
            }
        }
    }
    assert_eq!(points, 9 * 24 * 7);
    assert!(kept > 100 && kept < points, "{kept} of {points}");
}

#[test]
fn a_rate_alone_gets_the_least_error_at_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let answer = json(folder, 0, &["suggest", "--rate", "2", "--json"]);
    let rate = answer["updates_per_second"]["max"].as_f64().expect("a rate");
    assert!(rate > 1.0 && rate <= 2.0, "{rate}");
    let set = |key: &str| format!("{key}={}", answer["settings"]["sender"]["threshold"]);
    let run = json(folder, 0, &["run", "--set", &set("sender.threshold"), "--json"]);
    let peak = answer["promises"]
        .as_array()
        .and_then(|all| all.iter().find(|one| one["metric"] == "peak_error"))
        .map(|one| one["wanted"].as_f64().expect("a number"));
    let now = run["dead_reckoning"]["peak_error"].as_f64().expect("a number");
    assert!(peak.is_some_and(|peak| peak <= now && peak > 0.1), "{peak:?} of {now}");
}

#[test]
fn what_cannot_be_kept_says_why_and_what_can() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let table = said(folder, 1, &["suggest", "--peak", "0.05"]);
    for part in ["latency of 0.1 s", "Instead", "peak error at most"] {
        assert!(table.contains(part), "'{part}' is not in: {table}");
    }
    let answer = json(folder, 1, &["suggest", "--peak", "0.05", "--json"]);
    assert_eq!(answer["kept"], false);
    let least = answer["instead"][0]["least"].as_f64().expect("a number");
    // What is offered instead can indeed be had.
    let again = format!("{}", least + 1e-9);
    assert_eq!(json(folder, 0, &["suggest", "--peak", &again, "--json"])["kept"], true);
}

#[test]
fn pixels_at_a_distance_are_a_promise_in_units() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let near = ["suggest", "--width", "0.35", "--distance", "20", "--pixels", "20", "--json"];
    let seen = dead_reckoning::sender::threshold_at(
        20.0,
        20.0,
        laboratory::settings::VIEWER.0,
        laboratory::settings::VIEWER.1,
    );
    assert_eq!(json(folder, 0, &near)["promises"][0]["wanted"].as_f64(), Some(seen));
    let of_width = json(folder, 0, &["suggest", "--width", "1.2", "--json"]);
    assert_eq!(of_width["promises"][0]["wanted"], 0.6);
}

/// Settings that are all at something else than their defaults.
const TUNED: [&str; 8] = [
    "--set",
    "sender.threshold=0.0125",
    "--set",
    "sender.order=turn",
    "--set",
    "receiver.smoothing=exponential",
    "--set",
    "wire.position_bits=18",
];

#[test]
fn exported_settings_come_back_and_the_source_compiles() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for row in LANGUAGES {
        let name = format!("tuned.{}", row.ending);
        let command = [&["export-settings", "--as", row.name][..], &TUNED];
        let printed = said(folder, 0, &command.concat());
        said(folder, 0, &[&command.concat()[..], &["--out", &name]].concat());
        assert_eq!(fs::read_to_string(folder.join(name)).expect("there"), printed);
    }
    let mut right = Settings::default();
    TUNED.iter().filter(|word| word.contains('=')).for_each(|word| right.set(word).expect(word));
    let toml = fs::read_to_string(folder.join("tuned.toml")).expect("there");
    assert_eq!(Settings::default().overlaid(&toml), Ok(right));
    let run = json(folder, 0, &["run", "--settings", "tuned.toml", "--json"]);
    assert_eq!(
        run["settings"],
        json(folder, 0, &[&["run", "--json"][..], &TUNED].concat())["settings"]
    );
    compiles(
        folder,
        "rustc",
        &["--edition", "2021", "--crate-type", "lib", "-D", "warnings", "tuned.rs"],
    );
    let user = "#include \"tuned.hpp\"\n#include \"tuned.hpp\"\nint main() { return dead_reckoning::kReceiverSendTime ? 0 : 1; }\n";
    fs::write(folder.join("user.cpp"), user).expect("writes");
    compiles(folder, "g++", &["-std=c++17", "-Wall", "-Werror", "-fsyntax-only", "user.cpp"]);
}

/// Runs a compiler; a machine that does not have it proves nothing.
fn compiles(folder: &Path, compiler: &str, arguments: &[&str]) {
    match Command::new(compiler).current_dir(folder).args(arguments).output() {
        Ok(output) => assert!(output.status.success(), "{compiler}: {}", text(&output.stderr)),
        Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::NotFound),
    }
}
