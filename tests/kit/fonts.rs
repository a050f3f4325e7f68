//! Fonts, made here: what is read of them, and broken ones.

use proptest::prelude::*;
use proscenium::kit::Font;

use crate::damaged::damaged_bytes;
use crate::{formats, load};

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
    assert!(formats::feed_font(&good()));
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
        (&b"ttcf\0\x01\0\0"[..], "this is a collection of fonts; export one of them as a file"),
        (b"wOF2", "this is a web font; convert it to TTF or OTF"),
        (b"GIF89a", "a font must be TTF or OTF; this file does not start like one"),
        (b"", "a font must be TTF or OTF; this file does not start like one"),
        (&good()[..40], "the font is cut short"),
        (&font(&tables(&[], 66)[..2]), "the font cannot be read: The head table is missing or malformed."),
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
    let mut overlapping = tables(&[triangle(600)], 65);
    overlapping[5].1 = longs(&[0, overlapping[1].1.len() as u32, 0, overlapping[1].1.len() as u32]);
    assert!(error(&font(&overlapping)).ends_with("the glyphs of the font overlap"));
    let mut tables = tables(&[triangle(30_000)], 65);
    tables[2].1[18..20].copy_from_slice(&16_u16.to_be_bytes());
    assert!(error(&font(&tables)).ends_with("the glyph 1 of the font is more than 32 times its size"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_font_never_panics(bytes in damaged_bytes(good())) {
        formats::feed_font(&bytes);
    }
}
