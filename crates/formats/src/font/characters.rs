//! The characters of a font: one table of those that it has, made of the best of its tables.

use std::collections::BTreeMap;

use ttf_parser::cmap::Table;

use super::numbers::{u16_at, u32_at};

/// The maximum of characters in a table; Unicode has 1,114,112.
const MAX_CHARACTERS: u64 = 1 << 21;

/// The upper half of the encoding Mac Roman.
const MAC_ROMAN: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ\
    –—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// The characters of a table `cmap`, with their glyphs, of which there are `glyphs`.
pub(super) fn characters(cmap: &[u8], glyphs: u16) -> Result<BTreeMap<char, u16>, String> {
    let cut = "the table of characters of the font is cut short";
    let records = u16_at(cmap, 2).and_then(|count| cmap.get(4..4 + usize::from(count) * 8)).ok_or(cut)?;
    let parts = records.as_chunks::<8>().0.iter().filter_map(|record| {
        let part = cmap.get(u32_at(record, 4)? as usize..)?;
        let rank = rank(u16_at(record, 0)?, u16_at(record, 2)?, u16_at(part, 0)?);
        (rank > 0).then_some((rank, record, part))
    });
    let mut parts: Vec<_> = parts.collect();
    parts.sort_by_key(|(rank, ..)| std::cmp::Reverse(*rank));
    let mut why = "the font has no characters of Unicode";
    // A part that is broken is none.
    for (rank, record, part) in parts {
        let Some(count) = count(part) else {
            why = cut;
            continue;
        };
        if count > MAX_CHARACTERS {
            return Err(format!("the font has more than {MAX_CHARACTERS} characters"));
        }
        let alone = [&[0, 0, 0, 1], &record[..4], &[0, 0, 0, 12], part].concat();
        let Some(table) = Table::parse(&alone).and_then(|table| table.subtables.get(0)) else {
            why = cut;
            continue;
        };
        let mut found = BTreeMap::new();
        table.codepoints(|code| {
            let character = if rank == MAC { mac_roman(code) } else { char::from_u32(code) };
            let glyph = table.glyph_index(code).filter(|glyph| (1..glyphs).contains(&glyph.0));
            found.extend(character.zip(glyph).map(|(character, glyph)| (character, glyph.0)));
        });
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Err(why.to_owned())
}

/// The rank of a table in Mac Roman.
const MAC: u8 = 1;

/// How good a table is, by its platform, encoding and format; 0 for one that is not read.
const fn rank(platform: u16, encoding: u16, format: u16) -> u8 {
    match (platform, encoding, format) {
        // With several tables in one, and of variants.
        (_, _, 8 | 14..) => 0,
        (3, 10, _) => 6,
        (0, 4 | 6, _) => 5,
        (3, 1, _) => 4,
        (0, _, _) => 3,
        // Symbols, as characters for private use.
        (3, 0, _) => 2,
        (1, 0, _) => MAC,
        _ => 0,
    }
}

fn mac_roman(code: u32) -> Option<char> {
    if code < 0x80 { char::from_u32(code) } else { MAC_ROMAN.chars().nth(code as usize - 0x80) }
}

/// The characters that a part lists, each as often as it is there; `None` if it is cut short.
fn count(part: &[u8]) -> Option<u64> {
    let entries = |at: usize, start: usize, size: usize| {
        let count = u32_at(part, at)? as usize;
        part.get(start..start.checked_add(count.checked_mul(size)?)?)
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
        _ => Some(1 << 16),
    }
}

/// A table `cmap` of these characters.
pub(super) fn table(characters: &BTreeMap<char, u16>) -> Vec<u8> {
    // The first and the last character of a group, and the glyph of the first.
    let mut groups: Vec<[u32; 3]> = Vec::new();
    for (character, glyph) in characters {
        let (code, glyph) = (u32::from(*character), u32::from(*glyph));
        match groups.last_mut() {
            Some([first, last, of_first]) if *last + 1 == code && *of_first + code - *first == glyph => {
                *last = code;
            }
            _ => groups.push([code, code, glyph]),
        }
    }
    let head = [0, 1, 3, 10, 0, 12, 12, 0].map(u16::to_be_bytes);
    let count = groups.len() as u32;
    let numbers = [16 + 12 * count, 0, count].into_iter().chain(groups.into_iter().flatten());
    [head.concat(), numbers.flat_map(u32::to_be_bytes).collect()].concat()
}
