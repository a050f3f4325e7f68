//! A level of the Tiled editor.
#![no_main]

#[path = "../../../crates/formats/tests/formats/feeds.rs"]
mod feeds;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    feeds::feed_level(bytes);
});
