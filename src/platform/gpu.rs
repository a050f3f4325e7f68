//! Textures without a graphics library: pixels go in, an id comes out.

use std::collections::HashMap;

/// Names a texture that a [`Gpu`] holds. Ids are never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextureId(pub u64);

/// A decoded picture: rows from the top, four bytes (red, green, blue, alpha) a pixel, alpha not
/// multiplied in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

/// The number of bytes does not belong to the size of the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{width} x {height} pixels need {needed} bytes (four each), {got} were given")]
pub struct WrongPixelCount {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// `width * height * 4`.
    pub needed: u64,
    /// The number of bytes that were given.
    pub got: usize,
}

impl Pixels {
    /// A picture of `width` by `height` pixels from its bytes.
    ///
    /// # Errors
    ///
    /// [`WrongPixelCount`] when `rgba` is not `width * height * 4` bytes long.
    pub fn new(width: u32, height: u32, rgba: Vec<u8>) -> Result<Self, WrongPixelCount> {
        let needed = u64::from(width) * u64::from(height) * 4;
        if rgba.len() as u64 == needed {
            Ok(Self { width, height, rgba })
        } else {
            Err(WrongPixelCount { width, height, needed, got: rgba.len() })
        }
    }

    /// A magenta and black checker, the stand-in for a picture that could not be loaded.
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

    /// The number of bytes, which is also what the texture takes on the GPU.
    pub const fn bytes(&self) -> u64 {
        self.width as u64 * self.height as u64 * 4
    }
}

/// The GPU refused a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// A side is zero or longer than the GPU can do.
    #[error("a texture of {width} x {height} pixels is not possible here: each side must be 1 to {max}")]
    Size {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// The longest side that is possible.
        max: u32,
    },
    /// There is no such texture, or no longer.
    #[error("there is no texture {}", .0.0)]
    NoTexture(TextureId),
    /// The picture has another size than the texture that it is put into.
    #[error("a picture of {} x {} pixels does not fit into a texture of {} x {}", picture.0, picture.1, texture.0, texture.1)]
    OtherSize {
        /// Width and height of the picture.
        picture: (u32, u32),
        /// Width and height of the texture.
        texture: (u32, u32),
    },
}

/// Keeps textures. Used on the main thread only.
pub trait Gpu {
    /// Makes a texture of `pixels`.
    ///
    /// # Errors
    ///
    /// [`GpuError::Size`] when a side is zero or longer than the GPU can do.
    fn upload(&mut self, pixels: &Pixels) -> Result<TextureId, GpuError>;

    /// Puts other pixels of the same size into a texture, for pictures that move. No memory is
    /// taken or given back.
    ///
    /// # Errors
    ///
    /// [`GpuError::NoTexture`] and [`GpuError::OtherSize`].
    fn update(&mut self, texture: TextureId, pixels: &Pixels) -> Result<(), GpuError>;

    /// Gives the texture back. The memory itself may come back at the end of the frame, which is
    /// why a load frees first and uploads in a later frame. An unknown id does nothing.
    fn free(&mut self, texture: TextureId);

    /// How many textures are alive.
    fn texture_count(&self) -> usize;
}

/// Says whether a picture fits into a texture of this size.
pub(super) fn check_update(texture: (u32, u32), pixels: &Pixels) -> Result<(), GpuError> {
    let picture = (pixels.width(), pixels.height());
    if picture == texture { Ok(()) } else { Err(GpuError::OtherSize { picture, texture }) }
}

/// A GPU without a window: it counts textures and bytes and refuses what a window would refuse.
#[derive(Debug, Default)]
pub struct HeadlessGpu {
    next: u64,
    /// Width and height of each.
    textures: HashMap<TextureId, (u32, u32)>,
    updates: u64,
}

impl HeadlessGpu {
    /// The longest side of a texture. The same as the window's limit, so that a picture that
    /// passes here passes there.
    pub const MAX_SIDE: u32 = 8192;

    /// The bytes of all textures that are alive.
    pub fn bytes(&self) -> u64 {
        self.textures.values().map(|&(width, height)| u64::from(width) * u64::from(height) * 4).sum()
    }

    /// How often pixels were put into a texture that was there already.
    pub const fn updates(&self) -> u64 {
        self.updates
    }
}

impl Gpu for HeadlessGpu {
    fn upload(&mut self, pixels: &Pixels) -> Result<TextureId, GpuError> {
        let (width, height) = (pixels.width(), pixels.height());
        if !(1..=Self::MAX_SIDE).contains(&width) || !(1..=Self::MAX_SIDE).contains(&height) {
            return Err(GpuError::Size { width, height, max: Self::MAX_SIDE });
        }
        self.next += 1;
        let id = TextureId(self.next);
        self.textures.insert(id, (width, height));
        Ok(id)
    }

    fn update(&mut self, texture: TextureId, pixels: &Pixels) -> Result<(), GpuError> {
        let size = *self.textures.get(&texture).ok_or(GpuError::NoTexture(texture))?;
        check_update(size, pixels)?;
        self.updates += 1;
        Ok(())
    }

    fn free(&mut self, texture: TextureId) {
        self.textures.remove(&texture);
    }

    fn texture_count(&self) -> usize {
        self.textures.len()
    }
}
