//! A machine's script.
#![no_main]

#[path = "../../../demo/tests/instrument/machine_file.rs"]
mod machine_file;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    machine_file::feed_script(bytes);
});
