//! The shot: where it comes from, what stands in the way, and how far the server goes back for it.

use super::SettingsError;
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

/// How far away a wall may end, u: as far as the shooter.
const FURTHEST: f64 = 1000.0;

impl Shot {
    /// Whether the walls are somewhere.
    ///
    /// # Errors
    /// The first that is not.
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let within = |end: &f64| (-FURTHEST..=FURTHEST).contains(end);
        let wrong = |wall: &[f64; 4]| !wall.iter().all(within);
        self.walls.iter().position(wrong).map_or(Ok(()), |place| {
            let (number, wall) = (place + 1, &self.walls[place]);
            let message = format!(
                "shot.walls: wall {number} is {wall:?}: write x, y, x, y, each from -{FURTHEST} to {FURTHEST} u"
            );
            Err(SettingsError::File { message })
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::settings::Settings;

    #[test]
    fn a_wall_that_is_nowhere_is_refused_with_its_number() {
        let mut settings = Settings::default();
        settings.set("shot.walls=[[0,1,2,3],[-1000,0.5,1000,0]]").expect("walls");
        let before = settings.clone();
        for walls in
            ["[[0,1,2,3],[0,nan,1,1]]", "[[0,0,1,1],[0,0,1,1001]]", "[[0,0,1,1],[inf,0,1,1]]"]
        {
            let error = settings.set(&format!("shot.walls={walls}")).expect_err(walls).to_string();
            assert!(error.contains("wall 2 is [") && error.contains("-1000 to 1000 u"), "{error}");
        }
        assert!(settings.set("shot.walls=[[0,1,2]]").is_err());
        assert_eq!(settings, before);
    }
}
