//! Screenshots, and the frames of a recording.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use macroquad::texture::get_screen_data;
use png::{ColorType, Compression, Encoder, EncodingError};

use crate::platform::Pixels;

/// What has been drawn so far in this frame.
pub fn screenshot() -> Pixels {
    let screen = get_screen_data();
    let row = usize::from(screen.width) * 4;
    // OpenGL returns rows from the bottom, and an alpha that means nothing for a window.
    let mut rgba: Vec<u8> = screen.bytes.chunks_exact(row.max(4)).rev().flatten().copied().collect();
    let (pixels, _) = rgba.as_chunks_mut::<4>();
    pixels.iter_mut().for_each(|[.., alpha]| *alpha = 255);
    Pixels::new(screen.width.into(), screen.height.into(), rgba).unwrap_or_else(|_| Pixels::checker())
}

/// What has been drawn so far in this frame, with one pixel for each of the virtual screen's. `size`
/// and `viewport` are those of [`use_virtual_camera`](super::use_virtual_camera); the border around
/// the screen is left out.
pub fn virtual_frame((width, height): (u32, u32), viewport: (f32, f32, f32, f32)) -> Pixels {
    let (x, y, shown_width, shown_height) = viewport;
    let shown = [x as u32, y as u32, shown_width as u32, shown_height as u32];
    let rgba = nearest(&screenshot(), shown, width, height);
    Pixels::new(width, height, rgba).unwrap_or_else(|_| Pixels::checker())
}

/// Writes an image to a file, without its alpha.
pub fn save_png(path: &Path, image: &Pixels) -> Result<(), EncodingError> {
    let mut encoder = Encoder::new(BufWriter::new(File::create(path)?), image.width(), image.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_compression(Compression::Fast);
    let (pixels, _) = image.rgba().as_chunks::<4>();
    let rgb: Vec<u8> = pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()
}

/// The pixels of an image in another size: for each the nearest one.
pub(super) fn resized(image: &Pixels, width: u32, height: u32) -> Vec<u8> {
    nearest(image, [0, 0, image.width(), image.height()], width, height)
}

/// A part of an image (left, top, width, height) in another size.
fn nearest(
    image: &Pixels,
    [left, top, from_width, from_height]: [u32; 4],
    width: u32,
    height: u32,
) -> Vec<u8> {
    // The middle of a pixel decides.
    let at = |n: u32, from: u32, to: u32| (2 * n + 1) * from / (2 * to);
    let columns = image.width().max(1);
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let pixels = places.flat_map(|(x, y)| {
        let (x, y) = (left + at(x, from_width, width), top + at(y, from_height, height));
        let start = (y.min(image.height().saturating_sub(1)) * columns + x.min(columns - 1)) as usize * 4;
        image.rgba().get(start..start + 4).unwrap_or(&[0, 0, 0, 255])
    });
    pixels.copied().collect()
}
