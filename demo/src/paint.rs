//! Drawing, in virtual pixels. Resources are looked up by id, and missing ones are not drawn: the
//! Loading and failure screens are drawn while resources come and go.

pub mod color;
mod diagram;
mod hud;
#[cfg(feature = "inspector")]
mod inspector;
mod keys;
mod level;
mod picture;
mod sprites;
mod texture;
pub mod window;
mod world;

#[cfg(feature = "inspector")]
pub use inspector::Board;
pub use keys::bindings;
pub use picture::{Pictures, picture};
use std::ops::Deref;

use proscenium::kit;
use proscenium::phase::Resources;

use super::shared::Shared;
use super::view::View;

/// The library's drawing functions with the theme of this game, and the game's own.
pub struct Paint<'a> {
    kit: kit::Paint<'a>,
    /// The view of the player.
    pub view: View<'a>,
}

impl<'a> Deref for Paint<'a> {
    type Target = kit::Paint<'a>;

    fn deref(&self) -> &Self::Target {
        &self.kit
    }
}

impl<'a> Paint<'a> {
    /// A painter for the view of the player.
    pub fn new(resources: &'a Resources, shared: &'a Shared) -> Self {
        let view = shared.view(resources);
        Self { kit: kit::Paint::new(view.look), view }
    }
}
