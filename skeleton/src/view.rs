//! What a screen is laid out and drawn with: the texts and settings of the player, the look, and the size.

use std::ops::Deref;
use std::sync::LazyLock;

use proscenium::kit::{Ink, Look, Page, Paint, Rect, Strings, Theme};
use proscenium::phase::Resources;
use proscenium::platform::Device;

use crate::shared::Shared;

/// The view of the player in a tick or a frame. It has the drawing functions of the library.
pub struct View<'a> {
    pub shared: &'a Shared,
    /// Width and height, in virtual pixels.
    pub size: (f32, f32),
    paint: Paint<'a>,
}

impl<'a> Deref for View<'a> {
    type Target = Paint<'a>;

    fn deref(&self) -> &Paint<'a> {
        &self.paint
    }
}

impl<'a> View<'a> {
    pub fn new(shared: &'a Shared, resources: &'a Resources, size: (f32, f32)) -> Self {
        static PLAIN: LazyLock<Theme> = LazyLock::new(Theme::default);
        let theme = resources.find("theme").unwrap_or(&*PLAIN);
        let text_size = shared.settings().text_size();
        Self { shared, size, paint: Paint::new(Look { resources, theme, text_size }) }
    }

    /// The text of `key`.
    pub fn text_of(&self, key: &str) -> String {
        self.format(key, &[])
    }

    /// The text of `key` with values for its variables.
    pub fn format(&self, key: &str, values: &[(&str, &str)]) -> String {
        let values: Vec<_> = values.iter().map(|(name, value)| (*name, (*value).into())).collect();
        Strings::text(self.resources, &self.shared.settings().language, key, &values)
    }

    /// The whole view.
    pub const fn area(&self) -> Rect {
        Rect::new(0.0, 0.0, self.size.0, self.size.1)
    }

    /// The text of `key` for the device that the player uses, at the lower edge.
    pub fn hint(&self, key: &str, device: Device) -> Page {
        let device = match device {
            Device::Pad => "pad",
            Device::Touch => "touch",
            Device::Keyboard | Device::Mouse => "keyboard",
        };
        let text = self.format(key, &[("device", device)]);
        Page::new(self.area()).strip().centered().anchor(0.5, 1.0).text(text, Ink::Text)
    }
}
