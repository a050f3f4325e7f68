//! The main menu.

use proscenium::flow::{DrawContext, ScreenContext};
use proscenium::platform::Action;
use proscenium::sound::Mixer;
use proscenium::ui::{Look, MenuPage, Page};

use super::{IN_GAME, MENU, MUSIC_FADE, hills};
use crate::TITLE;

pub const ID: &str = "main_menu";

#[derive(Clone, Copy)]
pub enum Choice {
    NewGame,
    Open(&'static str),
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
            .buttons(MENU.iter().map(|id| (Choice::Open(id), look.text_of(&format!("{id}-title")))));
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
            Choice::NewGame => cx.load(IN_GAME),
            Choice::Open(screen) => cx.push(screen),
            Choice::Quit => cx.quit(),
        }
    }

    fn draw_behind(&self, cx: &DrawContext<'_>) {
        hills::draw_morning(cx);
    }
}
