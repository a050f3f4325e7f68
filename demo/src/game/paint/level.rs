//! The tiles of a level.

use macroquad::color::WHITE;
use macroquad::math::{Rect, vec2};
use macroquad::texture::{DrawTextureParams, draw_texture_ex};
use proscenium::formats::Level;

use crate::paint::Paint;

impl Paint<'_> {
    /// Draws the layers of a level that `shows` accepts, with the texture `tiles`; `corner` is the top
    /// left corner of the view in pixels of the level. Tiles outside the view are skipped.
    pub fn level(&self, level: &Level, tiles: &str, corner: (f32, f32), shows: impl Fn(&str) -> bool) {
        let Some((tileset, ..)) = self.texture(tiles) else { return };
        let (width, height) = (level.tile_width as f32, level.tile_height as f32);
        let columns =
            (corner.0 / width).floor() as i32..=((corner.0 + self.view.size.0) / width).floor() as i32;
        let rows =
            (corner.1 / height).floor() as i32..=((corner.1 + self.view.size.1) / height).floor() as i32;
        for (number, (layer, tiles)) in level.tile_layers().enumerate() {
            if !layer.visible || !shows(&layer.name) {
                continue;
            }
            for row in rows.clone() {
                for column in columns.clone() {
                    let Some(tile) = tiles.get_tile(column, row) else { continue };
                    let Some((x, y, w, h)) = Level::source_rect(tile.get_tileset(), tile.id()) else {
                        continue;
                    };
                    let (rotation, flip_x, flip_y) = level.turn(number, (column, row), &tile);
                    let params = DrawTextureParams {
                        source: Some(Rect::new(x as f32, y as f32, w as f32, h as f32)),
                        dest_size: Some(vec2(width, height)),
                        rotation,
                        flip_x,
                        flip_y,
                        ..DrawTextureParams::default()
                    };
                    let (x, y) = (column as f32 * width - corner.0, row as f32 * height - corner.1);
                    draw_texture_ex(&tileset, x, y, WHITE, params);
                }
            }
        }
    }
}
