//! Menus that are higher than the view: what is scrolled, by keys, wheel and drag.

use proscenium_core::platform::Pointer;

use super::Menu;
use crate::look::Look;
use crate::page::Sheet;

/// How far the wheel scrolls for each notch, in virtual pixels.
const NOTCH: f32 = 48.0;
/// How far a pressed pointer moves before it scrolls, in virtual pixels.
const DRAG: f32 = 6.0;
/// How much beside the focused entry is shown with it, in virtual pixels.
const BESIDE: f32 = 24.0;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scroll {
    pub(super) offset: f32,
    /// Where a press began, the offset then, and whether it scrolls.
    drag: Option<(f32, f32, bool)>,
    /// Whether the focus was moved and the menu is to follow.
    pub(super) is_due: bool,
}

impl Menu {
    /// Places the entries of a page, with its values of sliders. The focus stays on the same entry.
    pub(super) fn arrange(&mut self, page: &Sheet, look: &Look<'_>) {
        let was_shown = self.focused.and_then(|index| self.place(index)).is_some_and(|place| place.h > 0.0);
        let height = std::mem::replace(&mut self.layout, page.layout(look, self.focused)).height;
        self.scroll_to(self.scroll.offset);
        self.keep_focus();
        if height != self.layout.height {
            // A text that fills the view above the first focus is read before.
            let focused = self.focused.and_then(|index| self.layout.entries.get(index));
            let is_near = focused.is_some_and(|entry| entry.rect.y < self.layout.body.h);
            self.scroll.is_due |= if height > 0.0 { was_shown } else { is_near };
        }
    }

    /// Returns how far the contents of the page are scrolled up, in virtual pixels.
    pub const fn scrolled(&self) -> f32 {
        self.scroll.offset
    }

    fn scroll_limit(&self) -> f32 {
        (self.layout.height - self.layout.body.h).max(0.0)
    }

    fn scroll_to(&mut self, offset: f32) {
        self.scroll.offset = offset.clamp(0.0, self.scroll_limit()).round();
    }

    /// Scrolls by half a view in the direction of a key, if the focused entry is not in the view yet, or if
    /// no other one follows. Returns whether it did.
    pub(super) fn scrolls_instead(&mut self, focused: usize, is_last: bool, by: isize) -> bool {
        let row = self.layout.entries.get(focused).map(|entry| entry.rect).unwrap_or_default();
        let (begin, view) = (self.scroll.offset, self.layout.body.h);
        let is_beyond = if by > 0 { row.bottom() > begin + view } else { row.y < begin };
        if is_beyond || is_last {
            self.scroll_to(begin + view / 2.0 * by.signum() as f32);
        }
        self.scroll.offset != begin
    }

    /// Scrolls by the wheel and by a press that moves. Returns whether it took the pointer.
    pub(super) fn update_scroll(&mut self, pointer: &Pointer) -> bool {
        if self.scroll_limit() <= 0.0 {
            self.scroll.drag = None;
            return false;
        }
        if pointer.wheel != 0.0 && pointer.wheel.is_finite() {
            self.scroll_to(self.scroll.offset - pointer.wheel * NOTCH);
            return true;
        }
        let Some((_, y)) = pointer.position else { return false };
        if pointer.pressed {
            self.scroll.drag = (!self.is_dragging).then_some((y, self.scroll.offset, false));
        } else if !pointer.held && !pointer.released {
            self.scroll.drag = None;
        }
        let Some((from, offset, scrolls)) = &mut self.scroll.drag else { return false };
        *scrolls |= (y - *from).abs() > DRAG;
        let (to, scrolls) = (*offset + *from - y, *scrolls);
        if scrolls {
            self.pressed = None;
            self.scroll_to(to);
        }
        scrolls
    }

    /// Scrolls so that the focused entry is shown whole, if it was moved by a key or by the game.
    pub(super) fn follow_focus(&mut self) {
        if !std::mem::take(&mut self.scroll.is_due) {
            return;
        }
        let Some(focused) = self.focused else { return };
        // What is above the first entry is shown with it.
        let is_first = !self.layout.entries[..focused].iter().any(|entry| entry.enabled);
        if let Some(entry) = self.layout.entries.get(focused) {
            let (view, bottom) = (self.layout.body.h, entry.rect.bottom() + BESIDE);
            let top = if is_first && bottom <= view { 0.0 } else { entry.rect.y };
            self.scroll_to(self.scroll.offset.max(bottom - view).min((top - BESIDE).max(0.0)));
        }
    }
}
