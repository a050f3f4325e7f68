//! The kit's kinds of resources.

use crate::ai::Blueprint;
use crate::flow::{RegisterKinds, ScreenManager};

/// All kinds of the kit, which [`ScreenManager::register_kinds`] registers for the manifests:
///
/// | word | format | value | feature |
/// |---|---|---|---|
/// | `machine` | RON | [`ai::Blueprint`](crate::ai::Blueprint) | |
/// | `strings` | Fluent (`.ftl`), several files for a language | `Strings` | `strings` |
/// | `level` | Tiled (`.tmx`, with its `.tsx` and `.tx`) | `Level` | `levels` |
/// | `atlas` | `TexturePacker`, Aseprite, free-tex-packer (`.json`) | `Atlas` | `atlases` |
/// | `font` | TrueType, OpenType (`.ttf`, `.otf`) | `Font` | `fonts` |
/// | `theme` | RON | [`Theme`](crate::kit::Theme) | |
/// | `script` | Rhai (`.rhai`) | `Script` | `scripts` |
/// | `film` | animated WebP | `Film` | `films` |
///
/// With the feature `glyphs` there is also the maker `glyph_cache`, which draws the glyphs of all
/// texts into one texture, for `Paint`:
///
/// ```text
/// cache(id: "glyphs", make: "glyph_cache", from: ["en", "zh"]),
/// ```
#[derive(Debug)]
pub enum Kinds {}

impl RegisterKinds<Kinds> for ScreenManager {
    fn register_set(&mut self) {
        self.register::<Blueprint>();
        self.register::<super::Theme>();
        #[cfg(feature = "strings")]
        self.register::<super::Strings>();
        #[cfg(feature = "glyphs")]
        self.register_maker("glyph_cache", super::glyph_cache::glyph_cache);
        #[cfg(feature = "levels")]
        self.register::<super::Level>();
        #[cfg(feature = "atlases")]
        self.register::<super::Atlas>();
        #[cfg(feature = "fonts")]
        self.register::<super::Font>();
        #[cfg(feature = "scripts")]
        self.register::<super::Script>();
        #[cfg(feature = "films")]
        self.register::<super::Film>();
    }
}
