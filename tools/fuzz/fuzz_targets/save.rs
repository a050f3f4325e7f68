//! A save with a valid header.
#![no_main]

#[path = "../../../crates/core/tests/flow/saves/meadow.rs"]
mod meadow;

libfuzzer_sys::fuzz_target!(|body: &str| {
    meadow::feed_save(body);
});
