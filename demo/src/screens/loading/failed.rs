//! The screen of a load that has failed: the beacon lies in ruins, and the player tries again, or leaves.

use proscenium::flow::{Failure, ScreenCommand, ScreenContext};
use proscenium::platform::Action;
use proscenium::platform::Rect;
use proscenium::ui::{Ink, Look, MenuPage, Page};

use crate::view::View;

/// Why a phase could not be loaded, and the ways on.
pub struct Failed(pub Failure);

#[derive(Clone, Copy)]
pub enum Choice {
    Retry,
    Menu,
    Quit,
}

impl Failed {
    /// Where the ruins are: beside the menu, or above it.
    pub fn ruins((width, height): (f32, f32)) -> (f32, f32) {
        if width < height { ((width / 2.0).round() - 32.0, 24.0) } else { (width - 88.0, height - 180.0) }
    }

    /// The cause and the menu, beside or below the ruins.
    pub fn page_for(cause: &str, view: &View<'_>) -> Page<Choice> {
        let (width, height) = view.size;
        let area = if width < height {
            Rect::new(0.0, 144.0, width, height - 144.0)
        } else {
            Rect::new(0.0, 0.0, width - 96.0, height)
        };
        let page = view.page("failure-title").within(area).text(cause, Ink::Text);
        let page = page.button(Choice::Retry, view.text_of("failure-retry"));
        let page = page.button(Choice::Menu, view.text_of("failure-menu")).on(Action::CANCEL, Choice::Menu);
        if view.shared.can_quit() { page.button(Choice::Quit, view.text_of("failure-quit")) } else { page }
    }
}

impl MenuPage for Failed {
    type Choice = Choice;

    fn page(&self, look: &Look<'_>) -> Page<Choice> {
        Self::page_for(&self.0.cause, &View::from(*look))
    }

    fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
        let menu = ScreenCommand::load("main_menu");
        cx.command(match choice {
            Choice::Retry => self.0.retry().unwrap_or(menu),
            Choice::Menu => menu,
            Choice::Quit => ScreenCommand::Quit,
        });
    }

    #[cfg(feature = "window")]
    fn draw_behind(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::of(cx);
        paint.fill(color::INK);
        paint.ruins(Self::ruins(paint.view.size));
    }
}
