//! The kinds that every program has.

mod sound;
mod texture;

pub use sound::Sound;
pub use texture::Texture;

use super::asset::Asset;
use super::context::{DecodeContext, web_page};
use super::error::AnyError;
use super::kind::Kind;
use crate::platform::id_problem;

/// The program's kinds that manifests can name. The built-in ones are not in the list, so that a page
/// without manifests does not contain their code.
#[derive(Clone, Debug, Default)]
pub(crate) struct Kinds {
    known: Vec<Kind>,
    /// The words of kinds and makers that are not built in, and why.
    missing: Vec<(&'static str, &'static str)>,
}

impl Kinds {
    /// Adds a kind, or replaces the one with the same word. A kind whose word no manifest can have is left out.
    pub(crate) fn add(&mut self, kind: Kind) {
        if let Some(problem) = id_problem(kind.name) {
            return log::error!("the word of a kind {problem}");
        }
        self.known.retain(|known| known.name != kind.name);
        self.known.push(kind);
    }

    pub(crate) fn add_missing(&mut self, word: &'static str, why: &'static str) {
        self.missing.retain(|(known, _)| *known != word);
        self.missing.push((word, why));
    }

    /// The words of kinds and makers that are not built in, even if the program has them by now.
    pub(super) fn missing(&self) -> impl Iterator<Item = &'static str> {
        self.missing.iter().map(|(word, _)| *word)
    }

    /// Why a kind or a maker of this name is not there, if a reason is known.
    pub(super) fn why_missing(&self, name: &str) -> Option<&'static str> {
        self.missing.iter().find(|(word, _)| *word == name).map(|(_, why)| *why)
    }

    fn all(&self) -> impl Iterator<Item = Kind> {
        let built_in = [Kind::of::<Texture>(), Kind::of::<Sound>(), Kind::of::<Vec<u8>>()];
        let is_replaced = |kind: &Kind| self.known.iter().any(|own| own.name == kind.name);
        built_in.into_iter().filter(move |kind| !is_replaced(kind)).chain(self.known.iter().copied())
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
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        if !["html", "htm"].contains(&cx.path().extension().as_str()) {
            web_page(bytes, "file of bytes").map_or(Ok(()), |what| Err(cx.error(what)))?;
        }
        Ok(bytes.to_vec())
    }

    fn memory(&self) -> u64 {
        self.len() as u64
    }
}
