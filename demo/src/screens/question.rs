//! A question with its answers, over the screen that asks it.

use proscenium::flow::{Cover, GameScreen, Request, ScreenCommand, ScreenContext, Target};
use proscenium::kit::{Ink, Menu, MenuEvent, Page};

use crate::shared::Shared;
use crate::view::View;

/// The number of the player's answer, from 0: the result for the screen below. A player who goes back gives none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer(pub usize);

/// A question, built and pushed by the screen that asks it.
pub struct Question {
    shared: Shared,
    question: &'static str,
    answers: &'static [&'static str],
    menu: Menu,
}

impl Question {
    /// A question from the keys of its text and of its answers.
    pub fn new(shared: &Shared, question: &'static str, answers: &'static [&'static str]) -> Self {
        Self { shared: shared.clone(), question, answers, menu: Menu::default() }
    }

    pub fn ask(shared: &Shared, question: &'static str, answers: &'static [&'static str]) -> Request {
        let question = Target::fresh("question", Self::new(shared, question, answers));
        ScreenCommand::push(question).without_transition()
    }

    pub fn page(&self, view: &View<'_>) -> Page {
        let page = Page::new(view.area()).centered().min_width(208.0);
        page.text(view.text_of(self.question), Ink::Text).buttons(view.texts(self.answers))
    }
}

impl GameScreen for Question {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&self.shared.view(cx));
        let command = match self.shared.update_menu(&mut self.menu, &page, cx) {
            Some(MenuEvent::Activated(index)) => ScreenCommand::pop_with(Answer(index)),
            Some(MenuEvent::Cancelled) => ScreenCommand::pop(),
            _ => return,
        };
        cx.command(command.without_transition());
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
