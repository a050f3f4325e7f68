//! Files of each version of Tiled: what it left out, wrote in another way, or has more.

use proscenium_core::phase::{Asset, DecodeError, LoadError, Position};
use proscenium_core::platform::MemorySource;
use proscenium_formats::Level;
use proscenium_formats::tiled::{Color, ObjectShape, PropertyValue, WangSetType};

use super::{IMAGE, MAP, TEMPLATE, TILESET, floor, load, old_map, packed, source};
use crate::{check, path};

/// The map with the tileset as a part of it.
fn embedded(content: &str) -> MemorySource {
    let image = format!("{IMAGE}{content}");
    MemorySource::default().with("levels/a.tmx", old_map(r#"orientation="orthogonal""#, &image, "1,2,3,0"))
}

/// The map with a tileset in a file.
fn external(content: &str) -> MemorySource {
    source().with("tilesets/ground.tsx", TILESET.replace("</tileset>", &format!("{content}</tileset>")))
}

/// What `check` finds in the files of the level, without the images.
fn warnings(files: MemorySource) -> Vec<String> {
    let problems = check::<Level>(files, r#"level(id: "a", path: "levels/a.tmx")"#);
    let own = problems.iter().filter_map(|problem| problem.strip_prefix("phase `phase`: "));
    own.filter(|problem| !problem.contains("draws with")).map(str::to_owned).collect()
}

#[test]
fn wang_sets_of_tiled_1_1_to_1_4_are_those_of_later_versions() {
    let colour = |kind: &str, name: &str| {
        format!(r##"<wang{kind}color name="{name}" color="#ff0000" tile="-1" probability="1"/>"##)
    };
    let (edges, corners) = (
        [colour("edge", "e1"), colour("edge", "e2")].concat(),
        [colour("corner", "c1"), colour("corner", "c2"), colour("corner", "c3")].concat(),
    );
    let corners_open = corners.replace("/>", "><properties/></wangcornercolor>");
    for (colours, digits, kind, id) in [
        (edges.clone(), "0x1020102", WangSetType::Edge, [2, 0, 1, 0, 2, 0, 1, 0]),
        (corners.clone(), "0x10302010", WangSetType::Corner, [0, 1, 0, 2, 0, 3, 0, 1]),
        (corners_open, "0x30000000", WangSetType::Corner, [0, 0, 0, 0, 0, 0, 0, 3]),
        // One list for both now, in the order of the file.
        (format!("{edges}{corners}"), "0x32101112", WangSetType::Mixed, [2, 3, 1, 3, 0, 3, 2, 5]),
        (format!("{corners}{edges}"), "0xff21", WangSetType::Mixed, [4, 2, 0, 0, 0, 0, 0, 0]),
        (String::new(), "0x0", WangSetType::Mixed, [0; 8]),
    ] {
        let sets = format!(
            r#"<wangsets><wangset name="ground" tile="-1">{colours}<wangtile tileid="1" wangid="{digits}" hflip="0"/>
            </wangset><wangset name="empty" tile="2"/></wangsets>"#
        );
        for files in [embedded(&sets), external(&sets)] {
            let level = load(&files).unwrap();
            let [set, empty] = level.tilesets()[0].wang_sets.as_slice() else { panic!() };
            assert_eq!((set.wang_set_type, set.wang_tiles[&1].wang_id.0), (kind, id), "{sets}");
            assert_eq!(set.wang_colors.len(), colours.matches("name=").count());
            assert_eq!((empty.name.as_str(), empty.tile, empty.wang_tiles.len()), ("empty", Some(2), 0));
            assert_eq!(warnings(files), [""; 0]);
        }
    }
}

#[test]
fn wang_sets_of_later_versions_and_terrains_are_read() {
    let sets = r##"<wangsets><wangset name="g" type="corner" tile="-1" class="x"><wangcolor name="c" color="#00ff00" tile="1" probability="0.5"/>
        <wangtile tileid="0" wangid="0,1,0,1,0,1,0,1"/></wangset></wangsets>"##;
    let terrains = r#"<terraintypes><terrain name="grass" tile="-1"/><terrain name="sand" tile="2"><properties/></terrain></terraintypes>
        <tile id="2" terrain="0,,1,0" probability="0.5"/>"#;
    for content in
        [sets, terrains, &sets.replace(r#" type="corner""#, ""), &sets.replace(r##"color="#00ff00""##, "")]
    {
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

#[test]
fn a_layer_whose_tiles_are_elements_is_read() {
    let tiles = r#"
   <tile gid="1"/><tile/>
   <tile gid="2147483651"></tile> <!-- the last -->
   <tile gid="4"/>"#;
    let map = old_map(r#"orientation="orthogonal""#, IMAGE, tiles).replace(r#" encoding="csv""#, "");
    let level = load(&MemorySource::default().with("levels/a.tmx", map.as_str())).unwrap();
    let tile = |level: &Level, x, y| floor(level).get_tile(x, y).map(|tile| (tile.id(), tile.flip_h));
    let found = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| tile(&level, x, y));
    assert_eq!(found, [Some((0, false)), None, Some((2, true)), Some((3, false))]);
    let fewer = map.replacen(r#"<tile gid="4"/>"#, "", 1);
    let error = load(&MemorySource::default().with("levels/a.tmx", fewer)).unwrap_err().to_string();
    assert!(error.ends_with("there are fewer tiles than its size says, which is 4"), "{error}");
    let chunks = r#"<chunk x="-2" y="0" width="2" height="1"><tile gid="1"/><tile gid="2"/></chunk><chunk x="0" y="0" width="1" height="1"> <tile gid="3"/> </chunk>"#;
    let map =
        old_map(r#"orientation="orthogonal" infinite="1""#, IMAGE, chunks).replace(r#" encoding="csv""#, "");
    let level = load(&MemorySource::default().with("levels/a.tmx", map)).unwrap();
    assert_eq!(
        [-2, -1, 0, 1].map(|x| tile(&level, x, 0).map(|tile| tile.0)),
        [Some(0), Some(1), Some(2), None]
    );
}

#[test]
fn what_is_not_needed_may_be_left_out() {
    let map =
        old_map(r#"orientation="orthogonal""#, IMAGE, "1,1,1,1").replace(r#" version="1.0" width"#, " width");
    assert!(load(&MemorySource::default().with("levels/a.tmx", map)).is_ok());
    let infinite = old_map(
        r#"orientation="orthogonal" infinite="1""#,
        IMAGE,
        r#"<chunk x="0" y="0" width="1" height="1">1</chunk>"#,
    );
    let infinite =
        infinite.replace(r#"<layer name="floor" width="2" height="2">"#, r#"<layer name="floor">"#);
    assert!(
        floor(&load(&MemorySource::default().with("levels/a.tmx", infinite)).unwrap())
            .get_tile(0, 0)
            .is_some()
    );
    let collection = r#"<tileset firstgid="1" name="c"><tile id="0"><image source="a.png" width="8" height="8"/></tile></tileset>"#;
    let map = format!(
        r#"<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8">{collection}<layer width="1" height="1"><data encoding="csv">1</data></layer></map>"#
    );
    assert_eq!(load(&MemorySource::default().with("levels/a.tmx", map)).unwrap().tilesets()[0].tilecount, 1);
    assert!(load(&embedded(r#"<tileoffset x="3"/>"#)).is_ok_and(|level| level.tilesets()[0].offset_x == 3));
}

#[test]
fn a_value_of_a_newer_version_loses_only_itself() {
    let files = |from: &str, to: &str| {
        assert!(MAP.contains(from), "{from}");
        source().with("levels/a.tmx", MAP.replacen(from, to, 1))
    };
    let map = "<map version=\"1.10\"";
    for (name, value) in
        [("renderorder", "spiral"), ("backgroundcolor", "papayawhip"), ("backgroundcolor", "#ff00f")]
    {
        let files = files(map, &format!("{map} {name}=\"{value}\""));
        assert!(load(&files).is_ok());
        let reason = if name == "renderorder" { "not known" } else { "no colour" };
        assert_eq!(
            warnings(files),
            [format!("levels/a.tmx:2:1: `{name}` is `{value}`, which is {reason} and is left out")]
        );
    }
    let tileset = TILESET
        .replace("<tileset ", "<tileset tilerendersize=\"huge\" fillmode=\"fit\" objectalignment=\"up\" ");
    let tileset = source().with("tilesets/ground.tsx", tileset);
    assert!(load(&tileset).is_ok());
    let found = warnings(tileset);
    assert!(
        found.len() == 3 && found.iter().all(|what| what.starts_with("tilesets/ground.tsx:2:1: `")),
        "{found:?}"
    );
    let property =
        |property: &str| files("<point/>", &format!("<point/><properties>{property}</properties>"));
    let value = |files: MemorySource| load(&files).unwrap().object("start").unwrap().properties["p"].clone();
    let newer = property(r#"<property name="p" type="vector" value="1,2"/>"#);
    assert_eq!(
        warnings(newer.clone()),
        ["levels/a.tmx:12:78: the type `vector` of a property is not known; it is a text here"]
    );
    assert_eq!(value(newer), PropertyValue::StringValue("1,2".to_owned()));
    // Tiled writes this for a colour that is not set.
    let unset = property(r#"<property name="p" type="color" value=""/>"#);
    assert_eq!((warnings(unset.clone()).len(), value(unset)), (0, PropertyValue::StringValue(String::new())));
    let short = property(r##"<property name="p" type="color" value="#fa0"/>"##);
    assert_eq!(value(short), PropertyValue::ColorValue(Color { alpha: 255, red: 255, green: 170, blue: 0 }));
    let element = files("<point/>", "<point/><halo size=\"3\"><x/></halo>");
    assert!(load(&element).is_ok());
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
    for list in ["0,0 4.5,-8 1,1", "  0,0  4.5,-8\n 1,1 "] {
        assert_eq!(
            object(&format!("<polygon points=\"{list}\"/>")),
            ObjectShape::Polygon { points: points.clone() }
        );
        assert_eq!(
            object(&format!("<polyline points=\"{list}\"/>")),
            ObjectShape::Polyline { points: points.clone() }
        );
    }
    let text = object(
        r##"<text fontfamily="Sans" pixelsize="9" wrap="1" color="#fff" halign="mid">Hi &amp; bye</text>"##,
    );
    let ObjectShape::Text { text, pixel_size, color, .. } = text else { panic!() };
    assert_eq!((text.as_str(), pixel_size, color.red), ("Hi & bye", 9, 255));
}

#[test]
fn an_object_keeps_its_own_class_beside_its_template() {
    let map = MAP
        .replace("template=\"../templates/slime.tx\"", "template=\"../templates/slime.tx\" class=\"boss\"");
    let level = load(&source().with("levels/a.tmx", map)).unwrap();
    assert_eq!(level.object("slime").unwrap().user_type, "boss");
    let plain = TEMPLATE.replace("type=\"monster\" ", "class=\"pet\" ");
    assert_eq!(
        load(&source().with("templates/slime.tx", plain)).unwrap().object("slime").unwrap().user_type,
        "pet"
    );
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
        ("width=\"72\"", "width=\"1\"", "no tiles fit into the image of 1 x 38 pixels"),
        ("width=\"72\"", "", "it needs `textures/ground.png`: there is no such file"),
        ("source=\"../textures/ground.png\" width=\"72\"", "", "an image has no `source`"),
        ("../textures/ground.png", "../../../x.png", "it leads out of the assets folder"),
        ("../textures/ground.png", "/x.png", "is not the path of an asset"),
    ] {
        // With and without what is counted from the image.
        for counts in [r#"tilecount="8" columns="4""#, ""] {
            let tileset = TILESET.replace(r#"tilecount="8" columns="4""#, counts).replace(old, bad);
            let lines = tileset.replace("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", "");
            for (tileset, line) in [(tileset, 3), (lines, 2)] {
                let files = source().with("tilesets/ground.tsx", tileset.as_str());
                if !(counts.len() > 1 && bad.contains("\"1\"")) {
                    let error = error(&files);
                    assert_eq!(place(&error), ("tilesets/ground.tsx", line, 2), "{error}");
                    assert!(error.what.contains(reason), "{error}");
                }
            }
        }
    }
    assert!(TILESET.contains(image));
}

#[test]
fn a_mistake_in_a_tileset_of_the_map_has_its_own_reason() {
    for (bad, reason) in [
        ("<tile/>", "`<tile>` has no `id`"),
        ("<tile id=\"x\"/>", "`id` is `x`, which is no number that fits here"),
        ("<tile id=\"1\"><animation><frame tileid=\"0\"/></animation></tile>", "`<frame>` has no `duration`"),
        ("<tile id=\"1\" probability=\"often\"/>", "an attribute is missing here, or has a value"),
        (
            "<wangsets><wangset><wangtile tileid=\"1\" wangid=\"1,2\"/></wangset></wangsets>",
            "`wangid` is `1,2`",
        ),
    ] {
        let error = error(&embedded(&format!("\n  {bad}\n")));
        let (file, line, column) = place(&error);
        assert_eq!((file, line), ("levels/a.tmx", 5), "{error}");
        assert!(column >= 3 && error.what.contains(reason), "{error}");
    }
    let map = old_map(r#"orientation="orthogonal""#, IMAGE, "1,1,1,1").replace("firstgid=\"1\" ", "");
    let error = error(&MemorySource::default().with("levels/a.tmx", map));
    assert_eq!((place(&error), error.what.as_str()), (("levels/a.tmx", 4, 2), "a tileset has no `firstgid`"));
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
