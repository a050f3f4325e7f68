//! A game-flow screen manager with asset phases, on macroquad: a stack of screens that know when
//! they are active, fades between them, and phases whose Loading screen frees the old resources
//! and works through a queue of new ones with true progress. It hosts the state machines of a
//! game's units.
//!
//! * [`flow`]: screens, the [`ScreenManager`](flow::ScreenManager), commands, events, transitions.
//! * [`phase`]: phases, manifests, resources, the load queue.
//! * [`ai`]: state machines for units: tables, stacks, hierarchies, shared templates.
//! * [`kit`]: what most games need around it: a virtual screen, menus, texts, settings, sound,
//!   scripted input, the loop of a program.
//! * [`platform`]: the edge of the program as plain types; `platform::window` is macroquad.
//!
//! ```text
//! a game (demo/) ─► kit ─► flow ─► phase ─► platform (plain types)
//!                   │       ├──► ai ◄─┘ (the data of a machine)
//!                   └───────┴──► platform::window ─► macroquad
//! ```
//!
//! # Architecture invariants
//!
//! 1. The library never asks what time it is: time comes in as a value, through
//!    [`Clock`](platform::Clock) or as the elapsed time of a picture.
//! 2. The stack changes at one point of the frame only; everybody else records commands.
//! 3. Drawing changes nothing: [`GameScreen::draw`](flow::GameScreen::draw) takes `&self`.
//! 4. Only `platform::window` and the drawing code of a game name macroquad. Everything else
//!    builds and is tested without it.
//! 5. The old phase is freed, and one frame passes, before the first upload of the new one.
//! 6. `ai` knows nothing of the rest: no screens, no files, no clock.
//! 7. No file, however broken, makes the program panic; it leads to the failure screen.
//!
//! Tests hold these; see `tests/architecture.rs`.

pub mod ai;
pub mod flow;
pub mod kit;
pub mod phase;
pub mod platform;
