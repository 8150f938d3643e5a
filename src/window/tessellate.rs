//! A scene as triangles: shapes → `epaint`'s tessellator, anti-aliased by feathering. Plain data until it is
//! painted, so that it can be timed and tested without a window.

use super::fonts;
use egui_macroquad::egui::epaint::{
    self, Color32, CornerRadius, FontId, Fonts, ImageDelta, Mesh, Pos2, Rect, StrokeKind,
    TessellationOptions, Tessellator, TextShape, pos2, tessellator::Path,
};
use glam::Vec2;
use laboratory::scene::theme::Rgba;
use laboratory::scene::{Align, Area, Scene, Shape, Stroke};

/// The largest side of the font atlas, pixels.
const ATLAS_SIDE: usize = 2048;

/// Makes meshes of scenes, and keeps the font for it.
pub struct Tessellation {
    fonts: Fonts,
}

impl Tessellation {
    /// Loads the fonts, for so many pixels a point.
    #[must_use]
    pub fn new(scale: f32) -> Self {
        Self { fonts: Fonts::new(scale, ATLAS_SIDE, fonts::definitions()) }
    }

    /// The scene as meshes from back to front, each with the area that it must not leave.
    pub fn meshes(&mut self, scene: &Scene, scale: f32) -> Vec<(Area, Mesh)> {
        self.fonts.begin_pass(scale, ATLAS_SIDE);
        // All text first: a new glyph may make the atlas larger, and places in it are shares of its size.
        let shapes: Vec<Vec<epaint::Shape>> = scene
            .groups
            .iter()
            .map(|group| group.shapes.iter().map(|shape| self.shape(shape)).collect())
            .collect();
        let mut tessellator = Tessellator::new(
            scale,
            TessellationOptions::default(),
            self.fonts.font_image_size(),
            self.fonts.texture_atlas().lock().prepared_discs(),
        );
        let mut meshes: Vec<(Area, Mesh)> = Vec::new();
        for (group, shapes) in scene.groups.iter().zip(shapes) {
            if meshes.last().is_none_or(|(clip, _)| *clip != group.clip) {
                meshes.push((group.clip, Mesh::default()));
            }
            let Some((_, mesh)) = meshes.last_mut() else { continue };
            tessellator.set_clip_rect(rect_of(group.clip));
            for (shape, source) in shapes.into_iter().zip(&group.shapes) {
                tessellate(&mut tessellator, shape, source, mesh, scale);
            }
        }
        meshes
    }

    /// The part of the font atlas that has changed since it was last asked for.
    pub fn take_atlas_delta(&mut self) -> Option<ImageDelta> {
        self.fonts.font_image_delta()
    }

    /// The shape in epaint's words. A fading line is made in [`tessellate`].
    fn shape(&self, shape: &Shape) -> epaint::Shape {
        match shape {
            Shape::Line { points, closed, stroke } => {
                if *closed {
                    epaint::Shape::closed_line(positions_of(points), line(*stroke))
                } else {
                    epaint::Shape::line(positions_of(points), line(*stroke))
                }
            }
            Shape::Dashed { points, closed, stroke, dash } => {
                let dashes = laboratory::scene::dashes(points, *closed, *dash);
                let line = line(*stroke);
                epaint::Shape::Vec(
                    dashes
                        .iter()
                        .map(|dash| epaint::Shape::line(positions_of(dash), line))
                        .collect(),
                )
            }
            Shape::Fading { .. } => epaint::Shape::Noop,
            Shape::Circle { center, radius, fill, stroke } => {
                // epaint lays the stroke outside of the radius.
                let inside = radius - stroke.map_or(0.0, |stroke| stroke.width / 2.0);
                epaint::Shape::Circle(epaint::CircleShape {
                    center: pos_of(*center),
                    radius: inside,
                    fill: fill.map_or(Color32::TRANSPARENT, color),
                    stroke: stroke.map_or(epaint::Stroke::NONE, line),
                })
            }
            Shape::Under { points, base, fill } => {
                epaint::Shape::mesh(area_under(points, *base, color(*fill)))
            }
            Shape::Box { area, radius, fill, stroke } => {
                epaint::Shape::Rect(epaint::RectShape::new(
                    rect_of(*area),
                    CornerRadius::same(*radius as u8),
                    color(*fill),
                    stroke.map_or(epaint::Stroke::NONE, line),
                    StrokeKind::Inside,
                ))
            }
            Shape::Text { at, align, size, weight, color: rgba, text } => {
                let font = FontId::new(*size, fonts::family(*weight));
                let galley = self.fonts.layout_no_wrap(text.clone(), font, color(*rgba));
                let baseline = galley.rows.first().and_then(|row| row.glyphs.first());
                let up = baseline.map_or(*size, |glyph| glyph.pos.y);
                let back = match align {
                    Align::Start => 0.0,
                    Align::Middle => galley.size().x / 2.0,
                    Align::End => galley.size().x,
                };
                let corner = pos2(at.x - back, at.y - up);
                epaint::Shape::Text(TextShape::new(corner, galley, color(*rgba)))
            }
        }
    }
}

fn tessellate(
    tessellator: &mut Tessellator,
    shape: epaint::Shape,
    source: &Shape,
    mesh: &mut Mesh,
    scale: f32,
) {
    if let Shape::Fading { points, stroke } = source {
        fading_stroke(points, *stroke, mesh, 1.0 / scale);
    } else {
        tessellator.tessellate_shape(shape, mesh);
    }
}

/// One stroke whose vertices grow more opaque along it: no seams.
fn fading_stroke(points: &[Vec2], stroke: Stroke, mesh: &mut Mesh, feathering: f32) {
    if points.len() < 2 {
        return;
    }
    let mut path = Path::default();
    path.add_open_points(&positions_of(points));
    let first = mesh.vertices.len();
    path.stroke_open(feathering, &line(stroke).into(), mesh);
    let added = &mut mesh.vertices[first..];
    let last = added.len().saturating_sub(1).max(1) as f32;
    for (at, vertex) in added.iter_mut().enumerate() {
        vertex.color = vertex.color.gamma_multiply(at as f32 / last);
    }
}

/// The area between a curve and its base: two triangles from each point to the next.
fn area_under(points: &[Vec2], base: f32, color: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    for (at, point) in (0_u32..).zip(points) {
        mesh.colored_vertex(pos_of(*point), color);
        mesh.colored_vertex(pos2(point.x, base), color);
        if at > 0 {
            let corner = 2 * at;
            mesh.add_triangle(corner - 2, corner - 1, corner);
            mesh.add_triangle(corner - 1, corner, corner + 1);
        }
    }
    mesh
}

fn pos_of(point: Vec2) -> Pos2 {
    pos2(point.x, point.y)
}

fn positions_of(points: &[Vec2]) -> Vec<Pos2> {
    points.iter().map(|point| pos_of(*point)).collect()
}

fn rect_of(area: Area) -> Rect {
    Rect::from_min_max(pos_of(area.min), pos_of(area.max))
}

/// The colour as epaint holds it. Opacity by `gamma_multiply`, so that stage and panel agree.
pub fn color(rgba: Rgba) -> Color32 {
    Color32::from_rgb(rgba.r, rgba.g, rgba.b).gamma_multiply(f32::from(rgba.a) / 255.0)
}

fn line(stroke: Stroke) -> epaint::Stroke {
    epaint::Stroke::new(stroke.width, color(stroke.color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use laboratory::experiment::Experiment;
    use laboratory::scene::compose::build;
    use laboratory::scene::picture::Picture;
    use laboratory::scene::view::View;
    use laboratory::settings::Settings;

    #[test]
    fn a_scene_becomes_triangles_inside_its_buffers_and_twice_the_same() {
        let experiment = Experiment::of(Settings::default()).expect("the lap");
        let view = View::default();
        let picture = Picture { tick: 215, ..Picture::of(&experiment, &view) };
        let area = Area::new(0.0, 0.0, 936.0, 544.0);
        let scene = build(&picture, area, Area::new(0.0, 544.0, 936.0, 684.0), None);
        for scale in [1.0, 2.0] {
            let mut tessellation = Tessellation::new(scale);
            let meshes = tessellation.meshes(&scene, scale);
            assert!(meshes.iter().all(|(_, mesh)| mesh.is_valid() && !mesh.is_empty()));
            assert!(meshes.iter().all(|(_, mesh)| mesh.vertices.len() < 65_536));
            assert!(tessellation.take_atlas_delta().is_some());
            let again = tessellation.meshes(&scene, scale);
            assert_eq!(meshes.len(), again.len());
            for ((_, one), (_, other)) in meshes.iter().zip(&again) {
                assert_eq!(one.vertices, other.vertices);
            }
        }
    }
}
