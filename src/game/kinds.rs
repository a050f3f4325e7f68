//! The further kinds of resources.

use crate::ai::Blueprint;
use crate::flow::ScreenManager;

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

/// Registers the kinds of the enabled features for manifests. A [`Game`](super::Game) does it before its
/// [setup](super::Game::setup); a program with its own loop calls it.
///
/// | word | format | value | feature |
/// |---|---|---|---|
/// | `machine` | RON | [`ai::Blueprint`](crate::ai::Blueprint) | |
/// | `strings` | Fluent (`.ftl`), several files for a language | `Strings` | `strings` |
/// | `level` | Tiled (`.tmx`, with its `.tsx` and `.tx`) | `Level` | `levels` |
/// | `atlas` | `TexturePacker`, Aseprite, free-tex-packer (`.json`) | `Atlas` | `atlases` |
/// | `font` | TrueType, OpenType (`.ttf`, `.otf`) | `Font` | `fonts` |
/// | `theme` | RON | [`Theme`](crate::ui::Theme) | |
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
pub fn register_kinds(manager: &mut ScreenManager) {
    NEEDED.iter().for_each(|(word, why)| manager.assets_mut().register_missing(word, why));
    manager.assets_mut().register::<Blueprint>();
    manager.assets_mut().register::<crate::ui::Theme>();
    #[cfg(feature = "strings")]
    manager.assets_mut().register::<crate::formats::Strings>();
    #[cfg(feature = "glyphs")]
    manager.assets_mut().register_maker("glyph_cache", crate::formats::glyphs::GlyphCache::make);
    #[cfg(feature = "levels")]
    manager.assets_mut().register::<crate::formats::Level>();
    #[cfg(feature = "atlases")]
    manager.assets_mut().register::<crate::formats::Atlas>();
    #[cfg(feature = "fonts")]
    manager.assets_mut().register::<crate::formats::Font>();
    #[cfg(feature = "scripts")]
    manager.assets_mut().register::<crate::formats::Script>();
    #[cfg(feature = "films")]
    manager.assets_mut().register::<crate::formats::Film>();
}
