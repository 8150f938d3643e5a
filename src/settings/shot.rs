//! The shot: where it comes from, what stands in the way, and how far the server goes back for it.

use serde::{Deserialize, Serialize};

/// A shot at the vehicle, judged on every tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shot {
    /// Where the shooter stands, u.
    pub shooter_x: f64,
    /// Where the shooter stands, u.
    pub shooter_y: f64,
    /// One way between the victim and the server, s.
    pub victim_latency: f64,
    /// The most that the server rewinds, s.
    pub window: f64,
    /// Favour the victim: 0 judges what the shooter saw, 1 the present.
    pub favour_victim: f64,
    /// Walls from one point to another, each x, y, x, y, u.
    pub walls: Vec<[f64; 4]>,
}

impl Default for Shot {
    /// In the middle of the default lap, with a wall before its lower straight, and a window that takes in what the
    /// shooter saw over the default link.
    fn default() -> Self {
        Self {
            shooter_x: -2.0,
            shooter_y: 0.5,
            victim_latency: 0.05,
            window: 0.5,
            favour_victim: 0.0,
            walls: vec![[-3.0, -2.4, -0.5, -2.4]],
        }
    }
}
