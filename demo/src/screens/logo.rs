//! The logo: an emblem that slides to the middle of the screen, and the title of the game below it.

use proscenium::flow::{BuildContext, GameScreen, ScreenContext};
use proscenium::phase::{Handle, Texture};
use proscenium::platform::{Action, Views};

use crate::shared::Shared;

/// The initial center of the emblem, in virtual pixels from the top: above the screen.
const START_Y: f32 = -90.0;
/// The part of the distance that is left after each tick.
const APPROACH: f32 = 0.94;
/// Ticks that the logo stays in the middle.
const STAY_TICKS: u32 = 75;

/// The logo, which leads to the trailer. *Accept*, *cancel* and a click skip it.
pub struct Logo {
    texture: Handle<Texture>,
    y: f32,
    stayed: u32,
}

impl Logo {
    pub fn new(cx: &BuildContext<'_>) -> Self {
        let texture = cx.handle("logo");
        Self { texture, y: START_Y, stayed: 0 }
    }
}

impl GameScreen for Logo {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        // The change to it needs no Loading then.
        cx.preload("trailer");
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let middle = cx.view_size().1 / 2.0 - 40.0;
        if cx.shared::<Shared>().settings().reduced_motion {
            self.y = middle;
        }
        let direction = middle - self.y;
        if direction > 0.5 {
            self.y = middle - direction * APPROACH;
        } else {
            self.y = middle;
            self.stayed += 1;
        }
        let is_skipped =
            cx.input().any_pressed(&[Action::ACCEPT, Action::CANCEL]) || cx.input().pointer.pressed;
        // Once only: the screen is still updated while it fades out.
        if self.stayed <= STAY_TICKS && (is_skipped || self.stayed == STAY_TICKS) {
            self.stayed = STAY_TICKS + 1;
            cx.load("trailer");
        }
    }

    fn view(&self, views: &Views) -> proscenium::platform::View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::TITLE;
        use crate::paint::{Paint, color};
        use proscenium::platform::Rect;
        use proscenium::ui::{self, Ink, Look};
        let paint = Paint::of(cx);
        paint.fill(color::INK);
        let view = paint.view;
        let (width, height) = view.size;
        paint.centered(self.texture, width / 2.0, self.y);
        // As large as it fits, in whole pixels of the font.
        let look = Look { text_size: 1.0, ..view.look };
        let text_size = ((width - 32.0) / look.text_width(TITLE)).floor().clamp(1.0, 3.0);
        let title = ui::Paint::new(Look { text_size, ..look });
        title.text_centered(TITLE, width / 2.0, self.y + 64.0, view.look.theme.accent);
        if self.stayed > 0 {
            let below = Rect::new(0.0, height / 2.0 + 76.0, width, height);
            let made_with = view.caption().within(below).anchor(0.5, 0.0);
            paint.texts(&made_with.text(view.text_of("logo-made-with"), Ink::Dim));
        }
        paint.texts(&view.caption().text(view.text_for(cx.device(), "skip-hint"), Ink::Dim));
    }
}
