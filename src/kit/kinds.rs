//! The kit's kinds of resources.

use crate::ai::Blueprint;
use crate::flow::ScreenManager;

/// Registers all kinds of the kit, for the manifests of `manager`:
///
/// | word | format | value | feature |
/// |---|---|---|---|
/// | `machine` | RON | [`ai::Blueprint`](crate::ai::Blueprint) | |
/// | `strings` | Fluent (`.ftl`) | `Strings` | `strings` |
/// | `level` | Tiled (`.tmx`, with its `.tsx` and `.tx`) | `Level` | `levels` |
/// | `atlas` | `TexturePacker` (`.json`) | `Atlas` | `atlases` |
/// | `font` | TrueType, OpenType (`.ttf`, `.otf`) | `Font` | `fonts` |
/// | `theme` | RON | [`Theme`](super::Theme) | |
/// | `script` | Rhai (`.rhai`) | `Script` | `scripts` |
/// | `film` | animated WebP | `Film` | `films` |
///
/// With the feature `glyphs` it also registers the maker `glyph_cache`, which draws the glyphs of all
/// texts into one texture, for `Paint`:
///
/// ```text
/// cache(id: "glyphs", make: "glyph_cache", from: ["en", "zh"]),
/// ```
pub fn register_kinds(manager: &mut ScreenManager) {
    manager.register::<Blueprint>();
    manager.register::<super::Theme>();
    #[cfg(feature = "strings")]
    manager.register::<super::Strings>();
    #[cfg(feature = "glyphs")]
    manager.register_maker("glyph_cache", super::glyph_cache::glyph_cache);
    #[cfg(feature = "levels")]
    manager.register::<super::Level>();
    #[cfg(feature = "atlases")]
    manager.register::<super::Atlas>();
    #[cfg(feature = "fonts")]
    manager.register::<super::Font>();
    #[cfg(feature = "scripts")]
    manager.register::<super::Script>();
    #[cfg(feature = "films")]
    manager.register::<super::Film>();
}
