//! The colours of the demo's own drawing: some of the palette Footlight 32, by its names, which
//! `assets/source/paint/palette.rs` has whole.

use macroquad::color::Color;
use proscenium::kit::{Patch, Theme};

use crate::theme::{HEIGHT, WIDTH};

const fn rgb(hex: u32) -> Color {
    Color::new(channel(hex, 16), channel(hex, 8), channel(hex, 0), 1.0)
}

const fn channel(hex: u32, shift: u32) -> f32 {
    ((hex >> shift) & 0xff) as f32 / 255.0
}

/// Grounds, shadows and film bars.
pub const INK: Color = rgb(0x16101f);
/// Panels without their picture.
pub const INDIGO: Color = rgb(0x332854);
/// The focused entry without its picture; the bar.
pub const CURTAIN: Color = rgb(0x9e253b);
/// Errors; the light edge of the bar.
pub const SCARLET: Color = rgb(0xd03d43);
/// Titles, frames and the filled part of sliders.
pub const FOOTLIGHT: Color = rgb(0xf9d258);
/// Texts.
pub const CREAM: Color = rgb(0xfdecc6);
/// Texts that are less important.
pub const ASH: Color = rgb(0x8a8495);
/// Health, and who is selected.
pub const MEADOW: Color = rgb(0x97ae52);

/// The look of texts, panels and menus.
pub const THEME: Theme = Theme {
    screen: (WIDTH, HEIGHT),
    text: CREAM,
    disabled: CREAM,
    accent: FOOTLIGHT,
    ground: INDIGO,
    focus: CURTAIN,
    light: SCARLET,
    shadow: INK,
    panel: Some(Patch { texture: "panel", source: (0.0, 0.0, 48.0, 48.0), corner: 16.0 }),
    button: Some(Patch { texture: "button", source: (0.0, 0.0, 48.0, 24.0), corner: 8.0 }),
    arrow: Some("arrow"),
    slider: Some("slider"),
};
