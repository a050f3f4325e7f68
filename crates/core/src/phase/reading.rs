//! Reading and decoding an item, on any thread: its file, the files that it needs, and then its value, once.

use std::sync::Arc;

use futures_lite::future::block_on;

use super::ahead::{Place, Reserved};
use super::context::{DecodeContext, web_page};
use super::error::{DecodeError, LoadError, guarded, guarded_job};
use super::files::{Files, Noted};
use super::held::Held;
use super::kind::{Decoded, Kind};
use crate::platform::{AssetPath, AssetSource, ReadError, caught};

/// The maximum of further files of one item.
const MAX_FILES: usize = 256;

/// A decoded value.
pub(super) struct Ready {
    pub(super) value: Held<Box<dyn Decoded>>,
    /// Its memory in bytes; a stand-in is counted when it is finished.
    pub(super) memory: u64,
    /// The files that it was decoded from; its own is the first.
    pub(super) files: Vec<Noted>,
    /// The memory that is reserved for it; a stand-in has none.
    pub(super) reserved: Option<Reserved>,
}

impl Ready {
    /// The replacement of an optional resource, if its kind has one.
    pub(super) fn stand_in(kind: Kind) -> Option<Self> {
        let name = format!("the stand-in of a {}", kind.name);
        match caught(kind.stand_in) {
            Ok(value) => {
                Some(Self { value: Held::new(value?, name), memory: 0, files: Vec::new(), reserved: None })
            }
            Err(why) => {
                log::error!("while {name} was made, it panicked: {why}");
                None
            }
        }
    }
}

/// Why an item was not decoded, and the files that were to be read for it.
pub(super) struct Unready {
    pub(super) error: LoadError,
    pub(super) files: Vec<Noted>,
}

impl From<LoadError> for Unready {
    fn from(error: LoadError) -> Self {
        Self { error, files: Vec::new() }
    }
}

pub(super) type Outcome = Result<Ready, Unready>;

/// Reads and decodes one item. A file from a network is requested when this is called; another one is read when no
/// item before it waits for memory.
pub(super) fn read(
    kind: Kind,
    path: AssetPath,
    source: Arc<dyn AssetSource>,
    place: Place,
) -> impl Future<Output = Outcome> + Send {
    let mut files = Files::default();
    // A network can work on all files of the queue at once, before the jobs are polled.
    if !source.is_immediate() {
        files.request(path.clone(), source.as_ref());
    }
    async move { read_with(kind, &path, files, source.as_ref(), place).await }
}

/// Reads and decodes one file now, within the [limit](Place::limit) of its phase.
pub(super) fn read_kind(
    kind: Kind,
    source: &dyn AssetSource,
    path: &AssetPath,
    limit: Option<(u64, u64)>,
) -> Outcome {
    if !source.is_immediate() {
        return Err(LoadError::from(ReadError::cannot_wait(path.as_str())).into());
    }
    let place = Place { limit, ..Place::default() };
    block_on(read_with(kind, path, Files::default(), source, place))
}

async fn read_with(
    kind: Kind,
    path: &AssetPath,
    mut files: Files,
    source: &dyn AssetSource,
    place: Place,
) -> Outcome {
    let ready = guarded_job(async {
        if files.noted.is_empty() {
            drop(place.clone().reserve(0).await);
            files.request(path.clone(), source);
        }
        decode(kind, path, &mut files, source, place).await
    });
    let ready = ready.await;
    let files = files.noted;
    match ready {
        Ok((value, memory, reserved)) => Ok(Ready { value, memory, files, reserved: Some(reserved) }),
        Err(error) => Err(Unready { error, files }),
    }
}

/// Reads the `files` of an item and decodes them.
async fn decode(
    kind: Kind,
    path: &AssetPath,
    files: &mut Files,
    source: &dyn AssetSource,
    place: Place,
) -> Result<(Held<Box<dyn Decoded>>, u64, Reserved), LoadError> {
    let error = |what| DecodeError { path: path.clone(), position: None, what };
    let max = kind.max_bytes;
    let limit = place.limit.map_or(u64::MAX, |(most, _)| most);
    let mut size = 0;
    let needs = |of: &AssetPath, bytes: &[u8], contents: &_| {
        if of == path {
            if bytes.len() > max {
                let (length, kind) = (bytes.len(), kind.name);
                return Err(error(format!("the file has {length} bytes; a {kind} may have {max}")).into());
            }
            size = (kind.decoded_size)(bytes);
            if let Some((_, limit)) = place.limit.filter(|(most, _)| size > *most) {
                return Err(LoadError::ByteLimit(limit).into());
            }
        }
        let cx = DecodeContext::new(of, contents, limit, kind.filter);
        guarded(|| (kind.needs)(bytes, &cx))
    };
    files.read(source, (MAX_FILES, max), None, needs).await?;
    if let Some(circle) = files.circle() {
        return Err(error(circle).into());
    }
    let mut bytes: &[u8] = &[];
    for (of, content) in &files.contents {
        match content {
            Ok(own) if of == path => bytes = own,
            // The decoder knows where a further file is named.
            Err(LoadError::Read(read)) if of != path && !read.is_transient() => {}
            Err(error) => return Err(error.clone()),
            Ok(_) => {}
        }
    }
    let all = files.contents.values().flatten().map(|bytes| bytes.len() as u128).sum::<u128>();
    let mut reserved = place.reserve(u128::from(size) + all).await;
    let mut image = None;
    let value = loop {
        let (value, decoding) = {
            let cx = DecodeContext::new(path, &files.contents, limit, kind.filter);
            cx.image.replace(image.take());
            let value = guarded(|| (kind.decode)(bytes, &cx));
            (value.map(|value| Held::new(value, format!("{} {path}", kind.name))), cx.decoding.into_inner())
        };
        // In a page the browser decodes the image, and the decoder is called again.
        match decoding {
            Some(decoding) => image = Some(decoding.await),
            None => break value,
        }
    };
    let value = value.map_err(|cause| match web_page(bytes, kind.name) {
        Some(what) => error(what).into(),
        None => LoadError::of(cause, Some(path)),
    })?;
    let memory = value.memory();
    reserved.set(memory);
    Ok((value, memory, reserved))
}
