//! Screenshots, and pictures of a recording.

use std::path::{Path, PathBuf};

use macroquad::texture::get_screen_data;

use crate::platform::Pixels;

/// A picture could not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot write {path}: {cause}")]
pub struct ScreenshotError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub cause: String,
}

/// Writes what has been drawn so far in this picture as a PNG. Native only: a browser has no
/// file to write to.
///
/// # Errors
///
/// [`ScreenshotError`] when the file cannot be written.
pub fn save_screenshot(path: &Path) -> Result<(), ScreenshotError> {
    let picture = get_screen_data();
    let row = usize::from(picture.width) * 4;
    // OpenGL hands rows out from the bottom, and an alpha that means nothing for a window.
    let mut rgba: Vec<u8> = Vec::with_capacity(picture.bytes.len());
    for line in picture.bytes.chunks_exact(row.max(1)).rev() {
        rgba.extend(line.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]));
    }
    let (width, height) = (u32::from(picture.width), u32::from(picture.height));
    write_png(path, (width, height), &rgba)
}

/// Writes pixels as a PNG. Native only.
///
/// # Errors
///
/// [`ScreenshotError`] when the file cannot be written.
pub fn save_pixels(path: &Path, pixels: &Pixels) -> Result<(), ScreenshotError> {
    write_png(path, (pixels.width(), pixels.height()), pixels.rgba())
}

fn write_png(path: &Path, (width, height): (u32, u32), rgba: &[u8]) -> Result<(), ScreenshotError> {
    image::save_buffer(path, rgba, width, height, image::ExtendedColorType::Rgba8)
        .map_err(|error| ScreenshotError { path: path.to_owned(), cause: error.to_string() })
}

/// What has been drawn so far in this picture, one pixel for each of the virtual screen's: that in
/// its middle. `size` and `viewport` are those of
/// [`use_virtual_camera`](super::use_virtual_camera); the border around the screen is left out.
pub fn virtual_frame(size: (u32, u32), viewport: (f32, f32, f32, f32)) -> Pixels {
    let picture = get_screen_data();
    let (columns, rows) = (usize::from(picture.width), usize::from(picture.height));
    let (x, y, width, height) = viewport;
    let place = |start: f32, length: f32, at: u32, of: u32, most: usize| {
        let middle = start + (at as f32 + 0.5) * length / of as f32;
        (middle as usize).min(most.saturating_sub(1))
    };
    let mut rgba = Vec::with_capacity(size.0 as usize * size.1 as usize * 4);
    for row in 0..size.1 {
        // OpenGL hands rows out from the bottom.
        let line = rows.saturating_sub(1) - place(y, height, row, size.1, rows);
        for column in 0..size.0 {
            let at = (line * columns + place(x, width, column, size.0, columns)) * 4;
            let pixel = picture.bytes.get(at..at + 3).unwrap_or(&[0; 3]);
            rgba.extend([pixel[0], pixel[1], pixel[2], 255]);
        }
    }
    // As many were taken as there are.
    Pixels::new(size.0, size.1, rgba).unwrap_or_else(|_| Pixels::checker())
}
