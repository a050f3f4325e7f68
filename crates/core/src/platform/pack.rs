//! Packs: the files of an assets folder, joined in load order.
//!
//! The tool `pack` of a game's program makes a folder of packs: `PHASE.pack` has the files of one phase in
//! the order of its load queue, and `shared.pack` has the manifests and what several phases share, once.
//! `shared.pack` begins with the index of all packs, which is text:
//!
//! ```text
//! proscenium packs 1 0000000148 7c3fd5a0        version, bytes and CRC-32 of the lines that follow
//! pack shared.pack
//! 0b5fa6c3 161 phases/logo.ron                  CRC-32, bytes and path of an item
//! pack logo.pack
//! 1a7e11d9 27403 textures/logo.png
//! ```
//!
//! The items of a pack follow one another without gaps, in `shared.pack` after the index. A pack of
//! another length is refused when the packs are opened, and a changed item when it is read.
//!
//! An item has the bytes of its file, or a form of it that loads faster:
//! [`Asset::pack`](crate::phase::Asset::pack).

mod index;
mod source;
#[cfg(not(target_arch = "wasm32"))]
mod write;

pub(super) use source::Packs;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use write::write_packs;

/// The pack with the index.
pub(crate) const SHARED: &str = "shared.pack";
