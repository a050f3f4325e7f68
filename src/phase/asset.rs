//! A kind of resource as a type: how it is decoded, finished, replaced and checked.

use std::error::Error;

use super::check::CheckContext;
use super::context::{DecodeContext, FinishContext};

/// A kind of resource. The implementing type is what screens get with a [`Handle`](super::Handle).
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
/// [`ScreenManager::register`](crate::flow::ScreenManager::register) makes the kind known to
/// manifests. Files of RON need no such type: see
/// [`ScreenManager::register_ron`](crate::flow::ScreenManager::register_ron).
pub trait Asset: Send + Sized + 'static {
    /// The kind's word in manifests and in the trace.
    const KIND: &'static str;

    /// The extensions of its files, in small letters. Only a check of files that no manifest names
    /// goes by them; a load never does.
    const EXTENSIONS: &'static [&'static str] = &[];

    /// The largest file that is decoded, in bytes. The further files of an item may have as much
    /// together.
    const MAX_BYTES: usize = 64 << 20;

    /// Makes the value from the bytes of its file, on any thread. It may be called more than once
    /// for an item: see [`DecodeContext::file`]. A panic is caught and counts as an error.
    ///
    /// # Errors
    ///
    /// Any error; [`DecodeContext::error_at`] makes one with line and column.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>>;

    /// Finishes the value on the main thread, when its turn in the queue has come: for what needs
    /// the GPU.
    fn finish(&mut self, _cx: &mut FinishContext<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
        Ok(())
    }

    /// What takes the place of an optional resource that cannot be loaded. It is finished like
    /// any other value. With `None` there is nothing in its place.
    fn stand_in() -> Option<Self> {
        None
    }

    /// The main memory that the value takes, in bytes: for reports, and for the limit of what is
    /// decoded ahead.
    fn memory(&self) -> u64 {
        size_of::<Self>() as u64
    }

    /// Looks for problems that decoding does not find, when the assets are checked.
    fn check(&self, _cx: &mut CheckContext<'_>) {}
}
