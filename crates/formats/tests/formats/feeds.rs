//! What any bytes do to the kinds of this crate: for the tests and the fuzz targets (`tools/fuzz`).

#![allow(dead_code, reason = "a fuzz target uses a part of it")]

use proscenium_core::phase::{Asset, LoadError};
use proscenium_core::platform::{AssetPath, MemorySource};

/// Decodes a file. An error must be a message about a file, not a panic.
fn decode<A: Asset>(files: MemorySource, path: &str, bytes: &[u8]) -> Option<A> {
    let result = A::read(&files.with(path, bytes), &AssetPath::new(path).unwrap());
    if let Err(error @ (LoadError::Panicked(_) | LoadError::Code(_))) = &result {
        panic!("{error}");
    }
    result.ok()
}

/// Makes a level of any bytes; returns whether it is one. What it has can be looked up.
pub fn feed_level(bytes: &[u8]) -> bool {
    use proscenium_formats::Level;

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
pub fn feed_atlas(bytes: &[u8]) -> bool {
    use proscenium_formats::Atlas;

    let Some(atlas) = decode::<Atlas>(MemorySource::default(), "a.json", bytes) else { return false };
    for frame in atlas.frames() {
        assert_eq!(atlas.frame(&frame.name), Some(frame));
        assert!(frame.source.right() <= 8192.0 && frame.source.bottom() <= 8192.0);
        // What is kept may stick out of the untrimmed frame.
        let sides = [frame.kept.x, frame.kept.y, frame.kept.w, frame.kept.h, frame.size.0, frame.size.1];
        assert!(sides.iter().all(|side| side.abs() <= 8192.0), "{frame:?}");
        assert!(frame.place(1.0, 2.0, true).0.w >= 1.0);
    }
    atlas.animations().all(|name| atlas.animation(name).count() <= 1 << 16)
}

/// Makes a font of any bytes; returns whether it is one. The rasteriser can draw with it.
pub fn feed_font(bytes: &[u8]) -> bool {
    use proscenium_formats::Font;

    let Some(font) = decode::<Font>(MemorySource::default(), "a.ttf", bytes) else { return false };
    let font = fontdue::Font::from_bytes(font.bytes(), fontdue::FontSettings::default()).unwrap();
    // What macroquad asks of a font.
    font.horizontal_line_metrics(20.0).unwrap();
    ('\0'..'\u{80}').for_each(|character| drop(font.rasterize(character, 15.0)));
    true
}

/// Makes texts of any bytes; returns whether they are texts. Each can be shown.
pub fn feed_strings(bytes: &[u8]) -> bool {
    use proscenium_formats::Strings;

    let Some(strings) = decode::<Strings>(MemorySource::default(), "en.ftl", bytes) else { return false };
    strings.keys().all(|key| strings.format(key, &[("count", 2.into())]).is_some())
}

/// Makes a film of any bytes; returns whether it is one. It is played up to an error.
pub fn feed_film(bytes: &[u8]) -> bool {
    use proscenium_core::phase::Background;
    use proscenium_core::platform::HeadlessGpu;
    use proscenium_formats::Film;

    let Some(film) = decode::<Film>(MemorySource::default(), "a.webp", bytes) else { return false };
    let (background, mut gpu) = (Background::single_threaded(), HeadlessGpu::default());
    for tick in (0..film.ticks().min(60)).chain([0, film.ticks()]) {
        film.show(tick, &background, &mut gpu);
    }
    film.error().is_none()
}
