//! Menus that are higher than the view: what is scrolled, by keys, wheel and drag.

use super::Menu;
use crate::kit::look::Look;
use crate::kit::page::Page;
use crate::kit::rect::Rect;
use crate::platform::Pointer;

/// How far the wheel scrolls for each notch, in virtual pixels.
const NOTCH: f32 = 48.0;
/// How far a pressed pointer moves before it scrolls, in virtual pixels.
const DRAG: f32 = 6.0;
/// How much of what is beside the focused entry is shown with it, in virtual pixels.
const BESIDE: f32 = 24.0;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Scroll {
    /// The part of the view that shows the contents, and the height of the contents.
    body: Rect,
    height: f32,
    offset: f32,
    /// The upper and lower edges of the entries, from the top of the contents.
    rows: Vec<(f32, f32)>,
    /// Where a press began, the offset then, and whether it scrolls.
    drag: Option<(f32, f32, bool)>,
    /// Whether the focus was moved and the menu is to follow.
    pub(super) is_due: bool,
}

impl Scroll {
    fn limit(&self) -> f32 {
        (self.height - self.body.h).max(0.0)
    }

    fn to(&mut self, offset: f32) {
        self.offset = offset.clamp(0.0, self.limit()).round();
    }

    /// Scrolls by half a view in the direction of a key, if the focused entry is not in the view yet, or if
    /// no other one follows. Returns whether it did.
    pub(super) fn steps_instead(&mut self, focused: usize, is_last: bool, by: isize) -> bool {
        let (top, bottom) = self.rows.get(focused).copied().unwrap_or_default();
        let (begin, end) = (self.offset, self.offset + self.body.h);
        let is_beyond = if by > 0 { bottom > end } else { top < begin };
        if is_beyond || is_last {
            self.to(begin + self.body.h / 2.0 * by.signum() as f32);
        }
        self.offset != begin
    }
}

impl Menu {
    /// Places the entries of a page, before each [`update`](Menu::update). Values of sliders are those of
    /// the page. The focus stays on the same entry.
    pub fn arrange(&mut self, page: &Page, look: &Look<'_>) {
        let layout = page.layout(look);
        let (top, offset) = (layout.body.y, self.scroll.offset);
        let was_shown = self.focused.and_then(|index| self.place(index)).is_some_and(|place| place.h > 0.0);
        self.scroll.body = layout.body;
        let height = std::mem::replace(&mut self.scroll.height, layout.height);
        self.scroll.rows =
            layout.entries.iter().map(|entry| (entry.rect.y - top, entry.rect.bottom() - top)).collect();
        self.scroll.to(offset);
        self.entries.clone_from(&layout.entries);
        let offset = self.scroll.offset;
        for entry in &mut self.entries {
            let is_shown = layout.shows(entry.rect, offset);
            entry.rect = layout.shown(entry.rect, offset);
            if !is_shown {
                entry.rect.h = 0.0;
            }
            entry.track = layout.shown(entry.track, offset);
        }
        self.keep_focus();
        if height != layout.height {
            // A text that fills the view above the first focus is read before.
            let row = self.focused.and_then(|index| self.scroll.rows.get(index));
            let is_near = row.is_some_and(|(top, _)| *top < layout.body.h);
            self.scroll.is_due |= if height > 0.0 { was_shown } else { is_near };
        }
    }

    /// Returns how far the contents of the page are scrolled up, in virtual pixels.
    pub const fn scrolled(&self) -> f32 {
        self.scroll.offset
    }

    /// Scrolls by the wheel and by a press that moves. Returns whether it took the pointer.
    pub(super) fn update_scroll(&mut self, pointer: &Pointer) -> bool {
        if self.scroll.limit() <= 0.0 {
            self.scroll.drag = None;
            return false;
        }
        if pointer.wheel != 0.0 && pointer.wheel.is_finite() {
            self.scroll.to(self.scroll.offset - pointer.wheel * NOTCH);
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
            self.scroll.to(to);
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
        let is_first = !self.entries[..focused].iter().any(|entry| entry.enabled);
        if let Some(&(top, bottom)) = self.scroll.rows.get(focused) {
            let top = if is_first && bottom + BESIDE <= self.scroll.body.h { 0.0 } else { top };
            let highest = bottom + BESIDE - self.scroll.body.h;
            self.scroll.to(self.scroll.offset.max(highest).min((top - BESIDE).max(0.0)));
        }
    }
}
