//! The colours of the game's drawing code, from the palette Footlight 32 of
//! `assets/README.md`.

use macroquad::color::Color;

const fn rgb(hex: u32) -> Color {
    Color::new(channel(hex, 16), channel(hex, 8), channel(hex, 0), 1.0)
}

const fn channel(hex: u32, shift: u32) -> f32 {
    ((hex >> shift) & 0xff) as f32 / 255.0
}

pub const fn of([red, green, blue]: [u8; 3]) -> Color {
    Color::from_rgba(red, green, blue, 255)
}

/// Backgrounds, shadows and film bars.
pub const INK: Color = rgb(0x16101f);
/// Panels without their texture.
pub const INDIGO: Color = rgb(0x332854);
/// The focused entry without its texture; progress bars.
pub const CURTAIN: Color = rgb(0x9e253b);
/// Errors; the light edge of progress bars.
pub const SCARLET: Color = rgb(0xd03d43);
/// Titles, frames and the filled part of sliders.
pub const FOOTLIGHT: Color = rgb(0xf9d258);
/// Texts.
pub const CREAM: Color = rgb(0xfdecc6);
/// Less important texts.
pub const ASH: Color = rgb(0x8a8495);
/// Health, and the selection.
pub const MEADOW: Color = rgb(0x97ae52);
