//! Suggestions for a misspelled name.

/// The longest name that is compared, because the time is quadratic.
const MAX_NAME: usize = 64;

/// The name of `known` with the fewest edits from `name`, at most two. An edit adds, removes or replaces a
/// letter, or swaps two neighbours.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let own: Vec<char> = name.chars().take(MAX_NAME + 1).collect();
    let edited = known.into_iter().filter_map(|other| {
        let letters: Vec<char> = other.chars().take(MAX_NAME + 1).collect();
        let shorter = own.len().min(letters.len());
        let is_comparable =
            own.len().max(letters.len()) <= MAX_NAME && own.len().abs_diff(letters.len()) <= 2;
        // With as many edits as letters it is a completely different name.
        let edits = is_comparable.then(|| edits(&own, &letters))?;
        (edits <= 2 && edits < shorter).then_some((edits, other))
    });
    edited.min_by_key(|(edits, _)| *edits).map(|(_, other)| other)
}

/// How many edits lead from one word to the other (optimal string alignment).
fn edits(from: &[char], to: &[char]) -> usize {
    let (mut before, mut last) = (Vec::new(), (0..=to.len()).collect::<Vec<_>>());
    for (row, letter) in from.iter().enumerate() {
        let mut next = vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            let mut fewest = replaced.min(last[column + 1] + 1).min(next[column] + 1);
            if row > 0 && column > 0 && *letter == to[column - 1] && from[row - 1] == *other {
                fewest = fewest.min(before[column - 1] + 1);
            }
            next.push(fewest);
        }
        before = std::mem::replace(&mut last, next);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn the_nearest_name_has_the_fewest_edits() {
        assert_eq!(nearest("arived", ["hit", "arrives", "arrived"]), Some("arrived"));
        assert_eq!(nearest("hti", ["hurt", "hit"]), Some("hit"));
        assert_eq!(nearest("open", ["wolf", "shut"]), None);
        assert_eq!(nearest("go", ["up"]), None);
        assert_eq!(nearest("", ["a", ""]), None);
    }
}
