//! What is looked at in a Fluent file before it is used: its depth, its keys, its references and
//! the characters it can show.

use std::collections::BTreeSet;

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::unicode::unescape_unicode_to_string;

/// What a file of texts has.
#[derive(Default)]
pub(super) struct Survey {
    /// The keys of the messages that have a text.
    pub(super) keys: BTreeSet<String>,
    /// The characters of all texts, in all variants.
    pub(super) characters: BTreeSet<char>,
}

/// Something in the file that Fluent would show as a mark to the player.
pub(super) struct Mistake<'a> {
    /// The name it is about, a piece of the source.
    name: &'a str,
    /// What is wrong.
    pub(super) what: String,
}

impl Mistake<'_> {
    /// Where in `source` it is, in bytes.
    pub(super) fn offset(&self, source: &str) -> usize {
        (self.name.as_ptr() as usize).saturating_sub(source.as_ptr() as usize)
    }
}

/// The byte at which braces and brackets of a message are nested deeper than `most`.
///
/// It counts a little too much (a brace inside quotes counts too, a bracket that a text leaves
/// open counts to the end of its braces), never too little, because the parser that comes after
/// it would overflow the stack.
pub(super) fn too_deep(text: &str, most: usize) -> Option<usize> {
    let mut open = Vec::new();
    let mut line_start = true;
    for (offset, byte) in text.bytes().enumerate() {
        // Only a new message starts with `key =` at the left edge; nothing can be open there.
        if line_start && (byte.is_ascii_alphabetic() || byte == b'-') && is_key(&text[offset..]) {
            open.clear();
        }
        line_start = byte == b'\n';
        match byte {
            b'{' => open.push(byte),
            b'(' if !open.is_empty() => open.push(byte),
            b')' if open.last() == Some(&b'(') => drop(open.pop()),
            b'}' => open.truncate(open.iter().rposition(|open| *open == b'{').unwrap_or(0)),
            _ => {}
        }
        if open.len() > most {
            return Some(offset);
        }
    }
    None
}

/// Whether the line starts with a key and an equals sign.
fn is_key(line: &str) -> bool {
    let name = line.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    name.trim_start_matches(' ').starts_with('=')
}

/// Collects the keys and the characters of a file and checks that what its texts refer to is
/// there.
pub(super) fn survey<'a>(entries: impl Iterator<Item = &'a Entry<&'a str>>) -> Result<Survey, Mistake<'a>> {
    let entries: Vec<_> = entries.collect();
    let mut walk = Walk::default();
    for entry in &entries {
        let (known, id) = match entry {
            Entry::Message(message) => (&mut walk.messages, message.id.name),
            Entry::Term(term) => (&mut walk.terms, term.id.name),
            _ => continue,
        };
        if !known.insert(id) {
            return Err(Mistake { name: id, what: format!("`{id}` is there twice") });
        }
    }
    for entry in entries {
        match entry {
            Entry::Message(message) => {
                if let Some(pattern) = &message.value {
                    walk.found.keys.insert(message.id.name.to_owned());
                    walk.pattern(pattern)?;
                }
                message.attributes.iter().try_for_each(|attribute| walk.pattern(&attribute.value))?;
            }
            Entry::Term(term) => {
                walk.pattern(&term.value)?;
                term.attributes.iter().try_for_each(|attribute| walk.pattern(&attribute.value))?;
            }
            _ => {}
        }
    }
    Ok(walk.found)
}

/// A walk over all texts of a file.
#[derive(Default)]
struct Walk<'a> {
    messages: BTreeSet<&'a str>,
    terms: BTreeSet<&'a str>,
    found: Survey,
}

impl<'a> Walk<'a> {
    fn pattern(&mut self, pattern: &Pattern<&'a str>) -> Result<(), Mistake<'a>> {
        pattern.elements.iter().try_for_each(|element| match element {
            PatternElement::TextElement { value } => {
                self.found.characters.extend(value.chars().filter(|c| !c.is_control()));
                Ok(())
            }
            PatternElement::Placeable { expression } => self.expression(expression),
        })
    }

    fn expression(&mut self, expression: &Expression<&'a str>) -> Result<(), Mistake<'a>> {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector)?;
                variants.iter().try_for_each(|variant| self.pattern(&variant.value))
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<&'a str>) -> Result<(), Mistake<'a>> {
        let missing = |name: &'a str, what| Err(Mistake { name, what });
        match inline {
            InlineExpression::StringLiteral { value } => {
                self.found.characters.extend(unescape_unicode_to_string(value).chars());
            }
            InlineExpression::NumberLiteral { value } => self.found.characters.extend(value.chars()),
            InlineExpression::VariableReference { id } => {
                // What is filled in is often a number; without it, its name is shown in braces.
                self.found.characters.extend("0123456789.-{$}".chars().chain(id.name.chars()));
            }
            InlineExpression::MessageReference { id, .. } if !self.messages.contains(id.name) => {
                return missing(id.name, format!("there is no text `{}` in this file", id.name));
            }
            InlineExpression::TermReference { id, .. } if !self.terms.contains(id.name) => {
                return missing(id.name, format!("there is no term `-{}` in this file", id.name));
            }
            InlineExpression::FunctionReference { id, .. } => {
                return missing(id.name, format!("there is no function `{}` here", id.name));
            }
            InlineExpression::MessageReference { .. } => {}
            InlineExpression::TermReference { arguments, .. } => {
                if let Some(CallArguments { positional, named }) = arguments {
                    let named = named.iter().map(|argument| &argument.value);
                    positional.iter().chain(named).try_for_each(|argument| self.inline(argument))?;
                }
            }
            InlineExpression::Placeable { expression } => self.expression(expression)?,
        }
        Ok(())
    }
}
