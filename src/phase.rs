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
//!   ┌─────────── loading ──────────┐  new − old comes in, in queue order: one item a frame, or
//!   │ decode (any thread)          │  as many as fit in a time budget
//!   │ upload (main thread)         │───────────────► failed: path and cause
//!   └──────────────┬───────────────┘
//!                  ▼
//!                ready: progress is 1.0, and only now
//! ```
//!
//! A phase lists its resources in a manifest, a RON file ([`Manifest`]), and may add more in code
//! ([`Phase::resource`]). All kinds share one record, [`Resource`], as in the fifth improvement of
//! the design this crate is built from: an id, a kind, a weight, required or optional.
//!
//! This module knows no screen. [`Loader`] does the work, one call a frame; the manager of
//! [`flow`](crate::flow) calls it and shows the Loading screen meanwhile.

mod background;
mod check;
mod decode;
mod definition;
mod error;
#[cfg(feature = "films")]
mod film;
mod handle;
mod loader;
mod make;
mod manifest;
mod prefetch;
mod queue;
mod resource;
mod status;
mod store;

pub use background::Background;
pub use check::{Problem, check_file};
pub use decode::{
    Level, LevelObject, LevelTileset, MachineData, PropertyValue, Script, ScriptError, Sound, SoundFormat,
    Strings, Tile, TileLayer, Value, decode_texture, script_engine,
};
pub use definition::{Phase, PhaseId};
pub use error::{DecodeError, LoadCause, LoadError, ManifestError, PhaseError, Position};
#[cfg(feature = "films")]
pub use film::Film;
pub use handle::{Handle, Held, LookupError, StaleHandle};
pub use loader::Loader;
pub use make::{MakeContext, MakeResource, MakeStep};
pub use manifest::{Manifest, ManifestEntry};
pub use prefetch::keep_manifests;
pub use queue::{Pace, Progress};
pub use resource::{Need, Resource, ResourceId, ResourceKind};
pub use status::{LoadReport, LoadStatus, LoadStep, LoaderParts};
pub use store::{Leak, Memory, Resources, Texture};
