//! A manifest, and a load of it.
#![no_main]

#[path = "../../../tests/game/formats.rs"]
mod formats;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    formats::feed_manifest(bytes);
});
