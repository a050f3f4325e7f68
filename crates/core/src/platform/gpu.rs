//! Textures without a graphics library: pixels go in, an id comes out.

use std::collections::HashMap;
use std::io;
use std::ops::Range;

use super::pixels::Pixels;

/// The id of a texture of a [`Gpu`]. Ids are never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextureId(pub u64);

/// How a texture is drawn in another size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    /// With the nearest pixel: sharp, for pixel art.
    #[default]
    Nearest,
    /// With a mixture of the nearest pixels: smooth.
    Linear,
}

/// Holds textures. Used on the main thread only. An error is of [`io::ErrorKind::InvalidInput`] if
/// the image or the size is wrong.
pub trait Gpu {
    /// Makes a texture of this size, whose rows are uploaded later. Until then its contents are undefined.
    fn allocate(&mut self, width: u32, height: u32) -> io::Result<TextureId>;

    /// Replaces some rows of a texture by the same rows of an image of its size.
    fn update_rows(&mut self, texture: TextureId, pixels: &Pixels, rows: Range<u32>) -> io::Result<()>;

    /// Makes a texture of `pixels`.
    fn upload(&mut self, pixels: &Pixels) -> io::Result<TextureId> {
        let texture = self.allocate(pixels.width(), pixels.height())?;
        self.update(texture, pixels).map(|()| texture)
    }

    /// Replaces the pixels of a texture by others of the same size, without allocating.
    fn update(&mut self, texture: TextureId, pixels: &Pixels) -> io::Result<()> {
        self.update_rows(texture, pixels, 0..pixels.height())
    }

    /// Sets the filter of a texture; a new one has [`Filter::Nearest`]. Does nothing for a GPU that does
    /// not draw.
    fn set_filter(&mut self, _texture: TextureId, _filter: Filter) {}

    /// Frees a texture. The GPU may free its memory at the end of the frame, so a load frees first and
    /// uploads in a later frame. An unknown id does nothing.
    fn free(&mut self, texture: TextureId);

    /// The number of textures.
    fn texture_count(&self) -> usize;
}

/// A GPU without a window. It counts textures and bytes and refuses what a window would refuse.
#[derive(Debug, Default)]
pub struct HeadlessGpu {
    next: u64,
    /// Width and height of each.
    textures: HashMap<TextureId, (u32, u32)>,
}

impl HeadlessGpu {
    /// The bytes of all textures.
    pub fn bytes(&self) -> u64 {
        self.textures.values().map(|&(width, height)| u64::from(width) * u64::from(height) * 4).sum()
    }
}

impl Gpu for HeadlessGpu {
    fn allocate(&mut self, width: u32, height: u32) -> io::Result<TextureId> {
        Pixels::check_size(width, height)?;
        self.next += 1;
        let id = TextureId(self.next);
        self.textures.insert(id, (width, height));
        Ok(id)
    }

    fn update_rows(&mut self, texture: TextureId, pixels: &Pixels, rows: Range<u32>) -> io::Result<()> {
        pixels.check_rows(self.textures.get(&texture).copied(), &rows)
    }

    fn free(&mut self, texture: TextureId) {
        self.textures.remove(&texture);
    }

    fn texture_count(&self) -> usize {
        self.textures.len()
    }
}
