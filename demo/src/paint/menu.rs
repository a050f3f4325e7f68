//! Menus.

use proscenium::kit::{EntryKind, LINE_HEIGHT, Menu, Rect};

use super::picture::nine_patch;
use super::{Paint, color};

impl Paint<'_> {
    /// A menu with the texts of its entries' keys. Focus, hover and press each look different,
    /// also without colours.
    pub fn menu(&self, menu: &Menu, keys: &[&str]) {
        for (index, (key, entry)) in keys.iter().zip(menu.entries()).enumerate() {
            let rect = entry.rect;
            let is_focused = menu.focused() == Some(index);
            let state = match () {
                () if menu.pressed() == Some(index) => 3.0,
                () if is_focused => 1.0,
                () if menu.hovered() == Some(index) => 2.0,
                () => 0.0,
            };
            let target = (rect.x, rect.y, rect.w, rect.h);
            if let Some((picture, ..)) = self.find("button") {
                nine_patch(&picture, (0.0, state * 24.0, 48.0, 24.0), 8.0, target);
            } else {
                let ground = if is_focused { color::CURTAIN } else { color::INDIGO };
                self.rect(rect.x, rect.y, rect.w, rect.h, ground, 1.0);
            }
            let ink = color::CREAM;
            let sunk = if state == 3.0 { 1.0 } else { 0.0 };
            let y = (rect.y + (rect.h - LINE_HEIGHT as f32) / 2.0 + sunk).round();
            match entry.kind {
                EntryKind::Slider { value, steps, track } => {
                    self.text_key(key, rect.x + 14.0, y, ink);
                    self.slider(track.unwrap_or(rect), value, steps, is_focused);
                }
                EntryKind::Choice => self.text_key(key, rect.x + 14.0, y, ink),
                EntryKind::Button => self.text_key_centered(key, rect.x + rect.w / 2.0, y, ink),
            }
            if is_focused {
                self.picture("arrow", rect.x - 18.0, (rect.y + rect.h / 2.0 - 8.0).round());
            }
        }
    }

    /// The value of a choice, at the right of its entry.
    pub fn value(&self, menu: &Menu, index: usize, value: &str) {
        if let Some(rect) = menu.entries().get(index).map(|entry| entry.rect) {
            let y = (rect.y + (rect.h - LINE_HEIGHT as f32) / 2.0).round();
            self.text_right(&format!("< {value} >"), rect.x + rect.w - 14.0, y, color::CREAM);
        }
    }

    fn slider(&self, track: Rect, value: u32, steps: u32, is_focused: bool) {
        let Rect { x, y, w: width, h: height } = track;
        let middle = (y + height / 2.0).round();
        let part = value as f32 / steps.max(1) as f32;
        self.rect(x, middle - 2.0, width, 4.0, color::INK, 1.0);
        self.rect(x, middle - 2.0, (width * part).round(), 4.0, color::FOOTLIGHT, 1.0);
        let knob = (x + width * part - 8.0).round();
        self.cell("slider", (u32::from(is_focused), 0), (16.0, 16.0), (knob, middle - 8.0));
    }
}
