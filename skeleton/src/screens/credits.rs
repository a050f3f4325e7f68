//! The credits.

use proscenium::flow::ScreenContext;
use proscenium::kit::{Ink, Look, MenuEvent, MenuPage, Page};

use crate::settings::{Player, Settings};

#[derive(Clone, Copy)]
pub struct Credits;

impl MenuPage<Settings> for Credits {
    fn page(&self, _player: &Player, look: &Look<'_>) -> Page {
        let page = Page::new(look.area()).title(look.text_of("credits-title"));
        page.text(look.text_of("credits-text"), Ink::Text).button(look.text_of("back"))
    }

    fn react(&mut self, _event: MenuEvent, _player: &Player, cx: &mut ScreenContext<'_>) {
        cx.pop();
    }
}
