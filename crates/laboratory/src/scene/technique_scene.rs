//! What a technique has to say of how it is drawn.

use super::chart::StripChart;
use super::layers::{Switch, SwitchRow};
use super::panel::Panel;
use super::stage::Stage;
use super::theme::Theme;
use super::{Scene, Shape};
use crate::experiment::Experiment;
use crate::run::Run;
use glam::{DVec2, Vec2};

/// The rows of a technique's own below the chart of the strip, the first of them between two heights, named or not.
pub(super) type StripRows = fn(&StripChart, &Run, (f32, f32), bool, &Theme) -> Vec<Shape>;

/// How a technique is drawn.
pub(super) struct TechniqueScene {
    /// Adds the layers of its stage.
    pub(super) build: fn(&mut Scene, &Stage<'_>),
    /// What a camera fits, u.
    pub(super) extent: fn(&Experiment) -> (DVec2, DVec2),
    /// What a layer is called; nothing where it has no such layer.
    pub(super) layer: fn(&'static SwitchRow) -> Option<&'static str>,
    /// What a layer looks like in the legend.
    pub(super) sample: fn(Switch, Vec2, &Theme) -> Shape,
    /// What its first lane is called in a sentence.
    pub(super) first_lane: &'static str,
    /// The numbers of a panel, in one line.
    pub(super) in_short: fn(&Panel) -> String,
    /// What stands in the strip where others have their packets.
    pub(super) strip_rows: Option<StripRows>,
    /// Whether everything on its stage has its name where it is.
    pub(super) says_it_in_place: bool,
}
