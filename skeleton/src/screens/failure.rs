//! The failure screen, when a phase cannot be loaded or a screen has failed: the cause, and what to do.

use proscenium::flow::{Failure, ScreenCommand, ScreenContext};
use proscenium::kit::{Ink, MenuEvent, Page};

use super::menu::MenuPage;
use crate::shared::Shared;
use crate::view::View;

pub struct FailureMenu(pub Failure);

impl MenuPage for FailureMenu {
    fn page(&self, view: &View<'_>) -> Page {
        let page =
            Page::new(view.area()).title(view.text_of("failure-title")).text(self.0.cause(), Ink::Text);
        page.buttons(["failure-retry", "failure-menu"].map(|key| view.text_of(key)))
    }

    fn react(&mut self, event: MenuEvent, _shared: &Shared, cx: &mut ScreenContext<'_>) {
        match event {
            MenuEvent::Activated(0) => {
                cx.command(self.0.retry().unwrap_or_else(|| ScreenCommand::load("logo")));
            }
            _ => cx.load("main_menu"),
        }
    }
}
