//! `drlab export-settings`: the tuned settings for the game.

use super::error::CliError;
use super::settings_args::SettingsArgs;
use super::text;
use crate::platform::{Existing, files};
use clap::Args;
use clap::builder::PossibleValuesParser;
use laboratory::export::constants::{LANGUAGES, constants, exported};
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub struct HandoverArgs {
    /// As what: a settings file, JSON, or constants in source
    #[arg(long = "as", value_name = "LANGUAGE", value_parser = languages())]
    language: String,
    #[command(flatten)]
    settings: SettingsArgs,
    /// The file to write; without it, the text is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Replace the file if it is there already
    #[arg(long)]
    force: bool,
}

fn languages() -> PossibleValuesParser {
    PossibleValuesParser::new(LANGUAGES.iter().map(|row| row.name))
}

pub fn handover(args: &HandoverArgs) -> Result<ExitCode, CliError> {
    let settings = args.settings.resolve()?;
    let row = LANGUAGES.iter().find(|row| row.name == args.language).unwrap_or(&LANGUAGES[0]);
    let file = constants(&settings, row.language)?;
    let Some(path) = &args.out else {
        text::print(&file)?;
        return Ok(ExitCode::SUCCESS);
    };
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    files::write(path, existing, |out| out.write_all(file.as_bytes()))?;
    let count = exported(&settings).len();
    text::print(&format!("wrote {} ({count} settings, {})\n", path.display(), row.label))?;
    Ok(ExitCode::SUCCESS)
}
