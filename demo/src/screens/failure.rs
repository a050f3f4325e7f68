//! The failure screen, when a phase cannot be loaded or a screen has failed: the cause, and what to do.

use proscenium::flow::{Failure, GameScreen, ScreenCommand, ScreenContext};
use proscenium::kit::{Menu, MenuEvent};

use crate::shared::Shared;
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT};

/// The text keys of the entries.
const ENTRIES: [&str; 3] = ["failure-retry", "failure-menu", "failure-quit"];

/// The failure screen: try again, go to the main menu, quit.
pub struct FailureMenu {
    shared: Shared,
    failure: Failure,
    menu: Menu,
}

impl FailureMenu {
    /// A screen for `failure`.
    pub fn new(shared: &Shared, failure: Failure) -> Self {
        let menu =
            Menu::column(232.0, 228.0, 176.0, ENTRY_HEIGHT, ENTRY_GAP, shared.with_quit(&ENTRIES).len());
        Self { shared: shared.clone(), failure, menu }
    }
}

impl GameScreen for FailureMenu {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        match self.shared.update_menu(&mut self.menu, cx) {
            Some(MenuEvent::Activated(0)) => {
                cx.command(self.failure.retry().unwrap_or_else(|| ScreenCommand::load("logo")));
            }
            Some(MenuEvent::Activated(1) | MenuEvent::Cancelled) => cx.load("main_menu"),
            Some(MenuEvent::Activated(2)) => cx.quit(),
            _ => {}
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.fill(color::INK);
        paint.title_key_centered("failure-title", 320.0, 40.0);
        paint.text_wrapped(self.failure.cause(), 80.0, 92.0, 480.0, color::CREAM);
        paint.menu_keys(&self.menu, self.shared.with_quit(&ENTRIES));
    }
}
