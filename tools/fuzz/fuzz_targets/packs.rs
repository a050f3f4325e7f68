//! Packs of any bytes.
#![no_main]

use std::sync::LazyLock;

#[path = "../../../crates/core/tests/flow/nearly.rs"]
mod nearly;
#[path = "../../../crates/core/tests/flow/packs/damage.rs"]
mod damage;

static FOLDER: LazyLock<damage::Folder> = LazyLock::new(damage::Folder::new);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    damage::feed_packs(bytes, &FOLDER);
});
