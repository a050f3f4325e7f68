//! The kinds that every program has.

mod ogg;
mod sound;
mod texture;

use std::error::Error;

pub use sound::Sound;
pub use texture::Texture;

use super::asset::{Asset, Kind};
use super::context::{DecodeContext, web_page};

/// The kinds that manifests can name.
#[derive(Clone, Debug)]
pub(crate) struct Kinds(Vec<Kind>);

impl Default for Kinds {
    fn default() -> Self {
        Self(vec![Kind::of::<Texture>(), Kind::of::<Sound>(), Kind::of::<Vec<u8>>()])
    }
}

impl Kinds {
    /// Adds a kind; it takes the place of one with the same word.
    pub(crate) fn add(&mut self, kind: Kind) {
        self.0.retain(|known| known.name != kind.name);
        self.0.push(kind);
    }

    pub(super) fn find(&self, name: &str) -> Option<Kind> {
        self.0.iter().find(|kind| kind.name == name).copied()
    }

    pub(super) fn of_extension(&self, extension: &str) -> Option<Kind> {
        self.0.iter().find(|kind| kind.extensions.contains(&extension)).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|kind| kind.name)
    }
}

/// A file as it is: for formats that a game reads itself.
impl Asset for Vec<u8> {
    const KIND: &'static str = "bytes";

    /// Refuses a web page, unless the file is called `.html` or `.htm`.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        if !["html", "htm"].contains(&cx.path().extension().as_str()) {
            web_page(bytes, "file of bytes").map_or(Ok(()), |what| Err(cx.error(what)))?;
        }
        Ok(bytes.to_vec())
    }

    fn memory(&self) -> u64 {
        self.len() as u64
    }
}
