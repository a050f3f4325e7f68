//! The credits.

use proscenium::flow::ScreenContext;
use proscenium::platform::{Action, Rect};
use proscenium::ui::{Ink, Look, MenuPage, Page};

use crate::view::View;

/// How far the text rolls in a tick, in virtual pixels.
const SPEED: f32 = 0.5;

/// The credits: a text that rolls up once, and back.
#[derive(Clone, Default)]
pub struct Credits {
    rolled: f32,
}

impl Credits {
    /// The text in the middle of the view.
    pub fn text(look: &Look<'_>) -> Page {
        let page = Page::new(look.area()).plain().centered().title(look.text_of("credits-title"));
        page.text(look.text_of("credits-text"), Ink::Text)
    }

    /// The text as far as it has rolled. It begins in the view, and with reduced motion it stays there.
    fn rolling_text(&self, look: &Look<'_>) -> Page {
        let page = Self::text(look);
        if View::from(*look).has_reduced_motion() {
            return page;
        }
        let Rect { w, h, .. } = look.area();
        // High enough for all of the text, which is not scrolled.
        let height = page.frame(look).h + h;
        page.within(Rect::new(0.0, (h / 3.0 - self.rolled).round(), w, height)).anchor(0.5, 0.0)
    }
}

impl MenuPage for Credits {
    /// There is only the way back.
    type Choice = ();

    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        self.rolled = 0.0;
    }

    fn page(&self, look: &Look<'_>) -> Page {
        let page = Page::new(look.area()).anchor(1.0, 1.0);
        page.button((), look.text_of("credits-back")).on(Action::CANCEL, ())
    }

    fn message(&self, look: &Look<'_>) -> Option<Page> {
        Some(self.rolling_text(look))
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let look = &Look::of(cx);
        if self.rolling_text(look).frame(look).bottom() > 0.0 {
            self.rolled += SPEED;
        }
    }

    fn choose(&mut self, _back: (), cx: &mut ScreenContext<'_>) {
        cx.pop();
    }
}
