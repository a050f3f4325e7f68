//! Reading a Fluent file: what its parser cannot stand is found before, and what it accepts and cannot show.

use std::collections::BTreeMap;

use fluent_bundle::{FluentError, FluentResource};
use fluent_syntax::unicode::unescape_unicode_to_string;

use super::references::{missing, texts};
use super::{Strings, languages};
use proscenium_core::phase::{DecodeContext, DecodeError, Position};

/// The maximum depth of braces and brackets in a message; the parser calls itself for each.
const MAX_DEPTH: usize = 64;

pub(super) fn read(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Strings, DecodeError> {
    let path = cx.path().as_str();
    let language = languages::of_file(path).ok_or_else(|| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let hint = "name the file `en.ftl` or `menu.zh-CN.ftl`, or its folder, as in `en/menu.ftl`";
        cx.error(format!("`{stem}` is not a language of two or three letters; {hint}"))
    })?;
    let text = cx.text(bytes)?;
    let at = |offset, what| cx.error_at(Position::of_byte(text, offset), what);
    if let Some(offset) = too_deep(text) {
        return Err(at(offset, format!("too many open braces and brackets (max. {MAX_DEPTH})")));
    }
    if let Some(offset) = cut_escape(text) {
        return Err(at(offset, "`\\u` needs four hex digits, and `\\U` six".to_owned()));
    }
    let resource = FluentResource::try_new(text.to_owned()).map_err(|(_, errors)| {
        let Some(first) = errors.first() else { return cx.error("it is not a Fluent file") };
        let more = match errors.len() {
            1 => String::new(),
            errors => format!(" (the first of {errors} errors)"),
        };
        at(first.pos.start, format!("{}{more}", first.kind))
    })?;
    let places = places(text);
    let place = |name: &str| places.get(name).copied().unwrap_or(Position { line: 1, column: 1 });
    let mut strings = Strings::new(language);
    let named = texts(resource.entries());
    let problem = missing(&named);
    let keys = named.keys().filter(|name| !name.starts_with('-'));
    strings.texts = keys.map(|name| (name.clone(), place(name))).collect();
    // Escapes are ASCII, and the function panics at a backslash before other characters.
    let escaped: String = text.split(|c: char| !c.is_ascii()).map(unescape_unicode_to_string).collect();
    let characters = text.chars().chain(escaped.chars()).chain("0123456789.-{$}".chars());
    strings.characters.extend(characters.filter(|c| !c.is_control()));
    strings.text_length = text.len();
    if let Err(errors) = strings.bundle.add_resource(resource)
        && let Some(FluentError::Overriding { id, .. }) = errors.first()
    {
        let term = format!("-{id}");
        return Err(match (places.get(id), places.get(&term)) {
            (Some(place), Some(_)) => {
                cx.error_at(*place, format!("a text and a term have the name `{id}`; rename one"))
            }
            (None, Some(place)) => cx.error_at(*place, format!("`{term}` is defined twice")),
            (place_of_text, None) => {
                let place = place_of_text.copied().unwrap_or(place(id));
                cx.error_at(place, format!("`{id}` is defined twice"))
            }
        });
    }
    match problem {
        Some((name, what)) => Err(cx.error_at(place(&name), what)),
        None => Ok(strings),
    }
}

/// The places of messages and terms, at the left edge, and of their attributes; the last one of a name.
fn places(text: &str) -> BTreeMap<String, Position> {
    let mut places = BTreeMap::new();
    let mut entry = "";
    for (index, line) in text.lines().enumerate() {
        let content = line.trim_start_matches(' ');
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let (dot, rest) = content.strip_prefix('.').map_or(("", content), |rest| (".", rest));
        let after = rest.trim_start_matches(is_part);
        let name = &rest[..rest.len() - after.len()];
        if name.is_empty() || !after.trim_start_matches(' ').starts_with('=') {
            continue;
        }
        let place = Position { line: index + 1, column: line.len() - content.len() + 1 };
        if !dot.is_empty() {
            places.insert(format!("{entry}.{name}"), place);
        } else if content.len() == line.len() {
            entry = name;
            places.insert(name.to_owned(), place);
        }
    }
    places
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
