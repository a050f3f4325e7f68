//! A GPU whose textures a test looks at.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::ops::Range;
use std::rc::Rc;

use crate::platform::{Filter, Gpu, HeadlessGpu, Pixels, TextureId};

/// A GPU without a window that keeps the pixels of its textures. Clones are the same GPU: a manager gets one, and the
/// test looks at the other.
///
/// ```
/// use proscenium_core::platform::{Gpu, PixelGpu, Pixels};
///
/// let gpu = PixelGpu::default();
/// let texture = gpu.clone().upload(&Pixels::checker())?;
/// assert_eq!(gpu.pixels(texture), Some(Pixels::checker()));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PixelGpu(Rc<RefCell<Textures>>);

#[derive(Debug, Default)]
struct Textures {
    /// It refuses what a window would refuse.
    inner: HeadlessGpu,
    kept: HashMap<TextureId, Kept>,
}

#[derive(Debug)]
struct Kept {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
    filter: Filter,
}

impl PixelGpu {
    /// What a texture shows; what was never uploaded of it is transparent. `None` if there is no such texture.
    pub fn pixels(&self, texture: TextureId) -> Option<Pixels> {
        let textures = self.0.borrow();
        let kept = textures.kept.get(&texture)?;
        Pixels::new(kept.width, kept.height, kept.rgba.clone()).ok()
    }

    /// The filter of a texture. `None` if there is no such texture.
    pub fn filter(&self, texture: TextureId) -> Option<Filter> {
        self.0.borrow().kept.get(&texture).map(|kept| kept.filter)
    }
}

impl Gpu for PixelGpu {
    fn allocate(&mut self, width: u32, height: u32) -> io::Result<TextureId> {
        let mut textures = self.0.borrow_mut();
        let texture = textures.inner.allocate(width, height)?;
        let rgba = vec![0; width as usize * height as usize * 4];
        textures.kept.insert(texture, Kept { width, height, rgba, filter: Filter::default() });
        Ok(texture)
    }

    fn update_rows(&mut self, texture: TextureId, pixels: &Pixels, rows: Range<u32>) -> io::Result<()> {
        let mut textures = self.0.borrow_mut();
        textures.inner.update_rows(texture, pixels, rows.clone())?;
        if let Some(kept) = textures.kept.get_mut(&texture) {
            let row = kept.width as usize * 4;
            let bytes = rows.start as usize * row..rows.end as usize * row;
            kept.rgba[bytes.clone()].copy_from_slice(&pixels.rgba()[bytes]);
        }
        Ok(())
    }

    fn set_filter(&mut self, texture: TextureId, filter: Filter) {
        if let Some(kept) = self.0.borrow_mut().kept.get_mut(&texture) {
            kept.filter = filter;
        }
    }

    fn free(&mut self, texture: TextureId) {
        let mut textures = self.0.borrow_mut();
        textures.inner.free(texture);
        textures.kept.remove(&texture);
    }

    fn texture_count(&self) -> usize {
        self.0.borrow().inner.texture_count()
    }
}
