//! The trailer: the sun rises over the hills, and two lines of text.

use proscenium::sound::Mixer;
use proscenium::ui::{Ink, Page, Paint};

use super::intro::Part;
use super::{MAIN_MENU, MUSIC_FADE, hills};

pub const ID: &str = "trailer";

const LINES: [&str; 2] = ["trailer-1", "trailer-2"];
const LINE_TICKS: usize = 150;
const END: usize = LINES.len() * LINE_TICKS;

pub const PART: Part = Part {
    ticks: END,
    next: MAIN_MENU,
    begin: |cx| cx.shared::<Mixer>().play_music("music_menu", MUSIC_FADE),
    draw,
};

fn draw(paint: &Paint<'_>, ticks: usize) {
    hills::draw(paint.size, ticks as f32 / END as f32);
    let line = LINES[(ticks / LINE_TICKS).min(LINES.len() - 1)];
    let page = Page::new(paint.area()).strip().centered().anchor(0.5, 0.25);
    paint.texts(&page.text(paint.text_of(line), Ink::Text));
}
