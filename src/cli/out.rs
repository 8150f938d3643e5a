//! The picture that a command writes: where to, and how large it says that it is.

use super::error::CliError;
use super::text;
use crate::platform::{Existing, files};
use clap::Args;
use glam::{Vec2, vec2};
use laboratory::export::Still;
use std::path::PathBuf;
use std::process::ExitCode;

/// The size of a still picture if none is given, points.
pub const STILL: Vec2 = vec2(1280.0, 800.0);

#[derive(Debug, Args)]
pub struct OutArgs {
    /// The file to write; its ending says the format: .svg or .png, for an animation .gif or .png (animated)
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Replace the file if it is there already
    #[arg(long)]
    pub force: bool,
}

impl OutArgs {
    /// What to do with a file that is there.
    pub fn existing(&self) -> Existing {
        if self.force { Existing::Replace } else { Existing::Keep }
    }

    pub fn write(&self, file: &[u8], what: &str) -> Result<ExitCode, CliError> {
        files::write(&self.out, self.existing(), |out| out.write_all(file))?;
        self.wrote(what)
    }

    pub fn wrote(&self, what: &str) -> Result<ExitCode, CliError> {
        text::print(&format!("wrote {} ({what})\n", self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// How large a still picture is, in words.
pub fn picture_size(format: Still, size: Vec2, scale: f32) -> String {
    match format {
        Still::Svg => format!("{} × {} points", size.x, size.y),
        Still::Png => pixel_size(size, scale),
    }
}

/// How large pixels are, in words.
pub fn pixel_size(size: Vec2, scale: f32) -> String {
    format!("{} × {} pixels", (size.x * scale).round(), (size.y * scale).round())
}
