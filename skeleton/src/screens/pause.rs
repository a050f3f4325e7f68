//! The pause menu, over the frozen game.

use proscenium::flow::ScreenContext;
use proscenium::kit::{MenuEvent, Page};

use super::menu::MenuPage;
use crate::shared::Shared;
use crate::view::View;

#[derive(Clone, Copy)]
pub struct Pause;

impl MenuPage for Pause {
    const CLOSES_ON_PAUSE: bool = true;

    fn page(&self, view: &View<'_>) -> Page {
        let keys = ["pause-resume", "pause-settings", "pause-leave"];
        let page = Page::new(view.area()).title(view.text_of("pause-title")).min_width(180.0);
        page.buttons(keys.map(|key| view.text_of(key)))
    }

    fn react(&mut self, event: MenuEvent, _shared: &Shared, cx: &mut ScreenContext<'_>) {
        match event {
            MenuEvent::Activated(1) => cx.push("settings"),
            MenuEvent::Activated(2) => cx.load("main_menu"),
            _ => cx.pop(),
        }
    }
}
