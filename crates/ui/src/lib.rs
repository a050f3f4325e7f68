//! A small toolkit for the menus of `proscenium`: pages of texts and entries for keys, mouse, pads and fingers, what they
//! look like, and their drawing on macroquad.
//!
//! A screen makes a [`Page`] from its state in each tick and each frame. A [`Menu`] keeps the focus, and `Paint` draws both.
//! A [`MenuScreen`] is such a screen for a [`MenuPage`]:
//!
//! ```
//! use proscenium_core::flow::{Phase, ScreenContext, ScreenManager};
//! use proscenium_core::platform::Action;
//! use proscenium_ui::{Look, MenuPage, MenuScreen, Page};
//!
//! #[derive(Clone)]
//! struct Title;
//!
//! impl MenuPage for Title {
//!     type Choice = &'static str;
//!
//!     fn page(&self, look: &Look<'_>) -> Page<&'static str> {
//!         let page = Page::new(look.area()).title("Herd").button("play", "Play").button("quit", "Quit");
//!         page.on(Action::CANCEL, "quit")
//!     }
//!
//!     fn choose(&mut self, choice: &'static str, cx: &mut ScreenContext<'_>) {
//!         if choice == "quit" { cx.quit() } else { cx.load("game") }
//!     }
//! }
//!
//! let mut manager = ScreenManager::headless();
//! manager.add_phase(Phase::new("menu").screen("title", MenuScreen::of(Title)));
//! manager.start("menu");
//! ```
//!
//! | for | see |
//! |---|---|
//! | the screen of a menu | [`MenuScreen`], [`MenuPage`] |
//! | texts, buttons, sliders, fields and cards | [`Page`], [`Ink`], [`TextField`] |
//! | the focus, clicks and what is scrolled | [`Menu`] |
//! | sizes and lines of texts, texts in the player's language | [`Look`] |
//! | colours, textures and fonts of all menus | [`Theme`], [`Patch`], [`Rgb`] |
//! | drawing pages, texts, panels and bars | `Paint` (feature `window`) |
//! | a stick and buttons for fingers | [`TouchControls`] |
//! | text size, language and keys of the player | [`PlayerLook`] |

mod entry;
#[cfg(feature = "strings")]
mod hints;
mod look;
mod menu;
mod menu_screen;
mod page;
mod player;
mod text_field;
mod theme;
mod touch_controls;
mod wrap;

#[cfg(feature = "window")]
mod draw;

#[cfg(feature = "window")]
pub use draw::Paint;
pub use look::Look;
pub use menu::Menu;
pub use menu_screen::{MenuPage, MenuScreen};
pub use page::{Ink, Page};
pub use player::PlayerLook;
pub use text_field::TextField;
pub use theme::{Patch, Rgb, Theme};
pub use touch_controls::TouchControls;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
