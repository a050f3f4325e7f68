//! Suggestions for a misspelled word.

use strsim::osa_distance;

/// The maximum length of a word, because the time is quadratic.
const MAX_WORD: usize = 32;

/// The word of `known` with the fewest edits from `word`, at most two: what an error suggests for a misspelled word. An edit
/// adds, removes or replaces a letter, or swaps two neighbours.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let known = known.into_iter().filter(|_| length <= MAX_WORD);
    // Not a completely different word.
    let is_near = |edits, other: &str| edits <= 2 && edits < length.min(other.chars().count());
    let known = known.filter(|other| other.chars().count().abs_diff(length) <= 2);
    let near =
        known.map(|other| (osa_distance(word, other), other)).filter(|&(edits, other)| is_near(edits, other));
    near.min_by_key(|&(edits, _)| edits).map(|(_, other)| other)
}

/// The known words in one line, for an error that has none to suggest; `none` if there are none.
pub fn listed<'a>(known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<_> = known.into_iter().collect();
    if known.is_empty() { "none".to_owned() } else { known.join(", ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_has_the_fewest_edits() {
        assert_eq!(nearest("tpa", ["wait", "tap"]), Some("tap"));
        assert_eq!(nearest("acept", ["up", "accept"]), Some("accept"));
        assert_eq!(nearest("fly", ["wait", "click"]), None);
        assert_eq!(nearest("x", ["up"]), None);
        assert_eq!(nearest("jump", ["up"]), None);
    }
}
