//! Pictures of the window for transitions, and the shaders that draw them.

use std::cell::RefCell;
use std::mem::ManuallyDrop;

use macroquad::camera::set_default_camera;
use macroquad::color::{Color, WHITE};
use macroquad::material::{
    Material, MaterialParams, gl_use_default_material, gl_use_material, load_material,
};
use macroquad::math::vec2;
use macroquad::miniquad::{
    BlendFactor, BlendState, BlendValue, Equation, PipelineParams, ShaderSource, UniformDesc, UniformType,
};
use macroquad::shapes::draw_rectangle;
use macroquad::texture::{DrawTextureParams, RenderTarget, Texture2D, draw_texture_ex, render_target};
use macroquad::window::{screen_height, screen_width};

use super::open::window_size;
use super::screenshot::grab_window;
use crate::platform::Pixels;
use crate::platform::gpu::check_size;

/// A texture that is made when it is first needed and freed with its owner.
#[derive(Debug, Default)]
pub struct Picture(RefCell<Option<RenderTarget>>);

impl Picture {
    /// Takes a picture of the window as it is drawn so far. The camera is macroquad's default one
    /// afterwards.
    ///
    /// The window itself is copied, so screens can use any cameras and render targets of their own.
    pub fn take(&self) {
        // This also draws what macroquad has collected.
        set_default_camera();
        make_opaque();
        let (width, height) = window_size();
        // macroquad reads a texture's size as `u16` in places.
        let side = |pixels: f32| pixels.clamp(1.0, f32::from(u16::MAX)) as u32;
        let texture = self.sized(side(width), side(height));
        grab_window(&texture);
    }

    /// Frees the texture at the end of the frame.
    pub fn free(&self) {
        drop(self.0.take());
    }

    /// The texture, if there is one; it does not keep it alive.
    pub fn texture(&self) -> Option<Texture2D> {
        self.0.borrow().as_ref().map(|target| target.texture.weak_clone())
    }

    /// The texture of an image, which is uploaded once.
    fn of(&self, pixels: &Pixels) -> Texture2D {
        self.texture().unwrap_or_else(|| {
            let texture = self.sized(pixels.width(), pixels.height());
            texture.update_from_bytes(pixels.width(), pixels.height(), pixels.rgba());
            texture
        })
    }

    /// The texture if it has this size, or another one.
    fn sized(&self, width: u32, height: u32) -> Texture2D {
        let known = self.texture().filter(|texture| texture.size() == vec2(width as f32, height as f32));
        known.unwrap_or_else(|| {
            // A render target, because macroquad keeps a record of each plain texture for ever.
            let target = render_target(width, height);
            let texture = target.texture.weak_clone();
            drop(self.0.replace(Some(target)));
            texture
        })
    }
}

/// Makes the window's alpha 1: where a game draws something transparent macroquad leaves less.
fn make_opaque() {
    let Some(material) = material(OPAQUE) else { return };
    gl_use_material(&material);
    draw_rectangle(0.0, 0.0, screen_width(), screen_height(), WHITE);
    gl_use_default_material();
    // Something of the default material, so that all channels are written before the next clear.
    draw_rectangle(0.0, 0.0, 0.0, 0.0, WHITE);
    set_default_camera();
}

/// The textures of one transition.
#[derive(Debug, Default)]
pub struct WindowPictures {
    pub old: Picture,
    pub new: Picture,
    pattern: Picture,
}

/// What a shader gets.
pub struct ShaderUse<'a> {
    /// The function `vec4 transition(vec2 uv)`.
    pub source: &'static str,
    pub progress: f32,
    pub values: [f32; 4],
    pub pattern: Option<&'a Pixels>,
    /// Stands for the old picture, if there is none: red, green, blue.
    pub color: [f32; 3],
}

const VERTEX: &str = "#version 100
attribute vec3 position;
attribute vec2 texcoord;
attribute vec4 color0;
varying vec2 place;
varying vec4 tint;
uniform mat4 Model;
uniform mat4 Projection;
void main() {
    gl_Position = Projection * Model * vec4(position, 1.0);
    place = vec2(texcoord.x, 1.0 - texcoord.y);
    tint = color0 / 255.0;
}";

/// What stands before the function of a transition, in GLSL ES 1.00 as WebGL reads it. The names are those
/// of the GL Transitions collection.
const BEFORE: &str = "#version 100
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
varying vec2 place;
varying vec4 tint;
uniform sampler2D Texture;
uniform sampler2D NewPicture;
uniform sampler2D Pattern;
uniform float progress;
uniform float ratio;
uniform vec2 size;
uniform vec4 values;
vec4 getFromColor(vec2 uv) { return vec4(texture2D(Texture, uv).rgb * tint.rgb, 1.0); }
vec4 getToColor(vec2 uv) { return vec4(texture2D(NewPicture, uv).rgb, 1.0); }
float getPattern(vec2 uv) { return texture2D(Pattern, vec2(uv.x, 1.0 - uv.y)).r; }
vec4 wipe(vec2 uv, float value) {
    float soft = max(values.x, 0.001);
    float shown = clamp((progress * (1.0 + soft) - value) / soft, 0.0, 1.0);
    return vec4(getFromColor(uv).rgb, 1.0 - shown);
}
";
/// A shader that uses the new picture is opaque; others are drawn over the screens.
const AFTER: [&str; 2] = [
    "\nvoid main() { gl_FragColor = transition(place); }\n",
    "\nvoid main() { gl_FragColor = vec4(transition(place).rgb, 1.0); }\n",
];

/// The one source that writes nothing but alpha.
const OPAQUE: &str = "vec4 transition(vec2 uv) { return vec4(1.0); }";

/// How many shaders a program can use. macroquad has room for 28 materials and panics beyond.
const MAX_SHADERS: usize = 20;

/// A source, and its material if it could be compiled. Never freed: macroquad keeps the programs anyway,
/// and a material cannot be dropped after the window.
type Compiled = (&'static str, Option<ManuallyDrop<Material>>);

thread_local! {
    static MATERIALS: RefCell<Vec<Compiled>> = RefCell::default();
}

fn compile(source: &'static str) -> Option<Material> {
    let uniforms = [
        ("progress", UniformType::Float1),
        ("ratio", UniformType::Float1),
        ("size", UniformType::Float2),
        ("values", UniformType::Float4),
    ];
    let alpha = BlendFactor::Value(BlendValue::SourceAlpha);
    let rest = BlendFactor::OneMinusValue(BlendValue::SourceAlpha);
    let has_colors = source != OPAQUE;
    let params = MaterialParams {
        pipeline_params: PipelineParams {
            color_blend: has_colors.then(|| BlendState::new(Equation::Add, alpha, rest)),
            // The window stays opaque, as the canvas of a page must.
            alpha_blend: has_colors
                .then(|| BlendState::new(Equation::Add, BlendFactor::Zero, BlendFactor::One)),
            color_write: (has_colors, has_colors, has_colors, true),
            ..PipelineParams::default()
        },
        uniforms: uniforms.into_iter().map(|(name, kind)| UniformDesc::new(name, kind)).collect(),
        textures: vec!["NewPicture".to_owned(), "Pattern".to_owned()],
    };
    let after = AFTER[usize::from(source.contains("getToColor"))];
    let fragment = format!("{BEFORE}{source}{after}");
    let compiled = load_material(ShaderSource::Glsl { vertex: VERTEX, fragment: &fragment }, params);
    compiled.map_err(|error| log::error!("the shader of a transition cannot be used: {error}")).ok()
}

/// The material of a source; `None` if it cannot be compiled, which is logged once.
pub(super) fn material(source: &'static str) -> Option<Material> {
    MATERIALS.with_borrow_mut(|known| {
        if let Some((_, material)) = known.iter().find(|(text, _)| *text == source) {
            return material.as_deref().cloned();
        }
        let material = if known.len() < MAX_SHADERS {
            compile(source)
        } else {
            log::error!("a program can use {MAX_SHADERS} shaders for transitions; this is one more");
            None
        };
        known.push((source, material.clone().map(ManuallyDrop::new)));
        material
    })
}

impl WindowPictures {
    /// Draws a shader over the whole window. `false` if it cannot be compiled; then nothing is drawn. The
    /// camera is macroquad's default one afterwards.
    pub fn draw(&self, shader: &ShaderUse<'_>) -> bool {
        set_default_camera();
        let Some(material) = material(shader.source) else { return false };
        let (width, height) = window_size();
        material.set_uniform("progress", shader.progress);
        material.set_uniform("ratio", width / height.max(1.0));
        material.set_uniform("size", [width, height]);
        material.set_uniform("values", shader.values);
        let or_white = |texture: Option<Texture2D>| texture.unwrap_or_else(Texture2D::empty);
        material.set_texture("NewPicture", or_white(self.new.texture()));
        let pattern = shader.pattern.filter(|pixels| check_size(pixels.width(), pixels.height()).is_ok());
        material.set_texture("Pattern", or_white(pattern.map(|pixels| self.pattern.of(pixels))));
        let old = self.old.texture();
        let [red, green, blue] = if old.is_some() { [1.0; 3] } else { shader.color };
        let dest_size = Some(vec2(screen_width(), screen_height()));
        gl_use_material(&material);
        let params = DrawTextureParams { dest_size, ..DrawTextureParams::default() };
        draw_texture_ex(&or_white(old), 0.0, 0.0, Color::new(red, green, blue, 1.0), params);
        gl_use_default_material();
        true
    }
}
