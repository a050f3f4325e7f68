//! A kind of resource as a type, and how its files are decoded.

use std::any::Any;
use std::borrow::Cow;

use super::context::{CheckContext, DecodeContext, FinishContext};
use super::error::{AnyError, LoadError};
use super::kind::{Decoded, Kind};
use super::reading::read_kind;
use crate::platform::{AssetPath, AssetSource, Filter};

/// A kind of resource. Screens get its values with a [`Handle`](super::Handle).
///
/// ```
/// use std::error::Error;
/// use proscenium_core::phase::{AnyError, Asset, DecodeContext};
///
/// /// Lines of a text file: `credits(id: "people", path: "people.txt")` in a manifest.
/// struct Credits(Vec<String>);
///
/// impl Asset for Credits {
///     const KIND: &'static str = "credits";
///
///     fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
///         Ok(Self(cx.text(bytes)?.lines().map(str::to_owned).collect()))
///     }
/// }
/// ```
///
/// [`Assets::register`](crate::phase::Assets::register) adds the kind to manifests. RON
/// files need no such type: see
/// [`Assets::register_ron`](crate::phase::Assets::register_ron).
pub trait Asset: Send + Sized + 'static {
    /// The kind's word in manifests and in the trace, of letters, digits and `_`. It follows the rule of
    /// [`ResourceId`](super::ResourceId); a kind of another word is not registered, and the log says why.
    const KIND: &'static str;

    /// The extensions of its files, in lower case, for the check of files that no manifest names.
    const EXTENSIONS: &'static [&'static str] = &[];

    /// The maximum size of a file, and of the further files of an item together, in bytes.
    const MAX_BYTES: usize = 64 << 20;

    /// Returns the further files that decoding needs, from the bytes of one file, on any thread. It is called once for
    /// the item's own file and once for each further file that has been read; [`DecodeContext::path`] is the path of
    /// the file. Each file is read once. By default there are none. A broken file needs none: [`decode`](Asset::decode)
    /// says what is wrong with it.
    ///
    /// An item has at most 256 further files. Files that need each other are an error of the item, which names them.
    ///
    /// ```
    /// use std::error::Error;
    /// use proscenium_core::phase::{AnyError, Asset, DecodeContext};
    /// use proscenium_core::platform::AssetPath;
    ///
    /// /// The texts of the files that a list names, one in each line.
    /// struct Book(Vec<String>);
    ///
    /// impl Asset for Book {
    ///     const KIND: &'static str = "book";
    ///
    ///     fn needs(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
    ///         // A chapter needs nothing.
    ///         let lines = if cx.path().extension() == "list" { cx.text(bytes)?.lines() } else { "".lines() };
    ///         Ok(lines.flat_map(|line| cx.path().sibling(line)).collect())
    ///     }
    ///
    ///     fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
    ///         let chapter = |line| Ok(cx.text(cx.file(&cx.path().sibling(line)?)?)?.to_owned());
    ///         Ok(Self(cx.text(bytes)?.lines().map(chapter).collect::<Result<_, AnyError>>()?))
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`decode`](Asset::decode).
    fn needs(_bytes: &[u8], _cx: &DecodeContext<'_>) -> Result<Vec<AssetPath>, AnyError> {
        Ok(Vec::new())
    }

    /// Returns the image file that the item's own file is or contains, in a format that the platform decodes: in a page
    /// the browser. It is called on any thread, once the further files are there. The image is decoded before the call
    /// of [`decode`](Asset::decode), which gets it from [`DecodeContext::image`]. By default there is none.
    ///
    /// # Errors
    ///
    /// As for [`decode`](Asset::decode).
    fn image<'a>(_bytes: &'a [u8], _cx: &DecodeContext<'_>) -> Result<Option<Cow<'a, [u8]>>, AnyError> {
        Ok(None)
    }

    /// Decodes the bytes of a file, on any thread, once its further files and its image are there. A panic is caught and
    /// counts as an error.
    ///
    /// # Errors
    ///
    /// Any error; [`DecodeContext::error_at`] makes one with line and column.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError>;

    /// Returns the memory in bytes that decoding a file takes, from the header of its content; decoding ahead reserves
    /// them first. A kind whose values are larger than their files implements it. A file that takes more than twice the
    /// [`byte_limit`](super::LoadPolicy::byte_limit) of the phase, and more than 256 MiB, is refused before it is
    /// decoded.
    fn decoded_size(bytes: &[u8]) -> u64 {
        bytes.len() as u64
    }

    /// Finishes the value on the main thread, in queue order, with the GPU.
    fn finish(&mut self, _cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        Ok(())
    }

    /// Returns the replacement for an optional resource that cannot be loaded, if there is one.
    fn stand_in() -> Option<Self> {
        None
    }

    /// Returns the main memory of the value in bytes, for reports and for the limit of decoding ahead.
    fn memory(&self) -> u64 {
        size_of::<Self>() as u64
    }

    /// Returns a form of the file that [`decode`](Asset::decode) reads faster, for packs. The value is decoded but not
    /// finished.
    fn pack(&self) -> Option<Vec<u8>> {
        None
    }

    /// Reads and decodes one file now, without a phase, for tools and tests. The value is not finished.
    ///
    /// # Errors
    ///
    /// As for a load, and if the source cannot be waited for.
    fn read(source: &dyn AssetSource, path: &AssetPath) -> Result<Self, LoadError> {
        let ready = read_kind(Kind::of::<Self>(), source, path, None).map_err(|unready| unready.error)?;
        let value = ready.value.into_value().downcast().map(|value| *value);
        value.map_err(|_| LoadError::Code(format!("{path} was decoded as another kind")))
    }

    /// Reports problems that decoding does not find, when the assets are checked. Not called in a page.
    fn check(&self, _cx: &mut CheckContext<'_>) {}
}

impl Kind {
    /// The kind of a type.
    pub(crate) fn of<A: Asset>() -> Self {
        Self {
            name: A::KIND,
            extensions: A::EXTENSIONS,
            filter: Filter::default(),
            max_bytes: A::MAX_BYTES,
            decoded_size: A::decoded_size,
            needs: A::needs,
            image: A::image,
            decode: |bytes, cx| Ok(Box::new(A::decode(bytes, cx)?)),
            stand_in: || A::stand_in().map(|value| Box::new(value) as Box<dyn Decoded>),
        }
    }
}

impl<A: Asset> Decoded for A {
    fn memory(&self) -> u64 {
        Asset::memory(self)
    }

    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        Asset::finish(self, cx)
    }

    fn check(&self, cx: &mut CheckContext<'_>) {
        // A page's files cannot be waited for, so it has nothing to check.
        if cfg!(not(target_arch = "wasm32")) {
            Asset::check(self, cx);
        }
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn pack(&self) -> Option<Vec<u8>> {
        Asset::pack(self)
    }

    fn into_value(self: Box<Self>) -> Box<dyn Any> {
        self
    }
}
