//! Screenshots, and images in another size.

use std::cell::OnceCell;
#[cfg(not(target_arch = "wasm32"))]
use std::{
    fs::File,
    io::{self, BufWriter},
    path::Path,
};

#[cfg(not(target_arch = "wasm32"))]
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
#[cfg(not(target_arch = "wasm32"))]
use image::{ExtendedColorType, ImageEncoder};
use macroquad::texture::{FilterMode, Image, Texture2D, render_target};

use super::camera::flush;
use super::open::window_size;
use proscenium_core::platform::Pixels;

/// What has been drawn so far in this frame, in the whole window. It is called in the thread of the window, and takes
/// milliseconds.
pub fn screenshot() -> Pixels {
    flush();
    let (width, height) = window_size();
    let target = render_target(width.max(1.0) as u32, height.max(1.0) as u32);
    grab_window(&target.texture);
    let screen = target.texture.get_texture_data();
    opaque(flipped(screen))
}

/// Whether pixels are read back as they were drawn. A browser that hides what it runs on returns noise.
pub(super) fn reads_what_is_drawn() -> bool {
    thread_local! {
        static KNOWN: OnceCell<bool> = const { OnceCell::new() };
    }
    KNOWN.with(|known| {
        *known.get_or_init(|| {
            let pixels: [u8; 64] = std::array::from_fn(|at| at as u8 * 4);
            Texture2D::from_rgba8(4, 4, &pixels).get_texture_data().bytes == pixels
        })
    })
}

/// Copies the window, as it is drawn so far, to a texture of its size that is not drawn with at present.
pub(super) fn grab_window(texture: &Texture2D) {
    // miniquad remembers which texture is bound to each unit, and `grab_screen` binds past that memory. `set_filter`
    // selects the first unit before, and binds the remembered one again after.
    texture.set_filter(FilterMode::Linear);
    texture.grab_screen();
    texture.set_filter(FilterMode::Linear);
}

/// An image whose rows begin at the top. OpenGL returns a window's rows from the bottom.
pub(super) fn flipped(mut image: Image) -> Image {
    let row = usize::from(image.width) * 4;
    let height = usize::from(image.height);
    for y in 0..height / 2 {
        let (above, below) = image.bytes.split_at_mut((height - 1 - y) * row);
        above[y * row..][..row].swap_with_slice(&mut below[..row]);
    }
    image
}

/// An image that macroquad has drawn. Its alpha means nothing.
pub(super) fn opaque(Image { mut bytes, width, height }: Image) -> Pixels {
    let (pixels, _) = bytes.as_chunks_mut::<4>();
    pixels.iter_mut().for_each(|[.., alpha]| *alpha = 255);
    Pixels::new(width.into(), height.into(), bytes).unwrap_or_else(|_| Pixels::checker())
}

/// Writes an image to a PNG file, without its alpha.
///
/// # Errors
///
/// Why the system cannot write the file.
#[cfg(not(target_arch = "wasm32"))]
pub fn save_png(path: &Path, image: &Pixels) -> io::Result<()> {
    let file = BufWriter::new(File::create(path)?);
    let encoder = PngEncoder::new_with_quality(file, CompressionType::Fast, FilterType::Adaptive);
    let (pixels, _) = image.rgba().as_chunks::<4>();
    let rgb: Vec<u8> = pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect();
    let written = encoder.write_image(&rgb, image.width(), image.height(), ExtendedColorType::Rgb8);
    written.map_err(io::Error::other)
}
