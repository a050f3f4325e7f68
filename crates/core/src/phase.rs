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
//! Each load reads its manifest and works through its own queue. The queue reads the files of the next items, with the
//! further files that their kinds [need](Asset::needs), each once; decodes them on threads, in a page in the browser,
//! or without threads on the main one; and finishes one item after the other on the main thread, a large one in slices.
//! At most four items for each thread are decoded ahead, at most 16 at once over a network, and their bytes are
//! bounded. Retries, limits of time and of bytes, and the signs of a stall are the same in all loads:
//!
//! | load | what it is | how it ends |
//! |---|---|---|
//! | on screen | the change of phases, which Loading shows | the phase's first screen, or the failure screen |
//! | [preload](crate::flow::FlowHandle::preload) | the load of the next phase, begun while the present one runs, one item a tick, within a limit of bytes; it leaves caches, callbacks and failed items to the change | the change to its phase goes on with it, without a Loading screen if no file is left |
//! | [side load](crate::flow::FlowHandle::load_beside) | a phase without screens, beside the one that runs | its last handle is dropped, or the phase beside it ends |
//! | [reload](crate::phase::Assets::reload_changed) | the resident resources whose files were saved | handles see the new values; what fails leaves the old one |
//!
//! Resources that the phase has already are shared with the loads beside it.
//!
//! A phase lists its resources in a manifest, a RON file, and may add more in code:
//!
//! ```text
//! (
//!     include: ["phases/common.ron"],
//!     resources: [
//!         texture(id: "backdrop", path: "textures/backdrop.png", filter: linear, weight: 3),
//!         sound(id: "music", path: "sounds/music.ogg", optional: true),
//!         cache(id: "glyphs", make: "glyph_cache", from: ["en"]),
//!     ],
//! )
//! ```
//!
//! | field | meaning |
//! |---|---|
//! | `include` | manifests whose resources come first, at most 64 |
//! | `resources` | the resources in the order in which they are loaded, at most 10,000 |
//! | `kind(..)` | a file; `kind` is the word of a registered [`Asset`] |
//! | `cache(..)` | a value that a maker builds from the resources `from` and no others; it stays as long as they do |
//! | `callback(..)` | a maker that runs in each load |
//! | `id` | the name by which screens look the resource up; unique in its phase, 1 to 100 characters of `a` to `z`, `A` to `Z`, `0` to `9` and `_` |
//! | `path` | the file, from the assets folder |
//! | `filter` | of a texture: `nearest`, which is sharp and the default, or `linear`, which is smooth; parts of an image that are drawn apart, as in an atlas, then need two free pixels between them |
//! | `make` | the name of the maker, registered with [`register_maker`](crate::phase::Assets::register_maker) |
//! | `weight` | the share of the progress, 1 if it is left out |
//! | `optional` | whether a failure gives a stand-in instead of ending the load; `false` if it is left out |
//!
//! Textures are clamped at their edges: macroquad has other wrap modes only in `get_internal_gl`, which is unsafe,
//! and the library has no unsafe code. A pattern is drawn once for each repetition.
//!
//! An optional resource that could not be loaded, even one with a stand-in, is tried again by the next phase that has
//! it; [`Resources::failures`] lists the failures of the present phase. A [`LoadPolicy`] sets what is retried and how
//! often, the limits of time and of bytes, and after which time without progress a load is [`Slow`](Activity::Slow) or
//! [`Stalled`](Activity::Stalled). A load never gives up by itself.
//!
//! The kinds of resources are an open set: [`Texture`], [`Sound`] and bytes (`Vec<u8>`) are built in, and a
//! program registers its own types that implement [`Asset`], or RON files of any serde type. The queue
//! knows no format.
//!
//! The module knows no screens: the manager of [`flow`](crate::flow) calls it in each tick and shows
//! the Loading screen meanwhile.

mod asset;
pub(crate) mod assets;
mod background;
mod check;
mod context;
mod error;
mod files;
mod finishing;
mod handle;
mod id;
mod identity;
mod image;
mod job;
mod kind;
mod kinds;
mod listing;
mod manifest;
mod meant;
mod pacing;
#[cfg(not(target_arch = "wasm32"))]
mod packing;
mod policy;
mod queue;
mod reading;
mod resource;
mod room;
mod side;
mod status;
mod store;

pub use asset::Asset;
pub use assets::Assets;
pub use background::Background;
pub use check::{FileRead, PhaseCheck};
pub use context::{CheckContext, DecodeContext, FinishContext};
pub use error::{AnyError, DecodeError, LoadError, Position};
pub use handle::Handle;
pub use id::{PhaseId, ResourceId};
pub use image::{decode_image, image_size};
pub use kinds::{Sound, Texture};
pub(crate) use listing::{Listing, ReadManifests};
pub use pacing::Pace;
pub(crate) use pacing::Pacing;
pub use policy::LoadPolicy;
pub use resource::Resource;
pub(crate) use resource::{FromCode, PhaseContents};
pub use side::{SideLoad, SideStatus};
pub use status::{Activity, LoadReport, LoadStatus, LoadStep, Progress};
pub(crate) use store::Store;
pub use store::{Memory, Resources};
