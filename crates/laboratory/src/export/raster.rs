//! An SVG as pixels, and pixels as a PNG.
//!
//! In: the text of an SVG, pixels a point. Out: straight RGBA. Invariant: the embedded font and no other, so that
//! the pixels are the same everywhere.

use super::ExportError;
use crate::scene::font::{FAMILY, WEIGHTS};
use glam::Vec2;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::{Arc, OnceLock};

/// The most memory that a picture may take, bytes.
pub const MOST_BYTES: u64 = 1 << 30;
/// The most pixels that a side may have: a GIF counts no further.
const MOST_SIDE: u32 = u16::MAX as u32;
/// How often a picture is held at once while it is made: its pixels, one part of it that is clipped, the same
/// pixels for the file, and the file.
const COPIES: u64 = 4;

/// Pixels, row by row, four bytes each: red, green, blue, opacity, the colours not multiplied by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// The pixels.
    pub bytes: Vec<u8>,
}

/// How many pixels a picture of this size (points) has, at so many pixels a point.
///
/// # Errors
/// [`ExportError::TooLarge`] where it would take more than 1 GiB to make it, [`ExportError::TooLong`].
pub fn pixels_of(size: Vec2, scale: f32) -> Result<(u32, u32), ExportError> {
    let sides = (size.as_dvec2() * f64::from(scale)).round().max(glam::DVec2::ONE);
    let bytes = sides.x * sides.y * (4 * COPIES) as f64;
    let (width, height) = (sides.x, sides.y);
    // Not a number is refused, too.
    if bytes.is_nan() || bytes > MOST_BYTES as f64 {
        return Err(ExportError::TooLarge { width, height, gib: bytes / MOST_BYTES as f64 });
    }
    if sides.max_element() > f64::from(MOST_SIDE) {
        return Err(ExportError::TooLong { width, height, most: MOST_SIDE });
    }
    Ok((width as u32, height as u32))
}

/// Draws an SVG of this size (points).
///
/// # Errors
/// [`ExportError::TooLarge`], [`ExportError::Drawing`].
pub fn pixels(svg: &str, size: Vec2, scale: f32) -> Result<Pixels, ExportError> {
    let (width, height) = pixels_of(size, scale)?;
    let failed = |why: String| ExportError::Drawing(why);
    let tree = Tree::from_str(svg, options()).map_err(|error| failed(error.to_string()))?;
    let mut pixmap =
        Pixmap::new(width, height).ok_or_else(|| failed("no room for the pixels".to_owned()))?;
    let fit = Transform::from_scale(width as f32 / size.x, height as f32 / size.y);
    resvg::render(&tree, fit, &mut pixmap.as_mut());
    let mut bytes = pixmap.take();
    for pixel in bytes.chunks_exact_mut(4).filter(|pixel| pixel[3] != 255) {
        let opacity = u16::from(pixel[3]).max(1);
        for channel in &mut pixel[..3] {
            *channel = (u16::from(*channel) * 255 / opacity).min(255) as u8;
        }
    }
    Ok(Pixels { width, height, bytes })
}

/// How SVG is read: with the one font, loaded once.
fn options() -> &'static Options<'static> {
    static OPTIONS: OnceLock<Options<'static>> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        for weight in WEIGHTS {
            fonts.load_font_data(weight.file().to_vec());
        }
        fonts.set_sans_serif_family(FAMILY);
        Options { font_family: FAMILY.to_owned(), fontdb: Arc::new(fonts), ..Options::default() }
    })
}

/// The pixels as a PNG file.
///
/// # Errors
/// [`ExportError::Drawing`].
pub fn png(pixels: &Pixels) -> Result<Vec<u8>, ExportError> {
    let failed = |error: png::EncodingError| ExportError::Drawing(error.to_string());
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width, pixels.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels.bytes).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
