//! Painting a scene: its meshes, in macroquad's window.

use super::tessellate::Tessellation;
use egui_macroquad::egui::epaint::{self, ImageData, Mesh};
use laboratory::scene::{Area, Scene};
use macroquad::material::{
    Material, MaterialParams, gl_use_default_material, gl_use_material, load_material,
};
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, CullFace, Equation, PipelineParams, ShaderSource,
};
use macroquad::texture::{FilterMode, Image, Texture2D};
use macroquad::window::screen_dpi_scale;

/// Vertices and indices that one draw call may hold; macroquad cuts what is more.
pub const DRAW_CALL: (usize, usize) = (65_536, 400_000);

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
    tessellation: Tessellation,
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
        let tessellation = Tessellation::new(screen_dpi_scale());
        Ok(Self { tessellation, material, atlas: None })
    }

    /// Paints the scene over what is there.
    pub fn paint(&mut self, scene: &Scene) {
        let scale = screen_dpi_scale();
        let meshes = self.tessellation.meshes(scene, scale);
        self.upload();
        gl_use_material(&self.material);
        for (clip, mesh) in meshes {
            self.draw(mesh, clip, scale);
        }
        gl_use_default_material();
    }

    /// Brings new glyphs to the graphics card.
    fn upload(&mut self) {
        let Some(delta) = self.tessellation.take_atlas_delta() else { return };
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

    fn draw(&self, mesh: Mesh, clip: Area, scale: f32) {
        if mesh.is_empty() {
            return;
        }
        super::gl::clip(Some(clip), scale);
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

fn vertex(vertex: &epaint::Vertex) -> macroquad::models::Vertex {
    macroquad::models::Vertex {
        position: macroquad::math::vec3(vertex.pos.x, vertex.pos.y, 0.0),
        uv: macroquad::math::vec2(vertex.uv.x, vertex.uv.y),
        color: vertex.color.to_array(),
        normal: macroquad::math::Vec4::ZERO,
    }
}
