//! The one font, in its two weights, for the panel and the stage alike.

use egui_macroquad::egui::{FontData, FontDefinitions, FontFamily};
use laboratory::scene::Weight;
use std::sync::Arc;

const SEMI_BOLD_NAME: &str = "semi-bold";

/// The family of a weight.
pub fn family(weight: Weight) -> FontFamily {
    match weight {
        Weight::Regular => FontFamily::Proportional,
        Weight::SemiBold => FontFamily::Name(SEMI_BOLD_NAME.into()),
    }
}

/// What egui and the painter load.
pub fn definitions() -> FontDefinitions {
    let mut definitions = FontDefinitions::empty();
    for (name, weight, families) in [
        ("regular", Weight::Regular, vec![FontFamily::Proportional, FontFamily::Monospace]),
        (SEMI_BOLD_NAME, Weight::SemiBold, vec![family(Weight::SemiBold)]),
    ] {
        let data = Arc::new(FontData::from_static(weight.file()));
        definitions.font_data.insert(name.to_owned(), data);
        for family in families {
            definitions.families.entry(family).or_default().push(name.to_owned());
        }
    }
    definitions
}
