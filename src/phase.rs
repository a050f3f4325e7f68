//! Phases and loading: sets of resources that live and die together, and the queue that brings
//! them in.
//!
//! ```text
//!             load(phase)
//!                  │
//!                  ▼
//!   ┌─────────── freeing ──────────┐  resources in old − new go; the GPU gets one whole frame
//!   │ manifest read, old − new out │  to give their memory back
//!   └──────────────┬───────────────┘
//!                  ▼
//!   ┌─────────── loading ──────────┐  new − old comes in, in queue order: one item a tick, or
//!   │ decode (any thread)          │  as many as fit in a time budget
//!   │ finish (main thread)         │───────────────► failed: path and cause
//!   └──────────────┬───────────────┘
//!                  ▼
//!                ready: progress is 1.0, and only now
//! ```
//!
//! A phase lists its resources in a manifest, a RON file, and may add more in code:
//!
//! ```text
//! (
//!     include: ["phases/common.ron"],
//!     resources: [
//!         texture(id: "backdrop", path: "textures/backdrop.png", weight: 3),
//!         sound(id: "music", path: "sounds/music.ogg", optional: true),
//!         cache(id: "glyphs", make: "glyph_cache", from: ["en"]),
//!     ],
//! )
//! ```
//!
//! What `texture` or `sound` means is an [`Asset`]: a type that says how its bytes are decoded. A
//! program has [`Texture`], [`Sound`] and [`Bytes`], and registers others, or RON of any serde
//! type, with its manager. The queue knows no format.
//!
//! This module knows no screen: the manager of [`flow`](crate::flow) calls it in each tick and
//! shows the Loading screen meanwhile.

use std::error::Error;

mod asset;
mod background;
mod check;
mod contents;
mod context;
mod error;
mod handle;
mod kind;
mod kinds;
mod loader;
mod manifest;
mod prefetch;
mod queue;
mod resource;
mod status;
mod store;

pub use asset::Asset;
pub use background::Background;
pub use check::{CheckContext, Problem};
pub(crate) use contents::PhaseContents;
pub use contents::PhaseId;
pub use context::{DecodeContext, FinishContext};
pub use error::{DecodeError, LoadError, LookupError, PhaseError, Position};
pub use handle::Handle;
pub(crate) use kind::Kind;
pub use kind::read_asset;
pub use kinds::{Bytes, Sound, SoundFormat, Texture};
pub(crate) use loader::Loader;
pub use queue::{Pace, Progress};
pub(crate) use resource::make;
pub use resource::{Resource, ResourceId};
pub use status::{LoadReport, LoadStatus, LoadStep};
pub use store::{Leak, Memory, Resources};

/// An error of the code of a kind or of a game.
type AnyError = Box<dyn Error + Send + Sync>;
