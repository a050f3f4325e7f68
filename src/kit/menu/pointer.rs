//! The pointer's part of a menu: hover, press and release, drag, wheel.

use super::{EntryKind, Menu, MenuEvent};
use crate::kit::rect::Rect;
use crate::platform::Pointer;

impl Menu {
    /// What the pointer asks for in this frame.
    pub(super) fn update_pointer(&mut self, pointer: &Pointer) -> Option<MenuEvent> {
        self.hovered = pointer
            .position
            .and_then(|at| self.entries.iter().position(|entry| entry.enabled && entry.rect.contains(at)));
        // While something is pressed, sliding over another entry is not a wish to go there.
        if (pointer.moved && self.pressed.is_none()) || pointer.pressed {
            self.focused = self.hovered.or(self.focused);
        }
        if pointer.pressed {
            self.pressed = self.hovered;
            self.is_dragging = self.is_on_track(pointer.position);
        } else if !pointer.held && !pointer.released {
            // The release was not for us: the menu was covered, or the window lost the focus.
            self.pressed = None;
            self.is_dragging = false;
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
        {
            let by = if self.is_left_half(index, pointer.position) { -1 } else { 1 };
            return self.activate(index, by);
        }
        self.turn_wheel(pointer.wheel)
    }

    fn drag(&mut self, position: Option<(f32, f32)>) -> Option<MenuEvent> {
        let (index, (x, _)) = (self.pressed?, position?);
        let track = self.track(index)?;
        let EntryKind::Slider { steps, .. } = self.entries.get(index)?.kind else { return None };
        let part = ((x - track.x) / track.w.max(1.0)).clamp(0.0, 1.0);
        // A cast of what is not a number gives zero.
        self.slide_to(index, (part * steps as f32).round() as u32)
    }

    fn turn_wheel(&mut self, wheel: f32) -> Option<MenuEvent> {
        let index = self.hovered.filter(|&index| self.track(index).is_some());
        let Some(index) = index.filter(|_| wheel.is_finite()) else {
            self.wheel = 0.0;
            return None;
        };
        // Touch pads turn by parts of a notch.
        self.wheel += wheel;
        let notches = self.wheel.trunc();
        self.wheel -= notches;
        if notches == 0.0 { None } else { self.change(index, notches as i32) }
    }

    /// The part of a slider that can be dragged; `None` for other entries.
    fn track(&self, index: usize) -> Option<Rect> {
        let entry = self.entries.get(index)?;
        match entry.kind {
            EntryKind::Slider { track, .. } => Some(track.unwrap_or(entry.rect)),
            EntryKind::Button | EntryKind::Choice => None,
        }
    }

    fn is_on_track(&self, position: Option<(f32, f32)>) -> bool {
        let track = self.pressed.and_then(|index| self.track(index));
        track.zip(position).is_some_and(|(track, at)| track.contains(at))
    }

    fn is_left_half(&self, index: usize, position: Option<(f32, f32)>) -> bool {
        let entry = self.entries.get(index);
        entry.zip(position).is_some_and(|(entry, (x, _))| x < entry.rect.centre().0)
    }
}
