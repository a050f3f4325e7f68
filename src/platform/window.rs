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
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod picture;

pub use clock::WindowClock;
pub use draw::{draw_message, draw_progress, fill_window, use_virtual_camera};
pub use gpu::{WindowGpu, texture};
pub use input::{Bindings, WindowInput};
pub use open::{
    Next, NoWindow, WindowConfig, has_display, is_close_asked, open, set_fullscreen, watch_close_button,
    window_size,
};
#[cfg(target_arch = "wasm32")]
pub use page::{
    Boot, PageSource, PageStorage, begin_page, end_page, log_to_console, publish_picture, publish_report,
    publish_trace, show_panics,
};
#[cfg(not(target_arch = "wasm32"))]
pub use picture::{PictureError, save_picture};
