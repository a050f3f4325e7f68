//! The logo and the trailer: a time that passes by itself, and which *accept*, *cancel* and a click skip.

use proscenium::flow::{DrawContext, GameScreen, ScreenContext};
use proscenium::kit::Menu;
use proscenium::platform::Action;

use super::{logo, trailer};
use crate::shared::Shared;
use crate::view::View;

pub struct Intro {
    shared: Shared,
    /// The ticks that have passed, and all of them.
    ticks: usize,
    end: usize,
    /// The phase after it.
    next: &'static str,
    /// Draws it in this tick.
    draw: fn(&View<'_>, usize),
}

impl Intro {
    pub fn logo(shared: &Shared) -> Self {
        Self { shared: shared.clone(), ticks: 0, end: logo::END, next: "trailer", draw: logo::draw }
    }

    pub fn trailer(shared: &Shared) -> Self {
        Self { shared: shared.clone(), ticks: 0, end: trailer::END, next: "main_menu", draw: trailer::draw }
    }
}

impl GameScreen for Intro {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        let is_skipped = input.any_pressed(&[Action::ACCEPT, Action::CANCEL]) || input.pointer.pressed;
        // Once only: the screen is still updated while it fades out.
        if self.ticks < self.end {
            self.ticks = if is_skipped { self.end } else { self.ticks + 1 };
            if self.ticks == self.end {
                cx.load(self.next);
            }
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let view = View::new(&self.shared, cx.resources(), cx.view_size());
        (self.draw)(&view, self.ticks);
        view.page(&view.hint("skip-hint", cx.device()), &Menu::default());
    }
}
