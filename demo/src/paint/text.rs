//! Texts by key, in the player's language.

use macroquad::color::Color;
use proscenium::platform::Device;

use super::{Paint, color};
use crate::theme::WIDTH;

impl Paint<'_> {
    /// The text of `key`.
    pub fn localized(&self, key: &str) -> String {
        self.shared.text(self.resources(), key)
    }

    /// The text of `key` with `value` for its variable `name`.
    pub fn localized_with(&self, key: &str, name: &str, value: &str) -> String {
        self.shared.text_with(self.resources(), key, name, value)
    }

    /// Draws the text of `key` with its top left corner here.
    pub fn text_key(&self, key: &str, x: f32, y: f32, ink: Color) {
        self.text(&self.localized(key), x, y, ink);
    }

    /// Draws the text of `key` with its middle here.
    pub fn text_key_centered(&self, key: &str, x: f32, y: f32, ink: Color) {
        self.text_centered(&self.localized(key), x, y, ink);
    }

    /// Draws the text of `key` as a title.
    pub fn title_key(&self, key: &str, x: f32, y: f32) {
        self.title(&self.localized(key), x, y);
    }

    /// Draws the text of `key` as a title with its middle here.
    pub fn title_key_centered(&self, key: &str, x: f32, y: f32) {
        self.title_centered(&self.localized(key), x, y);
    }

    /// Draws a menu with the texts of `keys`.
    pub fn menu_keys(&self, menu: &proscenium::kit::Menu, keys: &[&str]) {
        let labels: Vec<_> = keys.iter().map(|key| self.localized(key)).collect();
        self.menu(menu, &labels);
    }

    /// Draws the hint of `key` for a device on a dark strip. What is too wide has two lines, split at two spaces.
    pub fn hint_key(&self, key: &str, y: f32, device: Device) {
        let text = self.shared.hint(self.resources(), key, device);
        let mut lines = vec![String::new()];
        for part in text.split("  ") {
            let line = lines.last_mut().filter(|line| !line.is_empty());
            match line {
                Some(line) if self.text_width(line) + self.text_width(part) < WIDTH - 40.0 => {
                    *line = format!("{line}  {part}");
                }
                Some(_) => lines.push(part.to_owned()),
                None => lines = vec![part.to_owned()],
            }
        }
        for (line, y) in lines.iter().rev().zip((0..).map(|row| y - row as f32 * 22.0)) {
            let width = self.text_width(line);
            self.rect(320.0 - width / 2.0 - 8.0, y - 3.0, width + 16.0, 22.0, color::INK, 0.7);
            self.text_centered(line, 320.0, y, color::CREAM);
        }
    }

    /// Draws the hint of `key` for a device with its middle here.
    pub fn hint_centered(&self, key: &str, y: f32, device: Device, ink: Color) {
        self.text_centered(&self.shared.hint(self.resources(), key, device), 320.0, y, ink);
    }
}
