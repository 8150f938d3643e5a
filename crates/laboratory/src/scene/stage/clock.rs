//! What a stage says of the receiver's clock.

use super::Stage;
use crate::lanes::Side;
use crate::scene::font::width;
use crate::scene::kit::boxes::backing;
use crate::scene::view::Layout;
use crate::scene::{Align, Area, Shape, Weight};
use glam::vec2;

/// What the receiver's clock is off by and is taken to be off by, where it does not know the sender's.
pub(in crate::scene) fn clock_line(stage: &Stage<'_>) -> Vec<Shape> {
    let run = stage.experiment().run.vehicle();
    let Some(frame) = run.and_then(|run| run.clock.get(stage.tick())) else {
        return Vec::new();
    };
    let second = stage.picture.view.layout == Layout::SideBySide
        && stage.lanes == Layout::Only(Side::Second);
    let ms = |seconds: f64| {
        let text = format!("{:.1}", 1000.0 * seconds);
        if text == "-0.0" { "0.0".to_owned() } else { text.replace('-', "−") }
    };
    let (offset, estimate, error) = (ms(frame.offset), ms(frame.estimate), ms(frame.error()));
    let line = format!("clock: offset {offset} ms · estimate {estimate} ms · error {error} ms");
    let (area, size) = (stage.camera.area, stage.text_size(12.0));
    let room = width(&line, size, Weight::Regular);
    // Beside the scale bar, or not at all.
    if second || room + stage.text_size(64.0) + 60.0 > area.size().x {
        return Vec::new();
    }
    let at = vec2(area.min.x + 16.0, area.max.y - 16.0);
    let behind = Area { min: at - vec2(6.0, size * 1.2), max: at + vec2(room + 6.0, size * 0.5) };
    let ink = stage.colors().text_quiet;
    vec![backing(behind, stage.colors()), Shape::label(at, Align::Start, size, ink, line)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::fixtures::{settings_with, with_stage, words_of};

    #[test]
    fn the_clock_is_said_where_it_is_not_known() {
        let line = |assignments: &[&str]| {
            with_stage(&settings_with(assignments), Layout::Overlay, 300, |stage| {
                words_of(&clock_line(stage)).join("")
            })
        };
        assert_eq!(line(&[]), "");
        assert_eq!(
            line(&["clock.estimate=own", "clock.offset=0.212"]),
            "clock: offset 212.0 ms · estimate 0.0 ms · error −212.0 ms"
        );
    }
}
