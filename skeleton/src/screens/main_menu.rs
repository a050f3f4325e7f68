//! The main menu.

use proscenium::flow::ScreenContext;
use proscenium::kit::{Look, MenuPage, Mixer, Page};
use proscenium::platform::Action;

use super::MUSIC_FADE;
use crate::TITLE;

#[derive(Clone, Copy)]
pub enum Choice {
    NewGame,
    Settings,
    Credits,
    Quit,
}

#[derive(Clone, Copy)]
pub struct MainMenu;

impl MenuPage for MainMenu {
    type Choice = Choice;

    fn page(&self, look: &Look<'_>) -> Page<Choice> {
        let page = Page::new(look.area())
            .title(TITLE)
            .min_width(200.0)
            .button(Choice::NewGame, look.text_of("menu-new-game"))
            .button(Choice::Settings, look.text_of("menu-settings"))
            .button(Choice::Credits, look.text_of("menu-credits"));
        if !look.can_quit() {
            return page;
        }
        page.button(Choice::Quit, look.text_of("menu-quit")).on(Action::CANCEL, Choice::Quit)
    }

    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.shared::<Mixer>().play_music("music_menu", MUSIC_FADE);
    }

    fn choose(&mut self, choice: Choice, cx: &mut ScreenContext<'_>) {
        match choice {
            Choice::NewGame => cx.load("in_game"),
            Choice::Settings => cx.push("settings"),
            Choice::Credits => cx.push("credits"),
            Choice::Quit => cx.quit(),
        }
    }
}
