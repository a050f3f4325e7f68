//! Damaged files: pieces of good files, mixed and cut. The tests of the front use it too.

use proptest::prelude::*;

/// A file of pieces of `good`, split at its brackets and quotes, some of which are replaced by others or
/// by values that are hard to read.
pub fn damaged(good: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let pieces: Vec<&str> = good.split_inclusive(['<', '>', '"', ',', '{', '}', ':', ' ']).collect();
    let hard =
        ["4294967295", "-1", "0", "1e39", "NaN", "\"", "<", ">", "{", "]", "&x;", "\u{1f}", "]]>", "16"];
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..hard.len() * 2, 0..3);
    (prop::collection::vec(change, 1..5), prop::option::weighted(0.2, any::<prop::sample::Index>())).prop_map(
        move |(changes, cut)| {
            let mut pieces = pieces.clone();
            for (place, other, word, how) in changes {
                let piece = hard.get(word).copied().unwrap_or(pieces[other.index(pieces.len())]);
                let place = place.index(pieces.len());
                match how {
                    0 => drop(pieces.remove(place)),
                    1 => pieces.insert(place, piece),
                    _ => pieces[place] = piece,
                }
            }
            let mut bytes = pieces.concat().into_bytes();
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len() + 1));
            }
            bytes
        },
    )
}
