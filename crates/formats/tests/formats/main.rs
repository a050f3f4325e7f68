//! The kinds of resources of other tools.

mod atlases;
mod damage;
mod damaged;
mod feeds;
mod films;
mod fonts;
mod foreign;
mod languages;
mod levels;
mod machine_feed;
mod machine_mutations;
mod machine_scripts;
#[path = "../../../core/tests/flow/nearly.rs"]
mod nearly;
mod script_saves;
mod scripts;
mod texts;

use std::sync::Arc;

use proscenium_core::flow::{ManagerSettings, Phase, ScreenManager};
use proscenium_core::phase::{Asset, LoadError};
use proscenium_core::platform::{AssetPath, MemorySource};

fn path(path: &str) -> AssetPath {
    AssetPath::new(path).unwrap()
}

/// Decodes one file.
fn load<A: Asset>(file: &str, bytes: impl AsRef<[u8]>) -> Result<A, LoadError> {
    A::read(&MemorySource::default().with(file, bytes.as_ref()), &path(file))
}

/// The problems that `check` finds in a phase of these `resources`, some of which are of the kind `A`.
fn check<A: Asset>(files: MemorySource, resources: &str) -> Vec<String> {
    let files = files.with("phase.ron", format!("(resources: [{resources}])"));
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    manager.assets_mut().register::<A>();
    manager.add_phase(Phase::new("phase").manifest("phase.ron"));
    manager.assets().check().iter().map(ToString::to_string).collect()
}
