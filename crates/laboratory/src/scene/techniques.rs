//! How each technique is drawn: a row each, and a folder each with what is on its stage.
//!
//! Invariant: the match in [`Technique::scene`] is the only one of the pictures, and a row has every field: another
//! technique does not compile until it can be drawn.

use super::layers::SwitchRow;
use super::technique_scene::TechniqueScene;
use super::{player, shot, vehicle};
use crate::settings::Technique;

impl Technique {
    /// How it is drawn.
    pub(super) fn scene(self) -> &'static TechniqueScene {
        match self {
            Self::DeadReckoning => &vehicle::SCENE,
            Self::Prediction => &player::SCENE,
            Self::LagCompensation => &shot::SCENE,
        }
    }

    /// What a layer is called; nothing where the technique has no such layer.
    #[must_use]
    pub fn layer(self, row: &'static SwitchRow) -> Option<&'static str> {
        (self.scene().layer)(row)
    }
}
