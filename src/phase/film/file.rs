//! The file of a film: its head, its colours, and where the chunk of each picture is.

use crate::phase::error::DecodeError;
use crate::platform::AssetPath;

/// How a film begins: its kind and the version of the format.
pub(super) const MAGIC: &[u8; 8] = b"PROFILM1";
/// The bytes before the colours.
pub(super) const HEAD: usize = 20;
/// The most pixels of a picture: what the ring takes is a small multiple of it.
pub(super) const MAX_PIXELS: usize = 1920 * 1080;
/// The most pictures: twenty minutes at fifteen a second.
pub(super) const MAX_PICTURES: usize = 18_000;
/// The most frames that a picture stays: ten seconds.
pub(super) const MAX_FRAMES_EACH: u16 = 600;
/// The most colours; the two numbers above are for what stays and what moves.
pub(super) const MAX_COLORS: usize = 254;
/// As in the picture before, at the same place.
pub(super) const STAYS: u8 = 254;
/// As in the picture before, moved by the shift.
pub(super) const MOVES: u8 = 255;
/// The bit of a chunk's length that says it is a key picture.
pub(super) const KEY: u32 = 1 << 31;
/// The longest file: 64 MiB.
const MAX_FILE: usize = 64 << 20;

/// Where the picture of a number is.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    at: usize,
    length: usize,
    is_key: bool,
}

/// A film's file, its head checked.
#[derive(Debug)]
pub(super) struct FilmFile {
    path: AssetPath,
    bytes: Vec<u8>,
    width: u16,
    height: u16,
    frames_each: u16,
    colors: Vec<[u8; 3]>,
    chunks: Vec<Chunk>,
}

impl FilmFile {
    /// Reads the head. The chunks are only looked up, not unpacked.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] with the byte and what is expected there.
    pub(super) fn read(path: &AssetPath, bytes: Vec<u8>) -> Result<Self, DecodeError> {
        let error = |what: String| DecodeError { path: path.clone(), position: None, what };
        if bytes.len() > MAX_FILE {
            return Err(error(format!("it has {} bytes; a film may have {MAX_FILE} at most", bytes.len())));
        }
        if !bytes.starts_with(MAGIC) {
            return Err(error(
                "it does not start with `PROFILM1`, as a film of this version does: record it again with \
                 --record, and see that its address is right"
                    .to_owned(),
            ));
        }
        let mut reader = Reader { bytes: &bytes, at: MAGIC.len() };
        let file = reader.head().map_err(error)?;
        Ok(Self { path: path.clone(), ..file.with(bytes) })
    }

    /// How many chunks, and with that pictures, there are.
    pub(super) const fn chunks(&self) -> usize {
        self.chunks.len()
    }

    pub(super) const fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    pub(super) const fn width(&self) -> usize {
        self.width as usize
    }

    pub(super) const fn height(&self) -> usize {
        self.height as usize
    }

    pub(super) const fn frames_each(&self) -> u16 {
        self.frames_each
    }

    pub(super) fn colors(&self) -> &[[u8; 3]] {
        &self.colors
    }

    /// The packed bytes of a picture; none past the last one.
    pub(super) fn chunk(&self, number: usize) -> &[u8] {
        let chunk = self.chunks.get(number);
        chunk.and_then(|chunk| self.bytes.get(chunk.at..chunk.at + chunk.length)).unwrap_or_default()
    }

    pub(super) fn is_key(&self, number: usize) -> bool {
        self.chunks.get(number).is_some_and(|chunk| chunk.is_key)
    }

    /// The last key picture that is not after this one.
    pub(super) fn key_before(&self, number: usize) -> usize {
        (0..=number).rev().find(|&number| self.is_key(number)).unwrap_or(0)
    }

    /// An error in the picture of a number.
    pub(super) fn broken(&self, number: usize, what: &str) -> DecodeError {
        let at = self.chunks.get(number).map_or(0, |chunk| chunk.at);
        let what = format!("picture {number}, at byte {at}: {what}; record the film again with --record");
        DecodeError { path: self.path.clone(), position: None, what }
    }
}

/// What the head says, before it has its file.
struct Head {
    width: u16,
    height: u16,
    frames_each: u16,
    colors: Vec<[u8; 3]>,
    chunks: Vec<Chunk>,
}

impl Head {
    fn with(self, bytes: Vec<u8>) -> FilmFile {
        let Self { width, height, frames_each, colors, chunks } = self;
        FilmFile { path: AssetPath::in_code(), bytes, width, height, frames_each, colors, chunks }
    }
}

/// Takes one number after the other, and knows where it is.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn head(&mut self) -> Result<Head, String> {
        let (width, height) = (self.u16()?, self.u16()?);
        let pixels = usize::from(width) * usize::from(height);
        if pixels == 0 || pixels > MAX_PIXELS {
            return Err(format!(
                "at byte 8: pictures of {width} x {height} pixels; they may have 1 to {MAX_PIXELS} pixels"
            ));
        }
        let frames_each = self.u16()?;
        if !(1..=MAX_FRAMES_EACH).contains(&frames_each) {
            return Err(format!(
                "at byte 12: a picture that stays {frames_each} frames; it may be 1 to {MAX_FRAMES_EACH}"
            ));
        }
        let color_count = usize::from(self.u16()?);
        if !(1..=MAX_COLORS).contains(&color_count) {
            return Err(format!("at byte 14: {color_count} colours; there may be 1 to {MAX_COLORS}"));
        }
        let picture_count = self.u32()? as usize;
        if !(1..=MAX_PICTURES).contains(&picture_count) {
            return Err(format!("at byte 16: {picture_count} pictures; there may be 1 to {MAX_PICTURES}"));
        }
        // Before memory is reserved: the lists must be there.
        let lists = color_count * 3 + picture_count * 4;
        if self.bytes.len() - self.at < lists {
            return Err(self.cut_short(lists));
        }
        let mut colors = Vec::with_capacity(color_count);
        for _ in 0..color_count {
            colors.push(self.take::<3>()?);
        }
        let chunks = self.chunks(picture_count)?;
        Ok(Head { width, height, frames_each, colors, chunks })
    }

    /// The list of lengths, which must fill the rest of the file.
    fn chunks(&mut self, count: usize) -> Result<Vec<Chunk>, String> {
        let mut chunks = Vec::with_capacity(count);
        let mut start = self.at + count * 4;
        for number in 0..count {
            let place = self.at;
            let word = self.u32()?;
            let (length, is_key) = ((word & !KEY) as usize, word & KEY != 0);
            if number == 0 && !is_key {
                return Err(format!("at byte {place}: the first picture is not a key picture"));
            }
            if length == 0 || length > self.bytes.len() - start {
                return Err(format!(
                    "at byte {place}: picture {number} has {length} bytes, and the file has {} left for it: is \
                     it cut short?",
                    self.bytes.len() - start
                ));
            }
            chunks.push(Chunk { at: start, length, is_key });
            start += length;
        }
        if start == self.bytes.len() {
            Ok(chunks)
        } else {
            Err(format!("at byte {start}: {} bytes follow the last picture", self.bytes.len() - start))
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        let taken = *taken.ok_or_else(|| self.cut_short(N))?;
        self.at += N;
        Ok(taken)
    }

    fn u16(&mut self) -> Result<u16, String> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, String> {
        self.take().map(u32::from_le_bytes)
    }

    fn cut_short(&self, needed: usize) -> String {
        format!(
            "at byte {}: {needed} bytes more are needed, and the file ends at {}: is it cut short?",
            self.at,
            self.bytes.len()
        )
    }
}
