//! What screens can see while they are drawn.

use super::machines::Machines;
use super::screen::Live;
use crate::phase::{Handle, LoadStatus, Resources};

/// What a screen can see while it is drawn.
pub struct DrawContext<'a> {
    /// The screens from the bottom up to this one.
    pub(super) screens: &'a [Live],
    pub(super) is_active: bool,
    pub(super) resources: &'a Resources,
    pub(super) load: Option<&'a LoadStatus>,
    pub(super) tick: u64,
}

impl<'a> DrawContext<'a> {
    /// Draws the screen if it was updated.
    pub(super) fn draw(&self) {
        if let Some(live) = self.screens.last().filter(|live| live.was_updated) {
            live.screen.draw(self);
        }
    }

    /// Draws the screen below, which draws its own parent where it wants it. Does nothing for the
    /// lowest screen.
    pub fn draw_parent(&self) {
        if let [screens @ .., _] = self.screens {
            DrawContext { screens, is_active: false, ..*self }.draw();
        }
    }

    /// Whether the screen is the top one; `false` when it is drawn as a parent.
    pub const fn is_active(&self) -> bool {
        self.is_active
    }

    /// The resources of the phase.
    pub const fn resources(&self) -> &'a Resources {
        self.resources
    }

    /// The value of a handle; `None` when its phase has ended.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.resources.get(handle)
    }

    /// The window's texture of a handle, to draw with. A white texture when its phase has ended.
    #[cfg(feature = "window")]
    pub fn texture(&self, handle: Handle<crate::phase::Texture>) -> crate::platform::window::Texture2D {
        let found = self.get(handle).and_then(|found| crate::platform::window::texture(found.id));
        found.unwrap_or_else(crate::platform::window::Texture2D::empty)
    }

    /// The AI machines of the screen.
    pub fn machines(&self) -> &'a Machines {
        // A screen that is drawn is on the stack.
        &self.screens[self.screens.len() - 1].machines
    }

    /// The current load, or the one that failed.
    pub const fn load_status(&self) -> Option<&'a LoadStatus> {
        self.load
    }

    /// The number of the last tick.
    pub const fn tick(&self) -> u64 {
        self.tick
    }
}
