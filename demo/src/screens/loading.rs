//! The Loading screen: a marine walks to the beacon, which is lit as far as the load is. Below them what is loaded, how
//! much of it, the time left, and a hint for the game.
//! `cancel` goes back to the menu while a level is loaded. When nothing arrives any more, `accept` or a click
//! tries again, and `cancel` gives up.

mod failed;
mod words;

use proscenium::flow::{GameScreen, ScreenContext};
use proscenium::phase::{Activity, LoadStatus};
use proscenium::platform::{Action, Device, Rect, Views};
use proscenium::ui::{Ink, Look, Page};

pub use self::failed::Failed;
use self::words::{TIPS, words_of};
use crate::shared::Shared;
use crate::view::View;

/// Ticks of the fade-in.
const FADE_IN: u32 = 6;

/// Ticks that the screen is shown with a full bar, so that a short load does not flash. They are counted from the end
/// of the load: how many ticks the files need is another number in each run.
const FULL_TICKS: u32 = 20;

/// The least height of the hint at the bottom, which is a button for mouse and touch.
const HINT: f32 = 40.0;

/// The seconds from which on the time left is shown.
const LEAST_SECONDS: u64 = 2;

#[derive(Default)]
pub struct Loading {
    ticks: u32,
    /// The ticks since all is loaded.
    full_ticks: u32,
    /// The loads before this one.
    loads: usize,
}

/// What `cancel` does.
enum Way {
    Back,
    Quit,
    None,
}

/// The places of the picture in a view: the bar on which the marine walks, with the beacon at its end.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// The left end and the top of the bar, and its length.
    pub left: f32,
    pub top: f32,
    pub length: f32,
}

impl Stage {
    /// Height of the bar.
    pub const BAR: f32 = 12.0;
    /// Width of the beacon, and height of the marine.
    pub const BEACON: f32 = 64.0;
    pub const MARINE: f32 = 64.0;

    /// In the middle, with room for texts below.
    pub fn of((width, height): (f32, f32)) -> Self {
        let is_upright = width < height;
        let length = if is_upright { width - 120.0 } else { 320.0 };
        let left = ((width - length - Self::BEACON) / 2.0).round();
        Self { left, top: if is_upright { 240.0 } else { 148.0 }, length }
    }
}

/// A text of the screen, and its size.
pub type Caption = (Page, f32);

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

    /// What `cancel` does, at the lower edge.
    fn hint(view: &View<'_>, status: &LoadStatus, device: Device) -> Page {
        let hint = match Self::way(view.shared, status) {
            Way::Back => view.text_for(device, "loading-cancel"),
            Way::Quit => view.text_for(device, "loading-quit"),
            Way::None => String::new(),
        };
        view.caption().text(hint, Ink::Dim)
    }

    /// The texts: above the marine, below the bar, and at the lower edge.
    pub fn captions(view: &View<'_>, status: &LoadStatus, device: Device, loads: usize) -> Vec<Caption> {
        let (stage, size, (width, height)) = (Stage::of(view.size), view.text_size, view.size);
        // A page has a margin of 8 in its area.
        let area = |y: f32, bottom: f32| {
            let length = stage.length + Stage::BEACON;
            Rect::new(stage.left - 8.0, y - 8.0, length + 16.0, bottom - y + 16.0)
        };
        let plain = || Page::new(view.area()).plain().anchor(0.0, 0.0);
        let title = plain().within(Rect { w: stage.length, ..area(8.0, stage.top - Stage::MARINE) });
        let title = title.anchor(0.0, 1.0).text(view.text_of("loading-title"), Ink::Accent);

        let top = stage.top + Stage::BAR + 8.0;
        let words = status.item.map_or_else(String::new, |item| view.text_of(words_of(item.name())));
        let name = status.item.map_or("", |item| item.name());
        let percent = format!("{} %", (status.progress.fraction * 100.0).floor());
        let taken = view.text_width(&words);
        let small = Look { text_size: 1.0, ..view.look };
        let room = stage.length + Stage::BEACON - view.text_width(&percent) - 16.0;
        // The name is beside the words if there is room.
        let beside = taken + 8.0 + small.text_width(name) <= room;
        let words = plain().within(Rect { w: room + 16.0, ..area(top, height) }).text(words, Ink::Text);
        let below = words.frame(&view.look).bottom();
        let (dx, y) = if beside { (taken + 8.0, below - small.line_height()) } else { (0.0, below + 1.0) };
        let named = plain().within(area(y, height)).left(dx).text(name, Ink::Dim);
        let mut bottom = if beside { below } else { named.frame(&small).bottom() };
        bottom = bottom.max(top + view.line_height());
        let percent = plain().within(area(top, height)).anchor(1.0, 0.0).text(percent, Ink::Accent);

        let mut captions = vec![(title, size), (words, size), (named, 1.0), (percent, size)];
        let seconds = status.time_left.map_or(0, |left| left.as_secs());
        let lines = match status.activity {
            Activity::Working if seconds >= LEAST_SECONDS => {
                vec![(view.text_with("loading-left", "seconds", seconds), Ink::Dim)]
            }
            Activity::Working => vec![],
            Activity::Slow => vec![(view.text_of("loading-slow"), Ink::Text)],
            Activity::Stalled => vec![
                (view.text_of("loading-stalled"), Ink::Error),
                (view.text_for(device, "loading-retry"), Ink::Text),
            ],
        };
        if !lines.is_empty() {
            let page = plain().within(area(bottom + 4.0, height));
            let page = lines.into_iter().fold(page, |page, (text, ink)| page.text(text, ink));
            bottom = page.frame(&view.look).bottom();
            captions.push((page, size));
        }
        let hint = Self::hint(view, status, device);
        let foot = hint.frame(&view.look).y;
        captions.push((hint, size));
        // A hint for the game in the middle of what is left, where it fits and nothing else is to be read.
        let tip = |height: f32| {
            let page = Page::new(Rect::new(0.0, bottom, width, height)).plain().centered().min_width(520.0);
            page.text(view.text_of(TIPS[loads % TIPS.len()]), Ink::Text)
        };
        let fits = |text_size: &f32| {
            let look = Look { text_size: *text_size, ..view.look };
            tip(f32::MAX).frame(&look).h + 16.0 <= foot - bottom
        };
        if status.activity == Activity::Working
            && let Some(size) = [size, 1.0].into_iter().find(fits)
        {
            captions.push((tip(foot - bottom), size));
        }
        captions
    }
}

impl GameScreen for Loading {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        self.loads = cx.shared::<Shared>().count_load();
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.ticks += 1;
        let Some(load) = cx.load_status() else { return };
        self.full_ticks += u32::from(load.progress.fraction >= 1.0);
        let (input, view) = (cx.input(), View::of(cx));
        // A finger is not exact.
        let top = Self::hint(&view, load, input.device).frame(&view.look).y.min(view.size.1 - HINT);
        let is_on_hint = input.pointer.position.is_some_and(|(_, y)| y >= top);
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

    fn view(&self, views: &Views) -> proscenium::platform::View {
        views.suitable()
    }

    #[cfg(feature = "window")]
    fn draw(&self, cx: &proscenium::flow::DrawContext<'_>) {
        use crate::paint::{Paint, color};
        let paint = Paint::of(cx);
        paint.fill(color::INK);
        let Some(status) = cx.load_status() else { return };
        // Resources come and go during a load; missing ones are not drawn.
        let stage = Stage::of(paint.view.size);
        let walks = status.activity == Activity::Working && !paint.view.has_reduced_motion();
        paint.road_to_the_beacon(&stage, status.progress.fraction as f32, self.ticks, walks);
        for (page, text_size) in Self::captions(&paint.view, status, cx.device(), self.loads) {
            let look = Look { text_size, ..paint.view.look };
            Paint::new(View { look, ..paint.view }).texts(&page);
        }
        let hidden = 1.0 - self.ticks.min(FADE_IN) as f32 / FADE_IN as f32;
        let (width, height) = paint.view.size;
        paint.rect(0.0, 0.0, width, height, color::INK, hidden);
    }
}
