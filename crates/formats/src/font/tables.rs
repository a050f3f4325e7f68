//! The tables of a font file that drawing needs.

use ttf_parser::{RawFace, Tag};

/// What the rasteriser reads for single characters, sorted. Kerning and substitutions are not drawn.
const NEEDED: [&[u8; 4]; 12] = [
    b"CFF ", b"OS/2", b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"name", b"vhea",
    b"vmtx",
];
/// Tables of glyphs that the rasteriser does not draw, and what these are.
const OTHERS: [(&[u8; 4], &str); 8] = [
    (b"CBDT", "coloured bitmaps"),
    (b"sbix", "coloured bitmaps"),
    (b"EBDT", "bitmaps"),
    (b"bdat", "bitmaps"),
    (b"COLR", "layers of colours"),
    (b"SVG ", "images of the format SVG"),
    (b"CFF2", "outlines of the format CFF2"),
    (b"glyf", "empty"),
];

fn table<'a>(font: &RawFace<'a>, tag: &[u8; 4]) -> Option<&'a [u8]> {
    // The rasteriser takes the last one of a name too.
    let record = font.table_records.into_iter().filter(|record| record.tag == Tag::from_bytes(tag)).last()?;
    font.data.get(record.offset as usize..)?.get(..record.length as usize)
}

/// Why nothing of the font can be drawn.
pub(super) fn why_empty(font: &RawFace<'_>) -> String {
    let other = OTHERS.iter().find(|(tag, _)| table(font, tag).is_some());
    let what = other.map_or("missing", |(_, what)| what);
    format!("the font has no outlines that can be drawn: its glyphs are {what}")
}

/// A file of the needed tables only, without tables that could take the rasteriser very long.
pub(super) fn needed(font: &RawFace<'_>) -> Vec<u8> {
    let tables: Vec<_> = NEEDED.iter().filter_map(|tag| Some((tag, table(font, tag)?))).collect();
    let mut head = [&[0, 1, 0, 0], &(tables.len() as u16).to_be_bytes()[..], &[0; 6]].concat();
    let mut data = Vec::new();
    for (tag, table) in &tables {
        let place = 12 + tables.len() * 16 + data.len();
        head.extend(tag.iter());
        head.extend([0, place as u32, table.len() as u32].into_iter().flat_map(u32::to_be_bytes));
        data.extend_from_slice(table);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    head.extend(data);
    head
}
