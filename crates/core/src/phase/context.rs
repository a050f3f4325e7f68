//! The contexts of decoding, finishing and checking.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::io;

use ron::extensions::Extensions;
use serde::de::DeserializeOwned;

use super::error::{AnyError, DecodeError, LoadError, Position};
use super::files::Contents;
use super::id::ResourceId;
use super::store::{Resources, Store, Uploads};
use crate::platform::{AssetPath, Filter, Pixels, TextureId};

/// The maximum depth of RON, because its parser is recursive.
const MAX_DEPTH: usize = 64;

/// The context of a decoder.
pub struct DecodeContext<'a> {
    pub(super) path: &'a AssetPath,
    files: &'a Contents,
    /// The decoded image of the item.
    image: Cell<Option<Pixels>>,
    /// The filter of the texture.
    pub(super) filter: Filter,
}

impl<'a> DecodeContext<'a> {
    pub(super) const fn new(
        path: &'a AssetPath,
        files: &'a Contents,
        filter: Filter,
        image: Option<Pixels>,
    ) -> Self {
        Self { path, files, image: Cell::new(image), filter }
    }

    /// The path of the decoded file, or in [`Asset::needs`](super::Asset::needs) of the file whose bytes are given.
    pub const fn path(&self) -> &'a AssetPath {
        self.path
    }

    /// Another file of the item, such as the tileset of a level, that the kind [needs](super::Asset::needs).
    /// [`AssetPath::sibling`] makes a path from the text of a file.
    ///
    /// # Errors
    ///
    /// A [`DecodeError`] if the file cannot be read, or the kind does not say that it needs it.
    pub fn file(&self, path: &AssetPath) -> Result<&'a [u8], AnyError> {
        let why = match self.files.get(path) {
            Some(Ok(bytes)) => return Ok(bytes),
            Some(Err(LoadError::Read(read))) => read.cause.to_string(),
            Some(Err(error)) => error.to_string(),
            None => "it is not among those that `Asset::needs` names".to_owned(),
        };
        Err(self.error(format!("it needs `{path}`: {why}")).into())
    }

    /// The pixels of the [image](super::Asset::image) of the item. They can be taken once.
    ///
    /// # Errors
    ///
    /// If the kind names no image.
    pub fn image(&self) -> Result<Pixels, DecodeError> {
        self.image.take().ok_or_else(|| self.error("its kind names no image: `Asset::image`"))
    }

    /// The bytes as text, without a byte order mark.
    pub fn text<'b>(&self, bytes: &'b [u8]) -> Result<&'b str, DecodeError> {
        utf8(self.path, bytes)
    }

    /// The bytes as RON. Optional values are written without `Some(..)`.
    pub fn ron<T: DeserializeOwned>(&self, bytes: &[u8]) -> Result<T, DecodeError> {
        self.ron_with(bytes, Extensions::empty())
    }

    /// As [`ron`](Self::ron), with further extensions of RON.
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
        options.from_str(text).map_err(|error| ron_error(self.path, text, 0, error))
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

/// An error in the RON from the byte `begin` on of a file.
pub(super) fn ron_error(
    path: &AssetPath,
    text: &str,
    begin: usize,
    error: ron::error::SpannedError,
) -> DecodeError {
    let (part, at) = (&text[begin..], error.span.start);
    let line: usize = part.split_inclusive('\n').take(at.line.saturating_sub(1)).map(str::len).sum();
    let column =
        part[line..].char_indices().nth(at.col.saturating_sub(1)).map_or(part.len() - line, |(byte, _)| byte);
    // RON's place of a value of the wrong type is the space before it.
    let rest = &part[line + column..];
    let space = rest.find(|c: char| !c.is_whitespace()).unwrap_or_default();
    let position = Position::of_byte(text, begin + line + column + space);
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
    /// The loaded resources: the ones before this one in the queue, and the ones that stayed from the previous phase;
    /// for a cache only the ones that it is made from. A preload has no caches and callbacks yet; it leaves a file that
    /// cannot be finished without them to the load.
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

    /// Asks for another call of [`Asset::finish`](super::Asset::finish), so that long work is done in steps of a
    /// millisecond or less. `part` is the finished part, 0 to 1, for the progress. With
    /// [`Pace::OneItemPerTick`](super::Pace) the next call comes in the same tick, with [`Pace::Budget`](super::Pace)
    /// as soon as there is time. An item gets at most 10,000 calls; caches and callbacks get one.
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
