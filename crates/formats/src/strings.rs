//! Texts in the player's language: Fluent files.

mod check;
mod file;
mod languages;
mod references;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_syntax::ast::Pattern;
use unic_langid::LanguageIdentifier;

use self::languages::chain;
use proscenium_core::phase::{AnyError, Asset, CheckContext, DecodeContext, Position, Resources};
use proscenium_core::platform::caught;

/// The numbers beside 0 whose digits the plural rules can compute with.
const POSSIBLE: Range<f64> = 1e-3..1e15;

/// The memory of a text with its tree, in lengths of the text.
const SIZE_FACTOR: u64 = 4;

/// The texts of one file in one language: the value of a resource of the kind `strings`, a Fluent file.
///
/// The language of a file is its name, as in `strings/zh-CN.ftl`; or a part of its name, as in `menu.zh-CN.ftl`; or the
/// name of a folder, as in `strings/zh-CN/menu.ftl`. It has two or three letters, which a script, a region and variants
/// may follow (BCP 47). Where several names are languages, the first of two letters counts, from the file upwards. So a
/// language may have several files. A file refers to its own texts and terms only.
///
/// The language of the first file in the manifest serves all players whose language is not there, and all texts that
/// another language does not have.
///
/// Fluent would skip a message with an error; here the whole file is an error, so that it is found when
/// the file is loaded. Its function `NUMBER` is there, with the options `type` and `minimumFractionDigits`; `DATETIME` is
/// not. A number that is to have fewer digits is rounded before it becomes an argument.
pub struct Strings {
    language: LanguageIdentifier,
    /// The language as a tag.
    tag: String,
    bundle: FluentBundle<FluentResource>,
    /// The places of the texts; an attribute's name follows its message's: `start.hint`.
    texts: BTreeMap<String, Position>,
    characters: BTreeSet<char>,
    text_length: usize,
}

impl Strings {
    fn new(language: LanguageIdentifier) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language.clone()]);
        // The marks around arguments are invisible only if the font knows them.
        bundle.set_use_isolating(false);
        // It is the first entry of its name.
        let _ = bundle.add_builtins();
        Self {
            tag: language.to_string(),
            language,
            bundle,
            texts: BTreeMap::new(),
            characters: BTreeSet::new(),
            text_length: 0,
        }
    }

    /// A language for tests of layouts, which [`languages`](Self::languages) does not list: the texts in English, or
    /// else in the first language of the manifest, with accents, in brackets, and a third longer.
    pub const PSEUDO: &'static str = "en-XA";

    /// Returns the text of `key` in `language` (a tag such as `zh-CN`, or several with commas between them, of which the
    /// first one that there is counts), filled in with `args`. The key of an attribute is its
    /// message's key, a dot and its name: `start.hint`.
    ///
    /// If there is no such language, the text is from another script or region, such as `en` for `en_GB.UTF-8`; if that
    /// language has no such text, from the first language of the manifest that has it; if none has, it is the key.
    pub fn text(
        resources: &Resources,
        language: &str,
        key: &str,
        args: &[(&str, FluentValue<'_>)],
    ) -> String {
        let key_as_text = || if language == Self::PSEUDO { pseudo(key) } else { key.to_owned() };
        Self::find(resources, language, key, args).unwrap_or_else(key_as_text)
    }

    /// As [`text`](Self::text); `None` if no language has such a text.
    pub fn find(
        resources: &Resources,
        language: &str,
        key: &str,
        args: &[(&str, FluentValue<'_>)],
    ) -> Option<String> {
        let files = chain(resources, language);
        let text = files.iter().find_map(|file| resources.get(*file)?.format(key, args))?;
        Some(if language == Self::PSEUDO { pseudo(&text) } else { text })
    }

    /// Returns the resident languages, sorted by their tags: each tag, and the language's own name (the
    /// text `language-name` of one of its files, or else the tag).
    pub fn languages(resources: &Resources) -> Vec<(&str, String)> {
        let mut languages: Vec<(&str, Option<String>)> = Vec::new();
        for strings in resources.in_order().filter_map(|file| resources.get::<Self>(file)) {
            match languages.iter_mut().find(|(tag, _)| *tag == strings.tag) {
                Some((_, name)) => *name = name.take().or_else(|| strings.get("language-name")),
                None => languages.push((&strings.tag, strings.get("language-name"))),
            }
        }
        let mut languages: Vec<(&str, String)> =
            languages.into_iter().map(|(tag, name)| (tag, name.unwrap_or_else(|| tag.to_owned()))).collect();
        languages.sort();
        languages
    }

    /// Returns the tag of the resident language that answers the wish `language` best, as in
    /// [`text`](Self::text), or [`PSEUDO`](Self::PSEUDO); empty if there is none.
    pub fn nearest<'a>(resources: &'a Resources, language: &str) -> &'a str {
        if language == Self::PSEUDO {
            return Self::PSEUDO;
        }
        let files = chain(resources, language);
        files.first().and_then(|file| resources.get(*file)).map_or("", Self::language)
    }

    /// Returns the tag of the resident language `by` places after the [nearest](Self::nearest) to `language`,
    /// in the order of the tags, cyclically.
    pub fn next<'a>(resources: &'a Resources, language: &str, by: i32) -> &'a str {
        let (tags, now) = (Self::languages(resources), Self::nearest(resources, language));
        let index = tags.iter().position(|(tag, _)| *tag == now).unwrap_or(0) as i64 + i64::from(by);
        tags.get(index.rem_euclid(tags.len().max(1) as i64) as usize).map_or(now, |(tag, _)| tag)
    }

    /// Returns the language as a tag: `en`, `zh-CN`.
    pub fn language(&self) -> &str {
        &self.tag
    }

    /// Returns the text of `key` without arguments; `None` if there is no such text.
    pub fn get(&self, key: &str) -> Option<String> {
        self.format(key, &[])
    }

    /// Returns the text of `key`, filled in with `args`; `None` if there is no such text. A missing
    /// argument is shown as Fluent's mark, for instance `{$name}`. Texts that refer to each other in a circle, and
    /// more than 100 parts, are cut with such a mark.
    ///
    /// An argument is a text or a number, such as `("name", "Ann".into())` or `("count", 3.into())`. A
    /// number can also choose a plural form; a text of digits cannot.
    pub fn format(&self, key: &str, args: &[(&str, FluentValue<'_>)]) -> Option<String> {
        let pattern = self.pattern(key)?;
        let args = args.iter().map(|(name, value)| (*name, argument(value)));
        let args = FluentArgs::from_iter(args);
        // Fluent stops a text of more than 100 parts, and panics in some of them.
        let text = caught(|| self.bundle.format_pattern(pattern, Some(&args), &mut Vec::new()).into_owned());
        Some(text.unwrap_or_else(|_| format!("{{{key}}}")))
    }

    /// Returns the keys of the messages with a text, sorted.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str).filter(|key| !key.contains('.'))
    }

    /// Returns all characters of the file, digits, and the characters that Fluent writes. Characters of
    /// arguments are not known here.
    pub const fn characters(&self) -> &BTreeSet<char> {
        &self.characters
    }

    /// The text of a message or of its attribute.
    fn pattern(&self, key: &str) -> Option<&Pattern<&str>> {
        match key.split_once('.') {
            None => self.bundle.get_message(key)?.value(),
            Some((message, attribute)) => {
                Some(self.bundle.get_message(message)?.get_attribute(attribute)?.value())
            }
        }
    }
}

impl Asset for Strings {
    const KIND: &'static str = "strings";
    const EXTENSIONS: &'static [&'static str] = &["ftl"];
    const MAX_BYTES: usize = 1 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        Ok(file::read(bytes, cx)?)
    }

    fn stand_in() -> Option<Self> {
        Some(Self::new(LanguageIdentifier::default()))
    }

    fn decoded_size(bytes: &[u8]) -> u64 {
        bytes.len() as u64 * SIZE_FACTOR
    }

    fn memory(&self) -> u64 {
        self.text_length as u64 * SIZE_FACTOR
    }

    /// Reports texts of other languages of the phase that this one does not have, texts that two files of the
    /// language have, variables that no other language has but that are similar to variables of the same text there,
    /// and texts that Fluent would not show as they are meant. A language may leave a variable out.
    fn check(&self, cx: &mut CheckContext<'_>) {
        check::check(self, cx);
    }
}

/// An argument as Fluent gets it. A number with which the plural rules panic is a text.
fn argument<'a>(value: &FluentValue<'a>) -> FluentValue<'a> {
    match value {
        FluentValue::Number(number) if number.value != 0.0 && !POSSIBLE.contains(&number.value.abs()) => {
            number.value.to_string().into()
        }
        value => value.clone(),
    }
}

/// A text in the language for tests.
fn pseudo(text: &str) -> String {
    let accented = |c: char| {
        let plain = "aceinosuyzACEINOSUYZ".chars().position(|plain| plain == c);
        plain.and_then(|at| "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ".chars().nth(at)).unwrap_or(c)
    };
    let mut longer = String::from("[");
    for character in text.chars() {
        longer.push(accented(character));
        if "aeiouAEIOU".contains(character) {
            longer.push(accented(character.to_ascii_lowercase()));
        }
    }
    longer.push(']');
    longer
}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strings({}, {} texts)", self.tag, self.texts.len())
    }
}
