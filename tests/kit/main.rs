//! The kit: menus, sound, settings, input scripts and the kinds of resources.

#[cfg(all(feature = "testing", feature = "window"))]
mod arcade;
#[cfg(feature = "testing")]
mod beginners;
mod broken_bytes;
#[cfg(feature = "strings")]
mod controls_menu;
mod crashes;
#[path = "../../crates/formats/tests/formats/damage.rs"]
mod damage;
mod damaged;
mod features;
#[path = "../../crates/formats/tests/formats/foreign.rs"]
mod foreign;
mod formats;
mod images;
mod kept;
mod machine_files;
mod menus;
mod mixing;
#[cfg(feature = "window")]
mod no_window;
mod odd_files;
mod pages;
mod places;
#[cfg(feature = "strings")]
mod players;
mod recordings;
mod saves;
mod scaling;
mod sessions;
mod setting_fields;
mod settings;
mod storing;
#[cfg(feature = "testing")]
mod test_runs;
mod touch_controls;
mod watching;
#[cfg(all(feature = "window", feature = "glyphs"))]
mod wrapping;

use std::sync::Arc;

use proscenium::flow::{ManagerSettings, Phase, ScreenManager};
use proscenium::phase::{Asset, LoadError};
use proscenium::platform::{AssetPath, MemorySource};

fn path(path: &str) -> AssetPath {
    AssetPath::new(path).unwrap()
}

/// Decodes one file.
fn load<A: Asset>(file: &str, bytes: impl AsRef<[u8]>) -> Result<A, LoadError> {
    A::read(&MemorySource::default().with(file, bytes.as_ref()), &path(file))
}

/// The problems that `check` finds in a phase of these `resources`.
fn check(files: MemorySource, resources: &str) -> Vec<String> {
    let files = files.with("phase.ron", format!("(resources: [{resources}])"));
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    manager.register_kinds();
    manager.add_phase(Phase::new("phase").manifest("phase.ron"));
    manager.check().iter().map(ToString::to_string).collect()
}
