//! The map of the Tune view as it grows, what was asked and what was answered.
//!
//! In: the settings of the desk, frame by frame. Out: rows of a sweep, some more each frame. Invariants: what is shown
//! belongs to the settings that are shown, or is marked as older; run to its end it is [`Sweep::run`] to the bit.

use super::look::{COUNTS, PROMISES, TuneLook};
use laboratory::ensemble::Ensemble;
use laboratory::experiment::Experiment;
use laboratory::scene::sweep::SweepChart;
use laboratory::scene::theme::ThemeKind;
use laboratory::settings::{Knob, Settings, Technique};
use laboratory::tune::suggest::{Answer, Promise, SuggestError, TURNED, Wish};
use laboratory::tune::sweep::{Axis, Measure, Slices, Sweep, SweepRow, seeds};

/// So many ticks are simulated in one frame at most, all points together: some eight milliseconds on two cores.
const MOST_TICKS: usize = 40_000;
/// A changed setting rests for so long before the sweep begins again, s.
const REST: f64 = 0.2;
/// So many ticks a whole sweep may have before it gets coarser: some ten seconds.
const MOST_WORK: usize = 50_000_000;

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
    pub look: TuneLook,
    /// The answer, while its wish still stands.
    pub answer: Option<Answered>,
    /// Whether an answer is being looked for, and for what.
    pub asking: Option<Wish>,
    /// Why there is no map.
    pub failed: Option<String>,
    slices: Option<Slices>,
    /// The whole map before the last change.
    before: Vec<SweepRow>,
    /// What the sweep is of: settings whose axes stand at their first values.
    of: Option<(Settings, [Axis; 2])>,
    rested: f64,
}

/// What a chart borrows: the sweep with the settings as they are, and those measured.
#[derive(Clone, Debug)]
pub struct TunePlot {
    sweep: Sweep,
    now: SweepRow,
    measure: Measure,
}

impl TunePlot {
    /// What to draw.
    #[must_use]
    pub fn chart<'a>(&'a self, tuner: &'a Tuner, theme: ThemeKind) -> SweepChart<'a> {
        SweepChart {
            sweep: &self.sweep,
            rows: tuner.rows(),
            before: tuner.before(),
            now: Some(&self.now),
            side: tuner.look.lane,
            measure: self.measure,
            theme,
            levels: &[],
        }
    }
}

impl Tuner {
    /// The points that are done.
    #[must_use]
    pub fn rows(&self) -> &[SweepRow] {
        self.slices.as_ref().map_or(&[], Slices::rows)
    }

    /// The map as it was before the last change, until the new one is whole.
    fn before(&self) -> &[SweepRow] {
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
        Ok([self.look.across.axis(count)?, self.look.up.axis(count)?])
    }

    /// The axes as a command has them.
    #[must_use]
    pub fn axis_words(&self, experiment: &Experiment) -> [String; 2] {
        let TuneLook { across, up, .. } = &self.look;
        let counts = self.axes(experiment).map(|axes| axes.map(|axis| axis.values.len()));
        let [columns, rows] = counts.unwrap_or([COUNTS[0]; 2]);
        [across.text(columns), up.text(rows)]
    }

    /// What to draw; nothing while there is no map.
    #[must_use]
    pub fn plot(&self, experiment: &Experiment, luck: Option<&Ensemble>) -> Option<TunePlot> {
        let axes = self.axes(experiment).ok()?;
        let settings = experiment.settings.clone();
        let values = axes.iter().map(|axis| axis.knob.value(&settings)).collect();
        let one = || Ensemble::of(&[experiment.metrics]);
        let now = SweepRow { place: 0, values, ensemble: luck.cloned().unwrap_or_else(one) };
        let measure = Measure::find(&self.look.measure).ok()?;
        Some(TunePlot { sweep: Sweep { settings, axes: axes.to_vec() }, now, measure })
    }

    /// Changes what is looked at. A lane without the measure gets one that it has.
    pub fn take(&mut self, mut look: TuneLook) {
        if !look.has_measure() {
            look.measure = TuneLook::default().measure;
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
        let own = |key: &String| technique.row().numbers().any(|knob| knob.key == key.as_str());
        if !own(across) || !own(up) {
            [self.look.across, self.look.up] = TuneLook::usual(technique);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::trial::turn;
    use crate::desk::tune::{AxisSpan, begin_suggest};
    use crate::desk::{Action, Desk, Effect, TuneAction};
    use laboratory::lanes::Side;
    use laboratory::technique::TECHNIQUES;
    use laboratory::tune::suggest::suggest;
    use laboratory::tune::sweep::frontier;

    /// At a third of the usual tick rate: a map is some hundreds of runs.
    fn coarse() -> Settings {
        Settings::default().with_set(&["sim.tick_rate=20"]).expect("settings")
    }

    fn desk(set: &[&str]) -> Desk {
        let settings = coarse().with_set(set).expect("settings");
        let mut desk = Desk::new(settings).expect("a truth");
        desk.act(Action::Tune);
        desk
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
    fn whole(desk: &Desk) -> Vec<SweepRow> {
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
        let latency = AxisSpan::of(Knob::find("link.latency").expect("a knob"));
        let look = TuneLook { up: latency, ..desk.tuner.look.clone() };
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
        desk.act(Action::TuneAction(TuneAction::Point(row.place)));
        let settings = &desk.experiment.settings;
        assert_eq!([settings.sender.threshold, settings.receiver.blend_time], row.values[..]);
        let peak = Measure::find("peak").expect("a measure");
        assert_eq!(Some(desk.experiment.metrics[0].peak_error), peak.value(Side::First, &row));
        desk.advance(0.016);
        assert!(!desk.tuner.is_busy(), "the map stays");
        desk.act(Action::TuneAction(TuneAction::Point(7)));
        desk.act(Action::Undo);
        assert_eq!(desk.experiment.settings.sender.threshold, row.values[0]);
        desk.act(Action::Undo);
        assert_eq!(desk.experiment.settings, coarse());
        desk.act(Action::TuneAction(TuneAction::Point(1_000_000)));
        assert_eq!(desk.experiment.settings, coarse());
    }

    #[test]
    fn a_threshold_in_pixels_gives_way_to_the_one_of_the_map() {
        let mut desk = desk(&["sender.pixels=5"]);
        finish(&mut desk);
        let row = desk.tuner.rows()[820].clone();
        desk.act(Action::TuneAction(TuneAction::Point(row.place)));
        let rate = Measure::find("rate").expect("a measure");
        let updates = desk.experiment.metrics[0].packets.expect("packets").updates_per_second;
        assert_eq!(Some(updates), rate.value(Side::First, &row));
    }

    fn ask(desk: &mut Desk, promises: [f64; 5]) {
        let look = TuneLook { promises, ..desk.tuner.look.clone() };
        desk.tuner.take(look);
        let Some(Effect::Suggest(wish)) = desk.act(Action::TuneAction(TuneAction::Suggest)) else {
            panic!("a wish")
        };
        desk.tuner.answered(suggest(&wish, &|| true));
    }

    #[test]
    fn what_is_suggested_is_used_and_keeps_the_promise_on_or_below_the_frontier() {
        let mut desk = desk(&[]);
        finish(&mut desk);
        ask(&mut desk, [0.8, 0.0, 0.0, 0.6, 0.0]);
        desk.act(Action::TuneAction(TuneAction::Use));
        let now = desk.experiment.metrics[0];
        assert!(now.peak_error <= 0.8 && now.largest_step <= 0.6, "{now:?}");
        // A knob that the search turns lets the answer stand, another one does not.
        desk.advance(0.016);
        assert!(desk.tuner.answer.is_some());
        let plot = desk.plot().expect("a plot");
        let points = plot.chart(&desk.tuner, ThemeKind::Dark).tradeoffs();
        let kept = frontier(&points).into_iter().map(|place| points[place]);
        let cheaper = kept.filter(|point| point.error <= 0.8).map(|point| point.cost);
        assert!(now.updates_per_second() <= cheaper.fold(f64::INFINITY, f64::min) + 1e-9);
        desk.act(Action::Undo);
        assert_eq!(desk.experiment.settings, coarse());
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
        desk.act(Action::TuneAction(TuneAction::Use));
        assert!(desk.experiment.metrics[0].packets.expect("packets").updates_per_second <= 3.0);
        assert_ne!(desk.experiment.settings, coarse());
    }

    #[test]
    fn a_search_beside_the_window_comes_to_an_end_or_stops() {
        let mut desk = desk(&[]);
        let Some(Effect::Suggest(wish)) = desk.act(Action::TuneAction(TuneAction::Suggest)) else {
            panic!("a wish")
        };
        assert!(begin_suggest((*wish).clone()).outcome().is_some_and(|answer| answer.is_ok()));
        let search = begin_suggest(*wish);
        search.stop();
        let _ = search.outcome();
        desk.tuner.take(TuneLook::default());
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
        let sound = TuneLook::default();
        assert!(sound.is_sound());
        let text = toml::to_string(&sound).expect("a look");
        assert_eq!(toml::from_str::<TuneLook>(&text).expect("a look"), sound);
        let span = |key: &str, from, to| AxisSpan { key: key.to_owned(), from, to };
        for look in [
            TuneLook { across: span("sender.order", 0.0, 1.0), ..sound.clone() },
            TuneLook { across: span("link.latency", 1.0, 0.0), ..sound.clone() },
            TuneLook { across: span("no.knob", 0.0, 1.0), ..sound.clone() },
            TuneLook { up: sound.across.clone(), ..sound.clone() },
            TuneLook { measure: "no_measure".to_owned(), ..sound.clone() },
            TuneLook { promises: [f64::NAN; 5], ..sound.clone() },
        ] {
            assert!(!look.is_sound(), "{look:?}");
        }
    }

    #[test]
    fn every_number_of_the_panel_can_be_an_axis() {
        for technique in TECHNIQUES {
            for knob in technique.numbers() {
                for count in COUNTS {
                    let made = AxisSpan::of(knob).axis(count).expect(knob.key);
                    assert!((2..=count).contains(&made.values.len()), "{}", knob.key);
                }
            }
        }
    }
}
