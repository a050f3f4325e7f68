//! Names of phases, screens and resources: cheap to copy, from literals or computed.

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::ops::RangeInclusive;
use std::sync::Mutex;

/// A copy of `text` that is never freed, the same for equal texts. For names, of which a program has
/// a bounded number.
pub fn intern(text: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let mut names = super::source::lock(&NAMES);
    if let Some(known) = names.get(text) {
        return known;
    }
    let name: &'static str = Box::leak(Box::from(text));
    names.insert(name);
    name
}

/// The maximum length of a name in bytes.
const MAX_NAME: usize = 100;

/// Characters that are not seen, or that change how others are seen, so that two names look alike or a terminal shows
/// another text: format characters and separators of lines, marks of direction, variants, tags, and blank letters. Names are
/// for programs; the joiners of some scripts are left to texts.
const INVISIBLE: [RangeInclusive<char>; 21] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{600}'..='\u{605}',
    '\u{61c}'..='\u{61c}',
    '\u{6dd}'..='\u{6dd}',
    '\u{70f}'..='\u{70f}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{13430}'..='\u{1343f}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

fn is_invisible(c: char) -> bool {
    INVISIBLE.iter().any(|range| range.contains(&c))
}

/// What is wrong with a name: the rest of a sentence that begins with what it names. The one rule for the ids of phases,
/// screens and resources and the words of kinds, from code and from files: 1 to 100 bytes, and all of it can be seen.
pub fn id_problem(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("is empty".to_owned());
    }
    if name.len() > MAX_NAME {
        return Some(format!("has {} bytes (max. {MAX_NAME})", name.len()));
    }
    let has = if name.contains(char::is_control) {
        "control characters"
    } else if name.contains(is_invisible) {
        "characters that cannot be seen"
    } else {
        return None;
    };
    Some(format!("`{}` has {has}", Visible(name)))
}

/// Shows a name, and what cannot be seen of it as escapes.
pub struct Visible<'a>(pub &'a str);

impl fmt::Display for Visible<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            c if c.is_control() => write!(f, "{}", c.escape_debug()),
            c if is_invisible(c) => write!(f, "{}", c.escape_unicode()),
            c => f.write_char(c),
        })
    }
}

/// Defines a type for names of one sort.
macro_rules! name_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// It is made from any text. Each different name is copied once and kept until the end of the
        /// program, so their number should be bounded: `level_7`, not a name with the time of day.
        ///
        /// A name has 1 to 100 bytes, and no characters that cannot be seen: control characters, marks of direction,
        /// joiners. Loading or pushing what has another one fails.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(&'static str);

        impl $name {
            /// The id with this name, for constants. A computed name becomes an id with `from` or `into`:
            /// `format!("level_{number}").into()`.
            pub const fn new(name: &'static str) -> Self {
                Self(name)
            }

            /// The name.
            pub const fn name(self) -> &'static str {
                self.0
            }
        }

        impl<S: AsRef<str>> From<S> for $name {
            fn from(name: S) -> Self {
                Self($crate::platform::intern(name.as_ref()))
            }
        }

        impl std::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&$crate::platform::Visible(self.0), f)
            }
        }
    };
}
pub(crate) use name_type;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_a_copy() {
        let computed = format!("level_{}", 7);
        assert!(std::ptr::eq(intern(&computed), intern("level_7")));
        assert_ne!(intern("level_7"), intern("level_8"));
    }
}
