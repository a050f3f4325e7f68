//! Pictures, and what is computed from them.

use std::path::Path;

use proscenium::platform::Rect;

/// An image of numbers from 0 to 255.
#[derive(Clone)]
pub struct Picture {
    pub size: (u32, u32),
    rgb: Vec<[f32; 3]>,
}

impl Picture {
    pub fn black(size: (u32, u32)) -> Self {
        Self { size, rgb: vec![[0.0; 3]; (size.0 * size.1) as usize] }
    }

    pub fn open(path: &Path) -> Self {
        let image =
            image::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).into_rgb8();
        Self { size: image.dimensions(), rgb: image.pixels().map(|pixel| pixel.0.map(f32::from)).collect() }
    }

    fn at(&self, x: u32, y: u32) -> [f32; 3] {
        self.rgb[(y * self.size.0 + x) as usize]
    }

    /// Each pixel with its place.
    fn change(&mut self, change: impl Fn((f32, f32), [f32; 3]) -> [f32; 3]) {
        let width = self.size.0;
        for (index, pixel) in self.rgb.iter_mut().enumerate() {
            let (x, y) = (index as u32 % width, index as u32 / width);
            *pixel = change((x as f32, y as f32), *pixel);
        }
    }

    /// Mixes a colour into all of it, or into a rectangle of whole pixels.
    pub fn mix(mut self, rect: Option<Rect>, color: [f32; 3], opacity: f32) -> Self {
        self.change(|at, pixel| match rect {
            Some(rect) if !rect.contains(at) => pixel,
            _ => std::array::from_fn(|channel| pixel[channel] * (1.0 - opacity) + color[channel] * opacity),
        });
        self
    }

    /// With `other` at a place: each pixel is the average of the pixels below it.
    pub fn with(mut self, other: &Self, place: Rect) -> Self {
        self.change(|at, pixel| if place.contains(at) { other.average(place, at) } else { pixel });
        self
    }

    /// How much of `other` is mixed into this one to make `mixed`, 0 to 1.
    pub fn share(&self, other: &Self, mixed: &Self) -> f32 {
        let (mut sum, mut all) = (0.0, 0.0);
        for ((one, other), mixed) in self.rgb.iter().zip(&other.rgb).zip(&mixed.rgb) {
            for channel in 0..3 {
                let span = other[channel] - one[channel];
                sum += (mixed[channel] - one[channel]) * span;
                all += span * span;
            }
        }
        sum / all
    }

    /// This picture with a share of another one.
    pub fn faded(mut self, other: &Self, share: f32) -> Self {
        for (one, other) in self.rgb.iter_mut().zip(&other.rgb) {
            *one = std::array::from_fn(|channel| one[channel] + (other[channel] - one[channel]) * share);
        }
        self
    }

    fn average(&self, place: Rect, (x, y): (f32, f32)) -> [f32; 3] {
        let part = |at: f32, from: f32, length: f32, count: u32| {
            let scale = count as f32 / length;
            let (begin, end) = ((at - from) * scale, (at + 1.0 - from) * scale);
            let (begin, end) = (begin.clamp(0.0, count as f32), end.clamp(0.0, count as f32));
            let weight = move |index: u32| end.min(index as f32 + 1.0) - begin.max(index as f32);
            (begin as u32..(end.ceil() as u32).min(count)).map(move |index| (index, weight(index)))
        };
        let (mut sum, mut all) = ([0.0; 3], 0.0);
        for (row, height) in part(y, place.y, place.h, self.size.1) {
            for (column, width) in part(x, place.x, place.w, self.size.0) {
                let color = self.at(column, row);
                sum = std::array::from_fn(|channel| sum[channel] + color[channel] * width * height);
                all += width * height;
            }
        }
        sum.map(|sum| sum / all.max(1e-6))
    }

    /// The pixels that differ by more than this, outside of some of them, and the first of those.
    pub fn difference(
        &self,
        other: &Self,
        most: f32,
        is_left_out: impl Fn((f32, f32)) -> bool,
    ) -> Option<String> {
        if self.size != other.size {
            return Some(format!("{:?}, not {:?}", self.size, other.size));
        }
        let mut pixels = self.rgb.iter().zip(&other.rgb).enumerate().filter(|(index, (one, other))| {
            let (x, y) = (*index as u32 % self.size.0, *index as u32 / self.size.0);
            let differs = (0..3).any(|channel| (one[channel] - other[channel]).abs() > most);
            differs && !is_left_out((x as f32, y as f32))
        });
        let (count, first) = (pixels.clone().count(), pixels.next());
        first.map(|(index, (one, other))| {
            let (x, y) = (index as u32 % self.size.0, index as u32 / self.size.0);
            format!("{count} pixels differ, first at {x}, {y}: {one:?}, not {other:?}")
        })
    }
}
