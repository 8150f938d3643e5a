//! Painting a scene: shapes → `epaint`'s tessellator (anti-aliased by feathering) → macroquad meshes.

use super::fonts;
use crate::scene::theme::Rgba;
use crate::scene::{Align, Area, Scene, Shape, Stroke};
use egui_macroquad::egui::epaint::{
    self, Color32, CornerRadius, FontId, Fonts, ImageData, Mesh, Pos2, Rect, StrokeKind,
    TessellationOptions, Tessellator, TextShape, pos2, tessellator::Path,
};
use glam::Vec2;
use macroquad::material::{
    Material, MaterialParams, gl_use_default_material, gl_use_material, load_material,
};
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, CullFace, Equation, PipelineParams, ShaderSource,
};
use macroquad::texture::{FilterMode, Image, Texture2D};
use macroquad::window::screen_dpi_scale;

/// The largest side of the font atlas, pixels.
const ATLAS_SIDE: usize = 2048;

/// Vertices and indices that one draw call may hold; macroquad cuts what is more.
pub const DRAW_CALL: (usize, usize) = (65_536, 262_144);

const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec2 texcoord;
attribute vec4 color0;
varying lowp vec2 uv;
varying lowp vec4 color;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1);
    color = color0 / 255.0;
    uv = texcoord;
}";

const FRAGMENT: &str = "#version 100
varying lowp vec2 uv;
varying lowp vec4 color;
uniform sampler2D Texture;
void main() {
    gl_FragColor = color * texture2D(Texture, uv);
}";

/// Paints scenes into the window.
pub struct Painter {
    fonts: Fonts,
    material: Material,
    atlas: Option<Texture2D>,
}

impl Painter {
    /// Loads the fonts and compiles the shader.
    ///
    /// # Errors
    /// What the graphics driver says when it will not take the shader.
    pub fn new() -> Result<Self, String> {
        // epaint's colours have their alpha multiplied in.
        let blend = BlendState::new(
            Equation::Add,
            BlendFactor::One,
            BlendFactor::OneMinusValue(BlendValue::SourceAlpha),
        );
        let pipeline_params = PipelineParams {
            color_blend: Some(blend),
            cull_face: CullFace::Nothing,
            ..PipelineParams::default()
        };
        let source = ShaderSource::Glsl { vertex: VERTEX, fragment: FRAGMENT };
        let params = MaterialParams { pipeline_params, ..MaterialParams::default() };
        let material = load_material(source, params).map_err(|error| error.to_string())?;
        let fonts = Fonts::new(screen_dpi_scale(), ATLAS_SIDE, fonts::definitions());
        Ok(Self { fonts, material, atlas: None })
    }

    /// Paints the scene over what is there.
    pub fn paint(&mut self, scene: &Scene) {
        let scale = screen_dpi_scale();
        self.fonts.begin_pass(scale, ATLAS_SIDE);
        let shapes: Vec<Vec<epaint::Shape>> = scene
            .groups
            .iter()
            .map(|group| group.shapes.iter().map(|shape| self.shape(shape)).collect())
            .collect();
        self.upload();
        let mut tessellator = Tessellator::new(
            scale,
            TessellationOptions::default(),
            self.fonts.font_image_size(),
            self.fonts.texture_atlas().lock().prepared_discs(),
        );
        gl_use_material(&self.material);
        let mut mesh = Mesh::default();
        let mut clip = None;
        for (group, shapes) in scene.groups.iter().zip(shapes) {
            if clip != Some(group.clip) {
                self.draw(std::mem::take(&mut mesh), clip, scale);
                clip = Some(group.clip);
            }
            tessellator.set_clip_rect(rect(group.clip));
            for (shape, source) in shapes.into_iter().zip(&group.shapes) {
                tessellate(&mut tessellator, shape, source, &mut mesh, scale);
            }
        }
        self.draw(mesh, clip, scale);
        gl_use_default_material();
    }

    /// The shape in epaint's words. A fading line is made in [`tessellate`].
    fn shape(&self, shape: &Shape) -> epaint::Shape {
        match shape {
            Shape::Line { points, closed, stroke } => {
                if *closed {
                    epaint::Shape::closed_line(positions(points), line(*stroke))
                } else {
                    epaint::Shape::line(positions(points), line(*stroke))
                }
            }
            Shape::Dashed { points, closed, stroke, dash } => {
                let dashes = crate::scene::dashes(points, *closed, *dash);
                let line = line(*stroke);
                epaint::Shape::Vec(
                    dashes.iter().map(|dash| epaint::Shape::line(positions(dash), line)).collect(),
                )
            }
            Shape::Fading { .. } => epaint::Shape::Noop,
            Shape::Circle { center, radius, fill, stroke } => {
                // epaint lays the stroke outside of the radius.
                let inside = radius - stroke.map_or(0.0, |stroke| stroke.width / 2.0);
                epaint::Shape::Circle(epaint::CircleShape {
                    center: pos(*center),
                    radius: inside,
                    fill: fill.map_or(Color32::TRANSPARENT, color),
                    stroke: stroke.map_or(epaint::Stroke::NONE, line),
                })
            }
            Shape::Under { points, base, fill } => {
                epaint::Shape::mesh(under(points, *base, color(*fill)))
            }
            Shape::Box { area, radius, fill, stroke } => {
                epaint::Shape::Rect(epaint::RectShape::new(
                    rect(*area),
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

    /// Brings new glyphs to the graphics card.
    fn upload(&mut self) {
        let Some(delta) = self.fonts.font_image_delta() else { return };
        let ImageData::Font(font) = delta.image else { return };
        let [width, height] = font.size;
        let bytes = font.srgba_pixels(None).flat_map(|pixel| pixel.to_array()).collect();
        let image = Image { width: width as u16, height: height as u16, bytes };
        match (&self.atlas, delta.pos) {
            (Some(atlas), Some([x, y])) => {
                atlas.update_part(&image, x as i32, y as i32, width as i32, height as i32);
            }
            (_, _) => {
                let atlas = Texture2D::from_image(&image);
                atlas.set_filter(FilterMode::Linear);
                self.atlas = Some(atlas);
            }
        }
    }

    fn draw(&self, mesh: Mesh, clip: Option<Area>, scale: f32) {
        if mesh.is_empty() {
            return;
        }
        super::gl::clip(clip, scale);
        for part in mesh.split_to_u16() {
            let vertices = part.vertices.iter().map(vertex).collect();
            let texture = self.atlas.clone();
            macroquad::models::draw_mesh(&macroquad::models::Mesh {
                vertices,
                indices: part.indices,
                texture,
            });
        }
        super::gl::clip(None, scale);
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
        fading(points, *stroke, mesh, 1.0 / scale);
    } else {
        tessellator.tessellate_shape(shape, mesh);
    }
}

/// One stroke whose vertices grow more opaque along it: no seams.
fn fading(points: &[Vec2], stroke: Stroke, mesh: &mut Mesh, feathering: f32) {
    if points.len() < 2 {
        return;
    }
    let mut path = Path::default();
    path.add_open_points(&positions(points));
    let first = mesh.vertices.len();
    path.stroke_open(feathering, &line(stroke).into(), mesh);
    let added = &mut mesh.vertices[first..];
    let last = added.len().saturating_sub(1).max(1) as f32;
    for (at, vertex) in added.iter_mut().enumerate() {
        vertex.color = vertex.color.gamma_multiply(at as f32 / last);
    }
}

/// The area between a curve and its base: two triangles from each point to the next.
fn under(points: &[Vec2], base: f32, color: Color32) -> Mesh {
    let mut mesh = Mesh::default();
    for (at, point) in (0_u32..).zip(points) {
        mesh.colored_vertex(pos(*point), color);
        mesh.colored_vertex(pos2(point.x, base), color);
        if at > 0 {
            let corner = 2 * at;
            mesh.add_triangle(corner - 2, corner - 1, corner);
            mesh.add_triangle(corner - 1, corner, corner + 1);
        }
    }
    mesh
}

fn vertex(vertex: &epaint::Vertex) -> macroquad::models::Vertex {
    macroquad::models::Vertex {
        position: macroquad::math::vec3(vertex.pos.x, vertex.pos.y, 0.0),
        uv: macroquad::math::vec2(vertex.uv.x, vertex.uv.y),
        color: vertex.color.to_array(),
        normal: macroquad::math::Vec4::ZERO,
    }
}

fn pos(point: Vec2) -> Pos2 {
    pos2(point.x, point.y)
}

fn positions(points: &[Vec2]) -> Vec<Pos2> {
    points.iter().map(|point| pos(*point)).collect()
}

fn rect(area: Area) -> Rect {
    Rect::from_min_max(pos(area.min), pos(area.max))
}

/// The colour as epaint holds it. Opacity by `gamma_multiply`, so that stage and panel agree.
pub fn color(rgba: Rgba) -> Color32 {
    Color32::from_rgb(rgba.r, rgba.g, rgba.b).gamma_multiply(f32::from(rgba.a) / 255.0)
}

fn line(stroke: Stroke) -> epaint::Stroke {
    epaint::Stroke::new(stroke.width, color(stroke.color))
}
