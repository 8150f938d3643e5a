//! The form for exporting, filled in from the desk, and the order that it makes.

use super::action::Effect;
use super::export::order::{ExportWork, SheetWork};
use super::export::{ExportForm, ExportKind, ExportOrder};
use super::state::Desk;
use crate::platform::{Existing, places};
use laboratory::export::animation::{self, Cut, Moving};
use laboratory::export::constants::constants;
use laboratory::export::shot::Shot;
use laboratory::export::{ExportError, Still, raster};
use laboratory::scene::view::View;
use std::path::{Path, PathBuf};

impl ExportForm {
    /// A form for a desk, of a kind.
    #[must_use]
    pub fn of(kind: ExportKind, desk: &Desk) -> Self {
        let mut form = Self {
            kind,
            comparison: 0,
            path: String::new(),
            title: desk.title(),
            theme: desk.view.theme,
            suiting: true,
            size: [1280, 800],
            moving_size: [640, 400],
            scale: 1.0,
            strip: true,
            caption: true,
            moving_caption: false,
            cut: Cut { from: 0.0, to: desk.experiment.lap_seconds(), fps: 30, slow: 1.0 },
        };
        form.rename(desk);
        form
    }

    /// Takes the name that goes with its kind, one that no file has yet.
    pub fn rename(&mut self, desk: &Desk) {
        let name = match self.kind {
            ExportKind::Picture => desk.picture_name(),
            ExportKind::Comparison => format!("drlab-{}", self.comparison_row().name),
            ExportKind::Game => format!("{}-settings", desk.plain_name()),
            ExportKind::Animation | ExportKind::Frames => format!("drlab-{}", desk.plain_name()),
        };
        let path = places::free_name(Path::new(""), &name, self.row().endings[0]);
        self.path = path.display().to_string();
    }

    /// Why the form cannot be carried out; nothing if it can.
    ///
    /// # Errors
    /// A sentence: an unknown ending, a size that is too large, a cut that is none.
    pub fn check(&self, desk: &Desk) -> Result<(), String> {
        let path = Path::new(self.path.trim());
        if path.as_os_str().is_empty() {
            return Err("The file needs a name.".to_owned());
        }
        if !places::has_folder(path) {
            return Err(format!("{}: its folder is not there", path.display()));
        }
        let checked = match self.kind {
            ExportKind::Picture | ExportKind::Comparison => Still::of(path).map(drop),
            ExportKind::Animation => Moving::of(path).and_then(|format| {
                animation::ticks(&desk.experiment.truth, self.cut, format).map(drop)
            }),
            ExportKind::Frames => Ok(()),
            ExportKind::Game if self.named_language().is_none() => {
                let ends = ".toml, .json, .rs, .cs, .hpp or .gd";
                return Err(format!("{}: its ending should be {ends}", path.display()));
            }
            ExportKind::Game => Ok(()),
        };
        let drawn = !matches!(self.kind, ExportKind::Frames | ExportKind::Game)
            && Still::of(path) != Ok(Still::Svg);
        let pixels = || raster::pixels_of(self.page().size, self.scale).map(drop);
        let checked = checked.and_then(|()| if drawn { pixels() } else { Ok(()) });
        checked.map_err(|error| error.to_string())
    }

    /// What to write; a file that is there is kept unless it is to be replaced.
    ///
    /// # Errors
    /// As [`ExportForm::check`]; a comparison that does not go with these settings.
    pub fn order(&self, desk: &Desk, replace: bool) -> Result<ExportOrder, String> {
        let existing = if replace { Existing::Replace } else { Existing::Keep };
        let path = PathBuf::from(self.path.trim());
        let sentence = |error: ExportError| error.to_string();
        self.check(desk)?;
        let work = match self.kind {
            ExportKind::Picture => {
                ExportWork::Still(self.shot(desk), Still::of(&path).map_err(sentence)?)
            }
            ExportKind::Comparison => {
                let panels = self.comparison_row().panels(&desk.experiment.settings);
                let panels = panels.map_err(|error| error.to_string())?;
                let (row, suiting) = (self.comparison_row(), self.suiting);
                let look = row.look_over(&desk.experiment.settings);
                let work = SheetWork { row, look, panels, suiting, shot: self.shot(desk) };
                ExportWork::Sheet(work, Still::of(&path).map_err(sentence)?)
            }
            ExportKind::Animation => {
                ExportWork::Moving(self.shot(desk), self.cut, Moving::of(&path).map_err(sentence)?)
            }
            ExportKind::Frames => ExportWork::Frames(Box::new(desk.experiment.clone())),
            ExportKind::Game => {
                let text = constants(&desk.experiment.settings, self.language().language);
                ExportWork::Text(text.map_err(|error| error.to_string())?)
            }
        };
        Ok(ExportOrder { path, existing, work })
    }

    fn shot(&self, desk: &Desk) -> Box<Shot> {
        Box::new(Shot {
            experiment: desk.experiment.clone(),
            pinned: desk.pinned.clone(),
            view: View { presenting: false, theme: self.theme, ..desk.view.clone() },
            tick: desk.tick(),
            page: self.page(),
            scale: self.scale,
        })
    }
}

impl Desk {
    /// Shows the form for a kind; hides it if that is the one that is shown.
    pub(super) fn open_export(&mut self, kind: ExportKind) {
        self.export = match self.export.take() {
            Some(form) if form.kind == kind => None,
            Some(form) => {
                let mut form = ExportForm { kind, ..form };
                form.rename(self);
                Some(form)
            }
            None => Some(ExportForm::of(kind, self)),
        };
    }

    pub(super) fn write_export(&mut self, replace: bool) -> Option<Effect> {
        if self.exporting.is_some() {
            self.say("Another file is still being written.");
            return None;
        }
        match self.export.as_ref()?.order(self, replace) {
            Err(why) => {
                self.say(why);
                None
            }
            Ok(order) => {
                self.export = None;
                Some(Effect::Export(Box::new(order)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::trial::{lap_desk, turn};
    use crate::desk::{Action, Effect};
    use crate::platform::files;
    use laboratory::export::constants::LANGUAGES;

    #[test]
    fn settings_for_the_game_are_written_or_copied_as_the_command_writes_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut desk = lap_desk();
        turn(&mut desk, "sender.threshold=0.4");
        desk.act(Action::Export(ExportKind::Game));
        for row in LANGUAGES {
            let path = folder.path().join(format!("net.{}", row.ending));
            let form = desk.export.as_mut().expect("a form");
            form.path = path.display().to_string();
            let right = constants(&desk.experiment.settings, row.language).expect("text");
            let order =
                desk.export.as_ref().expect("a form").order(&desk, false).expect("an order");
            order.carry_out(&|| true).expect("written");
            assert_eq!(files::read(&path).expect("a file"), right);
            let Some(Effect::Copy(copied)) = desk.act(Action::CopyText) else { panic!("a copy") };
            assert_eq!(copied, right);
            let form = desk.export.clone().expect("a form");
            let line = format!(
                "drlab export-settings --as {} --out {} --force --set sender.threshold=0.4",
                row.name,
                path.display()
            );
            assert_eq!(desk.export_command(&form), line);
        }
        desk.export.as_mut().expect("a form").path = "net.txt".to_owned();
        let why = desk.export.as_ref().expect("a form").order(&desk, false).expect_err("refused");
        assert!(why.contains(".hpp"), "{why}");
    }
}
