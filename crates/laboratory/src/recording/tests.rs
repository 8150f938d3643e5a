//! Files of every kind and every fault, made here.

use super::*;
use crate::settings::{HeadingUnit, TimeUnit, Trace};
use glam::dvec2;
use proptest::prelude::*;
use std::fmt::Write;

fn read_as(text: &str, trace: &Trace) -> Result<Recording, TraceError> {
    read(text.as_bytes(), trace)
}

fn good(text: &str) -> Recording {
    read_as(text, &Trace::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refusal_of(text: &str) -> String {
    read_as(text, &Trace::default()).expect_err(text).to_string()
}

/// The fault names all of these.
fn refused(text: &str, parts: &[&str]) {
    let said = refusal_of(text);
    assert!(parts.iter().all(|part| said.contains(part)), "{parts:?} in '{said}' of\n{text}");
}

/// A quarter of a circle of 10 m in 2 s, as rows of time, x, y, vx, vy and heading.
fn arc() -> Vec<[f64; 6]> {
    let row = |n: i32| {
        let time = f64::from(n) * 0.1;
        let (sin, cos) = libm::sincos(time * 0.75);
        [time, 10.0 * cos, 10.0 * sin, -7.5 * sin, 7.5 * cos, libm::atan2(cos, -sin)]
    };
    (0..21).map(row).collect()
}

fn table(delimiter: &str, header: Option<&str>, number: impl Fn(f64) -> String) -> String {
    let rows = arc().into_iter().map(|row| row.map(&number).join(delimiter));
    let header = header.map(|names| names.replace(',', delimiter));
    header.into_iter().chain(rows).collect::<Vec<_>>().join("\n")
}

fn is_the_arc(recording: &Recording, file: &str) {
    let rows = arc();
    assert_eq!(recording.positions.len(), rows.len(), "{file}");
    for (n, [time, x, y, vx, vy, heading]) in rows.into_iter().enumerate() {
        assert!((recording.times[n] - time).abs() < 1e-9, "{file}");
        assert!(recording.positions[n].distance(dvec2(x, y)) < 1e-9, "{file}");
        if let Some(velocity) = recording.velocities.get(n) {
            assert!(velocity.distance(dvec2(vx, vy)) < 1e-9, "{file}");
        }
        if let Some(found) = recording.headings.get(n) {
            assert!((found - heading).abs() < 1e-9, "{file}");
        }
    }
}

#[test]
fn every_delimiter_with_and_without_header_is_the_same_recording() {
    for delimiter in [",", ";", "\t", "|", " ", "   ", ", ", "\t\t "] {
        for header in [None, Some("Time,X,Y,VX,VY,Yaw")] {
            let file = table(delimiter, header, |number| number.to_string());
            let recording = good(&file);
            is_the_arc(&recording, &file);
            assert_eq!(recording.velocities.len(), 21, "{file}");
            assert_eq!(recording.headings.is_empty(), header.is_none(), "{file}");
            let lines = file.replace('\n', "\r\n");
            is_the_arc(&good(&format!("\u{feff}{lines}\r\n\r\n")), &lines);
            if delimiter.trim() != "," {
                let commas =
                    table(delimiter, header, |number| number.to_string().replace('.', ","));
                is_the_arc(&good(&commas), &commas);
            }
        }
    }
}

#[test]
fn quotes_comments_and_a_header_in_a_comment_are_understood() {
    let quoted = table(",", Some("\"t\",\"x\",\"y\",\"vx\",\"vy\",\"yaw, rad\""), |number| {
        format!("\"{number}\"")
    });
    let quoted = quoted.replace("\"yaw, rad\"", "\"Yaw (rad)\"");
    is_the_arc(&good(&quoted), &quoted);
    for mark in ["#", "%", "//"] {
        let file = table(";", None, |number| number.to_string());
        let file = format!("{mark} a log\n{mark} t;x;y;vx;vy;yaw_deg\n\n{file}\n{mark} end\n");
        let recording = good(&file);
        assert_eq!((recording.found.comments, recording.found.rows), (3, 21), "{file}");
        assert_eq!(recording.found.columns[5].unit, "°, counter-clockwise from +x");
        // A comment that names nothing is no header.
        is_the_arc(&good(&file.replace("t;x;y;vx;vy;yaw_deg", "one;two;three")), &file);
    }
}

#[test]
fn times_come_in_every_unit() {
    for (factor, start, name, unit) in [
        (1.0, 0.0, "t", TimeUnit::Auto),
        (1e3, 0.0, "t_ms", TimeUnit::Auto),
        (1e3, 0.0, "t", TimeUnit::Ms),
        (1e6, 0.0, "time [us]", TimeUnit::Auto),
        (1e9, 0.0, "stamp", TimeUnit::Ns),
        (1.0, 1.6e9, "t", TimeUnit::Auto),
        (1e3, 1.6e12, "t", TimeUnit::Auto),
        (1e6, 1.6e15, "t", TimeUnit::Auto),
    ] {
        let mut file = format!("{name},x,y\n");
        for [time, x, y, ..] in arc() {
            writeln!(file, "{},{x},{y}", start + time * factor).expect("a string");
        }
        let trace = Trace { time_unit: unit, ..Trace::default() };
        let recording = read_as(&file, &trace).expect("reads");
        let last = recording.times[20];
        assert!((last - 2.0).abs() < 1e-6 && recording.times[0] == 0.0, "{name}: {last}");
        assert!((recording.found.first_time.expect("a time") - start).abs() < 1e-9);
    }
    let mut dates = String::from("Date Time,x,y\n");
    for [time, x, y, ..] in arc() {
        writeln!(dates, "2024-02-29T23:59:{:04.1}Z,{x},{y}", 57.0 + time).expect("a string");
    }
    is_the_arc(&good(&dates), &dates);
    is_the_arc(
        &good(&dates.replace('T', " ").replace("Da e", "date").replace(" ime", "_time")),
        "dates",
    );
}

#[test]
fn units_are_converted_and_degrees_are_a_plane() {
    let file = "t,x (km),y (ft),speed (km/h),heading (deg)\n0,0,0,36,0\n1,0.01,0,36,90\n2,0.02,10,36,-90\n";
    let recording = good(file);
    assert!(recording.positions[2].distance(dvec2(20.0, 3.048)) < 1e-9);
    assert!((recording.speeds[0] - 10.0).abs() < 1e-9);
    assert!((recording.headings[1] - std::f64::consts::FRAC_PI_2).abs() < 1e-12);
    // Without a unit, what is more than a turn of radians is in degrees.
    for (last, right) in [(90.0, std::f64::consts::FRAC_PI_2), (1.5, 1.5)] {
        let recording = good(&format!("t,x,y,yaw\n0,0,0,0\n1,1,0,1\n2,2,0,{last}\n"));
        assert!((recording.headings[2] - right).abs() < 1e-12);
    }
    let file =
        "utc (ms),lat (deg),lon (deg),heading\n0,50,4,0\n100,50.001,4,90\n200,50,4.001,180\n";
    let recording = good(file);
    assert_eq!(recording.found.origin, Some([50.0, 4.0]));
    assert_eq!(recording.times, [0.0, 0.1, 0.2]);
    let plane = plane::Plane::at(50.0, 4.0);
    assert_eq!(recording.positions[1], plane.place(50.001, 4.0).expect("near"));
    // North is +y, east is 0.
    let north = std::f64::consts::FRAC_PI_2;
    assert!((recording.headings[0] - north).abs() < 1e-12 && recording.headings[1].abs() < 1e-12);
    let trace = Trace { heading_unit: HeadingUnit::Radians, ..Trace::default() };
    assert_eq!(read_as(file, &trace).expect("reads").headings[0], 0.0);
}

#[test]
fn json_lines_are_objects_with_names() {
    let mut file = String::new();
    for [time, x, y, vx, vy, yaw] in arc() {
        let line = format!(
            r#"{{"y":{y}, "x":{x},"note":[1,{{"a":null}}],"vx":{vx},"vy":{vy},"time":"{time}","yaw":{yaw}}}"#
        );
        writeln!(
            file,
            "{}\n",
            line.replace("\"time\":\"", "\"time\":").replace("\",\"yaw", ",\"yaw")
        )
        .expect("a string");
    }
    let recording = good(&file);
    is_the_arc(&recording, &file);
    assert_eq!(recording.headings.len(), 21);
    let dated = r#"{"utc":"2024-01-01T00:00:00Z","lat":1,"lon":2}
{"utc":"2024-01-01T00:00:01Z","lat":1.001,"lon":2}
{"utc":"2024-01-01T00:00:02Z","lat":1.002,"lon":2}"#;
    assert_eq!(good(dated).times, [0.0, 1.0, 2.0]);
    refused(&dated.replace("1.001", "\"north\""), &["line 2", "lat is 'north'"]);
    refused(&dated.replace("\"lat\":1.001,", ""), &["line 2", "no lat"]);
    refused(&dated.replace("1.002,\"lon\":2}", "1.002"), &["line 3", "JSON"]);
    refused("{\"x\":1", &["line 1", "JSON"]);
    refused("[{\"x\":1}]", &["one JSON list"]);
}

fn gpx(body: &str) -> String {
    format!("<?xml version=\"1.0\"?>\n<gpx version=\"1.1\" creator=\"test\">{body}</gpx>")
}

fn point(latitude: f64, seconds: Option<u32>) -> String {
    let time = seconds.map(|s| format!("<time>2024-01-01T00:00:{s:02}.5Z</time>"));
    format!("<trkpt lat=\"{latitude}\" lon=\"4\">{}</trkpt>", time.unwrap_or_default())
}

#[test]
fn gpx_segments_are_breaks() {
    let segment = |from: u32, n: u32| {
        let points: String =
            (from..from + n).map(|s| point(50.0 + f64::from(s) * 1e-4, Some(s))).collect();
        format!("<trkseg>{points}</trkseg>")
    };
    let file = gpx(&format!("<trk>{}{}</trk>", segment(0, 3), segment(5, 2)));
    let recording = good(&file);
    assert_eq!(recording.times, [0.0, 1.0, 2.0, 5.0, 6.0]);
    assert_eq!((recording.breaks.as_slice(), recording.found.format.as_str()), (&[3][..], "GPX"));
    let line = |points: &str| gpx(&format!("<trk><trkseg>{points}</trkseg></trk>"));
    let untimed: String = (0..4).map(|n| point(50.0 + f64::from(n), None)).collect();
    assert!(good(&line(&untimed)).times.is_empty());
    let mixed = line(&(point(1.0, Some(1)) + &point(1.1, None) + &point(1.2, Some(3))));
    refused(&mixed, &["point 2", "time"]);
    let back = line(&(point(1.0, Some(5)) + &point(1.1, Some(6)) + &point(1.2, Some(3))));
    refused(&back, &["point 3", "3 s before that of point 2"]);
    refused(&line(&point(91.0, Some(1))), &["GPX", "91"]);
    refused(&gpx(""), &["0 samples"]);
    refused("<gpx version=\"1.1\"><trk>", &["GPX"]);
    refused("<html><p>hello</p></html>", &["GPX"]);
    let asked = Trace { columns: "x=1".to_owned(), ..Trace::default() };
    assert!(read_as(&file, &asked).expect_err("no columns").to_string().contains("no columns"));
}

#[test]
fn rows_of_two_kinds_have_their_ends_in_common() {
    let mut file = String::new();
    for (n, [time, x, y, vx, vy, yaw]) in arc().into_iter().enumerate() {
        let kind = if n % 2 == 0 { "A\t1\t2" } else { "B\t1\t2\t3" };
        let time = (1.6e15 + time * 1e6).to_string();
        writeln!(file, "{kind}\t{time}\t{x}\t{y}\t{vx}\t{vy}\t{yaw}\t0").expect("a string");
    }
    let recording = good(&file);
    is_the_arc(&recording, &file);
    assert_eq!(recording.velocities.len(), 21);
    assert!(recording.found.columns[0].column.contains("7 from the right"));
    let only = Trace { rows: "A".to_owned(), columns: "heading=-2".to_owned(), ..Trace::default() };
    let some = read_as(&file, &only).expect("reads");
    assert_eq!((some.positions.len(), some.found.other_rows, some.headings.len()), (11, 10, 11));
    for asked in ["x=", "x=12", "x=---"] {
        let asked = Trace { columns: asked.to_owned(), ..Trace::default() };
        let error = read_as(&file, &asked).expect_err("none such").to_string();
        assert!(error.contains("give their numbers, 1 to 11"), "{error}");
    }
    let none = Trace { rows: "C".to_owned(), ..Trace::default() };
    assert!(read_as(&file, &none).is_err());
}

#[test]
fn faults_are_refused_with_line_and_reason() {
    let with = |row: &str| format!("t,x,y\n0,0,0\n# a comment\n1,1,0\n{row}\n3,3,0\n4,4,0\n");
    assert_eq!(good(&with("2,2,0")).positions.len(), 5);
    for (row, parts) in [
        ("2,two,0", ["line 5", "x is 'two'"]),
        ("2,,0", ["line 5", "x is empty"]),
        ("2,2", ["line 5", "no y"]),
        ("2", ["line 5", "no x"]),
        ("noon,2,0", ["line 5", "time is 'noon'"]),
        ("2,nan,0", ["line 5", "not finite"]),
        ("2,0,-inf", ["line 5", "not finite"]),
        ("2,1e999,0", ["line 5", "not finite"]),
        ("2,1e300,0", ["line 5", "at most"]),
        ("nan,2,0", ["line 5", "time is NaN"]),
        ("1e300,2,0", ["line 5", "after the first"]),
        ("0.5,2,0", ["line 5", "0.5 s before that of line 4"]),
        ("2,\u{1b}[31m,0", ["line 5", "\\u{1b}[31m"]),
    ] {
        refused(&with(row), &parts);
    }
    // Without a header, too.
    refused("0,0,0\n1,1,0\n2,two,0\n3,3,0\n", &["line 3", "x is 'two'"]);
    let long = "9".repeat(100_000);
    refused(&with(&format!("2,{long},0")), &["line 5", "64 KiB"]);
    refused(&with(&format!("2,{},0", &"x".repeat(1000))), &["line 5", "…"]);
    for (file, parts) in [
        ("", ["0 samples", "three"]),
        ("\n# nothing\n", ["0 samples", "three"]),
        ("t,x,y\n", ["no rows of", "numbers"]),
        ("t,x,y\n0,0,0\n1,1,1\n", ["2 samples", "three"]),
        ("t,x,y\n0,0,0\n0,1,1\n0,2,2\n1,2,2\n", ["2 samples", "three"]),
        ("t,a,b\n0,0,0\n1,1,1\n2,2,2\n", ["1 t, 2 a, 3 b", "--columns"]),
        ("t,x,b\n0,0,0\n1,1,1\n2,2,2\n", ["1 t, 2 x, 3 b", "--columns"]),
        ("hello\nworld\n", ["no rows of numbers", "commas"]),
        ("lat,lon\n91,0\n91,0\n91,0\n", ["line 2", "latitude is 91°"]),
        ("lat,lon\n0,0\n0,361\n0,0\n", ["line 3", "longitude is 361°"]),
        ("lat,lon\n0,0\n50,4\n50,4.1\n", ["line 3", "more than 1000 km from line 2"]),
        ("t,x,y,v\n0,0,0,1\n1,1,0,\n2,2,0,1\n", ["line 3", "--columns speed=none"]),
        ("\u{0}\u{1}\u{2}\n\u{3}", ["no rows", "numbers"]),
    ] {
        refused(file, &parts);
    }
    let utf16 = read(&b"\xff\xfet\0,\0x\0"[..], &Trace::default()).expect_err("UTF-16");
    assert!(utf16.to_string().contains("UTF-8"));
    let failing = std::io::BufReader::new(Failing);
    assert!(read(failing, &Trace::default()).expect_err("fails").to_string().contains("broken"));
}

/// A reader that does not.
struct Failing;

impl std::io::Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(std::io::Error::other("broken"))
    }
}

#[test]
fn a_repeated_time_is_left_out_and_counted() {
    let recording = good("t,x,y\n0,0,0\n0,9,9\n1,1,0\n1,1,0\n1.0000000001,1,1\n2,2,0\n");
    assert_eq!((recording.times.as_slice(), recording.found.duplicates), (&[0.0, 1.0, 2.0][..], 3));
    assert_eq!((recording.positions[0], recording.found.rows), (dvec2(0.0, 0.0), 6));
}

#[test]
fn lines_above_the_header_and_units_below_it_are_not_rows() {
    let above = "My drive\nVehicle,Truck 7\nDate,2024-01-01,12\n\n";
    let rows = "0,0,0,36\n500,1000,0,36\n1000,2000,0,36\n";
    let recording = good(&format!("{above}Time,X,Y,Speed\nms,mm,mm,km/h\n{rows}"));
    assert_eq!((recording.times.as_slice(), recording.found.comments), (&[0.0, 0.5, 1.0][..], 5));
    assert_eq!(recording.positions[2], dvec2(2.0, 0.0));
    assert!((recording.speeds[1] - 10.0).abs() < 1e-12);
    // What is neither names nor units is a fault.
    refused(&format!("Time,X,Y,Speed\none,two,three,four\n{rows}"), &["line 2", "'one'"]);
    refused(&format!("{rows}Time,X,Y,Speed\n"), &["line 4", "'Time'"]);
}

/// Text that looks like the files that are read, with faults.
fn garbage() -> impl Strategy<Value = String> {
    let cell = prop_oneof![
        4 => (-1000.0..1000.0).prop_map(|number: f64| number.to_string()),
        2 => (0..100_i32).prop_map(|number| number.to_string()),
        1 => any::<f64>().prop_map(|number| number.to_string()),
        1 => prop::sample::select(vec![
            "t", "x", "y", "lat", "lon", "vx", "vy", "heading", "time (ms)", "x_m", "", "\"", "\"a,b\"", "L", "1e999",
            "nan", "1,5", "2024-01-01T00:00:00Z", "12:00", "#", "//", "{\"x\":1}", "é", "\u{feff}", "<gpx", "−1",
        ]).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ];
    let delimiter = prop::sample::select(vec![",", ";", "\t", "|", " ", "\",\"", "\":"]);
    let row = (prop::collection::vec(cell, 0..7), delimiter.clone())
        .prop_map(|(cells, delimiter)| cells.join(delimiter));
    let start = prop::sample::select(vec![
        "",
        "t,x,y\n",
        "t;x;y\n",
        "{\"x\":1,\"y\":2}\n",
        "# x_m,y_m\n",
        "lat\tlon\n",
        "<gpx version=\"1.1\">",
    ]);
    (start, prop::collection::vec(row, 0..12), prop::sample::select(vec!["\n", "\r\n", "\r"]))
        .prop_map(|(start, rows, end)| format!("{start}{}", rows.join(end)))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn garbage_is_refused_or_sound(text in garbage(), asked in prop::sample::select(vec!["", "x=1,y=2", "time=-1", "x=y"])) {
        let trace = Trace { columns: asked.to_owned(), ..Trace::default() };
        if let Ok(recording) = read_as(&text, &trace) {
            prop_assert!(recording.positions.len() >= 3);
            prop_assert!(recording.positions.iter().all(|at| at.is_finite()));
            prop_assert!(recording.times.windows(2).all(|pair| pair[0] < pair[1]));
            let mut settings = crate::settings::Settings { trace, ..Default::default() };
            settings.motion.kind = crate::settings::MotionKind::Trace;
            settings.sim.tick_rate = 5;
            settings.trace.recording = recording.into();
            if let Ok(truth) = crate::truth::Truth::build(&settings) {
                prop_assert!(truth.states.iter().all(dead_reckoning::State::is_finite));
            }
        }
    }

    #[test]
    fn a_written_table_reads_back(
        rows in prop::collection::vec((1e-3..10.0, -1e6..1e6, -1e6..1e6), 3..80),
        delimiter in prop::sample::select(vec![",", ";", "\t", " "]),
    ) {
        let rows: Vec<(f64, f64, f64)> = rows;
        let mut now = 0.0;
        let mut file = ["t", "x", "y"].join(delimiter);
        let mut times = Vec::new();
        for (step, x, y) in &rows {
            file += &format!("\n{}", [now, *x, *y].map(|number| number.to_string()).join(delimiter));
            times.push(now);
            now += step;
        }
        let recording = good(&file);
        prop_assert_eq!(&recording.times, &times);
        for (at, (_, x, y)) in recording.positions.iter().zip(&rows) {
            prop_assert_eq!(*at, dvec2(*x, *y));
        }
    }
}
