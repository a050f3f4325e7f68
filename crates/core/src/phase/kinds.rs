//! The kinds that every program has.

mod sound;
mod texture;

use std::error::Error;

pub use sound::Sound;
pub use texture::Texture;

use super::asset::{Asset, Kind};
use super::context::{DecodeContext, web_page};
use crate::platform::id_problem;

/// The kinds that manifests can name: those of the program. The built-in ones are not in the list, so that a page
/// without manifests does not contain their code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds(Vec<Kind>);

impl Kinds {
    /// Adds a kind; it takes the place of one with the same word. One whose word no manifest can have is left out.
    pub(crate) fn add(&mut self, kind: Kind) {
        if let Some(problem) = id_problem(kind.name) {
            return log::error!("the word of a kind {problem}");
        }
        self.0.retain(|known| known.name != kind.name);
        self.0.push(kind);
    }

    fn all(&self) -> impl Iterator<Item = Kind> {
        let built_in = [Kind::of::<Texture>(), Kind::of::<Sound>(), Kind::of::<Vec<u8>>()];
        let is_replaced = |kind: &Kind| self.0.iter().any(|own| own.name == kind.name);
        built_in.into_iter().filter(move |kind| !is_replaced(kind)).chain(self.0.iter().copied())
    }

    pub(super) fn find(&self, name: &str) -> Option<Kind> {
        self.all().find(|kind| kind.name == name)
    }

    pub(super) fn of_extension(&self, extension: &str) -> Option<Kind> {
        self.all().find(|kind| kind.extensions.contains(&extension))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.all().map(|kind| kind.name)
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
