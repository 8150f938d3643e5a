//! A scene as SVG: real text in the one font, a named group for each layer.
//!
//! In: a [`Scene`], its size, what it is. Out: the text of a file. Invariants: equal scenes give equal bytes;
//! every id is given once; a clip is written only where something sticks out of it.

use crate::scene::font::{FAMILY, WEIGHTS};
use crate::scene::theme::Rgba;
use crate::scene::{Align, Area, Group, Scene, Shape, Stroke, Weight, is_dashed};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use glam::Vec2;
use std::collections::HashMap;
use std::fmt::{self, Write};

/// In how many steps a fading line fades.
const FADES: usize = 24;

/// What a picture is, for those who cannot see it.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// Its title.
    pub title: &'a str,
    /// What it shows.
    pub description: &'a str,
}

/// The SVG of a scene. With `font` it carries the font with it and looks alike in every browser; without, it
/// only names it.
#[must_use]
pub fn svg(scene: &Scene, size: Vec2, words: Words<'_>, font: bool) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_svg(&mut out, scene, size, words, font);
    out
}

fn write_svg(
    out: &mut String,
    scene: &Scene,
    size: Vec2,
    words: Words<'_>,
    font: bool,
) -> fmt::Result {
    let (width, height) = (Number(size.x), Number(size.y));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\" \
         font-family=\"{FAMILY}, 'Helvetica Neue', Arial, sans-serif\">"
    )?;
    writeln!(out, "<title>{}</title>", Escaped(words.title))?;
    writeln!(out, "<desc>{}</desc>", Escaped(words.description))?;
    if font {
        write_fonts(out)?;
    }
    let mut ids = Ids::default();
    let mut open: Option<Area> = None;
    for group in &scene.groups {
        if open != Some(group.clip) {
            if open.is_some() {
                writeln!(out, "</g>")?;
            }
            let name = scene.names.iter().find(|(area, _)| *area == group.clip);
            let name = name.map_or("part", |(_, name)| name);
            let id = ids.next(&plain(name));
            let sticks_out = scene
                .groups
                .iter()
                .filter(|other| other.clip == group.clip)
                .flat_map(|other| &other.shapes)
                .any(|shape| !inside(shape, group.clip));
            write_part(out, (&id, name), group.clip, sticks_out)?;
            open = Some(group.clip);
        }
        write_group(out, group, &mut ids)?;
    }
    if open.is_some() {
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

fn write_fonts(out: &mut String) -> fmt::Result {
    writeln!(out, "<style>")?;
    for weight in WEIGHTS {
        writeln!(
            out,
            "@font-face {{ font-family: {FAMILY}; font-weight: {}; \
             src: url(data:font/otf;base64,{}) format(\"opentype\"); }}",
            weight.number(),
            STANDARD.encode(weight.file()),
        )?;
    }
    writeln!(out, "</style>")
}

fn write_part(
    out: &mut String,
    (id, name): (&str, &str),
    clip: Area,
    clipped: bool,
) -> fmt::Result {
    let title = Escaped(name);
    if !clipped {
        return writeln!(out, "<g id=\"{id}\"><title>{title}</title>");
    }
    let (min, size) = (clip.min, clip.size());
    writeln!(
        out,
        "<clipPath id=\"{id}-clip\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>",
        Number(min.x),
        Number(min.y),
        Number(size.x),
        Number(size.y),
    )?;
    writeln!(out, "<g id=\"{id}\" clip-path=\"url(#{id}-clip)\"><title>{title}</title>")
}

fn write_group(out: &mut String, group: &Group, ids: &mut Ids) -> fmt::Result {
    let (name, label) = group.layer.names();
    writeln!(out, "<g id=\"{}\"><title>{}</title>", ids.next(name), Escaped(label))?;
    for shape in &group.shapes {
        write_shape(out, shape)?;
    }
    writeln!(out, "</g>")
}

/// Ids that are each given once: the second of a name is numbered.
#[derive(Default)]
struct Ids(HashMap<String, usize>);

impl Ids {
    fn next(&mut self, name: &str) -> String {
        let count = self.0.entry(name.to_owned()).or_default();
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}-{count}") }
    }
}

/// A name as an id: small letters, digits and dashes. What is left of "2 u" is "part-2-u": an id begins with a letter.
fn plain(name: &str) -> String {
    let letters = name.chars().map(|letter| {
        if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }
    });
    let mut id = String::new();
    for letter in letters {
        if letter != '-' || !(id.is_empty() || id.ends_with('-')) {
            id.push(letter);
        }
    }
    let id = id.trim_end_matches('-');
    // Two dashes set numbered ids apart from names that end in a number.
    if id == "part" { id.to_owned() } else { format!("part-{id}-") }
}

fn write_shape(out: &mut String, shape: &Shape) -> fmt::Result {
    match shape {
        Shape::Line { points, closed, stroke } => {
            writeln!(out, "<path d=\"{}\" {}/>", Path(points, *closed), Lined(*stroke))
        }
        Shape::Dashed { points, closed, stroke, dash } => {
            write!(out, "<path d=\"{}\" {}", Path(points, *closed), Lined(*stroke))?;
            if is_dashed(points, *dash) {
                write!(out, " stroke-dasharray=\"{} {}\"", Number(dash.0), Number(dash.1))?;
            }
            writeln!(out, "/>")
        }
        Shape::Fading { points, stroke } => write_fading(out, points, *stroke),
        Shape::Circle { center, radius, fill, stroke } => {
            let inside = radius - stroke.map_or(0.0, |stroke| stroke.width / 2.0);
            let (x, y, r) = (Number(center.x), Number(center.y), Number(inside.max(0.0)));
            writeln!(
                out,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" {} {}/>",
                Filled(*fill),
                Edged(*stroke)
            )
        }
        Shape::Under { points, base, fill } => {
            let (Some(first), Some(last)) = (points.first(), points.last()) else { return Ok(()) };
            let ends = [Vec2::new(last.x, *base), Vec2::new(first.x, *base)];
            let all: Vec<Vec2> = points.iter().copied().chain(ends).collect();
            writeln!(out, "<path d=\"{}\" {}/>", Path(&all, true), Filled(Some(*fill)))
        }
        Shape::Box { area, radius, fill, stroke } => {
            let half = stroke.map_or(0.0, |stroke| stroke.width / 2.0);
            let inner = area.shrunk(half);
            let size = inner.size().max(Vec2::ZERO);
            write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" ",
                Number(inner.min.x),
                Number(inner.min.y),
                Number(size.x),
                Number(size.y),
            )?;
            if *radius > 0.0 {
                write!(out, "rx=\"{}\" ", Number(radius - half))?;
            }
            writeln!(out, "{} {}/>", Filled(Some(*fill)), Edged(*stroke))
        }
        Shape::Text { at, align, size, weight, color, text } => {
            write!(out, "<text x=\"{}\" y=\"{}\" ", Number(at.x), Number(at.y))?;
            write!(out, "font-size=\"{}\" ", Number(*size))?;
            if *weight != Weight::Regular {
                write!(out, "font-weight=\"{}\" ", weight.number())?;
            }
            let anchor = match align {
                Align::Start => "",
                Align::Middle => "text-anchor=\"middle\" ",
                Align::End => "text-anchor=\"end\" ",
            };
            writeln!(out, "{anchor}{}>{}</text>", Filled(Some(*color)), Escaped(text))
        }
    }
}

/// The line from each of some points to its end, one over the other: at its last point they add up to the stroke's
/// opacity, at its first there is none, and no seam shows in between.
fn write_fading(out: &mut String, points: &[Vec2], stroke: Stroke) -> fmt::Result {
    let parts = points.len().saturating_sub(1);
    let steps = FADES.min(parts);
    let opacity = f32::from(stroke.color.a) / 255.0;
    let after = |step: usize| 1.0 - opacity * step as f32 / steps as f32;
    let color = Rgba { a: 255, ..stroke.color };
    let common = Stroke { color, ..stroke };
    writeln!(out, "<g {}>", Lined(common))?;
    for step in 0..steps {
        let added = 1.0 - after(step + 1) / after(step).max(1e-6);
        let line = Path(&points[step * parts / steps..], false);
        writeln!(out, "<path d=\"{line}\" stroke-opacity=\"{}\"/>", Fine(added))?;
    }
    writeln!(out, "</g>")
}

/// Whether a shape stays inside an area, as far as its points and widths say; a text is taken to.
fn inside(shape: &Shape, area: Area) -> bool {
    let all = |points: &[Vec2], width: f32| {
        points.iter().all(|point| area.shrunk(width / 2.0 - 0.51).contains(*point))
    };
    match shape {
        Shape::Line { points, stroke, .. } | Shape::Dashed { points, stroke, .. } => {
            all(points, stroke.width)
        }
        Shape::Fading { points, stroke } => all(points, stroke.width),
        Shape::Circle { center, radius, .. } => area.shrunk(*radius).contains(*center),
        Shape::Under { points, base, .. } => {
            all(points, 0.0) && points.iter().all(|point| all(&[Vec2::new(point.x, *base)], 0.0))
        }
        Shape::Box { area: of, .. } => all(&[of.min, of.max], 0.0),
        Shape::Text { .. } => true,
    }
}

/// A number of two decimals at most.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        decimals(formatter, self.0, 2)
    }
}

/// A number of four decimals at most.
struct Fine(f32);

impl fmt::Display for Fine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        decimals(formatter, self.0, 4)
    }
}

/// The number without zeros at its end; one that rounds to nothing is 0, and so is one that is none.
fn decimals(formatter: &mut fmt::Formatter<'_>, value: f32, most: usize) -> fmt::Result {
    let value = if value.is_finite() { value } else { 0.0 };
    let text = format!("{value:.most$}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    formatter.write_str(if text == "-0" { "0" } else { text })
}

/// The `d` of a path.
struct Path<'a>(&'a [Vec2], bool);

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, point) in self.0.iter().enumerate() {
            let command = if place == 0 { "M" } else { " " };
            write!(formatter, "{command}{} {}", Number(point.x), Number(point.y))?;
        }
        formatter.write_str(if self.1 { "Z" } else { "" })
    }
}

/// Attributes of an area.
struct Filled(Option<Rgba>);

impl fmt::Display for Filled {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(color) = self.0 else { return formatter.write_str("fill=\"none\"") };
        write!(formatter, "fill=\"{}\"", Hex(color))?;
        opacity(formatter, "fill-opacity", color)
    }
}

/// Attributes of an edge.
struct Edged(Option<Stroke>);

impl fmt::Display for Edged {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(Stroke { width, color }) = self.0 else { return Ok(()) };
        write!(formatter, "stroke=\"{}\" stroke-width=\"{}\"", Hex(color), Number(width))?;
        opacity(formatter, "stroke-opacity", color)
    }
}

/// Attributes of a line.
struct Lined(Stroke);

impl fmt::Display for Lined {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "fill=\"none\" stroke-linejoin=\"round\" {}", Edged(Some(self.0)))
    }
}

fn opacity(formatter: &mut fmt::Formatter<'_>, name: &str, color: Rgba) -> fmt::Result {
    if color.a == 255 {
        return Ok(());
    }
    write!(formatter, " {name}=\"{}\"", Fine(f32::from(color.a) / 255.0))
}

struct Hex(Rgba);

impl fmt::Display for Hex {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rgba { r, g, b, .. } = self.0;
        write!(formatter, "#{r:02x}{g:02x}{b:02x}")
    }
}

/// Text that cannot be taken for markup. What XML forbids is left out.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => formatter.write_str("&amp;")?,
                '<' => formatter.write_str("&lt;")?,
                '>' => formatter.write_str("&gt;")?,
                '\t' | '\n' | '\r' => formatter.write_char(' ')?,
                '\u{fffe}' | '\u{ffff}' => {}
                letter if letter.is_control() => {}
                letter => formatter.write_char(letter)?,
            }
        }
        Ok(())
    }
}
