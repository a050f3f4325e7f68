//! The Loading screen that is there when a game brings none of its own.

use super::context::{DrawContext, ScreenContext};
use super::screen::GameScreen;

/// A plain Loading screen: a bar, the percentage and the item's name. A game replaces it with
/// [`ScreenManager::set_loading_screen`](super::ScreenManager::set_loading_screen).
///
/// It only shows the load; the manager does the work.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoadingScreen;

impl GameScreen for LoadingScreen {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    #[cfg(feature = "window")]
    fn draw(&self, cx: &DrawContext<'_>) {
        if let Some(status) = cx.load_status() {
            let item = status.item.map_or("", |item| item.name());
            crate::platform::window::draw_progress(status.progress.fraction, item);
        }
    }

    #[cfg(not(feature = "window"))]
    fn draw(&self, _cx: &DrawContext<'_>) {}
}
