//! The main menu.

use proscenium::flow::ScreenContext;
use proscenium::kit::{MenuEvent, Page};

use super::menu::MenuPage;
use crate::TITLE;
use crate::shared::Shared;
use crate::view::View;

/// The entries, from the top. A page does not have the last one.
const ENTRIES: &[&str] = &["menu-new-game", "menu-settings", "menu-credits", "menu-quit"];

#[derive(Clone, Copy)]
pub struct MainMenu;

impl MenuPage for MainMenu {
    fn page(&self, view: &View<'_>) -> Page {
        let count = ENTRIES.len() - usize::from(!view.shared.can_quit());
        let page = Page::new(view.area()).title(TITLE).min_width(200.0);
        page.buttons(ENTRIES[..count].iter().map(|key| view.text_of(key)))
    }

    fn react(&mut self, event: MenuEvent, shared: &Shared, cx: &mut ScreenContext<'_>) {
        let entry = if let MenuEvent::Activated(index) = event { ENTRIES[index] } else { "menu-quit" };
        match entry {
            "menu-new-game" => cx.load("in_game"),
            "menu-settings" => cx.push("settings"),
            "menu-credits" => cx.push("credits"),
            _ if shared.can_quit() => cx.quit(),
            _ => {}
        }
    }
}
