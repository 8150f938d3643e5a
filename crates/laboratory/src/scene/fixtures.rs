//! What the tests of several rooms look at.

use super::compose::add_stage;
use super::fit::camera_on;
use super::font::width;
use super::layers::{Layer, Switch};
use super::picture::Picture;
use super::stage::Stage;
use super::view::{Layout, View};
use super::{Align, Area, Scene, Shape};
use crate::Tick;
use crate::experiment::Experiment;
use crate::settings::Settings;

/// The defaults with some settings changed.
pub(super) fn settings_with(assignments: &[&str]) -> Settings {
    let mut settings = Settings::default();
    assignments.iter().for_each(|assignment| settings.set(assignment).expect(assignment));
    settings
}

/// Looks at the stage of a run at a tick.
pub(super) fn with_stage<T>(
    settings: &Settings,
    lanes: Layout,
    tick: Tick,
    look: impl Fn(&Stage<'_>) -> T,
) -> T {
    let experiment = Experiment::of(settings.clone()).expect("an experiment");
    let view = View::default();
    let picture = Picture { tick, ..Picture::of(&experiment, &view) };
    let camera = camera_on(&picture, Area::new(0.0, 0.0, 800.0, 600.0));
    look(&Stage { picture: &picture, camera, lanes, axis: None })
}

/// The stage of a run at a tick, both lanes on it.
pub(super) fn stage_scene(settings: &Settings, tick: Tick) -> Scene {
    with_stage(settings, Layout::Overlay, tick, |stage| {
        let mut scene = Scene::default();
        add_stage(&mut scene, stage);
        scene
    })
}

/// The shapes of a layer that can be switched.
pub(super) fn shapes_of(scene: &Scene, switch: Switch) -> Vec<&Shape> {
    let groups = scene.groups.iter().filter(|group| group.layer == Layer::Switch(switch));
    groups.flat_map(|group| &group.shapes).collect()
}

/// What the texts among some shapes say.
pub(super) fn words_of(shapes: &[Shape]) -> Vec<&str> {
    let mut words = Vec::new();
    for shape in shapes {
        let Shape::Text { text, .. } = shape else { continue };
        words.push(text.as_str());
    }
    words
}

/// The texts among some shapes: where each is, and what it says.
pub(super) fn texts_of<'a>(shapes: impl Iterator<Item = &'a Shape>) -> Vec<(Area, String)> {
    let texts = shapes.filter_map(|shape| {
        let Shape::Text { at, align, size, weight, text, .. } = shape else { return None };
        let wide = width(text, *size, *weight);
        let left = match align {
            Align::Start => at.x,
            Align::Middle => at.x - wide / 2.0,
            Align::End => at.x - wide,
        };
        Some((Area::new(left, at.y - size * 0.75, left + wide, at.y), text.clone()))
    });
    texts.collect()
}
