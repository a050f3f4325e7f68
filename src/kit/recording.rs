//! Recording: numbered images of a run that a script plays.

use std::path::PathBuf;

use crate::platform::Pixels;
use crate::platform::window::{save_pixels, virtual_frame};

/// Records what a window shows between `emit record_on` and `emit record_off` of a script, as the
/// files `00001.png`, `00002.png` and so on, from which any video tool makes a film.
#[derive(Debug)]
pub(super) struct Recording {
    folder: PathBuf,
    interval: u32,
    rows: (u32, u32),
    /// The ticks since the last `record_on`.
    ticks: u32,
    images: u32,
}

impl Recording {
    /// A recording into `folder`, which must exist: `count` rows of the virtual screen from the row
    /// `first`, every `interval` ticks, starting with the tick of each `record_on`.
    pub(super) fn new(folder: PathBuf, interval: u32, (first, count): (u32, u32)) -> Self {
        Self { folder, interval: interval.max(1), rows: (first, count), ticks: 0, images: 0 }
    }

    /// Saves the frame of a tick if it is to be recorded.
    pub(super) fn frame(&mut self, is_on: bool, size: (u32, u32), place: (f32, f32, f32, f32)) {
        let image = self.tick(is_on, || virtual_frame(size, place));
        if let Some((path, pixels)) = image
            && let Err(error) = save_pixels(&path, &pixels)
        {
            log::error!("{error}");
        }
    }

    /// Returns the file to write and its pixels if the tick is recorded; calls `screen` only then.
    fn tick(&mut self, is_on: bool, screen: impl FnOnce() -> Pixels) -> Option<(PathBuf, Pixels)> {
        let tick = self.ticks;
        self.ticks = if is_on { tick + 1 } else { 0 };
        if !is_on || !tick.is_multiple_of(self.interval) {
            return None;
        }
        self.images += 1;
        let screen = screen();
        let first = self.rows.0.min(screen.height());
        let count = self.rows.1.min(screen.height() - first);
        let row = screen.width() as usize * 4;
        let rgba = screen.rgba()[first as usize * row..(first + count) as usize * row].to_vec();
        let pixels = Pixels::new(screen.width(), count, rgba).ok()?;
        Some((self.folder.join(format!("{:05}.png", self.images)), pixels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_image_per_interval_is_recorded_while_it_is_on() {
        let screen = |tick: u8| {
            let rows = (0..6_u8).flat_map(|row| [[row, tick, 0, 255]; 4]);
            Pixels::new(4, 6, rows.flatten().collect()).unwrap()
        };
        let mut recording = Recording::new(PathBuf::from("a"), 4, (1, 3));
        let mut recorded = Vec::new();
        for tick in 0..20 {
            if let Some((path, pixels)) = recording.tick(!(6..10).contains(&tick), || screen(tick)) {
                let size = (pixels.width(), pixels.height());
                recorded.push((tick, path.display().to_string(), size, pixels.rgba()[..2].to_vec()));
            }
        }
        let expected = [(0, "00001"), (4, "00002"), (10, "00003"), (14, "00004"), (18, "00005")];
        let expected = expected.map(|(tick, name)| (tick, format!("a/{name}.png"), (4, 3), vec![1, tick]));
        assert_eq!(recorded, expected);
    }
}
