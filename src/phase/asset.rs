//! A kind of resource as a type.

use std::error::Error;

use super::context::{CheckContext, DecodeContext, FinishContext};
use super::error::LoadError;
use super::kind::{Kind, read_kind};
use crate::platform::{AssetPath, AssetSource};

/// A kind of resource. Screens get its values with a [`Handle`](super::Handle).
///
/// ```
/// use std::error::Error;
/// use proscenium::phase::{Asset, DecodeContext};
///
/// /// Lines of a text file: `credits(id: "people", path: "people.txt")` in a manifest.
/// struct Credits(Vec<String>);
///
/// impl Asset for Credits {
///     const KIND: &'static str = "credits";
///
///     fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
///         Ok(Self(cx.text(bytes)?.lines().map(str::to_owned).collect()))
///     }
/// }
/// ```
///
/// [`ScreenManager::register`](crate::flow::ScreenManager::register) adds the kind to manifests. RON
/// files need no such type: see
/// [`ScreenManager::register_ron`](crate::flow::ScreenManager::register_ron).
pub trait Asset: Send + Sized + 'static {
    /// The kind's word in manifests and in the trace.
    const KIND: &'static str;

    /// The extensions of its files, in lower case, for the check of files that no manifest names.
    const EXTENSIONS: &'static [&'static str] = &[];

    /// The maximum size of a file, and of the further files of an item together, in bytes.
    const MAX_BYTES: usize = 64 << 20;

    /// Decodes the bytes of a file, on any thread. It may be called more than once for an item: see
    /// [`DecodeContext::file`]. A panic is caught and counts as an error.
    ///
    /// # Errors
    ///
    /// Any error; [`DecodeContext::error_at`] makes one with line and column.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>>;

    /// The memory in bytes that decoding a file takes, from the header of its content: for the limit of
    /// decoding ahead, which reserves them before. A kind whose values are larger than their files says
    /// so here.
    fn decoded_size(bytes: &[u8]) -> u64 {
        bytes.len() as u64
    }

    /// Finishes the value on the main thread, in queue order, with the GPU.
    fn finish(&mut self, _cx: &mut FinishContext<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }

    /// The replacement of an optional resource that cannot be loaded, if there is one.
    fn stand_in() -> Option<Self> {
        None
    }

    /// The main memory of the value in bytes, for reports and for the limit of decoding ahead.
    fn memory(&self) -> u64 {
        size_of::<Self>() as u64
    }

    /// A form of the file that [`decode`](Asset::decode) reads too, and faster, for packs. The value is
    /// decoded and not finished.
    fn pack(&self) -> Option<Vec<u8>> {
        None
    }

    /// Reads and decodes one file now, without a phase, for tools and tests. The value is not finished.
    ///
    /// # Errors
    ///
    /// As of a load, and for a source that cannot be waited for.
    fn read(source: &dyn AssetSource, path: &AssetPath) -> Result<Self, LoadError> {
        let decoded = read_kind(Kind::of::<Self>(), source, path)?;
        let value = decoded.into_value().downcast().map(|value| *value);
        value.map_err(|_| LoadError::Code(format!("{path} was decoded as another kind")))
    }

    /// Reports problems that decoding does not find, when the assets are checked.
    fn check(&self, _cx: &mut CheckContext<'_>) {}
}
