//! Kinds of resources that other tools make, for the library `proscenium`. Each is a feature.
//!
//! * `Level`: maps of the Tiled editor.
//! * `Strings`: texts in several languages, in Fluent files; `glyphs`: the pixels to draw them with.
//! * `Atlas`: the frames of an image by name.
//! * `Font`: TrueType and OpenType files.
//! * `Film`: animated WebP files.
//! * `Script`: Rhai scripts; `MachineScript`: scripts as the functions of a machine.
//!
//! A game depends on `proscenium`, which has these types in its module `formats` and features of the same names. A program
//! that uses this crate by itself registers the kinds that it wants
//! ([`Assets::register`](proscenium_core::phase::Assets::register)).
//!
//! # Features
//!
//! | feature | kind | value |
//! |---|---|---|
//! | `levels` | `level` | `Level` |
//! | `strings` | `strings` | `Strings` |
//! | `glyphs` | the maker `glyph_cache` | `glyphs::GlyphCache` |
//! | `atlases` | `atlas` | `Atlas` |
//! | `fonts` | `font` | `Font` |
//! | `films` | `film` | `Film` |
//! | `scripts` | `script` | `Script` |
//! | `machine_scripts` | | `MachineScript` |
//! | `window` | | drawing with macroquad: `AtlasFrame::draw`, `Font::loaded` |

#[cfg(feature = "atlases")]
mod atlas;
#[cfg(feature = "films")]
mod film;
#[cfg(feature = "fonts")]
mod font;
#[cfg(feature = "glyphs")]
pub mod glyphs;
#[cfg(feature = "levels")]
mod level;
#[cfg(feature = "machine_scripts")]
mod machine_script;
#[cfg(feature = "scripts")]
mod script;
#[cfg(feature = "strings")]
mod strings;

#[cfg(feature = "atlases")]
pub use atlas::{Atlas, AtlasFrame};
#[cfg(feature = "films")]
pub use film::Film;
#[cfg(feature = "strings")]
pub use fluent_bundle::FluentValue;
#[cfg(feature = "fonts")]
pub use font::Font;
#[cfg(feature = "levels")]
pub use level::{Level, LevelLayer};
#[cfg(feature = "machine_scripts")]
pub use machine_script::{MachineScript, ScriptArgs, ScriptVars, ScriptWorld};
#[cfg(feature = "scripts")]
pub use rhai;
#[cfg(feature = "scripts")]
pub use script::{Script, ScriptError};
#[cfg(feature = "strings")]
pub use strings::Strings;
#[cfg(feature = "levels")]
pub use tiled;

/// The example of the README is a test.
#[cfg(all(doctest, feature = "strings"))]
#[doc = include_str!("../README.md")]
struct Readme;
