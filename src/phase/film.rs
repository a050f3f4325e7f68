//! Films: short recordings that are played as a stream.
//!
//! A film is one file, one resource of a phase, and one texture. The file stays packed in memory;
//! pictures are unpacked a few ahead of the one that is due, and what is shown is put into the
//! texture in place.
//!
//! ```text
//! file ──► decode ahead (executor) ──► ring of 6 pictures ──► the one texture
//!          one picture a job           late ones are dropped   at the end of a logic frame
//! ```
//!
//! Which picture is due is a matter of the screen that shows it: it counts logic frames and calls
//! [`Film::show`]. Nothing comes back, so what the screens do, and with it the trace, is the same
//! however long the decoding takes.
//!
//! # The format
//!
//! All numbers are little-endian.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PROFILM1` |
//! | 2, 2 | width and height in pixels, together at most 1920 x 1080 pixels |
//! | 2 | how many logic frames (1/60 s) a picture stays, 1 to 600 |
//! | 2 | the number of colours, 1 to 254 |
//! | 4 | the number of pictures, 1 to 18,000 |
//! | 3 each | the colours: red, green, blue |
//! | 4 each | for each picture the length of its chunk; the highest bit is set where it is a key picture |
//! | … | the chunks, one after the other, each packed with deflate |
//!
//! A chunk unpacks to `2 + width * height` bytes: a shift (right and down, one signed byte each),
//! then one byte for each pixel, rows from the top:
//!
//! | byte | the pixel is |
//! |---|---|
//! | 0 to 253 | the colour of this number |
//! | 254 | as in the picture before, at the same place |
//! | 255 | as in the picture before, moved by the shift: what a camera that follows somebody makes of a world |
//!
//! A key picture has colours only, and the first picture is one. [`FilmWriter`] makes such a file.

mod file;
mod palette;
mod picture;
mod stream;
mod writer;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

use self::file::FilmFile;
use self::picture::FilmDecoder;
use self::stream::Stream;
use super::AnyError;
use super::asset::Asset;
use super::check::CheckContext;
use super::context::{DecodeContext, FinishContext, TickContext};
use super::error::DecodeError;
use crate::platform::{Pixels, TextureId};

pub use self::stream::MAX_AHEAD;
pub use self::writer::{FilmWriter, FilmWriterError};

/// A film that is resident: the value of a resource of the kind `film`. The first picture is in
/// its texture.
///
/// ```no_run
/// use proscenium::flow::ScreenContext;
/// use proscenium::phase::{Film, Handle};
///
/// fn update(film: Handle<Film>, frames: u32, cx: &mut ScreenContext<'_>) {
///     if let Some(film) = cx.get(film) {
///         film.show(film.picture_at(frames));
///     }
/// }
/// ```
pub struct Film {
    texture: TextureId,
    /// The first picture, until it is on the GPU.
    first: Option<Pixels>,
    file: Arc<FilmFile>,
    wanted: Cell<Option<u32>>,
    stream: RefCell<Stream>,
}

impl Asset for Film {
    const KIND: &'static str = "film";
    const EXTENSIONS: &'static [&'static str] = &["film"];
    const TICKS: bool = true;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let file = Arc::new(FilmFile::read(cx.path(), bytes.to_vec())?);
        let mut decoder = FilmDecoder::new(Arc::clone(&file));
        decoder.step()?;
        Ok(Self {
            texture: TextureId(0),
            first: Some(decoder.pixels()),
            wanted: Cell::new(None),
            stream: RefCell::new(Stream::new(Arc::clone(&file), decoder)),
            file,
        })
    }

    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        if let Some(first) = self.first.take() {
            self.texture = cx.upload(&first)?;
        }
        Ok(())
    }

    /// The memory that the film may take at most while it plays: the file, the ring, and the two
    /// pictures that a difference needs. It is counted whole from the start, so that the numbers
    /// of a report do not depend on how far the decoding was.
    fn memory(&self) -> u64 {
        let (width, height) = self.size();
        let pixels = u64::from(width) * u64::from(height);
        self.file.bytes() + pixels * 4 * (MAX_AHEAD as u64 + 2) + pixels
    }

    /// Decodes all pictures. A game notices a broken one when it is due.
    fn check(&self, cx: &mut CheckContext<'_>) {
        let mut decoder = FilmDecoder::new(Arc::clone(&self.file));
        while decoder.next() < self.file.chunks() {
            if let Err(error) = decoder.step() {
                return cx.problem(format!("film `{}`: {error}", cx.resource().id()));
            }
        }
    }

    /// What is due goes into the texture, and what comes next is decoded.
    fn tick(&self, cx: &mut TickContext<'_>) {
        let Some(wanted) = self.wanted.get() else { return };
        let due = self.stream.borrow_mut().advance(wanted, cx.background());
        if let Some(pixels) = due
            && let Err(error) = cx.update(self.texture, &pixels)
        {
            log::warn!("a picture of a film cannot be shown: {error}");
        }
    }
}

impl Film {
    /// The texture that its pictures appear in.
    #[must_use]
    pub const fn texture(&self) -> TextureId {
        self.texture
    }

    /// Width and height of its pictures in pixels.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        (self.file.width() as u32, self.file.height() as u32)
    }

    /// How many pictures it has.
    #[must_use]
    pub fn pictures(&self) -> u32 {
        u32::try_from(self.file.chunks()).unwrap_or(u32::MAX)
    }

    /// How many logic frames a picture stays.
    #[must_use]
    pub fn frames_each(&self) -> u32 {
        u32::from(self.file.frames_each())
    }

    /// How many logic frames the whole film takes.
    #[must_use]
    pub fn frames(&self) -> u32 {
        self.pictures().saturating_mul(self.frames_each())
    }

    /// The picture that is due when the film has been playing for so many logic frames; the last
    /// one stays.
    #[must_use]
    pub fn picture_at(&self, frames: u32) -> u32 {
        (frames / self.frames_each()).min(self.pictures() - 1)
    }

    /// Asks for a picture. It is in the texture at the end of the logic frame or, where the
    /// decoding is late, in one that follows; what was asked for before and did not come is left
    /// out. The pictures after it are decoded ahead.
    pub fn show(&self, picture: u32) {
        self.wanted.set(Some(picture.min(self.pictures() - 1)));
    }

    /// The picture that is in the texture.
    #[must_use]
    pub fn shown(&self) -> u32 {
        self.stream.borrow().shown()
    }

    /// How many decoded pictures wait for their time: at most [`MAX_AHEAD`].
    #[must_use]
    pub fn ahead(&self) -> usize {
        self.stream.borrow().ahead()
    }

    /// How many pictures were decoded or passed over and never shown, because their time was over.
    #[must_use]
    pub fn dropped(&self) -> u32 {
        self.stream.borrow().dropped()
    }

    /// Why the film has stopped, if a picture could not be decoded: then what was shown last stays.
    #[must_use]
    pub fn error(&self) -> Option<DecodeError> {
        self.stream.borrow().error().cloned()
    }
}

impl fmt::Debug for Film {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        write!(f, "a film of {} pictures, {width} x {height}", self.pictures())
    }
}
