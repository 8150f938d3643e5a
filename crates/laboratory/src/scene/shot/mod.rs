//! The shot: three boxes, the ray, the walls.
//!
//! In: a [`Stage`] or a strip's chart. Out: shapes. Invariant: every box stands where the verdict of the tick says, to
//! scale; a text lies beside its box and on no other text.

mod boxes;
mod names;
mod ray;
mod rows;
mod sample;
mod shot_stage;
mod verdict;

use super::Scene;
use super::Shape;
use super::layers::{Layer, Switch};
use super::panel::Panel;
use super::stage::{Stage, ground};
use super::technique_scene::TechniqueScene;
use shot_stage::{ShotStage, extent};

/// How it is drawn.
pub(super) const SCENE: TechniqueScene = TechniqueScene {
    build,
    extent,
    layer: |row| match row.switch {
        Switch::Grid => Some(row.label),
        Switch::Path => Some("on the server now"),
        Switch::Drawn => Some("rewound by the server"),
        Switch::Snapshot => Some("as the shooter saw it"),
        Switch::Errors => Some("the shot, and what comes of it"),
        Switch::Model
        | Switch::Threshold
        | Switch::Updates
        | Switch::Packets
        | Switch::Velocity
        | Switch::Heading => None,
    },
    sample: sample::sample,
    first_lane: "what is rewound",
    in_short,
    strip_rows: Some(rows::rows),
    says_it_in_place: true,
};

fn in_short(panel: &Panel) -> String {
    let facts = panel.experiment.facts();
    let hit = facts.iter().find(|fact| fact.unit == "%" && !fact.value.is_nan());
    hit.map_or_else(String::new, |hit| format!("{} of good shots hit", hit.text()))
}

/// Adds the layers of the stage.
fn build(scene: &mut Scene, stage: &Stage<'_>) {
    let area = stage.camera.area;
    let run = stage.experiment().run.shot();
    let Some(shot) = run.and_then(|run| run.shots.get(stage.tick())) else { return };
    let range = ShotStage { stage, shot };
    for (switch, shapes) in
        [(Switch::Grid, ground::grid as fn(&Stage<'_>) -> Vec<Shape>), (Switch::Path, ground::path)]
    {
        if stage.shows(switch) {
            scene.add(Layer::Switch(switch), area, shapes(stage));
        }
    }
    scene.add(Layer::Background, area, [range.shadows(), range.walls()].concat());
    for (switch, shapes) in [
        (Switch::Errors, range.ray()),
        (Switch::Path, range.own_box()),
        (Switch::Snapshot, range.seen_box()),
        (Switch::Drawn, range.rewound_box()),
        (Switch::Path, range.present_box()),
    ] {
        if stage.shows(switch) {
            scene.add(Layer::Switch(switch), area, shapes);
        }
    }
    scene.add(Layer::Background, area, range.shooter());
    scene.add(Layer::Legend, area, range.names());
    if stage.shows(Switch::Errors) && !stage.picture.quiet {
        scene.add(Layer::Callout, area, range.verdict());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tick;
    use crate::experiment::Experiment;
    use crate::scene::chart::Strip;
    use crate::scene::fixtures::{settings_with, texts_of};
    use crate::scene::picture::Picture;
    use crate::scene::view::View;
    use crate::scene::{Area, compose, strip};
    use glam::{Vec2, vec2};

    const WALL: [&str; 11] = [
        "technique=lag-compensation",
        "motion.kind=straight",
        "motion.duration=3",
        "entity.width=0.5",
        "link.latency=0.05",
        "snapshot.delay=0.1",
        "shot.window=0.25",
        "shot.shooter_x=3.5",
        "shot.shooter_y=-4",
        "shot.walls=[[6,-1,9.5,-1]]",
        "shot.victim_latency=0.05",
    ];

    fn lab(set: &[&str]) -> Experiment {
        Experiment::of(settings_with(&[&WALL[..], set].concat())).expect("an experiment")
    }

    fn scene(lab: &Experiment, tick: Tick, size: Vec2) -> Scene {
        let view = View::default();
        let picture = Picture { tick, legend: size.x > 500.0, ..Picture::of(lab, &view) };
        let (area, strip) = (Area { min: Vec2::ZERO, max: size }, Area::default());
        compose::build(&picture, area, strip, None)
    }

    fn texts(scene: &Scene) -> Vec<(Area, String)> {
        texts_of(scene.groups.iter().flat_map(|group| &group.shapes))
    }

    #[test]
    fn no_text_lies_on_another_and_all_are_on_the_stage() {
        let labs =
            [&[][..], &["shot.favour_victim=0.3"], &["link.latency=0.15"], &["shot.window=0"]];
        for set in labs {
            let lab = lab(set);
            for size in [vec2(400.0, 300.0), vec2(620.0, 420.0), vec2(1280.0, 560.0)] {
                for tick in [0, 30, 60, 90, 113, 130, 179] {
                    let texts = texts(&scene(&lab, tick, size));
                    for (place, (one, words)) in texts.iter().enumerate() {
                        let inside = Area { min: Vec2::ZERO, max: size };
                        assert!(
                            inside.contains(one.min) && inside.contains(one.max),
                            "{set:?} {size} {tick}: {words}"
                        );
                        for (other, more) in &texts[place + 1..] {
                            let apart =
                                one.max.cmple(other.min).any() || other.max.cmple(one.min).any();
                            assert!(apart, "{set:?} {size} {tick}: '{words}' on '{more}'");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn the_verdict_is_said_in_words() {
        let said = |set: &[&str], tick| -> String {
            let texts = texts(&scene(&lab(set), tick, vec2(1280.0, 600.0)));
            texts.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n")
        };
        let wall = said(&[], 113);
        for part in [
            "without compensation:\nmiss",
            "with compensation:\nhit",
            "after it was behind the wall",
        ] {
            assert!(wall.contains(part), "{wall}");
        }
        assert!(said(&[], 130).contains("the shooter sees only the wall"));
        let off = said(&["shot.window=0"], 80);
        assert!(off.contains("with compensation:\noff") && !off.contains("rewound"), "{off}");
    }

    #[test]
    fn a_long_run_has_no_more_marks_than_columns() {
        let lab = lab(&["motion.duration=600", "motion.kind=on-foot"]);
        let view = View::default();
        let area = Area::new(0.0, 0.0, 900.0, 140.0);
        let mut scene = Scene::default();
        strip::build(&mut scene, &Strip::of(&Picture::of(&lab, &view), area));
        let shapes: usize = scene.groups.iter().map(|group| group.shapes.len()).sum();
        assert!(shapes < 2 * 900 + 40, "{shapes}");
    }
}
