//! Client and server on one time axis: what is pressed, what is drawn for it, and what the two tell each other.
//!
//! In: a stage, an area. Out: shapes. From top to bottom: a chart of the place over time (drawn, waiting, on the
//! server), the keys with their numbers, the client's line, what is on the way, the server's line, the time. Where room
//! is short the table goes first, then the two lines, then the keys: never the chart. What is after the playhead is
//! faint.
//!
//! Invariant: nothing lies outside the area, and as many shapes as the axis is wide, whatever the run.

use super::replay_table;
use super::time_axis::TimeAxis;
use crate::scene::layers::Layer;
use crate::scene::stage::Stage;
use crate::scene::{Area, Scene, Shape};
use glam::vec2;

/// Adds the axis, and the table beside it where there is room.
pub(super) fn build(scene: &mut Scene, stage: &Stage<'_>, area: Area) {
    let Some(player) = stage.experiment().run.player() else { return };
    let theme = stage.colors();
    let ground = Shape::filled(area, theme.strip);
    let edge = Shape::segment(area.min, vec2(area.max.x, area.min.y), 1.0, theme.border);
    let beside = replay_table::room(stage, area);
    let axis_area = Area { max: vec2(area.max.x - beside, area.max.y), ..area };
    let axis = TimeAxis::of(stage, player, axis_area);
    let mut shapes = vec![ground, edge];
    shapes.extend(axis.grid());
    shapes.extend(axis.playhead());
    shapes.extend(axis.obstacle());
    shapes.extend(axis.curves());
    shapes.extend(axis.corrections());
    shapes.extend(axis.traffic());
    shapes.extend(axis.keys());
    scene.add(Layer::Axis, area, shapes);
    if beside > 0.0 {
        let right = Area { min: vec2(area.max.x - beside, area.min.y), ..area };
        scene.add(Layer::Table, right, replay_table::build(&axis, right));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tick;
    use crate::experiment::Experiment;
    use crate::scene::compose;
    use crate::scene::fixtures::{settings_with, texts_of};
    use crate::scene::picture::Picture;
    use crate::scene::view::View;
    use glam::Vec2;

    const TRACE: [&str; 6] = [
        "player.keys=.30 r15 .20",
        "motion.speed=60",
        "link.latency=0.016666666666666666",
        "player.barrier_x=12.6",
        "player.barrier_from=0.7",
        "player.barrier_length=0.0167",
    ];

    fn lab(set: &[&str]) -> Experiment {
        let set = [&["technique=prediction"], set].concat();
        Experiment::of(settings_with(&set)).expect("an experiment")
    }

    fn built(lab: &Experiment, view: &View, tick: Tick, size: Vec2) -> Scene {
        let picture = Picture { tick, ..Picture::of(lab, view) };
        let area = Area { min: Vec2::ZERO, max: size };
        compose::build(&picture, area, Area::default(), None)
    }

    /// The texts of a layer: where each is, and what it says.
    fn texts(scene: &Scene, layer: Layer) -> Vec<(Area, String)> {
        let groups = scene.groups.iter().filter(|group| group.layer == layer);
        texts_of(groups.flat_map(|group| &group.shapes))
    }

    fn said(scene: &Scene, layer: Layer) -> Vec<String> {
        texts(scene, layer).into_iter().map(|text| text.1).collect()
    }

    #[test]
    fn the_table_is_the_sources_trace() {
        let scene = built(&lab(&TRACE), &View::default(), 44, vec2(1280.0, 520.0));
        let table = said(&scene, Layer::Table).join(" ");
        for row in [
            "input 43 is done, x = 12.60 u",
            "3 done, 2 replayed: correction −0.40 u",
            "41 11.00 11.00 42 12.00 12.00 43 13.00 12.60 44 14.00 13.60 45 15.00 14.60",
        ] {
            assert!(table.contains(row), "'{row}' is not in: {table}");
        }
        assert!(said(&scene, Layer::Axis).iter().any(|text| text == "−0.40 u"));
    }

    #[test]
    fn no_text_is_cut() {
        let bad =
            ["link.jitter=0.05", "link.loss=0.2", "link.latency=0.15", "player.other_code=true"];
        let long =
            ["player.keys=r99 .1 r99", "player.keeps_acknowledged=true", "player.capacity=4096"];
        for set in [&TRACE[..], &[], &bad, &long] {
            let lab = lab(set);
            for presenting in [false, true] {
                let view = View { presenting, ..View::default() };
                for size in [
                    (1280.0, 520.0),
                    (900.0, 900.0),
                    (640.0, 300.0),
                    (390.0, 210.0),
                    (300.0, 140.0),
                ] {
                    for tick in [0, 1, 20, 44, 60] {
                        let scene = built(&lab, &view, tick, size.into());
                        let groups = scene.groups.iter();
                        let areas: Vec<Area> = groups
                            .filter(|group| group.layer == Layer::Axis)
                            .map(|group| group.clip)
                            .collect();
                        for (area, text) in texts(&scene, Layer::Axis) {
                            let inside = areas
                                .iter()
                                .any(|of| of.contains(area.min) && of.contains(area.max));
                            assert!(
                                inside,
                                "'{text}' at {area:?} in {areas:?}, {size:?}, tick {tick}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn where_room_is_short_the_table_goes_first_and_the_chart_last() {
        let lab = lab(&TRACE);
        let has = |height: f32| {
            let scene = built(&lab, &View::default(), 44, vec2(1000.0, height));
            let said = said(&scene, Layer::Axis);
            let says = |word: &str| said.iter().any(|text| text.starts_with(word));
            [
                !texts(&scene, Layer::Table).is_empty(),
                says("client"),
                says("queue"),
                says("predicted"),
            ]
        };
        assert_eq!(has(700.0), [true; 4]);
        let mut before = has(700.0);
        for height in (60..700).rev() {
            let now = has(height as f32);
            assert!(now.windows(2).all(|pair| pair[0] <= pair[1]), "{height}: {now:?}");
            assert!(now.iter().zip(before).all(|(now, before)| *now <= before), "{height}");
            before = now;
        }
        assert_eq!(before, [false; 4], "too low for any of it");
        assert!(has(200.0)[3]);
    }

    #[test]
    fn a_run_of_any_length_gives_about_as_many_shapes() {
        let shapes = |keys: &str| {
            let lab = lab(&[keys, "player.answer_rate=60"]);
            let scene = built(&lab, &View::default(), 150, vec2(1280.0, 520.0));
            let groups = scene.groups.iter().filter(|group| group.layer == Layer::Axis);
            groups.map(|group| group.shapes.len()).sum::<usize>()
        };
        let (short, long) = (shapes("player.keys=r100 u100"), shapes("player.keys=r100 u9900"));
        assert!(short.abs_diff(long) < 60, "{short} and {long}");
    }

    #[test]
    fn nothing_of_it_says_threshold() {
        let scene = built(&lab(&[]), &View::default(), 60, vec2(1280.0, 520.0));
        let texts = scene.groups.iter().flat_map(|group| &group.shapes);
        for shape in texts {
            let Shape::Text { text, .. } = shape else { continue };
            assert!(!text.contains("threshold") && !text.contains("reckoning"), "{text}");
        }
    }
}
