//! The Tune view without a window: which map, how far it is, what was asked and answered.
//!
//! In: the settings of the desk, frame by frame. Out: rows of a sweep, some more each frame. Invariants: what is shown
//! belongs to the settings that are shown, or is marked as older; run to its end it is [`Sweep::run`] to the bit.

use laboratory::ensemble::{Ensemble, Outcome};
use laboratory::experiment::Experiment;
use laboratory::scene::sweep::{SweepChart, SweepSide};
use laboratory::scene::theme::ThemeKind;
use laboratory::settings::{Domain, KNOBS, Knob, Settings, Technique};
use laboratory::tune::suggest::{Answer, Promise, SuggestError, TURNED, Wish, suggest};
use laboratory::tune::sweep::{Axis, Lane, Measure, Row, Slices, Spacing, Sweep, seeds};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

/// So many ticks are simulated in one frame at most, all points together: some eight milliseconds on two cores.
const MOST_TICKS: usize = 40_000;
/// A changed setting rests for so long before the sweep begins again, s.
const REST: f64 = 0.2;
/// Values of an axis: as many as keep the whole below [`MOST_WORK`].
const COUNTS: [usize; 5] = [40, 28, 20, 14, 10];
/// So many ticks a whole sweep may have before it gets coarser: some ten seconds.
const MOST_WORK: usize = 50_000_000;

/// What may be promised: a measure, and what the form calls it.
pub const PROMISES: [(&str, &str); 5] = [
    ("peak_error", "Peak"),
    ("p95_error", "95 %"),
    ("mean_error", "Mean"),
    ("largest_step", "Step"),
    ("updates_per_second", "Updates"),
];

/// What the view looks at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Look {
    /// Whether it is shown.
    pub open: bool,
    /// What is turned from left to right.
    pub across: Span,
    /// What is turned from below to above.
    pub up: Span,
    /// The name of the measure.
    pub measure: String,
    /// Which technique.
    pub lane: Lane,
    /// The most of each of [`PROMISES`]; 0 promises nothing.
    pub promises: [f64; 5],
    /// What a narrow window shows.
    #[serde(skip)]
    pub side: SweepSide,
}

/// A knob and the part of its values that is gone through.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Span {
    /// The knob's key.
    pub key: String,
    /// The first value.
    pub from: f64,
    /// The last.
    pub to: f64,
}

/// What was asked, and what came of it.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The wish.
    pub wish: Wish,
    /// The answer, or why there is none.
    pub answer: Result<Answer, String>,
}

/// The view's sweep and its answer.
#[derive(Clone, Debug, Default)]
pub struct Tuner {
    /// What it looks at.
    pub look: Look,
    /// The answer, while its wish still stands.
    pub answer: Option<Answered>,
    /// Whether an answer is being looked for, and for what.
    pub asking: Option<Wish>,
    /// Why there is no map.
    pub failed: Option<String>,
    slices: Option<Slices>,
    /// The whole map before the last change.
    before: Vec<Row>,
    /// What the sweep is of: settings whose axes stand at their first values.
    of: Option<(Settings, [Axis; 2])>,
    rested: f64,
}

/// What a chart borrows: the sweep with the settings as they are, and those measured.
#[derive(Clone, Debug)]
pub struct Plot {
    sweep: Sweep,
    now: Row,
    measure: Measure,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            open: false,
            across: Span { key: "sender.threshold".to_owned(), from: 0.05, to: 1.0 },
            up: Span { key: "receiver.blend_time".to_owned(), from: 0.0, to: 1.0 },
            measure: "peak_error".to_owned(),
            lane: Lane::DeadReckoning,
            promises: [0.8, 0.0, 0.0, 0.2, 0.0],
            side: SweepSide::default(),
        }
    }
}

impl Look {
    /// Whether it is one that a map can be made of.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let span = |span: &Span| axis(span, COUNTS[4]).is_ok();
        let promises = self.promises.iter().all(|most| most.is_finite() && *most >= 0.0);
        let keys = self.across.key != self.up.key;
        span(&self.across) && span(&self.up) && keys && promises && self.has_measure()
    }

    /// Whether the lane has the measure.
    fn has_measure(&self) -> bool {
        let found = Measure::find(&self.measure);
        found.is_ok_and(|found| self.lane == Lane::DeadReckoning || !found.row.dead_reckoning_only)
    }

    /// The knobs that a technique is tuned by, if nobody chooses others.
    fn usual(technique: Technique) -> [Span; 2] {
        let keys = match technique {
            Technique::DeadReckoning => ["sender.threshold", "receiver.blend_time"],
            Technique::Prediction => ["link.latency", "player.smoothing"],
            Technique::LagCompensation => ["link.latency", "snapshot.delay"],
        };
        keys.map(|key| KNOBS.iter().find(|knob| knob.key == key).map_or(Span::default(), Span::of))
    }
}

impl Span {
    /// The part of a knob's values that its slider spans; of a threshold not the least, which sends on every tick.
    #[must_use]
    pub fn of(knob: &Knob) -> Self {
        let (from, to) = match knob.domain {
            Domain::Number { slider, .. } | Domain::Whole { slider, .. } => slider,
            Domain::Choice(_) | Domain::Switch => (0.0, 1.0),
        };
        let from = if knob.key == "sender.threshold" { 0.05 } else { from };
        Self { key: knob.key.to_owned(), from, to }
    }

    fn text(&self, count: usize) -> String {
        format!("{}={}..{}/{count}", self.key, self.from, self.to)
    }
}

/// The axis of a span, of at most so many values.
fn axis(span: &Span, most: usize) -> Result<Axis, String> {
    let knob = Knob::find(&span.key).map_err(|error| error.to_string())?;
    let whole = (span.to - span.from).abs() as usize;
    let count = match knob.domain {
        Domain::Whole { .. } => {
            let even = |count: &usize| whole.is_multiple_of(count - 1);
            (2..=most.min(whole + 1)).rev().find(even).unwrap_or(2)
        }
        Domain::Number { .. } | Domain::Choice(_) | Domain::Switch => most,
    };
    let axis = Axis::range(knob, (span.from, span.to), count, Spacing::Even);
    axis.map_err(|error| error.to_string())
}

impl Plot {
    /// What to draw.
    #[must_use]
    pub fn chart<'a>(&'a self, tuner: &'a Tuner, theme: ThemeKind) -> SweepChart<'a> {
        SweepChart {
            sweep: &self.sweep,
            rows: tuner.rows(),
            before: tuner.before(),
            now: Some(&self.now),
            lane: tuner.look.lane,
            measure: self.measure,
            theme,
            levels: &[],
        }
    }
}

impl Tuner {
    /// The points that are done.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        self.slices.as_ref().map_or(&[], Slices::rows)
    }

    /// The map as it was before the last change, until the new one is whole.
    fn before(&self) -> &[Row] {
        if self.is_busy() { &self.before } else { &[] }
    }

    /// Whether there is more to come.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        let done = self.slices.as_ref().is_some_and(Slices::is_done);
        self.look.open && self.failed.is_none() && !done
    }

    /// How far the sweep is, in words; nothing once it is done.
    #[must_use]
    pub fn progress(&self) -> Option<String> {
        if !self.is_busy() {
            return None;
        }
        let all = self.slices.as_ref().map(|slices| slices.sweep().points());
        Some(all.map_or_else(
            || "waiting".to_owned(),
            |all| format!("{} of {all} points", self.rows().len()),
        ))
    }

    /// The axes for these settings: as fine as the time allows.
    fn axes(&self, experiment: &Experiment) -> Result<[Axis; 2], String> {
        let each = experiment.truth.states.len() * seeds(&experiment.settings) as usize;
        let fits = |count: &&usize| **count * **count * each <= MOST_WORK;
        let count = *COUNTS.iter().find(fits).unwrap_or(&COUNTS[4]);
        if self.look.across.key == self.look.up.key {
            return Err("Both axes turn the same knob: choose two.".to_owned());
        }
        Ok([axis(&self.look.across, count)?, axis(&self.look.up, count)?])
    }

    /// The axes as a command has them.
    #[must_use]
    pub fn axis_words(&self, experiment: &Experiment) -> [String; 2] {
        let Look { across, up, .. } = &self.look;
        let counts = self.axes(experiment).map(|axes| axes.map(|axis| axis.values.len()));
        let [columns, rows] = counts.unwrap_or([COUNTS[0]; 2]);
        [across.text(columns), up.text(rows)]
    }

    /// What to draw; nothing while there is no map.
    #[must_use]
    pub fn plot(&self, experiment: &Experiment, luck: Option<&Ensemble>) -> Option<Plot> {
        let axes = self.axes(experiment).ok()?;
        let settings = experiment.settings.clone();
        let values = axes.iter().map(|axis| axis.knob.value(&settings)).collect();
        let (dead_reckoning, snapshot) = (experiment.dead_reckoning, experiment.snapshot);
        let one = || Ensemble::of(&[Outcome { dead_reckoning, snapshot }]);
        let now = Row { place: 0, values, ensemble: luck.cloned().unwrap_or_else(one) };
        let measure = Measure::find(&self.look.measure).ok()?;
        Some(Plot { sweep: Sweep { settings, axes: axes.to_vec() }, now, measure })
    }

    /// Changes what is looked at. A lane without the measure gets one that it has.
    pub fn take(&mut self, mut look: Look) {
        if !look.has_measure() {
            look.measure = Look::default().measure;
        }
        if look.promises != self.look.promises {
            (self.answer, self.asking) = (None, None);
        }
        self.look = look;
    }

    /// Lets time pass: sees whether the sweep still fits, and goes on with it.
    pub fn advance(&mut self, seconds: f64, experiment: &Experiment) {
        if !self.look.open {
            return;
        }
        self.forget_answers(&experiment.settings);
        if let Err(why) = self.follow(seconds, experiment) {
            (self.failed, self.slices) = (Some(why), None);
        }
    }

    fn follow(&mut self, seconds: f64, experiment: &Experiment) -> Result<(), String> {
        self.follow_technique(experiment.settings.technique);
        let axes = self.axes(experiment);
        let axes = axes.inspect_err(|_| self.of = None)?;
        let settings = at_first(&experiment.settings, &axes)?;
        let old_axes = self.of.as_ref().map(|(_, axes)| axes);
        let same_axes = old_axes.is_some_and(|old| same_axes(old, &axes));
        let same = same_axes && self.of.as_ref().is_some_and(|(old, _)| *old == settings);
        if same {
            self.rested += seconds;
        } else {
            self.start_again(same_axes);
            self.of = Some((settings, axes));
        }
        if self.failed.is_some() || self.rested < REST || self.asking.is_some() {
            return Ok(());
        }
        if self.slices.is_none()
            && let Some((settings, axes)) = self.of.clone()
        {
            let sweep = Sweep::new(settings, axes.to_vec()).map_err(|error| error.to_string())?;
            self.slices = Some(Slices::new(sweep).map_err(|error| error.to_string())?);
        }
        match &mut self.slices {
            Some(slices) if !slices.is_done() => {
                slices.step(MOST_TICKS).map_err(|error| error.to_string())
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Keeps the map that there is, if it has the axes of the next one; with other axes there is nothing to wait for.
    fn start_again(&mut self, same_axes: bool) {
        let old = self.slices.take().filter(Slices::is_done).map(|old| old.rows().to_vec());
        self.before =
            if same_axes { old.unwrap_or(std::mem::take(&mut self.before)) } else { Vec::new() };
        self.rested = if same_axes { 0.0 } else { REST };
        self.failed = None;
    }

    /// Another technique is tuned by other knobs.
    fn follow_technique(&mut self, technique: Technique) {
        let [across, up] = [&self.look.across.key, &self.look.up.key];
        let own = |key: &String| {
            crate::window::panel::numbers_of(technique).any(|knob| knob.key == key.as_str())
        };
        if !own(across) || !own(up) {
            [self.look.across, self.look.up] = Look::usual(technique);
        }
    }

    /// An answer is about one network and one motion: with others it is none.
    fn forget_answers(&mut self, settings: &Settings) {
        let stands = |wish: &Wish| {
            let keys = || TURNED.iter().chain(&["sender.pixels", "sender.viewer_distance"]);
            let free = |settings: &Settings| {
                let mut settings = settings.clone();
                let knobs = keys().filter_map(|key| Knob::find(key).ok());
                knobs.for_each(|knob| drop(knob.set(&mut settings, knob.default_value())));
                settings
            };
            free(&wish.settings) == free(settings)
        };
        self.answer.take_if(|answered| !stands(&answered.wish));
        self.asking.take_if(|wish| !stands(wish));
    }

    /// The settings of a point of the map, over these.
    #[must_use]
    pub fn settings_of(&self, place: usize, experiment: &Experiment) -> Option<Settings> {
        let axes = self.axes(experiment).ok()?.to_vec();
        let sweep = Sweep { settings: experiment.settings.clone(), axes };
        if place >= sweep.points() {
            return None;
        }
        let mut settings = sweep.settings_at(place).ok()?;
        if sweep.axes.iter().any(|axis| axis.knob.key == "sender.threshold") {
            settings.sender.pixels = 0.0;
        }
        Some(settings)
    }

    /// What the form asks for; nothing where it promises nothing.
    #[must_use]
    pub fn wish(&self, settings: &Settings) -> Option<Wish> {
        let rows = PROMISES.iter().zip(self.look.promises).filter(|(_, most)| *most > 0.0);
        let promise = |((name, _), most): (&(&str, &str), f64)| {
            Measure::find(name).ok().map(|measure| Promise { measure, most })
        };
        let promises: Vec<Promise> = rows.filter_map(promise).collect();
        let wish = Wish { settings: settings.clone(), promises, keep: Vec::new() };
        Some(wish).filter(|wish| !wish.promises.is_empty())
    }

    /// Takes an answer, unless something else is wanted by now.
    pub fn answered(&mut self, answer: Result<Answer, SuggestError>) {
        if let Some(wish) = self.asking.take() {
            let answer = answer.map_err(|error| error.to_string());
            self.answer = Some(Answered { wish, answer });
        }
    }

    /// The settings that the answer offers: those that keep the promises, or the nearest that keep all but one.
    #[must_use]
    pub fn offered(&self) -> Option<&Settings> {
        match self.answer.as_ref()?.answer.as_ref().ok()? {
            Answer::Kept(kept) => Some(&kept.settings),
            Answer::Broken(broken) => broken.nearest.first().map(|nearest| &nearest.settings),
        }
    }
}

/// The settings with the knobs of the axes at their first values: what is left is what the axes do not turn. A
/// threshold in pixels would hide the one that an axis turns.
fn at_first(settings: &Settings, axes: &[Axis; 2]) -> Result<Settings, String> {
    let mut settings = settings.clone();
    for axis in axes {
        let first = axis.values.first().copied().unwrap_or_default();
        axis.knob.set(&mut settings, first).map_err(|error| error.to_string())?;
        if axis.knob.key == "sender.threshold" {
            settings.sender.pixels = 0.0;
        }
    }
    Ok(settings)
}

fn same_axes(one: &[Axis; 2], other: &[Axis; 2]) -> bool {
    let same =
        |(one, other): (&Axis, &Axis)| one.knob.key == other.knob.key && one.values == other.values;
    one.iter().zip(other).all(same)
}

/// A search that goes on beside the window.
#[derive(Debug)]
pub struct Asking {
    stop: Arc<AtomicBool>,
    work: JoinHandle<Result<Answer, SuggestError>>,
}

impl Asking {
    /// Begins.
    #[must_use]
    pub fn begin(wish: Wish) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let asked = Arc::clone(&stop);
        let work = std::thread::spawn(move || suggest(&wish, &|| !asked.load(Ordering::Relaxed)));
        Self { stop, work }
    }

    /// Asks it to give up.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether it has come to its end.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.work.is_finished()
    }

    /// What it came to; waits for the end.
    ///
    /// # Errors
    /// As [`suggest`].
    pub fn answer(self) -> Result<Answer, SuggestError> {
        self.work.join().unwrap_or(Err(SuggestError::Stopped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::{Action, Desk, Effect, Tuned};
    use laboratory::tune::sweep::frontier;

    fn desk(set: &[&str]) -> Desk {
        let mut settings = Settings::default();
        set.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
        let mut desk = Desk::new(settings).expect("a truth");
        desk.act(Action::Tune);
        desk
    }

    fn turn(desk: &mut Desk, assignment: &str) {
        let mut settings = desk.experiment.settings.clone();
        settings.set(assignment).expect(assignment);
        desk.change(settings);
    }

    /// Frames until the map is whole.
    fn finish(desk: &mut Desk) -> usize {
        let frames = (1..5000).find(|_| {
            desk.advance(0.016);
            !desk.tuner.is_busy()
        });
        assert_eq!(desk.tuner.failed, None);
        frames.expect("an end")
    }

    /// The map by the command of the view: what `drlab sweep` makes of it.
    fn whole(desk: &Desk) -> Vec<Row> {
        let axes = desk.tuner.axis_words(&desk.experiment);
        let axes = axes.map(|axis| Axis::parse(&axis).expect("an axis")).to_vec();
        let sweep = Sweep::new(desk.experiment.settings.clone(), axes).expect("a sweep");
        sweep.run(&|_| true).expect("rows")
    }

    #[test]
    fn run_to_its_end_it_is_the_sweep_of_the_command() {
        for set in [&[][..], &["link.jitter=0.02", "ensemble.seeds=3"]] {
            let mut desk = desk(set);
            assert!(finish(&mut desk) > 5, "it takes its time");
            assert_eq!(desk.tuner.rows(), whole(&desk), "{set:?}");
            assert_eq!(desk.tuner.progress(), None);
        }
    }

    #[test]
    fn a_knob_of_the_axes_moves_the_marker_and_not_the_map() {
        let mut desk = desk(&[]);
        finish(&mut desk);
        let before = desk.tuner.rows().to_vec();
        for assignment in ["sender.threshold=0.47", "receiver.blend_time=0.11"] {
            turn(&mut desk, assignment);
            desk.advance(0.016);
            assert!(!desk.tuner.is_busy(), "{assignment}");
        }
        assert_eq!(desk.tuner.rows(), before);
        let plot = desk.plot().expect("a plot");
        let now = plot.sweep.now().expect("a row");
        assert_eq!(plot.now, now);
        assert_eq!(now.values, [0.47, 0.11]);
    }

    #[test]
    fn another_knob_begins_again_after_a_rest_and_keeps_the_old_map_until_then() {
        let mut desk = desk(&[]);
        finish(&mut desk);
        let old = desk.tuner.rows().to_vec();
        turn(&mut desk, "link.latency=0.2");
        for _ in 0..12 {
            desk.advance(0.016);
            assert!(desk.tuner.rows().is_empty() && desk.tuner.before() == old);
        }
        finish(&mut desk);
        assert_eq!(desk.tuner.rows(), whole(&desk));
        assert_ne!(desk.tuner.rows(), old);
        assert!(desk.tuner.before().is_empty());
    }

    #[test]
    fn other_axes_begin_at_once_with_an_empty_map() {
        let mut desk = desk(&[]);
        finish(&mut desk);
        let latency = Span::of(Knob::find("link.latency").expect("a knob"));
        let look = Look { up: latency, ..desk.tuner.look.clone() };
        desk.tuner.take(look);
        desk.advance(0.016);
        assert!(!desk.tuner.rows().is_empty() && desk.tuner.before().is_empty());
        finish(&mut desk);
        assert_eq!(desk.tuner.rows(), whole(&desk));
    }

    #[test]
    fn a_point_is_taken_over_as_one_change_and_is_then_what_the_map_says() {
        let mut desk = desk(&[]);
        finish(&mut desk);
        let row = desk.tuner.rows()[123].clone();
        desk.act(Action::Tuned(Tuned::Point(row.place)));
        let settings = &desk.experiment.settings;
        assert_eq!([settings.sender.threshold, settings.receiver.blend_time], row.values[..]);
        let peak = Measure::find("peak").expect("a measure");
        assert_eq!(
            desk.experiment.dead_reckoning.peak_error,
            peak.value(Lane::DeadReckoning, &row)
        );
        desk.advance(0.016);
        assert!(!desk.tuner.is_busy(), "the map stays");
        desk.act(Action::Tuned(Tuned::Point(7)));
        desk.act(Action::Undo);
        assert_eq!(desk.experiment.settings.sender.threshold, row.values[0]);
        desk.act(Action::Undo);
        assert_eq!(desk.experiment.settings, Settings::default());
        desk.act(Action::Tuned(Tuned::Point(1_000_000)));
        assert_eq!(desk.experiment.settings, Settings::default());
    }

    #[test]
    fn a_threshold_in_pixels_gives_way_to_the_one_of_the_map() {
        let mut desk = desk(&["sender.pixels=5"]);
        finish(&mut desk);
        let row = desk.tuner.rows()[820].clone();
        desk.act(Action::Tuned(Tuned::Point(row.place)));
        let rate = Measure::find("rate").expect("a measure");
        let updates = desk.experiment.dead_reckoning.updates_per_second;
        assert_eq!(updates, rate.value(Lane::DeadReckoning, &row));
    }

    fn ask(desk: &mut Desk, promises: [f64; 5]) {
        let look = Look { promises, ..desk.tuner.look.clone() };
        desk.tuner.take(look);
        let Some(Effect::Suggest(wish)) = desk.act(Action::Tuned(Tuned::Suggest)) else {
            panic!("a wish")
        };
        desk.tuner.answered(suggest(&wish, &|| true));
    }

    #[test]
    fn what_is_suggested_is_used_and_keeps_the_promise_on_or_below_the_frontier() {
        let mut desk = desk(&[]);
        finish(&mut desk);
        ask(&mut desk, [0.8, 0.0, 0.0, 0.2, 0.0]);
        desk.act(Action::Tuned(Tuned::Use));
        let now = desk.experiment.dead_reckoning;
        assert!(now.peak_error <= 0.8 && now.largest_step <= 0.2, "{now:?}");
        // A knob that the search turns lets the answer stand, another one does not.
        desk.advance(0.016);
        assert!(desk.tuner.answer.is_some());
        let plot = desk.plot().expect("a plot");
        let points = plot.chart(&desk.tuner, ThemeKind::Dark).tradeoffs();
        let kept = frontier(&points).into_iter().map(|place| points[place]);
        let cheaper = kept.filter(|point| point.error <= 0.8).map(|point| point.cost);
        assert!(now.updates_per_second <= cheaper.fold(f64::INFINITY, f64::min) + 1e-9);
        desk.act(Action::Undo);
        assert_eq!(desk.experiment.settings, Settings::default());
        turn(&mut desk, "link.latency=0.3");
        desk.advance(0.016);
        assert!(desk.tuner.answer.is_none());
    }

    #[test]
    fn where_nothing_keeps_it_the_nearest_is_offered() {
        let mut desk = desk(&[]);
        ask(&mut desk, [0.02, 0.0, 0.0, 0.0, 3.0]);
        let answer = &desk.tuner.answer.as_ref().expect("an answer").answer;
        assert!(matches!(answer, Ok(Answer::Broken(_))));
        desk.act(Action::Tuned(Tuned::Use));
        assert!(desk.experiment.dead_reckoning.updates_per_second <= 3.0);
        assert_ne!(desk.experiment.settings, Settings::default());
    }

    #[test]
    fn a_search_beside_the_window_comes_to_an_end_or_stops() {
        let mut desk = desk(&[]);
        let Some(Effect::Suggest(wish)) = desk.act(Action::Tuned(Tuned::Suggest)) else {
            panic!("a wish")
        };
        assert!(Asking::begin((*wish).clone()).answer().is_ok());
        let asking = Asking::begin(*wish);
        asking.stop();
        let _ = asking.answer();
        desk.tuner.take(Look::default());
        desk.tuner.answered(Err(SuggestError::Stopped));
        assert!(desk.tuner.answer.is_none_or(|answered| answered.answer.is_err()));
    }

    #[test]
    fn every_technique_has_a_map_of_its_own_knobs() {
        for technique in ["prediction", "dead-reckoning"] {
            let mut desk = desk(&[]);
            turn(&mut desk, &format!("technique={technique}"));
            finish(&mut desk);
            assert_eq!(desk.tuner.rows(), whole(&desk), "{technique}");
        }
    }

    #[test]
    fn of_shots_there_is_no_map_and_the_view_says_why() {
        let mut desk = desk(&[]);
        turn(&mut desk, "technique=lag-compensation");
        (0..60).for_each(|_| desk.advance(0.016));
        assert!(desk.tuner.failed.as_ref().is_some_and(|why| why.contains("technique=")));
        assert!(!desk.tuner.is_busy());
    }

    #[test]
    fn a_look_that_no_map_can_be_made_of_is_not_sound() {
        let sound = Look::default();
        assert!(sound.is_sound());
        let text = toml::to_string(&sound).expect("a look");
        assert_eq!(toml::from_str::<Look>(&text).expect("a look"), sound);
        let span = |key: &str, from, to| Span { key: key.to_owned(), from, to };
        for look in [
            Look { across: span("sender.order", 0.0, 1.0), ..sound.clone() },
            Look { across: span("link.latency", 1.0, 0.0), ..sound.clone() },
            Look { across: span("no.knob", 0.0, 1.0), ..sound.clone() },
            Look { up: sound.across.clone(), ..sound.clone() },
            Look { measure: "no_measure".to_owned(), ..sound.clone() },
            Look { promises: [f64::NAN; 5], ..sound.clone() },
        ] {
            assert!(!look.is_sound(), "{look:?}");
        }
    }

    #[test]
    fn every_number_of_the_panel_can_be_an_axis() {
        for technique in
            [Technique::DeadReckoning, Technique::Prediction, Technique::LagCompensation]
        {
            for knob in crate::window::panel::numbers_of(technique) {
                for count in COUNTS {
                    let made = axis(&Span::of(knob), count).expect(knob.key);
                    assert!((2..=count).contains(&made.values.len()), "{}", knob.key);
                }
            }
        }
    }
}
