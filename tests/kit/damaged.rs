//! Damaged files of the kit's formats are errors: pieces of good files, mixed and cut.

use proptest::prelude::*;

use crate::formats;

/// A file of pieces of `good`, split at its brackets and quotes, some of which are replaced by others or
/// by values that are hard to read.
fn damaged(good: &'static str) -> impl Strategy<Value = Vec<u8>> {
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

/// The file `good` with some other bytes, and in some cases cut.
#[cfg(any(feature = "films", feature = "fonts"))]
pub fn damaged_bytes(good: Vec<u8>) -> impl Strategy<Value = Vec<u8>> {
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6);
    let cut = prop::option::weighted(0.2, any::<prop::sample::Index>());
    (changes, cut).prop_map(move |(changes, cut)| {
        let mut bytes = good.clone();
        for (place, byte) in changes {
            bytes[place.index(good.len())] = byte;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(good.len()));
        }
        bytes
    })
}

#[cfg(feature = "levels")]
const LEVEL: &str = r#"<!DOCTYPE map><map version="1.0" orientation="hexagonal" width="3" height="2" tilewidth="16" tileheight="16">
<tileset firstgid="1" source="ground.tsx"/>
<tileset firstgid="9" tilewidth="8" tileheight="8" spacing="1" margin="2"><tileoffset x="1" y="2"/>
<image source="b.png" width="30" height="20"/><tile id="1"><animation><frame tileid="0" duration="9"/></animation></tile></tileset>
<group><layer width="3" height="2"><data encoding="csv">1,268435458,3,2147483649,0,9</data></layer></group>
<layer width="3" height="2"><data encoding="base64">AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA</data></layer>
<layer width="3" height="2"><data encoding="base64" compression="zlib">eJxjZGBgYGJAAE4oDQAAoAAN</data></layer>
<imagelayer repeatx="1"><image source="b.png" width="3" height="3"/></imagelayer>
<objectgroup><object id="1" gid="2" x="8" y="24" rotation="9"><point/></object><object template="slime.tx" x="1" y="0"/>
<object><polygon points="0,0 1,2"/></object></objectgroup></map>"#;

#[cfg(feature = "levels")]
#[test]
fn the_levels_to_damage_are_good() {
    for good in [LEVEL, INFINITE] {
        assert!(formats::feed_level(good.as_bytes()));
    }
}

const MANIFEST: &str = r#"(include: ["b.ron"], resources: [bytes(id: "a", path: "a.txt", weight: 3),
    texture(id: "b", path: "b.png", filter: linear, optional: true), // one that is missing
    cache(id: "c", make: "length", from: ["a", "b"]), callback(id: "d", make: "length")])"#;

#[test]
fn the_manifest_to_damage_is_good() {
    assert!(formats::feed_manifest(MANIFEST.as_bytes()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_manifest_never_panics(bytes in damaged(MANIFEST)) {
        formats::feed_manifest(&bytes);
    }

    #[cfg(feature = "atlases")]
    #[test]
    fn a_damaged_atlas_never_panics(bytes in damaged(crate::atlases::HASH)) {
        formats::feed_atlas(&bytes);
    }

    #[cfg(feature = "levels")]
    #[test]
    fn a_damaged_level_never_panics(bytes in damaged(LEVEL)) {
        formats::feed_level(&bytes);
    }

    #[cfg(feature = "levels")]
    #[test]
    fn a_damaged_infinite_level_never_panics(bytes in damaged(INFINITE)) {
        formats::feed_level(&bytes);
    }
}

#[cfg(feature = "levels")]
const INFINITE: &str = r#"<map version="1.0" orientation="staggered" width="3" height="2" tilewidth="16" tileheight="16" infinite="1">
<tileset firstgid="1" source="ground.tsx"/>
<layer width="3" height="2"><data encoding="csv"><chunk x="-16" y="0" width="2" height="2">1,2,0,0</chunk>
<chunk x="32" y="16" width="1" height="1">7</chunk></data></layer></map>"#;
