//! The core of the library `proscenium`: a stack of screens, phases and their resources, and the edge of the program as
//! plain types.
//!
//! * [`flow`]: screens, the [`ScreenManager`](flow::ScreenManager), commands, events, transitions.
//! * [`phase`]: resources, their kinds ([`Asset`](phase::Asset)), manifests, the load queue.
//! * [`platform`]: input, time, files, GPU and audio as plain types.
//!
//! A game depends on `proscenium`, which has these modules under the same names. This crate by itself has no loop of a
//! program, no menus and no settings.
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `watch` | assets are read again when they are saved |

pub mod flow;
pub mod phase;
pub mod platform;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
