//! The making of a film from pictures.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::file::{HEAD, KEY, MAGIC, MAX_FRAMES_EACH, MAX_PICTURES, MAX_PIXELS, MOVES, STAYS};
use super::palette::{Palette, Seen};
use crate::platform::Pixels;

/// Every so many pictures there is a key picture, so that a player that is late, or shows still
/// pictures only, has not far to go.
const KEY_EACH: usize = 45;
/// The farthest that a camera is looked for, in pixels from one picture to the next.
const MAX_SHIFT: i32 = 16;
/// Where no more than this part of the pixels has changed, no camera has moved.
const STILL: usize = 50;

/// A film cannot be made of these pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilmWriterError {
    /// The first picture has a size that no film may have.
    #[error(
        "a film cannot have pictures of {width} x {height} pixels: 1 to {MAX_PIXELS} pixels are possible"
    )]
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// A picture has another size than the first one.
    #[error("a picture of {width} x {height} pixels does not fit to those before it")]
    OtherSize {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
    },
    /// There are too many pictures.
    #[error("a film may have {MAX_PICTURES} pictures at most")]
    TooLong,
    /// There is no picture.
    #[error("nothing was recorded: a film needs one picture at least")]
    Empty,
}

/// Gathers pictures and makes the file of a [`Film`](super::Film) of them. Meant for tools: all
/// pictures are kept until the end, because only then it is known which colours they share.
///
/// ```
/// use proscenium::phase::FilmWriter;
/// use proscenium::platform::Pixels;
///
/// let mut film = FilmWriter::new(4); // fifteen pictures a second
/// film.push(&Pixels::checker())?;
/// film.push(&Pixels::checker())?;
/// assert!(film.finish()?.starts_with(b"PROFILM1"));
/// # Ok::<(), proscenium::phase::FilmWriterError>(())
/// ```
#[derive(Debug)]
pub struct FilmWriter {
    frames_each: u16,
    size: Option<(u16, u16)>,
    seen: Seen,
    pictures: Vec<Taken>,
    is_cut: bool,
}

/// A picture as the numbers of its colours.
#[derive(Debug)]
struct Taken {
    colors: Vec<u32>,
    is_key: bool,
}

impl FilmWriter {
    /// A film whose pictures stay for so many logic frames each, 1 to 600; what is outside is
    /// moved to the nearest.
    #[must_use]
    pub fn new(frames_each: u16) -> Self {
        let frames_each = frames_each.clamp(1, MAX_FRAMES_EACH);
        Self { frames_each, size: None, seen: Seen::default(), pictures: Vec::new(), is_cut: false }
    }

    /// The next picture begins another scene: looking for what it has in common with the one
    /// before would be in vain.
    pub const fn cut(&mut self) {
        self.is_cut = true;
    }

    /// How many pictures there are so far.
    #[must_use]
    pub const fn pictures(&self) -> usize {
        self.pictures.len()
    }

    /// How many different colours the pictures have so far. Where there are more than 254, the
    /// nearest of 254 stands for each.
    #[must_use]
    pub const fn colors(&self) -> usize {
        self.seen.len()
    }

    /// Adds a picture. Its alpha means nothing.
    ///
    /// # Errors
    ///
    /// [`FilmWriterError`] when it has a size that does not fit, or is one too many.
    pub fn push(&mut self, picture: &Pixels) -> Result<(), FilmWriterError> {
        let (width, height) = (picture.width(), picture.height());
        let size = match (u16::try_from(width), u16::try_from(height)) {
            (Ok(w), Ok(h)) if (1..=MAX_PIXELS).contains(&(usize::from(w) * usize::from(h))) => (w, h),
            _ => return Err(FilmWriterError::Size { width, height }),
        };
        if *self.size.get_or_insert(size) != size {
            return Err(FilmWriterError::OtherSize { width, height });
        }
        if self.pictures.len() == MAX_PICTURES {
            return Err(FilmWriterError::TooLong);
        }
        let pixels = picture.rgba().chunks_exact(4);
        let colors = pixels.map(|pixel| self.seen.count([pixel[0], pixel[1], pixel[2]])).collect();
        let is_key = std::mem::take(&mut self.is_cut) || self.pictures.len().is_multiple_of(KEY_EACH);
        self.pictures.push(Taken { colors, is_key });
        Ok(())
    }

    /// Makes the file.
    ///
    /// # Errors
    ///
    /// [`FilmWriterError::Empty`] when there is no picture.
    pub fn finish(self) -> Result<Vec<u8>, FilmWriterError> {
        let (width, height) = self.size.ok_or(FilmWriterError::Empty)?;
        let Palette { colors, stand_in } = self.seen.palette();
        let mut file = Vec::with_capacity(HEAD + colors.len() * 3 + self.pictures.len() * 4);
        file.extend(MAGIC);
        file.extend(width.to_le_bytes());
        file.extend(height.to_le_bytes());
        file.extend(self.frames_each.to_le_bytes());
        file.extend((colors.len() as u16).to_le_bytes());
        file.extend((self.pictures.len() as u32).to_le_bytes());
        file.extend(colors.as_flattened());
        let mut chunks = Vec::new();
        let mut before: Vec<u8> = Vec::new();
        for picture in self.pictures {
            let now: Vec<u8> = picture.colors.iter().map(|&number| stand_in[number as usize]).collect();
            let unpacked =
                if picture.is_key { key(&now) } else { difference(&before, &now, usize::from(width)) };
            let start = chunks.len();
            chunks = pack(chunks, &unpacked);
            let length = (chunks.len() - start) as u32;
            file.extend((if picture.is_key { length | KEY } else { length }).to_le_bytes());
            before = now;
        }
        file.extend(chunks);
        Ok(file)
    }
}

/// Packs a chunk and puts it behind the others.
fn pack(chunks: Vec<u8>, unpacked: &[u8]) -> Vec<u8> {
    let mut deflate = DeflateEncoder::new(chunks, Compression::best());
    // Writing into memory does not fail.
    let _ = deflate.write_all(unpacked);
    deflate.finish().unwrap_or_default()
}

/// A picture that needs no other.
fn key(now: &[u8]) -> Vec<u8> {
    let mut unpacked = vec![0, 0];
    unpacked.extend(now);
    unpacked
}

/// A picture as the difference to the one before.
fn difference(before: &[u8], now: &[u8], width: usize) -> Vec<u8> {
    let shift = camera_shift(before, now, width);
    let mut unpacked = vec![(shift.0 as i8).cast_unsigned(), (shift.1 as i8).cast_unsigned()];
    // What was true of the neighbour is tried first: long runs pack best.
    let mut last = if shift == (0, 0) { STAYS } else { MOVES };
    for (place, &color) in now.iter().enumerate() {
        let stays = before[place] == color;
        let moves = || moved(before, place, width, shift) == Some(color);
        let symbol = match last {
            STAYS if stays => STAYS,
            _ if shift != (0, 0) && moves() => MOVES,
            _ if stays => STAYS,
            _ => color,
        };
        if symbol >= STAYS {
            last = symbol;
        }
        unpacked.push(symbol);
    }
    unpacked
}

/// The pixel of the picture before that the shift brings to this place.
fn moved(before: &[u8], place: usize, width: usize, shift: (i32, i32)) -> Option<u8> {
    let (x, y) = ((place % width) as i32 - shift.0, (place / width) as i32 - shift.1);
    let inside = x >= 0 && y >= 0 && x < width as i32;
    inside.then(|| before.get(y as usize * width + x as usize).copied()).flatten()
}

/// How far the picture has moved as a whole: the shift for which most of some pixels, those that
/// have changed among every few, are found again. None (0, 0) where little has changed.
fn camera_shift(before: &[u8], now: &[u8], width: usize) -> (i32, i32) {
    let changed = before.iter().zip(now).filter(|(before, now)| before != now).count();
    if changed * STILL < now.len() {
        return (0, 0);
    }
    let samples: Vec<usize> =
        (0..now.len()).step_by(61).filter(|&place| before[place] != now[place]).collect();
    let found = |shift: (i32, i32)| {
        samples.iter().filter(|&&place| moved(before, place, width, shift) == Some(now[place])).count()
    };
    let shifts = (-MAX_SHIFT..=MAX_SHIFT).flat_map(|dy| (-MAX_SHIFT..=MAX_SHIFT).map(move |dx| (dx, dy)));
    // The nearest wins a tie.
    let best = shifts.max_by_key(|&shift| (found(shift), -(shift.0.abs() + shift.1.abs())));
    best.filter(|&shift| found(shift) * 3 > samples.len()).unwrap_or((0, 0))
}
