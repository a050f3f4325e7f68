//! The places of the inspector's panels and buttons, in pixels finer than virtual ones, so that texts take half the space.

use proscenium_core::platform::{Control, Rect};

use crate::time_control::TimeControl;

/// The size of a button, and the gap between two of them and between panels, in fine pixels.
const BUTTON: (f32, f32) = (84.0, 22.0);
pub(super) const GAP: f32 = 4.0;
/// The maximum width of a panel, in fine pixels.
const COLUMN: f32 = 308.0;
/// The space at the upper edge, and at the right edge of a wide view, for what games show there, in virtual pixels.
const TOP: f32 = 32.0;
const RIGHT: f32 = 40.0;

/// A button of the time bar, and its key.
pub(super) struct TimeButton {
    pub(super) control: Control,
    pub(super) label: &'static str,
    pub(super) press: fn(&mut TimeControl),
}

/// The buttons, from left to right.
pub(super) const TIME_BUTTONS: [TimeButton; 4] = [
    TimeButton { control: Control::F5, label: "F5 pause", press: TimeControl::toggle_pause },
    TimeButton { control: Control::F6, label: "F6 step", press: TimeControl::step },
    TimeButton { control: Control::F7, label: "F7 slower", press: TimeControl::slower },
    TimeButton { control: Control::F8, label: "F8 faster", press: TimeControl::faster },
];

/// The layout of a frame, in fine pixels.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Fine pixels in a virtual pixel.
    pub(super) scale: f32,
    view: (f32, f32),
    /// The areas that take clicks.
    panels: Vec<Rect>,
}

impl Layout {
    /// The layout for a view of this size at this place of the window.
    pub(super) fn of(viewport: Rect, view: (f32, f32)) -> Self {
        // At a scale of two or more a glyph of half the size is still eight pixels wide.
        let shown = viewport.w / view.0;
        let pixels = ((shown + 1.0) / 2.0).floor().max(1.0);
        let mut layout = Self { scale: (shown / pixels).max(1.0), view, panels: Vec::new() };
        layout.cover(layout.time_bar());
        layout
    }

    /// The size of the screen.
    pub(super) fn size(&self) -> (f32, f32) {
        (self.view.0 * self.scale, self.view.1 * self.scale)
    }

    /// The bar with the buttons.
    pub(super) fn time_bar(&self) -> Rect {
        let width = TIME_BUTTONS.len() as f32 * (BUTTON.0 + GAP) + GAP;
        let x = ((self.size().0 - width) / 2.0).round();
        Rect::new(x, (TOP * self.scale).round(), width, BUTTON.1 + 2.0 * GAP)
    }

    /// The buttons, each with its place.
    pub(super) fn buttons(&self) -> impl Iterator<Item = (&'static TimeButton, Rect)> {
        let bar = self.time_bar();
        let place = move |number: usize| {
            Rect::new(bar.x + GAP + number as f32 * (BUTTON.0 + GAP), bar.y + GAP, BUTTON.0, BUTTON.1)
        };
        TIME_BUTTONS.iter().enumerate().map(move |(number, button)| (button, place(number)))
    }

    /// A panel of this height with its top here: at the left edge, or left of what games show at the right edge.
    pub(super) fn panel(&self, top: f32, height: f32, is_right: bool) -> Rect {
        let (view, size) = (self.view, self.size());
        let end = size.0 - if view.0 > view.1 { RIGHT * self.scale } else { GAP };
        let width = COLUMN.min((end - 2.0 * GAP) / 2.0).floor();
        let left = if is_right { (end - width).round() } else { GAP };
        Rect::new(left, top, width, height)
    }

    /// The button at a virtual pixel.
    pub(super) fn button_at(&self, at: (f32, f32)) -> Option<&'static TimeButton> {
        let at = self.fine(at);
        self.buttons().find(|(_, place)| place.contains(at)).map(|(button, _)| button)
    }

    /// Adds an area that takes clicks.
    pub(super) fn cover(&mut self, panel: Rect) {
        self.panels.push(panel);
    }

    /// Whether the inspector takes clicks at a virtual pixel.
    pub(super) fn covers(&self, at: (f32, f32)) -> bool {
        let at = self.fine(at);
        self.panels.iter().any(|panel| panel.contains(at))
    }

    fn fine(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (x * self.scale, y * self.scale)
    }
}
