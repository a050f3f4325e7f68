//! Fonts, made here: what is read of them, and broken ones.

use proptest::prelude::*;
use proscenium_formats::Font;

use crate::damaged::damaged_bytes;
use crate::{feeds, foreign, load};

/// Big-endian numbers of 16 bits.
fn words(words: &[i32]) -> Vec<u8> {
    words.iter().flat_map(|word| (*word as u16).to_be_bytes()).collect()
}

/// Big-endian numbers of 32 bits.
fn longs(longs: &[u32]) -> Vec<u8> {
    longs.iter().flat_map(|long| long.to_be_bytes()).collect()
}

/// A triangle of this width.
fn triangle(width: i32) -> Vec<u8> {
    let head = words(&[1, 0, 0, width, 700, 2, 0]);
    [head, vec![1; 3], words(&[0, width, -width / 2, 0, 0, 700]), vec![0]].concat()
}

/// A glyph that consists of others.
fn composite(parts: &[i32]) -> Vec<u8> {
    let more = |nth: usize| if nth + 1 == parts.len() { 0 } else { 0x20 };
    let parts = parts.iter().enumerate().flat_map(|(nth, part)| words(&[2 | more(nth), *part, 0]));
    words(&[-1, 0, 0, 1, 1]).into_iter().chain(parts).collect()
}

/// The tables of a font with an empty glyph, `glyphs`, and characters from `A` on to `last`.
fn tables(glyphs: &[Vec<u8>], last: u32) -> Vec<(&'static [u8; 4], Vec<u8>)> {
    let count = glyphs.len() as i32 + 1;
    let mut head = vec![0; 54];
    head[..4].copy_from_slice(&[0, 1, 0, 0]);
    head[12..16].copy_from_slice(&0x5f0f_3cf5_u32.to_be_bytes());
    head[18..20].copy_from_slice(&1000_u16.to_be_bytes());
    head[50..52].copy_from_slice(&1_u16.to_be_bytes());
    let hhea = words(&[1, 0, 800, -200, 0, 900, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    let cmap =
        [words(&[0, 1, 3, 10]), longs(&[12]), words(&[12, 0]), longs(&[28, 0, 1, 65, last, 1])].concat();
    let mut places = vec![0, 0];
    glyphs.iter().for_each(|glyph| places.push(places[places.len() - 1] + glyph.len() as u32));
    vec![
        (b"cmap", cmap),
        (b"glyf", glyphs.concat()),
        (b"head", head),
        (b"hhea", hhea),
        (b"hmtx", words(&vec![500; count as usize + 1])),
        (b"loca", longs(&places)),
        (b"maxp", [longs(&[0x5000]), words(&[count])].concat()),
    ]
}

fn font(tables: &[(&[u8; 4], Vec<u8>)]) -> Vec<u8> {
    let mut head = [vec![0, 1, 0, 0], words(&[tables.len() as i32, 0, 0, 0])].concat();
    let mut data = Vec::new();
    for (tag, table) in tables {
        let place = 12 + tables.len() * 16 + data.len();
        head.extend([tag.to_vec(), longs(&[0, place as u32, table.len() as u32])].concat());
        data.extend(table);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    [head, data].concat()
}

fn good() -> Vec<u8> {
    font(&tables(&[triangle(600), composite(&[1])], 66))
}

fn error(bytes: &[u8]) -> String {
    load::<Font>("fonts/a.ttf", bytes).unwrap_err().to_string()
}

#[test]
fn a_font_keeps_the_tables_that_drawing_needs() {
    assert!(feeds::feed_font(&good()));
    let mut more = tables(&[triangle(600), composite(&[1])], 66);
    more.insert(0, (b"GSUB", vec![0xff; 40]));
    more.insert(6, (b"kern", vec![0; 40]));
    let read: Font = load("fonts/a.ttf", font(&more)).unwrap();
    let read = fontdue::Font::from_bytes(read.bytes(), fontdue::FontSettings::default()).unwrap();
    let (metrics, bitmap) = read.rasterize('A', 20.0);
    assert_eq!((metrics.width, metrics.height, metrics.advance_width), (12, 14, 10.0));
    assert!(bitmap.contains(&255));
    assert_eq!(read.rasterize('B', 20.0).1, bitmap);
}

#[test]
fn a_font_has_the_widths_of_its_characters() {
    let read: Font = load("fonts/a.ttf", good()).unwrap();
    // The advance of 500 units in lines of 1000.
    assert_eq!([read.advance('A'), read.advance('B'), read.advance('好')], [Some(0.5), Some(0.5), None]);
}

#[test]
fn a_file_that_is_no_font_says_what_to_do() {
    let cases = [
        (&b"ttcf\0\x01\0\0"[..], "the font is cut short"),
        (b"ttcf\0\x01\0\0\x77\x4f\x46\0", "the font is cut short"),
        (b"wOF2", "this is a web font; convert it to TTF or OTF"),
        (b"GIF89a", "a font must be TTF or OTF; this file does not start like one"),
        (b"", "the file is empty"),
        (&good()[..40], "the font is cut short"),
        (&font(&tables(&[], 66)[..2]), "the font cannot be read: the head table is missing or malformed"),
    ];
    for (bytes, expected) in cases {
        assert_eq!(error(bytes), format!("fonts/a.ttf: {expected}"));
    }
}

#[test]
fn a_font_that_would_take_very_long_is_an_error() {
    let characters = font(&tables(&[triangle(600)], u32::MAX));
    assert!(error(&characters).ends_with("more than 2097152 characters"));
    let mut twice = tables(&[triangle(600)], 65);
    twice.push((b"cmap", tables(&[], u32::MAX)[0].1.clone()));
    assert!(error(&font(&twice)).ends_with("more than 2097152 characters"));
    let chain: Vec<_> = (2..30).map(|part| composite(&[part, part])).chain([triangle(600)]).collect();
    assert!(error(&font(&tables(&chain, 66))).ends_with("have more than 16777216 points"));
    let circle = font(&tables(&[composite(&[1, 1])], 65));
    assert!(error(&circle).ends_with("have more than 16777216 points"));
    // A glyph of 20,001 points, a thousand times.
    let many = words(&[1, 0, 0, 600, 700, 20_000, 0]);
    let thousand = font(&tables(&[many, composite(&[1; 1000])], 65));
    assert!(error(&thousand).ends_with("have more than 16777216 points"));
    let mut overlapping = tables(&[triangle(600), Vec::new()], 65);
    let length = overlapping[1].1.len() as u32;
    overlapping[5].1 = longs(&[0, length, 0, length]);
    assert!(error(&font(&overlapping)).ends_with("the glyphs of the font overlap"));
    let mut tables = tables(&[triangle(30_000)], 65);
    tables[2].1[18..20].copy_from_slice(&16_u16.to_be_bytes());
    assert!(error(&font(&tables)).ends_with("the glyph 1 of the font is more than 32 times its size"));
}

/// A font of these tables `cmap`: platform, encoding, and the content of each.
fn with_characters(parts: &[(i32, i32, Vec<u8>)]) -> Vec<u8> {
    let mut tables = tables(&[triangle(600), triangle(300)], 66);
    let mut cmap = words(&[0, parts.len() as i32]);
    let mut data = Vec::new();
    for (platform, encoding, part) in parts {
        cmap.extend(
            [words(&[*platform, *encoding]), longs(&[(4 + parts.len() * 8 + data.len()) as u32])].concat(),
        );
        data.extend(part);
    }
    tables[0].1 = [cmap, data].concat();
    font(&tables)
}

/// A table of the format 6: glyphs 1, 2, ... from a code on.
fn listed(first: i32, glyphs: &[i32]) -> Vec<u8> {
    [words(&[6, 10 + 2 * glyphs.len() as i32, 0, first, glyphs.len() as i32]), words(glyphs)].concat()
}

/// The characters of a font that the test knows.
fn has(bytes: &[u8]) -> String {
    let font: Font = load("fonts/a.ttf", bytes).unwrap();
    " ABCÄé·Ž\u{c4}\u{80}\u{f041}\u{f042}🎭"
        .chars()
        .filter(|character| font.advance(*character).is_some())
        .collect()
}

#[test]
fn a_font_has_the_characters_that_have_a_glyph() {
    // The codes of Mac Roman are no characters of Unicode: 0x80 is Ä.
    let mac = || listed(0x80, &[1]);
    assert_eq!(has(&with_characters(&[(1, 0, mac()), (3, 1, listed(65, &[1]))])), "A");
    assert_eq!(has(&with_characters(&[(3, 1, listed(65, &[1])), (1, 0, mac())])), "A");
    // Alone, they are taken as they are, and so are symbols.
    assert_eq!(has(&with_characters(&[(1, 0, mac())])), "\u{80}");
    assert_eq!(has(&with_characters(&[(3, 0, listed(0xf041, &[1]))])), "\u{f041}");
    // Where the rasteriser would draw another glyph than the one of Unicode, the next font has it.
    assert_eq!(has(&with_characters(&[(0, 3, listed(65, &[1, 1])), (1, 0, listed(66, &[2]))])), "A");
    // A glyph without a number, and one that is empty, are none, except for a space.
    assert_eq!(has(&with_characters(&[(0, 3, listed(65, &[0, 1]))])), "B");
    let outside = error(&with_characters(&[(0, 3, listed(65, &[1, 9]))]));
    assert!(outside.contains("the font cannot be read: "), "{outside}");
    let mut spaces = tables(&[triangle(600), Vec::new()], 66);
    spaces[0].1 = [words(&[0, 1, 3, 1]), longs(&[12]), listed(32, &[2, 2, 1]), vec![0; 60]].concat();
    assert_eq!(has(&font(&spaces)), " ");
    let broken = [words(&[12, 0]), longs(&[28, 0, 9, 65, 65, 1])].concat();
    let error = error(&with_characters(&[(3, 10, broken)]));
    assert_eq!(error, "fonts/a.ttf: the table of characters of the font is cut short");
}

#[test]
fn a_font_that_draws_nothing_says_why() {
    let mut bitmaps = tables(&[triangle(600)], 65);
    (bitmaps[1], bitmaps[5]) = ((b"CBDT", vec![0; 9]), (b"CBLC", vec![0; 9]));
    assert!(error(&font(&bitmaps)).ends_with("can be drawn: its glyphs are coloured bitmaps"));
    bitmaps[1].0 = b"EBDT";
    assert!(error(&font(&bitmaps)).ends_with("can be drawn: its glyphs are bitmaps"));
    let mut layers = tables(&[Vec::new()], 65);
    assert!(error(&font(&layers)).ends_with("can be drawn: its glyphs are empty"));
    layers.push((b"COLR", vec![0; 9]));
    assert!(error(&font(&layers)).ends_with("can be drawn: its glyphs are layers of colours"));
}

#[test]
fn segments_that_overlap_do_not_take_long() {
    let count = 10_000;
    let all = |word: i32| words(&[word]).repeat(count);
    let head = words(&[4, 0, 0, 2 * count as i32, 0, 0, 0]);
    let part = [head, all(0xfffe), words(&[0]), all(1), all(0), all(0)].concat();
    assert!(error(&with_characters(&[(3, 1, part)])).ends_with("more than 2097152 characters"));
}

/// Makes fonts, and writes for each font of a list, and of the files in the arguments, what `fontTools` and `FreeType` find
/// in it: a line `CODE ADVANCE` for each character that is drawn, or why nothing is.
const LIST_CHARACTERS: &str = r#"
import sys, unicodedata
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont, TTCollection
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

def box(pen, size):
    pen.moveTo((0, 0)); pen.lineTo((size, 0)); pen.lineTo((size, size)); pen.lineTo((0, size)); pen.closePath()

names = [".notdef", "space", "A", "B", "C", "empty"]
def build(name, characters, is_ttf=True, tables=None):
    builder = FontBuilder(1000, isTTF=is_ttf)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap(characters)
    drawn = {}
    for size, glyph in enumerate(names):
        pen = TTGlyphPen(None) if is_ttf else T2CharStringPen(500 + size, None)
        if glyph not in ("space", "empty"):
            box(pen, 100 * size + 100)
        drawn[glyph] = pen.glyph() if is_ttf else pen.getCharString()
    if is_ttf:
        builder.setupGlyf(drawn)
    else:
        builder.setupCFF("Test", {}, drawn, {})
    builder.setupHorizontalMetrics({glyph: (500 + size, 0) for size, glyph in enumerate(names)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Test", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    if tables:
        cmap = builder.font["cmap"]
        cmap.tables = []
        for format, platform, encoding, mapping in tables:
            table = CmapSubtable.newSubtable(format)
            table.platformID, table.platEncID, table.language, table.cmap = platform, encoding, 0, mapping
            if format in (8, 10, 12, 13):
                table.format, table.reserved, table.length, table.nGroups = format, 0, 0, 0
            cmap.tables.append(table)
    builder.save(name)
    return name

some = {32: "space", 65: "A", 0xe9: "B", 0x4e00: "C", 0x4e01: "empty"}
far = {**some, 0x1f3ad: "A", 0x20000: "B"}
made = [build("plain.ttf", some), build("far.ttf", far), build("cff.otf", far, False)]
for format in (4, 6, 12, 13):
    made.append(build(f"format{format}.ttf", some, True, [(format, 3, 10 if format > 9 else 1, some)]))
low = {32: "space", 65: "A", 128: "B", 200: "C"}
made.append(build("mac_and_windows.ttf", some, True, [(0, 1, 0, low), (4, 3, 1, some)]))
made.append(build("mac6_and_unicode.ttf", some, True, [(4, 0, 3, some), (6, 1, 0, low)]))
made.append(build("mac.ttf", some, True, [(0, 1, 0, low)]))
made.append(build("symbols.ttf", some, True, [(4, 3, 0, {0xf041: "A", 0xf042: "B"})]))
collection = TTCollection()
collection.fonts = [TTFont(made[1]), TTFont(made[0])]
collection.save("two.ttc")
made.append("two.ttc")
half = TTFont(made[0])
del half["glyf"], half["loca"]
half.save("no_outlines.ttf")
made.append("no_outlines.ttf")

def is_blank(code):
    character = chr(code)
    return unicodedata.category(character) in ("Zs", "Zl", "Zp", "Cc", "Cf")

def list_characters(path, out):
    font = TTFont(path, fontNumber=0, lazy=True)
    if "glyf" not in font and "CFF " not in font:
        return out.write("none\n")
    ranks = [(3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0), (3, 0)]
    found = next((table for pair in ranks for table in font["cmap"].tables if (table.platformID, table.platEncID) == pair
        and table.format not in (8, 14)), None)
    characters = found.cmap if found else {}
    if not found:
        mac = next((table for table in font["cmap"].tables if (table.platformID, table.platEncID) == (1, 0)), None)
        if mac:
            characters = mac.cmap
    face = freetype.Face(path)
    any_drawn, lines = False, []
    for code, name in sorted(characters.items()):
        glyph = font.getGlyphID(name)
        if not 0 < glyph < font["maxp"].numGlyphs or 0xd800 <= code < 0xe000:
            continue
        face.load_glyph(glyph, freetype.FT_LOAD_NO_SCALE | freetype.FT_LOAD_NO_BITMAP)
        bounds = face.glyph.outline.get_cbox()
        is_drawn = bounds.xMin < bounds.xMax or bounds.yMin < bounds.yMax
        any_drawn |= is_drawn
        if is_drawn or is_blank(code):
            lines.append(f"{code} {face.glyph.advance.x} {int(is_drawn)}\n")
    out.write("".join(lines) if any_drawn else "none\n")

for number, path in enumerate(made + sys.argv[1:]):
    with open(f"{number}.list", "w") as out:
        out.write(path + "\n")
        try:
            list_characters(path, out)
        except Exception as error:
            out.write(f"broken {error}\n")
"#;

/// Compares a font with the lines of its list; `None` if both have nothing to draw.
fn compare(bytes: Vec<u8>, lines: &[&str]) -> Result<Option<usize>, String> {
    let font: Font = match load("fonts/a.ttf", bytes) {
        Ok(font) => font,
        Err(error) if lines == ["none"] && error.to_string().contains("no outlines that can be drawn") => {
            return Ok(None);
        }
        Err(error) => return Err(error.to_string()),
    };
    let (mut of_first, mut is_blank, mut expected) = (None, Vec::new(), std::collections::BTreeSet::new());
    for line in lines {
        let numbers: Vec<u32> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
        let [code, advance, is_drawn] = numbers[..] else { return Err(format!("the other says: {line}")) };
        let character = char::from_u32(code).unwrap();
        expected.insert(character);
        let Some(own) = font.advance(character) else {
            if is_drawn == 1 {
                return Err(format!("U+{code:04X} is missing"));
            }
            is_blank.push(character);
            continue;
        };
        let (first, first_own) = *of_first.get_or_insert((advance as f32, own));
        if (own * first - advance as f32 * first_own).abs() > 0.01 * first * first_own.max(1.0) {
            return Err(format!("U+{code:04X} has the advance {own}, and {advance} of {first}, {first_own}"));
        }
    }
    let more = ('\0'..'\u{33480}')
        .chain('\u{e0000}'..'\u{e0200}')
        .filter(|character| font.advance(*character).is_some() && !expected.contains(character));
    let more: Vec<u32> = more.filter(|character| !character.is_whitespace()).map(u32::from).collect();
    let invisible = |code: &u32| matches!(code, 0x34f | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180f | 0x2800 | 0x3164 | 0xfe00..=0xfe0f | 0xffa0 | 0xfff0..=0xfffb | 0x1d159 | 0xe0100..=0xe01ef);
    match more.iter().find(|code| !invisible(code)) {
        Some(code) => Err(format!("U+{code:04X} is not there")),
        None => Ok(Some(expected.len())),
    }
}

/// The fonts of the system; all of a folder where it is named.
fn fonts_of_the_system() -> Vec<String> {
    let (root, most) =
        std::env::var("FONTS").map_or(("/usr/share/fonts".to_owned(), 3), |folder| (folder, usize::MAX));
    let mut folders = vec![std::path::PathBuf::from(root)];
    let mut fonts = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let extension = path.extension().map(std::ffi::OsStr::to_ascii_lowercase);
            if path.is_dir() {
                folders.push(path);
            } else if extension.is_some_and(|extension| {
                ["ttf", "otf", "ttc", "otb"].iter().any(|known| extension == **known)
            }) {
                fonts.push(path.to_str().unwrap().to_owned());
            }
        }
    }
    fonts.sort();
    fonts.truncate(most);
    fonts
}

#[test]
fn fonts_have_the_characters_that_font_tools_finds() {
    let fonts = fonts_of_the_system();
    let fonts: Vec<&str> = fonts.iter().map(String::as_str).collect();
    let Some(folder) = foreign::python(
        "fontTools, freetype",
        "python3-fonttools, python3-freetype",
        LIST_CHARACTERS,
        &fonts,
    ) else {
        return;
    };
    let lists = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let mut problems = Vec::new();
    let (mut with, mut without) = (0, 0);
    for list in lists.filter(|path| path.extension().is_some_and(|extension| extension == "list")) {
        let text = std::fs::read_to_string(list).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        match compare(std::fs::read(folder.join(lines[0])).unwrap(), &lines[1..]) {
            Ok(Some(_)) => with += 1,
            Ok(None) => without += 1,
            Err(problem) => {
                eprintln!("{}: {problem}", lines[0]);
                problems.push(format!("{}: {problem}", lines[0]));
            }
        }
    }
    eprintln!("{with} fonts with the same characters, {without} without outlines");
    assert!(problems.is_empty(), "{}: {problems:#?}", folder.display());
    assert!(with >= 12 && without >= 1, "{with} {without}");
    std::fs::remove_dir_all(folder).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_font_never_panics(bytes in damaged_bytes(good())) {
        feeds::feed_font(&bytes);
    }
}
