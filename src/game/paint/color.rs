//! The colours of the demo's own drawing, from the palette in `assets/README.md`.

use macroquad::color::Color;

const fn rgb(hex: u32) -> Color {
    Color::new(channel(hex, 16), channel(hex, 8), channel(hex, 0), 1.0)
}

const fn channel(hex: u32, shift: u32) -> f32 {
    ((hex >> shift) & 0xff) as f32 / 255.0
}

/// The ground of everything.
pub const NIGHT: Color = rgb(0x140e1f);
/// Shadows and film bars.
pub const BLACK: Color = rgb(0x08060d);
/// Panels without their picture.
pub const PLUM: Color = rgb(0x2e1f3d);
/// The focused entry without its picture; the bar.
pub const CURTAIN: Color = rgb(0x8c2233);
/// Errors; the light edge of the bar.
pub const RED: Color = rgb(0xd9504c);
/// Titles, frames and the filled part of sliders.
pub const GOLD: Color = rgb(0xf2c14e);
/// What has the focus.
pub const WHITE: Color = rgb(0xfff8e8);
/// Texts.
pub const PARCHMENT: Color = rgb(0xefe3c8);
/// Texts that are less important.
pub const DIM: Color = rgb(0x9a8fa6);
