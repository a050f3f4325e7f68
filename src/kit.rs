//! What most games need around the flow of screens: a virtual screen, menus, texts, settings,
//! sound, scripted input, and the loop of a program.
//!
//! | for | see |
//! |---|---|
//! | running a program | [`Session`], [`run_headless`], `play`, `run_in_window`, [`Report`] |
//! | input scripts | [`InputScript`], [`ScriptPlayer`] |
//! | debug overlays and time control | [`Overlay`], [`TimeControl`] |
//! | one picture for all windows | [`VirtualScreen`] |
//! | menus for keys, mouse and fingers | [`Menu`] |
//! | texts in several languages | [`text()`], [`glyph_cache()`], [`GlyphAtlas`], [`wrap`] |
//! | AI machines with a script | [`MachineScript`], [`ScriptVars`], [`MachineRun`], [`MachineEvents`] |
//! | settings that are never lost | [`SettingsFile`] |
//! | effects and music | [`Mixer`] |

mod session;

#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
mod cli;
mod game;

mod headless;
mod overlay;
mod recording;
mod report;
mod script_run;
mod time_control;
#[cfg(feature = "window")]
mod windowed;

mod input_script;
mod line_reader;
mod nearest;

mod machine_events;
mod machine_run;
mod machine_script;

mod menu;
mod rect;
mod virtual_screen;

#[cfg(feature = "window")]
mod draw;
#[cfg(feature = "glyphs")]
mod glyph_cache;
#[cfg(feature = "glyphs")]
mod glyphs;
mod texts;
#[cfg(any(test, feature = "window"))]
mod wrap;

mod mixer;
mod settings;

#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
pub use cli::Tool;
#[cfg(feature = "window")]
pub use draw::{Paint, Patch, Theme};
pub use game::{Game, RunOptions, SetupContext};
#[cfg(feature = "glyphs")]
pub use glyph_cache::glyph_cache;
pub use headless::run_headless;
pub use input_script::{InputScript, ScriptPlayer, ScriptStep, ScriptStopped, StageView};
pub use line_reader::ScriptLineError;
pub use machine_events::MachineEvents;
pub use machine_run::MachineRun;
pub use machine_script::{MachineScript, ScriptVars, Scripted};
pub use menu::{EntryKind, Menu, MenuEntry, MenuEvent};
pub use mixer::Mixer;
pub use overlay::{FrameTime, Overlay, OverlayInput, OverlayView};
pub use recording::{RECORD_OFF, RECORD_ON, Recording};
pub use rect::Rect;
pub use report::Report;
pub use session::{Session, SessionError};
pub use settings::{SettingsFile, SettingsProblem};
pub use texts::text;
pub use time_control::TimeControl;
pub use virtual_screen::{Viewport, VirtualScreen};
#[cfg(feature = "window")]
pub use windowed::{RunOutcome, WindowRun, run_in_window};
