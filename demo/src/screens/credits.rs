//! The credits.

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::kit::{Menu, MenuEvent};

use crate::shared::Shared;
use crate::theme::{ENTRY_GAP, ENTRY_HEIGHT};

/// The credits screen.
pub struct Credits {
    shared: Shared,
    menu: Menu,
}

impl Credits {
    /// The credits screen of the phase.
    pub fn new(shared: &Shared) -> Self {
        Self { shared: shared.clone(), menu: Menu::column(232.0, 284.0, 176.0, ENTRY_HEIGHT, ENTRY_GAP, 1) }
    }
}

impl GameScreen for Credits {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if let Some(MenuEvent::Activated(_) | MenuEvent::Cancelled) =
            self.shared.update_menu(&mut self.menu, cx)
        {
            cx.pop();
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::new(cx.resources(), &self.shared);
        cx.draw_parent();
        paint.darken();
        paint.panel(96.0, 24.0, 448.0, 304.0);
        paint.title_key_centered("credits-title", 320.0, 38.0);
        let text = self.shared.text(cx.resources(), "credits-text");
        paint.text_wrapped(&text, 120.0, 88.0, 400.0, color::CREAM);
        paint.menu_keys(&self.menu, &["credits-back"]);
    }
}
