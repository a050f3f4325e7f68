//! An entry of a recording.
#![no_main]

#[path = "../../../tests/game/recordings/entry.rs"]
mod entry;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = entry::feed_entry(bytes);
});
