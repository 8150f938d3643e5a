//! Your own player: the stage's layers, and client, server and input queue on one time axis.

use super::Scene;
use super::stage::Stage;

/// Adds the layers of the stage.
pub(super) fn build(_scene: &mut Scene, _stage: &Stage<'_>) {}
