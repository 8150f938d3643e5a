//! The names that options take, from the lists of the catalogue.

use clap::builder::PossibleValuesParser;
use laboratory::catalogue::lessons;
use laboratory::catalogue::networks::NETWORKS;
use laboratory::catalogue::pages::PAGES;
use laboratory::catalogue::scenarios::SCENARIOS;
use laboratory::scene::theme::ThemeKind;
use laboratory::scene::view::Layout;

pub fn scenario_names() -> PossibleValuesParser {
    PossibleValuesParser::new(SCENARIOS.iter().map(|scenario| scenario.name))
}

pub fn lesson_names() -> PossibleValuesParser {
    PossibleValuesParser::new(lessons::all().map(|lesson| lesson.name))
}

pub fn network_names() -> PossibleValuesParser {
    PossibleValuesParser::new(NETWORKS.iter().map(|network| network.name))
}

pub fn page_names() -> PossibleValuesParser {
    PossibleValuesParser::new(PAGES.iter().map(|page| page.name))
}

pub fn layout_names() -> PossibleValuesParser {
    PossibleValuesParser::new(Layout::names())
}

/// Which colours, as the command line has them.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub enum ThemeName {
    Dark,
    Light,
}

impl ThemeName {
    /// The colours that are meant; dark if nothing is said.
    pub fn kind(named: Option<Self>) -> ThemeKind {
        match named {
            Some(Self::Light) => ThemeKind::Light,
            Some(Self::Dark) | None => ThemeKind::Dark,
        }
    }
}
