//! The main menu: new game, settings, credits, quit.

use std::any::Any;

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::{Ink, Menu, MenuEvent, Page, Rect};

use super::question::{Answer, Question};
use super::save_list::SaveList;
use crate::TITLE;
use crate::levels::LevelNumber;
use crate::shared::Shared;
use crate::sounds::{CROSS_FADE, MENU_MUSIC};
use crate::theme::iris;
use crate::view::View;

/// The text keys of the entries.
const ENTRIES: [&str; 4] = ["menu-new-game", "menu-settings", "menu-credits", "menu-quit"];

pub struct MainMenu {
    shared: Shared,
    menu: Menu,
    /// Whether there are saved runs: the first entry then leads to them.
    has_runs: bool,
}

impl MainMenu {
    pub fn new(shared: &Shared) -> Self {
        Self { shared: shared.clone(), menu: Menu::default(), has_runs: false }
    }

    /// The title of the game over the backdrop, and the menu below it.
    pub fn pages(&self, view: &View<'_>) -> [Page; 2] {
        let (area, subtitle) = (view.area(), view.text_of("game-subtitle"));
        let title = Page::new(area).title(TITLE).plain().anchor(0.0, 0.0).text(subtitle, Ink::Text);
        let (x, y) = (area.w * 0.0375, area.h / 10.0);
        let title = title.within(Rect::new(x, y, area.w - x, area.h));
        let top = title.frame(&view.look).bottom() + 24.0;
        let mut keys = ENTRIES.to_vec();
        if !self.shared.can_quit() {
            keys.pop();
        }
        if self.has_runs {
            keys[0] = "menu-continue";
        } else if self.shared.unlocked() > 1 {
            keys[0] = "continue-title";
        }
        let menu = Page::new(Rect::new(x - 8.0, top, area.w - x, area.h - top)).anchor(0.0, 0.0);
        [title, menu.buttons(view.texts(&keys))]
    }
}

impl GameScreen for MainMenu {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.shared.mixer().play_music(MENU_MUSIC, CROSS_FADE);
        self.has_runs = !SaveList::new(&self.shared).is_empty();
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let [_, page] = self.pages(&self.shared.view(cx));
        match self.shared.update_menu(&mut self.menu, &page, cx) {
            // With saved runs or more than one level unlocked the player chooses.
            Some(MenuEvent::Activated(0)) if self.has_runs || self.shared.unlocked() > 1 => {
                cx.push("continue_run");
            }
            Some(MenuEvent::Activated(0)) => {
                cx.command(ScreenCommand::load_with("in_game", LevelNumber(1)).through(iris()));
            }
            Some(MenuEvent::Activated(1)) => cx.push("settings"),
            Some(MenuEvent::Activated(2)) => cx.push("credits"),
            Some(MenuEvent::Activated(3) | MenuEvent::Cancelled) if self.shared.can_quit() => {
                cx.command(Question::ask(&self.shared, "quit-question", &["quit-yes", "question-cancel"]));
            }
            _ => {}
        }
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        if value.downcast_ref() == Some(&Answer(0)) {
            cx.quit();
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::of(cx, &self.shared);
        paint.backdrop("backdrop");
        // Behind another menu only the backdrop is drawn; a question is a popup over this one.
        if cx.covered_by().is_some_and(|screen| screen.name() != "question") {
            return;
        }
        let [title, page] = self.pages(&paint.view);
        paint.page(&title, &Menu::default());
        paint.page(&page, &self.menu);
    }
}
