//! The shot: three boxes, the ray, the walls.

use super::Scene;
use super::stage::Stage;

/// Adds the layers of the stage.
pub(super) fn build(_scene: &mut Scene, _stage: &Stage<'_>) {}
