//! A run as a moving picture: looping GIF, or animated PNG.
//!
//! In: a page, a picture, the ticks to show. Out: the bytes of a file. Invariants: drawn on all cores, equal bytes
//! whatever their number; frames are kept in memory a few at a time; a frame holds only what has changed.

use super::raster::{self, Pixels};
use super::svg::{self, Words};
use super::{ExportError, ending};
use crate::Tick;
use crate::cores::on_all;
use crate::scene::page::{self, Page};
use crate::scene::picture::Picture;
use crate::truth::Truth;
use color_quant::NeuQuant;
use gif::{DisposalMethod, Frame, Repeat};
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

/// What a moving picture can be written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moving {
    /// 255 colours, shown everywhere.
    Gif,
    /// All colours, shown by browsers.
    Apng,
}

/// Which part of a run, and how fast.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// Where it begins, s.
    pub from: f64,
    /// Where it ends, s.
    pub to: f64,
    /// Frames a second.
    pub fps: u32,
    /// How many times slower than life.
    pub slow: f64,
}

/// A moving picture.
#[derive(Clone, Copy, Debug)]
pub struct Film<'a> {
    /// What is on every frame.
    pub page: &'a Page,
    /// What is shown; its tick is that of each frame in turn.
    pub picture: &'a Picture<'a>,
    /// The tick of each frame.
    pub ticks: &'a [Tick],
    /// Frames a second.
    pub fps: u32,
    /// Pixels a point.
    pub scale: f32,
}

/// The most frames of a film: five minutes at 30 a second.
pub const MOST_FRAMES: usize = 9000;
/// How many frames are in work at once.
const AT_ONCE: usize = 16;
/// From how many frames the colours of a GIF are taken.
const SAMPLES: usize = 8;
/// How many of the most frequent colours a GIF keeps as they are.
const EXACT: usize = 63;
/// How many colours stand for all the others.
const BLENDED: usize = 192;
/// The place in the palette of what has not changed.
const UNCHANGED: u8 = 255;

impl Moving {
    /// The format that the name of a file asks for.
    ///
    /// # Errors
    /// [`ExportError::Format`].
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        match ending(path).as_str() {
            "gif" => Ok(Self::Gif),
            "png" | "apng" => Ok(Self::Apng),
            _ => Err(ExportError::Format {
                path: path.display().to_string(),
                right: ".gif, or .png for an animated PNG",
            }),
        }
    }

    /// The most frames a second that it is shown with: a GIF counts in hundredths of a second, and browsers slow
    /// down what is shorter than two of them.
    #[must_use]
    pub fn most_fps(self) -> u32 {
        match self {
            Self::Gif => 50,
            Self::Apng => 120,
        }
    }
}

/// The ticks of a cut: frame k shows time from + k / (fps · slow).
///
/// # Errors
/// [`ExportError::Frames`]: an empty or backward cut, one outside of the run, too many frames, a rate that the
/// format does not have.
pub fn ticks(truth: &Truth, cut: Cut, format: Moving) -> Result<Vec<Tick>, ExportError> {
    let refused = |why: String| Err(ExportError::Frames(why));
    let (seconds, last) = (truth.seconds, truth.states.len().saturating_sub(1));
    let Cut { from, to, fps, slow } = cut;
    let inside = |time: f64| (0.0..=seconds + 1e-9).contains(&time);
    if !inside(from) || !inside(to) {
        return refused(format!("from {from} s to {to} s: the run lasts from 0 to {seconds:.2} s"));
    }
    if from >= to {
        return refused(format!("from {from} s to {to} s: --from comes before --to"));
    }
    if !(1..=format.most_fps()).contains(&fps) {
        let apng =
            if format == Moving::Gif { "; an animated PNG (.png) takes up to 120" } else { "" };
        return refused(format!(
            "{fps} frames a second: this format takes 1 to {}{apng}",
            format.most_fps()
        ));
    }
    if !(0.1..=1000.0).contains(&slow) {
        return refused(format!("{slow} times slower: from 0.1 (faster than life) to 1000"));
    }
    let frames = ((to - from) * f64::from(fps) * slow).round().max(1.0);
    if frames > MOST_FRAMES as f64 {
        return refused(format!(
            "{frames} frames, {MOST_FRAMES} are the most: a shorter --from … --to, fewer --fps or a smaller --slow would do"
        ));
    }
    let tick = |frame: usize| {
        let time = from + frame as f64 / (f64::from(fps) * slow);
        ((time * truth.tick_rate + 1e-6).floor() as Tick).min(last)
    };
    Ok((0..frames as usize).map(tick).collect())
}

/// Writes the film as a file. `drawn` is called after each frame; the film is given up when it says `false`.
///
/// # Errors
/// [`ExportError::TooLarge`], [`ExportError::Drawing`], [`ExportError::Stopped`].
pub fn film(
    film: &Film<'_>,
    format: Moving,
    drawn: &(dyn Fn() -> bool + Sync),
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let (width, height) = raster::pixels_of(film.page.size, film.scale)?;
    let held = f64::from(width) * f64::from(height) * 4.0 * (AT_ONCE + SAMPLES + 2) as f64;
    if held > raster::MOST_BYTES as f64 {
        let gib = held / raster::MOST_BYTES as f64;
        return Err(ExportError::TooLarge { width: width.into(), height: height.into(), gib });
    }
    match format {
        Moving::Gif => gif(film, (width, height), drawn, out),
        Moving::Apng => apng(film, (width, height), drawn, out),
    }
}

fn failed(error: impl std::fmt::Display) -> ExportError {
    ExportError::Drawing(error.to_string())
}

fn draw(film: &Film<'_>, tick: Tick) -> Result<Pixels, ExportError> {
    let picture = Picture { tick, ..*film.picture };
    let words = Words { title: "", description: "" };
    let scene = page::build(film.page, &picture);
    raster::pixels(&svg::svg(&scene, film.page.size, words, false), film.page.size, film.scale)
}

/// Draws frames side by side, in order.
fn draw_all<T: Send>(
    film: &Film<'_>,
    ticks: &[Tick],
    drawn: &(dyn Fn() -> bool + Sync),
    make: impl Fn(Pixels) -> T + Sync,
) -> Result<Vec<T>, ExportError> {
    let one = |_: &mut (), tick: &Tick| {
        let frame = make(draw(film, *tick)?);
        if drawn() { Ok(frame) } else { Err(ExportError::Stopped) }
    };
    on_all(ticks, 0, one).into_iter().collect()
}

/// The part of a frame that differs from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Changed {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// Where two frames of `size` bytes a pixel differ; one pixel where they do not.
fn changed(before: &[u8], after: &[u8], width: usize, size: usize) -> Changed {
    let (mut left, mut right) = (width, 0);
    let (mut top, mut bottom) = (usize::MAX, 0);
    let rows = before.chunks_exact(width * size).zip(after.chunks_exact(width * size));
    for (y, (before, after)) in rows.enumerate() {
        if before == after {
            continue;
        }
        let differs =
            |x: &usize| before[x * size..(x + 1) * size] != after[x * size..(x + 1) * size];
        left = left.min((0..width).find(differs).unwrap_or(width));
        right = right.max((0..width).rev().find(differs).unwrap_or(0));
        (top, bottom) = (top.min(y), y);
    }
    if left > right {
        return Changed { left: 0, top: 0, width: 1, height: 1 };
    }
    Changed { left, top, width: right - left + 1, height: bottom - top + 1 }
}

/// A part of a frame, with `unchanged` wherever nothing differs from the frame before.
fn part(before: &[u8], after: &[u8], width: usize, changed: Changed, unchanged: &[u8]) -> Vec<u8> {
    let size = unchanged.len();
    let mut part = Vec::with_capacity(changed.width * changed.height * size);
    for y in changed.top..changed.top + changed.height {
        let row =
            (y * width + changed.left) * size..(y * width + changed.left + changed.width) * size;
        let pixels = before[row.clone()].chunks_exact(size).zip(after[row].chunks_exact(size));
        for (before, after) in pixels {
            part.extend_from_slice(if before == after { unchanged } else { after });
        }
    }
    part
}

/// The colours of a GIF, and where each other colour is found among them.
struct Palette {
    colors: Vec<u8>,
    exact: HashMap<[u8; 4], u8>,
    others: NeuQuant,
    first_other: usize,
}

impl Palette {
    /// The most frequent colours as they are, and the best for all the others.
    fn of(frames: &[Pixels]) -> Self {
        let mut counts: HashMap<[u8; 4], usize> = HashMap::new();
        for pixel in frames.iter().flat_map(|frame| frame.bytes.chunks_exact(4)) {
            *counts.entry([pixel[0], pixel[1], pixel[2], pixel[3]]).or_default() += 1;
        }
        let mut counts: Vec<([u8; 4], usize)> = counts.into_iter().collect();
        counts.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(&other.0)));
        let kept = counts.len().min(EXACT);
        let exact = counts[..kept].iter().zip(0_u8..).map(|((color, _), at)| (*color, at));
        // A colour that fills half the frame must not take half of what is left.
        let weighed = counts[kept..].iter().flat_map(|(color, count)| {
            std::iter::repeat_n(*color, count.isqrt().clamp(1, 64)).flatten()
        });
        let mut weighed: Vec<u8> = weighed.collect();
        if weighed.is_empty() {
            weighed.extend(counts.first().map_or([0, 0, 0, 255], |(color, _)| *color));
        }
        let others = NeuQuant::new(1, BLENDED, &weighed);
        let mut colors: Vec<u8> =
            counts[..kept].iter().flat_map(|(color, _)| color[..3].to_vec()).collect();
        colors.extend(others.color_map_rgb());
        colors.truncate(3 * usize::from(UNCHANGED));
        Self { colors, exact: exact.collect(), others, first_other: kept }
    }

    /// The frame as places in the palette. `known` keeps what has been looked up.
    fn places(&self, frame: &Pixels) -> Vec<u8> {
        let mut known = self.exact.clone();
        let mut last = ([0; 4], None);
        let place = |pixel: &[u8]| {
            let color = [pixel[0], pixel[1], pixel[2], pixel[3]];
            if let (same, Some(place)) = last
                && same == color
            {
                return place;
            }
            let place = *known
                .entry(color)
                .or_insert_with(|| (self.first_other + self.others.index_of(&color)) as u8);
            last = (color, Some(place));
            place
        };
        frame.bytes.chunks_exact(4).map(place).collect()
    }
}

/// How long frame `frame` is shown, hundredths of a second: so that the sum is right.
fn delay(frame: usize, fps: u32) -> u16 {
    let until = |frame: usize| (frame * 100 + fps as usize / 2) / fps as usize;
    (until(frame + 1) - until(frame)) as u16
}

fn gif(
    film: &Film<'_>,
    (width, height): (u32, u32),
    drawn: &(dyn Fn() -> bool + Sync),
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let every = film.ticks.len().div_ceil(SAMPLES).max(1);
    let sampled: Vec<Tick> = film.ticks.iter().copied().step_by(every).collect();
    let palette = Palette::of(&draw_all(film, &sampled, &|| true, |pixels| pixels)?);
    let (columns, rows) = (width as u16, height as u16);
    let mut encoder = gif::Encoder::new(out, columns, rows, &palette.colors).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut before: Option<Vec<u8>> = None;
    for (chunk, ticks) in film.ticks.chunks(AT_ONCE).enumerate() {
        let places = draw_all(film, ticks, drawn, |pixels| palette.places(&pixels))?;
        let frame = |_: &mut (), &at: &usize| {
            let last = at.checked_sub(1).map(|last| &places[last]).or(before.as_ref());
            let mut frame = gif_frame(last, &places[at], columns, rows);
            frame.delay = delay(chunk * AT_ONCE + at, film.fps);
            frame.make_lzw_pre_encoded();
            frame
        };
        let each: Vec<usize> = (0..places.len()).collect();
        for frame in &on_all(&each, 0, frame) {
            encoder.write_lzw_pre_encoded_frame(frame).map_err(failed)?;
        }
        before = places.into_iter().next_back();
    }
    encoder.into_inner().map_err(failed)?;
    Ok(())
}

fn gif_frame(before: Option<&Vec<u8>>, after: &[u8], width: u16, height: u16) -> Frame<'static> {
    let base = Frame { dispose: DisposalMethod::Keep, ..Frame::default() };
    let Some(before) = before else {
        return Frame { width, height, buffer: after.to_vec().into(), ..base };
    };
    let changed = changed(before, after, usize::from(width), 1);
    let buffer = part(before, after, usize::from(width), changed, &[UNCHANGED]);
    Frame {
        left: changed.left as u16,
        top: changed.top as u16,
        width: changed.width as u16,
        height: changed.height as u16,
        transparent: Some(UNCHANGED),
        buffer: buffer.into(),
        ..base
    }
}

fn apng(
    film: &Film<'_>,
    (width, height): (u32, u32),
    drawn: &(dyn Fn() -> bool + Sync),
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_animated(film.ticks.len() as u32, 0).map_err(failed)?;
    encoder.set_frame_delay(1, film.fps as u16).map_err(failed)?;
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut before: Option<Vec<u8>> = None;
    for ticks in film.ticks.chunks(AT_ONCE) {
        for pixels in draw_all(film, ticks, drawn, |pixels| pixels)? {
            let after = pixels.bytes;
            if let Some(before) = &before {
                let changed = changed(before, &after, width as usize, 4);
                let part = part(before, &after, width as usize, changed, &[0; 4]);
                let [left, top, wide, high] =
                    [changed.left, changed.top, changed.width, changed.height].map(|at| at as u32);
                writer.reset_frame_position().map_err(failed)?;
                writer.set_frame_dimension(wide, high).map_err(failed)?;
                writer.set_frame_position(left, top).map_err(failed)?;
                writer.set_blend_op(png::BlendOp::Over).map_err(failed)?;
                writer.write_image_data(&part).map_err(failed)?;
            } else {
                writer.write_image_data(&after).map_err(failed)?;
            }
            before = Some(after);
        }
    }
    writer.finish().map_err(failed)
}
