//! The logo and the trailer: a time that passes by itself, and which *accept*, *cancel* and a click skip.

use proscenium::flow::{DrawContext, GameScreen, ScreenContext};
use proscenium::kit::{Menu, Page, Paint};
use proscenium::platform::Action;

use crate::settings::Player;

pub struct Intro {
    player: Player,
    /// The ticks that have passed, and all of them.
    ticks: usize,
    end: usize,
    /// The phase after it.
    next: &'static str,
    /// Draws it in this tick.
    draw: fn(&Paint<'_>, usize),
}

impl Intro {
    pub fn new(player: &Player, next: &'static str, end: usize, draw: fn(&Paint<'_>, usize)) -> Self {
        Self { player: player.clone(), ticks: 0, end, next, draw }
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
        let paint = self.player.paint(cx);
        (self.draw)(&paint, self.ticks);
        let hint = paint.text_for(cx.device(), "skip-hint");
        paint.page(&Page::hint(paint.area(), hint), &Menu::default());
    }
}
