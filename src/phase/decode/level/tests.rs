use futures_lite::future::block_on;

use super::*;
use crate::platform::{AssetSource, MemorySource, ReadCause};

const TILESET: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="ground" tilewidth="16" tileheight="16" spacing="1" margin="2" tilecount="8" columns="4">
 <image source="../textures/ground.png" width="72" height="38"/>
 <tile id="1"><properties><property name="solid" type="bool" value="true"/></properties></tile>
</tileset>"#;

const TEMPLATE: &str = r#"<template><object name="slime" type="monster" width="8" height="8">
 <properties><property name="mood" value="calm"/></properties></object></template>"#;

const MAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16" infinite="0">
 <!-- a small level -->
 <properties><property name="music" value="calm &amp; dark"/></properties>
 <tileset firstgid="1" source="../tilesets/ground.tsx"/>
 <layer id="1" name="floor" width="3" height="2"><data encoding="csv">
1,1,2,
2147483649,0,3
</data></layer>
 <group name="above" visible="0">
  <layer id="2" name="roof" width="3" height="2"><data encoding="base64">AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA</data></layer>
 </group>
 <objectgroup name="things">
  <object id="1" name="start" class="spawn" x="8" y="24"><point/></object>
  <object id="2" template="../templates/slime.tx" x="16" y="0"/>
  <object id="3" name="sign" gid="3" x="32" y="32" width="16" height="16"/>
 </objectgroup>
</map>"#;

fn source() -> MemorySource {
    MemorySource::default()
        .with("levels/a.tmx", MAP)
        .with("tilesets/ground.tsx", TILESET)
        .with("templates/slime.tx", TEMPLATE)
}

fn load(source: &MemorySource) -> Result<Level, LoadCause> {
    let path = AssetPath::new("levels/a.tmx").unwrap();
    let files = block_on(async { read_level(&path, source.read(&path).await?, source).await })?;
    decode_level(&path, &files)
}

fn load_map(map: impl Into<Vec<u8>>) -> Result<Level, LoadCause> {
    load(&source().with("levels/a.tmx", map))
}

/// The text of the error of a map, in which `from` of a good one was replaced by `to`.
fn error(from: &str, to: &str) -> String {
    assert!(MAP.contains(from), "{from}");
    load_map(MAP.replacen(from, to, 1)).unwrap_err().to_string()
}

#[test]
fn a_map_with_its_tileset_and_template_becomes_plain_data() {
    let level = load(&source()).unwrap();
    assert_eq!((level.width(), level.height(), level.tile_width(), level.tile_height()), (3, 2, 16, 16));
    assert_eq!(level.properties()["music"].as_text(), Some("calm & dark"));

    let [floor, roof] = level.layers() else { panic!("{:?}", level.layers()) };
    assert_eq!(
        (floor.name.as_str(), floor.visible, roof.name.as_str(), roof.visible),
        ("floor", true, "roof", false)
    );
    let tile = floor.tile(0, 1).unwrap();
    assert_eq!((tile.tileset, tile.id, tile.flip_x, tile.flip_y, tile.flip_d), (0, 0, true, false, false));
    assert_eq!(floor.tile(2, 1).unwrap().id, 2);
    assert_eq!(
        (floor.tile(1, 1), floor.tile(3, 0), floor.tile(-1, 0), floor.tile(0, 2)),
        (None, None, None, None)
    );

    let ground = &level.tilesets()[0];
    assert_eq!(ground.image.as_ref().unwrap().as_str(), "textures/ground.png");
    assert_eq!(ground.source_rect(5), Some((19, 19, 16, 16)));
    assert_eq!(ground.source_rect(8), None);

    let solid: Vec<_> =
        (0..2).flat_map(|y| (0..3).map(move |x| (x, y))).filter(|(x, y)| level.is_solid(*x, *y)).collect();
    assert_eq!(solid, [(0, 0), (2, 0)]);
    assert!(level.is_solid(-1, 0) && level.is_solid(3, 0) && level.is_solid(0, i32::MAX));

    let start = level.object("start").unwrap();
    assert_eq!((start.class.as_str(), start.x, start.y, start.width), ("spawn", 8.0, 24.0, 0.0));
    let slime = level.object("slime").unwrap();
    assert_eq!((slime.class.as_str(), slime.x, slime.width), ("monster", 16.0, 8.0));
    assert_eq!(slime.properties["mood"].as_text(), Some("calm"));
    assert_eq!(level.object("sign").unwrap().y, 16.0);
    assert_eq!(level.object("nobody"), None);
}

#[test]
fn a_packed_layer_is_unpacked_and_one_that_is_too_short_is_refused() {
    let packed = |data: &str| {
        MAP.replace(
            "encoding=\"base64\">AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA<",
            &format!("encoding=\"base64\" compression=\"zlib\">{data}<"),
        )
    };
    // Six tiles and one tile.
    let whole = "eNpjYsAOAABIAAM=";
    assert_eq!(load_map(packed(whole)).unwrap().layers()[1].tile(0, 0).unwrap().id, 1);
    let short = "eNpjYmBgAAAADAAD";
    let error = load_map(packed(short)).unwrap_err().to_string();
    assert!(error.contains("the layer `roof` has fewer tiles than the map"), "{error}");
    let error = load_map(packed(&"A".repeat(65 << 10))).unwrap_err().to_string();
    assert!(error.contains("65536 bytes") && error.contains("CSV"), "{error}");
}

#[test]
fn a_missing_tileset_is_named_with_the_level_and_one_that_broke_off_can_be_tried_again() {
    let without = MemorySource::default().with("levels/a.tmx", MAP).with("templates/slime.tx", TEMPLATE);
    let error = load(&without).unwrap_err();
    assert_eq!(
        error.to_string(),
        "levels/a.tmx: it needs the tileset `tilesets/ground.tsx`: there is no such file"
    );
    let error = load(&source().breaking_off("tilesets/ground.tsx", 1)).unwrap_err();
    assert!(matches!(&error, LoadCause::Read(error) if error.may_pass()), "{error}");
    let error = load(&MemorySource::default()).unwrap_err();
    assert!(matches!(&error, LoadCause::Read(error) if error.cause == ReadCause::NotFound), "{error}");
}

#[test]
fn a_path_that_leaves_the_assets_folder_is_refused() {
    for bad in ["../../../etc/passwd", "/etc/passwd", "C:\\x.tsx", "http://a?b.tsx"] {
        let tileset = load_map(MAP.replace("../tilesets/ground.tsx", bad)).unwrap_err();
        assert!(matches!(tileset, LoadCause::Path(_)), "{bad}: {tileset}");
        let image = TILESET.replace("../textures/ground.png", bad);
        let image = load(&source().with("tilesets/ground.tsx", image));
        assert!(matches!(image, Err(LoadCause::Path(_))), "{bad}: {image:?}");
    }
}

#[test]
fn what_a_level_cannot_be_is_said_with_the_place() {
    assert!(error("\"orthogonal\"", "\"isometric\"").contains(":2:1: the map is isometric"));
    assert!(error("infinite=\"0\"", "infinite=\"1\"").contains("infinite"));
    assert!(error("width=\"3\"", "width=\"60000\"").contains("60000 x 2 tiles; each side may have 1024"));
    assert!(error("width=\"3\"", "width=\"0\"").contains("no width"));
    assert!(error("height=\"2\"", "height=\"-2\"").contains("not a whole number"));
    assert!(
        error("name=\"floor\" width=\"3\"", "name=\"floor\" width=\"4\"")
            .contains("not 3 x 2 tiles like the map")
    );
    let short = error("2147483649,0,3", "2147483649,0");
    assert!(short.contains(":6:50: the layer has 5 tiles, the map has 6"), "{short}");
    assert!(error("AgAAAAAA", "").contains("the layer has 4 tiles"));
    assert!(error("encoding=\"csv\"", "").contains("CSV"));
    assert!(error("1,1,2", "1,x,2").contains("invalid digit"));
    assert!(error("x=\"8\"", "x=\"NaN\"").contains("no number"));
    assert!(error("x=\"8\"", "x=\"left\"").contains("levels/a.tmx:14:3: Tiled's format"));
}

#[test]
fn what_is_not_well_formed_is_said_with_the_place() {
    assert!(error("</group>", "</grop>").contains(":12:2: `</grop>` closes `<group>`"));
    assert!(error("name=\"floor\"", "name=\"floor").contains(":6:2: an attribute of `<layer>`"));
    assert!(error("name=\"floor\"", "name=\"a<b\"").contains(":6:2:"));
    assert!(error("<!-- a", "<!DOCTYPE a").contains("no `<!`"));
    assert!(error("<map", "<x:map").contains("name of an element"));
    assert!(error("<map", "<html").contains("a map starts with `<map>`"));
    let half = load_map(&MAP[..MAP.find("</objectgroup>").unwrap()]).unwrap_err().to_string();
    assert!(half.contains("ends inside `<objectgroup>`"), "{half}");
    assert!(load_map("").unwrap_err().to_string().contains("no elements"));
    assert!(load_map(b"<map \xff>".to_vec()).unwrap_err().to_string().contains(":1:6: the byte 0xff"));
    let tileset =
        load(&source().with("tilesets/ground.tsx", TILESET.replace("id=\"1\"", "id=\"one\""))).unwrap_err();
    assert!(tileset.to_string().starts_with("tilesets/ground.tsx:4:2: "), "{tileset}");
}

#[test]
fn files_that_need_each_other_in_a_circle_are_refused() {
    let circle = r#"<template><tileset firstgid="1" source="../tilesets/ground.tsx"/><object/></template>"#;
    let object = r#"<tile id="2"><objectgroup><object template="../templates/slime.tx"/></objectgroup></tile></tileset>"#;
    let tileset = TILESET.replace("</tileset>", object);
    let source = source().with("templates/slime.tx", circle).with("tilesets/ground.tsx", tileset);
    let error = load(&source).unwrap_err().to_string();
    assert!(error.contains("in a circle"), "{error}");
}

#[test]
fn a_tileset_that_is_named_in_two_ways_is_one_file() {
    let template = r#"<template><tileset firstgid="1" source="../tilesets/../tilesets/ground.tsx"/><object gid="1"/></template>"#;
    assert!(load(&source().with("templates/slime.tx", template)).is_ok());
}

#[test]
fn the_longest_chain_of_files_does_not_overflow_the_stack() {
    let chain = |length: usize| {
        let mut files = source();
        for n in 0..length {
            let object = match n + 1 {
                next if next < length => format!("<object template=\"{next}.tx\"/>"),
                _ => "<object/>".to_owned(),
            };
            // Through a tileset, whose frames are on the stack too.
            let tileset = format!(
                "<template><tileset firstgid=\"1\" name=\"t\" tilewidth=\"1\" tileheight=\"1\" tilecount=\"1\" \
                 columns=\"1\"><tile id=\"0\"><objectgroup>{object}</objectgroup></tile></tileset><object/></template>"
            );
            files = files.with(&format!("templates/{n}.tx"), tileset);
        }
        load(&files.with("levels/a.tmx", MAP.replace("slime.tx", "0.tx")))
    };
    chain(7).unwrap();
    assert!(chain(8).unwrap_err().to_string().contains("more than 8 files"));
    assert!(chain(30).is_err());
    assert!(chain(31).unwrap_err().to_string().contains("more than 32 files"));
}

#[test]
fn a_map_that_would_overflow_the_stack_or_the_memory_is_refused() {
    let groups =
        |n: usize| MAP.replace("</map>", &format!("{}{}</map>", "<group>".repeat(n), "</group>".repeat(n)));
    load_map(groups(30)).unwrap();
    assert!(load_map(groups(32)).unwrap_err().to_string().contains("nested more than 32 deep"));
    assert!(load_map(groups(100_000)).is_err());
    let class = "<properties><property name=\"a\" type=\"class\">".repeat(100_000);
    assert!(load_map(MAP.replace("</map>", &class)).is_err());
    let layers = "<group/>".repeat(65);
    assert!(
        load_map(MAP.replace("</map>", &format!("{layers}</map>")))
            .unwrap_err()
            .to_string()
            .contains("64 layers")
    );
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=\"\"")).collect();
    assert!(error("<map", &format!("<map{attributes}")).contains("64 attributes"));
    assert!(error("<point/>", &"x".repeat(17 << 20)).contains("at most"));

    for (from, to) in [
        ("tilecount=\"8\"", "tilecount=\"4294967295\""),
        ("tilecount=\"8\"", "tilecount=\"&#52;000000000\""),
        ("columns=\"4\"", ""),
        ("tilewidth=\"16\"", "tilewidth=\"0\""),
        ("columns=\"4\"", "columns=\"70000\""),
        ("width=\"72\"", "width=\"4000000000\""),
    ] {
        let tileset = TILESET.replacen(from, to, 1);
        let error = load(&source().with("tilesets/ground.tsx", tileset)).unwrap_err();
        assert!(matches!(error, LoadCause::Decode(_)), "{to}: {error}");
    }
    let many: String =
        (0..65).map(|n| format!("<tileset firstgid=\"{n}\" source=\"../tilesets/ground.tsx\"/>")).collect();
    assert!(
        error("<tileset firstgid=\"1\" source=\"../tilesets/ground.tsx\"/>", &many).contains("64 tilesets")
    );
    let large = TEMPLATE.replace("calm", &"x".repeat(1 << 20));
    let objects = "<object template=\"../templates/slime.tx\"/>".repeat(100);
    let source = source()
        .with("templates/slime.tx", large)
        .with("levels/a.tmx", MAP.replace("</objectgroup>", &format!("{objects}</objectgroup>")));
    assert!(load(&source).unwrap_err().to_string().contains("copy too much"));
}
