//! The tables of a font file that drawing needs, without those that could take the rasteriser very long.

/// What the rasteriser reads for single characters. Kerning and substitutions are not drawn.
const NEEDED: [&[u8; 4]; 12] = [
    b"CFF ", b"OS/2", b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"name", b"vhea",
    b"vmtx",
];
/// The maximum of characters in the table of characters; Unicode has 1,114,112.
const MAX_CHARACTERS: u64 = 1 << 21;
/// The maximum of points in the outlines of all glyphs, with those of the glyphs that they consist of.
const MAX_POINTS: u32 = 1 << 24;
/// The maximum depth of glyphs that consist of glyphs, which is that of the rasteriser.
const MAX_DEPTH: u32 = 32;

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The file with the needed tables only.
pub(super) fn needed(bytes: &[u8]) -> Result<Vec<u8>, String> {
    match bytes.first_chunk() {
        Some(b"\0\x01\0\0" | b"true" | b"OTTO") => {}
        Some(b"ttcf") => return Err("this is a collection of fonts; export one of them as a file".to_owned()),
        Some(b"wOFF" | b"wOF2") => return Err("this is a web font; convert it to TTF or OTF".to_owned()),
        _ => return Err("a font must be TTF or OTF; this file does not start like one".to_owned()),
    }
    let cut = || "the font is cut short".to_owned();
    let count = u16_at(bytes, 4).map(usize::from).ok_or_else(cut)?;
    let records = bytes.get(12..12 + count * 16).ok_or_else(cut)?.as_chunks::<16>().0;
    let needed = records.iter().filter(|record| NEEDED.iter().any(|tag| record.starts_with(*tag)));
    let mut kept = bytes.to_vec();
    let mut tables = 0_u16;
    for (record, place) in needed.zip(kept[12..].as_chunks_mut::<16>().0) {
        *place = *record;
        tables += 1;
    }
    kept[4..6].copy_from_slice(&tables.to_be_bytes());
    let table = |tag: &[u8; 4]| {
        // The rasteriser takes the last one too.
        let record = records.iter().rfind(|record| record.starts_with(tag))?;
        let (start, length) = (u32_at(record, 8)? as usize, u32_at(record, 12)? as usize);
        bytes.get(start..start.checked_add(length)?)
    };
    if let Some(cmap) = table(b"cmap") {
        let characters = characters(cmap).ok_or("the table of characters of the font is cut short")?;
        if characters > MAX_CHARACTERS {
            return Err(format!("the font has more than {MAX_CHARACTERS} characters"));
        }
    }
    let glyphs = Glyphs {
        data: table(b"glyf").unwrap_or_default(),
        places: table(b"loca").unwrap_or_default(),
        is_long: table(b"head").and_then(|head| u16_at(head, 50)) == Some(1),
    };
    glyphs.check()?;
    Ok(kept)
}

/// The characters of all parts of the table, each as often as it is there; `None` if a part is cut short.
fn characters(cmap: &[u8]) -> Option<u64> {
    let mut total = 0;
    for nth in 0..usize::from(u16_at(cmap, 2)?) {
        let Some(part) = cmap.get(u32_at(cmap, 8 + nth * 8)? as usize..) else { continue };
        // The formats with a count of 16 bits have 65,536 characters at most.
        total += 1 << 16;
        let format = u16_at(part, 0)?;
        let (count_at, size) = match format {
            10 => (16, 2),
            12 | 13 => (12, 12),
            14 => (6, 11),
            _ => continue,
        };
        let count = u32_at(part, count_at)? as usize;
        if count > part.len() / size {
            return None;
        }
        if let 12 | 13 = format {
            let groups = part[16..].as_chunks::<12>().0.iter().take(count);
            let length = |group: &[u8; 12]| {
                u64::from(u32_at(group, 4)?).checked_sub(u32_at(group, 0)?.into()).map(|more| more + 1)
            };
            total += groups.filter_map(length).sum::<u64>();
        }
        if total > MAX_CHARACTERS {
            break;
        }
    }
    Some(total)
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
