//! The views of a game in the window: each is drawn at a whole multiple of its size, and from there at
//! any size.

use std::cell::{Cell, RefCell};

use macroquad::camera::{Camera2D, set_camera, set_default_camera};
use macroquad::color::{BLACK, WHITE};
use macroquad::material::{gl_use_default_material, gl_use_material};
use macroquad::math::{Vec2, vec2};
use macroquad::shapes::draw_rectangle;
use macroquad::texture::{DrawTextureParams, FilterMode, RenderTarget, draw_texture_ex, render_target};
use macroquad::window::{clear_background, screen_dpi_scale};

use super::draw::use_virtual_camera;
use super::open::window_size;
use super::pictures::material;
use super::screenshot::{Place, opaque, resized, screenshot};
use crate::platform::Pixels;

/// Width and height in virtual pixels.
type Size = (f32, f32);

/// Each pixel is the average of the texels below it: `size` of them are the texture, `values.xy` one pixel.
/// A tap covers one texel at most, so the linear filter gives its exact average, and up to four texels a
/// pixel nothing is lost.
const AVERAGE: &str = "vec4 transition(vec2 uv) {
    vec2 taps = clamp(ceil(values.xy - 0.01), 1.0, 4.0);
    vec2 width = values.xy / taps;
    vec2 first = vec2(uv.x, 1.0 - uv.y) * size - 0.5 * (values.xy - width);
    vec3 sum = vec3(0.0);
    for (int y = 0; y < 4; y++) {
        if (float(y) >= taps.y) break;
        for (int x = 0; x < 4; x++) {
            if (float(x) >= taps.x) break;
            vec2 middle = first + width * vec2(float(x), float(y));
            vec2 edge = floor(middle + 0.5);
            sum += texture2D(Texture, (edge + clamp((middle - edge) / width, -0.5, 0.5)) / size).rgb;
        }
    }
    return vec4(sum / (taps.x * taps.y), 1.0);
}";

/// The views, in the window as it is in this frame.
#[derive(Default)]
pub struct Canvas {
    views: Vec<View>,
    /// The view that is drawn.
    current: Cell<Option<usize>>,
}

/// A size of the virtual screen, and where it is in the window, in physical pixels.
#[derive(Default)]
struct View {
    size: Size,
    place: Place,
    /// What it is drawn to, if that is not the window.
    target: RefCell<Option<RenderTarget>>,
}

impl Canvas {
    /// Sets the views and their places.
    pub fn fit(&mut self, views: &[(Size, Place)]) {
        self.views.resize_with(views.len(), View::default);
        for (view, &(size, place)) in self.views.iter_mut().zip(views) {
            if (view.size, view.place) != (size, place) {
                *view = View { size, place, target: RefCell::default() };
            }
        }
    }

    /// Calls `draw` with the camera of the view of this size. A view inside of another one is drawn into
    /// its picture, at the same place of the window. The camera is that of the outer view afterwards, or
    /// else macroquad's default one.
    pub fn draw(&self, size: Size, draw: impl FnOnce()) {
        let Some(index) = self.views.iter().position(|view| view.size == size) else { return };
        let outer = self.current.replace(Some(index));
        let (view, outer_view) = (&self.views[index], outer.map(|outer| &self.views[outer]));
        if outer == Some(index) {
            draw();
        } else if view.place.2 >= 1.0 {
            view.begin(outer.is_some());
            draw();
            view.end(outer_view);
        }
        self.current.set(outer);
    }

    /// What has been drawn so far of the current view, or else of the window, in another size.
    pub fn picture(&self, size: (u32, u32)) -> Pixels {
        let view = self.current.get().map(|index| &self.views[index]);
        let target = view.and_then(|view| view.target.borrow().clone());
        let (image, part) = match (view, target) {
            (Some(view), Some(target)) => {
                // This draws what macroquad has collected.
                view.use_camera();
                (opaque(target.texture.get_texture_data()), None)
            }
            (view, _) => (screenshot(), view.map(|view| view.place)),
        };
        let whole = || (0.0, 0.0, image.width() as f32, image.height() as f32);
        resized(&image, part.unwrap_or_else(whole), size)
    }
}

impl View {
    /// Pixels of a target for each virtual one.
    fn multiple(&self) -> f32 {
        (self.place.2 / self.size.0).round().max(1.0)
    }

    fn begin(&self, is_inner: bool) {
        let texels = vec2(self.size.0, self.size.1) * self.multiple();
        let mut target = self.target.borrow_mut();
        if texels == vec2(self.place.2, self.place.3) && !is_inner {
            *target = None;
        } else if target.is_none() {
            let made = render_target(texels.x as u32, texels.y as u32);
            made.texture.set_filter(FilterMode::Linear);
            *target = Some(made);
        }
        let has_target = target.is_some();
        drop(target);
        self.use_camera();
        if has_target {
            clear_background(BLACK);
        }
    }

    fn use_camera(&self) {
        let (width, height) = self.size;
        match &*self.target.borrow() {
            None => use_virtual_camera(self.size, self.place),
            target => set_camera(&Camera2D {
                target: vec2(width / 2.0, height / 2.0),
                zoom: vec2(2.0 / width, 2.0 / height),
                render_target: target.clone(),
                ..Camera2D::default()
            }),
        }
    }

    fn end(&self, outer: Option<&Self>) {
        let (x, y, width, height) = self.place;
        if let Some(target) = &*self.target.borrow() {
            // The place in virtual pixels of the outer view, and the pixels of its target in one of those.
            let (from, size, multiple) = match outer {
                Some(outer) if outer.target.borrow().is_some() => {
                    outer.use_camera();
                    let scale = outer.place.2 / outer.size.0;
                    let from = vec2(x - outer.place.0, y - outer.place.1) / scale;
                    (from, vec2(width, height) / scale, outer.multiple())
                }
                _ => {
                    use_virtual_camera((width, height), self.place);
                    (Vec2::ZERO, vec2(width, height), 1.0)
                }
            };
            draw_average(target, from, size, multiple);
        }
        match outer {
            Some(outer) => outer.use_camera(),
            None => {
                set_default_camera();
                self.draw_border();
            }
        }
    }

    /// Draws over what a screen has drawn around its view, as clearing the background does.
    fn draw_border(&self) {
        let scale = screen_dpi_scale();
        let (x, y, width, height) = self.place;
        let (window_width, window_height) = window_size();
        for (left, top, right, bottom) in [
            (0.0, 0.0, window_width, y),
            (0.0, y + height, window_width, window_height),
            (0.0, y, x, y + height),
            (x + width, y, window_width, y + height),
        ] {
            if right > left && bottom > top {
                let [left, top, right, bottom] = [left, top, right, bottom].map(|pixels| pixels / scale);
                draw_rectangle(left, top, right - left, bottom - top, BLACK);
            }
        }
    }
}

/// Draws a target in `size` units of the camera, of which each has `multiple` pixels.
fn draw_average(target: &RenderTarget, from: Vec2, size: Vec2, multiple: f32) {
    let texture = &target.texture;
    // Without the shader the linear filter alone is nearly as good.
    let material = material(AVERAGE);
    if let Some(material) = &material {
        let step = texture.size() / (size * multiple);
        material.set_uniform("size", texture.size().to_array());
        material.set_uniform("values", [step.x, step.y, 0.0, 0.0]);
        gl_use_material(material);
    }
    let params = DrawTextureParams { dest_size: Some(size), ..DrawTextureParams::default() };
    draw_texture_ex(texture, from.x, from.y, WHITE, params);
    gl_use_default_material();
}
