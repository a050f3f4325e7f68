//! Drawing with a font of the phase.

use macroquad::text::load_ttf_font_from_bytes;

use crate::kit::Font;

pub(crate) type LoadedFont = macroquad::text::Font;

impl Font {
    /// Returns macroquad's font for `draw_text_ex` and `measure_text`. It is made in the first call, which
    /// must be in the window's thread while the window is open, so in a `draw`. It is `None`, which draws in
    /// macroquad's own font, if macroquad cannot read it.
    pub fn loaded(&self) -> Option<&LoadedFont> {
        let load = || {
            let font = load_ttf_font_from_bytes(self.bytes());
            font.inspect_err(|error| log::warn!("a font cannot be drawn with: {error}")).ok()
        };
        self.loaded.get_or_init(load).as_ref()
    }
}
