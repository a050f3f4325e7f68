//! What screens can see while they are drawn.

use super::populations::Populations;
use super::screen::Live;
use super::screen_id::ScreenId;
use super::shared::Shared;
use super::surface::Surface;
use crate::phase::{Handle, LoadStatus, Resources};
use crate::platform::{Device, Pixels, Placed, Views, WindowSize};

/// What a screen can see while it is drawn.
///
/// The textures of handles and a game's own cameras, `cx.texture` and `cx.with_camera`, are macroquad's: the trait `DrawExt`
/// of the package `proscenium-window` adds them (in a game `use proscenium::window::DrawExt`, feature `window`). A program
/// without it has no such methods (E0599).
pub struct DrawContext<'a> {
    pub(super) screens: &'a [Live],
    pub(super) above: Option<ScreenId>,
    pub(super) resources: &'a Resources,
    pub(super) shared: &'a Shared,
    pub(super) load: Option<&'a LoadStatus>,
    pub(super) tick: u64,
    pub(super) device: Device,
    pub(super) views: Views,
    pub(super) shown: WindowSize,
    pub(super) surface: &'a dyn Surface,
}

impl<'a> DrawContext<'a> {
    pub(super) fn draw(&self) {
        if let Some(live) = self.screens.last().filter(|live| live.was_updated) {
            let draw = || live.ask("draw", |screen| screen.draw(self));
            self.surface.draw_screen(live.id, self.placed(), &draw);
        }
    }

    /// Draws the screen below, which draws its own parent where it wants it. Does nothing for the lowest screen.
    ///
    /// The parent starts with the library's own camera and without a material. Afterwards the camera is the same as
    /// before, and there is no material, whatever the screens below have set.
    pub fn draw_parent(&self) {
        let [below @ .., live] = self.screens else { return };
        DrawContext { screens: below, above: Some(live.id), ..*self }.draw();
    }

    /// Whether the screen is the top one; `false` when it is drawn as a parent.
    pub const fn is_active(&self) -> bool {
        self.above.is_none()
    }

    /// The screen directly above this one, which may draw it; `None` for the top one.
    pub const fn covered_by(&self) -> Option<ScreenId> {
        self.above
    }

    /// The size of the screen's view, as [`ScreenContext::view_size`].
    ///
    /// [`ScreenContext::view_size`]: super::ScreenContext::view_size
    pub fn view_size(&self) -> (f32, f32) {
        self.placed().size
    }

    fn placed(&self) -> Placed {
        self.views.placed(self.live().view(&self.views), self.shown)
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
    /// Panics if the game has not given one; the message names the screen.
    pub fn shared<T: 'static>(&self) -> &'a T {
        self.shared.expect()
    }

    /// All values that the screens share, to look for one that may be missing.
    pub const fn all_shared(&self) -> &'a Shared {
        self.shared
    }

    /// The surface that the screen is drawn on. With a window the trait `DrawExt` of `proscenium::window` has more:
    /// textures, and a game's own cameras.
    pub const fn surface(&self) -> &'a dyn Surface {
        self.surface
    }

    /// What has been drawn so far in this frame, as a small picture of this size, for a saved game. It takes
    /// milliseconds. `None` without a window, and in a browser that protects from fingerprinting with false pixels.
    pub fn picture(&self, size: (u32, u32)) -> Option<Pixels> {
        self.surface.thumbnail(size)
    }

    /// The AI machines of the screen.
    pub fn populations(&self) -> &'a Populations {
        &self.live().populations
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

    /// The device that was used last, for hints.
    pub const fn device(&self) -> Device {
        self.device
    }
}
