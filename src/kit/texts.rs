//! Texts in the player's language.

use crate::phase::{Resources, Strings, Value};

/// The text of `key` in `language` (a tag such as `zh-CN`), with `args` in its places. Where that
/// language has no such text another one's is taken, and where none has, the key itself, so that
/// a missing text is seen and does no harm.
#[must_use]
pub fn text(resources: &Resources, language: &str, key: &str, args: &[(&str, Value<'_>)]) -> String {
    let is_wanted = |strings: &&Strings| *strings.language() == language;
    let wanted = resources.of_type::<Strings>().find(is_wanted).and_then(|strings| strings.format(key, args));
    let other = || resources.of_type::<Strings>().find_map(|strings| strings.format(key, args));
    wanted.or_else(other).unwrap_or_else(|| key.to_owned())
}
