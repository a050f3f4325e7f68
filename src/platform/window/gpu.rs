//! Textures of the window.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};

use macroquad::texture::{FilterMode, Texture2D};

use crate::platform::gpu::{check_update, check_upload};
use crate::platform::{Filter, Gpu, GpuError, Pixels, TextureId};

thread_local! {
    /// macroquad's textures belong to the window's thread.
    static TEXTURES: RefCell<HashMap<TextureId, Texture2D>> = RefCell::default();
    /// The last id that was given out, by any [`WindowGpu`].
    static LAST_ID: Cell<u64> = const { Cell::new(0) };
}

/// The textures of the window. Its drop frees all textures and must happen while the window is open.
#[derive(Debug, Default)]
pub struct WindowGpu {
    mine: HashSet<TextureId>,
}

impl Drop for WindowGpu {
    fn drop(&mut self) {
        for id in self.mine.drain() {
            remove(id);
        }
    }
}

fn remove(id: TextureId) {
    let removed = TEXTURES.with_borrow_mut(|textures| textures.remove(&id));
    // Dropped after the borrow, because the drop runs code of macroquad.
    drop(removed);
}

impl Gpu for WindowGpu {
    fn upload(&mut self, pixels: &Pixels) -> Result<TextureId, GpuError> {
        // macroquad panics on an impossible size.
        let (width, height) = check_upload(pixels)?;
        let texture = Texture2D::from_rgba8(width as u16, height as u16, pixels.rgba());
        texture.set_filter(FilterMode::Nearest);
        let id = TextureId(LAST_ID.get() + 1);
        LAST_ID.set(id.0);
        self.mine.insert(id);
        TEXTURES.with_borrow_mut(|textures| textures.insert(id, texture));
        Ok(id)
    }

    fn update(&mut self, texture: TextureId, pixels: &Pixels) -> Result<(), GpuError> {
        let known = self.mine.contains(&texture).then(|| super::texture(texture)).flatten();
        // macroquad panics on another size.
        check_update(known.as_ref().map(|known| (known.width() as u32, known.height() as u32)), pixels)?;
        if let Some(known) = known {
            known.update_from_bytes(pixels.width(), pixels.height(), pixels.rgba());
        }
        Ok(())
    }

    fn set_filter(&mut self, texture: TextureId, filter: Filter) {
        let known = self.mine.contains(&texture).then(|| super::texture(texture)).flatten();
        if let Some(known) = known {
            known.set_filter(match filter {
                Filter::Nearest => FilterMode::Nearest,
                Filter::Linear => FilterMode::Linear,
            });
        }
    }

    fn free(&mut self, texture: TextureId) {
        // The memory itself comes back when macroquad ends the frame.
        if self.mine.remove(&texture) {
            remove(texture);
        }
    }

    fn texture_count(&self) -> usize {
        self.mine.len()
    }
}

/// macroquad's texture of this id, to draw with; `None` when it was freed. It does not keep the texture
/// alive, so look it up in each `draw`.
pub fn texture(id: TextureId) -> Option<Texture2D> {
    TEXTURES.with_borrow(|textures| textures.get(&id).map(Texture2D::weak_clone))
}
