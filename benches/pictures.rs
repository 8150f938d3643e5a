//! What pictures cost, each in a process that has just been started: `cargo bench --bench pictures`.
#![allow(missing_docs, reason = "criterion's macros")]
#![allow(clippy::expect_used, reason = "benches may")]

use criterion::{Criterion, criterion_group, criterion_main};
use std::process::{Command, Stdio};
use std::time::Duration;

fn pictures(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut group = criterion.benchmark_group("cold process");
    group.sample_size(10).measurement_time(Duration::from_secs(20));
    for (name, file, arguments) in [
        ("PNG of 1600×1000", "lap.png", &["render", "--size", "1600x1000"][..]),
        ("SVG", "lap.svg", &["render"]),
        (
            "contact sheet of 6, PNG of 1600×1000",
            "sheet.png",
            &["compare", "corners", "--size", "1600x1000"],
        ),
        ("GIF of the lap, 640×400, 30 a second", "lap.gif", &["animate"]),
        ("animated PNG of the lap, 640×400, 30 a second", "film.png", &["animate"]),
    ] {
        let path = folder.path().join(file);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_drlab"));
                command.args(arguments).args(["--force", "--out"]).arg(&path);
                let status = command.stdout(Stdio::null()).status().expect("drlab starts");
                assert!(status.success());
            });
        });
    }
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);
