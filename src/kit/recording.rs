//! The recording of a film from a run that a script plays.

use crate::phase::{FilmWriter, FilmWriterError};
use crate::platform::Pixels;

/// The event with which a script begins to record: `emit record_on`.
pub const RECORD_ON: &str = "record_on";
/// The event with which a script ends or interrupts the recording: `emit record_off`.
pub const RECORD_OFF: &str = "record_off";

/// Records what a window shows, where the script says so. Between `emit record_on` and
/// `emit record_off` every so many logic frames one picture is taken; what lies between two
/// recordings is a cut.
///
/// While a recording is asked for, each presented picture is one logic frame, whatever the clock
/// says: the same script makes the same film, on a fast machine and on a slow one.
#[derive(Debug)]
pub struct Recording {
    writer: FilmWriter,
    frames_each: u32,
    /// The rows that are taken: the first, and how many.
    rows: (u32, u32),
    /// Frames since the last `record_on`.
    passed: Option<u32>,
    failed: Option<FilmWriterError>,
}

impl Recording {
    /// A recording of `count` rows of the virtual screen from the row `first`, one picture in
    /// every `frames_each` logic frames (1 to 600).
    #[must_use]
    pub fn new(frames_each: u16, (first, count): (u32, u32)) -> Self {
        Self {
            writer: FilmWriter::new(frames_each),
            frames_each: u32::from(frames_each.max(1)),
            rows: (first, count),
            passed: None,
            failed: None,
        }
    }

    /// One logic frame has been drawn. `picture` is called when it is to be recorded, and answers
    /// with the virtual screen.
    pub fn frame(&mut self, is_on: bool, picture: impl FnOnce() -> Pixels) {
        if !is_on || self.failed.is_some() {
            self.passed = None;
            return;
        }
        let passed = self.passed.map_or(0, |passed| passed + 1);
        self.passed = Some(passed);
        if passed == 0 {
            self.writer.cut();
        }
        if passed.is_multiple_of(self.frames_each) {
            self.failed = self.writer.push(&self.cropped(picture())).err();
        }
    }

    /// How many pictures were taken.
    #[must_use]
    pub const fn pictures(&self) -> usize {
        self.writer.pictures()
    }

    /// How many different colours they have. A film keeps 254 of them.
    #[must_use]
    pub const fn colors(&self) -> usize {
        self.writer.colors()
    }

    /// The bytes of the film.
    ///
    /// # Errors
    ///
    /// [`FilmWriterError`] when nothing was recorded, or too much.
    pub fn finish(self) -> Result<Vec<u8>, FilmWriterError> {
        match self.failed {
            Some(error) => Err(error),
            None => self.writer.finish(),
        }
    }

    /// The rows that are wanted, as far as the picture has them.
    fn cropped(&self, picture: Pixels) -> Pixels {
        let first = self.rows.0.min(picture.height());
        let count = self.rows.1.min(picture.height() - first);
        let row = picture.width() as usize * 4;
        let rgba = &picture.rgba()[first as usize * row..(first + count) as usize * row];
        // The size is that of the rows, so it always fits.
        Pixels::new(picture.width(), count, rgba.to_vec()).unwrap_or(picture)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(light: u8) -> Pixels {
        let rows = (0..6_u8).flat_map(|row| [[row, light, 0, 255]; 4]);
        Pixels::new(4, 6, rows.flatten().collect()).unwrap()
    }

    #[test]
    fn every_so_many_frames_one_picture_is_taken_while_it_is_on() {
        let mut recording = Recording::new(4, (1, 3));
        let mut taken = Vec::new();
        for frame in 0..20_u8 {
            let is_on = !(6..10).contains(&frame);
            recording.frame(is_on, || {
                taken.push(frame);
                screen(frame)
            });
        }
        assert_eq!(taken, [0, 4, 10, 14, 18]);
        assert_eq!(recording.pictures(), 5);
        let film = recording.finish().unwrap();
        assert_eq!(film[8..14], [4, 0, 3, 0, 4, 0], "four by three pixels, four frames each");
    }

    #[test]
    fn nothing_recorded_is_an_error_and_so_are_rows_that_are_not_there() {
        assert_eq!(Recording::new(4, (0, 6)).finish(), Err(FilmWriterError::Empty));
        let mut recording = Recording::new(4, (6, 3));
        recording.frame(true, || screen(0));
        assert_eq!(recording.finish(), Err(FilmWriterError::Size { width: 4, height: 0 }));
    }
}
