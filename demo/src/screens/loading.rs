//! The Loading screen: a progress bar, the percentage, the name of the current item and the time left.
//! `cancel` goes back to the menu while a level is loaded. When nothing arrives any more, `accept` or a click
//! tries again, and `cancel` gives up.

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::phase::{Activity, LoadStatus};
use proscenium::platform::Action;

use crate::shared::Shared;

/// Ticks of the fade-in, so that a short load does not flash.
const FADE_IN: u32 = 12;

/// The top of the hint at the bottom, which is a button for mouse and touch.
const HINT_TOP: f32 = 320.0;

/// The seconds from which on the time left is shown.
#[cfg(feature = "window")]
const LEAST_SECONDS: u64 = 2;

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

/// What `cancel` does.
enum Way {
    Back,
    Quit,
    None,
}

impl Loading {
    /// Back to the menu from a level. There is no way back from another phase, except to quit when nothing
    /// arrives any more.
    fn way(&self, load: &LoadStatus) -> Way {
        match load.phase.name() {
            "in_game" => Way::Back,
            _ if is_stalled(load) && self.shared.can_quit() => Way::Quit,
            _ => Way::None,
        }
    }
}

fn is_stalled(load: &LoadStatus) -> bool {
    load.activity == Activity::Stalled
}

impl GameScreen for Loading {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.ticks += 1;
        let Some(load) = cx.load_status() else { return };
        let input = cx.input();
        let is_on_hint = input.pointer.position.is_some_and(|(_, y)| y >= HINT_TOP);
        if input.is_pressed(Action::CANCEL) || (input.pointer.pressed && is_on_hint) {
            match self.way(load) {
                Way::Back => cx.load("main_menu"),
                Way::Quit => cx.quit(),
                Way::None => {}
            }
        } else if is_stalled(load) && (input.is_pressed(Action::ACCEPT) || input.pointer.pressed) {
            cx.retry_load();
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use proscenium::kit::{Ink, Menu, Page, Rect};

        use crate::paint::{Paint, color};
        let paint = Paint::of(cx, &self.shared);
        paint.fill(color::INK);
        let Some(status) = cx.load_status() else { return };
        // Resources come and go during a load; missing ones are not drawn.
        paint.cell("curtain", (self.ticks / 8 % 4, 0), (32.0, 32.0), (304.0, 120.0));
        let view = paint.view;
        let (width, height) = view.size;
        let show = |page: Page| paint.page(&page, &Menu::default());
        let above = view.caption().within(Rect::new(0.0, 0.0, width, 190.0));
        show(above.text(view.text("loading-title"), Ink::Accent));
        paint.bar(width / 2.0 - 150.0, 190.0, 300.0, 12.0, status.progress.fraction as f32);
        let item = status.item.map_or("", |item| item.name());
        let percent = format!("{} %", (status.progress.fraction * 100.0).floor());
        let below = view.caption().within(Rect::new(0.0, 200.0, width, height - 200.0)).anchor(0.5, 0.0);
        let below = below.min_width(300.0).row(item, percent);
        let seconds = status.time_left.map_or(0, |left| left.as_secs());
        show(match status.activity {
            Activity::Working if seconds >= LEAST_SECONDS => {
                below.text(view.text_with("loading-left", "seconds", seconds), Ink::Dim)
            }
            Activity::Working => below,
            Activity::Slow => below.text(view.text("loading-slow"), Ink::Text),
            Activity::Stalled => below
                .text(view.text("loading-stalled"), Ink::Error)
                .text(view.hint_text("loading-retry", cx.device()), Ink::Text),
        });
        match self.way(status) {
            Way::Back => {
                drop(show(view.caption().text(view.hint_text("loading-cancel", cx.device()), Ink::Dim)));
            }
            Way::Quit => {
                drop(show(view.caption().text(view.hint_text("loading-quit", cx.device()), Ink::Dim)));
            }
            Way::None => {}
        }
        let hidden = 1.0 - self.ticks.min(FADE_IN) as f32 / FADE_IN as f32;
        paint.rect(0.0, 0.0, 640.0, 360.0, color::INK, hidden);
    }
}
