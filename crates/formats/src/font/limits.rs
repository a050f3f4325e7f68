//! The limits of a font: how many characters and points it says it has. The rasteriser reads all of them.

use ttf_parser::{Face, GlyphId, Tag, loca};

/// The maximum number of characters in all tables; Unicode has 1,114,112.
const MAX_CHARACTERS: u64 = 1 << 21;
/// The maximum number of points in the outlines of all glyphs, with the glyphs that they consist of.
const MAX_POINTS: u32 = 1 << 24;
/// The maximum depth of glyphs that consist of glyphs, the same as in `ttf-parser`.
const MAX_DEPTH: u32 = 32;

/// Checks a font, which has the needed tables only.
pub(super) fn check(font: &Face<'_>) -> Result<(), String> {
    let table = |tag| font.raw_face().table(Tag::from_bytes(tag));
    let cmap = table(b"cmap").unwrap_or_default();
    let characters = characters(cmap).ok_or("the table of characters of the font is cut short")?;
    if characters > MAX_CHARACTERS {
        return Err(format!("the font has more than {MAX_CHARACTERS} characters"));
    }
    let (Some(data), Some(places)) = (table(b"glyf"), table(b"loca")) else { return Ok(()) };
    let format = font.tables().head.index_to_location_format;
    match loca::Table::parse(font.tables().maxp.number_of_glyphs, format, places) {
        Some(places) => points(data, places),
        None => Ok(()),
    }
}

/// Whether a file of several fonts is too short for their number, at which `ttf-parser` panics in a debug build.
pub(super) fn is_cut_short(file: &[u8]) -> bool {
    file.starts_with(b"ttcf") && u32_at(file, 8).is_some_and(|fonts| file.len() / 4 < fonts as usize)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The characters that the parts of a table `cmap` list, each as often as it is there; `None` if a part is cut short, at
/// which `ttf-parser` panics in a debug build.
fn characters(cmap: &[u8]) -> Option<u64> {
    let parts = usize::from(u16_at(cmap, 2).unwrap_or(0));
    (0..parts).try_fold(0_u64, |sum, nth| {
        let part = cmap.get(u32_at(cmap, 8 + nth * 8)? as usize..)?;
        Some(sum.saturating_add(listed(part)?))
    })
}

/// The characters that a part lists.
fn listed(part: &[u8]) -> Option<u64> {
    let entries = |at: usize, start: usize, size: usize| {
        let count = u32_at(part, at)? as usize;
        part.get(start..)?.get(..count.checked_mul(size)?)
    };
    let length = |first: u64, last: u64| last.checked_sub(first).map_or(0, |more| more + 1);
    match u16_at(part, 0)? {
        4 => {
            let segments = usize::from(u16_at(part, 6)? / 2);
            let ends = (0..segments).map(|nth| u16_at(part, 14 + nth * 2));
            let starts = (0..segments).map(|nth| u16_at(part, 16 + (segments + nth) * 2));
            ends.zip(starts).map(|(end, start)| Some(length(start?.into(), end?.into()))).sum()
        }
        10 => entries(16, 20, 2).map(|glyphs| glyphs.len() as u64 / 2),
        12 | 13 => {
            let groups = entries(12, 16, 12)?.as_chunks::<12>().0.iter();
            groups.map(|group| Some(length(u32_at(group, 0)?.into(), u32_at(group, 4)?.into()))).sum()
        }
        // Variants of characters.
        14 => entries(6, 10, 11).map(|_| 0),
        _ => Some(1 << 16),
    }
}

/// Checks that all glyphs together have a bounded number of points. A glyph may consist of others.
fn points(data: &[u8], places: loca::Table<'_>) -> Result<(), String> {
    let mut left = data.len();
    let mut glyphs = Vec::new();
    for number in 0..places.len().saturating_sub(1) {
        let place = places.glyph_range(GlyphId(number));
        let glyph = place.and_then(|place| data.get(place)).unwrap_or_default();
        left = left.checked_sub(glyph.len()).ok_or("the glyphs of the font overlap")?;
        glyphs.push(parts(glyph).unwrap_or_default());
    }
    // The size of each glyph down to a depth, from the sizes down to the depth before.
    let mut sizes = vec![1_u32; glyphs.len()];
    for _ in 0..MAX_DEPTH {
        let size = |part: &u16| sizes.get(usize::from(*part)).copied().unwrap_or(1);
        let deeper = |(points, parts): &(u32, Vec<u16>)| {
            parts.iter().fold(points + 1, |sum: u32, part| sum.saturating_add(size(part)))
        };
        sizes = glyphs.iter().map(deeper).collect();
        if sizes.iter().fold(0, |sum: u32, size| sum.saturating_add(*size)) > MAX_POINTS {
            return Err(format!("the outlines of the font have more than {MAX_POINTS} points"));
        }
    }
    Ok(())
}

/// The number of points of a glyph's own outline, and the glyphs that it consists of.
fn parts(data: &[u8]) -> Option<(u32, Vec<u16>)> {
    let mut parts = Vec::new();
    let contours = usize::from(u16_at(data, 0)?);
    if contours < 0x8000 {
        let last = u16_at(data, 8 + 2 * contours).filter(|_| contours > 0);
        return Some((last.map_or(0, |last| u32::from(last) + 1), parts));
    }
    let mut at = 10;
    while let (Some(flags), Some(part)) = (u16_at(data, at), u16_at(data, at + 2)) {
        parts.push(part);
        at += 4 + if flags & 1 == 0 { 2 } else { 4 };
        at += match flags {
            _ if flags & 0x8 != 0 => 2,
            _ if flags & 0x40 != 0 => 4,
            _ if flags & 0x80 != 0 => 8,
            _ => 0,
        };
        if flags & 0x20 == 0 {
            break;
        }
    }
    Some((0, parts))
}
