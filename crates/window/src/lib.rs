//! The window of `proscenium`, on macroquad: views, cameras, input, textures, and the page of a browser.
//!
//! A game's own `draw` may call any function of macroquad. [`DrawExt`] gives it the textures of handles and cameras in its
//! view. `Game` opens the window itself; a program with its own loop needs [`settings`](settings()) and [`WindowInput`]:
//!
//! ```no_run
//! # async fn example() {
//! use macroquad::prelude::{GREEN, clear_background, get_frame_time, next_frame};
//! use proscenium_core::flow::{DrawContext, GameScreen, Phase, ScreenContext, ScreenManager};
//! use proscenium_core::platform::Action;
//! use proscenium_window::{WindowInput, settings};
//!
//! struct Title;
//!
//! impl GameScreen for Title {
//!     fn update(&mut self, cx: &mut ScreenContext<'_>) {
//!         if cx.input().is_pressed(Action::ACCEPT) {
//!             cx.quit();
//!         }
//!     }
//!
//!     fn draw(&self, _cx: &DrawContext<'_>) {
//!         clear_background(GREEN);
//!     }
//! }
//!
//! let mut manager = ScreenManager::new(settings("assets"));
//! manager.add_phase(Phase::new("game").screen("title", |_| Title));
//! manager.start("game");
//! let mut input = WindowInput::default();
//! while !manager.has_ended() {
//!     manager.advance_seconds(get_frame_time(), input.collect());
//!     manager.draw();
//!     next_frame().await;
//! }
//! # }
//! ```
//!
//! | for | see |
//! |---|---|
//! | drawing in a screen or a transition | [`DrawExt`], [`ToTexture`], [`draw_text_line`], [`draw_in`] |
//! | a program's own loop | [`settings`](settings()), [`WindowInput`] |
//! | opening a window, and its loop | [`open`](open()), [`display`](display()), [`WindowConfig`], [`OpenError`], [`Visibility`], [`is_quit_requested`], [`prevent_quit`] |
//! | what screens are drawn on | [`Canvas`] |
//! | copy, paste and screen readers for menus of one's own | [`show_focus`], [`FocusedEntry`] |
//! | the devices | [`WindowGpu`], in a page `PageAudio` |
//! | texts below and in place of a game | [`draw_notice`], [`draw_message`], [`fill_window`] |
//! | images of the window | `screenshot`, `save_png`, [`Pixels::resized`](proscenium_core::platform::Pixels::resized) (not in a page) |
//!
//! In a browser (`wasm32-unknown-unknown`) the window is a page's canvas. `cargo web` builds the page; its
//! script is `web/page.js`.

mod camera;
mod canvas;
mod clipboard;
mod context;
mod display;
mod draw;
mod entry;
mod fingers;
mod focus;
mod gpu;
mod hidden;
mod input;
mod open;
#[cfg(target_arch = "wasm32")]
mod page;
mod pictures;
mod screenshot;
mod settings;

pub use camera::draw_in;
pub use canvas::Canvas;
pub use context::{DrawExt, ToTexture};
pub use display::{Display, OpenError, display};
pub use draw::{draw_message, draw_notice, draw_text_line, fill_window, notice_height};
pub use entry::FocusedEntry;
pub use focus::show_focus;
pub use gpu::WindowGpu;
pub use hidden::Visibility;
pub use input::WindowInput;
pub use macroquad::input::{is_quit_requested, prevent_quit};
pub use macroquad::miniquad::window::clipboard_set;
pub use macroquad::window::set_fullscreen;
pub use open::{WindowConfig, open, window_size};
#[cfg(target_arch = "wasm32")]
pub use page::{Boot, Console, Leave, PageAudio, PageSource, PageStorage, as_text, publish, show_panics};
#[cfg(not(target_arch = "wasm32"))]
pub use screenshot::{save_png, screenshot};
pub use settings::{background, settings};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
