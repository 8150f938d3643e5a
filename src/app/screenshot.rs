//! What is on the screen, as a PNG.

use super::gl;
use crate::files::{self, FileError};
use std::io;
use std::path::Path;

/// Saves what has been painted in this frame.
pub fn save(path: &Path) -> Result<(), FileError> {
    let pixels = gl::read_screen();
    files::write(path, |out| {
        let mut encoder = png::Encoder::new(out, pixels.width, pixels.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(io::Error::other)?;
        writer.write_image_data(&pixels.bytes).map_err(io::Error::other)?;
        writer.finish().map_err(io::Error::other)
    })
}
