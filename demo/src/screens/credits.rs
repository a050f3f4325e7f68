//! The credits.

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::kit::{Ink, Menu, MenuEvent, Page};

use crate::shared::Shared;
use crate::view::View;

/// The credits screen.
pub struct Credits {
    shared: Shared,
    menu: Menu,
}

impl Credits {
    /// The credits screen of the phase.
    pub fn new(shared: &Shared) -> Self {
        Self { shared: shared.clone(), menu: Menu::default() }
    }

    /// The text, and back.
    pub fn page(&self, view: &View<'_>) -> Page {
        view.page("credits-title")
            .text(view.text("credits-text"), Ink::Text)
            .button(view.text("credits-back"))
    }
}

impl GameScreen for Credits {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let page = self.page(&self.shared.view(cx));
        if let Some(MenuEvent::Activated(_) | MenuEvent::Cancelled) =
            self.shared.update_menu(&mut self.menu, &page, cx)
        {
            cx.pop();
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::Paint;
        let paint = Paint::of(cx, &self.shared);
        cx.draw_parent();
        paint.darken();
        paint.page(&self.page(&paint.view), &self.menu);
    }
}
