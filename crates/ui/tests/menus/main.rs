//! Menus without a window: their focus, pages, lines of texts, and the controls for fingers.

mod focus;
mod pages;
mod touch_controls;
#[cfg(feature = "glyphs")]
mod wrapping;
