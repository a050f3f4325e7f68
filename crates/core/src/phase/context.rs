//! The contexts of decoding, finishing and checking.

use std::any::Any;
use std::cell::RefCell;
use std::fmt;
use std::io;

use futures_lite::future::{block_on, poll_once};
use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use super::error::{AnyError, DecodeError, LoadError, Position};
use super::files::Contents;
use super::id::ResourceId;
use super::image::{self, Decoding};
use super::store::{Resources, Store, Uploads};
use crate::platform::{AssetPath, Filter, Pixels, TextureId};

/// The maximum depth of RON, because its parser is recursive.
const MAX_DEPTH: usize = 64;

/// The context of a decoder.
pub struct DecodeContext<'a> {
    pub(super) path: &'a AssetPath,
    files: &'a Contents,
    /// The image that the decoder requested, which the browser decodes.
    pub(super) decoding: RefCell<Option<Decoding>>,
    /// That image, once it is decoded.
    pub(super) image: RefCell<Option<Result<Pixels, String>>>,
    /// The maximum of bytes that decoding may take.
    limit: u64,
    /// The filter of the texture.
    pub(super) filter: Filter,
}

impl<'a> DecodeContext<'a> {
    pub(super) const fn new(path: &'a AssetPath, files: &'a Contents, limit: u64, filter: Filter) -> Self {
        Self { path, files, decoding: RefCell::new(None), image: RefCell::new(None), limit, filter }
    }

    /// The path of the decoded file; in [`Asset::needs`](super::Asset::needs) of the file whose bytes are given.
    pub const fn path(&self) -> &'a AssetPath {
        self.path
    }

    /// Another file of the item, such as the tileset of a level, that the kind [needs](super::Asset::needs).
    /// [`AssetPath::sibling`] makes a path from the text of a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the kind does not say that it needs it: a [`DecodeError`].
    pub fn file(&self, path: &AssetPath) -> Result<&'a [u8], AnyError> {
        let why = match self.files.get(path) {
            Some(Ok(bytes)) => return Ok(bytes),
            Some(Err(LoadError::Read(read))) => read.cause.to_string(),
            Some(Err(error)) => error.to_string(),
            None => "it is not among those that `Asset::needs` names".to_owned(),
        };
        Err(self.error(format!("it needs `{path}`: {why}")).into())
    }

    /// The pixels of the image in these bytes, in a format that the platform decodes. An item can have one image.
    ///
    /// # Errors
    ///
    /// If the bytes are no image that can be decoded within the limits of the load; in a page also the first time, because
    /// the browser decodes the image. The decoder returns the error, and is called again when the image is there.
    pub fn image(&self, bytes: &[u8]) -> Result<Pixels, DecodeError> {
        if let Some(decoded) = self.image.take() {
            return decoded.map_err(|error| self.error(error));
        }
        let mut decoding = image::decode(bytes, &self.path.extension(), self.limit);
        if let Some(decoded) = block_on(poll_once(&mut decoding)) {
            return decoded.map_err(|error| self.error(error));
        }
        self.decoding.replace(Some(decoding));
        Err(self.error("its image is not decoded yet"))
    }

    /// The bytes as text, without a byte order mark.
    pub fn text<'b>(&self, bytes: &'b [u8]) -> Result<&'b str, DecodeError> {
        utf8(self.path, bytes)
    }

    /// The bytes as RON. Optional values are written without `Some(..)`.
    pub fn ron<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, DecodeError> {
        self.ron_with(bytes, Extensions::empty())
    }

    /// The same with further extensions of RON.
    pub(crate) fn ron_with<T: DeserializeOwned>(
        &self,
        bytes: &[u8],
        extensions: Extensions,
    ) -> Result<T, DecodeError> {
        let text = self.text(bytes)?;
        if text.trim().is_empty() {
            return Err(self.error("the file is empty"));
        }
        let options = ron::Options::default()
            .with_recursion_limit(MAX_DEPTH)
            .with_default_extension(Extensions::IMPLICIT_SOME | extensions);
        options.from_str(text).map_err(|error| ron_error(self.path, error))
    }

    /// An error in the file as a whole.
    pub fn error(&self, what: impl fmt::Display) -> DecodeError {
        DecodeError { path: self.path.clone(), position: None, what: what.to_string() }
    }

    /// An error at a place of the file.
    pub fn error_at(&self, position: Position, what: impl fmt::Display) -> DecodeError {
        DecodeError { path: self.path.clone(), position: Some(position), what: what.to_string() }
    }
}

/// The bytes of the file `path` as text, without a byte order mark.
pub(super) fn utf8<'b>(path: &AssetPath, bytes: &'b [u8]) -> Result<&'b str, DecodeError> {
    let text = str::from_utf8(bytes).map_err(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        let good = String::from_utf8_lossy(good);
        let what = format!("the byte 0x{:02x} is not UTF-8; save the file as UTF-8", bad[0]);
        DecodeError { path: path.clone(), position: Some(Position::of_byte(&good, good.len())), what }
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// An error in a RON file.
pub(super) fn ron_error(path: &AssetPath, error: ron::error::SpannedError) -> DecodeError {
    let position = Position { line: error.span.start.line, column: error.span.start.col };
    DecodeError { path: path.clone(), position: Some(position), what: error.code.to_string() }
}

/// What is wrong with a file that should be a `kind` and starts like a web page. Servers answer a wrong
/// address with such a page and a status of success, and a decoder's own error would not say that.
pub(super) fn web_page(bytes: &[u8], kind: &str) -> Option<String> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = start[..start.len().min(16)].to_ascii_lowercase();
    let pages = [b"<!doctype html".as_slice(), b"<html", b"<head", b"<body"];
    pages.iter().any(|page| start.starts_with(page)).then(|| {
        format!("the file starts like a web page, not like a {kind}: is the address of the assets right?")
    })
}

/// The context of the finishing step of a kind, a cache or a callback, on the main thread.
pub struct FinishContext<'a> {
    pub(super) store: &'a mut Store,
    pub(super) uploads: &'a mut Uploads,
    /// The part of the last [`FinishContext::call_again`].
    pub(super) again: Option<f64>,
}

impl FinishContext<'_> {
    /// The resources that are loaded: those before this one in the queue, and those that stayed from the
    /// previous phase; of a cache only those that it is made from. In a preload there are no caches and
    /// callbacks yet; a file that cannot be finished without them is left to the load.
    pub const fn resources(&self) -> &Resources {
        &self.store.resources
    }

    /// Uploads an image. The texture belongs to this resource and is freed with it.
    pub fn upload(&mut self, pixels: &Pixels) -> io::Result<TextureId> {
        let texture = self.store.gpu.upload(pixels)?;
        self.uploads.textures.push((texture, pixels.bytes()));
        Ok(texture)
    }

    /// Makes a texture for an image whose rows are uploaded later. It is freed as one of `upload`.
    pub(super) fn allocate(&mut self, pixels: &Pixels) -> io::Result<TextureId> {
        let texture = self.store.gpu.allocate(pixels.width(), pixels.height())?;
        self.uploads.textures.push((texture, pixels.bytes()));
        Ok(texture)
    }

    /// Asks for another call of [`Asset::finish`](super::Asset::finish) instead of an end with this one,
    /// so that long work is done in steps of a millisecond or less. `part` is the finished part, 0 to 1,
    /// for the progress. With [`Pace::OneItemPerTick`](super::Pace) the next call comes in the same tick,
    /// with [`Pace::Budget`](super::Pace) as soon as there is time. An item gets at most 10,000 calls; caches and
    /// callbacks get one.
    pub const fn call_again(&mut self, part: f64) {
        self.again = Some(part.clamp(0.0, 1.0));
    }

    /// Counts bytes of main memory of a cache or callback, for the report. The values of kinds are
    /// counted with [`Asset::memory`](super::Asset::memory).
    pub const fn count_bytes(&mut self, bytes: u64) {
        self.uploads.bytes = self.uploads.bytes.saturating_add(bytes);
    }
}

/// The context of the check of a resource: the decoded resources of its phase.
pub struct CheckContext<'a> {
    pub(super) current: usize,
    pub(super) decoded: &'a [(ResourceId, AssetPath, &'a dyn Any)],
    pub(super) problems: Vec<String>,
}

impl<'a> CheckContext<'a> {
    /// The id of the checked resource.
    pub const fn id(&self) -> ResourceId {
        self.decoded[self.current].0
    }

    /// The file of the checked resource.
    pub const fn path(&self) -> &'a AssetPath {
        &self.decoded[self.current].1
    }

    /// The phase's other decoded values of a type, with their files, in queue order.
    pub fn others<T: 'static>(&self) -> impl Iterator<Item = (&'a AssetPath, &'a T)> {
        let others = self.decoded.iter().enumerate().filter(|(index, _)| *index != self.current);
        others.filter_map(|(_, (_, path, value))| Some((path, value.downcast_ref()?)))
    }

    /// Adds a problem. The text names the file.
    pub fn problem(&mut self, what: impl fmt::Display) {
        self.problems.push(what.to_string());
    }
}
