//! The kit's kinds of resources.

use proscenium_core::support::RegisterKinds;

use crate::ai::Blueprint;
use crate::flow::ScreenManager;

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
///
/// The error of a manifest with a word whose feature is not built in names the feature.
#[derive(Debug)]
pub enum Kinds {}

/// The words of kinds and makers that features bring, with what the error of a manifest says in a build without them.
const NEEDED: [(&str, &str); 7] = [
    ("strings", "texts in several languages need the feature `strings` of proscenium"),
    ("glyph_cache", "the glyphs of texts need the feature `glyphs` of proscenium"),
    ("level", "maps need the feature `levels` of proscenium"),
    ("atlas", "texture atlases need the feature `atlases` of proscenium"),
    ("font", "fonts need the feature `fonts` of proscenium"),
    ("script", "scripts need the feature `scripts` of proscenium"),
    ("film", "films need the feature `films` of proscenium"),
];

impl RegisterKinds<Kinds> for ScreenManager {
    fn register_set(&mut self) {
        NEEDED.iter().for_each(|(word, why)| self.register_missing(word, why));
        self.register::<Blueprint>();
        self.register::<super::Theme>();
        #[cfg(feature = "strings")]
        self.register::<super::Strings>();
        #[cfg(feature = "glyphs")]
        self.register_maker("glyph_cache", proscenium_formats::glyphs::GlyphCache::make);
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
