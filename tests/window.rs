//! The window by hand, on a real (virtual) screen: keys, wheel, drags.
//!
//! `xvfb-run -a -s '-noreset -screen 0 1400x900x24' cargo test --test window -- --ignored --test-threads 1`
#![cfg(all(feature = "window", target_os = "linux"))]
#![allow(clippy::expect_used, reason = "tests may")]

use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A picture of the window.
struct Picture {
    width: usize,
    bytes: Vec<u8>,
}

impl Picture {
    fn read(path: &Path) -> Self {
        let file = BufReader::new(File::open(path).expect("a screenshot"));
        let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
        let mut bytes = vec![0; reader.output_buffer_size().expect("fits in memory")];
        let info = reader.next_frame(&mut bytes).expect("pixels");
        Self { width: info.width as usize, bytes }
    }

    /// The pixels of a part of it, row by row: left, top, right, bottom.
    fn part(&self, [left, top, right, bottom]: [usize; 4]) -> Vec<&[u8]> {
        (top..bottom)
            .map(|y| &self.bytes[4 * (y * self.width + left)..4 * (y * self.width + right)])
            .collect()
    }

    /// How many pixels are as good as this colour.
    fn count(&self, rgb: [u8; 3]) -> usize {
        let near =
            |pixel: &&[u8]| pixel[..3].iter().zip(rgb).all(|(is, should)| is.abs_diff(should) < 8);
        self.bytes.chunks_exact(4).filter(near).count()
    }
}

/// A place in a picture, pixels.
type Place = [f32; 2];

/// The part of a picture that has the colour of the stage: left, top, right, bottom.
fn stage_of(picture: &Picture) -> [usize; 4] {
    let mut bounds = [usize::MAX, usize::MAX, 0, 0];
    for (at, pixel) in picture.bytes.chunks_exact(4).enumerate() {
        if pixel[..3] == [0x10, 0x12, 0x16] {
            let (x, y) = (at % picture.width, at / picture.width);
            let [left, top, right, bottom] = bounds;
            bounds = [left.min(x), top.min(y), right.max(x + 1), bottom.max(y + 1)];
        }
    }
    bounds
}

/// The middles of the patches of pixels that look so and are less than eight from each other (a trail may cross them), in a part of a picture without the legend in its corner.
fn patches(
    picture: &Picture,
    [left, top, right, bottom]: [usize; 4],
    looks: impl Fn(&[u8]) -> bool,
) -> Vec<Place> {
    let mut open: Vec<[usize; 2]> = (top..bottom)
        .flat_map(|y| (left..right).map(move |x| [x, y]))
        .filter(|[x, y]| *x > left + 230 || *y > top + 150)
        .filter(|[x, y]| looks(&picture.bytes[4 * (y * picture.width + x)..][..4]))
        .collect();
    let mut patches = Vec::new();
    while let Some(first) = open.pop() {
        let (mut patch, mut next) = (vec![first], 0);
        while next < patch.len() {
            let [x, y] = patch[next];
            let near =
                |other: &mut [usize; 2]| x.abs_diff(other[0]) < 8 && y.abs_diff(other[1]) < 8;
            patch.extend(open.extract_if(.., near));
            next += 1;
        }
        let ends = |side: usize, from: usize| {
            let all = patch.iter().map(|pixel| pixel[side]);
            let (least, most) = (all.clone().min().unwrap_or(0), all.max().unwrap_or(0));
            (least + most + 1) as f32 / 2.0 - from as f32
        };
        if patch.len() > 4 {
            patches.push([ends(0, left), ends(1, top)]);
        }
    }
    patches
}

fn near(pixel: &[u8], rgb: [u8; 3]) -> bool {
    pixel[..3].iter().zip(rgb).all(|(is, should)| is.abs_diff(should) < 6)
}

/// Where things are on a stage, found by their colours.
#[derive(Debug)]
struct Found {
    disc: Vec<Place>,
    snapshot: Vec<Place>,
    ring: Vec<Place>,
    ticks: Vec<Place>,
}

fn found(picture: &Picture, area: [usize; 4]) -> Found {
    let of = |rgb| patches(picture, area, |pixel| near(pixel, rgb));
    Found {
        disc: of([0xfd, 0xc7, 0x00]),
        snapshot: of([0x4c, 0xc9, 0xf0]),
        ring: of([0xc3, 0xc7, 0xce]),
        ticks: patches(picture, area, |pixel| pixel[..3].iter().all(|channel| *channel > 215)),
    }
}

/// Where the scene of the same state has them, on a stage of this size.
fn right(size: [usize; 2]) -> Found {
    use laboratory::experiment::Experiment;
    use laboratory::scene::compose::build;
    use laboratory::scene::layers::{Layer, Switch};
    use laboratory::scene::picture::Picture;
    use laboratory::scene::theme::DARK;
    use laboratory::scene::view::View;
    use laboratory::scene::{Area, Shape};
    use laboratory::settings::Settings;

    let experiment = Experiment::of(Settings::default()).expect("the lap");
    let view = View::default();
    let picture = Picture { tick: 215, ..Picture::of(&experiment, &view) };
    let area = Area::new(0.0, 0.0, size[0] as f32, size[1] as f32);
    let scene = build(&picture, area, Area::default(), None);
    let shapes = |switch: Switch| {
        let groups = scene.groups.iter().filter(move |group| group.layer == Layer::Switch(switch));
        groups.flat_map(|group| &group.shapes)
    };
    let circles = |switch, color| -> Vec<Place> {
        let middle = |shape: &Shape| {
            let Shape::Circle { center, fill, stroke, .. } = shape else { return None };
            let ink = fill.or(stroke.map(|stroke| stroke.color));
            (ink == Some(color)).then_some(center.to_array())
        };
        shapes(switch).filter_map(middle).collect()
    };
    let tick = |shape: &Shape| {
        let Shape::Line { points, stroke, .. } = shape else { return None };
        let middle = (points[0] + points[1]) / 2.0;
        (stroke.color == DARK.update).then_some(middle.to_array())
    };
    Found {
        disc: circles(Switch::Drawn, DARK.drawn),
        snapshot: circles(Switch::Snapshot, DARK.snapshot),
        ring: circles(Switch::Path, DARK.truth),
        ticks: shapes(Switch::Updates).filter_map(tick).collect(),
    }
}

/// Each place of the one is a place of the other, to a pixel and a half, and there are no more.
fn same_places(what: &str, is: &[Place], should: &[Place]) {
    assert_eq!(is.len(), should.len(), "{what}: {is:?} instead of {should:?}");
    for place in should {
        let close = |other: &&Place| (0..2).all(|side| (place[side] - other[side]).abs() <= 1.5);
        assert!(is.iter().find(close).is_some(), "{what} at {place:?}: {is:?}");
    }
}

/// Where the table of metrics has its numbers.
const NUMBERS: [usize; 4] = [1090, 520, 1270, 690];

struct Window {
    process: Child,
    screenshot: PathBuf,
    _folder: tempfile::TempDir,
}

impl Window {
    /// Opens the window on a tick; it closes itself and leaves a screenshot.
    fn open(frames: u32) -> Self {
        Self::open_with(&["--tick", "215"], frames)
    }

    /// Opens the window so; it closes itself and leaves a screenshot.
    fn open_with(arguments: &[&str], frames: u32) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let screenshot = folder.path().join("window.png");
        let process = Command::new(env!("CARGO_BIN_EXE_drlab"))
            .args(arguments)
            .args(["--frames", &frames.to_string(), "--screenshot"])
            .arg(&screenshot)
            .spawn()
            .expect("drlab starts");
        let window = Self { process, screenshot, _folder: folder };
        let start = Instant::now();
        while !xdotool(&["search", "--onlyvisible", "--name", "Dead Reckoning Lab"]) {
            assert!(start.elapsed() < Duration::from_secs(10), "the window does not show");
            sleep(Duration::from_millis(50));
        }
        sleep(Duration::from_millis(300));
        window
    }

    /// Waits until it closes, and looks at what it showed last.
    fn last_picture(mut self) -> Picture {
        assert!(self.process.wait().expect("drlab ends").success());
        Picture::read(&self.screenshot)
    }
}

fn xdotool(arguments: &[&str]) -> bool {
    let output = Command::new("xdotool").args(arguments).output().expect("xdotool is installed");
    output.status.success()
}

fn pause() {
    sleep(Duration::from_millis(150));
}

fn drag(from: [i32; 2], to: [i32; 2]) {
    let go = |x: i32, y: i32| {
        xdotool(&["mousemove", &x.to_string(), &y.to_string()]);
        pause();
    };
    go(from[0], from[1]);
    xdotool(&["mousedown", "1"]);
    pause();
    for part in 1..=4 {
        go(from[0] + (to[0] - from[0]) * part / 4, from[1] + (to[1] - from[1]) * part / 4);
    }
    xdotool(&["mouseup", "1"]);
    pause();
}

#[test]
#[ignore = "needs a display and xdotool"]
fn it_opens_and_draws_the_lap() {
    let picture = Window::open(20).last_picture();
    assert!(picture.count([0xfd, 0xc7, 0x00]) > 150, "the drawn disc");
    assert!(picture.count([0x4c, 0xc9, 0xf0]) > 100, "the snapshot disc");
    assert!(picture.count([0xff, 0x4d, 0x4d]) > 100, "the error bar");
    assert!(picture.count([0xff, 0xff, 0xff]) > 50, "update ticks");
}

#[test]
#[ignore = "needs a display and xdotool"]
fn dragging_the_threshold_changes_the_numbers() {
    let before = Window::open(20).last_picture();
    let window = Window::open(250);
    drag([1049, 138], [970, 138]);
    let after = window.last_picture();
    assert_ne!(before.part(NUMBERS), after.part(NUMBERS));
}

#[test]
#[ignore = "needs a display and xdotool"]
fn window_scene_and_exported_picture_have_everything_in_the_same_places() {
    let window = Window::open(20).last_picture();
    let area = stage_of(&window);
    let size = [area[2] - area[0], area[3] - area[1]];
    assert!(size[0] > 800 && size[1] > 400, "{area:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stage.png");
    let rendered = Command::new(env!("CARGO_BIN_EXE_drlab"))
        .args(["render", "--tick", "215", "--no-strip", "--no-caption"])
        .args(["--size", &format!("{}x{}", size[0], size[1])])
        .arg("--out")
        .arg(&file)
        .status();
    assert!(rendered.expect("drlab starts").success());
    let exported = Picture::read(&file);
    let scene = right(size);
    assert_eq!((scene.disc.len(), scene.snapshot.len(), scene.ring.len()), (1, 1, 1));
    for found in [found(&window, area), found(&exported, [0, 0, size[0], size[1]])] {
        same_places("disc", &found.disc, &scene.disc);
        same_places("snapshot disc", &found.snapshot, &scene.snapshot);
        same_places("ticks", &found.ticks, &scene.ticks);
        same_places("ring", &found.ring, &scene.ring);
    }
}

#[test]
#[ignore = "needs a display and xdotool"]
fn the_slider_on_a_lessons_card_turns_its_knob_without_a_panel() {
    // Where the card of this lesson has the value of its knob.
    const VALUE: [usize; 4] = [220, 294, 300, 318];
    let lesson = ["--lesson", "straight"];
    let before = Window::open_with(&lesson, 20).last_picture();
    let window = Window::open_with(&lesson, 250);
    drag([121, 324], [230, 324]);
    let after = window.last_picture();
    assert_ne!(before.part(VALUE), after.part(VALUE));
}

#[test]
#[ignore = "needs a display and xdotool"]
fn the_arrow_keys_drive() {
    // Where the transport says how long the run is.
    const CLOCK: [usize; 4] = [210, 750, 440, 780];
    let player = ["--set", "technique=prediction", "--tick", "0"];
    let before = Window::open_with(&player, 20).last_picture();
    let window = Window::open_with(&player, 250);
    xdotool(&["mousemove", "500", "300"]);
    for keys in [&["key", "d"], &["keydown", "Right"]] {
        xdotool(keys);
        pause();
    }
    sleep(Duration::from_millis(600));
    for keys in [&["keyup", "Right"], &["key", "Escape"]] {
        xdotool(keys);
        pause();
    }
    let after = window.last_picture();
    assert_ne!(before.part(CLOCK), after.part(CLOCK));
}

#[test]
#[ignore = "needs a display and xdotool"]
fn a_click_on_the_map_takes_its_settings_over() {
    // Where the panel has the value of the threshold, and a cell of the map far from the settings that there are.
    const VALUE: [usize; 4] = [1215, 118, 1265, 138];
    const CELL: [&str; 2] = ["320", "300"];
    let before = Window::open(20).last_picture();
    let window = Window::open(400);
    xdotool(&["mousemove", "500", "400"]);
    pause();
    xdotool(&["key", "u"]);
    sleep(Duration::from_millis(2500));
    xdotool(&["mousemove", CELL[0], CELL[1]]);
    pause();
    xdotool(&["mousedown", "1"]);
    pause();
    xdotool(&["mouseup", "1"]);
    pause();
    let after = window.last_picture();
    assert_ne!(before.part(VALUE), after.part(VALUE));
    // The map: the dark blue and the yellow of its ends.
    assert!(after.count([0x06, 0x1b, 0x38]) > 200 || after.count([0xff, 0xc8, 0x1e]) > 200);
}
