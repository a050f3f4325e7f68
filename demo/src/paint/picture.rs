//! The small pictures of saved runs.

use std::cell::OnceCell;

use macroquad::color::WHITE;
use macroquad::texture::{Texture2D, get_screen_data};
use proscenium::kit::{self, Rect, VirtualScreen};

use crate::saves::Picture;
use crate::theme::{HEIGHT, WIDTH};

/// What has been drawn so far in this frame, as a small picture.
pub fn picture() -> Picture {
    let screen = get_screen_data();
    let (width, height) = Picture::SIZE;
    let shown = VirtualScreen::new(WIDTH as u32, HEIGHT as u32);
    let Rect { x, y, w, h } = shown.fit(f32::from(screen.width), f32::from(screen.height));
    // Where a pixel of the picture begins in the window.
    let at =
        |from: f32, size: f32, index: u32, count: u32| (from + size * index as f32 / count as f32) as usize;
    let mut rgb = Vec::with_capacity(width as usize * height as usize * 3);
    for row in 0..height {
        for column in 0..width {
            let (left, right) = (at(x, w, column, width), at(x, w, column + 1, width));
            let (top, bottom) = (at(y, h, row, height), at(y, h, row + 1, height));
            let mut sum = [0_u32; 4];
            for line in top..bottom.max(top + 1) {
                // OpenGL returns rows from the bottom.
                let line = usize::from(screen.height).saturating_sub(line + 1);
                let pixels = screen.bytes.chunks_exact(4).skip(line * usize::from(screen.width) + left);
                for pixel in pixels.take((right - left).max(1)) {
                    (0..3).for_each(|part| sum[part] += u32::from(pixel[part]));
                    sum[3] += 1;
                }
            }
            rgb.extend(sum[..3].iter().map(|part| (part / sum[3].max(1)) as u8));
        }
    }
    Picture(rgb)
}

/// The textures of a list of saves, made when they are drawn first.
#[derive(Default)]
pub struct Pictures(OnceCell<Vec<Option<Texture2D>>>);

impl Pictures {
    /// Draws the picture at `index` of `pictures`, always the same ones, with its top left corner here.
    pub fn draw<'a>(
        &self,
        pictures: impl Iterator<Item = Option<&'a Picture>>,
        index: usize,
        (x, y): (f32, f32),
    ) {
        let (width, height) = Picture::SIZE;
        let texture = |picture: Option<&Picture>| {
            let Picture(rgb) = picture?;
            let is_whole = rgb.len() == width as usize * height as usize * 3;
            let rgba: Vec<u8> = rgb.chunks_exact(3).flat_map(|rgb| [rgb[0], rgb[1], rgb[2], 255]).collect();
            is_whole.then(|| Texture2D::from_rgba8(width as u16, height as u16, &rgba))
        };
        let textures = self.0.get_or_init(|| pictures.map(texture).collect());
        if let Some(Some(texture)) = textures.get(index) {
            let (width, height) = (width as f32, height as f32);
            kit::Paint::part(texture, (0.0, 0.0, width, height), (x, y, width, height), WHITE);
        }
    }
}
