//! Recorded motion as a person and as a script meets it. All recordings are made here.
#![allow(clippy::expect_used, reason = "tests may")]

use serde_json::Value;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Output};

fn drlab(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drlab"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.current_dir(folder).args(arguments).output().expect("drlab starts")
}

fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = drlab(folder, arguments);
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {complaint}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(folder: &Path, arguments: &[&str]) -> Value {
    serde_json::from_str(&said(folder, arguments)).expect("JSON")
}

fn refused(folder: &Path, arguments: &[&str], parts: &[&str]) {
    let output = drlab(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(output.stdout.is_empty() && !said.contains("panicked"), "{said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: '{part}' is not in: {said}");
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("writes");
}

/// A drive of 20 s at 10 Hz: out, a stop, a half circle, and a gap of 8 s.
fn drive() -> String {
    let mut file = String::from("utc (ms);east_m;north_m\n");
    for n in 0..200 {
        let time = f64::from(n) * 0.1;
        let (x, y) = match time {
            time if time < 5.0 => (10.0 * time, 0.0),
            time if time < 8.0 => (50.0, 0.0),
            time if time < 14.0 => {
                let (sin, cos) = libm::sincos(0.5 * (time - 8.0));
                (50.0 + 20.0 * sin, 20.0 - 20.0 * cos)
            }
            time => (52.8 - 10.0 * (time - 14.0), 39.8),
        };
        let gap = if n < 170 { 0 } else { 8000 };
        writeln!(file, "{};{x};{y}", 1_700_000_000_000_i64 + 100 * i64::from(n) + gap)
            .expect("a string");
    }
    file
}

#[test]
fn the_lap_recorded_and_driven_again_is_the_lap() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let lap = json(folder, &["run", "--frames", "lap.csv", "--json"]);
    let again = json(folder, &["run", "--trace", "lap.csv", "--json"]);
    // The last tick of the lap is the end of the recording.
    assert_eq!((lap["ticks"].as_u64(), again["ticks"].as_u64()), (Some(501), Some(500)));
    assert_eq!(again["dead_reckoning"]["updates"], lap["dead_reckoning"]["updates"]);
    for metric in ["mean_error", "peak_error"] {
        let read = |run: &Value| run["dead_reckoning"][metric].as_f64().expect("a number");
        assert!((read(&lap) - read(&again)).abs() < 0.005, "{metric}");
    }
    let ticks: u64 = again["segments"]
        .as_array()
        .expect("rows")
        .iter()
        .filter_map(|row| row["ticks"].as_u64())
        .sum();
    assert_eq!(ticks, 500);
    assert!(lap.get("segments").is_none());
}

#[test]
fn import_says_what_it_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "drive.csv", &drive());
    let found = json(folder, &["import", "drive.csv", "--json"]);
    assert_eq!((found["samples"].as_u64(), found["gaps"].as_u64()), (Some(200), Some(1)));
    assert_eq!(found["found"]["columns"][1]["column"], "'east_m', column 2");
    let number = |key: &str| found[key].as_f64().expect("a number");
    assert!((number("median_step") - 0.1).abs() < 1e-9);
    assert!((number("gap_seconds") - 8.1).abs() < 1e-9 && (number("seconds") - 19.8).abs() < 1e-9);
    // The curve stops within the last step, so its middle is faster.
    assert!((number("top_speed") - 10.0).abs() < 1.0, "{}", number("top_speed"));
    let scaled = json(folder, &["import", "drive.csv", "--set", "trace.scale=0.1", "--json"]);
    assert!((scaled["length"].as_f64().expect("a number") * 10.0 - number("length")).abs() < 1e-6);
    let text = said(folder, &["import", "drive.csv"]);
    for part in [
        "semicolons",
        "'utc (ms)', column 1",
        "10.0000 Hz",
        "1 u a metre",
        "1 gaps of 8.10 s in all, jumped over",
    ] {
        assert!(text.contains(part), "'{part}' is not in: {text}");
    }
    assert!(said(folder, &["import", "drive.csv", "--gaps", "bridge"]).contains("bridged"));
    let run = said(folder, &["run", "--trace", "drive.csv"]);
    for kind in ["Straights", "Turns", "Stops"] {
        assert!(run.contains(kind), "{run}");
    }
}

#[test]
fn options_are_values_that_can_be_set() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "odd.csv", "0,7,1,2\n100,8,2,2\n200,9,3,2\n300,9,4,4\n");
    let options = [
        "--trace",
        "odd.csv",
        "--columns",
        "time=1,x=-2,y=-1",
        "--time-unit",
        "ms",
        "--gaps",
        "bridge",
    ];
    let values = [
        "motion.kind=trace",
        "trace.file=odd.csv",
        "trace.columns=time=1,x=-2,y=-1",
        "trace.time_unit=ms",
        "trace.gaps=bridge",
    ];
    let set: Vec<&str> = values.iter().flat_map(|value| ["--set", value]).collect();
    let one = said(folder, &[&["run", "--json"], &options[..]].concat());
    assert_eq!(one, said(folder, &[&["run", "--json"], &set[..]].concat()));
    let run: Value = serde_json::from_str(&one).expect("JSON");
    assert!((run["lap_seconds"].as_f64().expect("a number") - 0.3).abs() < 1e-12);
    // What was changed is said so that it can be typed again.
    let text = said(folder, &[&["run"], &options[..]].concat());
    for value in values {
        assert!(text.contains(value), "'{value}' is not in: {text}");
    }
}

#[test]
fn a_settings_file_finds_its_recording_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    std::fs::create_dir(folder.join("deep")).expect("a folder");
    write(&folder.join("deep"), "drive.csv", &drive());
    write(
        folder,
        "deep/mine.toml",
        "[motion]\nkind = \"trace\"\n[trace]\nfile = \"drive.csv\"\nscale = 0.5\n",
    );
    let by_file = json(folder, &["run", "--settings", "deep/mine.toml", "--json"]);
    let by_hand =
        json(folder, &["run", "--trace", "deep/drive.csv", "--set", "trace.scale=0.5", "--json"]);
    assert_eq!(by_file["dead_reckoning"], by_hand["dead_reckoning"]);
    said(
        folder,
        &["compare", "deep/mine.toml", "deep/mine.toml,sender.order=2", "--out", "two.svg"],
    );
    refused(
        folder,
        &["run", "--settings", "deep/mine.toml", "--columns", "x=width"],
        &["'width'", "1 utc (ms)"],
    );
}

#[test]
fn a_line_without_times_is_driven_at_the_speed_that_is_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut line = String::from("# x_m,y_m\n");
    for n in 0..100 {
        let (sin, cos) = libm::sincos(f64::from(n) * std::f64::consts::TAU / 100.0);
        writeln!(line, "{},{}", 100.0 * cos, 50.0 * sin).expect("a string");
    }
    write(folder, "line.csv", &line);
    let slow = json(folder, &["import", "line.csv", "--speed", "10", "--json"]);
    let fast = json(folder, &["import", "line.csv", "--speed", "20", "--json"]);
    let seconds = |run: &Value| run["seconds"].as_f64().expect("a number");
    assert!((seconds(&slow) / seconds(&fast) - 2.0).abs() < 1e-9);
    assert_eq!((slow["timed"].as_bool(), slow["lap_seconds"].is_number()), (Some(false), true));
    assert!(said(folder, &["import", "line.csv"]).contains("a closed line"));
    refused(folder, &["import", "line.csv", "--speed", "-3"], &["motion.speed = -3", "from 0.1"]);
    let laps = json(folder, &["run", "--trace", "line.csv", "--set", "motion.laps=3", "--json"]);
    assert!(
        (laps["lap_seconds"].as_f64().expect("a number") / (seconds(&slow) * 2.5) - 3.0).abs()
            < 1e-9
    );
    for out in ["line.svg", "line.png"] {
        said(folder, &["render", "--trace", "line.csv", "--speed", "20", "--out", out]);
        assert!(folder.join(out).exists());
    }
}

#[test]
fn faults_are_sentences_with_file_and_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    write(folder, "bad.csv", "t,x,y\n0,0,0\n1,1,0\n0.5,2,0\n");
    for command in [&["import", "bad.csv"][..], &["run", "--trace", "bad.csv"]] {
        refused(folder, command, &["bad.csv: line 4", "0.5 s before that of line 3"]);
    }
    refused(folder, &["render", "--trace", "bad.csv", "--out", "bad.svg"], &["line 4"]);
    assert!(!folder.join("bad.svg").exists());
    refused(folder, &["import", "none.csv"], &["cannot read none.csv"]);
    refused(folder, &["import", "."], &["cannot be read"]);
    refused(folder, &["run", "--set", "motion.kind=trace"], &["--trace FILE"]);
    refused(folder, &["run", "--time-unit", "weeks"], &["weeks", "auto"]);
    refused(folder, &["run", "--gaps", "fill"], &["trace.gaps = fill", "keep or bridge"]);
    refused(
        folder,
        &["run", "--set", "trace.smoothing=-1"],
        &["trace.smoothing", "from 0 to 10 s"],
    );
    refused(
        folder,
        &["import", "bad.csv", "--columns", "time=none,x=4"],
        &["no column '4'", "1 t, 2 x, 3 y"],
    );
}

#[test]
fn speeds_that_contradict_the_positions_are_said_and_dates_are_a_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let rows = |velocity: f64| -> String {
        let row =
            |second: u32| format!("2024-05-01 12:00:{second:02},{},0,{velocity},0\n", 10 * second);
        "date,x,y,vx,vy\n".to_owned() + &(0..30).map(row).collect::<String>()
    };
    write(folder, "right.csv", &rows(10.0));
    write(folder, "wrong.csv", &rows(-10.0));
    let right = said(folder, &["import", "right.csv"]);
    assert!(right.contains("'date'") && !right.contains("Beware"), "{right}");
    let wrong = said(folder, &["import", "wrong.csv"]);
    assert!(wrong.contains("Beware") && wrong.contains("trace.velocity=estimated"), "{wrong}");
}
