//! The stages of a picture: where they are, and everything on one of them.

use super::halves::stage_of_half;
use crate::lanes::Side;
use crate::scene::fit::camera_on;
use crate::scene::kit::boxes::backing;
use crate::scene::layers::Layer;
use crate::scene::picture::Picture;
use crate::scene::stage::{Stage, callout, clock, ground};
use crate::scene::view::Layout;
use crate::scene::{Area, Scene, Shape, legend, player};
use glam::vec2;

/// The stages of a picture, from left to right; of one that has another beside it, its own.
#[must_use]
pub fn stages<'a>(picture: &'a Picture<'a>, area: Area) -> Vec<Stage<'a>> {
    let is_half = picture.beside.is_some();
    let area = if is_half { stage_of_half(picture, area) } else { area };
    let (area, axis) = player::divide(picture, area);
    let stage = |area, lanes| Stage { picture, camera: camera_on(picture, area), lanes, axis };
    match picture.view.layout {
        Layout::SideBySide if is_half => vec![stage(area, Layout::Only(Side::First))],
        Layout::SideBySide => {
            let (left, right) = area.halves();
            // One axis for both.
            let right = Stage { axis: None, ..stage(right, Layout::Only(Side::Second)) };
            vec![stage(left, Layout::Only(Side::First)), right]
        }
        one @ (Layout::Overlay | Layout::Only(_)) => vec![stage(area, one)],
    }
}

/// Adds a stage to a scene.
pub(in crate::scene) fn add_stage(scene: &mut Scene, stage: &Stage<'_>) {
    let area = stage.camera.area;
    let background = Shape::filled(area, stage.colors().stage);
    scene.add(Layer::Background, area, vec![background]);
    let technique = stage.technique().scene();
    (technique.build)(scene, stage);
    if stage.picture.legend {
        let corner = area.max - vec2(20.0, 16.0);
        let bar = ground::scale_bar(stage, corner);
        let room = vec2(stage.text_size(64.0), stage.text_size(34.0));
        let behind = Area { min: corner - room, max: corner + vec2(8.0, 8.0) };
        scene.add(Layer::Scale, area, [vec![backing(behind, stage.colors())], bar].concat());
    }
    scene.add(Layer::Clock, area, clock::clock_line(stage));
    if stage.picture.legend {
        scene.add(Layer::Legend, area, legend::build(stage));
    }
    if !technique.says_it_in_place {
        scene.add(Layer::Callout, area, callout::error_callout(stage));
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::fixtures::stage_scene;
    use crate::settings::Settings;

    #[test]
    fn a_tick_past_the_end_is_drawn_as_the_last() {
        let scene = |tick| stage_scene(&Settings::default(), tick);
        assert_eq!(scene(9999), scene(500));
    }
}
