//! What most games need around the flow of screens: a virtual screen, menus, texts, settings,
//! sound, scripted input, and the loop of a program.
//!
//! | for | see |
//! |---|---|
//! | starting a program | [`Game`], [`SetupContext`], [`RunOptions`], `Tool` |
//! | what all screens share | [`Game::share`], [`Game::settings`], [`Shared`](crate::flow::Shared) |
//! | playing a game in its tests | `TestRun` |
//! | running a manager | [`Session`], [`Report`] |
//! | input scripts | [`InputScript`], [`Session::with_script`] |
//! | recorded runs | [`RunOptions::record`], [`RunOptions::replay`], [`Recording`] |
//! | the log in a file, reports of crashes | [`Game::logger`], [`SessionError::Crashed`] |
//! | own parts around each tick | [`Game::plugin`], [`Plugin`](crate::flow::Plugin) |
//! | debug overlays, time control | [`Inspector`], [`Overlay`], [`SetupContext::overlay`], [`TimeControl`] |
//! | one virtual resolution for all windows | [`Scaling`] |
//! | menus for keys, mouse, pads and touch | [`MenuScreen`], [`MenuPage`], [`Menu`] |
//! | a stick and buttons for fingers | [`TouchControls`] |
//! | keys and buttons that the player changes, their names in texts | `ControlsMenu`, [`Preferences::controls`], `Look::text_for` |
//! | pages of texts and entries, text entry | [`Page`], [`TextField`] |
//! | drawing texts, panels and pages | `Paint`, [`Look`], [`Theme`] |
//! | kinds of resources | [`Kinds`], `Strings`, `Level`, `Atlas`, `Font`, `Script`, `Film` |
//! | AI machines with a script | `MachineScript`, `ScriptVars`, `ScriptWorld` |
//! | persistent settings, saved games | [`Player`], [`Preferences`], [`SettingsFile`], [`Saves`] |
//! | effects and music | [`Mixer`], [`LoopedEffect`] |
//! | pads in a loop of one's own | `DesktopPads` |

mod session;

mod game;
#[cfg(feature = "window")]
mod windowed;

mod kinds;

#[cfg(feature = "strings")]
mod controls_menu;
mod entry;
#[cfg(feature = "strings")]
mod hints;
mod inspector;
mod look;
mod menu;
mod menu_screen;
mod page;
mod scaling;
mod style;
mod text_field;
mod theme;
mod touch_controls;

#[cfg(feature = "window")]
mod draw;
mod wrap;

mod player;
mod saves;
mod settings;
#[cfg(feature = "strings")]
mod system_screens;

#[cfg(feature = "strings")]
pub use controls_menu::{ControlsChoice, ControlsMenu};
#[cfg(feature = "window")]
pub use draw::Paint;
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub use game::TestRun;
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
pub use game::Tool;
pub use game::{Game, RunOptions, SetupContext};
pub use inspector::Inspector;
pub use kinds::Kinds;
pub use look::Look;
pub use menu::Menu;
pub use menu_screen::{MenuPage, MenuScreen};
pub use page::{Ink, Page};
pub use player::{ControlChanges, Player, Preferences};
#[doc(inline)]
pub use proscenium_dev::{InputScript, Overlay, OverlayView, Recording, SessionError, TimeControl};
#[cfg(feature = "films")]
pub use proscenium_formats::Film;
#[cfg(feature = "fonts")]
pub use proscenium_formats::Font;
#[cfg(feature = "strings")]
pub use proscenium_formats::Strings;
#[cfg(feature = "atlases")]
pub use proscenium_formats::{Atlas, AtlasFrame};
#[cfg(feature = "levels")]
pub use proscenium_formats::{Level, tiled};
#[cfg(feature = "scripts")]
pub use proscenium_formats::{MachineScript, Script, ScriptArgs, ScriptError, ScriptVars, ScriptWorld, rhai};
#[cfg(feature = "pads")]
pub use proscenium_pads::DesktopPads;
pub use proscenium_sound::{LoopedEffect, Mixer};
pub use saves::Saves;
pub use scaling::Scaling;
pub use session::{Report, Session};
pub use settings::SettingsFile;
pub use text_field::TextField;
pub use theme::{Patch, Rgb, Theme};
pub use touch_controls::TouchControls;
