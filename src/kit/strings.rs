//! Texts in the player's language: Fluent files.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::resolver::errors::{ReferenceKind, ResolverError};
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::unicode::unescape_unicode_to_string;
use unic_langid::LanguageIdentifier;

use crate::phase::{Asset, CheckContext, DecodeContext, Position, Resources};
use crate::platform::{caught, nearest, sort_few};

/// The maximum depth of braces and brackets in a message; the parser calls itself for each.
const MAX_DEPTH: usize = 64;
/// The memory of a text with its tree, in lengths of the text.
const SIZE_FACTOR: u64 = 4;

/// The texts of one language: the value of a resource of the kind `strings`, a Fluent file such as
/// `strings/zh-CN.ftl`. The file's name is the language.
///
/// Fluent would skip a message with an error; here the whole file is an error, so that it is found when
/// the file is loaded.
pub struct Strings {
    language: String,
    bundle: FluentBundle<FluentResource>,
    keys: BTreeSet<String>,
    characters: BTreeSet<char>,
    text_length: usize,
}

impl Strings {
    fn new(language: &LanguageIdentifier) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language.clone()]);
        // The marks around arguments are invisible only if the font knows them.
        bundle.set_use_isolating(false);
        let language = language.to_string();
        Self { language, bundle, keys: BTreeSet::new(), characters: BTreeSet::new(), text_length: 0 }
    }

    /// A language for tests of layouts, which [`languages`](Self::languages) does not list: the English
    /// texts, or those of the first language, with accents, in brackets, and a third longer.
    pub const PSEUDO: &'static str = "en-XA";

    /// Returns the text of `key` in `language` (a tag such as `zh-CN`), filled in with `args`. If there is
    /// no such language, it is that of another region, such as `en` for `en_GB.UTF-8`; if that language has
    /// no such text, it is that of another language; if none has, it is the key.
    pub fn text(
        resources: &Resources,
        language: &str,
        key: &str,
        args: &[(&str, FluentValue<'_>)],
    ) -> String {
        let all = resources.of_type::<Self>();
        let mut all: Vec<_> =
            all.map(|(_, strings)| (Reverse(strings.nearness(language)), strings)).collect();
        sort_few(&mut all, |one, other| (one.0, &one.1.language) < (other.0, &other.1.language));
        let text = all.into_iter().find_map(|(_, strings)| strings.format(key, args));
        let text = text.unwrap_or_else(|| key.to_owned());
        if language == Self::PSEUDO { pseudo(&text) } else { text }
    }

    /// How well the language answers a wish such as `zh_TW.UTF-8`: 2 if it is the same, 1 if it is the
    /// same apart from the script and the region.
    fn nearness(&self, wish: &str) -> u8 {
        let wish = wish.split(['.', '@']).next().unwrap_or_default().replace('_', "-");
        let first = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        let is_same = self.language.eq_ignore_ascii_case(&wish);
        u8::from(first(&self.language) == first(&wish)) + u8::from(is_same)
    }

    /// Returns the resident languages, sorted by their tags: each tag, and the language's own name (the
    /// text `language-name` of its file, or else the tag).
    pub fn languages(resources: &Resources) -> Vec<(&str, String)> {
        let strings = resources.of_type::<Self>().map(|(_, strings)| strings);
        let name = |strings: &Self| strings.get("language-name").unwrap_or_else(|| strings.language.clone());
        let mut languages: Vec<_> = strings.map(|strings| (strings.language(), name(strings))).collect();
        sort_few(&mut languages, |one, other| one < other);
        languages
    }

    /// Returns the tag of the resident language that answers the wish `language` best, as in
    /// [`text`](Self::text), or [`PSEUDO`](Self::PSEUDO); empty if there is none.
    pub fn nearest<'a>(resources: &'a Resources, language: &str) -> &'a str {
        if language == Self::PSEUDO {
            return Self::PSEUDO;
        }
        let all = resources.of_type::<Self>().map(|(_, strings)| strings);
        let best = all.min_by_key(|strings| (Reverse(strings.nearness(language)), &strings.language));
        best.map_or("", Self::language)
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
        &self.language
    }

    /// Returns the text of `key` without arguments; `None` if there is no such text.
    pub fn get(&self, key: &str) -> Option<String> {
        self.format(key, &[])
    }

    /// Returns the text of `key`, filled in with `args`; `None` if there is no such text. A missing
    /// argument is shown as Fluent's mark, for instance `{$name}`.
    ///
    /// An argument is a text or a number, such as `("name", "Ann".into())` or `("count", 3.into())`. A
    /// number can also choose a plural form.
    pub fn format(&self, key: &str, args: &[(&str, FluentValue<'_>)]) -> Option<String> {
        Some(self.render(key, &args.iter().cloned().collect())?.0)
    }

    /// Returns the keys, sorted.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(String::as_str)
    }

    /// Returns all characters of the file, digits, and those that Fluent writes. Characters of
    /// arguments are not known here.
    pub const fn characters(&self) -> &BTreeSet<char> {
        &self.characters
    }

    fn render(&self, key: &str, args: &FluentArgs<'_>) -> Option<(String, Vec<FluentError>)> {
        let pattern = self.bundle.get_message(key)?.value()?;
        let mut errors = Vec::new();
        // Fluent stops a text of more than 100 parts, and panics in some of them.
        let text = caught(|| self.bundle.format_pattern(pattern, Some(args), &mut errors).into_owned());
        Some((text.unwrap_or_else(|_| format!("{{{key}}}")), errors))
    }

    /// The variables of a text.
    fn variables(&self, key: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let pattern = self.bundle.get_message(key).and_then(|message| message.value());
        pattern.into_iter().for_each(|pattern| in_pattern(pattern, &mut found));
        found
    }

    /// The first key with a reference to something that does not exist, and the problem.
    fn missing_reference(&self) -> Option<(&str, String)> {
        self.keys.iter().find_map(|key| {
            let (_, errors) = self.render(key, &FluentArgs::new())?;
            let (what, name) = errors.into_iter().find_map(|error| match error {
                FluentError::ResolverError(ResolverError::Reference(missing)) => match missing {
                    ReferenceKind::Message { id, .. } => Some(("text", id)),
                    ReferenceKind::Term { id, .. } => Some(("term", format!("-{id}"))),
                    ReferenceKind::Function { id } => Some(("function", id)),
                    ReferenceKind::Variable { .. } => None,
                },
                _ => None,
            })?;
            Some((key.as_str(), format!("there is no {what} `{name}`, which `{key}` refers to")))
        })
    }
}

impl Asset for Strings {
    const KIND: &'static str = "strings";
    const EXTENSIONS: &'static [&'static str] = &["ftl"];
    const MAX_BYTES: usize = 1 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let name = cx.path().as_str().rsplit('/').next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let language = stem.parse().map_err(|_| {
            let hint = "name the file as `en.ftl`, `zh-CN.ftl` and so on";
            cx.error(format!("`{stem}` is not a language; {hint}"))
        })?;
        let text = cx.text(bytes)?;
        let at = |offset, what| cx.error_at(Position::of_byte(text, offset), what);
        if let Some(offset) = too_deep(text) {
            return Err(at(offset, format!("too many open braces and brackets (max. {MAX_DEPTH})")).into());
        }
        if let Some(offset) = cut_escape(text) {
            return Err(at(offset, "`\\u` needs four hex digits, and `\\U` six".to_owned()).into());
        }
        let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, errors)| {
            let Some(first) = errors.first() else { return cx.error("it is not a Fluent file") };
            let more = match errors.len() {
                1 => String::new(),
                errors => format!(" (the first of {errors} errors)"),
            };
            at(first.pos.start, format!("{}{more}", first.kind))
        })?;
        let mut strings = Self::new(&language);
        for entry in resource.entries() {
            if let Entry::Message(message) = entry
                && message.value.is_some()
            {
                strings.keys.insert(message.id.name.to_owned());
            }
        }
        // Escapes are ASCII, and the function panics at a backslash before other characters.
        let escaped: String = text.split(|c: char| !c.is_ascii()).map(unescape_unicode_to_string).collect();
        let characters = text.chars().chain(escaped.chars()).chain("0123456789.-{$}".chars());
        strings.characters.extend(characters.filter(|c| !c.is_control()));
        strings.text_length = text.len();
        if let Err(errors) = strings.bundle.add_resource(resource)
            && let Some(FluentError::Overriding { id, .. }) = errors.first()
        {
            return Err(at(line_of(text, id), format!("`{id}` is defined twice")).into());
        }
        match strings.missing_reference() {
            Some((key, what)) => Err(at(line_of(text, key), what).into()),
            None => Ok(strings),
        }
    }

    fn stand_in() -> Option<Self> {
        Some(Self::new(&LanguageIdentifier::default()))
    }

    fn decoded_size(bytes: &[u8]) -> u64 {
        bytes.len() as u64 * SIZE_FACTOR
    }

    fn memory(&self) -> u64 {
        self.text_length as u64 * SIZE_FACTOR
    }

    /// Reports texts of other languages of the phase that this one does not have, and variables that no
    /// other language has and that are similar to those of the same text there. A language may leave a variable out.
    fn check(&self, cx: &mut CheckContext<'_>) {
        let mut missing = BTreeMap::new();
        for (other, strings) in cx.others::<Self>() {
            for key in strings.keys.difference(&self.keys) {
                missing.entry(key).or_insert(other);
            }
        }
        for (key, other) in missing {
            cx.problem(format!("{} has no text `{key}`, which {other} has", cx.path()));
        }
        let others: Vec<_> = cx.others::<Self>().collect();
        let has = |of: &Self, name: &str| of.keys.iter().any(|key| of.variables(key).contains(name));
        for key in &self.keys {
            let own = self.variables(key);
            for name in own.iter().filter(|name| !others.iter().any(|(_, other)| has(other, name))) {
                let meant =
                    others.iter().find_map(|(path, of)| Some((*path, nearest(name, of.variables(key))?)));
                let Some((other, meant)) = meant else { continue };
                // Of two files with one name each, the first one has the problem.
                let users = others.iter().filter(|(_, of)| of.variables(key).contains(meant)).count();
                if users > 1 || has(self, meant) || cx.path() < other {
                    cx.problem(format!("{}: `{key}` has `${name}`, but `${meant}` in {other}", cx.path()));
                }
            }
        }
    }
}

fn in_pattern<'a>(pattern: &'a Pattern<&str>, found: &mut BTreeSet<&'a str>) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            in_expression(expression, found);
        }
    }
}

fn in_expression<'a>(expression: &'a Expression<&str>, found: &mut BTreeSet<&'a str>) {
    let (Expression::Inline(inline) | Expression::Select { selector: inline, .. }) = expression;
    in_inline(inline, found);
    if let Expression::Select { variants, .. } = expression {
        variants.iter().for_each(|variant| in_pattern(&variant.value, found));
    }
}

fn in_inline<'a>(inline: &'a InlineExpression<&str>, found: &mut BTreeSet<&'a str>) {
    match inline {
        InlineExpression::VariableReference { id } => drop(found.insert(id.name)),
        InlineExpression::Placeable { expression } => in_expression(expression, found),
        _ => {}
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
        write!(f, "Strings({}, {} texts)", self.language, self.keys.len())
    }
}

/// The byte of an escape in quotes with a character in place of a digit that is not ASCII: the parser panics at it.
/// Any quotation mark before it in its line counts, so the result may be too strict, never too lax.
fn cut_escape(text: &str) -> Option<usize> {
    let is_cut = |escape: &str| {
        let mut characters = escape.chars();
        let digits = match characters.next() {
            Some('u') => 4,
            Some('U') => 6,
            _ => 0,
        };
        characters.take(digits).find(|c| !c.is_ascii_hexdigit()).is_some_and(|c| !c.is_ascii())
    };
    let mut end = 0;
    text.split_inclusive('\n').find_map(|line| {
        let start = end;
        end += line.len();
        let quote = line.find('"')?;
        let mut escapes = line[quote..].match_indices('\\').map(|(at, _)| quote + at);
        escapes.find(|at| is_cut(&line[at + 1..])).map(|at| start + at)
    })
}

/// The byte at which the last message `key` of a file begins.
fn line_of(text: &str, key: &str) -> usize {
    let is_message = |at: &usize| {
        let (before, rest) = (&text[..*at], &text[at + key.len()..]);
        (at == &0 || before.ends_with('\n')) && rest.trim_start_matches(' ').starts_with('=')
    };
    text.match_indices(key).map(|(at, _)| at).filter(is_message).last().unwrap_or(0)
}

/// The byte at which more than [`MAX_DEPTH`] braces and brackets of a message are open. Those in quotes
/// count too, so the result may be too strict, never too lax.
fn too_deep(text: &str) -> Option<usize> {
    let mut open = 0_usize;
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        // A new message has a key and an equals sign at the left edge.
        let rest = line.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        if rest.len() < line.len() && rest.trim_start_matches(' ').starts_with('=') {
            open = 0;
        }
        for (at, byte) in line.bytes().enumerate() {
            match byte {
                b'{' | b'(' => open += 1,
                b'}' | b')' => open = open.saturating_sub(1),
                _ => {}
            }
            if open > MAX_DEPTH {
                return Some(offset + at);
            }
        }
        offset += line.len();
    }
    None
}
