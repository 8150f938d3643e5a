//! Settings in a word: `NAME`, `FILE.toml` or `KEY=VALUE`, and more of the last behind commas.

use super::error::CliError;
use super::settings_args::{SettingsArgs, overlaid_by_file};
use crate::recordings;
use laboratory::catalogue::scenarios::SCENARIOS;
use laboratory::settings::{KNOBS, Settings};
use std::path::Path;

/// Settings that were given in a word.
pub struct NamedSettings {
    /// What people call them.
    pub name: String,
    /// The settings.
    pub settings: Settings,
}

/// Reads a word. What it names comes first, then the values that hold for all, then its own.
pub fn named_settings(word: &str, common: &SettingsArgs) -> Result<NamedSettings, CliError> {
    let parts = comma_parts(word);
    if parts.is_empty() {
        return Err(CliError::NoGroup { word: word.to_owned(), hint: String::new() });
    }
    let (head, own) = match parts.split_first() {
        Some((head, own)) if !head.contains('=') => (Some(*head), own),
        _ => (None, &parts[..]),
    };
    let mut name = Vec::new();
    let mut settings = match head {
        None => common.base()?,
        Some(head) => match SCENARIOS.iter().find(|row| row.name == head) {
            Some(row) => {
                name.push(row.title.to_owned());
                row.settings()?
            }
            None if looks_like_file(head) => {
                let path = Path::new(head);
                name.push(path.file_stem().unwrap_or_default().to_string_lossy().into_owned());
                overlaid_by_file(common.base()?, path)?
            }
            None => {
                return Err(CliError::NoGroup { word: word.to_owned(), hint: nearest_name(head) });
            }
        },
    };
    common.lay_over(&mut settings)?;
    for assignment in own {
        settings.set(assignment)?;
        name.push(short_assignment(assignment));
    }
    recordings::load(&mut settings)?;
    Ok(NamedSettings { name: name.join(" · "), settings })
}

fn looks_like_file(word: &str) -> bool {
    Path::new(word).extension().is_some() || Path::new(word).components().count() > 1
}

/// An assignment in a name: without its group, where no other group has such a key.
fn short_assignment(assignment: &str) -> String {
    let ends = |end: &str| KNOBS.iter().filter(|knob| knob.key.ends_with(end)).count();
    let (key, value) = assignment.split_once('=').unwrap_or((assignment, ""));
    match key.split_once('.') {
        Some((_, last)) if ends(&format!(".{last}")) == 1 => format!("{last}={value}"),
        Some(_) | None => assignment.to_owned(),
    }
}

/// The nearest name there is.
fn nearest_name(word: &str) -> String {
    let comparisons = laboratory::catalogue::comparisons::COMPARISONS.iter().map(|row| row.name);
    let names = SCENARIOS.iter().map(|row| row.name).chain(comparisons);
    let near = |name: &&str| {
        let most = (word.chars().count() / 3).clamp(1, 3);
        strsim::damerau_levenshtein(name, word) <= most
    };
    match names.filter(near).min_by_key(|name| strsim::damerau_levenshtein(name, word)) {
        Some(name) => format!("; did you mean {name}?"),
        None => String::new(),
    }
}

/// The parts between commas, but for those inside of brackets.
fn comma_parts(word: &str) -> Vec<&str> {
    let mut depth = 0_usize;
    let at_comma = |letter: char| {
        depth = match letter {
            '[' => depth + 1,
            ']' => depth.saturating_sub(1),
            _ => depth,
        };
        letter == ',' && depth == 0
    };
    word.split(at_comma).map(str::trim).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_part_but_not_inside_of_brackets() {
        assert_eq!(
            comma_parts("snap, a=1,b=[[0,1],[2,3]],c=2"),
            ["snap", "a=1", "b=[[0,1],[2,3]]", "c=2"]
        );
        assert_eq!(comma_parts("a=1],b=2,"), ["a=1]", "b=2"]);
        assert!(comma_parts(" , ").is_empty());
    }
}
