//! A texture atlas.
#![no_main]

#[path = "../../../crates/formats/tests/formats/feeds.rs"]
mod feeds;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    feeds::feed_atlas(bytes);
});
