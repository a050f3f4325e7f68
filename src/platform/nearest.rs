//! Suggestions for a misspelled word.

/// The longest word that a meaning is guessed for. Comparing takes time by the square of it.
const MAX_WORD: usize = 32;

/// The one of `known` that is at most two letters away from `word`, the nearest first.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().take(MAX_WORD + 1).count();
    if length > MAX_WORD {
        return None;
    }
    known
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        // A word that would have to change altogether was not meant.
        .filter(|&(distance, candidate)| distance <= 2 && distance < length.min(candidate.chars().count()))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// How many letters must be put in, taken out or changed to get from `a` to `b`.
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
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_the_one_with_the_fewest_changes() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "tap"), 3);
        assert_eq!(nearest("tpa", ["wait", "tap"]), Some("tap"));
        assert_eq!(nearest("acept", ["up", "accept"]), Some("accept"));
        assert_eq!(nearest("fly", ["wait", "click"]), None);
        assert_eq!(nearest("x", ["up"]), None);
        assert_eq!(nearest("jump", ["up"]), None);
    }
}
