//! Pictures, frames and shapes.

use macroquad::color::{Color, WHITE};
use macroquad::math::{Rect, vec2};
use macroquad::shapes::draw_rectangle;
use macroquad::texture::{DrawTextureParams, Texture2D, draw_texture_ex};
use proscenium::kit::Film;
use proscenium::phase::{Handle, Texture};
use proscenium::platform::window::texture;

use super::{Paint, color};
use crate::theme::{HEIGHT, WIDTH};

impl Paint<'_> {
    /// Fills the whole virtual screen.
    pub fn fill(&self, color: Color) {
        draw_rectangle(0.0, 0.0, WIDTH, HEIGHT, color);
    }

    /// Darkens what was drawn so far.
    pub fn darken(&self) {
        draw_rectangle(0.0, 0.0, WIDTH, HEIGHT, Color { a: 0.62, ..color::INK });
    }

    /// A filled rectangle, `opacity` 0 to 1.
    pub fn rect(&self, x: f32, y: f32, width: f32, height: f32, color: Color, opacity: f32) {
        draw_rectangle(x, y, width, height, Color { a: opacity, ..color });
    }

    /// The picture `id` with its top left corner here.
    pub fn picture(&self, id: &str, x: f32, y: f32) {
        if let Some((picture, width, height)) = self.find(id) {
            part(&picture, (0.0, 0.0, width, height), (x, y, width, height));
        }
    }

    /// The picture that a film shows now, with its top left corner here.
    pub fn film(&self, film: &Film, x: f32, y: f32) {
        let shown = film.texture();
        if let Some(picture) = texture(shown.id) {
            let (width, height) = (shown.width as f32, shown.height as f32);
            part(&picture, (0.0, 0.0, width, height), (x, y, width, height));
        }
    }

    /// The picture of a handle with its middle here.
    pub fn centered(&self, handle: Handle<Texture>, x: f32, y: f32) {
        let Some(found) = self.resources.get(handle) else { return };
        if let Some(picture) = texture(found.id) {
            let (width, height) = (found.width as f32, found.height as f32);
            let (left, top) = ((x - width / 2.0).round(), (y - height / 2.0).round());
            part(&picture, (0.0, 0.0, width, height), (left, top, width, height));
        }
    }

    /// The picture `id` side by side over the whole width, moved left by `shift` pixels.
    pub fn tiled_along(&self, id: &str, shift: f32, y: f32) {
        if let Some((picture, width, height)) = self.find(id) {
            let mut x = -(shift % width).round();
            while x < WIDTH {
                part(&picture, (0.0, 0.0, width, height), (x, y, width, height));
                x += width;
            }
        }
    }

    /// One cell of a sheet, by column and row, with its top left corner at `at`.
    pub fn cell(&self, id: &str, cell: (u32, u32), size: (f32, f32), at: (f32, f32)) {
        if let Some((picture, ..)) = self.find(id) {
            let source = (cell.0 as f32 * size.0, cell.1 as f32 * size.1, size.0, size.1);
            part(&picture, source, (at.0, at.1, size.0, size.1));
        }
    }

    /// A panel with the game's frame.
    pub fn panel(&self, x: f32, y: f32, width: f32, height: f32) {
        match self.find("panel") {
            Some((picture, side, _)) => {
                nine_patch(&picture, (0.0, 0.0, side, side), 16.0, (x, y, width, height));
            }
            None => draw_rectangle(x, y, width, height, color::INDIGO),
        }
    }

    /// A bar that is filled from the left, `part` 0 to 1.
    pub fn bar(&self, x: f32, y: f32, width: f32, height: f32, part: f32) {
        draw_rectangle(x - 2.0, y - 2.0, width + 4.0, height + 4.0, color::FOOTLIGHT);
        draw_rectangle(x - 1.0, y - 1.0, width + 2.0, height + 2.0, color::INK);
        draw_rectangle(x, y, (width * part.clamp(0.0, 1.0)).round(), height, color::CURTAIN);
        draw_rectangle(x, y, (width * part.clamp(0.0, 1.0)).round(), 3.0, color::SCARLET);
    }

    /// The window's texture of the resource `id`, with its size in pixels.
    pub(super) fn find(&self, id: &str) -> Option<(Texture2D, f32, f32)> {
        let found = self.resources.find::<Texture>(id).ok()?;
        Some((texture(found.id)?, found.width as f32, found.height as f32))
    }
}

/// Draws the part `source` of a picture into `target` (x, y, width, height both).
pub(super) fn part(picture: &Texture2D, source: (f32, f32, f32, f32), target: (f32, f32, f32, f32)) {
    tinted(picture, source, target, WHITE);
}

/// As [`part`], with the picture's colours multiplied by `tint`.
pub(super) fn tinted(
    picture: &Texture2D,
    source: (f32, f32, f32, f32),
    target: (f32, f32, f32, f32),
    tint: Color,
) {
    let params = DrawTextureParams {
        source: Some(Rect::new(source.0, source.1, source.2, source.3)),
        dest_size: Some(vec2(target.2, target.3)),
        ..DrawTextureParams::default()
    };
    draw_texture_ex(picture, target.0, target.1, tint, params);
}

/// Draws a frame whose corners of `corner` pixels keep their size while its sides are stretched.
pub(super) fn nine_patch(
    picture: &Texture2D,
    source: (f32, f32, f32, f32),
    corner: f32,
    target: (f32, f32, f32, f32),
) {
    let thirds = |start: f32, length: f32| {
        [(start, corner), (start + corner, length - 2.0 * corner), (start + length - corner, corner)]
    };
    for (from_y, to_y) in thirds(source.1, source.3).into_iter().zip(thirds(target.1, target.3)) {
        for (from_x, to_x) in thirds(source.0, source.2).into_iter().zip(thirds(target.0, target.2)) {
            part(picture, (from_x.0, from_y.0, from_x.1, from_y.1), (to_x.0, to_y.0, to_x.1, to_y.1));
        }
    }
}
