//! What the window holds: an experiment, a view on it, a playhead. No window in here: the tests work it.

use super::playback::Playback;
use crate::scenarios::SCENARIOS;
use crate::scene::layers::Switch;
use crate::scene::view::View;
use crate::settings::Settings;
use crate::sim::Tick;
use crate::sim::experiment::Experiment;
use crate::sim::motion::TruthError;

/// A one-shot request, from a button or a key, handled in [`Desk::act`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Start or stop.
    Play,
    /// So many ticks on or back.
    Step(isize),
    /// To the first tick.
    ToStart,
    /// To the last.
    ToEnd,
    /// To a tick.
    Seek(Tick),
    /// To the update after this one.
    NextUpdate,
    /// To the update before.
    PreviousUpdate,
    /// To the worst tick.
    Worst,
    /// One speed up or down.
    Speed(isize),
    /// Loop or stop at the end.
    Loop,
    /// A layer on or off.
    Switch(Switch),
    /// Another scenario, by its place in the catalogue.
    Scenario(usize),
    /// Every knob as the scenario has it.
    Reset,
    /// The other theme.
    Theme,
    /// The keys, shown or hidden.
    Help,
}

/// What the window holds.
#[derive(Clone, Debug)]
pub struct Desk {
    /// What is being looked at.
    pub experiment: Experiment,
    /// How.
    pub view: View,
    /// When.
    pub playback: Playback,
    /// The place in the catalogue of the scenario that was opened last.
    pub scenario: usize,
    /// What the last change was refused for.
    pub refused: Option<String>,
    /// Whether the keys are shown.
    pub help: bool,
}

impl Desk {
    /// A desk with one experiment on it.
    ///
    /// # Errors
    /// [`TruthError`] where the settings have no truth.
    pub fn new(settings: Settings) -> Result<Self, TruthError> {
        let named = |row: &crate::scenarios::Scenario| row.settings().as_ref() == Ok(&settings);
        let scenario = SCENARIOS.iter().position(named).unwrap_or(0);
        let (view, playback) = (View::default(), Playback::default());
        let experiment = Experiment::of(settings)?;
        Ok(Self { experiment, view, playback, scenario, refused: None, help: false })
    }

    /// How many ticks the run has.
    #[must_use]
    pub fn ticks(&self) -> usize {
        self.experiment.truth.states.len()
    }

    /// The tick that is shown.
    #[must_use]
    pub fn tick(&self) -> Tick {
        self.playback.tick(self.ticks())
    }

    /// Takes other settings, at once. Settings without a truth are refused and said; the playhead stays.
    pub fn change(&mut self, settings: Settings) {
        if settings != self.experiment.settings {
            self.refused = self.experiment.change(settings).err().map(|error| error.to_string());
        }
    }

    /// Lets time pass.
    pub fn advance(&mut self, seconds: f64) {
        self.playback.advance(seconds, self.experiment.truth.tick_rate, self.ticks());
    }

    /// Does what was asked for.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Play => self.playback.toggle(self.ticks()),
            Action::Step(by) => self.playback.step(by, self.ticks()),
            Action::ToStart => self.playback.jump(0),
            Action::ToEnd => self.playback.seek(self.ticks() - 1),
            Action::Seek(tick) => self.playback.seek(tick),
            Action::NextUpdate => self.seek_update(|sent, now| sent > now, false),
            Action::PreviousUpdate => self.seek_update(|sent, now| sent < now, true),
            Action::Worst => self.playback.seek(self.experiment.dead_reckoning.peak_tick),
            Action::Speed(by) => self.playback.change_speed(by),
            Action::Loop => self.playback.looping = !self.playback.looping,
            Action::Switch(switch) => self.view.layers.toggle(switch),
            Action::Scenario(place) => self.open(place),
            Action::Reset => self.open(self.scenario),
            Action::Theme => self.view.theme = self.view.theme.other(),
            Action::Help => self.help = !self.help,
        }
    }

    fn open(&mut self, place: usize) {
        let Some(scenario) = SCENARIOS.get(place) else { return };
        match scenario.settings() {
            Ok(settings) => {
                self.scenario = place;
                self.change(settings);
            }
            Err(error) => self.refused = Some(error.to_string()),
        }
    }

    /// To the nearest update on one side of the playhead; none there leaves it where it is.
    fn seek_update(&mut self, beyond: impl Fn(Tick, Tick) -> bool, last: bool) {
        let now = self.tick();
        let packets = &self.experiment.run.dead_reckoning.packets;
        let mut sent = packets.iter().map(|packet| packet.sent).filter(|&sent| beyond(sent, now));
        let found = if last { sent.next_back() } else { sent.next() };
        if let Some(tick) = found {
            self.playback.seek(tick);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn desk() -> Desk {
        Desk::new(Settings::default()).expect("the lap")
    }

    #[test]
    fn a_slider_answers_at_once_and_leaves_the_playhead() {
        let mut desk = desk();
        desk.act(Action::Seek(214));
        let mut settings = desk.experiment.settings.clone();
        settings.set("sender.threshold=0.05").expect("a number");
        desk.change(settings);
        assert_eq!((desk.experiment.dead_reckoning.updates, desk.tick()), (29, 214));
    }

    #[test]
    fn a_change_without_a_truth_is_said_and_not_made() {
        let mut desk = desk();
        let mut settings = desk.experiment.settings.clone();
        settings.motion.laps = 1000;
        settings.sim.tick_rate = 1000;
        desk.change(settings);
        assert!(desk.refused.as_ref().is_some_and(|why| why.contains("ticks")));
        assert_eq!(desk.experiment.settings, Settings::default());
    }

    #[test]
    fn updates_are_walked_one_by_one() {
        let mut desk = desk();
        let sent: Vec<Tick> =
            desk.experiment.run.dead_reckoning.packets.iter().map(|packet| packet.sent).collect();
        for expected in &sent[1..] {
            desk.act(Action::NextUpdate);
            assert_eq!(desk.tick(), *expected);
        }
        desk.act(Action::NextUpdate);
        assert_eq!(desk.tick(), sent[sent.len() - 1]);
        for expected in sent.iter().rev().skip(1) {
            desk.act(Action::PreviousUpdate);
            assert_eq!(desk.tick(), *expected);
        }
    }

    #[test]
    fn every_scenario_opens_and_reset_undoes_the_sliders() {
        let mut desk = desk();
        for (place, scenario) in SCENARIOS.iter().enumerate() {
            desk.act(Action::Scenario(place));
            let settings = scenario.settings().expect(scenario.name);
            let mut turned = settings.clone();
            turned.set("link.latency=0.345").expect("a number");
            desk.change(turned);
            assert_ne!(desk.experiment.settings, settings);
            desk.act(Action::Reset);
            assert_eq!(desk.experiment.settings, settings, "{}", scenario.name);
        }
    }
}
