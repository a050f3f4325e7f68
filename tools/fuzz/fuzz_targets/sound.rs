//! A sound: OGG or WAV.
#![no_main]

#[path = "../../../tests/game/formats.rs"]
mod formats;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    formats::feed_sound(bytes);
});
