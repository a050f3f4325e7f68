//! The failure screen, when a phase cannot be loaded or a screen has failed: the cause, and what to do.

use proscenium::flow::{Failure, GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::{Ink, Menu, MenuEvent, Page};

use crate::shared::Shared;
use crate::view::View;

/// The text keys of the entries.
const ENTRIES: [&str; 3] = ["failure-retry", "failure-menu", "failure-quit"];

/// The failure screen: try again, go to the main menu, quit.
pub struct FailureMenu {
    shared: Shared,
    failure: Failure,
    menu: Menu,
}

impl FailureMenu {
    /// A screen for `failure`.
    pub fn new(shared: &Shared, failure: Failure) -> Self {
        Self { shared: shared.clone(), failure, menu: Menu::default() }
    }

    /// The cause and the menu.
    pub fn page(&self, view: &View<'_>) -> Page {
        let page = view.page("failure-title").text(self.failure.cause(), Ink::Text);
        page.buttons(view.texts(self.shared.with_quit(&ENTRIES)))
    }
}

impl GameScreen for FailureMenu {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&self.shared.view(cx));
        match self.shared.update_menu(&mut self.menu, &page, cx) {
            Some(MenuEvent::Activated(0)) => {
                cx.command(self.failure.retry().unwrap_or_else(|| ScreenCommand::load("logo")));
            }
            Some(MenuEvent::Activated(1) | MenuEvent::Cancelled) => cx.load("main_menu"),
            Some(MenuEvent::Activated(2)) => cx.quit(),
            _ => {}
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::of(cx, &self.shared);
        paint.fill(color::INK);
        paint.page(&self.page(&paint.view), &self.menu);
    }
}
