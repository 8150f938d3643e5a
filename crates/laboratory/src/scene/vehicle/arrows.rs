//! Where the vehicle is going, and which way it faces.

use crate::lanes::Side;
use crate::scene::kit::marks::{arrow, car_outline};
use crate::scene::stage::Stage;
use crate::scene::view::Layout;
use crate::scene::{Shape, Stroke};
use glam::vec2;

/// How far the arrows reach ahead, s.
const ARROW_SECONDS: f64 = 0.25;

/// How fast the truth and what is drawn go, as the way ahead.
pub(super) fn velocities(stage: &Stage<'_>) -> Vec<Shape> {
    let true_state = &stage.experiment().truth.states[stage.tick()];
    let theme = stage.colors();
    let (lane, _) = stage.lane();
    let frame = &lane.frames[stage.tick()];
    let ink = if stage.lanes == Layout::Only(Side::Second) { theme.snapshot } else { theme.drawn };
    [(true_state.position, true_state.velocity, theme.truth), (frame.drawn, frame.velocity, ink)]
        .into_iter()
        .take(1 + usize::from(frame.seen))
        .flat_map(|(from, velocity, color)| {
            let (tail, tip) =
                (stage.on_screen(from), stage.on_screen(from + velocity * ARROW_SECONDS));
            arrow(tail, tip, 1.8, color)
        })
        .collect()
}

/// Which way the truth and what is drawn face.
pub(super) fn headings(stage: &Stage<'_>) -> Vec<Shape> {
    let truth = &stage.experiment().truth.states[stage.tick()];
    let theme = stage.colors();
    let (lane, _) = stage.lane();
    let frame = &lane.frames[stage.tick()];
    let ink = if stage.lanes == Layout::Only(Side::Second) { theme.snapshot } else { theme.drawn };
    [(truth.position, truth.heading, theme.truth, 2.2), (frame.drawn, frame.heading, ink, 2.0)]
        .into_iter()
        .take(1 + usize::from(frame.seen))
        .map(|(at, heading, color, width)| {
            let (sin, cos) = libm::sincos(heading);
            // Up is less on the screen.
            let ahead = vec2(cos as f32, -sin as f32);
            let points = car_outline(stage.on_screen(at), ahead, stage.radius() * 1.15);
            Shape::Line { points, closed: true, stroke: Stroke::new(width, color) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::fixtures::{settings_with, with_stage};
    use crate::settings::Settings;

    #[test]
    fn headings_point_along_the_motion_and_scale_with_the_entity() {
        let ways = |settings: &Settings| {
            with_stage(settings, Layout::Overlay, 60, |stage| {
                let truth = stage.on_screen(stage.true_position());
                let Shape::Line { points, .. } = &headings(stage)[0] else { panic!("a line") };
                points[0] - truth
            })
        };
        let way = ways(&Settings::default());
        assert!(way.x > 10.0 && way.y.abs() < 1e-3, "the lap begins to the right: {way}");
        let larger = ways(&settings_with(&["entity.width=1.0"]));
        let ratio = 1.0 / Settings::default().entity.width;
        assert!((larger.x / way.x - ratio as f32).abs() < 1e-3, "{larger} {way}");
        // Up in the world is up on the screen.
        let up =
            with_stage(&settings_with(&["motion.kind=circle"]), Layout::Overlay, 40, |stage| {
                let state = stage.experiment().truth.states[40];
                let Shape::Line { points, .. } = &headings(stage)[0] else { panic!("a line") };
                let ahead = points[0] - stage.on_screen(state.position);
                let moved = stage.on_screen(state.position + state.velocity)
                    - stage.on_screen(state.position);
                ahead.normalize().dot(moved.normalize())
            });
        assert!(up > 0.999, "{up}");
    }
}
