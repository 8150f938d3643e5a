//! Exporting from the window: the form as data, the order it makes, and its work beside the window.
//!
//! In: a [`Desk`], a [`Form`]. Out: an [`Order`], whose file is the one that [`Desk::export_command`] would write.

use crate::desk::Desk;
use crate::files::{self, Old};
use glam::vec2;
use laboratory::catalogue::comparisons::{COMPARISONS, Comparison};
use laboratory::experiment::Experiment;
use laboratory::export::animation::{self, Cut, Moving};
use laboratory::export::constants::{LANGUAGES, LanguageRow, constants};
use laboratory::export::shot::Shot;
use laboratory::export::{self, ExportError, Still, raster, record};
use laboratory::scene::page::Page;
use laboratory::scene::panel::Panel;
use laboratory::scene::sheet::{self, Sheet};
use laboratory::scene::theme::ThemeKind;
use laboratory::scene::view::View;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;

/// What can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// This moment, on a page.
    Picture,
    /// A comparison of the catalogue, over these settings, at its largest error.
    Comparison,
    /// A part of the run, moving.
    Animation,
    /// Every tick as CSV.
    Frames,
    /// The settings for the game.
    Game,
}

/// A row of the Export menu.
#[derive(Debug)]
pub struct KindRow {
    /// What.
    pub kind: Kind,
    /// What people call it.
    pub label: &'static str,
    /// The endings that its file may have.
    pub endings: &'static [&'static str],
}

/// What can be exported, as the menu has it.
pub const KINDS: &[KindRow] = &[
    KindRow { kind: Kind::Picture, label: "Picture", endings: &["png", "svg"] },
    KindRow { kind: Kind::Comparison, label: "Comparison", endings: &["png", "svg"] },
    KindRow { kind: Kind::Animation, label: "Animation", endings: &["gif", "png"] },
    KindRow { kind: Kind::Frames, label: "Every tick", endings: &["csv"] },
    KindRow {
        kind: Kind::Game,
        label: "For the game",
        endings: &["toml", "json", "rs", "cs", "hpp", "gd"],
    },
];

/// What the form holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What to export.
    pub kind: Kind,
    /// Which comparison, by its place in the catalogue.
    pub comparison: usize,
    /// The name of the file, without folder and ending, or all of it.
    pub path: String,
    /// What the picture is called.
    pub title: String,
    /// Its colours.
    pub theme: ThemeKind,
    /// Width and height of a still picture, points.
    pub size: [u32; 2],
    /// A comparison has the size that suits it.
    pub suiting: bool,
    /// Width and height of a moving picture, points.
    pub moving_size: [u32; 2],
    /// Pixels a point.
    pub scale: f32,
    /// With the time strip.
    pub strip: bool,
    /// A still picture with title, settings and metrics.
    pub caption: bool,
    /// A moving one with them.
    pub moving_caption: bool,
    /// Which part of the run, and how fast.
    pub cut: Cut,
}

/// A file to be written.
#[derive(Clone, Debug)]
pub struct Order {
    path: PathBuf,
    old: Old,
    work: Work,
}

#[derive(Clone, Debug)]
enum Work {
    Still(Box<Shot>, Still),
    Sheet(SheetWork, Still),
    Moving(Box<Shot>, Cut, Moving),
    Frames(Box<Experiment>),
    Text(String),
}

#[derive(Clone, Debug)]
struct SheetWork {
    row: &'static Comparison,
    look: &'static str,
    suiting: bool,
    panels: Vec<Panel>,
    shot: Box<Shot>,
}

impl Form {
    /// A form for a desk, of a kind.
    #[must_use]
    pub fn of(kind: Kind, desk: &Desk) -> Self {
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

    /// The row of its kind.
    #[must_use]
    pub fn row(&self) -> &'static KindRow {
        KINDS.iter().find(|row| row.kind == self.kind).unwrap_or(&KINDS[0])
    }

    /// The language that the ending of the file asks for, if it does.
    fn named_language(&self) -> Option<&'static LanguageRow> {
        let ending = Path::new(self.path.trim()).extension()?.to_ascii_lowercase();
        LANGUAGES.iter().find(|row| ending == row.ending)
    }

    /// The language of settings for the game: by the ending of the file, else the first.
    #[must_use]
    pub fn language(&self) -> &'static LanguageRow {
        self.named_language().unwrap_or(&LANGUAGES[0])
    }

    /// Takes the name that goes with its kind, one that no file has yet.
    pub fn rename(&mut self, desk: &Desk) {
        let name = match self.kind {
            Kind::Picture => desk.picture_name(),
            Kind::Comparison => format!("drlab-{}", self.comparison_row().name),
            Kind::Game => format!("{}-settings", desk.plain_name()),
            Kind::Animation | Kind::Frames => format!("drlab-{}", desk.plain_name()),
        };
        let path = files::free_name(Path::new(""), &name, self.row().endings[0]);
        self.path = path.display().to_string();
    }

    /// The comparison that is chosen.
    #[must_use]
    pub fn comparison_row(&self) -> &'static Comparison {
        COMPARISONS.get(self.comparison).unwrap_or(&COMPARISONS[0])
    }

    /// Width and height of what it makes, points.
    pub fn size_mut(&mut self) -> &mut [u32; 2] {
        if self.kind == Kind::Animation { &mut self.moving_size } else { &mut self.size }
    }

    fn page(&self) -> Page {
        let moving = self.kind == Kind::Animation;
        let [width, height] = if moving { self.moving_size } else { self.size };
        Page {
            size: vec2(width as f32, height as f32),
            strip: self.strip,
            caption: if moving { self.moving_caption } else { self.caption },
            title: self.title.clone(),
        }
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
        if !files::has_folder(path) {
            return Err(format!("{}: its folder is not there", path.display()));
        }
        let checked = match self.kind {
            Kind::Picture | Kind::Comparison => Still::of(path).map(drop),
            Kind::Animation => Moving::of(path).and_then(|format| {
                animation::ticks(&desk.experiment.truth, self.cut, format).map(drop)
            }),
            Kind::Frames => Ok(()),
            Kind::Game if self.named_language().is_none() => {
                let ends = ".toml, .json, .rs, .cs, .hpp or .gd";
                return Err(format!("{}: its ending should be {ends}", path.display()));
            }
            Kind::Game => Ok(()),
        };
        let drawn =
            !matches!(self.kind, Kind::Frames | Kind::Game) && Still::of(path) != Ok(Still::Svg);
        let pixels = || raster::pixels_of(self.page().size, self.scale).map(drop);
        let checked = checked.and_then(|()| if drawn { pixels() } else { Ok(()) });
        checked.map_err(|error| error.to_string())
    }

    /// What to write; a file that is there is kept unless it is to be replaced.
    ///
    /// # Errors
    /// As [`Form::check`]; a comparison that does not go with these settings.
    pub fn order(&self, desk: &Desk, replace: bool) -> Result<Order, String> {
        let old = if replace { Old::Replace } else { Old::Keep };
        let path = PathBuf::from(self.path.trim());
        let sentence = |error: ExportError| error.to_string();
        self.check(desk)?;
        let work = match self.kind {
            Kind::Picture => Work::Still(self.shot(desk), Still::of(&path).map_err(sentence)?),
            Kind::Comparison => {
                let panels = self.comparison_row().panels(&desk.experiment.settings);
                let panels = panels.map_err(|error| error.to_string())?;
                let (row, suiting) = (self.comparison_row(), self.suiting);
                let look = row.look_over(&desk.experiment.settings);
                let work = SheetWork { row, look, panels, suiting, shot: self.shot(desk) };
                Work::Sheet(work, Still::of(&path).map_err(sentence)?)
            }
            Kind::Animation => {
                Work::Moving(self.shot(desk), self.cut, Moving::of(&path).map_err(sentence)?)
            }
            Kind::Frames => Work::Frames(Box::new(desk.experiment.clone())),
            Kind::Game => {
                let text = constants(&desk.experiment.settings, self.language().language);
                Work::Text(text.map_err(|error| error.to_string())?)
            }
        };
        Ok(Order { path, old, work })
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

impl Order {
    /// How many frames it draws.
    #[must_use]
    pub fn frames(&self) -> usize {
        match &self.work {
            Work::Moving(shot, cut, format) => shot.frames(*cut, *format).unwrap_or(1),
            Work::Still(..) | Work::Sheet(..) | Work::Frames(_) | Work::Text(_) => 1,
        }
    }

    /// Writes the file. `drawn` is called after each frame of an animation and may stop it.
    ///
    /// # Errors
    /// A sentence; nothing is half written.
    pub fn carry_out(&self, drawn: &(dyn Fn() -> bool + Sync)) -> Result<(), String> {
        let written = files::write(&self.path, self.old, |out| match &self.work {
            Work::Still(shot, format) => {
                out.write_all(&shot.still(*format).map_err(io::Error::other)?)
            }
            Work::Sheet(work, format) => {
                out.write_all(&work.file(*format).map_err(io::Error::other)?)
            }
            Work::Moving(shot, cut, format) => {
                shot.moving(*cut, *format, drawn, out).map_err(io::Error::other)
            }
            Work::Frames(experiment) => record::csv(experiment, out),
            Work::Text(text) => out.write_all(text.as_bytes()),
        });
        written.map_err(|error| error.to_string())
    }
}

impl SheetWork {
    fn file(&self, format: Still) -> Result<Vec<u8>, ExportError> {
        let shot = &self.shot;
        let mut sheet = Sheet {
            title: self.row.title,
            look: self.look,
            panels: &self.panels,
            tick: self.row.tick(&self.panels),
            view: &shot.view,
            size: shot.page.size,
            caption: shot.page.caption,
        };
        if self.suiting {
            sheet.size = sheet::suiting_size(&sheet);
        }
        export::sheet(&sheet, format, shot.scale)
    }
}

/// An order that is being carried out beside the window.
pub struct Running {
    path: PathBuf,
    frames: usize,
    drawn: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
    work: JoinHandle<Result<(), String>>,
}

impl Running {
    /// Begins.
    #[must_use]
    pub fn begin(order: Order) -> Self {
        let (drawn, stop) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicBool::new(false)));
        let (path, frames) = (order.path.clone(), order.frames());
        let (count, asked) = (Arc::clone(&drawn), Arc::clone(&stop));
        let work = std::thread::spawn(move || {
            order.carry_out(&|| {
                count.fetch_add(1, Ordering::Relaxed);
                !asked.load(Ordering::Relaxed)
            })
        });
        Self { path, frames, drawn, stop, work }
    }

    /// Asks it to give up.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How far it is, in words.
    #[must_use]
    pub fn progress(&self) -> String {
        let drawn = self.drawn.load(Ordering::Relaxed).min(self.frames);
        if self.frames > 1 {
            format!("Frame {drawn} of {} for {} (Esc stops)", self.frames, self.path.display())
        } else {
            format!("Writing {}", self.path.display())
        }
    }

    /// Whether it has come to its end.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.work.is_finished()
    }

    /// How it ended, in words; waits for the end.
    ///
    /// # Errors
    /// A sentence; the file was then not written.
    pub fn outcome(self) -> Result<String, String> {
        match self.work.join() {
            Ok(Ok(())) => Ok(format!("Saved as {}", whole(&self.path).display())),
            Ok(Err(why)) => Err(why),
            Err(_) => Err(format!("{} could not be drawn", self.path.display())),
        }
    }
}

/// The whole path of a file, so that it can be found again.
#[must_use]
pub fn whole(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}
