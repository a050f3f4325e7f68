//! The main menu: the saved runs, a new game, settings, credits, quit.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::platform::{Action, Rect, Views};
use proscenium::ui::{Ink, Menu, Page};

use super::question::{Answer, NEW_GAME, QUIT};
use super::save_list::SaveList;
use crate::TITLE;
use crate::levels::LevelNumber;
use crate::saves::AUTOSAVE;
use crate::shared::Shared;
use crate::sounds::{CROSS_FADE, MENU_MUSIC};
use crate::theme::iris;
use crate::view::View;

#[derive(Clone, Copy)]
pub enum Choice {
    /// A saved run or a level, of several.
    Continue,
    NewGame,
    Settings,
    Credits,
    Quit,
}

#[derive(Default)]
pub struct MainMenu {
    menu: Menu,
    /// Whether there are saved runs, and whether one is the autosave, which the first wave of a new game overwrites.
    has_runs: bool,
    has_autosave: bool,
    /// What the question on the stack is about.
    asked: Option<Choice>,
}

impl MainMenu {
    /// The title of the game over the backdrop, and the menu below it.
    pub fn pages(&self, view: &View<'_>) -> (Page, Page<Choice>) {
        let (area, subtitle) = (view.area(), view.text_of("game-subtitle"));
        let title = Page::new(area).title(TITLE).plain().anchor(0.0, 0.0).text(subtitle, Ink::Text);
        let (x, y) = (area.w * 0.0375, area.h / 10.0);
        let title = title.within(Rect::new(x, y, area.w - x, area.h));
        let top = title.frame(&view.look).bottom() + 24.0;
        let menu = Page::new(Rect::new(x - 8.0, top, area.w - x, area.h - top)).anchor(0.0, 0.0);
        let menu = match () {
            () if self.has_runs => menu.button(Choice::Continue, view.text_of("menu-continue")),
            () if view.shared.unlocked() > 1 => menu.button(Choice::Continue, view.text_of("continue-title")),
            () => menu,
        };
        let menu = menu.button(Choice::NewGame, view.text_of("menu-new-game"));
        let menu = menu.button(Choice::Settings, view.text_of("menu-settings"));
        let menu = menu.button(Choice::Credits, view.text_of("menu-credits"));
        if !view.can_quit() {
            return (title, menu);
        }
        (title, menu.button(Choice::Quit, view.text_of("menu-quit")).on(Action::CANCEL, Choice::Quit))
    }
}

/// Begins a new game, with lessons.
fn begin(cx: &mut ScreenContext<'_>) {
    cx.shared_mut::<Shared>().is_new_game = true;
    cx.command(ScreenCommand::load_with("in_game", LevelNumber(1)).through(iris()));
}

impl GameScreen for MainMenu {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        let shared = cx.shared::<Shared>();
        shared.mixer().play_music(MENU_MUSIC, CROSS_FADE);
        let runs = SaveList::new(shared);
        (self.has_runs, self.has_autosave) = (!runs.is_empty(), runs.has_run(AUTOSAVE));
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let (_, page) = self.pages(&View::of(cx));
        let choice = self.menu.update(&page, cx);
        match choice {
            Some(Choice::NewGame) if self.has_autosave => drop(cx.command(NEW_GAME.ask())),
            Some(Choice::NewGame) => begin(cx),
            Some(Choice::Continue) => cx.push("continue_run"),
            Some(Choice::Settings) => cx.push("settings"),
            Some(Choice::Credits) => cx.push("credits"),
            Some(Choice::Quit) => drop(cx.command(QUIT.ask())),
            None => {}
        }
        self.asked = choice.or(self.asked);
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        match (cx.result(value), self.asked) {
            (Some(Answer::Yes), Some(Choice::NewGame)) => begin(cx),
            (Some(Answer::Yes), _) => cx.quit(),
            _ => {}
        }
    }

    fn view(&self, views: &Views) -> proscenium::platform::View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::of(cx);
        // An upright view shows the outpost, and not the moon behind the title.
        paint.backdrop("backdrop", 0.9);
        // Behind another menu only the backdrop is drawn; a question is a popup over this one.
        if cx.covered_by().is_some_and(|screen| screen.name() != "question") {
            return;
        }
        let (title, page) = self.pages(&paint.view);
        paint.texts(&title);
        paint.page(&page, &self.menu);
    }
}
