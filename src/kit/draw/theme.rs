//! The look of texts, panels and menus.

use macroquad::color::Color;

/// The look of texts, panels, bars and menus. The default needs no texture.
///
/// Textures are resource ids; one that is not resident is replaced by the plain look.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    /// The size of the virtual screen, in virtual pixels.
    pub screen: (f32, f32),
    /// Texts.
    pub text: Color,
    /// Texts of disabled entries.
    pub disabled: Color,
    /// Titles, borders and the filled part of sliders.
    pub accent: Color,
    /// The ground of panels and entries.
    pub ground: Color,
    /// The ground of the focused entry; bars.
    pub focus: Color,
    /// The light edge of bars.
    pub light: Color,
    /// Shadows of texts and of darkened screens.
    pub shadow: Color,
    /// The border of panels.
    pub panel: Option<Patch>,
    /// The borders of a menu's entries, one below the other: at rest, focused, hovered, pressed. The
    /// source is that of the first.
    pub button: Option<Patch>,
    /// The pointer to the focused entry, 16 by 16 pixels.
    pub arrow: Option<&'static str>,
    /// The knobs of sliders, 16 by 16 pixels each, side by side: at rest, focused.
    pub slider: Option<&'static str>,
}

/// A border in a texture: its corners keep their size, its sides are stretched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patch {
    /// The id of the texture.
    pub texture: &'static str,
    /// The place of the border in the texture: x, y, width, height, in pixels.
    pub source: (f32, f32, f32, f32),
    /// The width and height of a corner, in pixels.
    pub corner: f32,
}

impl Default for Theme {
    /// Light on dark, for 640 by 360 virtual pixels.
    fn default() -> Self {
        Self {
            screen: (640.0, 360.0),
            text: Color::new(0.93, 0.93, 0.9, 1.0),
            disabled: Color::new(0.5, 0.52, 0.58, 1.0),
            accent: Color::new(0.98, 0.8, 0.35, 1.0),
            ground: Color::new(0.14, 0.16, 0.24, 1.0),
            focus: Color::new(0.22, 0.4, 0.66, 1.0),
            light: Color::new(0.42, 0.62, 0.86, 1.0),
            shadow: Color::new(0.04, 0.05, 0.08, 1.0),
            panel: None,
            button: None,
            arrow: None,
            slider: None,
        }
    }
}
