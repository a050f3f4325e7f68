//! The trailer: layers of a landscape that pass by, and three lines of text.

use std::error::Error;

use proscenium::flow::{BuildContext, GameScreen, ScreenContext};
use proscenium::platform::Action;

use crate::game::shared::Shared;

/// Frames that one line of text stays.
const LINE_FRAMES: u32 = 170;
/// How many lines there are.
const LINES: u32 = 3;

/// Shows the trailer, then leads to the main menu. *Accept*, *cancel* and a click skip it.
pub struct Trailer {
    shared: Shared,
    frames: u32,
    is_over: bool,
}

impl Trailer {
    /// The trailer at its beginning.
    pub fn new(_cx: &BuildContext<'_>, shared: &Shared) -> Result<Self, Box<dyn Error>> {
        Ok(Self { shared: shared.clone(), frames: 0, is_over: false })
    }
}

impl GameScreen for Trailer {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.frames += 1;
        let is_skipped =
            cx.input().any_pressed(&[Action::ACCEPT, Action::CANCEL]) || cx.input().pointer.pressed;
        if !self.is_over && (is_skipped || self.frames >= LINE_FRAMES * LINES) {
            self.is_over = true;
            cx.load("main_menu");
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::game::paint::{Paint, color};
        let paint = Paint::new(cx.resources(), &self.shared);
        let passed = if self.shared.settings().reduced_motion { 0.0 } else { self.frames as f32 };
        paint.picture("sky", 0.0, 0.0);
        paint.tiled_along("far", passed * 0.15, 150.0);
        paint.picture("outpost", (700.0 - passed * 0.7).round(), 122.0);
        paint.tiled_along("near", passed * 0.7, 200.0);
        // Black bars make it a film.
        paint.rect(0.0, 0.0, 640.0, 32.0, color::INK, 1.0);
        paint.rect(0.0, 312.0, 640.0, 48.0, color::INK, 1.0);
        let line = (self.frames / LINE_FRAMES).min(LINES - 1);
        paint.text_key_centered(&format!("trailer-{}", line + 1), 320.0, 316.0, color::CREAM);
        paint.text_key_centered("skip-hint", 320.0, 339.0, color::ASH);
    }
}
