//! The logo: an image that slides to the middle of the screen.

use proscenium::flow::{BuildContext, GameScreen, ScreenContext};
use proscenium::phase::{Handle, Texture};
use proscenium::platform::Action;

use crate::shared::Shared;
use crate::theme::HEIGHT;

/// The initial center of the image, in virtual pixels from the top: above the screen.
const START_Y: f32 = -90.0;
/// The part of the distance that is left after each tick.
const APPROACH: f32 = 0.94;
/// Ticks that the logo stays in the middle.
const STAY_TICKS: u32 = 75;

/// The logo, which leads to the trailer. *Accept*, *cancel* and a click skip it.
pub struct Logo {
    shared: Shared,
    texture: Handle<Texture>,
    y: f32,
    stayed: u32,
}

impl Logo {
    /// The logo at its start.
    pub fn new(cx: &BuildContext<'_>, shared: &Shared) -> Self {
        let texture = cx.handle("logo");
        Self { shared: shared.clone(), texture, y: START_Y, stayed: 0 }
    }
}

impl GameScreen for Logo {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.preload("trailer");
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let middle = HEIGHT / 2.0 - 14.0;
        if self.shared.settings().reduced_motion {
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

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        use proscenium::kit::{Ink, Menu, Rect};
        let paint = Paint::of(cx, &self.shared);
        paint.fill(color::INK);
        paint.centered(self.texture, 320.0, self.y);
        let view = paint.view;
        if self.stayed > 0 {
            let below = Rect::new(0.0, 260.0, view.size.0, view.size.1);
            let presents = view.caption().within(below).anchor(0.5, 0.0);
            paint.page(&presents.text(view.text("logo-presents"), Ink::Accent), &Menu::default());
        }
        paint
            .page(&view.caption().text(view.hint_text("skip-hint", cx.device()), Ink::Dim), &Menu::default());
    }
}
