//! Menus.

use macroquad::color::Color;
use macroquad::shapes::{draw_rectangle, draw_triangle};

use super::Paint;
use crate::kit::menu::{EntryKind, Menu};
use crate::kit::rect::Rect;

/// The states of an entry, in the order of the theme's textures.
const REST: f32 = 0.0;
const FOCUSED: f32 = 1.0;
const HOVERED: f32 = 2.0;
const PRESSED: f32 = 3.0;

impl Paint<'_> {
    /// Draws a menu with one label for each entry. Focus, hover and press look different, also without
    /// colours.
    pub fn menu(&self, menu: &Menu, labels: &[impl AsRef<str>]) {
        for (index, (label, entry)) in labels.iter().zip(menu.entries()).enumerate() {
            let (rect, label) = (entry.rect, label.as_ref());
            let is_focused = menu.focused() == Some(index);
            let state = match () {
                () if menu.pressed() == Some(index) => PRESSED,
                () if is_focused => FOCUSED,
                () if menu.hovered() == Some(index) => HOVERED,
                () => REST,
            };
            self.entry(rect, state, is_focused);
            let text = if entry.enabled { self.theme.text } else { self.theme.disabled };
            let sunk = if state == PRESSED { 1.0 } else { 0.0 };
            let y = (rect.y + (rect.h - Self::LINE_HEIGHT) / 2.0 + sunk).round();
            match entry.kind {
                EntryKind::Slider { value, steps, track } => {
                    self.text(label, rect.x + 14.0, y, text);
                    self.slider(track.unwrap_or(rect), value, steps, is_focused);
                }
                EntryKind::Choice => self.text(label, rect.x + 14.0, y, text),
                EntryKind::Button => self.text_centered(label, rect.x + rect.w / 2.0, y, text),
            }
            if is_focused {
                self.arrow(rect.x - 18.0, (rect.y + rect.h / 2.0 - 8.0).round());
            }
        }
    }

    /// Draws the value of a choice at the right of its entry.
    pub fn value(&self, menu: &Menu, index: usize, value: &str) {
        if let Some(rect) = menu.entries().get(index).map(|entry| entry.rect) {
            let y = (rect.y + (rect.h - Self::LINE_HEIGHT) / 2.0).round();
            self.text_right(&format!("< {value} >"), rect.x + rect.w - 14.0, y, self.theme.text);
        }
    }

    fn entry(&self, rect: Rect, state: f32, is_focused: bool) {
        if self.patch(self.theme.button, state, (rect.x, rect.y, rect.w, rect.h)) {
            return;
        }
        let ground = if is_focused { self.theme.focus } else { self.theme.ground };
        draw_rectangle(rect.x, rect.y, rect.w, rect.h, ground);
        if !is_focused {
            // Lighter than the panel.
            draw_rectangle(rect.x, rect.y, rect.w, rect.h, Color { a: 0.07, ..self.theme.text });
        }
        if state == HOVERED {
            draw_rectangle(rect.x, rect.y + rect.h - 1.0, rect.w, 1.0, self.theme.accent);
        }
    }

    fn arrow(&self, x: f32, y: f32) {
        if let Some(arrow) = self.theme.arrow {
            self.image(arrow, x, y);
            return;
        }
        let corner = |dx, dy| macroquad::math::vec2(x + dx, y + dy);
        draw_triangle(corner(4.0, 3.0), corner(4.0, 13.0), corner(12.0, 8.0), self.theme.accent);
    }

    fn slider(&self, track: Rect, value: u32, steps: u32, is_focused: bool) {
        let Rect { x, y, w: width, h: height } = track;
        let middle = (y + height / 2.0).round();
        let part = (value as f32 / steps.max(1) as f32).min(1.0);
        draw_rectangle(x, middle - 2.0, width, 4.0, self.theme.shadow);
        draw_rectangle(x, middle - 2.0, (width * part).round(), 4.0, self.theme.accent);
        let knob = (x + width * part - 8.0).round();
        match self.theme.slider {
            Some(sheet) => self.cell(sheet, (u32::from(is_focused), 0), (16.0, 16.0), (knob, middle - 8.0)),
            None => draw_rectangle(knob + 5.0, middle - 6.0, 6.0, 12.0, self.theme.text),
        }
    }
}
