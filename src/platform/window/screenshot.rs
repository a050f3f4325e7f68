//! Screenshots, and the frames of a recording.

use std::path::Path;

use macroquad::texture::{Image, get_screen_data};

use crate::platform::Pixels;

/// Writes what has been drawn so far in this frame as a PNG. A browser has no file to write to.
pub fn save_screenshot(path: &Path) -> Result<(), String> {
    let screen = get_screen_data();
    let (width, height) = (screen.width.into(), screen.height.into());
    save_pixels(path, &part(&screen, (width, height), (0.0, 0.0, width as f32, height as f32)))
}

/// Writes pixels as a PNG.
pub fn save_pixels(path: &Path, pixels: &Pixels) -> Result<(), String> {
    let color = image::ExtendedColorType::Rgba8;
    image::save_buffer(path, pixels.rgba(), pixels.width(), pixels.height(), color)
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// What has been drawn so far in this frame, with one pixel for each of the virtual screen's. `size`
/// and `viewport` are those of [`use_virtual_camera`](super::use_virtual_camera); the border around
/// the screen is left out.
pub fn virtual_frame(size: (u32, u32), viewport: (f32, f32, f32, f32)) -> Pixels {
    part(&get_screen_data(), size, viewport)
}

/// A part of the screen, scaled to `size`: each pixel is the one in its middle.
fn part(screen: &Image, size: (u32, u32), (x, y, width, height): (f32, f32, f32, f32)) -> Pixels {
    let (columns, rows) = (usize::from(screen.width), usize::from(screen.height));
    let place = |start: f32, length: f32, at: u32, of: u32, count: usize| {
        let middle = start + (at as f32 + 0.5) * length / of as f32;
        (middle as usize).min(count.saturating_sub(1))
    };
    let mut rgba = Vec::with_capacity(size.0 as usize * size.1 as usize * 4);
    for row in 0..size.1 {
        // OpenGL returns rows from the bottom, and an alpha that means nothing for a window.
        let line = rows.saturating_sub(1) - place(y, height, row, size.1, rows);
        for column in 0..size.0 {
            let at = (line * columns + place(x, width, column, size.0, columns)) * 4;
            let pixel = screen.bytes.get(at..at + 3).unwrap_or(&[0; 3]);
            rgba.extend([pixel[0], pixel[1], pixel[2], 255]);
        }
    }
    // The number of pixels is that of the size.
    Pixels::new(size.0, size.1, rgba).unwrap_or_else(|_| Pixels::checker())
}
