//! A machine's script.
#![no_main]

#[path = "../../../crates/formats/tests/formats/machine_feed.rs"]
mod machine_feed;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    machine_feed::feed_script(bytes);
});
