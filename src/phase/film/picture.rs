//! From the chunks of a film to pictures, one after the other.

use std::sync::Arc;

use flate2::{Decompress, FlushDecompress, Status};

use super::file::{FilmFile, MOVES, STAYS};
use crate::phase::error::DecodeError;
use crate::platform::Pixels;

/// The bytes of the shift before the pixels.
pub(super) const SHIFT: usize = 2;

/// How many pixels are looked at together: most of a picture is as it was, or moves as a whole, and
/// what is copied in one go costs little, in a build without optimisation too.
const RUN: usize = 16;

/// Decodes pictures in order. It keeps the picture that it decoded last, because the next one may
/// be told as a difference to it.
#[derive(Debug)]
pub(super) struct FilmDecoder {
    file: Arc<FilmFile>,
    next: usize,
    /// Four bytes a pixel: the last picture, and room for the next one.
    now: Vec<u8>,
    making: Vec<u8>,
    /// What a chunk unpacks to.
    unpacked: Vec<u8>,
}

impl FilmDecoder {
    /// A decoder before the first picture.
    pub(super) fn new(file: Arc<FilmFile>) -> Self {
        let pixels = file.width() * file.height();
        let [now, making] = [(); 2].map(|()| vec![0; pixels * 4]);
        Self { next: 0, now, making, unpacked: vec![0; SHIFT + pixels], file }
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
        let (width, height) = (self.file.width() as u32, self.file.height() as u32);
        // The size is the file's own, so it always fits; a checker would be seen if it did not.
        Pixels::new(width, height, self.now.clone()).unwrap_or_else(|_| Pixels::checker())
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
            let needed = self.unpacked.len();
            Err(format!("its {} bytes do not unpack to the {needed} that a picture has", chunk.len()))
        }
    }

    /// Turns what was unpacked into a picture.
    fn apply(&mut self, number: usize) -> Result<(), String> {
        let (shift, symbols) = self.unpacked.split_at(SHIFT);
        let (dx, dy) = (isize::from(shift[0].cast_signed()), isize::from(shift[1].cast_signed()));
        let (width, is_key) = (self.file.width(), self.file.is_key(number));
        let rows = symbols.chunks_exact(width).zip(self.making.chunks_exact_mut(width * 4));
        for (y, (symbols, making)) in rows.enumerate() {
            let row = |y: usize| self.now.get(y * width * 4..(y + 1) * width * 4).unwrap_or_default();
            let before = Before {
                stays: if is_key { &[] } else { row(y) },
                // The row that moves here, if it is in the picture.
                moves: if is_key { &[] } else { y.checked_add_signed(-dy).map_or(&[][..], row) },
                dx,
            };
            draw_row(symbols, making, self.file.colors(), &before)
                .map_err(|(x, what)| format!("pixel {x}, {y} {what}"))?;
        }
        Ok(())
    }
}

/// What a row can take from the picture before; a key picture has none.
struct Before<'a> {
    stays: &'a [u8],
    moves: &'a [u8],
    dx: isize,
}

impl Before<'_> {
    /// The bytes of `count` pixels from `x` on that stay or move there; `None` outside of the picture.
    fn take(&self, symbol: u8, x: usize, count: usize) -> Option<&[u8]> {
        match symbol {
            STAYS => self.stays.get(x * 4..(x + count) * 4),
            MOVES => {
                let x = x.checked_add_signed(-self.dx)?;
                self.moves.get(x * 4..(x + count) * 4)
            }
            _ => None,
        }
    }
}

/// Draws a row of pixels; an error has the column and what is wrong there.
fn draw_row(
    symbols: &[u8],
    making: &mut [u8],
    colors: &[[u8; 3]],
    before: &Before<'_>,
) -> Result<(), (usize, String)> {
    for (run, symbols) in symbols.chunks(RUN).enumerate() {
        let x = run * RUN;
        let is_all = |symbol| symbols == &[symbol; RUN][..symbols.len()];
        let whole = [STAYS, MOVES].into_iter().find(|symbol| is_all(*symbol));
        if let Some(taken) = whole.and_then(|symbol| before.take(symbol, x, symbols.len())) {
            making[x * 4..(x + symbols.len()) * 4].copy_from_slice(taken);
            continue;
        }
        for (x, &symbol) in (x..).zip(symbols) {
            let pixel = &mut making[x * 4..x * 4 + 4];
            if let Some([red, green, blue]) = colors.get(usize::from(symbol)) {
                pixel.copy_from_slice(&[*red, *green, *blue, 0xff]);
            } else if let Some(taken) = before.take(symbol, x, 1) {
                pixel.copy_from_slice(taken);
            } else if symbol >= STAYS {
                return Err((x, "is taken from where there is no picture before".to_owned()));
            } else {
                return Err((x, format!("has the colour {symbol}, of {}", colors.len())));
            }
        }
    }
    Ok(())
}
