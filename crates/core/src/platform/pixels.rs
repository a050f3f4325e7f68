//! Images without a graphics library.

use std::io;
use std::ops::Range;
use std::pin::Pin;

/// An image that is being decoded: its pixels, or why the file cannot be read.
pub type Decoding = Pin<Box<dyn Future<Output = Result<Pixels, String>> + Send>>;

/// A decoded image: rows from the top, four bytes (red, green, blue, alpha) per pixel, alpha not
/// premultiplied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

impl Pixels {
    /// The maximum side of a texture: most GPUs end here or above.
    pub const MAX_SIDE: u32 = 8192;

    /// Makes an image of `width` by `height` pixels from its bytes, four a pixel; another number of bytes is an error.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> io::Result<Self> {
        let pixels = Self { width, height, rgba };
        if pixels.bytes() == pixels.rgba.len() as u64 {
            return Ok(pixels);
        }
        let given = pixels.rgba.len();
        Err(refused(format!("{width} x {height} pixels need four bytes each, {given} bytes were given")))
    }

    /// Checks that there can be a texture of this size, for a [`Gpu`](super::Gpu) of one's own.
    ///
    /// # Errors
    ///
    /// A side is 0, or larger than [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn check_size(width: u32, height: u32) -> io::Result<()> {
        let max = Self::MAX_SIDE;
        if (1..=max).contains(&width) && (1..=max).contains(&height) {
            return Ok(());
        }
        let rule = format!("each side must be 1 to {max}");
        Err(refused(format!("a texture of {width} x {height} pixels is not possible here: {rule}")))
    }

    /// Checks that a texture of this size can show these rows of the image, for a [`Gpu`](super::Gpu) of one's own.
    ///
    /// # Errors
    ///
    /// There is no texture (`None`), the image has another size, or it does not have the rows.
    pub fn check_rows(&self, texture: Option<(u32, u32)>, rows: &Range<u32>) -> io::Result<()> {
        let (width, height) = texture.ok_or_else(|| refused("there is no such texture"))?;
        if (self.width, self.height) != (width, height) {
            let image = format!("an image of {} x {} pixels", self.width, self.height);
            return Err(refused(format!("{image} does not fit into a texture of {width} x {height}")));
        }
        if rows.start < rows.end && rows.end <= height {
            return Ok(());
        }
        Err(refused(format!("an image with {height} rows does not have the rows {rows:?}")))
    }

    /// A magenta and black checker, the stand-in for an image that cannot be loaded.
    pub fn checker() -> Self {
        const SIZE: u32 = 16;
        let mut rgba = Vec::with_capacity((SIZE * SIZE * 4) as usize);
        for pixel in 0..SIZE * SIZE {
            let (x, y) = (pixel % SIZE, pixel / SIZE);
            let light = (x / 8 + y / 8) % 2 == 0;
            rgba.extend(if light { [0xff, 0x00, 0xff, 0xff] } else { [0x10, 0x00, 0x10, 0xff] });
        }
        Self { width: SIZE, height: SIZE, rgba }
    }

    /// Width in pixels.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Height in pixels.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The bytes, four a pixel, rows from the top.
    pub fn rgba(&self) -> &[u8] {
        &self.rgba
    }

    /// Gives each transparent pixel beside visible ones their mean colour, and leaves it transparent. A texture that is
    /// drawn with [`Filter::Linear`](super::Filter::Linear) mixes colours before transparency: the black of a transparent pixel would be seen
    /// as a dark edge.
    pub(crate) fn spread_colors(&mut self) {
        let (width, height) = (self.width as usize, self.height as usize);
        let (pixels, _) = self.rgba.as_chunks_mut::<4>();
        let is_visible = |row: &[[u8; 4]]| row.iter().any(|pixel| pixel[3] > 0);
        let has_visible: Vec<bool> = pixels.chunks(width.max(1)).map(is_visible).collect();
        for y in 0..height {
            let rows = y.saturating_sub(1)..(y + 2).min(height);
            if !has_visible[rows.clone()].contains(&true) {
                continue;
            }
            for x in 0..width {
                if pixels[y * width + x][3] > 0 {
                    continue;
                }
                // Of red, green, blue and alpha. Only transparent pixels change, and they do not count.
                let mut sums = [0; 4];
                for near in rows.clone() {
                    let start = near * width + x.saturating_sub(1);
                    for [red, green, blue, alpha] in &pixels[start..near * width + (x + 2).min(width)] {
                        let parts = [*red, *green, *blue, 1].map(|part| u32::from(part) * u32::from(*alpha));
                        sums = std::array::from_fn(|at| sums[at] + parts[at]);
                    }
                }
                let [red, green, blue, alpha] = sums;
                let mean = |sum: u32| sum.checked_div(alpha).map(|mean| mean as u8);
                if let (Some(red), Some(green), Some(blue)) = (mean(red), mean(green), mean(blue)) {
                    pixels[y * width + x] = [red, green, blue, 0];
                }
            }
        }
    }

    /// The number of bytes, which the texture takes on the GPU too.
    pub const fn bytes(&self) -> u64 {
        self.width as u64 * self.height as u64 * 4
    }

    /// A part of the image (x and y from the top left, width and height, in pixels, inside of the image) in another size:
    /// each pixel is the mean of the pixels below it.
    pub fn resized(&self, (x, y, w, h): (f32, f32, f32, f32), (width, height): (u32, u32)) -> Self {
        let begin =
            |from: f32, size: f32, index: u32, count: u32| (from + size * index as f32 / count as f32) as u32;
        let (pixels, _) = self.rgba().as_chunks::<4>();
        let mut rgba = Vec::with_capacity(width as usize * height as usize * 4);
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let (left, top) = (begin(x, w, column, width), begin(y, h, row, height));
            let right = begin(x, w, column + 1, width).max(left + 1).min(self.width());
            let bottom = begin(y, h, row + 1, height).max(top + 1).min(self.height());
            // What is transparent has no colour.
            let (mut sum, mut count) = ([0; 4], 0);
            for (y, x) in (top..bottom).flat_map(|y| (left..right).map(move |x| (y, x))) {
                let [r, g, b, a] = pixels[(y * self.width() + x) as usize].map(u64::from);
                sum = [sum[0] + r * a, sum[1] + g * a, sum[2] + b * a, sum[3] + a];
                count += 1;
            }
            let [r, g, b, a] = sum;
            rgba.extend([r, g, b].map(|sum| (sum / a.max(1)) as u8));
            rgba.push((a / count.max(1)) as u8);
        }
        Self::new(width, height, rgba).unwrap_or_else(|_| Self::checker())
    }
}

pub(super) fn refused(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn image() -> impl Strategy<Value = Pixels> {
        (1..9_u32, 1..9_u32).prop_flat_map(|(width, height)| {
            let pixel = prop_oneof![Just([0, 0, 0, 0]), Just([9, 8, 7, 0]), any::<[u8; 4]>()];
            let pixels = prop::collection::vec(pixel, (width * height) as usize);
            pixels.prop_map(move |pixels| Pixels::new(width, height, pixels.concat()).unwrap())
        })
    }

    proptest! {
        #[test]
        fn only_the_colours_of_transparent_pixels_beside_visible_ones_change(image in image()) {
            let mut spread = image.clone();
            spread.spread_colors();
            let at = |x: u32, y: u32| ((y * image.width() + x) * 4) as usize;
            for (x, y) in (0..image.width()).flat_map(|x| (0..image.height()).map(move |y| (x, y))) {
                let (before, after) = (&image.rgba()[at(x, y)..][..4], &spread.rgba()[at(x, y)..][..4]);
                let near = (x.max(1) - 1..(x + 2).min(image.width()))
                    .flat_map(|x| (y.max(1) - 1..(y + 2).min(image.height())).map(move |y| (x, y)));
                let near: Vec<_> = near.map(|(x, y)| &image.rgba()[at(x, y)..][..4]).filter(|near| near[3] > 0).collect();
                if before[3] > 0 || near.is_empty() {
                    prop_assert_eq!(before, after);
                    continue;
                }
                prop_assert_eq!(after[3], 0);
                for part in 0..3 {
                    let parts = || near.iter().map(|near| near[part]);
                    prop_assert!((parts().min()..=parts().max()).contains(&Some(after[part])));
                }
            }
            let mut again = spread.clone();
            again.spread_colors();
            prop_assert_eq!(again, spread);
        }
    }
}
