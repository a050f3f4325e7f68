//! Damaged manifests are errors.

use proptest::prelude::*;

use crate::damage::damaged;
use crate::formats::{self, MANIFEST};
use crate::nearly;

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

#[test]
fn a_nearly_right_manifest_is_loaded_or_its_error_has_a_file() {
    let soak: u64 = std::env::var("PROSCENIUM_SOAK").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let loaded = (0..soak * 400).filter(|seed| {
        let bytes = nearly::bytes_of(*seed);
        formats::feed_manifest(nearly::text(MANIFEST, &mut nearly::Choices::of(&bytes)).as_bytes())
    });
    let loaded = loaded.count() as u64;
    assert!((soak * 20..soak * 380).contains(&loaded), "{loaded} are loaded");
}
