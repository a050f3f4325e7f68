//! The window: the one module of this crate that names macroquad (feature `window`).
//!
//! A game's own `draw` may call any function of macroquad. A texture comes from
//! [`DrawContext::texture`](crate::flow::DrawContext::texture), or from [`TextureId::texture`](crate::platform::TextureId::texture). The window
//! itself is opened by `kit::Game`, or by a program of its own, which then needs
//! [`WindowInput`] and [`ManagerSettings::for_window`](crate::flow::ManagerSettings::for_window).
//!
//! | for | see |
//! |---|---|
//! | the loop of a program of its own | [`WindowInput`], [`use_virtual_camera`], [`in_program`] |
//! | opening a window, and its loop | [`open`](open()), [`WindowConfig`], [`Visibility`], [`is_quit_requested`], [`prevent_quit`] |
//! | virtual screens that are scaled to the window | [`Canvas`], [`ScreenManager::draw_on`](crate::flow::ScreenManager::draw_on) |
//! | the devices | [`WindowGpu`], in a page `PageAudio` |
//! | texts below and in place of a game | [`draw_notice`], [`draw_message`], [`fill_window`] |
//! | images of the window | `screenshot`, `save_png`, [`Pixels::resized`](crate::platform::Pixels::resized) (not in a page) |
//!
//! In a browser (`wasm32-unknown-unknown`) the window is a page's canvas. `cargo web` builds the page; its
//! script is `web/page.js`.

mod camera;
mod canvas;
mod display;
mod draw;
mod gpu;
mod hidden;
mod input;
mod open;
#[cfg(target_arch = "wasm32")]
mod page;
mod pictures;
mod screenshot;
mod strays;

pub(crate) use camera::{draw_on, draw_screen, with_camera};
pub use camera::{in_program, use_virtual_camera};
pub use canvas::Canvas;
pub use display::display_size;
pub(crate) use draw::draw_progress;
pub use draw::{draw_message, draw_notice, fill_window, notice_height};
pub use gpu::WindowGpu;
pub use hidden::Visibility;
pub use input::WindowInput;
pub(crate) use macroquad::camera::Camera;
pub use macroquad::input::{is_quit_requested, prevent_quit};
pub use macroquad::miniquad::window::clipboard_set;
pub(crate) use macroquad::texture::Texture2D;
pub use macroquad::window::set_fullscreen;
#[cfg(target_arch = "wasm32")]
pub(crate) use open::page_time;
pub use open::{WindowConfig, open, window_size};
#[cfg(target_arch = "wasm32")]
pub(crate) use page::decode_image;
#[cfg(target_arch = "wasm32")]
pub use page::request_keyboard;
#[cfg(target_arch = "wasm32")]
pub use page::{Boot, Console, PageAudio, PageSource, PageStorage, as_text, publish, show_panics};
pub(crate) use pictures::{ShaderUse, WindowPictures};
#[cfg(not(target_arch = "wasm32"))]
pub use screenshot::{save_png, screenshot};

/// A font of macroquad.
pub type LoadedFont = macroquad::text::Font;
