//! What a screen can do in a window.

use macroquad::camera::Camera;
use macroquad::texture::Texture2D;
use proscenium_core::flow::{DrawContext, Picture};
use proscenium_core::phase::{Handle, Texture};
use proscenium_core::platform::TextureId;

use super::{camera, gpu, pictures};

/// What a screen draws with in a window, beside macroquad's own functions.
pub trait DrawExt {
    /// Returns macroquad's texture of a handle; a white texture when its phase has ended.
    fn texture(&self, handle: Handle<Texture>) -> Texture2D;

    /// Calls `draw` with a game's own camera, a `Camera2D`, a `Camera3D` or another type of macroquad's trait,
    /// and returns its value. Afterwards the camera is the same as before, even after a panic of `draw`.
    ///
    /// The camera shows the whole [view](DrawContext::view_size) of the screen, in windows of all sizes. Its
    /// `viewport` is a part of the view in virtual pixels, with x and y from the bottom left. A `Camera3D` without an
    /// `aspect` has the view's aspect. A camera with a `render_target` draws to that one as usual. Calls may be nested:
    /// each camera is on the view, not inside the outer one.
    ///
    /// ```no_run
    /// use macroquad::prelude::{Camera2D, Vec2, WHITE, draw_circle, draw_text, vec2};
    /// use proscenium_core::flow::{DrawContext, GameScreen, ScreenContext};
    /// use proscenium_window::DrawExt;
    ///
    /// struct Level {
    ///     hero: Vec2,
    /// }
    ///
    /// impl GameScreen for Level {
    ///     fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
    ///
    ///     fn draw(&self, cx: &DrawContext<'_>) {
    ///         let camera = Camera2D { target: self.hero, zoom: vec2(0.1, 0.1), ..Camera2D::default() };
    ///         cx.with_camera(&camera, || draw_circle(self.hero.x, self.hero.y, 0.5, WHITE));
    ///         draw_text("score", 8.0, 16.0, 16.0, WHITE); // in virtual pixels
    ///     }
    /// }
    /// ```
    ///
    /// `Camera2D::from_display_rect` is made for a render target: without one it shows the world upside down. A debug build
    /// logs it once.
    ///
    /// macroquad's own `set_camera`, `set_default_camera` and `push_camera_state` draw to the window. In a view of the
    /// [window's own pixels](proscenium_core::platform::View::Window) that is the view. In any other view it is past
    /// the view, and not seen; in a debug build the log says once which screen leaves such a camera set.
    ///
    /// Without a window `draw` is only called.
    fn with_camera<T>(&self, camera: &(impl Camera + 'static), draw: impl FnOnce() -> T) -> T;
}

impl DrawExt for DrawContext<'_> {
    fn texture(&self, handle: Handle<Texture>) -> Texture2D {
        self.get(handle).and_then(|found| found.id.texture()).unwrap_or_else(Texture2D::empty)
    }

    fn with_camera<T>(&self, camera: &(impl Camera + 'static), draw: impl FnOnce() -> T) -> T {
        camera::with_camera(camera, draw)
    }
}

/// A value that has a texture of macroquad.
pub trait ToTexture {
    /// Returns macroquad's texture, to draw with; `None` when it was freed. It does not keep the texture alive, so it is
    /// looked up in each `draw`. The rows of a [`Picture`] begin at the bottom: draw it with `flip_y`.
    fn texture(&self) -> Option<Texture2D>;
}

impl ToTexture for TextureId {
    fn texture(&self) -> Option<Texture2D> {
        gpu::texture(*self)
    }
}

impl ToTexture for Picture {
    fn texture(&self) -> Option<Texture2D> {
        pictures::texture(self)
    }
}
