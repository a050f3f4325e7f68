//! The logo: the letters of the title fall into place.

use proscenium::ui::{Look, Paint};

use super::TRAILER as NEXT_PHASE;
use super::intro::Part;
use crate::TITLE;

pub const ID: &str = "logo";

/// Ticks that a letter falls, ticks between two letters, and ticks of the whole.
const FALL: usize = 24;
const NEXT: usize = 4;
const END: usize = TITLE.len() * NEXT + FALL + 70;

pub const PART: Part = Part {
    ticks: END,
    next: NEXT_PHASE,
    // The change to it needs no Loading then.
    begin: |cx| cx.preload(NEXT_PHASE),
    draw,
};

fn draw(paint: &Paint<'_>, ticks: usize) {
    let ((width, height), color) = (paint.size, paint.theme.accent);
    paint.fill(paint.theme.shadow);
    // As large as it fits.
    let plain = Look { text_size: 1.0, ..**paint };
    let text_size = ((width - 40.0) / plain.text_width(TITLE)).min(6.0);
    let large = Paint::new(Look { text_size, ..plain });
    let (mut x, y) = ((width - large.text_width(TITLE)) / 2.0, (height - large.line_height()) / 2.0);
    for (index, letter) in TITLE.chars().enumerate() {
        let letter = letter.to_string();
        let above = (index * NEXT + FALL).saturating_sub(ticks).min(FALL) as f32 / FALL as f32;
        large.text(&letter, x, y - above * above * height, color);
        x += large.text_width(&letter);
    }
}
