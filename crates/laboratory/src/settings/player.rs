//! Your own player: what is pressed, how the client predicts, and the mistakes that it may make.

use super::SettingsError;
use serde::{Deserialize, Serialize};

/// Your own player and its server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Player {
    /// What is pressed, tick by tick: see [`Keys`](super::keys::Keys).
    pub keys: String,
    /// Whether inputs act at once.
    pub predicts: bool,
    /// How long a correction takes to fade, s; 0 is a hard snap.
    pub smoothing: f64,
    /// How often the server answers, 1/s.
    pub answer_rate: f64,
    /// Most unacknowledged inputs that the client holds.
    pub capacity: u32,
    /// Where something is in the way that only the server knows of, u.
    pub barrier_x: f64,
    /// From when on, s.
    pub barrier_from: f64,
    /// For how long, s; 0 is never.
    pub barrier_length: f64,
    /// Whether the client moves by another code than the server.
    pub other_code: bool,
    /// Whether acknowledged inputs stay in the queue.
    pub keeps_acknowledged: bool,
    /// Whether an older acknowledgement counts as well.
    pub takes_stale: bool,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            keys: "r40 .15 u30 ru25 .10 l40 d30 ld20 .20 r30 .40".to_owned(),
            predicts: true,
            smoothing: 0.0,
            answer_rate: 20.0,
            capacity: 128,
            barrier_x: 2.0,
            barrier_from: 0.0,
            barrier_length: 0.0,
            other_code: false,
            keeps_acknowledged: false,
            takes_stale: false,
        }
    }
}

impl Player {
    /// Whether the keys can be read.
    ///
    /// # Errors
    /// What is wrong with them, and what would be right.
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let read = super::keys::Keys::read(&self.keys);
        read.map(drop).map_err(|error| SettingsError::File { message: error.to_string() })
    }
}
