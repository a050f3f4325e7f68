//! The window.

pub use macroquad::window::set_fullscreen;
