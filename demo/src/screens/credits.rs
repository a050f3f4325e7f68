//! The credits.

use proscenium::flow::ScreenContext;
use proscenium::kit::{Ink, Look, MenuEvent, MenuPage, Page, Player};

use crate::settings::Settings;

/// The credits: the text, and back.
#[derive(Clone)]
pub struct Credits;

impl MenuPage<Settings> for Credits {
    fn page(&self, _player: &Player<Settings>, look: &Look<'_>) -> Page {
        let page = Page::new(look.area()).title(look.text_of("credits-title"));
        page.text(look.text_of("credits-text"), Ink::Text).button(look.text_of("credits-back"))
    }

    fn react(&mut self, _event: MenuEvent, _player: &Player<Settings>, cx: &mut ScreenContext<'_>) {
        cx.pop();
    }
}
