//! The views of screens in the window: each is drawn at a whole multiple of its size, and from there at any size.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use macroquad::color::{BLACK, WHITE};
use macroquad::material::gl_use_material;
use macroquad::math::{Vec2, vec2};
use macroquad::shapes::draw_rectangle;
use macroquad::texture::{
    DrawTextureParams, FilterMode, RenderTarget, RenderTargetParams, draw_texture_ex, render_target_ex,
};
use macroquad::window::{clear_background, screen_dpi_scale};
use proscenium_core::flow::{Picture, ScreenId, Shader, Surface};
use proscenium_core::platform::{Pixels, Placed, Rect, WindowSize};

use super::camera::{Plane, draw_on, draw_screen_on, flush, in_program, note_window};
use super::draw::{draw_message_in, draw_progress, fill_window};
use super::open::{largest_texture, window_size};
use super::pictures::{draw_shader, material, take_picture};
use super::screenshot::{flipped, opaque, reads_what_is_drawn, screenshot};

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

/// The window as a [`Surface`]: the views of the screens, each at its place.
///
/// A view of the window's own pixels is drawn straight to the window, and so is a view that fills the window. Each
/// other view is drawn to a texture at a whole multiple of its size, and from there to its place, each pixel as the
/// average of the pixels below it.
pub struct Canvas {
    /// The views that were drawn last, in this order, at most [`KEPT`](Self::KEPT).
    views: RefCell<Vec<Rc<View>>>,
    /// The view that is drawn.
    current: RefCell<Option<Rc<View>>>,
    /// The physical pixels at the lower edge of the window that are not for the game.
    reserved: Cell<f32>,
    is_own: bool,
}

/// A view and its place in the window.
struct View {
    placed: Placed,
    /// What it is drawn to, if that is not the window.
    target: RefCell<Option<RenderTarget>>,
}

impl Canvas {
    /// The views whose textures are kept: a wide one, an upright one, and another one of a screen. A window that is resized
    /// makes new ones in each frame.
    const KEPT: usize = 3;

    /// A canvas that has the window for itself: screens are drawn over black.
    pub fn whole() -> Self {
        note_window();
        Self {
            views: RefCell::default(),
            current: RefCell::default(),
            reserved: Cell::default(),
            is_own: true,
        }
    }

    /// A canvas for a program's own loop, which may have drawn something below the screens.
    pub fn shared() -> Self {
        Self { is_own: false, ..Self::whole() }
    }

    /// Reserves physical pixels at the lower edge of the window, which are not for the game.
    pub fn reserve(&self, pixels: f32) {
        self.reserved.set(pixels);
    }

    fn view(&self, placed: Placed) -> Rc<View> {
        let mut views = self.views.borrow_mut();
        let known = views.iter().position(|view| view.placed == placed);
        let view = known.map_or_else(
            || Rc::new(View { placed, target: RefCell::default() }),
            |place| views.remove(place),
        );
        views.push(Rc::clone(&view));
        if views.len() > Self::KEPT {
            views.remove(0);
        }
        view
    }

    /// Draws in a view. A view inside another one is drawn into its picture, at the same place of the window.
    fn draw_view(&self, placed: Placed, name: &'static str, draw: &dyn Fn()) {
        if placed.place.w < 1.0 {
            return;
        }
        if self.is_window(placed) {
            return draw_on(None, draw);
        }
        let outer = self.current.borrow().clone();
        if let Some(outer) = outer.as_deref().filter(|outer| outer.placed == placed) {
            return draw_screen_on(outer.plane(), name, draw);
        }
        let view = self.view(placed);
        view.begin(outer.is_some());
        let back = Back(&self.current, outer.clone());
        self.current.replace(Some(Rc::clone(&view)));
        draw_screen_on(view.plane(), name, draw);
        drop(back);
        view.end(outer.as_deref(), self.is_own);
    }

    /// Whether virtual pixels are macroquad's.
    fn is_window(&self, placed: Placed) -> bool {
        let scale = screen_dpi_scale();
        let (width, height) = window_size();
        let is_all = placed.place == Rect::new(0.0, 0.0, width.floor(), height.floor());
        is_all && placed.size == (width / scale, height / scale) && self.current.borrow().is_none()
    }
}

impl Surface for Canvas {
    fn window(&self) -> Option<WindowSize> {
        let (width, height) = window_size();
        Some(WindowSize { width, height: height - self.reserved.get(), dpi_scale: screen_dpi_scale() })
    }

    fn draw_screen(&self, screen: ScreenId, view: Placed, draw: &dyn Fn()) {
        let is_inner = self.current.borrow().is_some();
        if is_inner {
            return self.draw_view(view, screen.name(), draw);
        }
        in_program(|| self.draw_view(view, screen.name(), draw));
    }

    fn draw_plugin(&self, view: Placed, draw: &dyn Fn()) {
        in_program(|| match self.is_window(view) {
            true => draw_on(None, draw),
            false => draw_on(Some(Plane::in_window(view.size, view.place)), draw),
        });
    }

    fn draw_transition(&self, draw: &dyn Fn()) {
        in_program(|| draw_on(None, draw));
    }

    fn fill(&self, color: [f32; 3], opacity: f32) {
        fill_window(color, opacity);
    }

    fn draw_progress(&self, size: (f32, f32), fraction: f64, text: &str) {
        draw_progress(size, fraction, text);
    }

    fn draw_message(&self, size: (f32, f32), text: &str) {
        draw_message_in(size, text);
    }

    fn take_picture(&self, before: Option<Picture>) -> Option<Picture> {
        Some(take_picture(before))
    }

    fn draw_shader(&self, shader: &Shader<'_>) -> bool {
        draw_shader(shader)
    }

    fn has_views(&self) -> bool {
        self.is_own
    }

    fn thumbnail(&self, size: (u32, u32)) -> Option<Pixels> {
        if !reads_what_is_drawn() {
            return None;
        }
        let current = self.current.borrow().clone();
        let target = current.as_ref().and_then(|view| view.target.borrow().clone());
        if let Some(target) = target {
            flush();
            let image = opaque(flipped(target.texture.get_texture_data()));
            let whole = (0.0, 0.0, image.width() as f32, image.height() as f32);
            return Some(image.resized(whole, size));
        }
        let image = screenshot();
        let whole = Rect::new(0.0, 0.0, image.width() as f32, image.height() as f32);
        let Rect { x, y, w, h } = current.map_or(whole, |view| view.placed.place);
        Some(image.resized((x, y, w, h), size))
    }
}

/// The view that is drawn, after an inner one, even after a panic.
struct Back<'a>(&'a RefCell<Option<Rc<View>>>, Option<Rc<View>>);

impl Drop for Back<'_> {
    fn drop(&mut self) {
        self.0.replace(self.1.take());
    }
}

impl View {
    /// Pixels of a target for each virtual one.
    fn multiple(&self) -> f32 {
        let multiple = (self.placed.place.w / self.placed.size.0).round();
        let longest = self.placed.size.0.max(self.placed.size.1);
        multiple.min((largest_texture() / longest).floor()).max(1.0)
    }

    fn texels(&self) -> Vec2 {
        Vec2::from(self.placed.size) * self.multiple()
    }

    /// Makes the target ready, or drops it. Only where the view is all of the window it needs none.
    fn begin(&self, is_inner: bool) {
        let (texels, window) = (self.texels(), window_size());
        let is_whole =
            self.placed.place == Rect::new(0.0, 0.0, texels.x, texels.y) && window == (texels.x, texels.y);
        if is_whole && !is_inner {
            self.target.take();
            return;
        }
        self.target.borrow_mut().get_or_insert_with(|| {
            let params = RenderTargetParams { depth: true, ..RenderTargetParams::default() };
            let made = render_target_ex(texels.x as u32, texels.y as u32, params);
            made.texture.set_filter(FilterMode::Linear);
            made
        });
        draw_on(Some(self.plane()), || clear_background(BLACK));
    }

    /// What its screens are drawn on.
    fn plane(&self) -> Plane {
        let size = self.placed.size;
        match &*self.target.borrow() {
            None => Plane::in_window(size, self.placed.place),
            Some(target) => Plane::texture(size, self.texels().into(), target.render_pass.clone()),
        }
    }

    fn end(&self, outer: Option<&Self>, is_own: bool) {
        let place = self.placed.place;
        if let Some(target) = &*self.target.borrow() {
            // The place in virtual pixels of the outer view, and the pixels of its target in one of those.
            let (plane, from, size, multiple) = match outer {
                Some(outer) if outer.target.borrow().is_some() => {
                    let around = outer.placed.place;
                    let scale = around.w / outer.placed.size.0;
                    let from = vec2(place.x - around.x, place.y - around.y) / scale;
                    (outer.plane(), from, vec2(place.w, place.h) / scale, outer.multiple())
                }
                _ => {
                    let size = (place.w, place.h);
                    (Plane::in_window(size, place), Vec2::ZERO, size.into(), 1.0)
                }
            };
            draw_on(Some(plane), || draw_average(target, from, size, multiple));
        }
        if outer.is_none() && is_own {
            draw_on(None, || self.draw_border());
        }
    }

    /// Draws over what a screen has drawn around its view, as clearing the background does.
    fn draw_border(&self) {
        let scale = screen_dpi_scale();
        let Rect { x, y, w, h } = self.placed.place;
        let (width, height) = window_size();
        let sides =
            [(0.0, 0.0, width, y), (0.0, y + h, width, height), (0.0, y, x, y + h), (x + w, y, width, y + h)];
        for (left, top, right, bottom) in sides {
            if right > left && bottom > top {
                let [left, top, right, bottom] = [left, top, right, bottom].map(|pixels| pixels / scale);
                draw_rectangle(left, top, right - left, bottom - top, BLACK);
            }
        }
    }
}

/// Draws a target in `size` units of the camera, each of `multiple` pixels.
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
