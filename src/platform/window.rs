//! The window: the one module of the library that names macroquad (feature `window`).
//!
//! A game's own `draw` may call any function of macroquad. What it needs from here is
//! [`texture`], which turns the id of a loaded texture into macroquad's; the loop of a program is
//! [`kit::run_in_window`](crate::kit::run_in_window).

mod clock;
mod draw;
mod gpu;
mod input;
mod open;
mod picture;

pub use clock::WindowClock;
pub use draw::{draw_message, draw_progress, fill_window, use_virtual_camera};
pub use gpu::{WindowGpu, texture};
pub use input::{Bindings, WindowInput};
pub use open::{
    Next, NoWindow, WindowConfig, has_display, is_close_asked, open, set_fullscreen, watch_close_button,
    window_size,
};
pub use picture::{PictureError, save_picture};
