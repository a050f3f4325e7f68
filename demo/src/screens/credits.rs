//! The credits.

use proscenium::flow::ScreenContext;
use proscenium::platform::Action;
use proscenium::ui::{Ink, Look, MenuPage, Page};

/// The credits: the text, and back.
#[derive(Clone)]
pub struct Credits;

impl MenuPage for Credits {
    /// There is only the way back.
    type Choice = ();

    fn page(&self, look: &Look<'_>) -> Page {
        let page = Page::new(look.area()).title(look.text_of("credits-title"));
        let page = page.text(look.text_of("credits-text"), Ink::Text);
        page.button((), look.text_of("credits-back")).on(Action::CANCEL, ())
    }

    fn choose(&mut self, _back: (), cx: &mut ScreenContext<'_>) {
        cx.pop();
    }
}
