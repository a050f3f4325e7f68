//! The logo and the trailer: a time that passes by itself, and which *accept*, *cancel* and a click skip.

use proscenium::flow::{DrawContext, GameScreen, ScreenContext};
use proscenium::platform::{Action, View, Views};
use proscenium::ui::{Page, Paint};

/// What an intro shows.
#[derive(Clone, Copy)]
pub struct Part {
    /// The ticks of all of it.
    pub ticks: usize,
    /// The phase after it.
    pub next: &'static str,
    /// Called when it begins.
    pub begin: fn(&mut ScreenContext<'_>),
    /// Draws it in this tick.
    pub draw: fn(&Paint<'_>, usize),
}

pub struct Intro {
    part: Part,
    /// The ticks that have passed.
    ticks: usize,
}

impl Intro {
    pub const fn new(part: Part) -> Self {
        Self { part, ticks: 0 }
    }
}

impl GameScreen for Intro {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        (self.part.begin)(cx);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        let is_skipped = input.any_pressed(&[Action::ACCEPT, Action::CANCEL]) || input.pointer.pressed;
        // Once only: the screen is still updated while it fades out.
        if self.ticks < self.part.ticks {
            self.ticks = if is_skipped { self.part.ticks } else { self.ticks + 1 };
            if self.ticks == self.part.ticks {
                cx.load(self.part.next);
            }
        }
    }

    fn view(&self, views: &Views) -> View {
        views.suitable()
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let paint = Paint::of(cx);
        (self.part.draw)(&paint, self.ticks);
        let hint = paint.text_for(cx.device(), "skip-hint");
        paint.texts(&Page::hint(paint.area(), hint));
    }
}
