//! The Loading screen: a progress bar, the percentage, the name of the current item and the time left.
//! `cancel` goes back to the menu while a level is loaded. When nothing arrives any more, `accept` or a click
//! tries again, and `cancel` gives up.

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::kit::{Ink, Page};
use proscenium::phase::{Activity, LoadStatus};
use proscenium::platform::{Action, Device, Rect};

use crate::shared::Shared;
use crate::view::View;

/// Ticks of the fade-in.
const FADE_IN: u32 = 6;

/// Ticks that the screen is shown with a full bar, so that a short load does not flash. They are counted from the end
/// of the load: how many ticks the files need is another number in each run.
const FULL_TICKS: u32 = 20;

/// The top of the hint at the bottom, which is a button for mouse and touch.
const HINT_TOP: f32 = 320.0;

const BAR: f32 = 190.0;

/// The seconds from which on the time left is shown.
const LEAST_SECONDS: u64 = 2;

#[derive(Default)]
pub struct Loading {
    ticks: u32,
    /// The ticks since all is loaded.
    full_ticks: u32,
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
    fn way(shared: &Shared, load: &LoadStatus) -> Way {
        match load.phase.name() {
            "in_game" => Way::Back,
            _ if load.is_stalled() && shared.can_quit() => Way::Quit,
            _ => Way::None,
        }
    }

    /// The texts above the bar, below it, and at the lower edge.
    pub fn pages(view: &View<'_>, status: &LoadStatus, device: Device) -> [Page; 3] {
        let (width, height) = view.size;
        let above = view.caption().within(Rect::new(0.0, 0.0, width, BAR));
        let item = status.item.map_or("", |item| item.name());
        let percent = format!("{} %", (status.progress.fraction * 100.0).floor());
        let below = view.caption().within(Rect::new(0.0, BAR + 10.0, width, height - BAR - 10.0));
        let below = below.anchor(0.5, 0.0).min_width(300.0).row(item, percent);
        let seconds = status.time_left.map_or(0, |left| left.as_secs());
        let below = match status.activity {
            Activity::Working if seconds >= LEAST_SECONDS => {
                below.text(view.text_with("loading-left", "seconds", seconds), Ink::Dim)
            }
            Activity::Working => below,
            Activity::Slow => below.text(view.text_of("loading-slow"), Ink::Text),
            Activity::Stalled => below
                .text(view.text_of("loading-stalled"), Ink::Error)
                .text(view.hint_text("loading-retry", device), Ink::Text),
        };
        let hint = match Self::way(view.shared, status) {
            Way::Back => view.hint_text("loading-cancel", device),
            Way::Quit => view.hint_text("loading-quit", device),
            Way::None => String::new(),
        };
        [above.text(view.text_of("loading-title"), Ink::Accent), below, view.caption().text(hint, Ink::Dim)]
    }
}

impl GameScreen for Loading {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.ticks += 1;
        let Some(load) = cx.load_status() else { return };
        self.full_ticks += u32::from(load.progress.fraction >= 1.0);
        let input = cx.input();
        let is_on_hint = input.pointer.position.is_some_and(|(_, y)| y >= HINT_TOP);
        if input.is_pressed(Action::CANCEL) || (input.pointer.pressed && is_on_hint) {
            match Self::way(cx.shared(), load) {
                Way::Back => cx.load("main_menu"),
                Way::Quit => cx.quit(),
                Way::None => {}
            }
        } else if load.is_stalled() && (input.is_pressed(Action::ACCEPT) || input.pointer.pressed) {
            cx.retry_load();
        }
    }

    fn may_leave(&mut self, _cx: &mut ScreenContext<'_>) -> bool {
        self.full_ticks >= FULL_TICKS
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::of(cx);
        paint.fill(color::INK);
        let Some(status) = cx.load_status() else { return };
        // Resources come and go during a load; missing ones are not drawn.
        paint.cell("curtain", (self.ticks / 8 % 4, 0), (32.0, 32.0), (304.0, 120.0));
        let left = paint.view.size.0 / 2.0 - 150.0;
        paint.bar(left, BAR, 300.0, 12.0, status.progress.fraction as f32);
        for page in Self::pages(&paint.view, status, cx.device()) {
            paint.texts(&page);
        }
        let hidden = 1.0 - self.ticks.min(FADE_IN) as f32 / FADE_IN as f32;
        paint.rect(0.0, 0.0, 640.0, 360.0, color::INK, hidden);
    }
}
