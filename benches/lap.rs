//! What a lap costs: `cargo bench`. Times are a lap of 501 ticks unless the name says otherwise.
#![allow(clippy::expect_used, reason = "tests may")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use dead_reckoning::extrapolate::extrapolate;
use dead_reckoning::smoothing::projective_velocity_blend;
use dead_reckoning::{Order, State, Update};
use glam::dvec2;
use laboratory::catalogue::networks::Network;
use laboratory::ensemble::outcomes;
use laboratory::experiment::Experiment;
use laboratory::metrics::Metrics;
use laboratory::run::Run;
use laboratory::settings::Settings;
use laboratory::simulate::{measure, simulate_into};
use laboratory::truth::Truth;
use std::hint::black_box;

/// Sender, link, receiver, snapshot lane and the metrics of both.
fn lap_of(truth: &Truth, settings: &Settings, run: &mut Run) -> [Metrics; 2] {
    simulate_into(truth, settings, run);
    measure(truth, settings, run)
}

fn lap(criterion: &mut Criterion) {
    let settings = Settings::default();
    let truth = Truth::build(&settings).expect("the lap");
    assert_eq!(truth.states.len(), 501);
    let mut run = Run::default();
    criterion.bench_function("lap, truth at hand", |bencher| {
        bencher.iter(|| lap_of(black_box(&truth), black_box(&settings), &mut run));
    });
    criterion.bench_function("lap, truth built anew", |bencher| {
        bencher.iter(|| Experiment::of(black_box(settings.clone())));
    });
}

fn formulas(criterion: &mut Criterion) {
    let state = State {
        position: dvec2(1.0, 2.0),
        velocity: dvec2(4.0, 0.5),
        acceleration: dvec2(-1.0, 2.0),
        heading: 0.1,
        angular_velocity: 0.5,
    };
    let update = Update { sent_at: 1.0, state, teleport: false };
    for (name, order) in
        [("extrapolate, order 1", Order::Velocity), ("extrapolate, order 2", Order::Acceleration)]
    {
        criterion.bench_function(name, |bencher| {
            bencher.iter(|| extrapolate(black_box(&update), black_box(order), black_box(1.3)));
        });
    }
    let model = State { position: dvec2(2.0, 2.0), ..state };
    criterion.bench_function("projective velocity blend", |bencher| {
        bencher.iter(|| {
            projective_velocity_blend(
                black_box(&state),
                black_box(&model),
                black_box(0.1),
                black_box(0.2),
            )
        });
    });
}

/// The cost of a tick must not grow with the run: read the throughput, ticks a second.
fn per_tick(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("per tick");
    for laps in [1, 10, 100] {
        let mut settings = Settings::default();
        settings.motion.laps = laps;
        let truth = Truth::build(&settings).expect("the laps");
        group.throughput(Throughput::Elements(truth.states.len() as u64));
        group.bench_with_input(BenchmarkId::new("laps", laps), &truth, |bencher, truth| {
            let mut run = Run::default();
            bencher.iter(|| lap_of(truth, &settings, &mut run));
        });
    }
    group.finish();
}

/// What the window does in one frame where luck decides: every seed of a lap.
fn seeds(criterion: &mut Criterion) {
    let network = Network::find("4g").expect("a network");
    let settings = network.applied_to(&Settings::default()).expect("its settings");
    let truth = Truth::build(&settings).expect("the lap");
    criterion.bench_function("32 seeds of a lap on 4G, all cores", |bencher| {
        bencher.iter(|| outcomes(black_box(&truth), black_box(&settings)));
    });
}

/// The work of one frame while a slider moves: simulate, scene, tessellation.
#[cfg(feature = "window")]
fn frame(criterion: &mut Criterion) {
    use dead_reckoning_lab::window::tessellate::Tessellation;
    use laboratory::scene::Area;
    use laboratory::scene::compose::build;
    use laboratory::scene::picture::Picture;
    use laboratory::scene::view::View;

    let mut experiment = Experiment::of(Settings::default()).expect("the lap");
    let view = View::default();
    let areas = (Area::new(0.0, 44.0, 936.0, 588.0), Area::new(0.0, 588.0, 936.0, 728.0));
    let scene_of = |experiment: &Experiment| {
        let picture = Picture { tick: 215, keys: true, ..Picture::of(experiment, &view) };
        build(&picture, areas.0, areas.1, None)
    };
    let mut tessellation = Tessellation::new(1.0);
    let scene = scene_of(&experiment);
    criterion.bench_function("frame: scene", |bencher| {
        bencher.iter(|| scene_of(black_box(&experiment)))
    });
    criterion.bench_function("frame: tessellation", |bencher| {
        bencher.iter(|| tessellation.meshes(black_box(&scene), 1.0));
    });
    let mut threshold = 0.3;
    criterion.bench_function("frame: simulate, scene and tessellation", |bencher| {
        bencher.iter(|| {
            threshold = if threshold > 0.3 { 0.3 } else { 0.31 };
            let mut settings = experiment.settings.clone();
            settings.sender.threshold = threshold;
            experiment.change(settings).expect("a threshold");
            tessellation.meshes(&scene_of(&experiment), 1.0)
        });
    });
}

/// Nothing to time without a window.
#[cfg(not(feature = "window"))]
fn frame(_: &mut Criterion) {}

criterion_group!(benches, lap, formulas, per_tick, seeds, frame);
criterion_main!(benches);
