//! Pictures of the window for transitions, and the shaders that draw them.

use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::rc::{Rc, Weak};

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

use proscenium_core::flow::{Picture, Shader};
use proscenium_core::platform::Pixels;

use super::open::window_size;
use super::screenshot::grab_window;

/// Takes a picture of the window as it is drawn so far, with the texture of another one if that has the same size. The
/// camera is macroquad's default one afterwards.
///
/// The window itself is copied, so screens can use any cameras and render targets.
pub(crate) fn take_picture(before: Option<Picture>) -> Picture {
    // This also draws what macroquad has collected.
    set_default_camera();
    make_opaque();
    let (width, height) = window_size();
    // macroquad reads a texture's size as `u16` in places.
    let side = |pixels: f32| pixels.clamp(1.0, f32::from(u16::MAX)) as u32;
    let size = (side(width), side(height));
    let is_as_large = |target: &RenderTarget| target.texture.size() == vec2(size.0 as f32, size.1 as f32);
    let picture = before.filter(|before| before.get().is_some_and(is_as_large));
    // A render target, because macroquad keeps a record of each plain texture for ever.
    let picture = picture.unwrap_or_else(|| Picture::new(render_target(size.0, size.1)));
    if let Some(texture) = texture(&picture) {
        grab_window(&texture);
    }
    picture
}

/// The texture of a picture; it does not keep it alive.
pub(crate) fn texture(picture: &Picture) -> Option<Texture2D> {
    picture.get::<RenderTarget>().map(|target| target.texture.weak_clone())
}

/// Makes the window's alpha 1: macroquad leaves less where a game draws something transparent.
fn make_opaque() {
    let Some(material) = material(OPAQUE) else { return };
    gl_use_material(&material);
    draw_rectangle(0.0, 0.0, screen_width(), screen_height(), WHITE);
    gl_use_default_material();
    // Something of the default material, so that all channels are written before the next clear.
    draw_rectangle(0.0, 0.0, 0.0, 0.0, WHITE);
    set_default_camera();
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

/// What stands before the function of a transition, in GLSL ES 1.00 as WebGL reads it. The names come from the GL
/// Transitions collection.
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
pub(crate) fn material(source: &'static str) -> Option<Material> {
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

thread_local! {
    /// The last pattern of a wipe, and its texture.
    static PATTERN: RefCell<Option<(Weak<Pixels>, RenderTarget)>> = const { RefCell::new(None) };
}

/// The texture of a pattern, which is uploaded once for each transition.
fn pattern(pixels: &Rc<Pixels>) -> Option<Texture2D> {
    Pixels::check_size(pixels.width(), pixels.height()).ok()?;
    PATTERN.with_borrow_mut(|known| {
        let is_known = |(pattern, _): &(Weak<Pixels>, _)| pattern.as_ptr() == Rc::as_ptr(pixels);
        if !known.as_ref().is_some_and(is_known) {
            let target = render_target(pixels.width(), pixels.height());
            target.texture.update_from_bytes(pixels.width(), pixels.height(), pixels.rgba());
            *known = Some((Rc::downgrade(pixels), target));
        }
        known.as_ref().map(|(_, target)| target.texture.weak_clone())
    })
}

/// Draws a shader over the whole window. `false` if it cannot be compiled; then nothing is drawn. The camera is
/// macroquad's default one afterwards.
pub(crate) fn draw_shader(shader: &Shader<'_>) -> bool {
    set_default_camera();
    let Some(material) = material(shader.source) else { return false };
    let (width, height) = window_size();
    material.set_uniform("progress", shader.progress);
    material.set_uniform("ratio", width / height.max(1.0));
    material.set_uniform("size", [width, height]);
    material.set_uniform("values", shader.values);
    let or_white = |texture: Option<Texture2D>| texture.unwrap_or_else(Texture2D::empty);
    material.set_texture("NewPicture", or_white(shader.new.and_then(texture)));
    material.set_texture("Pattern", or_white(shader.pattern.and_then(pattern)));
    let old = shader.old.and_then(texture);
    let [red, green, blue] = if old.is_some() { [1.0; 3] } else { shader.color };
    let dest_size = Some(vec2(screen_width(), screen_height()));
    gl_use_material(&material);
    let params = DrawTextureParams { dest_size, ..DrawTextureParams::default() };
    draw_texture_ex(&or_white(old), 0.0, 0.0, Color::new(red, green, blue, 1.0), params);
    gl_use_default_material();
    true
}
