//! What decides the picture, beside the experiment and the tick.

use super::layers::Switches;
use super::theme::{Theme, ThemeKind};
use serde::{Deserialize, Serialize};

/// How to look at an experiment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct View {
    /// Which colours.
    pub theme: ThemeKind,
    /// Which layers.
    pub layers: Switches,
}

impl View {
    /// Its colours.
    #[must_use]
    pub fn colors(&self) -> &'static Theme {
        self.theme.theme()
    }
}
