//! The main menu.

use proscenium::flow::ScreenContext;
use proscenium::kit::{MenuEvent, Page};

use super::menu::MenuPage;
use crate::TITLE;
use crate::shared::Shared;
use crate::view::View;

#[derive(Clone, Copy)]
pub struct MainMenu;

impl MenuPage for MainMenu {
    fn page(&self, view: &View<'_>) -> Page {
        let keys = ["menu-new-game", "menu-settings", "menu-credits", "menu-quit"];
        let count = if view.shared.can_quit() { 4 } else { 3 };
        let page = Page::new(view.area()).title(TITLE).min_width(200.0);
        page.buttons(keys[..count].iter().map(|key| view.text_of(key)))
    }

    fn react(&mut self, event: MenuEvent, shared: &Shared, cx: &mut ScreenContext<'_>) {
        match event {
            MenuEvent::Activated(0) => cx.load("in_game"),
            MenuEvent::Activated(1) => cx.push("settings"),
            MenuEvent::Activated(2) => cx.push("credits"),
            MenuEvent::Activated(_) | MenuEvent::Cancelled if shared.can_quit() => cx.quit(),
            _ => {}
        }
    }
}
