//! The views of a game in the window: each is drawn at a whole multiple of its size, and from there at
//! any size.

use std::cell::{Cell, RefCell};

use macroquad::color::{BLACK, WHITE};
use macroquad::material::gl_use_material;
use macroquad::math::{Vec2, vec2};
use macroquad::shapes::draw_rectangle;
use macroquad::texture::{
    DrawTextureParams, FilterMode, RenderTarget, RenderTargetParams, draw_texture_ex, render_target_ex,
};
use macroquad::window::{clear_background, screen_dpi_scale};

use super::camera::{Place, Surface, draw_on, flush, note_window, take_wants_depth, use_virtual_camera};
use super::draw::fill_window;
use super::open::window_size;
use super::pictures::material;
use super::screenshot::{flipped, opaque, screenshot};
use super::strays::Strays;
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
    /// The screens that have drawn with a camera of their own, which goes to the window.
    strayed: RefCell<Vec<&'static str>>,
    /// Whether one of them was drawn in this frame.
    has_strayed: Cell<bool>,
    /// Whether all views are drawn straight to the window therefore.
    is_direct: Cell<bool>,
    /// Whether a camera needs the depth of a texture.
    has_depth: Cell<bool>,
    strays: Strays,
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
        note_window();
        self.views.resize_with(views.len(), View::default);
        for (view, &(size, place)) in self.views.iter_mut().zip(views) {
            if (view.size, view.place) != (size, place) {
                *view = View { size, place, target: RefCell::default() };
            }
        }
    }

    /// Sets macroquad's camera to the virtual pixels of the view of this size.
    pub(crate) fn use_camera(&self, size: Size) {
        if let Some(view) = self.views.iter().find(|view| view.size == size) {
            use_virtual_camera(size, view.place);
        }
    }

    /// Calls `draw`, which draws the screen of this name, with the camera of the view of this size. A view inside of
    /// another one is drawn into its picture, at the same place of the window. The camera is the one before
    /// afterwards.
    ///
    /// `draw` is called again where only its first call shows what the views have to be.
    pub fn draw(&self, size: Size, name: &'static str, draw: impl Fn()) {
        let Some(index) = self.views.iter().position(|view| view.size == size) else { return };
        let outer = self.current.replace(Some(index));
        let _back = Back(&self.current, outer);
        let (view, outer_view) = (&self.views[index], outer.map(|outer| &self.views[outer]));
        if outer == Some(index) {
            self.draw_screen(view, name, &draw);
        } else if view.place.2 >= 1.0 {
            loop {
                view.begin(outer.is_some(), self.is_direct.get(), self.has_depth.get());
                self.draw_screen(view, name, &draw);
                if outer.is_some() || !self.begins_again() {
                    break;
                }
            }
            view.end(outer_view);
        }
    }

    fn draw_screen(&self, view: &View, name: &'static str, draw: &impl Fn()) {
        let is_as_set = draw_on(Some(view.surface()), draw);
        let is_looked_for = view.target.borrow().is_some() && !self.has_strayed.get();
        if !is_as_set || is_looked_for && self.strays.has_drawn(name) {
            self.note_own_camera(name);
        }
        if self.strayed.borrow().contains(&name) {
            self.has_strayed.set(true);
        }
    }

    /// Notes that this screen has set a camera with macroquad's own functions. The log of a debug build names it
    /// once.
    pub fn note_own_camera(&self, name: &'static str) {
        let mut strayed = self.strayed.borrow_mut();
        if strayed.contains(&name) {
            return;
        }
        strayed.push(name);
        if cfg!(debug_assertions) {
            log::error!(
                "screen `{name}` sets a camera of its own, which draws past the virtual screen: it is not scaled to \
                 its place in the window, or not seen at all; draw in `cx.with_camera(&camera, || ..)`, and in \
                 virtual pixels (`cx.view_size()`) instead of with macroquad's default camera"
            );
        }
    }

    /// Whether the frame is drawn again: straight to the window or not any more, or to textures with depth.
    fn begins_again(&self) -> bool {
        let has_strayed = self.has_strayed.take();
        let was_direct = self.is_direct.replace(has_strayed);
        let gets_depth = take_wants_depth() && !self.has_depth.replace(true);
        if gets_depth {
            self.views.iter().for_each(|view| drop(view.target.take()));
        }
        let again = has_strayed != was_direct;
        if again {
            fill_window([0.0; 3], 1.0);
        }
        again || gets_depth
    }

    /// What has been drawn so far of the current view, or else of the window, in another size.
    pub fn picture(&self, size: (u32, u32)) -> Pixels {
        let view = self.current.get().map(|index| &self.views[index]);
        let target = view.and_then(|view| view.target.borrow().clone());
        let (image, part) = match (view, target) {
            (Some(_), Some(target)) => {
                flush();
                (opaque(flipped(target.texture.get_texture_data())), None)
            }
            (view, _) => (screenshot(), view.map(|view| view.place)),
        };
        let whole = || (0.0, 0.0, image.width() as f32, image.height() as f32);
        image.resized(part.unwrap_or_else(whole), size)
    }
}

/// The view that is drawn, after an inner one.
struct Back<'a>(&'a Cell<Option<usize>>, Option<usize>);

impl Drop for Back<'_> {
    fn drop(&mut self) {
        self.0.set(self.1);
    }
}

impl View {
    /// Pixels of a target for each virtual one.
    fn multiple(&self) -> f32 {
        (self.place.2 / self.size.0).round().max(1.0)
    }

    fn texels(&self) -> Vec2 {
        vec2(self.size.0, self.size.1) * self.multiple()
    }

    /// Makes the target ready, or drops it. Only where the view is all of the window it needs none.
    fn begin(&self, is_inner: bool, is_direct: bool, depth: bool) {
        let texels = self.texels();
        let is_whole = self.place == (0.0, 0.0, texels.x, texels.y) && window_size() == (texels.x, texels.y);
        let mut target = self.target.borrow_mut();
        if is_direct || is_whole && !is_inner {
            *target = None;
            return;
        }
        if target.is_none() {
            let params = RenderTargetParams { depth, ..RenderTargetParams::default() };
            let made = render_target_ex(texels.x as u32, texels.y as u32, params);
            made.texture.set_filter(FilterMode::Linear);
            *target = Some(made);
        }
        drop(target);
        draw_on(Some(self.surface()), || clear_background(BLACK));
    }

    /// What its screens are drawn on.
    fn surface(&self) -> Surface {
        match &*self.target.borrow() {
            None => Surface::in_window(self.size, self.place),
            Some(target) => Surface::texture(self.size, self.texels().into(), target.render_pass.clone()),
        }
    }

    fn end(&self, outer: Option<&Self>) {
        let (x, y, width, height) = self.place;
        if let Some(target) = &*self.target.borrow() {
            // The place in virtual pixels of the outer view, and the pixels of its target in one of those.
            let (surface, from, size, multiple) = match outer {
                Some(outer) if outer.target.borrow().is_some() => {
                    let scale = outer.place.2 / outer.size.0;
                    let from = vec2(x - outer.place.0, y - outer.place.1) / scale;
                    (outer.surface(), from, vec2(width, height) / scale, outer.multiple())
                }
                _ => {
                    let size = (width, height);
                    (Surface::in_window(size, self.place), Vec2::ZERO, size.into(), 1.0)
                }
            };
            draw_on(Some(surface), || draw_average(target, from, size, multiple));
        }
        if outer.is_none() {
            draw_on(None, || self.draw_border());
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
    // It was drawn as a window is: its rows begin at the bottom.
    let params = DrawTextureParams { dest_size: Some(size), flip_y: true, ..DrawTextureParams::default() };
    draw_texture_ex(texture, from.x, from.y, WHITE, params);
}
