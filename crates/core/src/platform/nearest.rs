//! Suggestions for a misspelled word.

/// The maximum length of a word, because the time is quadratic.
const MAX_WORD: usize = 32;

/// The word of `known` with the fewest edits from `word`, at most two: what an error suggests for a misspelled word.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    let known = known.into_iter().filter(|_| length <= MAX_WORD);
    // Not a completely different word.
    let is_near = |edits, other: &str| edits <= 2 && edits < length.min(other.chars().count());
    let known = known.filter(|other| other.chars().count().abs_diff(length) <= 2);
    let near =
        known.map(|other| (distance(word, other), other)).filter(|&(edits, other)| is_near(edits, other));
    near.min_by_key(|&(edits, _)| edits).map(|(_, other)| other)
}

/// The known words in one line, for an error that has none to suggest; `none` if there are none.
pub fn listed<'a>(known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<_> = known.into_iter().collect();
    if known.is_empty() { "none".to_owned() } else { known.join(", ") }
}

/// The edit distance of two words.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, of_a) in a.chars().enumerate() {
        let mut diagonal = i;
        let mut left = i + 1;
        for (cell, of_b) in row.iter_mut().skip(1).zip(b.chars()) {
            let here = (diagonal + usize::from(of_a != of_b)).min(*cell + 1).min(left + 1);
            diagonal = *cell;
            *cell = here;
            left = here;
        }
        row[0] = i + 1;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_has_the_fewest_edits() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "tap"), 3);
        assert_eq!(nearest("tpa", ["wait", "tap"]), Some("tap"));
        assert_eq!(nearest("acept", ["up", "accept"]), Some("accept"));
        assert_eq!(nearest("fly", ["wait", "click"]), None);
        assert_eq!(nearest("x", ["up"]), None);
        assert_eq!(nearest("jump", ["up"]), None);
    }
}
