//! The layout of the inspector's panels and buttons, in pixels finer than the game's virtual ones, so
//! that texts take half the space.

use proscenium::kit::TimeControl;
use proscenium::platform::{Action, Rect};

use crate::commander::{TIME_FASTER, TIME_SLOWER, TIME_STEP, TIME_STOP};

/// Size of a button, and the gap between two, in fine pixels.
const BUTTON: (f32, f32) = (84.0, 22.0);
const GAP: f32 = 4.0;
/// Width of the text in the time bar, in fine pixels.
const TIME_TEXT: f32 = 150.0;

/// A button of the time bar; each has a key too.
pub struct TimeButton {
    pub action: Action,
    /// The text key.
    pub label: &'static str,
    pub press: fn(&mut TimeControl),
}

/// The buttons, from left to right. The first one is `inspector-resume` while time is stopped.
pub static TIME_BUTTONS: [TimeButton; 4] = [
    TimeButton { action: TIME_STOP, label: "inspector-pause", press: TimeControl::toggle_pause },
    TimeButton { action: TIME_STEP, label: "inspector-step", press: TimeControl::step },
    TimeButton { action: TIME_SLOWER, label: "inspector-slower", press: TimeControl::slower },
    TimeButton { action: TIME_FASTER, label: "inspector-faster", press: TimeControl::faster },
];

/// The layout of one frame, in fine pixels.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Layout {
    /// Fine pixels per virtual pixel; 0 before the first frame.
    pub scale: f32,
    view: (f32, f32),
    /// The areas that take clicks.
    panels: Vec<Rect>,
}

impl Layout {
    /// The layout for a virtual screen of this size at this place of the window.
    pub fn of(viewport: Rect, view: (f32, f32)) -> Self {
        // At a scale of two or more a glyph of half the size is still eight pixels wide.
        let shown = viewport.w / view.0;
        let pixels = ((shown + 1.0) / 2.0).floor().max(1.0);
        let scale = (shown / pixels).max(1.0);
        let mut layout = Self { scale, view, panels: Vec::new() };
        layout.panels.push(layout.time_bar());
        layout
    }

    /// The size of the screen.
    pub fn size(&self) -> (f32, f32) {
        (self.view.0 * self.scale, self.view.1 * self.scale)
    }

    /// The bar with the buttons, at the top below the game's HUD.
    pub fn time_bar(&self) -> Rect {
        let count = TIME_BUTTONS.len() as f32;
        let width = count * (BUTTON.0 + GAP) + GAP + TIME_TEXT;
        let x = ((self.size().0 - width) / 2.0).round();
        Rect::new(x, (32.0 * self.scale).round(), width, BUTTON.1 + 2.0 * GAP)
    }

    /// The place of a button by its number.
    pub fn button(&self, number: usize) -> Rect {
        let bar = self.time_bar();
        Rect::new(bar.x + GAP + number as f32 * (BUTTON.0 + GAP), bar.y + GAP, BUTTON.0, BUTTON.1)
    }

    /// The button at a virtual pixel.
    pub fn button_at(&self, at: (f32, f32)) -> Option<&'static TimeButton> {
        let at = self.fine(at);
        let is_there = |number: &usize| self.scale > 0.0 && self.button(*number).contains(at);
        (0..TIME_BUTTONS.len()).find(is_there).map(|number| &TIME_BUTTONS[number])
    }

    /// Adds an area that takes clicks.
    pub fn cover(&mut self, panel: Rect) {
        self.panels.push(panel);
    }

    /// Whether the inspector takes clicks at a virtual pixel.
    pub fn covers(&self, at: (f32, f32)) -> bool {
        let at = self.fine(at);
        self.panels.iter().any(|panel| panel.contains(at))
    }

    fn fine(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (x * self.scale, y * self.scale)
    }
}
