//! An entry of a recording.
#![no_main]

#[path = "../../../crates/core/tests/flow/nearly.rs"]
mod nearly;
#[path = "../../../tests/game/recordings/entry.rs"]
mod entry;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = entry::feed_entry(bytes);
});
