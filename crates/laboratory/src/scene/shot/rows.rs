//! What comes of every shot of the run: two rows below the chart of the strip.

use crate::Tick;
use crate::run::Run;
use crate::scene::chart::StripChart;
use crate::scene::theme::{Rgba, Theme};
use crate::scene::{Align, Shape};
use crate::technique::shot::detail::ShotFrame;
use glam::vec2;

/// Says something of a shot.
type Judge = fn(&ShotFrame) -> bool;

/// What comes of the shots of a column of the strip.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShotMark {
    /// No shot is possible.
    Nothing,
    Miss,
    Hit,
    /// A hit of which the victim hears behind a wall.
    Late,
}

/// Two rows below the chart: hit or miss with compensation and without, the first of them from `top` to `bottom`
/// (points below the chart). A thin line is a miss, a thick one a hit, a red one a hit of which the victim hears behind
/// a wall; nothing where no shot was possible.
pub(in crate::scene) fn rows(
    chart: &StripChart,
    run: &Run,
    (top, bottom): (f32, f32),
    named: bool,
    theme: &Theme,
) -> Vec<Shape> {
    let shots = run.shot().map_or(&[][..], |run| &run.shots);
    let gap = bottom - top + 4.0;
    let rows: [(&str, [Judge; 2], Rgba); 2] = [
        ("with", [ShotFrame::hits, |shot| shot.hidden_for > 0.0], theme.drawn),
        ("without", [ShotFrame::hits_present, |_| false], theme.text_quiet),
    ];
    let mut shapes = Vec::new();
    for (place, (name, hits, ink)) in rows.into_iter().enumerate() {
        let middle = chart.area.max.y + (top + bottom) / 2.0 + gap * place as f32;
        for (mark, from, to) in stretches(chart, shots, hits) {
            let (width, ink) = match mark {
                ShotMark::Nothing => continue,
                ShotMark::Miss => (1.2, ink.alpha(0.5)),
                ShotMark::Hit => (bottom - top, ink),
                ShotMark::Late => (bottom - top, theme.error),
            };
            let x = |tick: Tick| chart.x(tick as f32).min(chart.area.max.x);
            shapes.push(Shape::segment(vec2(x(from), middle), vec2(x(to), middle), width, ink));
        }
        if named {
            let at = vec2(chart.area.min.x - 8.0, middle + 3.6);
            shapes.push(Shape::label(at, Align::End, 10.0, theme.text_faint, name));
        }
    }
    shapes
}

/// What becomes of the shots, in stretches `[from, to)` of ticks: no finer than the chart is wide, a hit first.
fn stretches(
    chart: &StripChart,
    shots: &[ShotFrame],
    [hits, is_late]: [Judge; 2],
) -> Vec<(ShotMark, Tick, Tick)> {
    let columns = chart.area.size().x.max(1.0) as usize;
    let chunk = shots.len().div_ceil(columns).max(1);
    let mut all: Vec<(ShotMark, Tick, Tick)> = Vec::new();
    for (column, shots) in shots.chunks(chunk).enumerate() {
        let mark = match shots {
            _ if shots.iter().any(|shot| hits(shot) && is_late(shot)) => ShotMark::Late,
            _ if shots.iter().any(hits) => ShotMark::Hit,
            _ if shots.iter().any(|shot| shot.is_possible) => ShotMark::Miss,
            _ => ShotMark::Nothing,
        };
        let (from, to) = (column * chunk, column * chunk + shots.len());
        match all.last_mut() {
            Some(last) if last.0 == mark => last.2 = to,
            Some(_) | None => all.push((mark, from, to)),
        }
    }
    all
}
