//! The small pictures of saved runs.

use std::cell::OnceCell;

use macroquad::color::WHITE;
use macroquad::texture::Texture2D;
use proscenium::flow::DrawContext;
use proscenium::ui;

use crate::saves::Picture;

/// What has been drawn so far in this frame, as a small picture, where it can be read.
pub fn picture(cx: &DrawContext<'_>) -> Option<Picture> {
    let pixels = cx.picture(Picture::SIZE)?;
    Some(Picture(pixels.rgba().chunks_exact(4).flat_map(|rgba| rgba[..3].to_vec()).collect()))
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
            ui::Paint::part(texture, (0.0, 0.0, width, height), (x, y, width, height), WHITE);
        }
    }
}
