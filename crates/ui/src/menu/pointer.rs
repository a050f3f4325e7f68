//! The pointer in a menu: hover, press and release, drag, wheel.

use proscenium_core::platform::{Pointer, Rect};

use super::Menu;
use crate::entry::{EntryKind, MenuEvent};

impl Menu {
    pub(super) fn update_pointer(&mut self, pointer: &Pointer) -> Option<MenuEvent> {
        self.hovered = pointer.position.and_then(|point| self.entry_at(point));
        // A press that slides over another entry does not move the focus.
        if (pointer.moved && self.pressed.is_none()) || pointer.pressed {
            self.focused = self.hovered.or(self.focused);
        }
        if pointer.pressed {
            self.pressed = self.hovered;
            let slider = self.pressed.and_then(|index| self.slider(index));
            self.is_dragging =
                slider.zip(pointer.position).is_some_and(|((track, _), at)| track.contains(at));
        } else if !pointer.held && !pointer.released {
            // The menu was covered during the release, or the window lost the focus.
            self.pressed = None;
            self.is_dragging = false;
        }
        if self.update_scroll(pointer) {
            return None;
        }
        if self.is_dragging {
            let event = self.drag(pointer.position);
            if pointer.released {
                self.is_dragging = false;
                self.pressed = None;
            }
            return event;
        }
        if pointer.released
            && let Some(index) = self.pressed.take()
            && self.hovered == Some(index)
            && !self.is_field(index)
        {
            let (x, _) = pointer.position?;
            let is_left = x < self.place(index)?.centre().0;
            return self.activate(index, if is_left { -1 } else { 1 });
        }
        self.turn_wheel(pointer.wheel)
    }

    /// The enabled entry that is shown at a place.
    fn entry_at(&self, point: (f32, f32)) -> Option<usize> {
        let contains = |index| self.place(index).is_some_and(|place| place.contains(point));
        (0..self.layout.entries.len()).find(|&index| self.is_enabled(index) && contains(index))
    }

    fn drag(&mut self, position: Option<(f32, f32)>) -> Option<MenuEvent> {
        let (index, (x, _)) = (self.pressed?, position?);
        let (track, steps) = self.slider(index)?;
        let part = ((x - track.x) / track.w.max(1.0)).clamp(0.0, 1.0);
        // NaN becomes 0.
        self.slide_to(index, (part * steps as f32).round() as u32)
    }

    fn turn_wheel(&mut self, wheel: f32) -> Option<MenuEvent> {
        let index = self.hovered.filter(|&index| self.slider(index).is_some());
        let Some(index) = index.filter(|_| wheel.is_finite()) else {
            self.wheel = 0.0;
            return None;
        };
        // Touch pads turn the wheel by parts of a notch.
        self.wheel += wheel;
        let notches = self.wheel.trunc();
        self.wheel -= notches;
        if notches == 0.0 { None } else { self.change(index, notches as i32) }
    }

    fn slider(&self, index: usize) -> Option<(Rect, u32)> {
        let entry = self.layout.entries.get(index)?;
        let EntryKind::Slider { steps, .. } = entry.kind else { return None };
        Some((self.layout.shown(entry.track, self.scroll.offset), steps))
    }
}
