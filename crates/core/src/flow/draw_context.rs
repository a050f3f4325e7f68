//! What screens can see while they are drawn, and the sizes of the virtual screen.

use super::machines::Machines;
use super::screen::{GameScreen, Live};
use super::screen_id::ScreenId;
use super::shared::Shared;
use crate::phase::{Handle, LoadStatus, Resources};
use crate::platform::Device;
#[cfg(feature = "window")]
pub(super) use crate::platform::window::Canvas;

/// Without a window there is none.
#[cfg(not(feature = "window"))]
pub(crate) enum Canvas {}

/// What a screen can see while it is drawn.
pub struct DrawContext<'a> {
    pub(super) screens: &'a [Live],
    pub(super) backdrop: Option<&'a Live>,
    pub(super) above: Option<ScreenId>,
    pub(super) resources: &'a Resources,
    pub(super) shared: &'a Shared,
    pub(super) load: Option<&'a LoadStatus>,
    pub(super) tick: u64,
    pub(super) device: Device,
    pub(super) views: Views,
    pub(super) canvas: Option<&'a Canvas>,
}

impl<'a> DrawContext<'a> {
    pub(super) fn draw(&self) {
        if let Some(live) = self.screens.last().filter(|live| live.was_updated) {
            let draw = || live.ask("draw", |screen| screen.draw(self));
            match self.canvas {
                #[cfg(feature = "window")]
                Some(canvas) => canvas.draw(self.view_size(), live.id.name(), draw),
                #[cfg(feature = "window")]
                None => crate::platform::window::draw_screen(draw),
                #[cfg(not(feature = "window"))]
                _ => draw(),
            }
        }
    }

    /// Draws the screen below, which draws its own parent where it wants it; for the lowest screen the
    /// [backdrop](super::Phase::backdrop). Does nothing for the backdrop.
    ///
    /// It starts from the library's own camera, without a material. Afterwards the camera is the one before, and there
    /// is no material, whatever the screens below have set.
    pub fn draw_parent(&self) {
        let [below @ .., live] = self.screens else { return };
        let (screens, backdrop) = match self.backdrop {
            Some(backdrop) if below.is_empty() => (std::slice::from_ref(backdrop), None),
            backdrop => (below, backdrop),
        };
        DrawContext { screens, backdrop, above: Some(live.id), ..*self }.draw();
    }

    /// Whether the screen is the top one; `false` when it is drawn as a parent.
    pub const fn is_active(&self) -> bool {
        self.above.is_none()
    }

    /// The screen directly above this one, which may draw it; `None` for the top one.
    pub const fn covered_by(&self) -> Option<ScreenId> {
        self.above
    }

    /// The size of the virtual screen of this screen, as [`ScreenContext::view_size`] says it.
    ///
    /// [`ScreenContext::view_size`]: super::ScreenContext::view_size
    pub fn view_size(&self) -> (f32, f32) {
        self.views.size(self.live().ask("has_upright_view", GameScreen::has_upright_view))
    }

    /// The resources of the phase.
    pub const fn resources(&self) -> &'a Resources {
        self.resources
    }

    /// The value of a handle; `None` when its phase has ended.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.resources.get(handle)
    }

    /// The value of this type that all screens [share](Shared).
    ///
    /// # Panics
    ///
    /// Panics if the game has not given one. As each panic of a screen, it names the screen.
    pub fn shared<T: 'static>(&self) -> &'a T {
        self.shared.expect()
    }

    /// The same; `None` if the game has not given one.
    pub fn get_shared<T: 'static>(&self) -> Option<&'a T> {
        self.shared.get()
    }

    /// All values that the screens share.
    pub const fn all_shared(&self) -> &'a Shared {
        self.shared
    }

    /// The window's texture of a handle, to draw with. A white texture when its phase has ended.
    #[cfg(feature = "window")]
    pub fn texture(&self, handle: Handle<crate::phase::Texture>) -> crate::platform::window::Texture2D {
        let found = self.get(handle).and_then(|found| found.id.texture());
        found.unwrap_or_else(crate::platform::window::Texture2D::empty)
    }

    /// Calls `draw` with a camera of the game's own, a `Camera2D`, a `Camera3D` or another type of macroquad's trait,
    /// and returns its value. Afterwards the camera is the one before, also after a panic of `draw`.
    ///
    /// In a `kit::Game` the camera shows the whole [view](Self::view_size), in windows of all sizes. Its
    /// `viewport` is a part of the view in virtual pixels, with x and y from the bottom left. A `Camera3D` without an
    /// `aspect` has the view's aspect. A camera with a `render_target` draws to that one as usual. Calls may be nested:
    /// each camera is on the view, not inside of the outer one.
    ///
    /// ```no_run
    /// use macroquad::prelude::{Camera2D, Vec2, WHITE, draw_circle, draw_text, vec2};
    /// use proscenium_core::flow::{DrawContext, GameScreen, ScreenContext};
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
    /// macroquad's own `set_camera` and `set_default_camera` draw to the window, past the view. A screen that calls
    /// them is found, by what it leaves set or by what is in the window, and from then on it is drawn straight to the
    /// window, where its cameras fill the window up to the black border, and the virtual pixels have edges of unequal
    /// size. In a debug build the log names it once. A program with its own loop can use both.
    ///
    /// Where there is no window, `draw` is only called.
    #[cfg(feature = "window")]
    pub fn with_camera<T>(
        &self,
        camera: &(impl crate::platform::window::Camera + 'static),
        draw: impl FnOnce() -> T,
    ) -> T {
        let (value, is_as_set) = crate::platform::window::with_camera(camera, draw);
        if let Some(canvas) = self.canvas.filter(|_| !is_as_set) {
            canvas.note_own_camera(self.live().id.name());
        }
        value
    }

    /// Whether there is a virtual screen, as in a `kit::Game`: not in a program's own loop, which may have drawn something
    /// below the screens.
    #[cfg(feature = "window")]
    pub fn has_virtual_screen(&self) -> bool {
        self.canvas.is_some()
    }

    /// The size of the virtual screen, if there is one.
    #[cfg(feature = "window")]
    pub(crate) fn canvas_size(&self) -> Option<(f32, f32)> {
        self.canvas.map(|_| self.view_size())
    }

    /// What has been drawn so far in this frame, as a small picture of this size, for a saved game. Takes
    /// milliseconds. `None` outside of a `kit::Game`.
    #[cfg(feature = "window")]
    pub fn picture(&self, size: (u32, u32)) -> Option<crate::platform::Pixels> {
        Some(self.canvas?.picture(size))
    }

    /// The AI machines of the screen.
    pub fn machines(&self) -> &'a Machines {
        &self.live().machines
    }

    const fn live(&self) -> &'a Live {
        &self.screens[self.screens.len() - 1]
    }

    /// The current load, or the one that failed.
    pub const fn load_status(&self) -> Option<&'a LoadStatus> {
        self.load
    }

    /// The number of the last tick.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// The device that was used last, which hints name.
    pub const fn device(&self) -> Device {
        self.device
    }
}

/// The sizes of the virtual screen, and whether the window is upright.
#[derive(Clone, Copy, Debug)]
pub(super) struct Views {
    pub(super) wide: (f32, f32),
    pub(super) upright: Option<(f32, f32)>,
    pub(super) is_upright: bool,
}

impl Views {
    pub(super) fn size(&self, has_upright_view: bool) -> (f32, f32) {
        let upright = self.upright.filter(|_| self.is_upright && has_upright_view);
        upright.unwrap_or(self.wide)
    }
}
