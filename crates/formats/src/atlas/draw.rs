//! Drawing frames of an atlas.

use macroquad::color::Color;
use macroquad::math::{Rect, vec2};
use macroquad::texture::{DrawTextureParams, Texture2D, draw_texture_ex};

use crate::AtlasFrame;

impl AtlasFrame {
    /// Draws the frame of the atlas's `image` as it was before it was rotated and trimmed, with its top left
    /// corner at `x`, `y`, mirrored if `flip_x`, and with its colours multiplied by `tint`.
    pub fn draw(&self, image: &Texture2D, x: f32, y: f32, flip_x: bool, tint: Color) {
        let (target, rotation, flip_x, flip_y) = self.place(x, y, flip_x);
        let proscenium_core::platform::Rect { x, y, w, h } = self.source;
        let params = DrawTextureParams {
            source: Some(Rect::new(x, y, w, h)),
            dest_size: Some(vec2(target.w, target.h)),
            rotation,
            flip_x,
            flip_y,
            ..DrawTextureParams::default()
        };
        draw_texture_ex(image, target.x, target.y, tint, params);
    }
}
