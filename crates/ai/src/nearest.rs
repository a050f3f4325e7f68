//! Suggestions for a misspelled name.

use strsim::osa_distance;

/// The longest name that is compared, in bytes, because the time is quadratic.
const MAX_NAME: usize = 64;

/// The name of `known` with the fewest edits from `name`, at most two. An edit adds, removes or replaces a
/// letter, or swaps two neighbours.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.into_iter().filter(|other| name.len().max(other.len()) <= MAX_NAME);
    let edited = near.map(|other| (osa_distance(name, other), other));
    // With as many edits as letters it is a completely different name.
    let letters = |other: &str| name.chars().count().min(other.chars().count());
    let similar = edited.filter(|&(edits, other)| edits <= 2 && edits < letters(other));
    similar.min_by_key(|&(edits, _)| edits).map(|(_, other)| other)
}

/// The end of a message about a wrong name; empty if no known name is similar.
pub(super) fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, known).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
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
