//! The tables of a font file that drawing needs, without those that could take the rasteriser very long.

use super::characters;
use super::numbers::{u16_at, u32_at};

/// What the rasteriser reads for single characters. Kerning and substitutions are not drawn.
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
/// The maximum of points in the outlines of all glyphs, with those of the glyphs that they consist of.
const MAX_POINTS: u32 = 1 << 24;
/// The maximum depth of glyphs that consist of glyphs, which is that of the rasteriser.
const MAX_DEPTH: u32 = 32;

/// The tables of a font, the first one of a file.
pub(super) struct Tables<'a> {
    bytes: &'a [u8],
    version: [u8; 4],
    records: &'a [[u8; 16]],
}

impl<'a> Tables<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Result<Self, String> {
        let cut = || "the font is cut short".to_owned();
        // A collection has a list of the places of its fonts.
        let start = if bytes.starts_with(b"ttcf") { u32_at(bytes, 12).ok_or_else(cut)? as usize } else { 0 };
        let version = match bytes.get(start..).and_then(<[u8]>::first_chunk) {
            Some(version @ (b"\0\x01\0\0" | b"true" | b"OTTO")) => *version,
            Some(b"wOFF" | b"wOF2") => return Err("this is a web font; convert it to TTF or OTF".to_owned()),
            None if start > 0 => return Err(cut()),
            _ => return Err("a font must be TTF or OTF; this file does not start like one".to_owned()),
        };
        let count = u16_at(bytes, start + 4).map(usize::from).ok_or_else(cut)?;
        let records = bytes.get(start + 12..start + 12 + count * 16).ok_or_else(cut)?.as_chunks::<16>().0;
        Ok(Self { bytes, version, records })
    }

    fn get(&self, tag: &[u8; 4]) -> Option<&'a [u8]> {
        // The rasteriser takes the last one too.
        let record = self.records.iter().rfind(|record| record.starts_with(tag))?;
        let (start, length) = (u32_at(record, 8)? as usize, u32_at(record, 12)? as usize);
        self.bytes.get(start..start.checked_add(length)?)
    }

    /// Why nothing of the font can be drawn.
    pub(super) fn why_empty(&self) -> String {
        let other = OTHERS.iter().find(|(tag, _)| self.get(tag).is_some());
        let what = other.map_or("missing", |(_, what)| what);
        format!("the font has no outlines that can be drawn: its glyphs are {what}")
    }

    /// A file of the needed tables only.
    pub(super) fn needed(&self) -> Result<Vec<u8>, String> {
        if self.get(b"glyf").is_none() && self.get(b"CFF ").is_none() {
            return Err(self.why_empty());
        }
        let glyphs = Glyphs {
            data: self.get(b"glyf").unwrap_or_default(),
            places: self.get(b"loca").unwrap_or_default(),
            is_long: self.get(b"head").and_then(|head| u16_at(head, 50)) == Some(1),
        };
        glyphs.check()?;
        let count = self.get(b"maxp").and_then(|maxp| u16_at(maxp, 4)).unwrap_or(u16::MAX);
        let characters = characters::characters(self.get(b"cmap").unwrap_or_default(), count)?;
        let characters = characters::table(&characters);
        let tables = NEEDED.iter().filter_map(|tag| {
            let table = if *tag == b"cmap" { Some(characters.as_slice()) } else { self.get(tag) };
            Some((tag, table?))
        });
        let tables: Vec<_> = tables.collect();
        let mut head = [&self.version[..], &(tables.len() as u16).to_be_bytes(), &[0; 6]].concat();
        let mut data = Vec::new();
        for (tag, table) in &tables {
            let place = 12 + tables.len() * 16 + data.len();
            head.extend(tag.iter());
            head.extend([0, place as u32, table.len() as u32].into_iter().flat_map(u32::to_be_bytes));
            data.extend_from_slice(table);
            data.resize(data.len().next_multiple_of(4), 0);
        }
        head.extend(data);
        Ok(head)
    }
}

/// The outlines of a TrueType font. A glyph may consist of others.
struct Glyphs<'a> {
    data: &'a [u8],
    places: &'a [u8],
    is_long: bool,
}

impl Glyphs<'_> {
    fn place(&self, glyph: usize) -> Option<usize> {
        if self.is_long {
            u32_at(self.places, glyph * 4).map(|place| place as usize)
        } else {
            u16_at(self.places, glyph * 2).map(|place| usize::from(place) * 2)
        }
    }

    fn glyph(&self, number: usize) -> &[u8] {
        let place = self.place(number).zip(self.place(number + 1));
        place.and_then(|(start, end)| self.data.get(start..end)).unwrap_or_default()
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
            at += [(0x8, 2), (0x40, 4), (0x80, 8)]
                .iter()
                .find(|(bit, _)| flags & bit != 0)
                .map_or(0, |(_, size)| *size);
            if flags & 0x20 == 0 {
                break;
            }
        }
        Some((0, parts))
    }

    /// Checks that all glyphs together have a bounded number of points.
    fn check(&self) -> Result<(), String> {
        let count = self.places.len() / if self.is_long { 4 } else { 2 };
        let mut left = self.data.len();
        let mut glyphs = Vec::with_capacity(count);
        for glyph in (0..count).map(|number| self.glyph(number)) {
            left = left.checked_sub(glyph.len()).ok_or("the glyphs of the font overlap")?;
            glyphs.push(Self::parts(glyph).unwrap_or_default());
        }
        // The size of each glyph down to a depth, from the sizes down to the depth before.
        let mut sizes = vec![1_u32; count];
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
}
