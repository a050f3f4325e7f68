//! What the texts of a file refer to: other texts, terms, functions and variables.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};

/// The one function of Fluent that is there.
const NUMBER: &str = "NUMBER";
/// The options of `NUMBER` that have an effect.
const OPTIONS: [&str; 2] = ["type", "minimumFractionDigits"];
/// The maximum number of characters of a number in a file; the plural rules panic at longer ones.
const MAX_NUMBER: usize = 19;
/// The maximum number of digits that an option asks for; `fluent-bundle` writes as many zeros.
const MAX_DIGITS: f64 = 19.0;

type Text<'a> = &'a Pattern<&'a str>;
type Inline<'a> = InlineExpression<&'a str>;

/// Calls `visit` with each expression of a text, in all variants, including expressions inside others.
fn each_part<'a>(text: Text<'a>, visit: &mut dyn FnMut(&'a Inline<'a>)) {
    for element in &text.elements {
        if let PatternElement::Placeable { expression } = element {
            each_in(expression, visit);
        }
    }
}

fn each_in<'a>(expression: &'a Expression<&'a str>, visit: &mut dyn FnMut(&'a Inline<'a>)) {
    match expression {
        Expression::Inline(inline) => each_inline(inline, visit),
        Expression::Select { selector, variants } => {
            each_inline(selector, visit);
            variants.iter().for_each(|variant| each_part(&variant.value, visit));
        }
    }
}

fn each_inline<'a>(inline: &'a Inline<'a>, visit: &mut dyn FnMut(&'a Inline<'a>)) {
    visit(inline);
    match inline {
        InlineExpression::FunctionReference { arguments, .. }
        | InlineExpression::TermReference { arguments: Some(arguments), .. } => {
            arguments.positional.iter().for_each(|argument| each_inline(argument, visit));
        }
        InlineExpression::Placeable { expression } => each_in(expression, visit),
        _ => {}
    }
}

/// The variables of a text.
pub(super) fn variables<'a>(text: Text<'a>) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    each_part(text, &mut |part| {
        if let InlineExpression::VariableReference { id } = part {
            found.insert(id.name);
        }
    });
    found
}

/// The texts of a file by their names: `key`, `key.attribute`, `-term`, `-term.attribute`.
pub(super) fn texts<'a>(entries: impl Iterator<Item = &'a Entry<&'a str>>) -> BTreeMap<String, Text<'a>> {
    let mut texts = BTreeMap::new();
    for entry in entries {
        let (name, value, attributes) = match entry {
            Entry::Message(message) => (message.id.name.to_owned(), &message.value, &message.attributes),
            Entry::Term(term) => {
                texts.insert(format!("-{}", term.id.name), &term.value);
                (format!("-{}", term.id.name), &None, &term.attributes)
            }
            _ => continue,
        };
        texts.extend(value.as_ref().map(|value| (name.clone(), value)));
        let attributes = attributes.iter();
        texts.extend(attributes.map(|attribute| (format!("{name}.{}", attribute.id.name), &attribute.value)));
    }
    texts
}

/// The name of what a part refers to, in the names of [`texts`].
fn target(part: &Inline<'_>) -> Option<String> {
    let (sign, id, attribute) = match part {
        InlineExpression::MessageReference { id, attribute } => ("", id, attribute),
        InlineExpression::TermReference { id, attribute, .. } => ("-", id, attribute),
        _ => return None,
    };
    let attribute = attribute.as_ref().map(|attribute| format!(".{}", attribute.name)).unwrap_or_default();
    Some(format!("{sign}{}{attribute}", id.name))
}

/// The first text with a reference to something that does not exist, and the problem.
pub(super) fn missing<'a>(texts: &BTreeMap<String, Text<'a>>) -> Option<(String, String)> {
    texts.iter().find_map(|(key, text)| {
        let mut problem = None;
        each_part(text, &mut |part| {
            if problem.is_none() {
                problem = missing_in(part, key, texts);
            }
        });
        Some((key.clone(), problem?))
    })
}

fn missing_in(part: &Inline<'_>, key: &str, texts: &BTreeMap<String, Text<'_>>) -> Option<String> {
    let what = match part {
        InlineExpression::FunctionReference { id, .. } if id.name != NUMBER => {
            format!("function `{}`", id.name)
        }
        InlineExpression::FunctionReference { arguments, .. } => return wrong_option(arguments, key),
        InlineExpression::NumberLiteral { value } if value.len() > MAX_NUMBER => {
            format!("number of more than {MAX_NUMBER} characters")
        }
        part => match target(part).filter(|name| !texts.contains_key(name))? {
            term if term.starts_with('-') => format!("term `{term}`"),
            text => format!("text `{text}`"),
        },
    };
    Some(format!("there is no {what}, which `{key}` refers to"))
}

/// An option of `NUMBER` for which Fluent would write very many digits, or a point without any.
fn wrong_option(arguments: &CallArguments<&str>, key: &str) -> Option<String> {
    arguments.named.iter().find_map(|option| {
        let InlineExpression::NumberLiteral { value } = option.value else { return None };
        let is_possible = value.parse().is_ok_and(|digits| (1.0..=MAX_DIGITS).contains(&digits));
        let what = format!("`{key}`: the option `{}` is a number from 1 to {MAX_DIGITS}", option.name.name);
        (!is_possible).then_some(what)
    })
}

/// The options of `NUMBER` in a text that have no effect.
pub(super) fn idle_options(text: Text<'_>) -> Vec<&str> {
    let mut idle = Vec::new();
    each_part(text, &mut |part| {
        if let InlineExpression::FunctionReference { arguments, .. } = part {
            let names = arguments.named.iter().map(|option| option.name.name);
            idle.extend(names.filter(|name| !OPTIONS.contains(name)));
        }
    });
    idle
}
