//! Textures of the window.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::io;
use std::ops::Range;

use macroquad::texture::{FilterMode, Image, RenderTarget, Texture2D, render_target};

use super::camera::note_window;
use proscenium_core::platform::{Filter, Gpu, Pixels, TextureId};

thread_local! {
    /// macroquad's textures belong to the window's thread. Only a render target can be made without pixels, and is
    /// freed completely: macroquad keeps a record of each plain texture for ever.
    static TEXTURES: RefCell<HashMap<TextureId, RenderTarget>> = RefCell::default();
    /// The last id that was given out, by any [`WindowGpu`].
    static LAST_ID: Cell<u64> = const { Cell::new(0) };
}

/// The textures of the window. Its drop frees all textures and must happen while the window is open.
#[derive(Debug)]
pub struct WindowGpu {
    mine: HashSet<TextureId>,
}

impl Default for WindowGpu {
    fn default() -> Self {
        note_window();
        Self { mine: HashSet::default() }
    }
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

impl WindowGpu {
    fn known(&self, id: TextureId) -> Option<Texture2D> {
        self.mine.contains(&id).then(|| texture(id)).flatten()
    }
}

fn size(texture: &Texture2D) -> (u32, u32) {
    (texture.width() as u32, texture.height() as u32)
}

impl Gpu for WindowGpu {
    fn allocate(&mut self, width: u32, height: u32) -> io::Result<TextureId> {
        // macroquad panics on an impossible size.
        Pixels::check_size(width, height)?;
        let target = render_target(width, height);
        target.texture.set_filter(FilterMode::Nearest);
        let id = TextureId(LAST_ID.get() + 1);
        LAST_ID.set(id.0);
        self.mine.insert(id);
        TEXTURES.with_borrow_mut(|textures| textures.insert(id, target));
        Ok(id)
    }

    fn update_rows(&mut self, texture: TextureId, pixels: &Pixels, rows: Range<u32>) -> io::Result<()> {
        let known = self.known(texture);
        // macroquad panics on another size.
        pixels.check_rows(known.as_ref().map(size), &rows)?;
        match known {
            Some(known) if rows == (0..pixels.height()) => {
                known.update_from_bytes(pixels.width(), pixels.height(), pixels.rgba());
            }
            Some(known) => {
                let (width, height) = (pixels.width() as u16, (rows.end - rows.start) as u16);
                let row = usize::from(width) * 4;
                let bytes = pixels.rgba()[rows.start as usize * row..rows.end as usize * row].to_vec();
                let image = Image { bytes, width, height };
                known.update_part(&image, 0, rows.start as i32, i32::from(width), i32::from(height));
            }
            None => {}
        }
        Ok(())
    }

    fn set_filter(&mut self, texture: TextureId, filter: Filter) {
        if let Some(known) = self.known(texture) {
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

/// macroquad's texture of a GPU texture; `None` when it was freed.
pub(crate) fn texture(id: TextureId) -> Option<Texture2D> {
    TEXTURES.with_borrow(|textures| textures.get(&id).map(|target| target.texture.weak_clone()))
}
