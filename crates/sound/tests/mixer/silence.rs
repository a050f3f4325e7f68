//! A window in a build without the devices.

use std::sync::{Arc, Mutex};

use log::{LevelFilter, Log, Metadata, Record};
use proscenium_core::flow::{ManagerSettings, Phase, ScreenManager};
use proscenium_core::phase::Sound;
use proscenium_core::platform::{Input, MemorySource};
use proscenium_sound::Mixer;

use crate::mixing::{Idle, tenth_of_a_second};

/// The warnings of this package.
struct Warnings(Mutex<Vec<String>>);

static WARNINGS: Warnings = Warnings(Mutex::new(Vec::new()));

impl Log for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target().starts_with("proscenium_sound")
    }

    fn log(&self, record: &Record<'_>) {
        if self.enabled(record.metadata()) {
            self.0.lock().unwrap().push(record.args().to_string());
        }
    }

    fn flush(&self) {}
}

#[test]
fn the_first_sound_of_a_window_without_a_device_is_a_warning_that_names_the_feature() {
    log::set_logger(&WARNINGS).unwrap();
    log::set_max_level(LevelFilter::Warn);
    let files = ["a.wav", "b.wav"]
        .iter()
        .fold(MemorySource::default(), |files, path| files.with(path, tenth_of_a_second()));
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    manager.add_phase(Phase::new("silent").screen("silent", |_| Idle));
    manager.add_phase(
        Phase::new("loud").file::<Sound>("a", "a.wav").file::<Sound>("b", "b.wav").screen("loud", |_| Idle),
    );
    manager.add_plugin(Mixer::for_window());
    let mut warnings_in = |phase: &'static str| {
        manager.start(phase);
        (0..40).for_each(|_| manager.step(&Input::default()));
        std::mem::take(&mut *WARNINGS.0.lock().unwrap())
    };
    assert_eq!(warnings_in("silent"), [""; 0]);
    let warning = "the sounds of this game are silent, because it was built without the feature `sound` of proscenium: add \
        `sound` to the features of proscenium in Cargo.toml";
    assert_eq!(warnings_in("loud"), [warning]);
    assert_eq!(warnings_in("silent"), [""; 0]);
    assert_eq!(warnings_in("loud"), [""; 0]);
}
