//! The glyphs of a phase: a cache resource made from its texts.

use super::glyphs::GlyphAtlas;
use crate::phase::{MakeResource, MakeStep, Strings};
use crate::platform::TextureId;

/// The atlas of all characters that the resident texts can show, as a texture.
#[derive(Debug)]
pub(super) struct GlyphCache {
    /// Where each character is in the texture.
    pub(super) atlas: GlyphAtlas,
    /// The texture: white letters on nothing, to be drawn in any colour.
    pub(super) texture: TextureId,
}

/// Makes the glyphs of all texts that are resident when its turn comes, for [`Paint`](super::Paint) to
/// draw with. Register it under a name, and manifests can ask for it:
///
/// ```text
/// cache(id: "glyphs", make: "glyph_cache", from: ["en", "zh"]),
/// ```
#[must_use]
pub fn glyph_cache() -> MakeResource {
    MakeResource::once(|cx| {
        let characters: Vec<char> =
            cx.resources().of_type::<Strings>().flat_map(Strings::characters).collect();
        let mut atlas = GlyphAtlas::build(characters);
        // On the GPU the picture is enough; here only the places are still needed.
        let pixels = atlas.take_pixels().ok_or("the atlas has no picture")?;
        let texture = cx.upload(&pixels).map_err(|error| error.to_string())?;
        Ok(MakeStep::done(GlyphCache { atlas, texture }))
    })
}
