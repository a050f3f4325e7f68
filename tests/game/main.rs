//! Games as programs: sound, settings, input scripts and the kinds of resources.

#[cfg(feature = "window")]
mod arcade;
mod back_in_time;
mod beginners;
mod breakpoints;
#[cfg(feature = "strings")]
mod controls_menu;
mod crashes;
#[path = "../../crates/formats/tests/formats/damage.rs"]
mod damage;
mod damaged_manifests;
mod damaged_player_files;
mod features;
mod first_screens;
mod folder_storage;
#[path = "../../crates/formats/tests/formats/foreign.rs"]
mod foreign;
mod formats;
mod images;
mod kept_values;
mod machine_files;
mod mixing;
#[path = "../../crates/core/tests/flow/nearly.rs"]
mod nearly;
#[cfg(feature = "window")]
mod no_window;
mod overlays;
#[cfg(target_os = "linux")]
mod power_cuts;
#[cfg(feature = "strings")]
mod profiles;
mod program_folders;
mod recordings;
mod resumed_runs;
mod saves;
mod sessions;
mod setting_fields;
mod settings;
mod shrinking;
mod test_runs;
mod unexpected_files;
mod views;
mod watching;

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
    proscenium::game::register_kinds(&mut manager);
    manager.add_phase(Phase::new("phase").manifest("phase.ron"));
    manager.assets().check().iter().map(ToString::to_string).collect()
}
