//! Drawing, in virtual pixels. Resources are looked up by id, and missing ones are not drawn: the
//! Loading and failure screens are drawn while resources come and go.

pub mod color;
mod diagram;
mod hud;
#[cfg(feature = "inspector")]
mod inspector;
mod level;
mod picture;
mod sprites;
mod text;
mod texture;
pub mod window;
mod world;

#[cfg(feature = "inspector")]
pub use inspector::Board;
pub use picture::{Pictures, picture};
use std::ops::Deref;

use proscenium::kit;
use proscenium::phase::Resources;

use super::shared::Shared;

/// The library's drawing functions with the theme of this game, and the game's own.
pub struct Paint<'a> {
    kit: kit::Paint<'a>,
    shared: &'a Shared,
}

impl<'a> Deref for Paint<'a> {
    type Target = kit::Paint<'a>;

    fn deref(&self) -> &Self::Target {
        &self.kit
    }
}

impl<'a> Paint<'a> {
    /// A painter with the textures and texts of `resources` and the language of `shared`.
    pub const fn new(resources: &'a Resources, shared: &'a Shared) -> Self {
        Self { kit: kit::Paint::new(resources, &color::THEME), shared }
    }
}
