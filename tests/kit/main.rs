//! The kit: menus, sound, settings, input scripts and the kinds of resources.

#[cfg(feature = "films")]
mod films;
mod input_scripts;
#[cfg(feature = "levels")]
mod levels;
mod machine_files;
#[cfg(feature = "scripts")]
mod machine_scripts;
mod menus;
mod mixing;
mod saves;
#[cfg(feature = "scripts")]
mod scripts;
mod settings;
mod storing;
#[cfg(feature = "strings")]
mod texts;
mod virtual_screens;
mod watching;
#[cfg(all(feature = "window", feature = "glyphs"))]
mod wrapping;

use proscenium::phase::{Asset, LoadError, read_asset};
use proscenium::platform::{AssetPath, MemorySource};

fn path(path: &str) -> AssetPath {
    AssetPath::new(path).unwrap()
}

/// Decodes one file.
fn load<A: Asset>(file: &str, bytes: impl AsRef<[u8]>) -> Result<A, LoadError> {
    read_asset(&MemorySource::default().with(file, bytes.as_ref()), &path(file))
}
