//! Damaged manifests are errors.

use proptest::prelude::*;

use crate::damage::damaged;
use crate::formats;

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
}
