//! The whole picture: one stage or two, the time strip, and what the pointer is on.
//!
//! In: a [`Picture`]. Out: a [`Scene`], and the way back from a place on the screen to a tick.

mod alone;
mod beside;
mod caption;
mod halves;
mod hover;
mod stages;

pub use hover::{Hovered, hovered};
pub(in crate::scene) use stages::add_stage;
pub use stages::stages;

use super::picture::Picture;
use super::{Area, Scene};
use alone::build_alone;
use beside::build_both;
use glam::Vec2;

/// Builds the picture: stages in one area, strip in another, `pointer` where it is on the stage.
#[must_use]
pub fn build(picture: &Picture<'_>, area: Area, strip_area: Area, pointer: Option<Vec2>) -> Scene {
    match &picture.beside {
        Some(beside) => build_both(picture, beside, area, strip_area, pointer),
        None => build_alone(picture, area, strip_area, pointer),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::scene::view::{Layout, View};
    use crate::settings::Settings;
    use glam::vec2;

    const AREA: Area = Area { min: vec2(0.0, 0.0), max: vec2(900.0, 600.0) };

    const STRIP: Area = Area { min: vec2(0.0, 600.0), max: vec2(900.0, 740.0) };

    fn with_picture<T>(layout: Layout, look: impl Fn(&Picture<'_>) -> T) -> T {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        let view = View { layout, ..View::default() };
        look(&Picture { tick: 215, ..Picture::of(&experiment, &view) })
    }

    #[test]
    fn side_by_side_shares_one_camera() {
        with_picture(Layout::SideBySide, |picture| {
            let stages = stages(picture, AREA);
            let (left, right) = (&stages[0].camera, &stages[1].camera);
            assert_eq!((left.center, left.scale), (right.center, right.scale));
            assert_eq!(left.area.max.x, right.area.min.x);
        });
    }

    #[test]
    fn every_layout_stays_inside_its_areas() {
        for layout in crate::scene::view::LAYOUTS {
            with_picture(layout, |picture| {
                let scene = build(picture, AREA, STRIP, None);
                for group in &scene.groups {
                    assert!(
                        group.clip.min.cmpge(AREA.min).all()
                            && group.clip.max.cmple(STRIP.max).all()
                    );
                }
                assert!(scene.groups.len() > 8, "{layout:?}");
            });
        }
    }

    #[test]
    fn hovering_an_update_says_why_it_was_sent() {
        with_picture(Layout::Overlay, |picture| {
            let stage = &stages(picture, AREA)[0];
            for packet in &picture.experiment.run.lanes[0].packets {
                let at = stage.camera.screen_from_world(packet.state.position);
                let hover = hovered(stage, at + vec2(1.0, 1.0)).expect("an update");
                assert_eq!(hover.tick, packet.sent);
                assert!(hover.lines[2].starts_with("sent ("), "{:?}", hover.lines);
            }
            assert_eq!(hovered(stage, AREA.center()), None);
        });
    }
}
