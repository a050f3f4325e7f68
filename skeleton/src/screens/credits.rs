//! The credits.

use proscenium::flow::ScreenContext;
use proscenium::kit::{Ink, MenuEvent, Page};

use super::menu::MenuPage;
use crate::shared::Shared;
use crate::view::View;

#[derive(Clone, Copy)]
pub struct Credits;

impl MenuPage for Credits {
    fn page(&self, view: &View<'_>) -> Page {
        let page = Page::new(view.area()).title(view.text_of("credits-title"));
        page.text(view.text_of("credits-text"), Ink::Text).button(view.text_of("back"))
    }

    fn react(&mut self, _event: MenuEvent, _shared: &Shared, cx: &mut ScreenContext<'_>) {
        cx.pop();
    }
}
