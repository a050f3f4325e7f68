//! A question with two answers, over the screen that asks it.

use proscenium::flow::{Cover, GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::{Menu, MenuEvent};

use crate::shared::Shared;
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT};

/// The player's answer, the result for the screen below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The first answer.
    First,
    /// The second answer.
    Second,
    /// No answer: the player went back.
    Cancelled,
}

/// A question, built and pushed by the screen that asks it.
pub struct Question {
    shared: Shared,
    question: &'static str,
    answers: [&'static str; 2],
    menu: Menu,
}

impl Question {
    /// A question from the keys of its text and of its two answers.
    pub fn new(shared: &Shared, question: &'static str, answers: [&'static str; 2]) -> Self {
        let menu = Menu::column(232.0, 172.0, 176.0, ENTRY_HEIGHT, ENTRY_GAP, 2);
        Self { shared: shared.clone(), question, answers, menu }
    }
}

impl GameScreen for Question {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let answer = match self.shared.update_menu(&mut self.menu, cx) {
            Some(MenuEvent::Activated(0)) => Answer::First,
            Some(MenuEvent::Activated(_)) => Answer::Second,
            Some(MenuEvent::Cancelled) => Answer::Cancelled,
            _ => return,
        };
        cx.command(ScreenCommand::pop_with(answer).without_transition());
    }

    fn cover(&self) -> Cover {
        Cover::POPUP
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        cx.draw_parent();
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.darken();
        paint.panel(200.0, 116.0, 240.0, 132.0);
        paint.text_key_centered(self.question, 320.0, 140.0, color::CREAM);
        paint.menu_keys(&self.menu, &self.answers);
    }
}
