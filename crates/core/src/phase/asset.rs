//! A kind of resource as a type, and how its files are decoded.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::ahead::{Job, Place, Reserved, Step};
use super::context::{CheckContext, DecodeContext, FinishContext, Wanted, web_page};
use super::error::{AnyError, DecodeError, LoadError, guarded, guarded_job, start_read};
use super::held::{Held, Hollow};
use super::image;
use crate::platform::{AssetPath, AssetSource, Filter, ReadError, caught};

/// A kind of resource. Screens get its values with a [`Handle`](super::Handle).
///
/// ```
/// use std::error::Error;
/// use proscenium_core::phase::{Asset, DecodeContext};
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
    /// The kind's word in manifests and in the trace, of letters, digits and `_`. It follows the rule of
    /// [`ResourceId`](super::ResourceId); a kind of another word is not registered, and the log says why.
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
    /// so here. More than twice the [`byte_limit`](super::LoadPolicy::byte_limit) of the phase, and more than 256 MiB,
    /// is refused before it is decoded.
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
        let decoded = read_kind(Kind::of::<Self>(), source, path, None)?.value;
        let value = decoded.into_inner().into_value().downcast().map(|value| *value);
        value.map_err(|_| LoadError::Code(format!("{path} was decoded as another kind")))
    }

    /// Reports problems that decoding does not find, when the assets are checked. Not called in a page.
    fn check(&self, _cx: &mut CheckContext<'_>) {}
}

/// The maximum of further files of one item.
const MAX_FILES: usize = 32;

/// A decoded value of some kind.
pub(crate) trait Decoded: Any + Send {
    fn memory(&self) -> u64 {
        size_of_val(self) as u64
    }

    fn finish(&mut self, _cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        Ok(())
    }

    fn check(&self, _cx: &mut CheckContext<'_>) {}

    #[cfg(not(target_arch = "wasm32"))]
    fn pack(&self) -> Option<Vec<u8>> {
        None
    }

    fn into_value(self: Box<Self>) -> Box<dyn Any>;
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

impl Hollow for Box<dyn Decoded> {
    fn hollow() -> Self {
        struct Nothing;
        impl Decoded for Nothing {
            fn into_value(self: Box<Self>) -> Box<dyn Any> {
                self
            }
        }
        Box::new(Nothing)
    }
}

/// A decoded value.
pub(super) struct Ready {
    pub(super) value: Held<Box<dyn Decoded>>,
    /// Its memory in bytes; a stand-in is counted when it is finished.
    pub(super) memory: u64,
    /// The files that it was decoded from besides its own.
    pub(super) further: Vec<AssetPath>,
    /// The memory that is reserved for it; a stand-in has none.
    pub(super) reserved: Option<Reserved>,
}

impl Ready {
    /// The replacement of an optional resource, if its kind has one.
    pub(super) fn stand_in(kind: Kind) -> Option<Self> {
        let name = format!("the stand-in of a {}", kind.name);
        match caught(kind.stand_in) {
            Ok(value) => {
                Some(Self { value: Held::new(value?, name), memory: 0, further: Vec::new(), reserved: None })
            }
            Err(why) => {
                log::error!("while {name} was made, it panicked: {why}");
                None
            }
        }
    }
}

/// A value of a RON file.
struct Ron<T>(T);

impl<T: Send + 'static> Decoded for Ron<T> {
    fn into_value(self: Box<Self>) -> Box<dyn Any> {
        Box::new(self.0)
    }
}

type Decode = fn(&[u8], &DecodeContext<'_>) -> Result<Box<dyn Decoded>, AnyError>;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Kind {
    pub(super) name: &'static str,
    pub(super) extensions: &'static [&'static str],
    /// The filter of a texture.
    pub(super) filter: Filter,
    pub(super) max_bytes: usize,
    decoded_size: fn(&[u8]) -> u64,
    decode: Decode,
    stand_in: fn() -> Option<Box<dyn Decoded>>,
}

impl Kind {
    pub(crate) fn of<A: Asset>() -> Self {
        Self {
            name: A::KIND,
            extensions: A::EXTENSIONS,
            filter: Filter::default(),
            max_bytes: A::MAX_BYTES,
            decoded_size: A::decoded_size,
            decode: |bytes, cx| Ok(Box::new(A::decode(bytes, cx)?)),
            stand_in: || A::stand_in().map(|value| Box::new(value) as Box<dyn Decoded>),
        }
    }

    pub(crate) fn ron<T: DeserializeOwned + Send + 'static>(name: &'static str) -> Self {
        Self {
            name,
            extensions: &[],
            filter: Filter::default(),
            max_bytes: 16 << 20,
            decoded_size: |bytes| bytes.len() as u64,
            decode: |bytes, cx| Ok(Box::new(Ron::<T>(cx.ron(bytes)?))),
            stand_in: || None,
        }
    }

    /// The kind for an entry with this filter.
    pub(super) const fn with_filter(self, filter: Filter) -> Self {
        Self { filter, ..self }
    }
}

/// Reads and decodes one item, on any thread. A file from a network is requested when this is called;
/// another one is read when no item before it waits for memory.
pub(super) fn decode(
    kind: Kind,
    path: AssetPath,
    source: Arc<dyn AssetSource>,
    place: Place,
) -> impl Future<Output = Result<Ready, LoadError>> + Send {
    // A network can work on all files of the queue at once, before the jobs are polled.
    let first = (!source.is_immediate()).then(|| start_read(source.as_ref(), &path));
    guarded_job(async move {
        let bytes = match first {
            Some(first) => first.await?,
            None => {
                drop(place.clone().reserve(0).await);
                start_read(source.as_ref(), &path).await?
            }
        };
        decode_bytes(kind, &path, &bytes, source.as_ref(), place).await
    })
}

/// Decodes the bytes of the file `path`, and reads its further files. The caller [guards](guarded_job) it.
pub(super) async fn decode_bytes(
    kind: Kind,
    path: &AssetPath,
    bytes: &[u8],
    source: &dyn AssetSource,
    place: Place,
) -> Result<Ready, LoadError> {
    let error = |what| DecodeError { path: path.clone(), position: None, what };
    let (max, length) = (kind.max_bytes, bytes.len());
    if length > max {
        return Err(error(format!("the file has {length} bytes; a {} may have {max}", kind.name)).into());
    }
    let size = (kind.decoded_size)(bytes);
    if let Some((_, limit)) = place.limit.filter(|(most, _)| size > *most) {
        return Err(LoadError::ByteLimit(limit));
    }
    let mut reserved = place.clone().reserve(u128::from(size) + length as u128).await;
    let mut files = BTreeMap::new();
    let mut total = 0;
    let step = Step { kind: kind.name, job: Job::Decode, bytes: size };
    place.next_step(step).await;
    let mut decoded = None;
    let result = loop {
        let (result, wanted) = {
            let (wanted, image) = (RefCell::new(None), RefCell::new(decoded.take()));
            let limit = place.limit.map_or(u64::MAX, |(most, _)| most);
            let cx = DecodeContext { path, files: &files, wanted, image, limit, filter: kind.filter };
            let value = guarded(|| (kind.decode)(bytes, &cx));
            (value.map(|value| Held::new(value, format!("{} {path}", kind.name))), cx.wanted.into_inner())
        };
        let wanted = match wanted {
            Some(Wanted::File(wanted)) => wanted,
            Some(Wanted::Image(decoding)) => {
                if image::IS_BESIDE {
                    reserved.pause();
                }
                decoded = Some(decoding.await);
                if image::IS_BESIDE {
                    reserved.grow(0).await;
                    place.next_step(step).await;
                }
                continue;
            }
            None => break result,
        };
        // The decoder knows where the file is named.
        let named = result.err().and_then(|error| error.downcast::<DecodeError>().ok());
        reserved.pause();
        let further = match start_read(source, &wanted).await {
            Ok(further) => further,
            Err(LoadError::Read(read)) if !read.is_transient() => {
                let mut missing = named.map_or_else(|| error(String::new()), |named| *named);
                missing.what = format!("it needs `{wanted}`: {}", read.cause);
                return Err(missing.into());
            }
            // The queue retries an interrupted read.
            Err(error) => return Err(error),
        };
        total += further.len();
        reserved.grow(further.len() as u128).await;
        files.insert(wanted, further);
        if files.len() > MAX_FILES || total > max {
            let what =
                format!("it needs more than {MAX_FILES} further files, or more than {max} bytes of them");
            return Err(error(what).into());
        }
        place.next_step(step).await;
    };
    let value = result.map_err(|cause| match web_page(bytes, kind.name) {
        Some(what) => error(what).into(),
        None => LoadError::of(cause, Some(path)),
    })?;
    let memory = value.memory();
    reserved.set(memory);
    Ok(Ready { value, memory, further: files.into_keys().collect(), reserved: Some(reserved) })
}

/// Reads and decodes one file now, within the [limit](Place::limit) of its phase.
pub(super) fn read_kind(
    kind: Kind,
    source: &dyn AssetSource,
    path: &AssetPath,
    limit: Option<(u64, u64)>,
) -> Result<Ready, LoadError> {
    if !source.is_immediate() {
        return Err(ReadError::cannot_wait(path.as_str()).into());
    }
    futures_lite::future::block_on(guarded_job(async {
        let bytes = start_read(source, path).await?;
        decode_bytes(kind, path, &bytes, source, Place { limit, ..Place::default() }).await
    }))
}
