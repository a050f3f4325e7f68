//! The Loading screen: a progress bar, the percentage, and the name of the current item. `cancel` goes
//! back to the menu while a level is loaded.

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::phase::LoadStatus;
use proscenium::platform::Action;

use crate::shared::Shared;

/// Ticks of the fade-in, so that a short load does not flash.
const FADE_IN: u32 = 12;

/// The Loading screen.
pub struct Loading {
    shared: Shared,
    ticks: u32,
}

impl Loading {
    /// A Loading screen for one load.
    pub fn new(shared: &Shared) -> Self {
        Self { shared: shared.clone(), ticks: 0 }
    }
}

/// Whether `cancel` goes back to the menu: a level is being loaded.
fn can_cancel(load: &LoadStatus) -> bool {
    load.phase.name() == "in_game"
}

impl GameScreen for Loading {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.ticks += 1;
        if cx.load_status().is_some_and(can_cancel) && cx.input().is_pressed(Action::CANCEL) {
            cx.load("main_menu");
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::new(cx.resources(), &self.shared);
        paint.fill(color::INK);
        let Some(status) = cx.load_status() else { return };
        // Resources come and go during a load; missing ones are not drawn.
        paint.cell("curtain", (self.ticks / 8 % 4, 0), (32.0, 32.0), (304.0, 120.0));
        paint.text_key_centered("loading-title", 320.0, 164.0, color::FOOTLIGHT);
        paint.bar(170.0, 190.0, 300.0, 12.0, status.progress.fraction as f32);
        let percent = format!("{} %", (status.progress.fraction * 100.0).floor());
        paint.text_right(&percent, 470.0, 208.0, color::CREAM);
        if let Some(item) = status.item {
            paint.text(item.name(), 170.0, 208.0, color::ASH);
        }
        if can_cancel(status) {
            paint.text_key_centered("loading-cancel", 320.0, 334.0, color::ASH);
        }
        let hidden = 1.0 - self.ticks.min(FADE_IN) as f32 / FADE_IN as f32;
        paint.rect(0.0, 0.0, 640.0, 360.0, color::INK, hidden);
    }
}
