//! A game-flow screen manager with asset phases, on macroquad: a stack of screens that know when
//! they are active, fades between them, and phases whose Loading screen frees the old resources
//! and works through a queue of new ones with true progress. It hosts the state machines of a
//! game's units.
//!
//! * [`flow`]: screens, the [`ScreenManager`](flow::ScreenManager), commands, events, transitions.
//! * [`phase`]: resources, their kinds ([`Asset`](phase::Asset)), manifests, the load queue.
//! * [`ai`]: state machines for units: tables, stacks, hierarchies, shared templates.
//! * [`game`]: the start of a program ([`Game`](game::Game)), settings, saved games, tests.
//! * [`ui`]: menus, pages, texts, their look and drawing.
//! * [`sound`]: the mixer of effects and music.
//! * [`formats`]: kinds of resources of other tools, a feature each.
//! * [`platform`]: the edge of the program as plain types.
//! * `window`: the window, its views, cameras, input and textures, on macroquad (feature `window`).
//! * `pads`: pads for a program's own loop (feature `pads`).
//! * `dev`: input scripts, recordings, traces, overlays and tools (feature `dev`).
//! * [`docs`]: guides, from an empty folder to a game, and for additions to one.
//!
//! A program starts with [`game::Game`], or calls [`ScreenManager::advance`](flow::ScreenManager::advance) and
//! [`draw`](flow::ScreenManager::draw) from its own loop.
//!
//! ```text
//! a game ─► proscenium          game: the loop of a program, settings, saves
//!            ├─► …-ui           menus, pages, texts, and their drawing; uses formats, sound and window
//!            ├─► …-dev          scripts, recordings, overlay and inspector, tools of a command line; optional
//!            ├─► …-formats      kinds of resources of other tools, a feature each
//!            ├─► …-sound        the mixer, and the sound device
//!            ├─► …-pads         pads
//!            ├─► …-window       macroquad: the window and the page, cameras, textures
//!            └─► …-core         flow ─► phase ─► platform; knows no window
//!                 └─► …-ai      machines
//! ```
//!
//! # Words
//!
//! | word | meaning |
//! |---|---|
//! | tick | one logic step of 1/60 s |
//! | frame | one rendered image; a frame has no, one or several ticks |
//! | screen | one mode of the game: logo, menu, in-game, pause |
//! | stack | the live screens, bottom to top; the top one is *active*, the others are *covered* |
//! | parent | the screen directly below on the stack |
//! | command | a requested change of the stack: push, pop, replace, load, ... |
//! | phase | a set of screens and the resources that live and die with them |
//! | resource | one item of a phase's load queue: id, kind, weight, required or optional |
//! | decode, upload, free | the CPU step on any thread; the GPU step on the main thread; returning the memory |
//! | transition | a full-screen effect over a change of screens: fade, cross-fade, wipe |
//! | machine | an AI state machine; *state*, *event*, *guard*, *trigger* and *action* belong to machines only |
//! | definition, unit, population | a compiled machine; the few bytes that one unit owns; all units of one definition |
//! | trace | the recorded sequence of hooks, commands, loads and changes, which tests compare |
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `window` (default) | the window, its input and its GPU, through macroquad; `cx.texture` and `cx.with_camera` in `draw` (`window::DrawExt`) |
//! | `sound` (default) | sound on the desktop, through kira; a page has it always |
//! | `alsa` | sound on Linux without a sound server |
//! | `pads` | pads on the desktop; a page has them always |
//! | `dates` | the local time of the player on the desktop, for the dates of saved games; a page has it always |
//! | `dev` | for developers: the command line with its tools, scripts, recordings, traces, overlays, assets that are read again when they are saved, `TestRun`; players do not need it |
//! | `strings` | texts in several languages (Fluent) |
//! | `glyphs` | texts drawn with the glyphs of GNU Unifont |
//! | `levels` | maps of the Tiled editor, of every orientation |
//! | `atlases` | texture atlases of `TexturePacker` and Aseprite |
//! | `fonts` | TrueType and OpenType fonts |
//! | `scripts` | Rhai scripts, which can be the functions of machines |
//! | `films` | animated WebP files |
//!
//! # Architecture invariants
//!
//! 1. Time is a value: the library reads it from a [`Clock`](platform::Clock) or gets the elapsed
//!    time of a frame.
//! 2. The stack changes at one point of the tick; screens record commands.
//! 3. Drawing changes no state of a game: [`GameScreen::draw`](flow::GameScreen::draw) takes `&self`.
//! 4. Only `window`, drawing in `ui` and in the formats, and the drawing code of a game name macroquad.
//!    Everything else builds and is tested without it.
//! 5. The old phase is freed, and one frame passes, before the first upload of the new one, except for preloaded
//!    resources, within their limit.
//! 6. Each package uses only packages below it: `formats`, `sound`, `pads` and `window` do not know each
//!    other, only `dev` and the front know `ui`, and the machines know no screens, no files and no clock.
//! 7. A missing or broken file never panics; it leads to the failure screen.
//!
//! The compiler holds 3 and 6, and clippy 1 (`crates/clippy.toml`).

#[cfg(doc)]
pub mod docs;
pub mod game;

#[doc(inline)]
pub use proscenium_ai as ai;
#[doc(inline)]
pub use proscenium_core::{flow, phase, platform};
#[cfg(feature = "dev")]
#[doc(inline)]
pub use proscenium_dev as dev;
#[doc(inline)]
pub use proscenium_formats as formats;
#[cfg(feature = "pads")]
#[doc(inline)]
pub use proscenium_pads as pads;
#[doc(inline)]
pub use proscenium_sound as sound;
#[doc(inline)]
pub use proscenium_ui as ui;
#[cfg(feature = "window")]
#[doc(inline)]
pub use proscenium_window as window;
