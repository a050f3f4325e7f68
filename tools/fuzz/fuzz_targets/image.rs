//! An image, also one that may be TGA by its name.
#![no_main]

#[path = "../../../tests/game/formats.rs"]
mod formats;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    formats::feed_image(bytes);
});
