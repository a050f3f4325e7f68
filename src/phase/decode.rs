//! The decode step: from the bytes of a file to a value, on any thread.
//!
//! | kind | format | told by | value |
//! |---|---|---|---|
//! | `strings` | Fluent (`.ftl`) | UTF-8, syntax; the language from the file's name | [`Strings`] |
//! | `texture` | PNG, JPEG or WebP | its first bytes | [`Pixels`] |
//! | `sound` | OGG or WAV | its first bytes | [`Sound`] |
//! | `level` | Tiled (`.tmx`, with its `.tsx` and `.tx`) | XML, then the limits of [`Level`] | [`Level`] |
//! | `script` | Rhai (`.rhai`) | UTF-8, syntax | [`Script`] |
//! | `machine` | RON (`.ron`, with its `.rhai`) | UTF-8, syntax, [`Blueprint::check`](crate::ai::Blueprint::check) | [`MachineData`] |
//! | `film` | animated WebP | the limits of its size, then its first frame | [`Film`](super::Film) |
//!
//! Files are taken as hostile: each decoder has limits for size, depth and number, checks them
//! before it reserves memory, and answers with the place and the cause. A panic of a decoder is
//! caught here, because a broken file must not take a background thread with it.

mod level;
mod machine;
mod script;
mod sound;
mod strings;
mod text;
mod texture;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

pub use level::{Level, LevelObject, LevelTileset, PropertyValue, Tile, TileLayer};
pub use machine::MachineData;
pub use script::{Script, ScriptError, script_engine};
pub use sound::{Sound, SoundFormat};
pub use strings::{Strings, Value};
pub use texture::decode_texture;

use crate::phase::error::LoadCause;
#[cfg(feature = "films")]
use crate::phase::film::FilmData;
use crate::phase::resource::ResourceKind;
use crate::platform::{AssetPath, AssetSource, Pixels, ReadFuture};

/// What a background job hands to the main thread.
#[derive(Debug)]
pub(crate) enum Decoded {
    /// A picture, not yet on the GPU.
    Texture(Pixels),
    /// The texts of one language.
    Strings(Strings),
    /// A sound, still in its file's format.
    Sound(Sound),
    /// A map with its tilesets.
    Level(Level),
    /// A compiled script.
    Script(Script),
    /// The data of a machine, not yet a definition.
    Machine(MachineData),
    /// A film with its first frame.
    #[cfg(feature = "films")]
    Film(FilmData),
}

impl Decoded {
    /// The memory it holds in bytes, roughly. The queue between the threads is bounded by it.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Texture(pixels) => pixels.bytes(),
            Self::Strings(strings) => strings.memory(),
            Self::Sound(sound) => sound.bytes().len() as u64,
            Self::Level(level) => level.memory(),
            Self::Script(script) => script.memory(),
            Self::Machine(machine) => machine.memory(),
            #[cfg(feature = "films")]
            Self::Film(film) => film.memory(),
        }
    }
}

/// Reads and decodes one resource, on any thread. Where its file has to come over a network, it is
/// asked for here and now.
///
/// # Errors
///
/// [`LoadCause::Read`] when its file, or one that a level names, could not be read;
/// [`LoadCause::Path`] when a level names a file outside the assets folder; [`LoadCause::Decode`]
/// when what was read cannot be used; [`LoadCause::Panicked`] when a decoder panicked;
/// [`LoadCause::Code`] for the kinds that are made by code and have no file.
pub(crate) fn decode(
    kind: ResourceKind,
    path: AssetPath,
    source: Arc<dyn AssetSource>,
) -> impl Future<Output = Result<Decoded, LoadCause>> + Send {
    let is_file = !matches!(kind, ResourceKind::Cache | ResourceKind::Callback);
    // So that a network works on all files of the queue at once, however long it takes until a
    // job is polled for the first time.
    let first = (is_file && !source.is_immediate()).then(|| source.read(&path));
    async move { decode_read(kind, path, source, first).await }
}

async fn decode_read(
    kind: ResourceKind,
    path: AssetPath,
    source: Arc<dyn AssetSource>,
    first: Option<ReadFuture>,
) -> Result<Decoded, LoadCause> {
    if matches!(kind, ResourceKind::Cache | ResourceKind::Callback) {
        return Err(LoadCause::Code(format!(
            "a {kind} is made by code, not decoded from a file; `{path}` was given as its file"
        )));
    }
    let bytes = match first {
        Some(first) => first.await?,
        None => source.read(&path).await?,
    };
    if kind == ResourceKind::Level {
        let files = level::read_level(&path, bytes, source.as_ref()).await?;
        return guarded(|| level::decode_level(&path, &files).map(Decoded::Level));
    }
    if kind == ResourceKind::Machine {
        return MachineData::finish(&path, &bytes, source.as_ref()).await.map(Decoded::Machine);
    }
    guarded(|| match kind {
        ResourceKind::Texture => Ok(Decoded::Texture(decode_texture(&path, &bytes)?)),
        ResourceKind::Strings => Ok(Decoded::Strings(Strings::decode(&path, &bytes)?)),
        ResourceKind::Sound => Ok(Decoded::Sound(Sound::decode(&path, bytes)?)),
        ResourceKind::Script => Ok(Decoded::Script(Script::compile(&path, &bytes)?)),
        #[cfg(feature = "films")]
        ResourceKind::Film => Ok(Decoded::Film(FilmData::decode(&path, bytes)?)),
        // They were answered above.
        ResourceKind::Level | ResourceKind::Machine | ResourceKind::Cache | ResourceKind::Callback => {
            Err(LoadCause::Code(format!("a {kind} is not decoded here")))
        }
    })
}

/// The stand-in of an optional resource: a checker, no texts, silence, no data. `None` for the
/// kinds that have none: a level, a script, a film, a cache or a callback is simply not there.
pub(crate) fn stand_in(kind: ResourceKind) -> Option<Decoded> {
    match kind {
        ResourceKind::Texture => Some(Decoded::Texture(Pixels::checker())),
        ResourceKind::Strings => Some(Decoded::Strings(Strings::empty(<_>::default()))),
        ResourceKind::Sound => Some(Decoded::Sound(Sound::silence())),
        ResourceKind::Machine => Some(Decoded::Machine(MachineData::empty())),
        #[cfg(feature = "films")]
        ResourceKind::Film => None,
        ResourceKind::Level | ResourceKind::Script | ResourceKind::Cache | ResourceKind::Callback => None,
    }
}

/// Runs the synchronous step of a decoder and turns its panic into a cause.
fn guarded<T>(step: impl FnOnce() -> Result<T, LoadCause>) -> Result<T, LoadCause> {
    // What the step borrows is only read by it, and what it makes is dropped with it, so nothing
    // half-changed can be seen afterwards.
    catch_unwind(AssertUnwindSafe(step))
        .unwrap_or_else(|panic| Err(LoadCause::Panicked(panic_text(panic.as_ref()))))
}

/// The message of a caught panic.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a message".to_owned())
}

#[cfg(test)]
mod tests;
