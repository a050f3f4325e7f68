//! Files of each version of Tiled: what it left out, wrote in another way, or has more.

use proscenium_core::phase::{Asset, DecodeError, LoadError, Position};
use proscenium_core::platform::MemorySource;
use proscenium_formats::Level;
use proscenium_formats::tiled::{Color, ObjectShape, PropertyValue};

use super::{IMAGE, MAP, TILESET, load, old_map, packed, source};
use crate::path;

/// The map with the tileset as a part of it.
fn embedded(content: &str) -> MemorySource {
    let image = format!("{IMAGE}{content}");
    MemorySource::default().with("levels/a.tmx", old_map(r#"orientation="orthogonal""#, &image, "1,2,3,0"))
}

/// The map with a tileset in a file.
fn external(content: &str) -> MemorySource {
    source().with("tilesets/ground.tsx", TILESET.replace("</tileset>", &format!("{content}</tileset>")))
}

#[test]
fn wang_sets_of_later_versions_and_terrains_are_read() {
    let sets = r##"<wangsets><wangset name="g" type="corner" tile="-1" class="x"><wangcolor name="c" color="#00ff00" tile="1" probability="0.5"/>
        <wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/></wangset></wangsets>"##;
    let terrains = r#"<terraintypes><terrain name="grass" tile="-1"/><terrain name="sand" tile="2"><properties/></terrain></terraintypes>
        <tile id="2" terrain="0,,1,0" probability="0.5"/>"#;
    for content in [sets, terrains] {
        assert!(load(&embedded(content)).is_ok() && load(&external(content)).is_ok(), "{content}");
    }
    let level = load(&embedded(sets)).unwrap();
    assert_eq!(level.tilesets()[0].wang_sets[0].wang_tiles[&0].wang_id.0, [0, 1, 0, 1, 0, 1, 0, 1]);
}

/// The tiles 2, 3 flipped, 0, 0, 1, 4 turned, as `zstd` packs them.
const ZSTD: [&str; 2] =
    ["KLUv/QRorQAAgkEECfA5/0TupJQyBfz9+P/v608AMmqM0g==", "KLUv/QBYwQAAAgAAAAMAAIAAAAAAAAAAAAEAAAAEAAAg"];
/// A megabyte of zeros four times.
const ZSTD_BOMB: &str = "KLUv/QRoTAAACAABAPz/ORACAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQ\
                         AAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAAwAQACidvHw=";

#[test]
fn a_layer_that_zstd_has_packed_is_read() {
    let unpacked = "<data encoding=\"base64\">AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA</data>";
    assert!(MAP.contains(unpacked));
    let zstd = |data: &str| {
        let data = format!("<data encoding=\"base64\" compression=\"zstd\">\n   {data}\n  </data>");
        source().with("levels/a.tmx", MAP.replace(unpacked, &data))
    };
    for data in ZSTD {
        let level = load(&zstd(data)).unwrap();
        let (_, roof) = level.tile_layers().nth(1).unwrap();
        let tile = |x, y| roof.get_tile(x, y).map(|tile| (tile.id(), tile.flip_h, tile.flip_d));
        let tiles = [tile(0, 0), tile(1, 0), tile(2, 0), tile(0, 1), tile(1, 1), tile(2, 1)];
        let some = |id, flip_h, flip_d| Some((id, flip_h, flip_d));
        assert_eq!(
            tiles,
            [
                some(1, false, false),
                some(2, true, false),
                None,
                None,
                some(0, false, false),
                some(3, false, true)
            ]
        );
        for cut in (1..data.len()).step_by(3) {
            let error = load(&zstd(&data[..cut])).unwrap_err().to_string();
            assert!(
                error.starts_with("levels/a.tmx:9:") || error.starts_with("levels/a.tmx:11:"),
                "{cut}: {error}"
            );
        }
    }
    assert!(load(&packed(&[2, 0, 0, 0].repeat(6), "zstd")).is_ok());
    let bomb = zstd(ZSTD_BOMB);
    let mut message = String::new();
    let taken = allocation_counter::measure(|| message = load(&bomb).unwrap_err().to_string());
    assert!(message.ends_with("there are more tiles than its size says, which is 6"), "{message}");
    assert!(taken.bytes_max < 16 << 20, "{} bytes", taken.bytes_max);
}

/// The end of a message about what `tiled` does not read.
const SAVE_IT: &str = "; open the file in Tiled 1.10 or a later version, and save it again";

#[test]
fn what_tiled_does_not_read_is_refused_with_how_to_save_it() {
    let old_set = r#"<wangsets><wangset name="g" tile="-1"><wangtile tileid="1" wangid="0x1020102"/></wangset></wangsets>"#;
    let error = load(&external(old_set)).unwrap_err().to_string();
    assert_eq!(
        error,
        format!(
            "tilesets/ground.tsx:5:11: the Tiled format does not allow this: Missing attribute: type{SAVE_IT}"
        )
    );
    let newer = MAP.replacen(
        "<point/>",
        r#"<point/><properties><property name="p" type="vector" value="1,2"/></properties>"#,
        1,
    );
    let error = load(&source().with("levels/a.tmx", newer)).unwrap_err().to_string();
    assert!(
        error.starts_with("levels/a.tmx:12:") && error.contains("'vector'") && error.ends_with(SAVE_IT),
        "{error}"
    );
    let save = "choose `CSV` or `Base64 (zlib compressed)` as `Tile Layer Format` in the properties of the map, and save it again";
    for (attributes, format) in [("", "XML"), (r#" encoding="base64" compression="lzma""#, "base64 lzma")] {
        let map = MAP.replace(r#" encoding="base64""#, attributes);
        let error = load(&source().with("levels/a.tmx", map)).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("levels/a.tmx:9:50: layers of the format `{format}` cannot be read; {save}")
        );
    }
}

#[test]
fn a_colour_that_is_not_set_is_transparent() {
    let property = |property: &str| {
        let map = MAP.replacen("<point/>", &format!("<point/><properties>{property}</properties>"), 1);
        load(&source().with("levels/a.tmx", map)).unwrap().object("start").unwrap().properties["p"].clone()
    };
    let transparent = PropertyValue::ColorValue(Color { alpha: 0, red: 0, green: 0, blue: 0 });
    assert_eq!(property(r#"<property name="p" type="color" value=""/>"#), transparent);
    let list = r#"<property name="p" type="list"><item type="color" value=""/></property>"#;
    assert_eq!(property(list), PropertyValue::ListValue(vec![transparent]));
    assert_eq!(property(r#"<property name="p" value=""/>"#), PropertyValue::StringValue(String::new()));
}

#[test]
fn objects_of_each_kind_are_read() {
    let object = |content: &str| {
        let map = MAP.replacen("<point/>", content, 1).replacen(
            "x=\"8\" y=\"24\"",
            "x=\"8\" y=\"24\" width=\"6\" height=\"4\"",
            1,
        );
        load(&source().with("levels/a.tmx", map)).unwrap().object("start").unwrap().shape.clone()
    };
    let (width, height) = (6.0, 4.0);
    assert_eq!(object(""), ObjectShape::Rect { width, height });
    assert_eq!(object("<ellipse/>"), ObjectShape::Ellipse { width, height });
    assert_eq!(object("<capsule/>"), ObjectShape::Capsule { width, height });
    assert!(matches!(object("<point/>"), ObjectShape::Point(..)));
    let points = vec![(0.0, 0.0), (4.5, -8.0), (1.0, 1.0)];
    let list = r#"points="0,0 4.5,-8 1,1"/>"#;
    assert_eq!(object(&format!("<polygon {list}")), ObjectShape::Polygon { points: points.clone() });
    assert_eq!(object(&format!("<polyline {list}")), ObjectShape::Polyline { points });
    let text = object(
        r##"<text fontfamily="Sans" pixelsize="9" wrap="1" color="#ffffff" halign="right">Hi &amp; bye</text>"##,
    );
    let ObjectShape::Text { text, pixel_size, color, .. } = text else { panic!() };
    assert_eq!((text.as_str(), pixel_size, color.red), ("Hi & bye", 9, 255));
}

fn error(files: &MemorySource) -> DecodeError {
    match Level::read(files, &path("levels/a.tmx")) {
        Err(LoadError::Decode(error)) => error,
        other => panic!("{other:?}"),
    }
}

/// The file, line and column of an error.
fn place(error: &DecodeError) -> (&str, usize, usize) {
    let Position { line, column } = error.position.unwrap_or_else(|| panic!("{error}"));
    (error.path.as_str(), line, column)
}

#[test]
fn a_mistake_is_placed_where_it_is() {
    let image = r#"<image source="../textures/ground.png" width="72" height="38"/>"#;
    for (old, bad, reason) in [
        ("width=\"72\"", "width=\"wide\"", "`width` is `wide`"),
        ("width=\"72\"", "", "it needs `textures/ground.png`: there is no such file"),
        ("source=\"../textures/ground.png\"", "", "an image has no `source`"),
        ("../textures/ground.png", "../../../x.png", "it leads out of the assets folder"),
        ("../textures/ground.png", "/x.png", "is not the path of an asset"),
    ] {
        // With and without what is counted from the image.
        for counts in [r#"tilecount="8" columns="4""#, ""] {
            let tileset = TILESET.replace(r#"tilecount="8" columns="4""#, counts).replace(old, bad);
            let lines = tileset.replace("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "");
            for (tileset, line) in [(tileset, 3), (lines, 2)] {
                let files = source().with("tilesets/ground.tsx", tileset.as_str());
                let error = error(&files);
                assert_eq!(place(&error), ("tilesets/ground.tsx", line, 2), "{error}");
                assert!(error.what.contains(reason), "{error}");
            }
        }
    }
    assert!(TILESET.contains(image));
}

#[test]
fn a_mistake_in_a_tileset_of_the_map_has_its_place() {
    for bad in [
        "<tile/>",
        "<tile id=\"x\"/>",
        "<tile id=\"1\"><animation><frame tileid=\"0\"/></animation></tile>",
        "<tile id=\"1\" probability=\"often\"/>",
    ] {
        let error = error(&embedded(&format!("\n  {bad}\n")));
        let (file, line, column) = place(&error);
        assert_eq!((file, line), ("levels/a.tmx", 5), "{error}");
        assert!(
            column >= 3 && error.what.contains("an attribute is missing here, or has a value"),
            "{error}"
        );
    }
    let map = old_map(r#"orientation="orthogonal""#, IMAGE, "1,1,1,1").replace("firstgid=\"1\" ", "");
    let error = error(&MemorySource::default().with("levels/a.tmx", map));
    assert!(error.what.contains("Missing attribute: firstgid"), "{error}");
}

#[test]
fn a_file_that_is_missing_is_placed_where_it_is_named() {
    let files = MemorySource::default().with("levels/a.tmx", MAP);
    let missing = error(&files);
    assert_eq!(place(&missing), ("levels/a.tmx", 3, 2), "{missing}");
    assert_eq!(missing.what, "it needs `tilesets/ground.tsx`: there is no such file");
    let missing = error(&files.with("tilesets/ground.tsx", TILESET));
    assert_eq!(
        (place(&missing), missing.what.contains("templates/slime.tx")),
        (("levels/a.tmx", 13, 3), true)
    );
    let template = r#"<template>
 <tileset firstgid="1" source="none.tsx"/><object/></template>"#;
    let missing = error(&source().with("templates/slime.tx", template));
    assert_eq!(
        (place(&missing), missing.what.contains("templates/none.tsx")),
        (("templates/slime.tx", 2, 2), true)
    );
}
