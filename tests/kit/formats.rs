//! What any bytes do to the kinds of the kit: for the tests and the fuzz targets (`tools/fuzz`).

#![allow(dead_code, reason = "a fuzz target uses a part of it")]

use proscenium::phase::{Asset, LoadError, read_asset};
use proscenium::platform::{AssetPath, MemorySource};

/// Decodes a file. An error must be a message about a file, not a panic.
fn decode<A: Asset>(files: MemorySource, path: &str, bytes: &[u8]) -> Option<A> {
    let result = read_asset(&files.with(path, bytes), &AssetPath::new(path).unwrap());
    if let Err(error @ (LoadError::Panicked(_) | LoadError::Code(_))) = &result {
        panic!("{error}");
    }
    result.ok()
}

/// Makes a level of any bytes; returns whether it is one. What it has can be looked up.
#[cfg(feature = "levels")]
pub fn feed_level(bytes: &[u8]) -> bool {
    use proscenium::kit::Level;

    const TILESET: &str = r#"<tileset name="ground" tilewidth="16" tileheight="16">
        <image source="ground.png" width="64" height="32"/></tileset>"#;
    const TEMPLATE: &str = r#"<template><object name="slime" width="8" height="8"/></template>"#;

    let files = MemorySource::default().with("ground.tsx", TILESET).with("slime.tx", TEMPLATE);
    let Some(level) = decode::<Level>(files, "a.tmx", bytes) else { return false };
    for (number, (_, tiles)) in level.tile_layers().enumerate() {
        for (x, y) in (-40..40).flat_map(|y| (-40..40).map(move |x| (x, y))) {
            let Some(tile) = tiles.get_tile(x, y) else { continue };
            assert!(tile.get_tile().is_some(), "the tile at {x}, {y} is not there");
            Level::source_rect(tile.get_tileset(), tile.id());
            assert!(level.turn(number, (x, y), &tile).0.is_finite());
        }
    }
    for object in level.objects() {
        assert!(object.x.is_finite() && object.rotation.is_finite());
        assert!(object.get_tile().is_none_or(|tile| tile.get_tile().is_some()));
    }
    level.image_layers().count() <= bytes.len()
}

/// Makes an atlas of any bytes; returns whether it is one. Its frames are inside its image.
#[cfg(feature = "atlases")]
pub fn feed_atlas(bytes: &[u8]) -> bool {
    use proscenium::kit::Atlas;

    let Some(atlas) = decode::<Atlas>(MemorySource::default(), "a.json", bytes) else { return false };
    for frame in atlas.frames() {
        assert_eq!(atlas.frame(&frame.name), Some(frame));
        assert!(frame.source.right() <= 8192.0 && frame.source.bottom() <= 8192.0);
        assert!(frame.kept.right() <= frame.size.0 && frame.kept.bottom() <= frame.size.1);
        assert!(frame.place(1.0, 2.0, true).0.w >= 1.0);
    }
    atlas.animations().all(|name| atlas.animation(name).count() <= 1 << 16)
}

/// Makes a font of any bytes; returns whether it is one. The rasteriser can draw with it.
#[cfg(feature = "fonts")]
pub fn feed_font(bytes: &[u8]) -> bool {
    use proscenium::kit::Font;

    let Some(font) = decode::<Font>(MemorySource::default(), "a.ttf", bytes) else { return false };
    let font = fontdue::Font::from_bytes(font.bytes(), fontdue::FontSettings::default()).unwrap();
    // What macroquad asks of a font.
    font.horizontal_line_metrics(20.0).unwrap();
    ('\0'..'\u{80}').for_each(|character| drop(font.rasterize(character, 15.0)));
    true
}
