//! Nearly right files: manifests, machine files, saves, recordings and packs. The bytes choose which one, and what is wrong.
#![no_main]

use std::sync::LazyLock;

#[path = "../../../crates/core/tests/flow/packs/damage.rs"]
mod damage;
#[path = "../../../tests/game/recordings/entry.rs"]
mod entry;
#[path = "../../../tests/game/formats.rs"]
mod formats;
#[path = "../../../crates/formats/tests/formats/machine_feed.rs"]
mod machine_feed;
#[path = "../../../crates/core/tests/flow/saves/meadow.rs"]
mod meadow;
#[path = "../../../crates/core/tests/flow/nearly.rs"]
mod nearly;

static FOLDER: LazyLock<damage::Folder> = LazyLock::new(damage::Folder::new);

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut choices = nearly::Choices::of(bytes);
    match choices.below(5) {
        0 => drop(formats::feed_manifest(nearly::text(formats::MANIFEST, &mut choices).as_bytes())),
        1 => {
            let machine = std::str::from_utf8(machine_feed::SHEEP).unwrap_or_default();
            machine_feed::feed_machine(nearly::text(machine, &mut choices).as_bytes());
        }
        2 => drop(meadow::feed_save_again(&nearly::text(meadow::right(), &mut choices))),
        3 => drop(entry::feed_recording(&entry::nearly_right(&mut choices))),
        _ => damage::feed_packs(&damage::nearly_right(&mut choices), &FOLDER),
    }
});
