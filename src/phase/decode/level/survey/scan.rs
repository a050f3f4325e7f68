//! The tags of a file, one after the other.

/// The most attributes of an element. The map reader compares each with all before it.
const MAX_ATTRIBUTES: usize = 64;

/// Something that is wrong at a byte of the text.
pub(super) struct Mistake {
    pub(super) offset: usize,
    pub(super) what: String,
}

/// A piece of markup.
pub(super) enum Markup<'a> {
    /// The start of an element.
    Open(Tag<'a>),
    /// The end of one.
    Close { name: &'a str, offset: usize },
}

/// The start of an element with its attributes, as they are written.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    pub(super) offset: usize,
    /// Whether it ends at once (`<a/>`).
    pub(super) is_empty: bool,
    attributes: Vec<(&'a str, &'a str)>,
}

impl<'a> Tag<'a> {
    /// The attribute `name`, as it is written.
    pub(super) fn get(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// The attribute `name` as a number up to `most`.
    pub(super) fn number(&self, name: &str, most: u32) -> Result<Option<u32>, Mistake> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let Ok(number) = value.parse::<u32>() else {
            return Err(self.mistake(format!("{name}=\"{}\" is not a whole number", value.escape_debug())));
        };
        if number > most {
            return Err(self.mistake(format!("{name}=\"{number}\" is more than {most}, the most it may be")));
        }
        Ok(Some(number))
    }

    /// Something that is wrong with this element.
    pub(super) fn mistake(&self, what: impl Into<String>) -> Mistake {
        Mistake { offset: self.offset, what: what.into() }
    }
}

/// Walks over the markup of a text.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Starts at the first byte.
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// What follows the markup that was last returned.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// The next tag; comments and `<?...?>` are passed over.
    pub(super) fn next(&mut self) -> Result<Option<Markup<'a>>, Mistake> {
        while let Some(found) = self.rest().find('<') {
            let offset = self.at + found;
            let mistake = |what: &str| Mistake { offset, what: what.to_owned() };
            let inside = &self.text[offset + 1..];
            if let Some(comment) = inside.strip_prefix("!--") {
                let end = comment.find("-->").ok_or_else(|| mistake("this comment does not end"))?;
                if comment[..end].contains("--") || comment.starts_with('>') || comment.starts_with("->") {
                    return Err(mistake("a comment may not have `--` inside"));
                }
                self.at = offset + "<!--".len() + end + "-->".len();
                continue;
            }
            let end =
                inside.find('>').ok_or_else(|| mistake("this tag does not end: is the file cut short?"))?;
            let body = &inside[..end];
            if body.contains('<') {
                return Err(mistake("this tag does not end before the next one starts"));
            }
            self.at = offset + 1 + end + 1;
            match body.as_bytes().first() {
                Some(b'?') if body.len() > 1 && body.ends_with('?') => {}
                Some(b'?') => return Err(mistake("this `<?` does not end with `?>`")),
                Some(b'!') => return Err(mistake("Tiled writes no `<!` but comments")),
                Some(b'/') => {
                    let name = body[1..].trim_ascii_end();
                    if !is_name(name) {
                        return Err(mistake("this is not the end of an element"));
                    }
                    return Ok(Some(Markup::Close { name, offset }));
                }
                _ => return tag(body, offset).map(|tag| Some(Markup::Open(tag))),
            }
        }
        Ok(None)
    }
}

/// Reads what is between `<` and `>`.
fn tag(body: &str, offset: usize) -> Result<Tag<'_>, Mistake> {
    let mistake = |what: String| Mistake { offset, what };
    let (body, is_empty) = body.strip_suffix('/').map_or((body, false), |body| (body, true));
    let (name, mut rest) = body.split_at(body.find(|c: char| c.is_ascii_whitespace()).unwrap_or(body.len()));
    if !is_name(name) {
        return Err(mistake("this is not the name of an element".to_owned()));
    }
    let mut attributes: Vec<(&str, &str)> = Vec::new();
    loop {
        let trimmed = rest.trim_ascii_start();
        if trimmed.is_empty() {
            return Ok(Tag { name, offset, is_empty, attributes });
        }
        let Some((key, value, after)) = attribute(trimmed).filter(|_| trimmed.len() < rest.len()) else {
            return Err(mistake(format!(
                "an attribute of `<{name}>` is not written as name=\"value\", with `<` and `>` as `&lt;` and `&gt;`"
            )));
        };
        if attributes.iter().any(|(known, _)| *known == key) {
            return Err(mistake(format!("`<{name}>` has `{key}` twice")));
        }
        attributes.push((key, value));
        if attributes.len() > MAX_ATTRIBUTES {
            return Err(mistake(format!("`<{name}>` has more than {MAX_ATTRIBUTES} attributes")));
        }
        rest = after;
    }
}

/// Splits `name="value" ...` into the name, the value and what follows.
fn attribute(text: &str) -> Option<(&str, &str, &str)> {
    let (name, rest) = text.split_once('=')?;
    let name = name.trim_ascii_end();
    let rest = rest.trim_ascii_start();
    let quote = rest.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    let (value, after) = rest[1..].split_once(quote)?;
    is_name(name).then_some((name, value, after))
}

/// Whether it is a name that Tiled writes: without a prefix, which `tiled` would drop.
fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}
