//! Reading and decoding an item, on any thread: its file, the files that it needs, and then its value, once.

use futures_lite::future::block_on;

use super::context::{DecodeContext, web_page};
use super::error::{AnyError, DecodeError, LoadError, guarded_job};
use super::files::{Contents, Files, Noted};
use super::image;
use super::kind::{Decoded, Kind};
use super::room::{Room, Taken};
use crate::platform::{AssetPath, AssetSource, ReadError};

/// The maximum number of further files of one item.
const MAX_FILES: usize = 256;

/// A decoded value.
pub(super) struct Ready {
    pub(super) value: Box<dyn Decoded>,
    /// Its memory in bytes; a stand-in is counted when it is finished.
    pub(super) memory: u64,
    /// The files that it was decoded from; its own is the first.
    pub(super) files: Vec<Noted>,
    /// The memory that is taken for it; a stand-in has none.
    pub(super) taken: Option<Taken>,
}

impl Ready {
    /// The replacement of an optional resource, if its kind has one.
    pub(super) fn stand_in(kind: Kind) -> Option<Self> {
        Some(Self { value: (kind.stand_in)()?, memory: 0, files: Vec::new(), taken: None })
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

/// How the job of an item ends.
pub(super) enum Outcome {
    Decoded(Ready),
    /// There was no room to read or to decode it.
    NoRoom(Box<Item>),
    Failed(Unready),
}

/// An item that is read.
pub(super) struct Item {
    kind: Kind,
    path: AssetPath,
    files: Files,
    /// The maximum number of bytes that decoding it may take, and the limit of its phase that it follows from.
    limit: Option<(u64, u64)>,
    /// Whether its files are read.
    is_read: bool,
    /// The bytes of its files and of its decoded value, once they are read.
    size: u128,
}

impl Item {
    /// The item of this file, which is requested in this call: a network can send all files of a queue at once, and the
    /// requests are made in the queue's order, however many threads there are.
    pub(super) fn new(
        kind: Kind,
        path: AssetPath,
        source: &dyn AssetSource,
        limit: Option<(u64, u64)>,
    ) -> Self {
        let mut files = Files::default();
        files.request(path.clone(), source);
        Self { kind, path, files, limit, is_read: false, size: 0 }
    }

    /// Whether there is room for what comes next. While another item waits for room none is read, so that no more files
    /// wait than there are threads.
    pub(super) fn fits(&self, room: &Room, limit: u128) -> bool {
        room.has(self.size, limit) && (self.is_read || limit == u128::MAX || !room.is_short())
    }

    /// Reads its files and decodes it, while there is room.
    pub(super) async fn load(mut self, source: &dyn AssetSource, room: Room, limit: u128) -> Outcome {
        if !self.fits(&room, limit) {
            return Outcome::NoRoom(Box::new(self));
        }
        if !self.is_read {
            if let Err(error) = guarded_job(self.read(source)).await {
                return Outcome::Failed(Unready { error, files: self.files.noted });
            }
            self.is_read = true;
        }
        self.decode(&room, limit).await
    }

    async fn read(&mut self, source: &dyn AssetSource) -> Result<(), LoadError> {
        let Self { kind, path, files, limit, .. } = self;
        let error = |what| DecodeError { path: path.clone(), position: None, what };
        let max = kind.max_bytes;
        let mut size = 0;
        let needs = |of: &AssetPath, bytes: &[u8], contents: &_| {
            if of == path {
                if bytes.len() > max {
                    let (length, kind) = (bytes.len(), kind.name);
                    return Err(error(format!("the file has {length} bytes; a {kind} may have {max}")).into());
                }
                size = (kind.decoded_size)(bytes);
                if let Some((_, limit)) = limit.filter(|(most, _)| size > *most) {
                    return Err(LoadError::ByteLimit(limit).into());
                }
            }
            let cx = DecodeContext::new(of, contents, kind.filter, None);
            (kind.needs)(bytes, &cx)
        };
        files.read(source, (MAX_FILES, max), None, needs).await?;
        if let Some(circle) = files.circle() {
            return Err(error(circle).into());
        }
        for (of, content) in &files.contents {
            match content {
                // The decoder knows where a further file is named.
                Err(LoadError::Read(read)) if of != path && !read.is_transient() => {}
                Err(error) => return Err(error.clone()),
                Ok(_) => {}
            }
        }
        let all = files.contents.values().flatten().map(|bytes| bytes.len() as u128).sum::<u128>();
        self.size = u128::from(size) + all;
        Ok(())
    }

    async fn decode(self, room: &Room, limit: u128) -> Outcome {
        let Some(mut taken) = room.take(self.size, limit) else { return Outcome::NoRoom(Box::new(self)) };
        let Self { kind, path, files: Files { contents, noted: files, .. }, limit, .. } = self;
        let decoded = guarded_job(async {
            let value = decoded(kind, &path, &contents, limit).await?;
            let memory = value.memory();
            Ok((value, memory))
        });
        match decoded.await {
            Ok((value, memory)) => {
                taken.set(memory);
                Outcome::Decoded(Ready { value, memory, files, taken: Some(taken) })
            }
            Err(error) => Outcome::Failed(Unready { error, files }),
        }
    }
}

/// Decodes the contents of the files of an item.
async fn decoded(
    kind: Kind,
    path: &AssetPath,
    contents: &Contents,
    limit: Option<(u64, u64)>,
) -> Result<Box<dyn Decoded>, LoadError> {
    let most = limit.map_or(u64::MAX, |(most, _)| most);
    let bytes = match contents.get(path) {
        Some(Ok(bytes)) => bytes.as_slice(),
        _ => &[],
    };
    let value = async {
        let mut image = None;
        if let Some(file) = (kind.image)(bytes, &DecodeContext::new(path, contents, kind.filter, None))? {
            let decoding = image::decode_image(&file, &path.extension(), most);
            let error = |what| DecodeError { path: path.clone(), position: None, what };
            image = Some(decoding.await.map_err(error)?);
        }
        (kind.decode)(bytes, &DecodeContext::new(path, contents, kind.filter, image))
    };
    let value: Result<_, AnyError> = value.await;
    let is_empty = || bytes.is_empty().then(|| "the file is empty".to_owned());
    value.map_err(|cause| match is_empty().or_else(|| web_page(bytes, kind.name)) {
        Some(what) => DecodeError { path: path.clone(), position: None, what }.into(),
        None => LoadError::of(cause, Some(path)),
    })
}

/// Reads and decodes one file now, within the [limit](Item::limit) of its phase.
pub(super) fn read_kind(
    kind: Kind,
    source: &dyn AssetSource,
    path: &AssetPath,
    limit: Option<(u64, u64)>,
) -> Result<Ready, Unready> {
    if !source.is_immediate() {
        return Err(LoadError::from(ReadError::cannot_wait(path.as_str())).into());
    }
    let item = Item::new(kind, path.clone(), source, limit);
    match block_on(item.load(source, Room::default(), u128::MAX)) {
        Outcome::Decoded(ready) => Ok(ready),
        Outcome::Failed(unready) => Err(unready),
        Outcome::NoRoom(_) => Err(LoadError::Code(format!("there is no room to decode {path}")).into()),
    }
}
