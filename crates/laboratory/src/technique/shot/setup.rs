//! The shooter, its network and the walls, as the settings have them.

use crate::settings::Settings;
use dead_reckoning::rewind::{Hitbox, RewindConfig, Shooter, Wall, rewind_by};
use glam::{DVec2, dvec2};

/// The shooter's network: `link.latency` down, `link.up_ratio` of it up, `snapshot.delay` between.
#[must_use]
pub fn shooter(settings: &Settings) -> Shooter {
    Shooter {
        latency_down: settings.link.latency,
        latency_up: settings.link_up().latency,
        interpolation_delay: settings.snapshot.delay,
    }
}

/// The walls, none of them as thick as a line.
#[must_use]
pub fn walls(settings: &Settings) -> Vec<Wall> {
    let wall =
        |&[x, y, to_x, to_y]: &[f64; 4]| Wall::Segment { from: dvec2(x, y), to: dvec2(to_x, to_y) };
    settings.shot.walls.iter().map(wall).collect()
}

/// Where the shot comes from, u.
#[must_use]
pub fn muzzle(settings: &Settings) -> DVec2 {
    dvec2(settings.shot.shooter_x, settings.shot.shooter_y)
}

/// What is hit: a square of `entity.width` about a place.
#[must_use]
pub fn boxed(settings: &Settings, center: DVec2) -> Hitbox {
    Hitbox { center, half: DVec2::splat(settings.entity.width / 2.0) }
}

/// How far the server goes back for this shooter, s, and how far it would have to go back to what the shooter saw, s.
#[must_use]
pub fn rewinds(settings: &Settings) -> (f64, f64) {
    let config =
        RewindConfig { window: settings.shot.window, favour_victim: settings.shot.favour_victim };
    let age = shooter(settings).age();
    (rewind_by(age, &config), age)
}
