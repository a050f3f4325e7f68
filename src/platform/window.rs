//! The window: the one module of the library that names macroquad (feature `window`).
//!
//! A game's own `draw` may call any function of macroquad. What it needs from here is
//! [`texture`], which turns the id of a loaded texture into macroquad's; the loop of a program is
//! [`kit::Game`](crate::kit::Game).
//!
//! In a browser (`wasm32-unknown-unknown`) the window is a page's canvas, and a few names more are
//! here: `PageSource` reads files over the network, `PageStorage` keeps texts in local storage,
//! `Boot` has the query string, `log_to_console` sends the log where a browser shows it. They talk
//! to the page's script, `web/page.js` of this project; a game of its own takes along the folder
//! `web` and the alias in `.cargo/config.toml`, and `cargo web` builds it.

mod audio;
mod clock;
mod draw;
mod gpu;
mod input;
mod open;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod picture;

pub use audio::WindowAudio;
pub use clock::WindowClock;
pub use draw::{draw_message, draw_progress, fill_window, use_virtual_camera};
pub use gpu::{WindowGpu, texture};
pub use input::{KeyBindings, WindowInput};
pub use macroquad::texture::Texture2D;
pub use open::{
    Next, NoWindow, WindowConfig, has_display, is_close_asked, open, set_fullscreen, watch_close_button,
    window_size,
};
#[cfg(target_arch = "wasm32")]
pub use page::{
    Boot, PageSource, PageStorage, end_page, log_to_console, publish_picture, publish_report, publish_trace,
};
#[cfg(not(target_arch = "wasm32"))]
pub use picture::{PictureError, save_picture, save_pixels, virtual_picture};
