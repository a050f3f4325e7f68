//! Screenshots.

use std::path::{Path, PathBuf};

use macroquad::texture::get_screen_data;

/// A screenshot could not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot write the screenshot {path}: {cause}")]
pub struct PictureError {
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
/// [`PictureError`] when the file cannot be written.
pub fn save_picture(path: &Path) -> Result<(), PictureError> {
    let picture = get_screen_data();
    let row = usize::from(picture.width) * 4;
    // OpenGL hands rows out from the bottom, and an alpha that means nothing for a window.
    let mut rgba: Vec<u8> = Vec::with_capacity(picture.bytes.len());
    for line in picture.bytes.chunks_exact(row.max(1)).rev() {
        rgba.extend(line.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]));
    }
    let (width, height) = (u32::from(picture.width), u32::from(picture.height));
    image::save_buffer(path, &rgba, width, height, image::ExtendedColorType::Rgba8)
        .map_err(|error| PictureError { path: path.to_owned(), cause: error.to_string() })
}
