//! Drawing, in virtual pixels. Resources are looked up by id, and missing ones are not drawn: the
//! Loading and failure screens are drawn while resources come and go.

pub mod color;
mod loading;
mod picture;
mod texture;

pub use picture::{Pictures, picture};
use std::ops::Deref;

use proscenium::flow::DrawContext;
use proscenium::ui;

use super::view::View;

/// The library's drawing functions with the theme of this game, and the game's own.
pub struct Paint<'a> {
    ui: ui::Paint<'a>,
    pub view: View<'a>,
}

impl<'a> Deref for Paint<'a> {
    type Target = ui::Paint<'a>;

    fn deref(&self) -> &Self::Target {
        &self.ui
    }
}

impl<'a> Paint<'a> {
    pub fn of(cx: &DrawContext<'a>) -> Self {
        let ui = ui::Paint::of(cx);
        Self { ui, view: View::from(*ui) }
    }

    /// A painter for a menu over the darkened parent, which it draws.
    pub fn over_parent(cx: &DrawContext<'a>) -> Self {
        cx.draw_parent();
        let paint = Self::of(cx);
        paint.darken();
        paint
    }

    pub const fn new(view: View<'a>) -> Self {
        Self { ui: ui::Paint::new(view.look), view }
    }
}
