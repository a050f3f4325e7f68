//! The layout of the inspector's panels and buttons, in pixels finer than the game's virtual ones, so
//! that texts take half the space.

use proscenium::kit::{Rect, TimeControl};
use proscenium::platform::Action;

use crate::commander::{TIME_FASTER, TIME_SLOWER, TIME_STEP, TIME_STOP};

/// Size of a button, and the gap between two, in fine pixels.
const BUTTON: (f32, f32) = (84.0, 22.0);
const GAP: f32 = 4.0;
/// Width of the text in the time bar, in fine pixels.
const TIME_TEXT: f32 = 150.0;

/// A button of the time bar; each has a key too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeButton {
    /// Pauses or resumes.
    Stop,
    Step,
    Slower,
    Faster,
}

impl TimeButton {
    /// All of them, from left to right.
    pub const ALL: [Self; 4] = [Self::Stop, Self::Step, Self::Slower, Self::Faster];

    pub const fn action(self) -> Action {
        match self {
            Self::Stop => TIME_STOP,
            Self::Step => TIME_STEP,
            Self::Slower => TIME_SLOWER,
            Self::Faster => TIME_FASTER,
        }
    }

    /// Its text key.
    pub const fn label(self, is_stopped: bool) -> &'static str {
        match self {
            Self::Stop if is_stopped => "inspector-resume",
            Self::Stop => "inspector-pause",
            Self::Step => "inspector-step",
            Self::Slower => "inspector-slower",
            Self::Faster => "inspector-faster",
        }
    }

    pub fn press(self, time: &mut TimeControl) {
        match self {
            Self::Stop => time.toggle_pause(),
            Self::Step => time.step(),
            Self::Slower => time.slower(),
            Self::Faster => time.faster(),
        }
    }
}

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
        let count = TimeButton::ALL.len() as f32;
        let width = count * (BUTTON.0 + GAP) + GAP + TIME_TEXT;
        let x = ((self.size().0 - width) / 2.0).round();
        Rect::new(x, (32.0 * self.scale).round(), width, BUTTON.1 + 2.0 * GAP)
    }

    pub fn button(&self, button: TimeButton) -> Rect {
        let bar = self.time_bar();
        let number = button as u32 as f32;
        Rect::new(bar.x + GAP + number * (BUTTON.0 + GAP), bar.y + GAP, BUTTON.0, BUTTON.1)
    }

    /// The button at a virtual pixel.
    pub fn button_at(&self, at: (f32, f32)) -> Option<TimeButton> {
        let at = self.fine(at);
        TimeButton::ALL.into_iter().find(|button| self.scale > 0.0 && self.button(*button).contains(at))
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
