//! The logo: the letters of the title fall into place.

use proscenium::flow::{DrawContext, GameScreen, ScreenContext};
use proscenium::kit::{Look, Menu, Paint};

use super::trailer::is_skipped;
use crate::TITLE;
use crate::shared::Shared;
use crate::view::View;

/// Ticks that a letter falls, ticks between two letters, and ticks of the whole.
const FALL: usize = 24;
const NEXT: usize = 4;
const END: usize = TITLE.len() * NEXT + FALL + 70;

/// The logo, which leads to the trailer.
pub struct Logo {
    shared: Shared,
    ticks: usize,
}

impl Logo {
    pub fn new(shared: &Shared) -> Self {
        Self { shared: shared.clone(), ticks: 0 }
    }
}

impl GameScreen for Logo {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        // Once only: the screen is still updated while it fades out.
        if self.ticks < END {
            self.ticks = if is_skipped(cx.input()) { END } else { self.ticks + 1 };
            if self.ticks == END {
                cx.load("trailer");
            }
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let view = View::of_frame(&self.shared, cx);
        view.fill(view.theme.shadow);
        view.page(&view.hint("skip-hint", cx.device()), &Menu::default());
        let (width, height) = view.size;
        let plain = Look::new(view.resources, view.theme);
        let text_size = ((width - 40.0) / plain.text_width(TITLE)).min(6.0);
        let paint = Paint::new(Look { text_size, ..plain });
        let mut x = (width - paint.text_width(TITLE)) / 2.0;
        for (index, letter) in TITLE.chars().enumerate() {
            let letter = letter.to_string();
            let above = (index * NEXT + FALL).saturating_sub(self.ticks).min(FALL) as f32 / FALL as f32;
            let y = (height - paint.line_height()) / 2.0 - above * above * height;
            paint.text(&letter, x, y, view.theme.accent);
            x += paint.text_width(&letter);
        }
    }
}
