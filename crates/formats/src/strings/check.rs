//! The check of the texts of a phase against each other.

use std::collections::{BTreeMap, BTreeSet};

use fluent_bundle::FluentError;
use fluent_bundle::resolver::ResolverError;
use fluent_syntax::ast::Pattern;

use super::Strings;
use super::references::{idle_options, variables};
use proscenium_core::phase::{CheckContext, Position};
use proscenium_core::platform::nearest;
use proscenium_core::platform::{AssetPath, caught};

type File<'a> = (&'a AssetPath, &'a Strings);

pub(super) fn check(own: &Strings, cx: &mut CheckContext<'_>) {
    let path = cx.path();
    for (key, Position { line, column }) in &own.texts {
        for what in own.pattern(key).map(|pattern| shown_otherwise(own, pattern)).unwrap_or_default() {
            cx.problem(format!("{path}:{line}:{column}: `{key}` {what}"));
        }
    }
    let (same, foreign): (Vec<File<'_>>, Vec<File<'_>>) =
        cx.others::<Strings>().partition(|(_, other)| other.language == own.language);
    check_twice(own, &same, cx);
    check_missing(own, &same, &foreign, cx);
    check_variables(own, &foreign, cx);
}

/// What Fluent would not show as it is meant, in the default variants.
fn shown_otherwise(own: &Strings, pattern: &Pattern<&str>) -> Vec<String> {
    let mut errors = Vec::new();
    // Fluent stops a text of more than 100 parts, and panics in some of them.
    let text = caught(|| own.bundle.format_pattern(pattern, None, &mut errors).into_owned());
    let is = |error| errors.contains(&FluentError::ResolverError(error));
    let mut found = Vec::new();
    if is(ResolverError::Cyclic) {
        found.push("has no end, because texts refer to each other in a circle".to_owned());
    }
    if is(ResolverError::TooManyPlaceables) || text.is_err() {
        found.push("has too many parts, counting the texts in it; the rest is not shown".to_owned());
    }
    let idle = idle_options(pattern);
    found.extend(
        idle.iter().map(|option| format!("has the option `{option}` of `NUMBER`, which has no effect")),
    );
    found
}

/// The texts that two files of a language have; only one of the two is seen.
fn check_twice(own: &Strings, same: &[File<'_>], cx: &mut CheckContext<'_>) {
    let path = cx.path();
    for (other, strings) in same.iter().filter(|(other, _)| path < *other) {
        for (key, Position { line, column }) in &own.texts {
            if let Some(there) = strings.texts.get(key) {
                let there = format!("{other}:{}:{}", there.line, there.column);
                let what = format!("the text `{key}` is also in {there}");
                cx.problem(format!("{path}:{line}:{column}: {what}; the first file of the manifest has it"));
            }
        }
    }
}

/// The texts that other languages have, and no file of this one.
fn check_missing(own: &Strings, same: &[File<'_>], foreign: &[File<'_>], cx: &mut CheckContext<'_>) {
    let path = cx.path();
    // One file speaks for its language.
    if same.iter().any(|(other, _)| *other < path) {
        return;
    }
    let has = |key: &String| {
        own.texts.contains_key(key) || same.iter().any(|(_, other)| other.texts.contains_key(key))
    };
    let mut missing = BTreeMap::new();
    for (other, strings) in foreign {
        for key in strings.texts.keys().filter(|key| !has(key)) {
            missing.entry(key).or_insert(other);
        }
    }
    let who = match same {
        [] => format!("{path} has"),
        same => {
            let files: Vec<_> = same.iter().map(|(other, _)| other.as_str()).collect();
            format!("{path} and {} have", files.join(", "))
        }
    };
    for (key, other) in missing {
        cx.problem(format!("{who} no text `{key}`, which {other} has"));
    }
}

/// The variables that no other language has, and that are similar to one of the same text there.
fn check_variables(own: &Strings, foreign: &[File<'_>], cx: &mut CheckContext<'_>) {
    let path = cx.path();
    let of = |strings: &Strings, key: &str| -> BTreeSet<String> {
        let variables = strings.pattern(key).map(variables).unwrap_or_default();
        variables.into_iter().map(str::to_owned).collect()
    };
    let all = |strings: &Strings| -> BTreeSet<String> {
        strings.texts.keys().flat_map(|key| of(strings, key)).collect()
    };
    let own_variables = all(own);
    let of_others: Vec<BTreeSet<String>> = foreign.iter().map(|(_, other)| all(other)).collect();
    for key in own.texts.keys() {
        for name in of(own, key).iter().filter(|name| !of_others.iter().any(|all| all.contains(*name))) {
            let meant = foreign.iter().find_map(|(path, other)| {
                let there = of(other, key);
                Some((*path, nearest(name, there.iter().map(String::as_str))?.to_owned()))
            });
            let Some((other, meant)) = meant else { continue };
            // Of two files with one name each, the first one has the problem.
            let users = foreign.iter().filter(|(_, other)| of(other, key).contains(&meant)).count();
            if users > 1 || own_variables.contains(&meant) || path < other {
                cx.problem(format!("{path}: `{key}` has `${name}`, but `${meant}` in {other}"));
            }
        }
    }
}
