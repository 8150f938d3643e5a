//! What a sweep promises.

use super::*;
use crate::ensemble::outcomes;
use crate::experiment::Experiment;
use crate::lanes::Side;
use crate::testing::settings;
use std::sync::atomic::AtomicUsize;

fn sweep(set: &[&str], axes: &[&str]) -> Sweep {
    let axes = axes.iter().map(|axis| Axis::parse(axis).expect(axis)).collect();
    Sweep::new(settings(set), axes).expect("a sweep")
}

const AXES: [&str; 2] = ["sender.threshold=0.05..1/4", "receiver.blend_time=0..1/3"];

#[test]
fn each_row_is_what_its_settings_alone_come_to() {
    for axes in [
        &AXES[..],
        &["track.sharpness=0..1/3", "sim.tick_rate=30,60"],
        &["motion.kind=lap,straight,circle,on-foot,stop-and-go", "sender.order=all"],
        &["link.latency=0..0.3/5"],
    ] {
        let sweep = sweep(&[], axes);
        let rows = sweep.run(&|_| true).expect("rows");
        assert_eq!(rows.len(), sweep.points());
        for (place, row) in rows.iter().enumerate() {
            assert_eq!(row.place, place);
            let settings = sweep.settings_at(place).expect("settings");
            let alone = Experiment::of(settings.clone()).expect("a run");
            for measure in Measure::all() {
                for side in Side::BOTH {
                    let right = (measure.row.read)(alone.metrics(side));
                    assert_eq!(measure.value(side, row), right, "{} {axes:?}", measure.name());
                }
            }
            let values = sweep.axes.iter().map(|axis| axis.knob.value(&settings));
            assert_eq!(row.values, values.collect::<Vec<f64>>());
        }
    }
}

#[test]
fn the_last_axis_runs_fastest() {
    let sweep = sweep(&[], &AXES);
    assert_eq!(sweep.values(0), [0.05, 0.0]);
    assert_eq!(sweep.values(1), [0.05, 0.5]);
    assert_eq!(sweep.values(11), [1.0, 1.0]);
    let set = sweep.assignments(&sweep.values(2));
    assert_eq!(set, ["sender.threshold=0.05", "receiver.blend_time=1"]);
}

#[test]
fn all_cores_give_what_one_gives() {
    for set in [&[][..], &["link.loss=0.1", "ensemble.seeds=5"]] {
        let sweep = sweep(set, &AXES);
        assert_eq!(sweep.run(&|_| true), sweep.one_by_one(&|_| true));
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
        assert_eq!(pool.install(|| sweep.run(&|_| true)), sweep.one_by_one(&|_| true));
    }
}

#[test]
fn where_luck_decides_a_row_is_the_ensemble_of_its_settings() {
    let sweep = sweep(&["seed=3", "ensemble.seeds=7"], &["link.jitter=0,0.05"]);
    assert_eq!((sweep.points(), sweep.runs()), (2, 2));
    let rows = sweep.run(&|_| true).expect("rows");
    assert_eq!((rows[0].ensemble.seeds, rows[1].ensemble.seeds), (1, 7));
    let settings = sweep.settings_at(1).expect("settings");
    let truth = Truth::build(&settings).expect("the lap");
    assert_eq!(rows[1].ensemble, Ensemble::of(&outcomes(&truth, &settings)));
}

#[test]
fn an_early_end_keeps_what_is_done() {
    let sweep = sweep(&[], &["sender.threshold=0.05..1/200"]);
    let whole = sweep.run(&|_| true).expect("rows");
    let done = AtomicUsize::new(0);
    let some = sweep.run(&|_| done.fetch_add(1, Ordering::Relaxed) < 4).expect("rows");
    assert_eq!(some.len(), done.load(Ordering::Relaxed));
    assert!((5..100).contains(&some.len()), "{}", some.len());
    for row in &some {
        assert_eq!(*row, whole[row.place]);
    }
    assert!(some.windows(2).all(|pair| pair[0].place < pair[1].place));
    assert_eq!(sweep.one_by_one(&|place| place < 4).expect("rows"), whole[..5]);
}

#[test]
fn what_is_no_sweep_is_refused() {
    let axis = |text| Axis::parse(text).expect(text);
    let refused = |axes| Sweep::new(Settings::default(), axes).expect_err("none").to_string();
    assert!(refused(vec![]).contains("this one turns 0"));
    assert!(refused(vec![axis("seed=1,2"); 3]).contains("this one turns 3"));
    assert!(refused(vec![axis("seed=1,2"); 2]).contains("both axes turn seed"));
    let large = ["sender.threshold=0..1/400", "receiver.blend_time=0..1/400"].map(axis);
    assert!(refused(large.to_vec()).contains("160000 points"));
    let long = sweep(&["sim.tick_rate=1000"], &["motion.laps=1,500"]);
    let error = long.run(&|_| true).expect_err("too long").to_string();
    assert!(error.contains("at motion.laps=500") && error.contains("ticks"), "{error}");
}
