//! What is done for an action: the one place that handles them.

use super::action::{Action, Effect, TuneAction};
use super::state::{Desk, KEYS_PAGE};
use laboratory::export::constants::{LANGUAGES, LanguageRow, constants};
use laboratory::scene::view::{LAYOUTS, Layout};
use laboratory::settings::Settings;

impl Desk {
    /// Does what was asked for, but for what only the window can do.
    pub fn act(&mut self, action: Action) -> Option<Effect> {
        if self.drive.is_some() && !action.goes_with_driving() {
            self.stop_driving();
        }
        match action {
            Action::Play => self.playback.toggle(self.ticks()),
            Action::Step(by) => self.playback.step(by, self.ticks()),
            Action::ToStart => self.playback.jump(0),
            Action::ToEnd => self.playback.seek(self.ticks() - 1),
            Action::Seek(tick) => self.playback.seek(tick),
            Action::NextUpdate => self.seek_update(|sent, now| sent > now, false),
            Action::PreviousUpdate => self.seek_update(|sent, now| sent < now, true),
            Action::Worst => self.seek_worst(),
            Action::Speed(by) => self.playback.change_speed(by),
            Action::Loop => self.playback.looping = !self.playback.looping,
            Action::Pin => self.pin(),
            Action::Scenario(place) => self.open_scenario(place),
            Action::Network(place) => self.take_network(place),
            Action::Open(path) => self.open_file(&path),
            Action::Record(path) => self.open_recording(&path),
            Action::Save(path) => self.save_file(&path),
            Action::Reset => self.reset(),
            Action::Undo => self.undo(),
            Action::HalfWidth => self.half_width(),
            Action::Lesson(place) => self.open_lesson(place),
            Action::NextLesson(by) => self.next_lesson(by),
            Action::Card => self.show_or_hide_card(),
            Action::Drive => self.start_or_stop_driving(),
            Action::Help => self.help = if self.help.is_some() { None } else { Some(KEYS_PAGE) },
            Action::Page(name) => self.help = Some(name),
            Action::Files => {
                self.files = if self.files.is_some() { None } else { Some(String::new()) }
            }
            Action::Escape => return self.escape(),
            Action::CopyCommand => {
                self.say("The command that reproduces this screen is on the clipboard.");
                return Some(Effect::Copy(self.command()));
            }
            Action::Export(kind) => self.open_export(kind),
            Action::WriteExport { replace } => return self.write_export(replace),
            Action::CopyExport => {
                let form = self.export.clone()?;
                self.say("The command that writes this file is on the clipboard.");
                return Some(Effect::Copy(self.export_command(&form)));
            }
            Action::Screenshot => return Some(Effect::Screenshot(self.picture_name())),
            Action::Switch(switch) => self.view.layers.toggle(switch),
            Action::Layout(layout) => (self.view.layout, self.tuner.look.open) = (layout, false),
            Action::NextLayout if self.tuner.look.open => self.tuner.look.open = false,
            Action::NextLayout => self.view.layout = next_layout(self.view.layout),
            Action::Theme => self.view.theme = self.view.theme.other(),
            Action::Fit => self.view.fit(),
            Action::Follow => self.view.follow = !self.view.follow,
            Action::Present => self.view.presenting = !self.view.presenting,
            Action::Tune => self.tuner.look.open = !self.tuner.look.open,
            Action::TuneAction(tuned) => return self.tune(tuned),
            Action::CopyText => return self.copy_text(),
        }
        None
    }

    /// What is asked for in the Tune view.
    fn tune(&mut self, tuned: TuneAction) -> Option<Effect> {
        match tuned {
            TuneAction::Point(place) => {
                let settings = self.tuner.settings_of(place, &self.experiment);
                self.take_over(settings);
            }
            TuneAction::Use => {
                let settings = self.tuner.offered().cloned();
                self.take_over(settings);
            }
            TuneAction::Suggest => {
                let wish = self.tuner.wish(&self.experiment.settings)?;
                (self.tuner.answer, self.tuner.asking) = (None, Some(wish.clone()));
                return Some(Effect::Suggest(Box::new(wish)));
            }
            TuneAction::CopyCommand => {
                self.say("The command that finds these settings is on the clipboard.");
                return Some(Effect::Copy(self.suggest_command()));
            }
            TuneAction::CopyConstants(place) => {
                let (settings, row) = (self.tuner.offered()?.clone(), LANGUAGES.get(place)?);
                return self.copy_constants(&settings, row);
            }
        }
        None
    }

    /// What the form for the game would write, to the clipboard.
    fn copy_text(&mut self) -> Option<Effect> {
        let row = self.export.as_ref()?.language();
        self.copy_constants(&self.experiment.settings.clone(), row)
    }

    fn copy_constants(&mut self, settings: &Settings, row: &LanguageRow) -> Option<Effect> {
        match constants(settings, row.language) {
            Ok(text) => {
                self.say(format!("The settings are on the clipboard: {}.", row.label));
                Some(Effect::Copy(text))
            }
            Err(error) => {
                self.say(error.to_string());
                None
            }
        }
    }

    /// Closes what is on top, then stops what is being written, then driving, then closes the Tune view, then the lesson's card, then ends
    /// the presentation.
    fn escape(&mut self) -> Option<Effect> {
        if self.help.is_some() || self.files.is_some() || self.export.is_some() {
            (self.help, self.files, self.export) = (None, None, None);
        } else if self.exporting.is_some() {
            return Some(Effect::StopExport);
        } else if self.drive.is_some() {
            self.stop_driving();
        } else if self.tuner.look.open {
            self.tuner.look.open = false;
        } else if self.shows_card() {
            self.card = false;
        } else {
            self.view.presenting = false;
        }
        None
    }
}

fn next_layout(layout: Layout) -> Layout {
    let place = LAYOUTS.iter().position(|other| *other == layout).unwrap_or(0);
    LAYOUTS[(place + 1) % LAYOUTS.len()]
}
