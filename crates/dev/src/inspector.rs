//! The inspector of a game, for its developer.

#![cfg_attr(not(feature = "window"), allow(dead_code, reason = "there is nothing to draw on"))]

mod facts;
mod frame_times;
mod layout;
#[cfg(feature = "window")]
mod panels;

use proscenium_core::flow::ScreenManager;
use proscenium_core::platform::{Control, Input, Placed, TraceRecord};
use proscenium_ui::Ink;

use self::frame_times::FrameTimes;
use self::layout::{Layout, TIME_BUTTONS};
use crate::overlay::{Overlay, OverlayView};
use crate::stop_at::change_line;
use crate::time_control::TimeControl;

/// The keys to go back, and by how many ticks.
const BACK: [(Control, u32); 2] = [(Control::F9, 1), (Control::F10, 60)];

/// An overlay that F3 opens and closes: the times of the last frames; the screens on the stack, from the bottom to the
/// top; the resources, their memory, the last load and leaks; the machines of the units, and how many of them are in
/// which state. F5 to F8, or the buttons at the top, stop the time of the game, run one tick, and make it slower and faster.
/// F9 goes back by a tick and F10 by a second, up to ten seconds, if the game can be [saved](TimeControl::go_back).
/// In a page F5 is the browser's. It opens by itself where a run [stops at a state](crate::StopAt), and shows the change of the unit.
///
/// Its texts are English and have the normal size. It hides from the game the keys and the clicks that it uses, but not
/// the actions that the game binds to the same keys.
///
/// ```
/// use proscenium_core::flow::ScreenManager;
/// use proscenium_core::platform::Clock;
/// use proscenium_dev::{Inspector, Overlaid};
///
/// // In a game: `Game::new("herd").overlay(Inspector::default())`.
/// let mut manager = ScreenManager::headless();
/// manager.add_plugin(Overlaid::new(Inspector::default(), Clock::system()));
/// ```
///
/// A game's own overlay can hold one, pass its calls on to it, and add [lines](Self::show).
#[derive(Debug, Default)]
pub struct Inspector {
    is_open: bool,
    /// Whether a press on a panel is still held.
    is_pressed: bool,
    times: FrameTimes,
    layout: Layout,
    /// The change of a unit for which the time was stopped.
    stopped: Option<String>,
    /// The game's own lines.
    lines: Vec<(String, Ink)>,
}

impl Inspector {
    /// Whether it is open.
    pub const fn is_open(&self) -> bool {
        self.is_open
    }

    /// Replaces the lines of the panel at the right edge, which are the game's own: facts of a unit, for example. There is
    /// no panel without lines.
    pub fn show(&mut self, lines: Vec<(String, Ink)>) {
        self.lines = lines;
    }

    /// Sets the camera to the pixels of the panels, which are finer than virtual ones where the window has room, and
    /// returns how many of them a virtual pixel is wide: for marks below the panels. (Feature `window`.)
    #[cfg(feature = "window")]
    pub fn draw_panels(view: &OverlayView<'_>, draw: impl FnOnce(f32)) {
        let Placed { size, place } = view.manager.placed();
        let layout = Layout::of(place, size);
        proscenium_window::draw_in(place, layout.size(), || draw(layout.scale));
    }
}

impl Overlay for Inspector {
    fn input(&mut self, input: &mut Input, _: &mut ScreenManager, mut time: Option<&mut TimeControl>) {
        if input.control.take_if(|control| *control == Control::F3).is_some() {
            *self = Self { is_open: !self.is_open, ..Self::default() };
            if let Some(time) = time.as_deref_mut().filter(|_| !self.is_open) {
                time.reset();
            }
        }
        if !self.is_open {
            return;
        }
        let key = TIME_BUTTONS.iter().find(|button| input.control == Some(button.control));
        if key.is_some() {
            input.control = None;
        }
        let pointer = input.pointer;
        let pressed = pointer.position.filter(|_| pointer.pressed);
        let clicked = pressed.and_then(|at| self.layout.button_at(at));
        if let Some(time) = time {
            time.keep_past(true);
            if let Some((_, ticks)) = BACK.into_iter().find(|(control, _)| input.control == Some(*control)) {
                input.control = None;
                time.go_back(ticks);
            }
            key.into_iter().chain(clicked).for_each(|button| (button.press)(time));
            self.stopped.take_if(|_| !time.is_stopped());
        }
        if let Some(at) = pressed {
            self.is_pressed = self.layout.covers(at);
        }
        if self.is_pressed {
            input.consume_clicks();
        }
        self.is_pressed &= !pointer.released && (pointer.held || pointer.pressed);
    }

    fn stopped(&mut self, _: &mut ScreenManager, change: &TraceRecord) {
        self.is_open = true;
        self.stopped = Some(change_line(change));
    }

    fn draw(&mut self, view: &OverlayView<'_>) {
        if self.is_open {
            self.times.push([view.since_last, view.logic, view.draw]);
            let Placed { size, place } = view.manager.placed();
            self.layout = Layout::of(place, size);
            #[cfg(feature = "window")]
            self.paint(view);
        }
    }
}

#[cfg(test)]
mod tests;
