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
//! Everything comes in through one queue with one kind of job. A job reads the files of a resource, which are its own and
//! those that its kind [needs](Asset::needs), each once; decodes them on a thread, in a page in the browser, or where there is
//! no thread on the main one; and finishes the value on the main thread, a large one in slices. Decoded bytes that wait are
//! bounded. The queue has four uses, and retries, limits of time and of bytes, and the signs of a stall are the same in all:
//!
//! * A **load** finishes the resources of its phase in their order. Its manifest is read first, as a file of it.
//! * A [preload](crate::flow::FlowHandle::preload) does the same for the next phase while the present one runs, one item a
//!   tick, within a limit of bytes. At the change its resources cost no tick; where nothing but the work of caches and callbacks
//!   is left, freeing, loading and ready happen in one tick, and there is no Loading screen. What fails is left to the load.
//! * **Streams** are files that are marked `streamed: true`. A load leaves them out; they come in while the phase is played,
//!   when a screen [requests](crate::flow::FlowHandle::stream) them, the highest priority first, and go when the room is needed
//!   after that.
//! * A **reload** reads what was [saved](crate::flow::ScreenManager::reload_changed) while it is resident. What fails leaves the
//!   old value.
//!
//! Over a network an answer that never comes holds up its own item alone, and a load that requires it.
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
//! | `id` | the name by which screens look the resource up; unique in its phase, 1 to 100 bytes, without control characters and invisible ones |
//! | `path` | the file, from the assets folder |
//! | `filter` | of a texture: `nearest`, which is sharp and the default, or `linear`, which is smooth; parts of an image that are drawn apart, as those of an atlas, then need two free pixels between them |
//! | `make` | the name of the maker, registered with [`register_maker`](crate::flow::ScreenManager::register_maker) |
//! | `weight` | the share of the progress, 1 if it is left out |
//! | `optional` | whether a failure gives a stand-in instead of ending the load; `false` if it is left out |
//! | `streamed` | of a file: whether the load leaves it out, for [`stream`](crate::flow::FlowHandle::stream); `false` if it is left out |
//!
//! Textures are clamped at their edges: macroquad has other wrap modes only in `get_internal_gl`, which is unsafe,
//! and the library has no unsafe code. A pattern is drawn once for each repetition.
//!
//! A resource that is optional and could not be loaded, also one with a stand-in, is tried again by the next
//! phase that has it; [`Resources::failures`] lists those of the present phase. A [`LoadPolicy`] sets what is
//! retried and how often, the limits of time and of bytes, and after which time without progress a load is
//! [`Slow`](Activity::Slow) or [`Stalled`](Activity::Stalled). By itself a load is never given up.
//!
//! The kinds of resources are an open set: [`Texture`], [`Sound`] and bytes (`Vec<u8>`) are built in, and a
//! program registers its own types that implement [`Asset`], or RON files of any serde type. The queue
//! knows no format.
//!
//! The module knows no screens: the manager of [`flow`](crate::flow) calls it in each tick and shows
//! the Loading screen meanwhile.

mod ahead;
mod asset;
mod background;
pub(crate) mod check;
mod context;
mod error;
mod files;
mod finishing;
mod handle;
mod held;
mod id;
mod identity;
pub(crate) mod image;
mod job;
mod kind;
mod kinds;
mod listing;
mod loader;
mod manifest;
mod meant;
mod pacing;
#[cfg(not(target_arch = "wasm32"))]
mod packing;
mod policy;
mod queue;
mod reading;
mod resource;
mod status;
mod store;
mod stream;

pub use asset::Asset;
pub use background::Background;
pub(crate) use check::PhaseCheck;
pub use context::{CheckContext, DecodeContext, FinishContext};
pub(crate) use error::guarded;
pub use error::{AnyError, DecodeError, LoadError, Position};
pub use handle::Handle;
pub use id::{PhaseId, ResourceId};
pub(crate) use kind::Kind;
pub use kinds::{Sound, Texture};
pub(crate) use listing::{Listing, ReadManifests};
pub(crate) use loader::Loader;
pub use pacing::Pace;
pub(crate) use pacing::Pacing;
pub use policy::LoadPolicy;
pub use resource::Resource;
pub(crate) use resource::{FromCode, Maker, PhaseContents};
pub(crate) use status::MAX_RECORDS;
pub use status::{Activity, LoadReport, LoadStatus, LoadStep, Progress};
pub(crate) use store::Store;
pub use store::{Memory, Resources};
pub use stream::StreamTicket;
