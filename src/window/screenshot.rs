//! What is on the screen, as a PNG.

use super::gl;
use crate::platform::{Existing, files};
use laboratory::export::raster;
use std::path::Path;

/// Saves what has been painted in this frame.
pub fn save(path: &Path) -> Result<(), String> {
    let file = raster::png(&gl::read_screen()).map_err(|error| error.to_string())?;
    let written = files::write(path, Existing::Replace, |out| out.write_all(&file));
    written.map_err(|error| error.to_string())
}
