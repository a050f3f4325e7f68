//! The look of texts, panels and menus: a theme file.

use std::fmt;
use std::sync::LazyLock;

use proscenium_core::phase::{AnyError, Asset, CheckContext, DecodeContext, Resources};
use serde::{Deserialize, Deserializer};

/// The least contrast of a text and its ground: WCAG 2, level AA.
const LEAST_CONTRAST: f32 = 4.5;

/// A colour: red, green and blue. In a file it is a text such as `"#f9d258"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(
    /// Red, green and blue.
    pub [u8; 3],
);

impl Rgb {
    /// Makes a colour from a number such as `0xf9d258`.
    pub const fn hex(hex: u32) -> Self {
        Self([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8])
    }

    /// Returns the contrast ratio of two colours as WCAG 2 defines it, from 1 for the same colour to 21
    /// for black and white. Texts need 4.5.
    pub fn contrast(self, other: Self) -> f32 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    fn luminance(self) -> f32 {
        let linear = |part: u8| {
            let part = f32::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.0;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl<'de> Deserialize<'de> for Rgb {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
        let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let error = || serde::de::Error::custom(format!("`{text}` is not a colour such as `#f9d258`"));
        number.map(Self::hex).ok_or_else(error)
    }
}

/// The look of texts, panels, bars and menus: the value of a resource of the kind `theme`, a RON file. A
/// field that is left out has its default, which needs no texture.
///
/// Textures and fonts are resource ids. A texture that is not resident is replaced by the plain look.
///
/// ```text
/// (
///     text: "#fdecc6",
///     ground: "#332854",
///     panel: (texture: "panel", source: (0, 0, 48, 48), corner: 16),
///     fonts: ["latin", "cjk"],
/// )
/// ```
///
/// The tool `check` lists each text with too little contrast to one of its grounds: less than 4.5, the minimum of WCAG
/// AA.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Theme {
    /// Texts.
    pub text: Rgb,
    /// Less important texts.
    pub dim: Rgb,
    /// Texts of disabled entries.
    pub disabled: Rgb,
    /// Titles, borders and the filled part of sliders.
    pub accent: Rgb,
    /// Error messages.
    pub error: Rgb,
    /// The ground of panels.
    pub ground: Rgb,
    /// The ground of entries.
    pub entry: Rgb,
    /// The ground of the focused entry; bars.
    pub focus: Rgb,
    /// The light edge of bars.
    pub light: Rgb,
    /// Shadows of texts and of darkened screens, and the ground of texts without a panel.
    pub shadow: Rgb,
    /// The border of panels.
    pub panel: Option<Patch>,
    /// The borders of a menu's entries, one below the other: at rest, focused, hovered, pressed. The source is the
    /// place of the first.
    pub button: Option<Patch>,
    /// The pointer to the focused entry, 16 by 16 pixels.
    pub arrow: Option<String>,
    /// The knobs of sliders, 16 by 16 pixels each, side by side: at rest, focused.
    pub slider: Option<String>,
    /// The fonts of texts (feature `fonts`). Each character is drawn in the first font that has it, or
    /// else in the pixel font.
    pub fonts: Vec<String>,
    /// The space between the border of a panel and its contents, in virtual pixels.
    pub padding: f32,
    /// The space between two entries, in virtual pixels.
    pub gap: f32,
    /// The space above and below the label of an entry, in virtual pixels.
    pub inset: f32,
}

/// A border in a texture: its corners keep their size, its sides are stretched.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Patch {
    /// The id of the texture.
    pub texture: String,
    /// The place of the border in the texture: x, y, width, height, in pixels.
    pub source: (f32, f32, f32, f32),
    /// The width and height of a corner, in pixels.
    pub corner: f32,
}

impl Theme {
    /// Returns the theme `id` of the phase, or the default one while it is not resident.
    pub fn find<'a>(resources: &'a Resources, id: &str) -> &'a Self {
        static PLAIN: LazyLock<Theme> = LazyLock::new(Theme::default);
        resources.find(id).unwrap_or(&PLAIN)
    }

    /// Returns a text for each pair of a text and its ground with too little contrast.
    pub fn problems(&self) -> Vec<String> {
        let inks = [("text", self.text), ("dim", self.dim), ("accent", self.accent), ("error", self.error)];
        let grounds = [("ground", self.ground), ("shadow", self.shadow)];
        let pairs = inks.into_iter().flat_map(|ink| grounds.map(|ground| (ink, ground)));
        let entries = [("entry", self.entry), ("focus", self.focus)];
        let on_entries = [inks[0], inks[2]].into_iter().flat_map(|ink| entries.map(|ground| (ink, ground)));
        pairs
            .chain(on_entries)
            .filter(|((_, ink), (_, ground))| ink.contrast(*ground) < LEAST_CONTRAST)
            .map(|((ink_name, ink), (ground_name, ground))| {
                let contrast = (ink.contrast(ground) * 10.0).floor() / 10.0;
                format!(
                    "`{ink_name}` {ink} on `{ground_name}` {ground} has a contrast of {contrast}; texts \
                     need {LEAST_CONTRAST}"
                )
            })
            .collect()
    }
}

impl Asset for Theme {
    const KIND: &'static str = "theme";

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let theme: Self = cx.ron(bytes)?;
        let sizes = [("padding", theme.padding), ("gap", theme.gap), ("inset", theme.inset)];
        match sizes.iter().find(|(_, size)| !(0.0..=64.0).contains(size)) {
            Some((name, size)) => Err(cx.error(format!("`{name}` is {size}; it must be 0 to 64")).into()),
            None => Ok(theme),
        }
    }

    fn check(&self, cx: &mut CheckContext<'_>) {
        for problem in self.problems() {
            cx.problem(format!("{}: {problem}", cx.path()));
        }
    }
}

impl Default for Theme {
    /// Light on dark.
    fn default() -> Self {
        Self {
            text: Rgb::hex(0xed_ed_e6),
            dim: Rgb::hex(0xa6_aa_b8),
            disabled: Rgb::hex(0x80_85_94),
            accent: Rgb::hex(0xfa_cc_59),
            error: Rgb::hex(0xff_8f_80),
            ground: Rgb::hex(0x24_29_3d),
            entry: Rgb::hex(0x32_37_49),
            focus: Rgb::hex(0x2d_52_88),
            light: Rgb::hex(0x6b_9e_db),
            shadow: Rgb::hex(0x0a_0d_14),
            panel: None,
            button: None,
            arrow: None,
            slider: None,
            fonts: Vec::new(),
            padding: 16.0,
            gap: 6.0,
            inset: 6.0,
        }
    }
}
