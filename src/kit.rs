//! What most games need around the flow of screens: a virtual screen, menus, texts, settings,
//! sound, scripted input, and the loop of a program.
//!
//! | for | see |
//! |---|---|
//! | starting a program | [`Game`], [`SetupContext`], [`RunOptions`], `Tool` |
//! | running a manager | [`Session`], [`Report`] |
//! | input scripts | [`InputScript`], [`Session::with_script`] |
//! | recorded runs | [`RunOptions::record`], [`RunOptions::replay`], [`Recording`] |
//! | the log in a file, reports of crashes | [`Game::logger`], [`SessionError::Crashed`] |
//! | own parts around each tick | [`Game::plugin`], [`Plugin`](crate::flow::Plugin) |
//! | debug overlays, time control | [`Overlay`], [`SetupContext::overlay`], [`TimeControl`] |
//! | one virtual resolution for all windows | [`Scaling`] |
//! | menus for keys, mouse, pads and touch | [`MenuScreen`], [`MenuPage`], [`Menu`] |
//! | a stick and buttons for fingers | [`TouchControls`] |
//! | pages of texts and entries, text entry | [`Page`], [`TextField`] |
//! | drawing texts, panels and pages | `Paint`, [`Look`], [`Theme`] |
//! | kinds of resources | [`Kinds`], `Strings`, `Level`, `Atlas`, `Font`, `Script`, `Film` |
//! | AI machines with a script | `MachineScript`, `ScriptVars`, `ScriptWorld` |
//! | persistent settings, saved games | [`Player`], [`Preferences`], [`SettingsFile`], [`Saves`] |
//! | effects and music | [`Mixer`], [`LoopedEffect`] |

mod session;

mod game;
#[cfg(feature = "window")]
mod windowed;

#[cfg(feature = "atlases")]
mod atlas;
#[cfg(feature = "films")]
mod film;
#[cfg(feature = "fonts")]
mod font;
mod kinds;
#[cfg(feature = "levels")]
mod level;
#[cfg(feature = "scripts")]
mod machine_script;
#[cfg(feature = "scripts")]
mod script;
#[cfg(feature = "strings")]
mod strings;

mod entry;
mod look;
mod menu;
mod menu_screen;
mod page;
mod scaling;
mod text_field;
mod theme;
mod touch_controls;

#[cfg(feature = "window")]
mod draw;
#[cfg(feature = "glyphs")]
mod glyph_cache;
#[cfg(feature = "glyphs")]
mod glyphs;
mod wrap;

mod mixer;
mod player;
mod saves;
mod settings;
#[cfg(feature = "strings")]
mod system_screens;

pub use crate::flow::Notice;
#[cfg(feature = "atlases")]
pub use atlas::{Atlas, AtlasFrame};
#[cfg(feature = "window")]
pub use draw::Paint;
pub use entry::MenuEvent;
#[cfg(feature = "films")]
pub use film::Film;
#[cfg(feature = "fonts")]
pub use font::Font;
#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
pub use game::Tool;
pub use game::{Game, RunOptions, SetupContext};
pub use kinds::Kinds;
#[cfg(feature = "levels")]
pub use level::Level;
pub use look::Look;
#[cfg(feature = "scripts")]
pub use machine_script::{MachineScript, ScriptArgs, ScriptVars, ScriptWorld};
pub use menu::Menu;
pub use menu_screen::{MenuPage, MenuScreen};
pub use mixer::{LoopedEffect, Mixer};
pub use page::{Ink, Page};
pub use player::{Player, Preferences};
pub use proscenium_core::platform::Rect;
#[doc(inline)]
pub use proscenium_dev::{InputScript, Overlay, OverlayView, Recording, SessionError, TimeControl};
#[cfg(feature = "scripts")]
pub use rhai;
pub use saves::Saves;
pub use scaling::Scaling;
#[cfg(feature = "scripts")]
pub use script::{Script, ScriptError};
pub use session::{Report, Session};
pub use settings::SettingsFile;
#[cfg(feature = "strings")]
pub use strings::Strings;
pub use text_field::TextField;
pub use theme::{Patch, Rgb, Theme};
#[cfg(feature = "levels")]
pub use tiled;
pub use touch_controls::TouchControls;
