//! Screenshots, and the frames of a recording.

use image::imageops::{FilterType, crop_imm, resize};
use image::{DynamicImage, RgbImage, RgbaImage};
use macroquad::texture::get_screen_data;

/// What has been drawn so far in this frame. A browser has no file to write it to.
pub fn screenshot() -> RgbImage {
    let screen = get_screen_data();
    let (width, height) = (screen.width.into(), screen.height.into());
    // The number of bytes is that of the size. OpenGL returns rows from the bottom, and an alpha that
    // means nothing for a window.
    let pixels = RgbaImage::from_raw(width, height, screen.bytes).unwrap_or_default();
    DynamicImage::ImageRgba8(pixels).flipv().into_rgb8()
}

/// What has been drawn so far in this frame, with one pixel for each of the virtual screen's. `size`
/// and `viewport` are those of [`use_virtual_camera`](super::use_virtual_camera); the border around
/// the screen is left out.
pub fn virtual_frame((width, height): (u32, u32), viewport: (f32, f32, f32, f32)) -> RgbImage {
    let (x, y, shown_width, shown_height) = viewport;
    let screen = screenshot();
    let shown = crop_imm(&screen, x as u32, y as u32, shown_width as u32, shown_height as u32);
    resize(&*shown, width, height, FilterType::Nearest)
}
