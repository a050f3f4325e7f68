//! The texts of one language: a Fluent file, whole or refused.
//!
//! A file with a mistake is refused as a whole, although Fluent could go on with the rest: what
//! is wrong in it should be seen when it is loaded, not when a player opens the last page.

mod survey;

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use unic_langid::LanguageIdentifier;

use super::text::{broken, broken_at, utf8};
use crate::phase::error::DecodeError;
use crate::platform::AssetPath;
use survey::Survey;

/// The longest file of texts in bytes: 1 MiB.
const MAX_TEXT: usize = 1 << 20;

/// How deep braces and brackets of one message may be nested; the parser calls itself for each.
const MAX_DEPTH: usize = 64;

/// What a text is filled in with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A text, shown as it is.
    Text(&'a str),
    /// A number; it also chooses between the plural forms of a text.
    Number(f64),
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

/// The texts of one language, from a Fluent file such as `strings/zh-CN.ftl`. The file's name is
/// the language.
pub struct Strings {
    language: LanguageIdentifier,
    bundle: FluentBundle<FluentResource>,
    keys: BTreeSet<String>,
    characters: BTreeSet<char>,
    text_length: usize,
}

impl Strings {
    /// No texts at all: the stand-in for a file that could not be loaded.
    #[must_use]
    pub fn empty(language: LanguageIdentifier) -> Self {
        let bundle = bundle_of(&language);
        Self { language, bundle, keys: BTreeSet::new(), characters: BTreeSet::new(), text_length: 0 }
    }

    /// The language.
    #[must_use]
    pub const fn language(&self) -> &LanguageIdentifier {
        &self.language
    }

    /// The text of `key` without anything filled in; `None` when there is no such text.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<String> {
        self.format(key, &[])
    }

    /// The text of `key`, filled in with `args`; `None` when there is no such text. What the text
    /// asks for and `args` does not have shows as Fluent's mark, for instance `{$name}`.
    #[must_use]
    pub fn format(&self, key: &str, args: &[(&str, Value<'_>)]) -> Option<String> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let args: FluentArgs<'_> = args
            .iter()
            .map(|(name, value)| match *value {
                Value::Text(text) => (*name, FluentValue::from(text)),
                Value::Number(number) => (*name, FluentValue::from(number)),
            })
            .collect();
        // Fluent stops a text of more than 100 parts, and in some such texts it then panics while
        // it writes its mark. A text is never worth the game: the key is shown instead.
        let text = catch_unwind(AssertUnwindSafe(|| {
            self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned()
        }));
        Some(text.unwrap_or_else(|_| format!("{{{key}}}")))
    }

    /// The keys that have a text, sorted.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str)
    }

    /// All characters that the texts can show by themselves, in all their variants. What is
    /// filled in is not known here; digits are there when something is filled in.
    #[must_use]
    pub fn characters(&self) -> BTreeSet<char> {
        self.characters.clone()
    }

    /// Reads a file of texts.
    pub(super) fn decode(path: &AssetPath, bytes: &[u8]) -> Result<Self, DecodeError> {
        let language = language_of(path)?;
        let text = utf8(path, bytes, MAX_TEXT)?;
        if let Some(offset) = survey::too_deep(text, MAX_DEPTH) {
            let what = format!("braces and brackets are nested more than {MAX_DEPTH} deep here");
            return Err(broken_at(path, text, offset, what));
        }
        let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, errors)| {
            let Some(first) = errors.first() else { return broken(path, "it is not a Fluent file") };
            let more = match errors.len() - 1 {
                0 => String::new(),
                1 => "; there is 1 more mistake".to_owned(),
                more => format!("; there are {more} more mistakes"),
            };
            broken_at(path, text, first.pos.start, format!("{}{more}", first.kind))
        })?;
        let Survey { keys, characters } = survey::survey(resource.entries())
            .map_err(|mistake| broken_at(path, text, mistake.offset(resource.source()), mistake.what))?;
        let mut bundle = bundle_of(&language);
        // The survey found duplicates already, with their places.
        bundle.add_resource(resource).map_err(|errors| {
            let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
            broken(path, errors.join("; "))
        })?;
        Ok(Self { language, bundle, keys, characters, text_length: text.len() })
    }

    /// The memory it holds in bytes, roughly: the text and about as much again for its tree.
    pub(super) const fn memory(&self) -> u64 {
        self.text_length as u64 * 4
    }
}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strings({}, {} texts)", self.language, self.keys.len())
    }
}

fn bundle_of(language: &LanguageIdentifier) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(vec![language.clone()]);
    // The marks around filled-in parts are invisible only where the font knows them.
    bundle.set_use_isolating(false);
    bundle
}

/// The language that the file's name says.
fn language_of(path: &AssetPath) -> Result<LanguageIdentifier, DecodeError> {
    let name = path.as_str().rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.parse().map_err(|_| {
        broken(path, format!("`{stem}` is not a language; name the file as `en.ftl`, `zh-CN.ftl` and so on"))
    })
}

#[cfg(test)]
mod tests;
