//! Axes: which numbers stand beside them, and where.

use crate::scene::font::{fitted, width};
use crate::scene::theme::Theme;
use crate::scene::{Align, Area, Shape, Weight};
use crate::settings::Domain;
use crate::tune::sweep::{Axis, Spacing};
use glam::vec2;

/// The size of the numbers, points.
pub(super) const SMALL: f32 = 12.0;

/// A number beside an axis: its place in values from 0, and how it is written.
pub(super) type ScaleTick = (f64, String);

/// The least of 1, 2, 2.5 and 5 times a power of ten that divides `range` into at most `most` parts.
pub(super) fn step(range: f64, most: f64) -> f64 {
    let rough = range / most.max(1.0);
    if !(rough > 0.0 && rough.is_finite()) {
        return 1.0;
    }
    let power = libm::pow(10.0, libm::log10(rough).floor());
    let fits = |factor: &f64| factor * power >= rough * (1.0 - 1e-9);
    [1.0, 2.0, 2.5, 5.0].into_iter().find(fits).unwrap_or(10.0) * power
}

/// The multiples of a step within a range, and as many decimals as they need.
pub(super) fn multiples((from, to): (f64, f64), step: f64) -> Vec<(f64, String)> {
    let decimals = (0..8).find(|decimals| {
        let whole = step * libm::pow(10.0, f64::from(*decimals));
        (whole - whole.round()).abs() < 1e-6
    });
    let decimals = decimals.unwrap_or(8) as usize;
    let first = (from / step - 1e-9).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    let value = |count: i64| count as f64 * step;
    (first..=last)
        .take(200)
        .map(|count| (value(count), format!("{:.decimals$}", value(count))))
        .collect()
}

/// A knob as an axis calls it: "threshold, u".
pub(super) fn axis_name(axis: &Axis) -> String {
    let label = axis.knob.label;
    let small = label.chars().next().map(|first| first.to_lowercase().collect::<String>());
    let rest: String = label.chars().skip(1).collect();
    let unit = axis.knob.unit;
    let label = format!("{}{rest}", small.unwrap_or_default());
    if unit.is_empty() { label } else { format!("{label}, {unit}") }
}

/// A value of a knob as people write it.
pub(super) fn value_text(axis: &Axis, value: f64) -> String {
    match axis.knob.domain {
        Domain::Number { .. } => {
            let text = format!("{value:.4}");
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        Domain::Whole { .. } | Domain::Switch => axis.knob.text(value),
        Domain::Choice(choices) => {
            let label = choices.get(value as usize).map(|choice| choice.label.to_owned());
            label.unwrap_or_else(|| axis.knob.text(value))
        }
    }
}

/// A value of a knob, no finer than anybody reads it.
pub(super) fn rounded_text(axis: &Axis, own: f64) -> String {
    match axis.knob.domain {
        Domain::Number { decimals, .. } => format!("{own:.*}", decimals.max(2)),
        Domain::Whole { .. } | Domain::Switch | Domain::Choice(_) => value_text(axis, own),
    }
}

/// The numbers beside an axis, at most so many.
pub(super) fn ticks(axis: &Axis, most: usize) -> Vec<ScaleTick> {
    let (Some(&from), Some(&to)) = (axis.values.first(), axis.values.last()) else {
        return Vec::new();
    };
    let numbers = match axis.spacing {
        Spacing::Even => multiples((from, to), step(to - from, most as f64)),
        Spacing::Log => decades(from, to, most),
        Spacing::List => {
            let every = axis.values.len().div_ceil(most.max(1));
            let values = axis.values.iter().enumerate().step_by(every);
            return values.map(|(at, own)| (at as f64, value_text(axis, *own))).collect();
        }
    };
    let whole = matches!(axis.knob.domain, Domain::Whole { .. });
    let fits = |number: &f64| !whole || number.fract() == 0.0;
    let placed = numbers.into_iter().filter(|(number, _)| fits(number));
    placed.filter_map(|(number, text)| Some((axis.position(number)?, text))).collect()
}

/// 1, 2 and 5 times the powers of ten; only those powers where there are too many.
fn decades(from: f64, to: f64, most: usize) -> Vec<(f64, String)> {
    let first = libm::log10(from).floor() as i32;
    let last = libm::log10(to).ceil() as i32;
    let all = |factors: &[f64]| -> Vec<(f64, String)> {
        let powers = first..=last;
        let number = |power: i32, factor: f64| factor * libm::pow(10.0, f64::from(power));
        let numbers = powers.flat_map(|power| factors.iter().map(move |&f| number(power, f)));
        let inside = numbers.filter(|value| (from..=to).contains(value));
        inside.map(|value| (value, format!("{}", (value * 1e9).round() / 1e9))).collect()
    };
    let many = all(&[1.0, 2.0, 5.0]);
    if many.len() <= most { many } else { all(&[1.0]) }
}

/// The numbers and the name below a chart. `x` leads from a tick to its place.
pub(super) fn numbers_below(
    area: Area,
    ticks: &[ScaleTick],
    name: &str,
    x: impl Fn(f64) -> f32,
    theme: &Theme,
) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let mut free = f32::NEG_INFINITY;
    for (at, text) in ticks {
        let half = width(text, SMALL, Weight::Regular) / 2.0;
        let place = vec2(x(*at), area.max.y + 18.0);
        // What would touch the number before it is left out.
        if place.x - half > free {
            shapes.push(Shape::label(place, Align::Middle, SMALL, theme.text_faint, text));
            let top = vec2(place.x, area.max.y);
            shapes.push(Shape::segment(top, top + vec2(0.0, 4.0), 1.0, theme.text_faint));
            free = place.x + half + 8.0;
        }
    }
    let place = vec2(area.center().x, area.max.y + 40.0);
    shapes.push(Shape::label(place, Align::Middle, 13.0, theme.text_quiet, name));
    shapes
}

/// The numbers to the left of a chart, and its name above them: there is no turned text.
pub(super) fn numbers_at_left(
    area: Area,
    ticks: &[ScaleTick],
    name: &str,
    y: impl Fn(f64) -> f32,
    theme: &Theme,
) -> Vec<Shape> {
    let number = |(at, text): &ScaleTick| {
        let place = vec2(area.min.x - 8.0, y(*at) + 4.0);
        let text = fitted(text, SMALL, Weight::Regular, MOST_NUMBERS - 12.0);
        Shape::label(place, Align::End, SMALL, theme.text_faint, text)
    };
    let mut shapes: Vec<Shape> = ticks.iter().map(number).collect();
    let place = vec2(area.min.x - 8.0, area.min.y - 12.0);
    let longest =
        ticks.iter().map(|tick| width(&tick.1, SMALL, Weight::Regular)).fold(0.0, f32::max);
    let place = place - vec2(longest.min(MOST_NUMBERS - 12.0), 0.0);
    shapes.push(Shape::label(place, Align::Start, 13.0, theme.text_quiet, name));
    shapes
}

/// Room for the numbers to the left of a chart, points.
pub(super) const NUMBERS: f32 = 44.0;
/// The most room that they take; longer names are cut.
const MOST_NUMBERS: f32 = 190.0;

/// Room for what stands to the left of an axis of a knob, points.
pub(super) fn room_at_left(axis: &Axis) -> f32 {
    let widths = axis.values.iter().map(|own| match axis.spacing {
        Spacing::List => width(&value_text(axis, *own), SMALL, Weight::Regular) + 12.0,
        Spacing::Even | Spacing::Log => NUMBERS,
    });
    widths.fold(NUMBERS, f32::max).min(MOST_NUMBERS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round_and_few() {
        for (range, most, right) in [
            (1.0, 5.0, 0.2),
            (0.95, 5.0, 0.2),
            (7.0, 4.0, 2.0),
            (1e-3, 4.0, 2.5e-4),
            (12.0, 5.0, 2.5),
        ] {
            assert!((step(range, most) - right).abs() < 1e-12, "{range} {}", step(range, most));
        }
        assert_eq!(step(0.0, 5.0), 1.0);
        assert_eq!(step(f64::NAN, 5.0), 1.0);
    }

    #[test]
    fn the_numbers_beside_an_axis_stand_where_their_values_do() {
        let texts = |text: &str| {
            let axis = Axis::parse(text).expect(text);
            let ticks = ticks(&axis, 6);
            for (at, text) in &ticks {
                if let Ok(number) = text.parse::<f64>()
                    && axis.is_number()
                {
                    let place = axis.position(number).expect("on the axis");
                    assert!((place - at).abs() < 1e-9, "{text}");
                }
            }
            ticks.into_iter().map(|tick| tick.1).collect::<Vec<_>>()
        };
        assert_eq!(texts("sender.threshold=0.05..1/40"), ["0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(
            texts("sender.threshold=0.02..1/40:log"),
            ["0.02", "0.05", "0.1", "0.2", "0.5", "1"]
        );
        assert_eq!(texts("sender.order=all"), ["1 velocity", "2 acceleration", "Turn"]);
        assert_eq!(texts("motion.laps=1..5/3"), ["1", "2", "3", "4", "5"]);
    }
}
