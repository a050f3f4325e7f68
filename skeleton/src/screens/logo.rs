//! The logo: the letters of the title fall into place.

use proscenium::kit::{Look, Paint};

use crate::TITLE;
use crate::view::View;

/// Ticks that a letter falls, ticks between two letters, and ticks of the whole.
const FALL: usize = 24;
const NEXT: usize = 4;
pub const END: usize = TITLE.len() * NEXT + FALL + 70;

pub fn draw(view: &View<'_>, ticks: usize) {
    let (width, height) = view.size;
    view.fill(view.theme.shadow);
    let plain = Look::new(view.resources, view.theme);
    let text_size = ((width - 40.0) / plain.text_width(TITLE)).min(6.0);
    let paint = Paint::new(Look { text_size, ..plain });
    let mut x = (width - paint.text_width(TITLE)) / 2.0;
    for (index, letter) in TITLE.chars().enumerate() {
        let letter = letter.to_string();
        let above = (index * NEXT + FALL).saturating_sub(ticks).min(FALL) as f32 / FALL as f32;
        paint.text(
            &letter,
            x,
            (height - paint.line_height()) / 2.0 - above * above * height,
            view.theme.accent,
        );
        x += paint.text_width(&letter);
    }
}
