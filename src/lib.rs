//! A game-flow screen manager with asset phases, on macroquad: a stack of screens that know when
//! they are active, fades between them, and phases whose Loading screen frees the old resources
//! and works through a queue of new ones with true progress. It hosts the state machines of a
//! game's units.
//!
//! * [`flow`]: screens, the [`ScreenManager`](flow::ScreenManager), commands, events, transitions.
//! * [`phase`]: resources, their kinds ([`Asset`](phase::Asset)), manifests, the load queue.
//! * [`ai`]: state machines for units: tables, stacks, hierarchies, shared templates.
//! * [`kit`]: the start of a program ([`Game`](kit::Game)), menus, drawing, settings, sound, input
//!   scripts, further kinds of resources.
//! * [`platform`]: the edge of the program as plain types; `platform::window` is macroquad.
//! * [`docs`]: guides, from an empty folder to a game, and for what is added to one.
//!
//! A program starts with [`kit::Game`], or calls [`ScreenManager::advance`](flow::ScreenManager::advance) and
//! [`draw`](flow::ScreenManager::draw) from its own loop.
//!
//! ```text
//! a game ─► proscenium          kit: the loop of a program, menus, drawing, settings, saves
//!            ├─► …-dev          command line tools, scripts, recordings, overlay, reports of crashes
//!            ├─► …-formats      kinds of resources of other tools, a feature each
//!            ├─► …-sound        the mixer, and the sound device
//!            ├─► …-pads         pads
//!            └─► …-core         flow ─► phase ─► platform; platform::window is macroquad
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
//! | `window` (default) | the window, its input and its GPU, through macroquad |
//! | `sound` (default) | sound on the desktop, through kira; a page has it always |
//! | `alsa` | sound on Linux without a sound server |
//! | `pads` | pads on the desktop; in a page there are pads without it |
//! | `watch` | assets are read again when they are saved |
//! | `cli` | a command line for every game: playing, recording and replaying, scripts, traces |
//! | `tools` | the tools of a game's program: `check`, `pack`, `graph` and `machine`, and `--watch` (with `cli` and `watch`) |
//! | `strings` | texts in several languages (Fluent) |
//! | `glyphs` | texts drawn with the glyphs of GNU Unifont |
//! | `levels` | maps of the Tiled editor, of every orientation |
//! | `atlases` | texture atlases of `TexturePacker` and Aseprite |
//! | `fonts` | TrueType and OpenType fonts |
//! | `scripts` | Rhai scripts, also as the functions of machines |
//! | `films` | animated WebP files |
//! | `testing` (default) | `TestRun`, files and a GPU for the tests of a game; in no program that does not name them |
//!
//! # Architecture invariants
//!
//! 1. Time is a value: the library reads it from a [`Clock`](platform::Clock) or gets the elapsed
//!    time of a frame.
//! 2. The stack changes at one point of the tick; screens record commands.
//! 3. Drawing changes no state of a game: [`GameScreen::draw`](flow::GameScreen::draw) takes `&self`.
//! 4. Only `platform::window`, drawing in the kit and in the formats, and the drawing code of a game name macroquad.
//!    Everything else builds and is tested without it.
//! 5. The old phase is freed, and one frame passes, before the first upload of the new one, except for
//!    what a preload has loaded within its limit.
//! 6. Each package of the picture uses those below it only: `dev`, `formats`, `sound` and `pads` do not know each other, and
//!    the machines know no screens, no files and no clock.
//! 7. A missing or broken file never panics; it leads to the failure screen.
//!
//! The compiler holds 3 and 6, and clippy 1 (`crates/clippy.toml`).

#[cfg(doc)]
pub mod docs;
pub mod kit;

#[doc(inline)]
pub use proscenium_ai as ai;
#[doc(inline)]
pub use proscenium_core::{flow, phase, platform};
