//! The stick and the button of the game for fingers.

use proscenium::flow::{DrawContext, ScreenContext};
use proscenium::platform::{Action, Device, Input};
use proscenium::ui::{Paint, TouchControls};

#[derive(Default)]
pub struct Touch {
    controls: TouchControls,
    /// The size of the view that they are for.
    view: (f32, f32),
}

impl Touch {
    /// The input of a tick with what the fingers do.
    pub fn apply(&mut self, cx: &ScreenContext<'_>) -> Input {
        if self.view != cx.view_size() {
            self.view = cx.view_size();
            // At the lower left and at the upper right.
            let controls = TouchControls::default().stick((64.0, self.view.1 - 90.0), 40.0);
            self.controls = controls.button(Action::PAUSE, (self.view.0 - 28.0, 28.0), 18.0);
        }
        self.controls.apply(cx.input())
    }

    /// Lets go of everything.
    pub fn reset(&mut self) {
        self.controls.reset();
    }

    /// Draws them if fingers play.
    pub fn draw(&self, cx: &DrawContext<'_>, paint: &Paint<'_>) {
        if cx.device() == Device::Touch {
            paint.touch_controls(&self.controls);
            paint.text_centered("II", paint.size.0 - 28.0, 20.0, paint.theme.text);
        }
    }
}
