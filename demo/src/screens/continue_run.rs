//! The choice of a level, when more than one is unlocked.

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::{Menu, MenuEvent};

use crate::levels::{LEVELS, LevelNumber};
use crate::shared::Shared;
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT, iris};

/// The level menu: an entry for each level, and back.
pub struct ContinueRun {
    shared: Shared,
    menu: Menu,
}

impl ContinueRun {
    /// The level menu of the phase.
    pub fn new(shared: &Shared) -> Self {
        let menu = Menu::column(216.0, 132.0, 208.0, ENTRY_HEIGHT, ENTRY_GAP, LEVELS.len() + 1);
        Self { shared: shared.clone(), menu }
    }
}

impl GameScreen for ContinueRun {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        let unlocked = self.shared.unlocked() as usize;
        for index in 0..LEVELS.len() {
            self.menu.set_enabled(index, index < unlocked);
        }
        self.menu.focus(unlocked - 1);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        match self.shared.update_menu(&mut self.menu, cx) {
            Some(MenuEvent::Activated(index)) if index < LEVELS.len() => {
                let level = LevelNumber(LEVELS[index].number);
                cx.command(ScreenCommand::load_with("in_game", level).through(iris()));
            }
            Some(MenuEvent::Activated(_) | MenuEvent::Cancelled) => cx.pop(),
            _ => {}
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        cx.draw_parent();
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.darken();
        paint.panel(192.0, 76.0, 256.0, 208.0);
        paint.title_key_centered("continue-title", 320.0, 90.0);
        let unlocked = self.shared.unlocked() as usize;
        let name = |index: usize| if index < unlocked { LEVELS[index].name } else { "continue-locked" };
        let keys: Vec<&str> = (0..LEVELS.len()).map(name).chain(["continue-back"]).collect();
        paint.menu_keys(&self.menu, &keys);
    }
}
