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
mod menu;
mod picture;
mod sprites;
mod text;
mod world;

#[cfg(feature = "inspector")]
pub use inspector::Board;
pub use keys::bindings;
use proscenium::phase::Resources;

use super::shared::Shared;

/// A brush for one picture.
pub struct Paint<'a> {
    resources: &'a Resources,
    shared: &'a Shared,
}

impl<'a> Paint<'a> {
    /// A brush that takes pictures from `resources` and the language from `shared`.
    pub const fn new(resources: &'a Resources, shared: &'a Shared) -> Self {
        Self { resources, shared }
    }
}
