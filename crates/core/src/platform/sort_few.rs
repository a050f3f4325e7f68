//! A sort for a few items.

/// Sorts a few items; equal ones keep their order. Each sort of std makes a page's program by 1 kB larger, and is faster
/// with many items only.
pub fn sort_few<T>(items: &mut [T], is_before: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        for at in (1..=end).rev() {
            if !is_before(&items[at], &items[at - 1]) {
                break;
            }
            items.swap(at, at - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = [(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd'), (1, 'e')];
        sort_few(&mut items, |one, other| one.0 < other.0);
        assert_eq!(items, [(0, 'd'), (1, 'b'), (1, 'e'), (2, 'a'), (2, 'c')]);
    }
}
