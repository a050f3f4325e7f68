//! Damaged atlases and levels are errors.

use proptest::prelude::*;

use crate::damage::damaged;
use crate::feeds;

/// The file `good` with some other bytes, and in some cases cut.
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

#[test]
fn the_levels_to_damage_are_good() {
    for good in [LEVEL, INFINITE] {
        assert!(feeds::feed_level(good.as_bytes()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_atlas_never_panics(bytes in damaged(crate::atlases::HASH)) {
        feeds::feed_atlas(&bytes);
    }

    #[test]
    fn a_damaged_level_never_panics(bytes in damaged(LEVEL)) {
        feeds::feed_level(&bytes);
    }

    #[test]
    fn a_damaged_infinite_level_never_panics(bytes in damaged(INFINITE)) {
        feeds::feed_level(&bytes);
    }
}

const INFINITE: &str = r#"<map version="1.0" orientation="staggered" width="3" height="2" tilewidth="16" tileheight="16" infinite="1">
<tileset firstgid="1" source="ground.tsx"/>
<layer width="3" height="2"><data encoding="csv"><chunk x="-16" y="0" width="2" height="2">1,2,0,0</chunk>
<chunk x="32" y="16" width="1" height="1">7</chunk></data></layer></map>"#;
