//! The kit: menus, sound, settings, input scripts and the kinds of resources.

#[cfg(feature = "atlases")]
mod atlases;
mod broken_bytes;
mod crashes;
mod damaged;
#[cfg(feature = "films")]
mod films;
#[cfg(feature = "fonts")]
mod fonts;
mod foreign;
mod formats;
mod images;
#[cfg(feature = "strings")]
mod languages;
#[cfg(feature = "levels")]
mod levels;
#[cfg(feature = "scripts")]
mod machine_feed;
mod machine_files;
#[cfg(feature = "scripts")]
mod machine_mutations;
#[cfg(feature = "scripts")]
mod machine_scripts;
mod menus;
mod mixing;
mod mixing_phases;
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
#[cfg(feature = "scripts")]
mod script_saves;
#[cfg(feature = "scripts")]
mod scripts;
mod sessions;
mod setting_fields;
mod settings;
mod storing;
#[cfg(feature = "strings")]
mod texts;
mod touch_controls;
mod watching;
#[cfg(all(feature = "window", feature = "glyphs"))]
mod wrapping;

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
#[cfg(any(feature = "atlases", feature = "levels", feature = "strings"))]
fn check(files: MemorySource, resources: &str) -> Vec<String> {
    use std::sync::Arc;

    use proscenium::flow::{ManagerSettings, Phase, ScreenManager};

    let files = files.with("phase.ron", format!("(resources: [{resources}])"));
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    manager.register_kinds();
    manager.add_phase(Phase::new("phase").manifest("phase.ron"));
    manager.check().iter().map(ToString::to_string).collect()
}
