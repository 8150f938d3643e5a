//! What tuning costs: `cargo bench --bench sweep`. 1 600 runs of a lap, both lanes and all their numbers.
#![allow(clippy::expect_used, reason = "tests may")]

use criterion::{Criterion, criterion_group, criterion_main};
use laboratory::lanes::Side;
use laboratory::settings::Settings;
use laboratory::tune::suggest::{Promise, Wish, suggest};
use laboratory::tune::sweep::{Axis, Measure, Sweep, frontier, tradeoffs};
use std::hint::black_box;

fn lap() -> Sweep {
    let axes = ["sender.threshold=0.05..1/40", "receiver.blend_time=0..1/40"];
    let axes = axes.iter().map(|axis| Axis::parse(axis).expect("an axis")).collect();
    Sweep::new(Settings::default(), axes).expect("a sweep")
}

/// Read the two beside each other: how it scales with the cores.
fn runs(criterion: &mut Criterion) {
    let sweep = lap();
    assert_eq!(sweep.runs(), 1600);
    criterion.bench_function("threshold × blend time of the lap, all cores", |bencher| {
        bencher.iter(|| black_box(&sweep).run(&|_| true));
    });
    criterion.bench_function("threshold × blend time of the lap, one core", |bencher| {
        bencher.iter(|| black_box(&sweep).one_by_one(&|_| true));
    });
}

fn best(criterion: &mut Criterion) {
    let rows = lap().run(&|_| true).expect("rows");
    let measure = |name| Measure::find(name).expect("a measure");
    let (rate, peak) = (measure("rate"), measure("peak"));
    criterion.bench_function("frontier of 1 600 rows", |bencher| {
        bencher.iter(|| frontier(&tradeoffs(black_box(&rows), Side::First, &rate, &peak)));
    });
}

/// The cheapest settings for a peak error of 0.5 u on the lap.
fn suggestion(criterion: &mut Criterion) {
    let measure = Measure::find("peak").expect("a measure");
    let promises = vec![Promise { measure, most: 0.5 }];
    let wish = Wish { settings: Settings::default(), promises, keep: Vec::new() };
    let mut group = criterion.benchmark_group("suggest");
    group.sample_size(10);
    group.bench_function("peak error of the lap", |bencher| {
        bencher.iter(|| suggest(black_box(&wish), &|| true));
    });
    group.finish();
}

criterion_group!(benches, runs, best, suggestion);
criterion_main!(benches);
