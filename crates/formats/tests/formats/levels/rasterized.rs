//! A level is what Tiled draws: compared with `tmxrasterizer` of Debian's package `tiled`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::{GzEncoder, ZlibEncoder};
use image::{Rgba, RgbaImage};
use proscenium_core::phase::Asset;
use proscenium_core::platform::MemorySource;
use proscenium_formats::Level;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::path;

/// The width and height of the map in tiles, and the side of a tile in pixels.
const SIZE: (u32, u32) = (9, 7);
const TILE: u32 = 8;
/// The formats of layers.
const FORMATS: [&str; 5] = ["csv", "base64", "zlib", "gzip", "zstd"];

/// An image in which no two pixels are the same, with a gap of two pixels around each tile.
fn sheet() -> RgbaImage {
    RgbaImage::from_fn(52, 32, |x, y| Rgba([(x * 4) as u8, (y * 7) as u8, (x * y) as u8, 255]))
}

/// The numbers of the tiles of a layer, turned in all ways; some places are empty.
fn tiles(layer: u32) -> Vec<u32> {
    let number = |place: u32| {
        let tile = (place * 7 + layer * 3) % 16;
        if tile > 13 { 0 } else { (tile + 1) | (((place * 5 + layer) % 8) << 29) }
    };
    (0..SIZE.0 * SIZE.1).map(number).collect()
}

fn data(format: &str, tiles: &[u32]) -> String {
    use std::io::Read as _;
    let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
    let mut packed = Vec::new();
    match format {
        "csv" => {
            let tiles: Vec<_> = tiles.iter().map(ToString::to_string).collect();
            return format!("<data encoding=\"csv\">{}</data>", tiles.join(","));
        }
        "zlib" => drop(ZlibEncoder::new(bytes.as_slice(), Compression::best()).read_to_end(&mut packed)),
        "gzip" => drop(GzEncoder::new(bytes.as_slice(), Compression::best()).read_to_end(&mut packed)),
        "zstd" => packed = compress_to_vec(bytes.as_slice(), CompressionLevel::Fastest),
        _ => return format!("<data encoding=\"base64\">{}</data>", STANDARD.encode(bytes)),
    }
    format!("<data encoding=\"base64\" compression=\"{format}\">{}</data>", STANDARD.encode(packed))
}

/// A map with a layer of each format, and tiles of a sheet and of images of their own.
fn map() -> String {
    let (width, height) = SIZE;
    let layer = |(number, format): (u32, &&str)| {
        let data = data(format, &tiles(number));
        // What is below shows in the empty places only.
        format!(r#"<layer name="{format}" width="{width}" height="{height}">{data}</layer>"#)
    };
    let layers: Vec<_> = (0..).zip(FORMATS.iter()).map(layer).collect();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="{width}" height="{height}" tilewidth="{TILE}" tileheight="{TILE}" infinite="0">
 <tileset firstgid="1" name="sheet" tilewidth="{TILE}" tileheight="{TILE}" spacing="2" margin="2" tilecount="12" columns="5">
  <image source="sheet.png" width="52" height="32"/>
 </tileset>
 <tileset firstgid="13" name="own" tilewidth="{TILE}" tileheight="{TILE}" tilecount="2" columns="0">
  <tile id="0"><image source="own.png" width="{TILE}" height="{TILE}"/></tile>
  <tile id="1"><image source="own.png" width="{TILE}" height="{TILE}"/></tile>
 </tileset>
 {}<group name="g">{}</group>
</map>"#,
        layers[..2].join("\n"),
        layers[2..].join("\n"),
    )
}

/// The level as a game draws it, layer by layer.
fn drawn(level: &Level, image_of: impl Fn(&str) -> RgbaImage) -> RgbaImage {
    let mut drawn = RgbaImage::new(level.width * TILE, level.height * TILE);
    for (number, (_, tiles)) in level.tile_layers().enumerate() {
        let places = (0..level.height as i32).flat_map(|y| (0..level.width as i32).map(move |x| (x, y)));
        for (column, row) in places {
            let Some(tile) = tiles.get_tile(column, row) else { continue };
            let tileset = tile.get_tileset();
            let own = tile.get_tile().and_then(|tile| tile.image.clone());
            let (image, left, top) = match (own, Level::source_rect(tileset, tile.id())) {
                (Some(own), _) => (image_of(own.source.to_str().unwrap()), 0, 0),
                (None, Some((x, y, ..))) => {
                    (image_of(tileset.image.as_ref().unwrap().source.to_str().unwrap()), x, y)
                }
                (None, None) => panic!("no image"),
            };
            let (rotation, flip_x, flip_y) = level.turn(number, (column, row), &tile);
            for (x, y) in (0..TILE).flat_map(|y| (0..TILE).map(move |x| (x, y))) {
                // The way back: the rotation clockwise, then the flips.
                let (u, v) = if rotation == 0.0 { (x, y) } else { (y, TILE - 1 - x) };
                let flip = |is_flipped: bool, value: u32| if is_flipped { TILE - 1 - value } else { value };
                let pixel = image.get_pixel(left + flip(flip_x, u), top + flip(flip_y, v));
                drawn.put_pixel(column as u32 * TILE + x, row as u32 * TILE + y, *pixel);
            }
        }
    }
    drawn
}

/// Draws with Tiled; `None` where it is not installed.
fn rasterized(map: &Path) -> Option<RgbaImage> {
    let picture = map.with_extension("drawn.png");
    let mut tool = Command::new("tmxrasterizer");
    tool.env("QT_QPA_PLATFORM", "offscreen").arg("--no-smoothing").args([map, &picture]);
    let run = tool.output().ok()?;
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    Some(image::open(picture).unwrap().to_rgba8())
}

#[test]
fn a_level_of_each_format_is_what_tiled_draws() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rasterized");
    fs::create_dir_all(&folder).unwrap();
    let own = RgbaImage::from_fn(TILE, TILE, |x, y| Rgba([255, (x * 30) as u8, (y * 30) as u8, 255]));
    sheet().save(folder.join("sheet.png")).unwrap();
    own.save(folder.join("own.png")).unwrap();
    fs::write(folder.join("map.tmx"), map()).unwrap();
    let level = Level::read(&MemorySource::default().with("map.tmx", map()), &path("map.tmx")).unwrap();
    assert_eq!(level.tile_layers().count(), FORMATS.len());
    let Some(expected) = rasterized(&folder.join("map.tmx")) else {
        return eprintln!("`tmxrasterizer` is not installed (Debian's package `tiled`)");
    };
    let drawn = drawn(&level, |name| if name == "own.png" { own.clone() } else { sheet() });
    assert_eq!(drawn.dimensions(), expected.dimensions());
    let other = drawn.enumerate_pixels().find(|(x, y, pixel)| *pixel != expected.get_pixel(*x, *y));
    assert_eq!(other.map(|(x, y, _)| (x, y)), None);
    // Each layer is seen by itself.
    for (number, format) in (0..).zip(FORMATS) {
        let layer = level.tile_layers().nth(number as usize).unwrap().1;
        let numbers = tiles(number);
        for (place, expected) in numbers.iter().enumerate() {
            let (x, y) = (place as i32 % SIZE.0 as i32, place as i32 / SIZE.0 as i32);
            let number = layer
                .get_tile(x, y)
                .map_or(0, |tile| tile.id() + if tile.tileset_index() == 0 { 1 } else { 13 });
            assert_eq!(number, expected & 0x1fff_ffff, "{format} {x} {y}");
        }
    }
}
