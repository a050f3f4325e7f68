//! The main menu.

use proscenium::flow::ScreenContext;
use proscenium::kit::{Look, MenuEvent, MenuPage, Page};

use super::MUSIC_FADE;
use crate::TITLE;
use crate::settings::{Player, Settings};

/// The entries, from the top. A page does not have the last one.
const ENTRIES: &[&str] = &["menu-new-game", "menu-settings", "menu-credits", "menu-quit"];

#[derive(Clone, Copy)]
pub struct MainMenu;

impl MenuPage<Settings> for MainMenu {
    fn page(&self, player: &Player, look: &Look<'_>) -> Page {
        let count = ENTRIES.len() - usize::from(!player.can_quit());
        let page = Page::new(look.area()).title(TITLE).min_width(200.0);
        page.buttons(ENTRIES[..count].iter().map(|key| look.text_of(key)))
    }

    fn on_enter(&mut self, player: &Player, _cx: &mut ScreenContext<'_>) {
        player.mixer().play_music("music_menu", MUSIC_FADE);
    }

    fn react(&mut self, event: MenuEvent, player: &Player, cx: &mut ScreenContext<'_>) {
        let entry = if let MenuEvent::Activated(index) = event { ENTRIES[index] } else { "menu-quit" };
        match entry {
            "menu-new-game" => cx.load("in_game"),
            "menu-settings" => cx.push("settings"),
            "menu-credits" => cx.push("credits"),
            _ if player.can_quit() => cx.quit(),
            _ => {}
        }
    }
}
