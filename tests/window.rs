//! The window by hand, on a real (virtual) screen: keys, wheel, drags.
//!
//! `xvfb-run -a -s '-noreset -screen 0 1400x900x24' cargo test --test window -- --ignored --test-threads 1`
#![cfg(all(feature = "app", target_os = "linux"))]
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
        let folder = tempfile::tempdir().expect("a folder");
        let screenshot = folder.path().join("window.png");
        let process = Command::new(env!("CARGO_BIN_EXE_drlab"))
            .args(["--tick", "215", "--frames", &frames.to_string(), "--screenshot"])
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
    drag([1049, 108], [970, 108]);
    let after = window.last_picture();
    assert_ne!(before.part(NUMBERS), after.part(NUMBERS));
}
