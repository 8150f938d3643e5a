//! Pictures as the command line writes them: whole, the same every time, and refused with a sentence.
#![allow(clippy::expect_used, reason = "tests may")]

use laboratory::catalogue::comparisons::COMPARISONS;
use laboratory::lanes::LaneKind;
use laboratory::scene::view::LAYOUTS;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn drlab(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drlab"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").current_dir(folder);
    command.args(arguments).output().expect("drlab starts")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Runs a command that writes `name` and gives the file.
fn written(folder: &Path, name: &str, arguments: &[&str]) -> Vec<u8> {
    let output = drlab(folder, &[arguments, &["--out", name]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    fs::read(folder.join(name)).expect("it is there")
}

/// The command fails with 2 and a sentence, and leaves the folder as it was.
fn refused(folder: &Path, arguments: &[&str], parts: &[&str]) {
    let before = listing(folder);
    let output = drlab(folder, arguments);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: '{part}' is not in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(listing(folder), before, "{arguments:?}");
}

fn listing(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    names.sort();
    names
}

fn png(file: &[u8]) -> png::Reader<std::io::Cursor<&[u8]>> {
    png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG")
}

#[test]
fn every_layout_is_drawn_and_twice_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let mut seen = Vec::new();
    for layout in LAYOUTS {
        for ending in ["svg", "png"] {
            let name = layout.name([LaneKind::DeadReckoning, LaneKind::Snapshots]);
            let command = ["render", "--layout", name, "--size", "640x400"];
            let one = written(folder, &format!("{}.{ending}", name), &command);
            let other = written(folder, &format!("{}-2.{ending}", name), &command);
            assert_eq!(one, other, "{} {ending}", name);
            assert!(!seen.contains(&one), "{} looks like another layout", name);
            seen.push(one);
        }
    }
}

#[test]
fn sizes_are_points_and_scale_is_pixels() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (name, scale, size) in [("one.png", "1", (900, 600)), ("two.png", "2.5", (2250, 1500))] {
        let file = written(folder, name, &["render", "--size", "900x600", "--scale", scale]);
        assert_eq!(png(&file).info().size(), size, "{name}");
    }
    let svg = written(folder, "lap.svg", &["render", "--size", "900x600"]);
    assert!(String::from_utf8(svg).expect("UTF-8").contains("width=\"900\" height=\"600\""));
}

#[test]
fn an_svg_can_be_taken_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = ["render", "--title", "5 < 6 & \"more\"", "--layers", "path,drawn,updates"];
    let svg = String::from_utf8(written(folder.path(), "lap.svg", &command)).expect("UTF-8");
    for part in [
        "<title>5 &lt; 6 &amp; \"more\"</title>",
        "<g id=\"path\"><title>true path and position</title>",
        "<g id=\"drawn\"><title>dead reckoning, drawn</title>",
        "<g id=\"strip\">",
        "font-family=\"Inter,",
        ">Updates per second</text>",
    ] {
        assert!(svg.contains(part), "{part} is missing");
    }
    assert!(!svg.contains("id=\"snapshot\"") && !svg.contains("id=\"grid\""), "layers are off");
    let ids: Vec<&str> =
        svg.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len(), "{ids:?}");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
}

#[test]
fn moments_are_times_ticks_or_the_worst() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let at = |name: &str, moment: &[&str]| {
        written(folder, name, &[&["render", "--size", "640x400"], moment].concat())
    };
    let worst = at("worst.svg", &["--worst"]);
    assert_eq!(worst, at("default.svg", &[]));
    assert_eq!(worst, at("tick.svg", &["--tick", "215"]));
    assert_eq!(worst, at("time.svg", &["--time", "3.5833333"]));
    assert_ne!(worst, at("start.svg", &["--time", "0"]));
}

#[test]
fn what_a_picture_says_holds_for_what_it_shows() {
    let folder = tempfile::tempdir().expect("a folder");
    let svg = |name: &str, arguments: &[&str]| {
        String::from_utf8(written(folder.path(), name, arguments)).expect("UTF-8")
    };
    let look = COMPARISONS[0].look.split(';').next().expect("a sentence");
    assert!(svg("a.svg", &["compare", "thresholds"]).contains(look));
    let changed = ["compare", "thresholds", "--scenario", "on-foot"];
    assert!(!svg("b.svg", &changed).contains(look), "on foot it is not so");
    assert!(!svg("c.svg", &["render"]).contains(", changed<"));
    let title = "<title>The lap, as published, changed</title>";
    assert!(svg("d.svg", &["render", "--set", "link.latency=0.2"]).contains(title));
    assert!(svg("e.svg", &["render", "--pin", "lap"]).contains(">A: the same settings<"));
    assert!(
        svg("f.svg", &["render", "--pin", "snap"]).contains(">A differs: receiver.blend_time=0<")
    );
    // On a straight, dead reckoning is never wrong: what there is to see is how late snapshots are.
    assert!(svg("g.svg", &["render", "--scenario", "straight"]).contains("tick 18"));
    let output = drlab(folder.path(), &["render", "--title", "Ж 中", "--out", "h.png"]);
    assert!(output.status.success() && said(&output).contains("the font has no Ж 中"));
}

#[test]
fn small_pages_do_without_what_has_no_room() {
    let folder = tempfile::tempdir().expect("a folder");
    for (size, has, lacks) in [
        ("1280x800", vec!["strip", "caption", "table", "legend"], vec![]),
        ("400x250", vec!["strip"], vec!["table", "caption", "legend"]),
        ("160x100", vec!["path"], vec!["strip", "table", "caption", "legend"]),
    ] {
        let file = written(folder.path(), &format!("{size}.svg"), &["render", "--size", size]);
        let svg = String::from_utf8(file).expect("UTF-8");
        let there = |layer: &&str| svg.contains(&format!("<g id=\"{layer}\">"));
        assert!(has.iter().all(there), "{size}");
        assert!(!lacks.iter().any(there), "{size}");
    }
}

#[cfg(unix)]
#[test]
fn an_end_in_mid_write_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    for signal in ["INT", "TERM"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_drlab"));
        command.current_dir(folder.path()).args(["animate", "--slow", "20", "--out", "lap.gif"]);
        let mut child = command.stderr(std::process::Stdio::piped()).spawn().expect("drlab starts");
        while listing(folder.path()).is_empty() {
            std::thread::sleep(std::time::Duration::from_millis(5));
            assert!(child.try_wait().expect("running").is_none(), "it ended too soon");
        }
        // The shell's own: a small system has no program of that name.
        let kill = format!("kill -s {signal} {}", child.id());
        let kill = Command::new("sh").args(["-c", &kill]).status();
        assert!(kill.expect("kill").success());
        let output = child.wait_with_output().expect("ends");
        assert_eq!(output.status.code(), Some(2));
        assert!(said(&output).contains("nothing was written"), "{}", said(&output));
        assert!(listing(folder.path()).is_empty(), "{signal}");
    }
}

#[test]
fn comparisons_of_the_catalogue_and_of_ones_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for row in COMPARISONS {
        let file = written(folder, &format!("{}.svg", row.name), &["compare", row.name]);
        let svg = String::from_utf8(file).expect("UTF-8");
        for entry in row.panels {
            assert!(svg.contains(&format!(">{}</text>", entry.name)), "{}", entry.name);
        }
    }
    fs::write(folder.join("mine.toml"), "[sender]\nthreshold = 0.7\n").expect("writes");
    let own = [
        "compare",
        "snap",
        "mine.toml",
        "lap,sender.threshold=0.1",
        "link.latency=0.2",
        "--set",
        "link.packet_bytes=99",
    ];
    let svg = String::from_utf8(written(folder, "own.svg", &own)).expect("UTF-8");
    for part in [
        ">Snap</text>",
        ">mine</text>",
        ">The lap, as published · threshold=0.1</text>",
        ">latency=0.2</text>",
        ">all: link.packet_bytes=99</text>",
    ] {
        assert!(svg.contains(part), "{part} is missing");
    }
}

#[test]
fn a_gif_has_the_frames_and_the_time_that_were_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let command =
        ["animate", "--size", "200x150", "--from", "3", "--to", "4", "--fps", "30", "--slow", "2"];
    let file = written(folder.path(), "lap.gif", &command);
    assert_eq!(file, written(folder.path(), "again.gif", &command), "the same every time");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::Indexed);
    let mut reader = options.read_info(file.as_slice()).expect("a GIF");
    assert_eq!((reader.width(), reader.height()), (200, 150));
    let (mut frames, mut hundredths) = (0, 0);
    while let Some(frame) = reader.read_next_frame().expect("a frame") {
        frames += 1;
        hundredths += usize::from(frame.delay);
    }
    assert_eq!((frames, hundredths), (60, 200));
    assert_eq!(reader.repeat(), gif::Repeat::Infinite);
}

#[test]
fn an_animated_png_shows_its_frames_as_they_are_drawn_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let size = ["--size", "200x150"];
    let cut = ["--from", "3", "--to", "3.2", "--fps", "60"];
    let file = written(folder, "lap.png", &[&["animate"], &size[..], &cut].concat());
    let mut reader = png(&file);
    let control = *reader.info().animation_control.as_ref().expect("an animation");
    assert_eq!((control.num_frames, control.num_plays), (12, 0));
    let mut canvas = vec![0_u8; 200 * 150 * 4];
    for frame in 0..12 {
        let mut bytes = vec![0; reader.output_buffer_size().expect("fits")];
        reader.next_frame(&mut bytes).expect("pixels");
        let place = *reader.info().frame_control.as_ref().expect("a place");
        for y in 0..place.height as usize {
            for x in 0..place.width as usize {
                let from = 4 * (y * place.width as usize + x);
                let to = 4 * ((y + place.y_offset as usize) * 200 + x + place.x_offset as usize);
                if bytes[from + 3] != 0 {
                    canvas[to..to + 4].copy_from_slice(&bytes[from..from + 4]);
                }
            }
        }
        let tick = (180 + frame).to_string();
        let name = format!("tick-{tick}.png");
        let alone = written(
            folder,
            &name,
            &[&["render", "--no-caption", "--tick", &tick], &size[..]].concat(),
        );
        let mut alone = png(&alone);
        let mut right = vec![0; alone.output_buffer_size().expect("fits")];
        alone.next_frame(&mut right).expect("pixels");
        assert!(canvas == right, "frame {frame}");
    }
}

#[test]
fn what_is_there_stays_and_force_replaces_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (name, command) in [
        ("a.svg", vec!["render", "--out", "a.svg"]),
        ("b.png", vec!["compare", "blends", "--out", "b.png"]),
        ("c.gif", vec!["animate", "--to", "0.1", "--out", "c.gif"]),
        ("d.csv", vec!["run", "--frames", "d.csv"]),
    ] {
        fs::write(folder.join(name), "mine").expect("writes");
        refused(folder, &command, &[name, "there already", "--force"]);
        assert_eq!(fs::read(folder.join(name)).expect("still there"), b"mine");
        let forced = drlab(folder, &[&command[..], &["--force"]].concat());
        assert!(forced.status.success(), "{}", said(&forced));
        assert!(fs::read(folder.join(name)).expect("replaced").len() > 1000, "{name}");
    }
}

#[test]
fn what_cannot_be_is_a_sentence_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (command, parts) in [
        ("render --out lap.jpg", vec!["lap.jpg", ".svg", ".png"]),
        ("render --out lap", vec![".svg", ".png"]),
        ("animate --out lap.mp4", vec!["lap.mp4", ".gif", ".png"]),
        ("compare lap snap --out x.gif", vec!["x.gif", ".svg"]),
        ("render --out a.png --size 60000x60000", vec!["60000 × 60000", "1 GiB"]),
        ("render --out a.png --size 70000x160", vec!["70000 × 160", "65535 at most"]),
        ("compare lap snap --out a.svg --size 300x300", vec!["2 panels", "232 × 242", "1280 × "]),
        ("compare thresholds blends --out a.svg", vec!["'thresholds'", "stands alone"]),
        ("compare lap --out a.svg", vec!["two or more"]),
        ("compare lap, --out a.svg", vec!["two or more"]),
        ("compare lap circle --time 15 --out a.svg", vec!["15 s", "8.35"]),
        ("run --frames frames.txt", vec!["frames.txt", ".csv"]),
        ("render --out a.png --scale 32 --size 4000x4000", vec!["128000 × 128000", "1 GiB"]),
        ("animate --out a.gif --size 9000x6000", vec!["9000 × 6000", "1 GiB"]),
        ("render --out a.png --size 10x10", vec!["160x100"]),
        ("render --out a.png --size wide", vec!["1280x800"]),
        ("render --out a.png --scale 0", vec!["from 0.1 to 32"]),
        ("render --out a.png --tick 501", vec!["tick 501", "0 to 500"]),
        ("render --out a.png --time 9", vec!["9 s", "8.35"]),
        ("render --out a.png --time nan", vec!["NaN s", "8.35"]),
        ("render --out a.png --tick 1 --worst", vec!["--worst"]),
        ("render --out a.png --layout tiled", vec!["side-by-side"]),
        ("render --out a.png --layers paths", vec!["paths", "updates"]),
        ("render --out a.png --center 1", vec!["3.5,-2"]),
        ("render --out none/a.png", vec!["cannot write none/a.png", "folder"]),
        ("render --out a.png --pin nobody", vec!["'nobody'", "KEY=VALUE"]),
        ("compare lapp snap --out a.png", vec!["'lapp'", "did you mean lap?"]),
        ("compare , snap --out a.png", vec!["','", "KEY=VALUE"]),
        ("compare lap,sender.treshold=1 --out a.png", vec!["sender.threshold"]),
        ("compare none.toml lap --out a.png", vec!["cannot read none.toml"]),
        ("compare --out a.png", vec!["<A>"]),
        ("animate --out a.gif --from 5 --to 4", vec!["--from comes before --to"]),
        ("animate --out a.gif --to 9", vec!["8.35"]),
        ("animate --out a.gif --from -1", vec!["-1 s", "8.35"]),
        ("animate --out a.gif --fps 60", vec!["1 to 50", ".png"]),
        ("animate --out a.gif --fps 0", vec!["1 to 50"]),
        ("animate --out a.gif --slow 1000", vec!["frames", "--slow"]),
        ("animate --out a.gif --slow nan", vec!["NaN times"]),
    ] {
        refused(folder, &command.split(' ').collect::<Vec<_>>(), &parts);
    }
}

#[test]
fn without_a_display_the_laps_picture_is_written_but_never_over_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let picture = folder.join("drlab-lap.png");
    let first = drlab(folder, &[]);
    assert_eq!(first.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&first.stdout).contains("picture is drlab-lap.png"));
    let file = fs::read(&picture).expect("a picture");
    assert_eq!(png(&file).info().size(), (1280, 800));
    assert_eq!(file, written(folder, "rendered.png", &["render"]), "the same as render writes");
    fs::write(&picture, "mine").expect("writes");
    let second = drlab(folder, &["--set", "link.latency=0.2"]);
    assert_eq!(second.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&second.stdout).contains("no picture was written"));
    assert_eq!(fs::read(&picture).expect("still there"), b"mine");
}

/// What the window writes, and the command that it shows for it, run by a shell in the same folder.
#[cfg(all(feature = "window", unix))]
#[test]
fn the_window_writes_the_bytes_that_its_command_writes() {
    use dead_reckoning_lab::desk::export::{EXPORT_KINDS, ExportForm, ExportKind};
    use dead_reckoning_lab::desk::{Action, Desk};
    use laboratory::scene::layers::Switch;
    use laboratory::scene::view::Layout;
    use laboratory::settings::Settings;

    let folder = tempfile::tempdir().expect("a folder");
    let preset = folder.path().join("it's mine.toml");
    fs::write(&preset, "[sender]\nthreshold = 0.7\n[motion]\nlaps = 2\n").expect("writes");
    let plain = Desk::new(Settings::default()).expect("the lap");
    let mut pinned = plain.clone();
    pinned.act(Action::Scenario(5));
    pinned.act(Action::Pin);
    pinned.act(Action::Scenario(1));
    pinned.act(Action::Theme);
    pinned.act(Action::Seek(77));
    pinned.act(Action::Layout(Layout::SideBySide));
    pinned.act(Action::Switch(Switch::Model));
    let mut zoomed = plain.clone();
    zoomed.act(Action::Open(preset));
    zoomed.act(Action::Present);
    zoomed.view.zoom = 2.3;
    zoomed.view.center = Some([-1.5, 0.25]);
    let desks = [("plain", plain), ("pinned", pinned), ("zoomed", zoomed)];
    for ((name, desk), row) in
        desks.iter().flat_map(|desk| EXPORT_KINDS.iter().map(move |row| (desk, row)))
    {
        for ending in row.endings {
            let mut form = ExportForm::of(row.kind, desk);
            form.path =
                folder.path().join(format!("{name} {:?}.{ending}", row.kind)).display().to_string();
            form.size = [900, 560];
            form.moving_size = [240, 160];
            form.scale = 1.5;
            form.strip = *name != "zoomed";
            form.cut.from = 1.0;
            form.cut.to = if *name == "plain" { desk.experiment.lap_seconds() } else { 1.5 };
            form.cut.fps = if row.kind == ExportKind::Animation { 10 } else { 30 };
            let order = form.order(desk, false).expect("an order");
            order.carry_out(&|| true).expect("written");
            let here = fs::read(&form.path).expect("the window's file");
            fs::remove_file(&form.path).expect("away with it");
            let command = desk.export_command(&form);
            let program = format!("'{}'", env!("CARGO_BIN_EXE_drlab"));
            let line = command.replacen("drlab", &program, 1);
            let output = Command::new("sh").args(["-c", &line]).output().expect("a shell");
            assert!(output.status.success(), "{command}: {}", said(&output));
            assert!(here == fs::read(&form.path).expect("the command's file"), "{command}");
        }
    }
}
