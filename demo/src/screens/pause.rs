//! The pause menu, over the game.

use proscenium::flow::{GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::{Menu, MenuEvent};
use proscenium::platform::Action;

use crate::shared::Shared;
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT, iris};

/// The text keys of the entries.
const ENTRIES: [&str; 3] = ["pause-resume", "pause-settings", "pause-leave"];

/// The pause menu, over the frozen and darkened game.
pub struct Pause {
    shared: Shared,
    menu: Menu,
}

impl Pause {
    /// The pause menu of the phase.
    pub fn new(shared: &Shared) -> Self {
        let menu = Menu::column(232.0, 140.0, 176.0, ENTRY_HEIGHT, ENTRY_GAP, ENTRIES.len());
        Self { shared: shared.clone(), menu }
    }
}

impl GameScreen for Pause {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.menu.focus(0);
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::PAUSE) {
            cx.command(ScreenCommand::pop().without_transition());
            return;
        }
        match self.shared.update_menu(&mut self.menu, cx) {
            Some(MenuEvent::Activated(0) | MenuEvent::Cancelled) => {
                cx.command(ScreenCommand::pop().without_transition());
            }
            Some(MenuEvent::Activated(1)) => {
                cx.command(ScreenCommand::push("settings").without_transition());
            }
            Some(MenuEvent::Activated(2)) => {
                cx.command(ScreenCommand::load("main_menu").through(iris()));
            }
            _ => {}
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        cx.draw_parent();
        // Behind the settings only the game is drawn, not a second menu.
        if !cx.is_active() {
            return;
        }
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.darken();
        paint.panel(200.0, 84.0, 240.0, 168.0);
        paint.title_key_centered("pause-title", 320.0, 98.0);
        paint.menu_keys(&self.menu, &ENTRIES);
    }
}
