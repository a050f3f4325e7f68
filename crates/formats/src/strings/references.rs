//! What the texts of a file refer to: other texts, terms, functions and variables.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Variant};

use super::numbers;

/// The maximum of parts of a text with all that it refers to; Fluent cuts the rest.
const MAX_PARTS: u32 = 100;
/// The maximum of names in the message about a circle.
const MAX_SHOWN: usize = 6;

type Text<'a> = &'a Pattern<&'a str>;
type Inline<'a> = InlineExpression<&'a str>;

/// A part of a text, those inside of others included.
enum Part<'a> {
    Inline(&'a Inline<'a>),
    Select(&'a Inline<'a>, &'a [Variant<&'a str>]),
}

/// Calls `visit` with each part of a text, in all variants.
fn each_part<'a>(text: Text<'a>, visit: &mut dyn FnMut(Part<'a>)) {
    for element in &text.elements {
        if let PatternElement::Placeable { expression } = element {
            each_in(expression, visit);
        }
    }
}

fn each_in<'a>(expression: &'a Expression<&'a str>, visit: &mut dyn FnMut(Part<'a>)) {
    match expression {
        Expression::Inline(inline) => each_inline(inline, visit),
        Expression::Select { selector, variants } => {
            visit(Part::Select(selector, variants));
            each_inline(selector, visit);
            variants.iter().for_each(|variant| each_part(&variant.value, visit));
        }
    }
}

fn each_inline<'a>(inline: &'a Inline<'a>, visit: &mut dyn FnMut(Part<'a>)) {
    visit(Part::Inline(inline));
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
        if let Part::Inline(InlineExpression::VariableReference { id }) = part {
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
            let Part::Inline(inline) = part else { return };
            let what = match (inline, target(inline)) {
                (InlineExpression::FunctionReference { id, .. }, _) if id.name != numbers::NAME => {
                    format!("function `{}`", id.name)
                }
                (_, Some(name)) if !texts.contains_key(&name) => {
                    format!("{} `{name}`", if name.starts_with('-') { "term" } else { "text" })
                }
                (InlineExpression::NumberLiteral { value }, _)
                    if numbers::digits(value).is_some_and(|digits| digits > numbers::MAX_DIGITS) =>
                {
                    format!("number of more than {} digits after the point", numbers::MAX_DIGITS)
                }
                _ => return,
            };
            problem.get_or_insert_with(|| format!("there is no {what}, which `{key}` refers to"));
        });
        Some((key.clone(), problem?))
    })
}

/// What Fluent would show in another way than it is meant, with the names of the texts.
pub(super) fn warnings(texts: &BTreeMap<String, Text<'_>>) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (key, text) in texts {
        each_part(text, &mut |part| {
            let what = match part {
                Part::Inline(InlineExpression::FunctionReference { arguments, .. }) => {
                    numbers::misuse(arguments)
                }
                Part::Select(selector, variants) => {
                    numbers::unreachable(selector, variants).map(|variant| {
                        format!("the variant `[{variant}]` is never chosen, because its number is compared with its options")
                    })
                }
                Part::Inline(_) => None,
            };
            found.extend(what.map(|what| (key.clone(), format!("`{key}`: {what}"))));
        });
    }
    found.extend(endless(texts));
    found
}

/// The texts that go round in a circle, or have too many parts.
fn endless(texts: &BTreeMap<String, Text<'_>>) -> Vec<(String, String)> {
    let numbers: BTreeMap<&str, usize> = texts.keys().map(String::as_str).zip(0..).collect();
    let names: Vec<&str> = texts.keys().map(String::as_str).collect();
    let targets = texts.values().map(|text| {
        let mut targets = BTreeSet::new();
        each_part(text, &mut |part| {
            if let Part::Inline(inline) = part {
                targets.extend(target(inline).and_then(|name| numbers.get(name.as_str()).copied()));
            }
        });
        targets
    });
    let targets: Vec<BTreeSet<usize>> = targets.collect();
    let patterns: Vec<Text<'_>> = texts.values().copied().collect();
    let mut users = vec![Vec::new(); texts.len()];
    for (user, targets) in targets.iter().enumerate() {
        targets.iter().for_each(|target| users[*target].push(user));
    }
    // A text is counted when all that it refers to is.
    let mut left: Vec<usize> = targets.iter().map(BTreeSet::len).collect();
    let mut ready: Vec<usize> = (0..texts.len()).filter(|text| left[*text] == 0).collect();
    let mut parts: Vec<Option<u32>> = vec![None; texts.len()];
    while let Some(text) = ready.pop() {
        let count = |name: &str| numbers.get(name).and_then(|number| parts[*number]).unwrap_or_default();
        parts[text] = Some(parts_of(patterns[text], &count));
        for user in &users[text] {
            left[*user] -= 1;
            if left[*user] == 0 {
                ready.push(*user);
            }
        }
    }
    let found = (0..texts.len()).filter_map(|text| {
        let name = names[text];
        let what = match parts[text] {
            Some(parts) if parts <= MAX_PARTS || name.starts_with('-') => return None,
            Some(_) => format!("`{name}` has more than {MAX_PARTS} parts, with those of the texts in it; the rest is not shown"),
            None => {
                let next = |text: &usize| targets[*text].iter().copied().find(|next| parts[*next].is_none());
                let circle = std::iter::successors(Some(text), next).take(MAX_SHOWN);
                let circle: Vec<_> = circle.map(|text| format!("`{}`", names[text])).collect();
                format!("`{name}` has no end, because texts refer to each other in a circle: {}", circle.join(", "))
            }
        };
        Some((name.to_owned(), what))
    });
    found.collect()
}

/// The number of parts of a text in its longest variants; `count` is that of another text.
fn parts_of(text: Text<'_>, count: &dyn Fn(&str) -> u32) -> u32 {
    let parts = text.elements.iter().map(|element| match element {
        PatternElement::TextElement { .. } => 0,
        PatternElement::Placeable { expression } => parts_in(expression, count).saturating_add(1),
    });
    parts.fold(0, u32::saturating_add)
}

fn parts_in(expression: &Expression<&str>, count: &dyn Fn(&str) -> u32) -> u32 {
    let inline = |inline: &InlineExpression<&str>| match inline {
        InlineExpression::Placeable { expression } => parts_in(expression, count),
        inline => target(inline).map_or(0, |name| count(&name)),
    };
    match expression {
        Expression::Inline(of) => inline(of),
        Expression::Select { selector, variants } => {
            let longest = variants.iter().map(|variant| parts_of(&variant.value, count)).max();
            inline(selector).saturating_add(longest.unwrap_or(0))
        }
    }
}
