//! Drawing: pictures, texts, panels and menus, in virtual pixels. Everything here looks resources
//! up by id and leaves out what is not there, because Loading and failure screens are drawn while
//! resources come and go.

pub mod color;
mod diagram;
mod hud;
#[cfg(feature = "inspector")]
mod inspector;
mod keys;
mod level;
mod picture;
mod sprites;
mod text;
mod world;

#[cfg(feature = "inspector")]
pub use inspector::Board;
pub use keys::bindings;
use std::ops::Deref;

use proscenium::kit;
use proscenium::phase::Resources;

use super::shared::Shared;

/// What the library draws, with the look of this game, and what only this game draws.
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
    /// A brush that takes pictures from `resources` and the language from `shared`.
    pub const fn new(resources: &'a Resources, shared: &'a Shared) -> Self {
        Self { kit: kit::Paint::new(resources, &color::THEME), shared }
    }
}
