//! The drawing end: how corrections are hidden, and the snapshot lane beside it.

use super::choices;
use dead_reckoning::Order;
use dead_reckoning::interpolation::{Curve, Drawing};
use dead_reckoning::receiver::STALE_HEARTBEATS;
use dead_reckoning::smoothing::{BlendUntil, Smoothing};
use serde::{Deserialize, Serialize};

/// The drawing end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Receiver {
    /// T, s; 0 snaps.
    pub blend_time: f64,
    /// Run the model from the stamp in the update (true) or from its arrival (false).
    pub send_time: bool,
    /// How a correction is hidden.
    #[serde(with = "choices::smoothing")]
    pub smoothing: Smoothing,
    /// Length of the Bézier curve's handles, in thirds of the blend time.
    pub bezier_handle: f64,
    /// How long a correction takes.
    #[serde(with = "choices::blend_until")]
    pub blend_until: BlendUntil,
    /// From this age of the newest update on the model rests, s; 0 is no cap.
    pub extrapolation_cap: f64,
    /// A correction longer than this is drawn at once, u; 0 turns it off.
    pub teleport_distance: f64,
    /// After this many heartbeats without an update the entity is stale; 0 turns it off.
    pub stale_heartbeats: f64,
    /// It hears nothing before, s; 0 is there from the start.
    pub joins_at: f64,
    /// The model that it runs; nothing, as is right, is the sender's.
    #[serde(with = "choices::receiver_order")]
    pub order: Option<Order>,
    /// Frames a second in which this end steps its copy of the model; 0 is the closed form.
    pub step_rate: f64,
    /// Whether what is drawn is put back to the wall that it went through.
    pub clamps: bool,
}

impl Default for Receiver {
    fn default() -> Self {
        Self {
            blend_time: 0.2,
            send_time: true,
            smoothing: Smoothing::ProjectiveVelocity,
            bezier_handle: 1.0,
            blend_until: BlendUntil::Fixed,
            extrapolation_cap: 0.0,
            teleport_distance: 0.0,
            stale_heartbeats: STALE_HEARTBEATS,
            joins_at: 0.0,
            order: None,
            step_rate: 0.0,
            clamps: false,
        }
    }
}

/// The snapshot lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Snapshot {
    /// Snapshots a second.
    pub rate: f64,
    /// Render delay on top of the latency, s.
    pub delay: f64,
    /// Whether the delay follows the measured jitter instead; it then starts at `delay`.
    pub adaptive: bool,
    /// How many times the measured jitter the adaptive delay allows for.
    pub jitter_factor: f64,
    /// The curve between two snapshots.
    #[serde(with = "choices::curve")]
    pub curve: Curve,
    /// How long the motion of the last two snapshots goes on when no newer one is there, s; 0 waits.
    pub extrapolation_cap: f64,
    /// What is drawn of the snapshots that are held.
    #[serde(with = "choices::drawing")]
    pub drawing: Drawing,
    /// The most snapshots that the buffer holds; 0 holds as many as the delay needs.
    pub capacity: u32,
}

impl Default for Snapshot {
    fn default() -> Self {
        Self {
            rate: 10.0,
            delay: 0.2,
            adaptive: false,
            jitter_factor: 4.0,
            curve: Curve::Linear,
            extrapolation_cap: 0.0,
            drawing: Drawing::Interpolated,
            capacity: 0,
        }
    }
}
