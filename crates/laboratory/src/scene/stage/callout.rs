//! Boxes of text beside something on a stage, and the one that says the error.

use super::Stage;
use crate::lane::Frame;
use crate::lanes::Side;
use crate::scene::font::width;
use crate::scene::layers::Switch;
use crate::scene::theme::Rgba;
use crate::scene::view::Layout;
use crate::scene::{Align, Area, Shape, Stroke, Weight};
use crate::technique::vehicle::detail::Note;
use glam::{Vec2, vec2};

/// A stage smaller than this says the error alone, points.
const COMPACT: f32 = 300.0;

/// A box of text beside what lies between two points, from left to right, inside the stage; its first line
/// stands out.
pub(in crate::scene) fn callout(
    stage: &Stage<'_>,
    clear: (Vec2, Vec2),
    to_left: bool,
    ink: Rgba,
    lines: &[String],
) -> Vec<Shape> {
    let (size, theme) = (stage.text_size(12.0), stage.colors());
    let weight = |place| if place == 0 { Weight::SemiBold } else { Weight::Regular };
    let widths = lines.iter().enumerate().map(|(place, line)| width(line, size, weight(place)));
    let longest = widths.fold(0.0, f32::max);
    let line_height = size * 1.4;
    let room = vec2(longest + 20.0, line_height * lines.len() as f32 + size * 0.7);
    let away = stage.radius().max(14.0) + 20.0;
    let inside = stage.camera.area.shrunk(8.0);
    let (left, right) = (clear.0.x - away - room.x, clear.1.x + away);
    // On the other side where this one has no room, so that it never covers what it is about.
    let fits_right = right + room.x <= inside.max.x;
    let to_left = if to_left { left >= inside.min.x || !fits_right } else { !fits_right };
    let x = if to_left { left } else { right };
    let highest = (inside.max - room).max(inside.min);
    let min = vec2(x, clear.0.y - room.y / 2.0).clamp(inside.min, highest).round();
    let stroke = Some(Stroke::new(1.0, theme.border));
    let area = Area { min, max: min + room };
    // A line to what it is about.
    let (end, side) = if to_left { (clear.0, area.max.x) } else { (clear.1, area.min.x) };
    let beside = vec2(end.x + (side - end.x).signum() * (stage.radius() + 3.0), end.y);
    let mut shapes = vec![
        Shape::segment(
            beside,
            vec2(side, end.y.clamp(min.y + 4.0, area.max.y - 4.0)),
            1.0,
            theme.border,
        ),
        Shape::Box { area, radius: 5.0, fill: theme.panel, stroke },
    ];
    for (place, line) in lines.iter().enumerate() {
        let baseline = min + vec2(10.0, size * 1.35 + line_height * place as f32);
        shapes.push(Shape::Text {
            at: baseline,
            align: Align::Start,
            size,
            weight: weight(place),
            color: if place == 0 { ink } else { theme.text_quiet },
            text: line.clone(),
        });
    }
    shapes
}

/// What the error is, beside the ring, while it is past the threshold or there is more to say.
pub(in crate::scene) fn error_callout(stage: &Stage<'_>) -> Vec<Shape> {
    let (lane, metrics) = stage.lane();
    let frame: &Frame = &lane.frames[stage.tick()];
    let past = frame.error > stage.least_error();
    let troubles = troubles(stage);
    let nothing = !frame.seen || (!past && troubles.is_empty());
    if nothing || !stage.shows(Switch::Errors) || stage.picture.quiet {
        return Vec::new();
    }
    let peak = if stage.picture.legend { ", worst" } else { ", its peak" };
    let worst = if stage.tick() == metrics.peak_tick { peak } else { "" };
    let time = stage.experiment().truth.time(stage.tick());
    let mut lines = vec![format!("error {:.2} u{worst}", frame.error)];
    lines.extend(troubles);
    if stage.picture.legend && stage.camera.area.size().min_element() > COMPACT {
        lines.push(format!("t = {time:.2} s · tick {}", stage.tick()));
    }
    let ring = stage.on_screen(stage.true_position());
    // Ahead of the disc, where no trail lies, and clear of both.
    let (drawn, to_left) = (stage.on_screen(frame.drawn), frame.velocity.x < 0.0);
    let clear = (vec2(drawn.x.min(ring.x), ring.y), vec2(drawn.x.max(ring.x), ring.y));
    let ink = if past { stage.colors().error_text } else { stage.colors().text };
    callout(stage, clear, to_left, ink, &lines)
}

/// What is wrong beside the error, at the receiver or on the way to it.
fn troubles(stage: &Stage<'_>) -> Vec<String> {
    if stage.lanes == Layout::Only(Side::Second) {
        let depths = &stage.experiment().run.lanes[1].depths;
        let is_dry = depths.get(stage.tick()).is_some_and(|depth| depth.is_dry);
        return is_dry.then(|| "buffer dry".to_owned()).into_iter().collect();
    }
    let Note { stale, frozen, held_back, beyond_wall, .. } = stage.note();
    let all = [
        (stale, "stale: nothing heard for long"),
        (beyond_wall, "through the wall"),
        (frozen, "frozen by the cap"),
        (held_back, "rate cap: threshold not met"),
    ];
    all.iter().filter(|(is_so, _)| *is_so).map(|(_, words)| (*words).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::scene::fixtures::{settings_with, stage_scene, with_stage, words_of};
    use crate::scene::stage::drawn::{drawn_disc, snapshot_disc};
    use crate::settings::Settings;

    #[test]
    fn beyond_a_wall_the_callout_says_so() {
        let mut settings = Settings::default();
        settings.set("track.wall_distance=0.3").expect("a distance");
        let says = |settings: &Settings| {
            let experiment = Experiment::of(settings.clone()).expect("a run");
            let scene = stage_scene(settings, experiment.metrics[0].peak_tick);
            let mut shapes = scene.groups.iter().flat_map(|group| &group.shapes);
            shapes.any(
                |shape| matches!(shape, Shape::Text { text, .. } if text == "through the wall"),
            )
        };
        assert!(says(&settings));
        settings.set("receiver.clamps=true").expect("a switch");
        assert!(!says(&settings));
    }

    #[test]
    fn silence_is_said_and_drawn() {
        let settings =
            settings_with(&["link.loss=1", "sender.heartbeat=1", "receiver.extrapolation_cap=0.5"]);
        let at = |tick| {
            with_stage(&settings, Layout::Overlay, tick, |stage| {
                (drawn_disc(stage), words_of(&error_callout(stage)).join("; "))
            })
        };
        let (shapes, said) = at(20);
        assert!(matches!(shapes[..], [Shape::Circle { stroke: None, .. }]), "{shapes:?}");
        assert_eq!(said, "");
        // The cap shows at once, the error is still small.
        let (shapes, said) = at(32);
        assert!(matches!(shapes[..], [Shape::Box { .. }, Shape::Circle { stroke: None, .. }]));
        assert!(said.contains("frozen by the cap") && !said.contains("stale"), "{said}");
        let (shapes, said) = at(200);
        assert!(matches!(shapes[..], [Shape::Box { .. }, Shape::Circle { stroke: Some(_), .. }]));
        assert!(said.contains("frozen by the cap") && said.contains("stale"), "{said}");
    }

    #[test]
    fn a_rate_cap_that_holds_back_is_said() {
        let settings = settings_with(&["sender.rate_cap=1"]);
        let run = Experiment::of(settings.clone()).expect("the lap").run;
        let tick = run
            .vehicle()
            .expect("vehicles")
            .notes
            .iter()
            .position(|note| note.held_back)
            .expect("held back");
        let said = |tick| {
            with_stage(&settings, Layout::Overlay, tick, |stage| {
                words_of(&error_callout(stage)).contains(&"rate cap: threshold not met")
            })
        };
        assert!(said(tick) && !said(tick - 1));
    }

    #[test]
    fn a_dry_buffer_is_hollow_and_said_beside_snapshots() {
        let settings = settings_with(&["link.loss=0.5"]);
        let run = Experiment::of(settings.clone()).expect("the lap").run;
        let dry = run.lanes[1].depths.iter().rposition(|depth| depth.is_dry).expect("a dry tick");
        let said = |lanes, tick| {
            with_stage(&settings, lanes, tick, |stage| {
                let hollow = |shape: &Shape| matches!(shape, Shape::Circle { stroke: Some(_), .. });
                let said = words_of(&error_callout(stage)).contains(&"buffer dry");
                (snapshot_disc(stage).iter().any(hollow), said)
            })
        };
        assert_eq!(said(Layout::Only(Side::Second), dry), (true, true));
        assert_eq!(said(Layout::Only(Side::Second), dry + 1), (false, false));
        assert_eq!(said(Layout::Overlay, dry), (true, false));
    }
}
