//! Pictures as files: a scene as SVG, the SVG as pixels, pixels as PNG, many of them as GIF or animated PNG. And
//! runs as numbers.
//!
//! In: what a picture shows, plain data. Out: the bytes of a file. Invariants: equal input gives equal bytes,
//! window and command line alike; nothing here opens a file.

pub mod animation;
pub mod constants;
pub mod raster;
pub mod record;
pub mod shot;
pub mod svg;
pub mod sweeps;

use crate::scene::Scene;
use crate::scene::blackboard::{self, Blackboard};
use crate::scene::overview::{self, LessonThumb};
use crate::scene::page::{self, Page};
use crate::scene::picture::Picture;
use crate::scene::sheet::{self, LEAST_PANEL, Sheet};
use crate::scene::view::View;
use glam::Vec2;
use std::path::Path;
use svg::Words;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ExportError {
    /// The name of the file ends in nothing that is known here.
    #[error("{path}: the format comes from the name, which should end in {right}")]
    Format {
        /// Which file.
        path: String,
        /// The endings that would do.
        right: &'static str,
    },
    /// It would take too much memory.
    #[error(
        "{width} × {height} pixels would take {gib:.1} GiB of memory to draw, 1 GiB is the most: make the size or the scale smaller"
    )]
    TooLarge {
        /// Pixels a row.
        width: f64,
        /// Rows.
        height: f64,
        /// How much it would take.
        gib: f64,
    },
    /// The page is too small for what should be on it.
    #[error("{0}")]
    TooSmall(String),
    /// A side has too many pixels.
    #[error(
        "{width} × {height} pixels: a side has {most} at most, make the size or the scale smaller"
    )]
    TooLong {
        /// Pixels a row.
        width: f64,
        /// Rows.
        height: f64,
        /// The most that either may be.
        most: u32,
    },
    /// The animation has no, or too many, frames.
    #[error("{0}")]
    Frames(String),
    /// It could not be drawn.
    #[error("the picture could not be drawn: {0}")]
    Drawing(String),
    /// Somebody asked for an end.
    #[error("stopped before the picture was whole; nothing was written")]
    Stopped,
}

/// What a still picture can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Still {
    /// Shapes and text.
    Svg,
    /// Pixels.
    Png,
}

/// The ending of a file's name, small letters.
fn ending(path: &Path) -> String {
    path.extension().unwrap_or_default().to_string_lossy().to_lowercase()
}

impl Still {
    /// The format that the name of a file asks for.
    ///
    /// # Errors
    /// [`ExportError::Format`].
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        match ending(path).as_str() {
            "svg" => Ok(Self::Svg),
            "png" => Ok(Self::Png),
            _ => Err(ExportError::Format {
                path: path.display().to_string(),
                right: ".svg (shapes and text) or .png (pixels); `drlab animate` makes GIFs",
            }),
        }
    }
}

/// The title of what was opened under a name and may have been changed since.
#[must_use]
pub fn title(opened: &str, changed: bool) -> String {
    if changed { format!("{opened}, changed") } else { opened.to_owned() }
}

/// A page as a file, so many pixels a point (an SVG has no pixels and takes no notice).
///
/// # Errors
/// [`ExportError::TooLarge`], [`ExportError::Drawing`].
pub fn page(
    page: &Page,
    picture: &Picture<'_>,
    format: Still,
    scale: f32,
) -> Result<Vec<u8>, ExportError> {
    if format == Still::Png {
        raster::pixels_of(page.size, scale)?;
    }
    let scene = page::build(page, picture);
    let description = page_description(picture);
    let words = Words { title: &page.title, description: &description };
    still(&scene, page.size, words, format, scale)
}

/// A contact sheet as a file, so many pixels a point.
///
/// # Errors
/// As [`page()`].
pub fn sheet(sheet: &Sheet<'_>, format: Still, scale: f32) -> Result<Vec<u8>, ExportError> {
    if format == Still::Png {
        raster::pixels_of(sheet.size, scale)?;
    }
    if !sheet::fits(sheet) {
        let (has, needs, suits) = (sheet.size, LEAST_PANEL, sheet::suiting_size(sheet));
        return Err(ExportError::TooSmall(format!(
            "{} panels do not fit on {} × {} points, each needs {} × {}: without --size they take {} × {}",
            sheet.panels.len(),
            has.x,
            has.y,
            needs.x,
            needs.y,
            suits.x,
            suits.y
        )));
    }
    let names: Vec<&str> = sheet.panels.iter().map(|panel| panel.name.as_str()).collect();
    let description = format!("{} Panels: {}.", sheet.look, names.join("; "));
    let words = Words { title: sheet.title, description: description.trim() };
    still(&sheet::build(sheet), sheet.size, words, format, scale)
}

/// A lesson's board as a file, so many pixels a point.
///
/// # Errors
/// As [`page()`]; [`ExportError::TooSmall`] below [`blackboard::LEAST`].
pub fn board(board: &Blackboard<'_>, format: Still, scale: f32) -> Result<Vec<u8>, ExportError> {
    let least = blackboard::LEAST;
    if board.size.cmplt(least).any() {
        let Vec2 { x, y } = board.size;
        return Err(ExportError::TooSmall(format!(
            "a lesson does not fit on {x} × {y} points: it needs {} × {}, {} × {} is what it has without --size",
            least.x,
            least.y,
            blackboard::SIZE.x,
            blackboard::SIZE.y
        )));
    }
    if format == Still::Png {
        raster::pixels_of(board.size, scale)?;
    }
    let numbers: Vec<String> =
        board.figures.iter().map(|figure| format!("{}: {}", figure.label, figure.value)).collect();
    let description = format!("{} {} {}.", board.says.join(" "), board.look, numbers.join(", "));
    let words = Words { title: board.title, description: &description };
    still(&blackboard::build(board), board.size, words, format, scale)
}

/// Lessons as small pictures on one sheet as a file, so many pixels a point.
///
/// # Errors
/// As [`page()`].
pub fn overview(
    title: &str,
    thumbs: &[LessonThumb<'_>],
    view: &View,
    (format, scale): (Still, f32),
) -> Result<Vec<u8>, ExportError> {
    let size = overview::size(thumbs.len());
    if format == Still::Png {
        raster::pixels_of(size, scale)?;
    }
    let titles: Vec<&str> = thumbs.iter().map(|thumb| thumb.title).collect();
    let description = titles.join(". ");
    let words = Words { title, description: &description };
    still(&overview::build(title, thumbs, view), size, words, format, scale)
}

fn still(
    scene: &Scene,
    size: Vec2,
    words: Words<'_>,
    format: Still,
    scale: f32,
) -> Result<Vec<u8>, ExportError> {
    match format {
        Still::Svg => Ok(svg::svg(scene, size, words, true).into_bytes()),
        Still::Png => {
            raster::png(&raster::pixels(&svg::svg(scene, size, words, false), size, scale)?)
        }
    }
}

/// When the picture is taken, with what settings, and what came of it.
fn page_description(picture: &Picture<'_>) -> String {
    let experiment = picture.experiment;
    let [drawn, beside] = experiment.settings.technique.row().lane_rows().map(|lane| lane.title);
    format!(
        "Tick {}. Settings: {}. {drawn}: {}. {beside}: {}.",
        picture.tick(),
        page::changed_settings(&experiment.settings).join(", "),
        crate::scene::table::in_short(&experiment.metrics[0]),
        crate::scene::table::in_short(&experiment.metrics[1]),
    )
}
