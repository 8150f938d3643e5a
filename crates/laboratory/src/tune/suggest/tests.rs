//! What a suggestion promises.

use super::super::sweep::{Axis, Sweep, SweepRow};
use super::*;
use crate::settings::Knob;
use crate::simulate::simulate;
use crate::testing::settings;

/// At half the usual tick rate, which makes a search four times as fast.
fn wish(set: &[&str], promises: &[(&str, f64)]) -> Wish {
    let settings = settings(&[&["sim.tick_rate=30"], set].concat());
    let promise = |(name, most): &(&str, f64)| Promise {
        measure: Measure::find(name).expect(name),
        most: *most,
    };
    Wish { settings, promises: promises.iter().map(promise).collect(), keep: Vec::new() }
}

fn answer(wish: &Wish) -> Answer {
    suggest(wish, &|| true).expect("an answer")
}

fn kept(wish: &Wish) -> Suggestion {
    match answer(wish) {
        Answer::Kept(kept) => *kept,
        Answer::Broken(broken) => panic!("{broken:?}"),
    }
}

/// Every row of a grid, and how it is set.
fn brute_force(settings: &Settings, axes: [&str; 2]) -> Vec<(SweepRow, Vec<String>)> {
    let mut all = Vec::new();
    for order in ["1", "2", "turn"] {
        for smoothing in ["snap", "projective-velocity", "exponential"] {
            let own = [format!("sender.order={order}"), format!("receiver.smoothing={smoothing}")];
            let settings = settings.with_set(&own).expect("settings");
            let axes = axes.map(|axis| Axis::parse(axis).expect(axis)).to_vec();
            let sweep = Sweep::new(settings, axes).expect("a sweep");
            let rows = sweep.run(&|_| true).expect("rows").into_iter();
            all.extend(rows.map(|row| {
                let set = sweep.assignments(&row.values);
                (row, [&set[..], &own].concat())
            }));
        }
    }
    all
}

fn no_cheaper_on_the_grid(set: &[&str], axes: [&str; 2], wishes: &[&[(&str, f64)]]) {
    let grid = brute_force(&wish(set, &[]).settings, axes);
    for promises in wishes {
        let wish = wish(set, promises);
        let kept = kept(&wish);
        let price = kept.bytes_per_second.median;
        let keeps = |row: &SweepRow| {
            let worst =
                |promise: &Promise| promise.measure.spread(SIDE, row).expect("a measure").max;
            wish.promises.iter().all(|promise| worst(promise) <= promise.most)
        };
        let keeping: Vec<_> = grid.iter().filter(|(row, _)| keeps(row)).collect();
        assert!(!keeping.is_empty(), "{promises:?}: the grid proves nothing");
        for (row, at) in keeping {
            let other =
                Measure::find("bytes").expect("a measure").value(SIDE, row).expect("a value");
            assert!(price <= other + 1e-9, "{price} B/s by {:?}, {other} by {at:?}", kept.set);
        }
        assert!(keeps_all(&kept), "{:?}", kept.held);
    }
}

fn keeps_all(kept: &Suggestion) -> bool {
    kept.held.iter().all(|held| held.spread.max <= held.promise.most)
}

const AXES: [&str; 2] = ["sender.threshold=0.03..1.2/24", "receiver.blend_time=0..0.6/7"];

#[test]
fn nothing_on_a_grid_is_cheaper_on_the_lap() {
    no_cheaper_on_the_grid(
        &[],
        AXES,
        &[
            &[("peak", 0.5)],
            &[("peak", 0.8), ("step", 0.4)],
            &[("mean", 0.2), ("step", 0.5), ("peak", 1.2)],
        ],
    );
}

#[test]
fn nothing_on_a_grid_is_cheaper_on_foot_and_on_a_circle() {
    for set in ["motion.kind=on-foot", "motion.kind=circle"] {
        let wishes = [&[("peak", 0.9)][..], &[("mean", 0.45), ("step", 0.5)]];
        no_cheaper_on_the_grid(&[set, "motion.duration=8"], AXES, &wishes);
    }
}

#[test]
fn nothing_on_a_grid_is_cheaper_where_luck_decides() {
    let rough = ["link.jitter=0.03", "link.loss=0.02", "ensemble.seeds=4"];
    let axes = ["sender.threshold=0.05..0.6/9", "receiver.blend_time=0..0.4/5"];
    no_cheaper_on_the_grid(&rough, axes, &[&[("p95", 0.5)]]);
}

#[test]
fn a_suggestion_is_a_run_of_its_settings_and_its_line_leads_there() {
    let wish = wish(&["link.jitter=0.02", "ensemble.seeds=5", "seed=9"], &[("p95", 0.6)]);
    let kept = kept(&wish);
    let settings = wish.settings.with_set(&kept.set).expect("settings");
    assert_eq!(settings, kept.settings);
    assert_eq!((kept.seeds, kept.held.len()), (5, 1));
    let truth = Truth::build(&settings).expect("the lap");
    let of_seed = |seed: u64| {
        let settings = Settings { seed, ..settings.clone() };
        let run = simulate(&truth, &settings);
        measure_dead_reckoning(&truth, &settings, &run).p95_error
    };
    let values: Vec<f64> = (9..14).map(of_seed).collect();
    assert_eq!(kept.held[0].spread, Spread::of(values));
    assert_eq!(of_seed(kept.held[0].worst_seed), kept.held[0].spread.max);
    assert!(kept.held[0].spread.max <= 0.6);
    let fresh = (14..19).filter(|seed| of_seed(*seed) <= 0.6).count();
    assert_eq!(kept.fresh, Some(fresh as u32));
    assert!((kept.thresholds.0..kept.thresholds.1).contains(&settings.threshold()));
}

#[test]
fn it_is_the_same_every_time_and_on_one_core() {
    let mut wish = wish(&["link.jitter=0.02", "ensemble.seeds=3"], &[("peak", 0.9)]);
    wish.keep = vec!["receiver.smoothing".to_owned()];
    let (one, other) = (kept(&wish), kept(&wish));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let alone = pool.install(|| kept(&wish));
    for other in [&other, &alone] {
        assert_eq!((&one.settings, one.runs), (&other.settings, other.runs));
    }
}

#[test]
fn what_is_turned_is_a_knob_of_the_ends() {
    for key in TURNED {
        let knob = Knob::find(key).expect(key);
        assert!(["sender", "receiver"].contains(&knob.stage()), "{key}");
    }
}

#[test]
fn what_is_to_be_kept_stays() {
    let mut wish = wish(&["receiver.blend_time=0.13"], &[("peak", 0.9)]);
    wish.keep =
        ["sender.order", "receiver.blend_time", "receiver.smoothing"].map(str::to_owned).to_vec();
    let kept = kept(&wish);
    assert_eq!(kept.settings.sender.order, wish.settings.sender.order);
    assert_eq!(kept.settings.receiver.blend_time, 0.13);
    assert_eq!(kept.settings.receiver.smoothing, wish.settings.receiver.smoothing);
    wish.keep = vec!["sender.threshold".to_owned()];
    wish.settings.sender.pixels = 5.0;
    let Answer::Kept(kept) = answer(&wish) else { panic!("the threshold of 5 pixels will do") };
    assert_eq!(kept.settings.sender.pixels, 5.0);
    wish.keep = vec!["link.latency".to_owned()];
    let error = suggest(&wish, &|| true).expect_err("not turned").to_string();
    assert!(error.contains("'link.latency'") && error.contains("sender.threshold"), "{error}");
}

#[test]
fn what_nothing_keeps_is_answered_with_what_is_nearest() {
    let of_one_smoothing = |promises: &[(&str, f64)]| Wish {
        keep: vec!["receiver.smoothing".to_owned()],
        ..wish(&[], promises)
    };
    let wish = of_one_smoothing(&[("peak", 0.02), ("rate", 3.0)]);
    let Answer::Broken(broken) = answer(&wish) else { panic!("0.02 u is below the floor") };
    // No rate brings the peak below the floor of the latency; but at this rate a larger one can be had.
    assert_eq!(broken.nearest.len(), 1, "{broken:?}");
    let nearest = &broken.nearest[0];
    assert_eq!(nearest.promise.measure.name(), "peak_error");
    assert!(broken.floors[0] > 0.02 && nearest.least >= broken.floors[0], "{broken:?}");
    let again = of_one_smoothing(&[("peak", nearest.least), ("rate", 3.0)]);
    let kept = kept(&again);
    assert!(kept.updates_per_second.max <= 3.0 && kept.held[0].spread.max <= nearest.least);
    // With a peak that can be had, the rate is what may give.
    let wish = of_one_smoothing(&[("peak", 0.4), ("rate", 0.5)]);
    let Answer::Broken(broken) = answer(&wish) else { panic!("too few") };
    let names: Vec<String> =
        broken.nearest.iter().map(|nearest| nearest.promise.measure.name().to_owned()).collect();
    assert_eq!(names, ["peak_error", "updates_per_second"]);
}

#[test]
fn what_is_no_wish_is_refused() {
    let refused = |wish: &Wish| suggest(wish, &|| true).expect_err("refused").to_string();
    assert!(refused(&wish(&[], &[])).contains("--peak 0.5"));
    for most in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let said = refused(&wish(&[], &[("peak", most)]));
        assert!(said.contains("peak_error") && said.contains("above 0"), "{said}");
    }
    let stopped = suggest(&wish(&[], &[("peak", 0.5)]), &|| false).expect_err("stopped");
    assert_eq!(stopped, SuggestError::Stopped);
}
