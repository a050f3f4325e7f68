//! The main menu: new game, settings, credits, quit.

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext, ScreenValue, Target};
use proscenium::kit::{Menu, MenuEvent};

use super::question::{Answer, Question};
use super::save_list::SaveList;
use crate::levels::LevelNumber;
use crate::shared::Shared;
use crate::sounds::{CROSS_FADE, MENU_MUSIC};
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT, iris};

/// The text keys of the entries.
const ENTRIES: [&str; 4] = ["menu-new-game", "menu-settings", "menu-credits", "menu-quit"];

/// The main menu.
pub struct MainMenu {
    shared: Shared,
    menu: Menu,
    /// Whether there are saved runs: the first entry then leads to them.
    has_runs: bool,
}

impl MainMenu {
    /// The menu with the focus on its first entry.
    pub fn new(shared: &Shared) -> Self {
        let entries = shared.with_quit(&ENTRIES).len();
        let menu = Menu::column(48.0, 152.0, 176.0, ENTRY_HEIGHT, ENTRY_GAP, entries);
        Self { shared: shared.clone(), menu, has_runs: false }
    }
}

impl GameScreen for MainMenu {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        // A level takes about as much memory as the menu.
        cx.preload("in_game");
        self.shared.mixer().play_music(MENU_MUSIC, CROSS_FADE);
        self.has_runs = !SaveList::new(&self.shared).is_empty();
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        match self.shared.update_menu(&mut self.menu, cx) {
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
                let question = Question::new(&self.shared, "quit-question", ["quit-yes", "quit-no"]);
                cx.command(ScreenCommand::push(Target::fresh("question", question)).without_transition());
            }
            _ => {}
        }
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: ScreenValue) {
        if value.get() == Some(&Answer::First) {
            cx.quit();
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.image("backdrop", 0.0, 0.0);
        // Behind another menu only the backdrop is drawn; a question is a popup over this one.
        if cx.covered_by().is_some_and(|screen| screen.name() != "question") {
            return;
        }
        paint.title_key("game-title", 48.0, 44.0);
        paint.text_key("game-subtitle", 50.0, 88.0, color::CREAM);
        let entries = self.shared.with_quit(&ENTRIES);
        paint.panel(32.0, 132.0, 208.0, 32.0 + entries.len() as f32 * (ENTRY_HEIGHT + ENTRY_GAP));
        let mut keys = entries.to_vec();
        if self.has_runs {
            keys[0] = "menu-continue";
        }
        paint.menu_keys(&self.menu, &keys);
    }
}
