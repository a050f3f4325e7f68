//! The glyphs of a phase: a cache resource made from its texts.

use std::error::Error;

use super::glyphs::GlyphAtlas;
use super::strings::Strings;
use crate::phase::FinishContext;
use crate::platform::TextureId;

/// The atlas of all characters that the resident texts can show, as a texture.
#[derive(Debug)]
#[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only a window draws with it"))]
pub(super) struct GlyphCache {
    /// Where each character is in the texture.
    pub(super) atlas: GlyphAtlas,
    /// The texture: white letters on nothing, to be drawn in any colour.
    pub(super) texture: TextureId,
}

/// Makes the glyphs of all texts that are resident when its turn comes. It fails when the GPU refuses the
/// picture.
pub(super) fn glyph_cache(cx: &mut FinishContext<'_>) -> Result<GlyphCache, Box<dyn Error + Send + Sync>> {
    let texts = cx.resources().of_type::<Strings>();
    let characters: Vec<char> = texts.flat_map(|(_, strings)| strings.characters().iter().copied()).collect();
    let mut atlas = GlyphAtlas::build(characters);
    // On the GPU the picture is enough; here only the places are still needed.
    let pixels = atlas.take_pixels().ok_or("the atlas has no picture")?;
    let texture = cx.upload(&pixels)?;
    Ok(GlyphCache { atlas, texture })
}
