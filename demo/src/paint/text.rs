//! Texts by key, in the player's language.

use macroquad::color::Color;

use super::{Paint, color};

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

    /// Draws the text of `key` on a dark strip.
    pub fn hint_key(&self, key: &str, y: f32) {
        let text = self.localized(key);
        let width = self.text_width(&text);
        self.rect(320.0 - width / 2.0 - 8.0, y - 3.0, width + 16.0, 22.0, color::INK, 0.7);
        self.text_centered(&text, 320.0, y, color::CREAM);
    }
}
