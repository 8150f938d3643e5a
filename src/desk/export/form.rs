//! The form for exporting, as data: what, where to, and how large.

use glam::vec2;
use laboratory::catalogue::comparisons::{COMPARISONS, Comparison};
use laboratory::export::animation::Cut;
use laboratory::export::constants::{LANGUAGES, LanguageRow};
use laboratory::scene::page::Page;
use laboratory::scene::theme::ThemeKind;
use std::path::Path;

/// What can be exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportKind {
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
pub struct ExportKindRow {
    /// What.
    pub kind: ExportKind,
    /// What people call it.
    pub label: &'static str,
    /// The endings that its file may have.
    pub endings: &'static [&'static str],
}

/// What can be exported, as the menu has it.
pub const EXPORT_KINDS: &[ExportKindRow] = &[
    ExportKindRow { kind: ExportKind::Picture, label: "Picture", endings: &["png", "svg"] },
    ExportKindRow { kind: ExportKind::Comparison, label: "Comparison", endings: &["png", "svg"] },
    ExportKindRow { kind: ExportKind::Animation, label: "Animation", endings: &["gif", "png"] },
    ExportKindRow { kind: ExportKind::Frames, label: "Every tick", endings: &["csv"] },
    ExportKindRow {
        kind: ExportKind::Game,
        label: "For the game",
        endings: &["toml", "json", "rs", "cs", "hpp", "gd"],
    },
];

/// What the form holds.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportForm {
    /// What to export.
    pub kind: ExportKind,
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

impl ExportForm {
    /// The row of its kind.
    #[must_use]
    pub fn row(&self) -> &'static ExportKindRow {
        EXPORT_KINDS.iter().find(|row| row.kind == self.kind).unwrap_or(&EXPORT_KINDS[0])
    }

    /// The language that the ending of the file asks for, if it does.
    pub(in crate::desk) fn named_language(&self) -> Option<&'static LanguageRow> {
        let ending = Path::new(self.path.trim()).extension()?.to_ascii_lowercase();
        LANGUAGES.iter().find(|row| ending == row.ending)
    }

    /// The language of settings for the game: by the ending of the file, else the first.
    #[must_use]
    pub fn language(&self) -> &'static LanguageRow {
        self.named_language().unwrap_or(&LANGUAGES[0])
    }

    /// The comparison that is chosen.
    #[must_use]
    pub fn comparison_row(&self) -> &'static Comparison {
        COMPARISONS.get(self.comparison).unwrap_or(&COMPARISONS[0])
    }

    /// Width and height of what it makes, points.
    pub fn size_mut(&mut self) -> &mut [u32; 2] {
        if self.kind == ExportKind::Animation { &mut self.moving_size } else { &mut self.size }
    }

    pub(in crate::desk) fn page(&self) -> Page {
        let moving = self.kind == ExportKind::Animation;
        let [width, height] = if moving { self.moving_size } else { self.size };
        Page {
            size: vec2(width as f32, height as f32),
            strip: self.strip,
            caption: if moving { self.moving_caption } else { self.caption },
            title: self.title.clone(),
        }
    }
}
