//! All lessons as small pictures on one sheet.

use super::blackboard::{GAP, MARGIN, TITLE};
use super::compose;
use super::font::lines;
use super::kit::boxes::frame;
use super::layers::Layer;
use super::panel::Panel;
use super::picture::Picture;
use super::view::View;
use super::{Align, Area, Scene, Shape, Weight};
use crate::Tick;
use glam::{Vec2, vec2};

/// The size of a small picture, points.
const THUMB: Vec2 = vec2(408.0, 330.0);
/// The height of the title above it, points.
const THUMB_TITLE: f32 = 50.0;
/// The height of the sheet's title, points.
const SHEET_TITLE: f32 = 62.0;
/// How many stand beside each other.
const COLUMNS: usize = 3;

/// A lesson as a small picture.
#[derive(Clone, Debug)]
pub struct LessonThumb<'a> {
    /// The claim.
    pub title: &'a str,
    /// Its first panel.
    pub panel: &'a Panel,
    /// When.
    pub tick: Tick,
    /// How to look at it.
    pub view: View,
}

/// The size of the sheet that holds so many small pictures, points.
#[must_use]
pub fn size(count: usize) -> Vec2 {
    let rows = count.div_ceil(COLUMNS) as f32;
    let cells = vec2(COLUMNS as f32, rows) * (THUMB + GAP);
    cells + vec2(2.0 * MARGIN - GAP, SHEET_TITLE + MARGIN - GAP)
}

/// All of them on one sheet.
#[must_use]
pub fn build(title: &str, thumbs: &[LessonThumb<'_>], view: &View) -> Scene {
    let theme = view.colors();
    let whole = Area { min: Vec2::ZERO, max: size(thumbs.len()) };
    let mut scene = Scene::default();
    let ground = Shape::filled(whole, theme.strip);
    let at = vec2(MARGIN, 42.0);
    let title = Shape::heading(at, Align::Start, TITLE, theme.text, title);
    scene.add(Layer::Background, whole, vec![ground, title]);
    for (place, thumb) in thumbs.iter().enumerate() {
        let cell = vec2((place % COLUMNS) as f32, (place / COLUMNS) as f32);
        let min = vec2(MARGIN, SHEET_TITLE) + cell * (THUMB + GAP);
        add_thumb(&mut scene, thumb, Area { min, max: min + THUMB }, place + 1);
    }
    scene
}

fn add_thumb(scene: &mut Scene, thumb: &LessonThumb<'_>, area: Area, number: usize) {
    let theme = thumb.view.colors();
    let band = Area { max: vec2(area.max.x, area.min.y + THUMB_TITLE), ..area };
    let below = Area { min: vec2(area.min.x, band.max.y), ..area };
    let picture = Picture {
        tick: thumb.tick,
        legend: false,
        ..Picture::of(&thumb.panel.experiment, &thumb.view)
    };
    let nothing = Area { min: below.max, max: below.max };
    let part = compose::build(&picture, below, nothing, None);
    scene.groups.extend(part.groups);
    scene.names.push((below, thumb.title.to_owned()));
    let room = area.size().x - 24.0;
    let text = lines(&format!("{number}  {}", thumb.title), 15.0, Weight::SemiBold, room);
    let top = area.min.y + if text.len() > 1 { 20.0 } else { 30.0 };
    let mut shapes = vec![Shape::filled(band, theme.panel)];
    for (place, line) in text.into_iter().take(2).enumerate() {
        let at = vec2(area.min.x + 12.0, top + 19.0 * place as f32);
        shapes.push(Shape::heading(at, Align::Start, 15.0, theme.text, line));
    }
    shapes.push(frame(area, theme.border));
    scene.add(Layer::Caption, Area { min: area.min - 1.0, max: area.max + 1.0 }, shapes);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::lanes::Side;
    use crate::scene::view::Layout;
    use crate::settings::Settings;

    #[test]
    fn the_overview_has_room_for_every_small_picture() {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        let layout = Layout::Only(Side::First);
        let panel = Panel { name: "the lap".to_owned(), experiment, layout };
        for count in [1, 3, 4, 31] {
            let thumb =
                LessonThumb { title: "A claim", panel: &panel, tick: 215, view: View::default() };
            let scene = build("All", &vec![thumb; count], &View::default());
            assert_eq!(scene.names.len(), count);
            let whole = Area { min: Vec2::ZERO, max: size(count) };
            for (area, _) in &scene.names {
                assert!(whole.contains(area.min) && whole.contains(area.max), "{count}");
            }
        }
    }
}
