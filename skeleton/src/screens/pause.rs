//! The pause menu, over the frozen game.

use proscenium::flow::{ScreenCommand, ScreenContext};
use proscenium::kit::{Look, MenuEvent, MenuPage, Page};

use crate::settings::{Player, Settings};

#[derive(Clone, Copy)]
pub struct Pause;

impl MenuPage<Settings> for Pause {
    fn page(&self, _player: &Player, look: &Look<'_>) -> Page {
        let keys = ["pause-resume", "pause-settings", "pause-leave"];
        let page = Page::new(look.area()).title(look.text_of("pause-title")).min_width(180.0);
        page.buttons(keys.map(|key| look.text_of(key)))
    }

    fn react(&mut self, event: MenuEvent, _player: &Player, cx: &mut ScreenContext<'_>) {
        match event {
            MenuEvent::Activated(1) => cx.push("settings"),
            MenuEvent::Activated(2) => cx.load("main_menu"),
            // At once: the game does not go on behind a fade.
            _ => drop(cx.command(ScreenCommand::pop().without_transition())),
        }
    }

    fn closes_on_pause(&self) -> bool {
        true
    }
}
