//! A question with two answers, over the screen that asks it.

use proscenium::flow::{Cover, GameScreen, Request, ScreenCommand, ScreenContext, Target};
use proscenium::kit::{Ink, Menu, MenuEvent, Page};

use crate::shared::Shared;
use crate::view::View;

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
        Self { shared: shared.clone(), question, answers, menu: Menu::default() }
    }

    /// Pushes a question.
    pub fn ask(shared: &Shared, question: &'static str, answers: [&'static str; 2]) -> Request {
        let question = Target::fresh("question", Self::new(shared, question, answers));
        ScreenCommand::push(question).without_transition()
    }

    /// The question and its answers.
    pub fn page(&self, view: &View<'_>) -> Page {
        let page = Page::new(view.area()).centered().min_width(208.0);
        page.text(view.text_of(self.question), Ink::Text).buttons(view.texts(&self.answers))
    }
}

impl GameScreen for Question {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&self.shared.view(cx));
        let answer = match self.shared.update_menu(&mut self.menu, &page, cx) {
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

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::over_parent(cx, &self.shared);
        paint.page(&self.page(&paint.view), &self.menu);
    }
}
