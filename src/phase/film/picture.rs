//! From the chunks of a film to pictures, one after the other.

use std::sync::Arc;

use flate2::{Decompress, FlushDecompress, Status};

use super::file::{FilmFile, MOVES, STAYS};
use crate::phase::error::DecodeError;
use crate::platform::Pixels;

/// The bytes of the shift before the pixels.
pub(super) const SHIFT: usize = 2;

/// Decodes pictures in order. It keeps the picture that it decoded last, because the next one may
/// be told as a difference to it.
#[derive(Debug)]
pub(super) struct FilmDecoder {
    file: Arc<FilmFile>,
    next: usize,
    /// The numbers of the colours: of the last picture, and room for the next one.
    now: Vec<u8>,
    making: Vec<u8>,
    /// What a chunk unpacks to.
    unpacked: Vec<u8>,
}

impl FilmDecoder {
    /// A decoder before the first picture.
    pub(super) fn new(file: Arc<FilmFile>) -> Self {
        let pixels = file.width() * file.height();
        Self {
            next: 0,
            now: vec![0; pixels],
            making: vec![0; pixels],
            unpacked: vec![0; SHIFT + pixels],
            file,
        }
    }

    /// The number of the picture that comes next.
    pub(super) const fn next(&self) -> usize {
        self.next
    }

    /// Goes to a key picture, which needs none before it.
    pub(super) const fn go_to_key(&mut self, key: usize) {
        self.next = key;
    }

    /// Decodes the next picture.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] with the picture's number and place. The decoder stays before it.
    pub(super) fn step(&mut self) -> Result<(), DecodeError> {
        let number = self.next;
        self.unpack(number).map_err(|what| self.file.broken(number, &what))?;
        self.apply(number).map_err(|what| self.file.broken(number, &what))?;
        std::mem::swap(&mut self.now, &mut self.making);
        self.next += 1;
        Ok(())
    }

    /// The picture that was decoded last.
    pub(super) fn pixels(&self) -> Pixels {
        let mut table = [[0, 0, 0, 0xff]; 256];
        for (entry, [red, green, blue]) in table.iter_mut().zip(self.file.colors()) {
            *entry = [*red, *green, *blue, 0xff];
        }
        let mut rgba = Vec::with_capacity(self.now.len() * 4);
        rgba.extend(self.now.iter().flat_map(|&number| table[usize::from(number)]));
        let (width, height) = (self.file.width() as u32, self.file.height() as u32);
        // The size is the file's own, so it always fits; a checker would be seen if it did not.
        Pixels::new(width, height, rgba).unwrap_or_else(|_| Pixels::checker())
    }

    /// Unpacks a chunk into its place, whose size is known: a bomb does not find more room.
    fn unpack(&mut self, number: usize) -> Result<(), String> {
        let mut inflate = Decompress::new(false);
        let chunk = self.file.chunk(number);
        let status = inflate
            .decompress(chunk, &mut self.unpacked, FlushDecompress::Finish)
            .map_err(|error| format!("it cannot be unpacked: {error}"))?;
        let (read, made) = (inflate.total_in(), inflate.total_out());
        if status == Status::StreamEnd && made == self.unpacked.len() as u64 && read == chunk.len() as u64 {
            Ok(())
        } else {
            Err(format!(
                "its {} bytes do not unpack to the {} that a picture has",
                chunk.len(),
                self.unpacked.len()
            ))
        }
    }

    /// Turns what was unpacked into a picture.
    fn apply(&mut self, number: usize) -> Result<(), String> {
        let (shift, symbols) = self.unpacked.split_at(SHIFT);
        let (dx, dy) = (shift[0].cast_signed(), shift[1].cast_signed());
        let (width, colors) = (self.file.width(), self.file.colors().len());
        let is_key = self.file.is_key(number);
        let rows = symbols.chunks_exact(width).zip(self.making.chunks_exact_mut(width));
        for (y, (symbols, making)) in rows.enumerate() {
            let stays = &self.now[y * width..(y + 1) * width];
            // The row that moves here, if it is in the picture.
            let source = y.checked_add_signed(-isize::from(dy));
            let moves = source.and_then(|y| self.now.get(y * width..(y + 1) * width)).unwrap_or_default();
            for (x, (symbol, pixel)) in symbols.iter().zip(making).enumerate() {
                *pixel = match *symbol {
                    color if usize::from(color) < colors => color,
                    STAYS if !is_key => stays[x],
                    MOVES if !is_key => {
                        let source = x.checked_add_signed(-isize::from(dx)).and_then(|x| moves.get(x));
                        *source
                            .ok_or_else(|| format!("pixel {x}, {y} moves in from outside of the picture"))?
                    }
                    other => return Err(format!("pixel {x}, {y} has the colour {other}, of {colors}")),
                };
            }
        }
        Ok(())
    }
}
