//! Names of phases, screens and resources: cheap to copy, from literals or computed.

use std::collections::BTreeSet;
use std::sync::Mutex;

/// A copy of `text` that is never freed, the same for equal texts. For names, whose number in a program is bounded.
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

/// What is wrong with a name: the rest of a sentence that begins with what it names. The one rule for the ids of phases,
/// screens and resources and the words of kinds, from code and from files: 1 to 100 letters of ASCII, digits and `_`.
pub fn id_problem(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("is empty".to_owned());
    }
    if name.len() > MAX_NAME {
        return Some(format!("has {} bytes (max. {MAX_NAME})", name.len()));
    }
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let allowed = "a to z, A to Z, 0 to 9 and `_`";
    (!name.chars().all(is_allowed))
        .then(|| format!("`{}` has characters other than {allowed}", name.escape_debug()))
}

/// Defines a type for names of one sort.
macro_rules! name_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// It is made from any text. Each different name is copied once and kept until the end of the
        /// program, so their number should be bounded: `level_7`, not a name with the time of day.
        ///
        /// A name has 1 to 100 characters: `a` to `z`, `A` to `Z`, `0` to `9` and `_`. Loading or pushing anything with
        /// another name fails.
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
                // Escaped, because a refused name is shown in a terminal too.
                std::fmt::Display::fmt(&self.0.escape_debug(), f)
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
