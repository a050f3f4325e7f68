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
//!
//! A program starts with [`kit::Game`], or calls [`ScreenManager::advance`](flow::ScreenManager::advance) and
//! [`draw`](flow::ScreenManager::draw) from a loop that it has already.
//!
//! ```text
//! a game ─► kit ─► flow ─► phase ─► platform (plain types)
//!            │      └────► ai
//!            └──────┴────► platform::window ─► macroquad     (feature `window`)
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `window` (default) | the window, its input and its GPU, through macroquad |
//! | `sound` | sound on Linux, where it needs ALSA's headers to build; elsewhere a window has sound |
//! | `cli` | a command line for each game: scripts, traces, `check`, `graph`, `machine` |
//! | `strings` | texts in several languages (Fluent) |
//! | `glyphs` | texts drawn with the glyphs of GNU Unifont |
//! | `levels` | maps of the Tiled editor |
//! | `scripts` | Rhai scripts, also as the functions of machines |
//! | `films` | animated WebP files |
//! | `page_images` | JPEG and WebP in a page |
//!
//! # Architecture invariants
//!
//! 1. The library never asks what time it is: time comes in as a value, through
//!    [`Clock`](platform::Clock) or as the elapsed time of a frame.
//! 2. The stack changes at one point of the tick only; screens record commands.
//! 3. Drawing changes no state of a game: [`GameScreen::draw`](flow::GameScreen::draw) takes `&self`.
//! 4. Only `platform::window`, the kit's drawing and the drawing code of a game name macroquad.
//!    Everything else builds and is tested without it.
//! 5. The old phase is freed, and one frame passes, before the first upload of the new one.
//! 6. `ai` knows nothing of the rest: no screens, no files, no clock.
//! 7. No file, however broken, makes the program panic; it leads to the failure screen.
//!
//! The tests in `tests/architecture` hold 1, 4 and 6 on the sources.

pub mod ai;
pub mod flow;
pub mod kit;
pub mod phase;
pub mod platform;
