//! Textures and films.

use macroquad::color::WHITE;
use proscenium::formats::Film;
use proscenium::phase::{Handle, Texture};
use proscenium::ui;
use proscenium::window::ToTexture;

use super::Paint;

impl Paint<'_> {
    /// Draws the current frame of a film with its top left corner here.
    pub fn film(&self, film: &Film, x: f32, y: f32) {
        let shown = film.texture();
        if let Some(image) = shown.id.texture() {
            let (width, height) = (shown.width as f32, shown.height as f32);
            ui::Paint::part(&image, (0.0, 0.0, width, height), (x, y, width, height), WHITE);
        }
    }

    /// Draws a texture with its middle here.
    pub fn centered(&self, handle: Handle<Texture>, x: f32, y: f32) {
        let Some(found) = self.resources.get(handle) else { return };
        if let Some(image) = found.id.texture() {
            let (width, height) = (found.width as f32, found.height as f32);
            let (left, top) = ((x - width / 2.0).round(), (y - height / 2.0).round());
            ui::Paint::part(&image, (0.0, 0.0, width, height), (left, top, width, height), WHITE);
        }
    }

    /// Draws the texture `id` over the whole view. What is beyond its edges is cut off, `left` of it at the left and the top,
    /// 0 to 1.
    pub fn backdrop(&self, id: &str, left: f32) {
        let Some((image, width, height)) = self.texture(id) else { return };
        let (w, h) = self.view.size;
        let scale = (w / width).max(h / height);
        let shown = (w / scale, h / scale);
        let source = ((width - shown.0) * left, (height - shown.1) * left, shown.0, shown.1);
        ui::Paint::part(&image, source, (0.0, 0.0, w, h), WHITE);
    }

    /// Tiles the texture `id` over the whole width, moved left by `shift` pixels.
    pub fn tiled_along(&self, id: &str, shift: f32, y: f32) {
        if let Some((image, width, height)) = self.texture(id) {
            let mut x = -(shift % width).round();
            while x < self.view.size.0 {
                ui::Paint::part(&image, (0.0, 0.0, width, height), (x, y, width, height), WHITE);
                x += width;
            }
        }
    }
}
