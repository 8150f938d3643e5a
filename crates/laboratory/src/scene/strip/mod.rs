//! The time strip: the error over the whole run, both lanes, with the updates and the playhead.
//!
//! In: a [`Strip`]. Out: shapes, and the way back from a place on the strip to a tick.

mod curves;
mod levels;
mod packet_lane;

use super::chart::{BETWEEN, Strip, StripChart};
use super::layers::Layer;
use super::picture::Picture;
use super::{Area, Scene, Shape};
use crate::Tick;
use curves::{clock_error, error_curve, upper_edge, whole_above};
use glam::{Vec2, vec2};
use levels::{error_axis, levels};
use packet_lane::low_marks;

/// Adds the strip to a scene.
pub(super) fn build(scene: &mut Scene, strip: &Strip<'_>) {
    let chart = StripChart::of(strip);
    let (theme, area) = (strip.theme(), strip.area);
    let experiment = strip.picture.experiment;
    let mut shapes = vec![
        Shape::filled(area, theme.strip),
        Shape::segment(area.min, vec2(area.max.x, area.min.y), 1.0, theme.border),
    ];
    shapes.extend(error_axis(&chart, theme));
    let run = &experiment.run;
    if strip.shows_snapshots() {
        shapes.extend(error_curve(&chart, &run.lanes[1], 1.5, theme.snapshot.alpha(0.8)));
    }
    if let Some(pinned) = strip.picture.pinned {
        let run = &pinned.run;
        let lane = if strip.shows_dead_reckoning() { &run.lanes[0] } else { &run.lanes[1] };
        shapes.extend(error_curve(&chart, lane, 1.5, theme.pinned));
    }
    let packets = if strip.shows_dead_reckoning() {
        let drawn = upper_edge(&chart, &run.lanes[0]);
        let (base, fill) = (chart.area.max.y, theme.drawn.alpha(0.12));
        shapes.push(Shape::Under { points: drawn.clone(), base, fill });
        shapes.extend(error_curve(&chart, &run.lanes[0], 1.8, theme.drawn));
        &run.lanes[0].packets
    } else {
        &run.lanes[1].packets
    };
    shapes.extend(levels(&chart, strip));
    if strip.is_in_parts() {
        shapes.extend(whole_above(&chart, strip));
    }
    shapes.extend(clock_error(&chart, strip));
    if let Some(rows) = experiment.settings.technique.scene().strip_rows {
        let low = strip.is_low();
        let (row, named) = if low { ((4.0, 9.0), false) } else { ((10.0, 16.0), true) };
        shapes.extend(rows(&chart, run, row, named, theme));
    } else if strip.is_low() {
        shapes.extend(low_marks(&chart, packets, theme));
    } else {
        let latency = experiment.settings.link.latency * experiment.truth.tick_rate;
        shapes.extend(packet_lane::build(&chart, packets, latency as f32, theme));
    }
    shapes.extend(worst_and_playhead(&chart, strip));
    scene.add(Layer::Strip, area, shapes);
}

fn worst_and_playhead(chart: &StripChart, strip: &Strip<'_>) -> Vec<Shape> {
    let (theme, area, experiment) = (strip.theme(), strip.area, strip.picture.experiment);
    let metrics =
        if strip.shows_dead_reckoning() { &experiment.metrics[0] } else { &experiment.metrics[1] };
    let worst = vec2(chart.x(metrics.peak_tick as f32), chart.y(metrics.peak_error));
    let x = chart.x(strip.picture.tick() as f32);
    let above = if strip.is_in_parts() { chart.area.min.y - 4.0 } else { area.min.y + 7.0 };
    let (top, bottom) = (vec2(x, above), vec2(x, area.max.y - 6.0));
    let mut shapes =
        vec![Shape::segment(top, bottom, 1.2, theme.text), Shape::disc(top, 4.5, theme.text)];
    let is_judged = experiment.settings.technique.row().is_swept;
    let seen = metrics.unseen_ticks < experiment.truth.states.len();
    if seen && is_judged && chart.shows(metrics.peak_tick) {
        shapes.push(Shape::ring(worst, 4.0, 2.0, theme.error));
    }
    shapes
}

/// The tick under a place on the strip of a picture, or on one of the two beside each other.
#[must_use]
pub fn tick_at(picture: &Picture<'_>, area: Area, at: Vec2) -> Tick {
    let (left, right) = area.halves();
    let is_right = picture.beside.is_some() && at.x >= right.min.x;
    let at = if is_right { at - vec2(right.min.x - left.min.x, 0.0) } else { at };
    tick_on(&Strip::of(picture, area), at)
}

/// The tick under a place on a strip; the ends beyond its ends.
fn tick_on(strip: &Strip<'_>, at: Vec2) -> Tick {
    let whole = StripChart::whole(strip);
    let on_whole = strip.is_in_parts() && at.y < whole.area.max.y + BETWEEN / 2.0;
    let chart = if on_whole { whole } else { StripChart::of(strip) };
    let along = (at.x - chart.area.min.x) / chart.area.size().x.max(1.0);
    let ticks = (chart.last - chart.first) as f32;
    chart.first + (along.clamp(0.0, 1.0) * ticks).round() as Tick
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::scene::view::View;
    use crate::settings::Settings;

    pub(super) fn with_strip<T>(settings: Settings, look: impl Fn(&Strip<'_>) -> T) -> T {
        let experiment = Experiment::of(settings).expect("an experiment");
        let view = View::default();
        let picture = Picture::of(&experiment, &view);
        look(&Strip::of(&picture, Area::new(0.0, 600.0, 936.0, 740.0)))
    }

    #[test]
    fn a_place_on_the_strip_leads_back_to_its_tick() {
        with_strip(Settings::default(), |strip| {
            let chart = StripChart::of(strip);
            for tick in [0, 1, 214, 500] {
                assert_eq!(tick_on(strip, vec2(chart.x(tick as f32), 700.0)), tick);
            }
            let ends = [-50.0, 5000.0].map(|x| tick_on(strip, vec2(x, 700.0)));
            assert_eq!(ends, [0, 500]);
        });
    }

    #[test]
    fn a_long_run_is_shown_part_by_part_with_the_whole_above() {
        let mut settings = Settings::default();
        settings.motion.laps = 50;
        with_strip(settings, |strip| {
            let last = strip.last();
            for tick in [0, 1199, 1200, 7777, last - 1, last] {
                let picture = Picture { tick, ..*strip.picture };
                let strip = Strip { picture: &picture, area: strip.area };
                let (part, whole) = (StripChart::of(&strip), StripChart::whole(&strip));
                assert!(part.shows(tick) && part.last - part.first <= 1200, "{tick}");
                let low = vec2(part.x(tick as f32), part.area.max.y - 3.0);
                assert_eq!(tick_on(&strip, low), tick);
                let high = vec2(whole.x(tick as f32), whole.area.min.y + 3.0);
                assert!(tick_on(&strip, high).abs_diff(tick) < last / 800, "{tick}");
                assert!(whole.area.max.y < part.area.min.y);
            }
        });
    }
}
