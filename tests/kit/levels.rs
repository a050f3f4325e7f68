//! Levels: maps of the Tiled editor, and the errors of broken ones.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use proscenium::kit::Level;
use proscenium::phase::{LoadError, Position, read_asset};
use proscenium::platform::MemorySource;

use crate::path;

const TILESET: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="ground" tilewidth="16" tileheight="16" spacing="1" margin="2" tilecount="8" columns="4">
 <image source="../textures/ground.png" width="72" height="38"/>
 <tile id="1"><properties><property name="solid" type="bool" value="true"/></properties></tile>
</tileset>"#;

const TEMPLATE: &str = r#"<template><object name="slime" type="monster" width="8" height="8">
 <properties><property name="mood" value="calm"/></properties></object></template>"#;

const MAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16" infinite="0">
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
 </objectgroup>
</map>"#;

fn source() -> MemorySource {
    MemorySource::default()
        .with("levels/a.tmx", MAP)
        .with("tilesets/ground.tsx", TILESET)
        .with("templates/slime.tx", TEMPLATE)
}

fn load(source: &MemorySource) -> Result<Level, LoadError> {
    read_asset(source, &path("levels/a.tmx"))
}

/// The error of the map with `to` in the place of `from`.
fn error(from: &str, to: &str) -> LoadError {
    assert!(MAP.contains(from), "{from}");
    load(&source().with("levels/a.tmx", MAP.replacen(from, to, 1))).unwrap_err()
}

#[test]
fn a_map_is_read_with_its_tileset_and_template() {
    let level = load(&source()).unwrap();
    assert_eq!((level.width, level.height, level.tile_width), (3, 2, 16));
    let names: Vec<_> = level.tile_layers().map(|(layer, _)| layer.name.clone()).collect();
    assert_eq!(names, ["floor", "roof"]);
    let tileset = &level.tilesets()[0];
    assert_eq!(Level::source_rect(tileset, 5), Some((19, 19, 16, 16)));
    assert_eq!(Level::source_rect(tileset, 8), None);
    let slime = level.object("slime").unwrap();
    assert_eq!((slime.user_type.as_str(), slime.x), ("monster", 16.0));
    assert!(level.object("dragon").is_none());
}

#[test]
fn a_missing_tileset_is_named_and_a_cut_one_is_transient() {
    let without = MemorySource::default().with("levels/a.tmx", MAP).with("templates/slime.tx", TEMPLATE);
    let error = load(&without).unwrap_err();
    assert!(error.to_string().starts_with("levels/a.tmx: it needs `tilesets/ground.tsx`"), "{error}");
    let error = load(&source().breaking_off("tilesets/ground.tsx", 1)).unwrap_err();
    assert!(matches!(&error, LoadError::Read(error) if error.is_transient()), "{error}");
}

#[test]
fn a_path_out_of_the_assets_folder_is_an_error() {
    for bad in ["../../../etc/passwd", "/etc/passwd", "C:\\x.tsx"] {
        let tileset = error("../tilesets/ground.tsx", bad);
        assert!(matches!(tileset, LoadError::Path(_)), "{bad}: {tileset:?}");
        let image = TILESET.replace("../textures/ground.png", bad);
        let image = load(&source().with("tilesets/ground.tsx", image));
        assert!(matches!(image, Err(LoadError::Path(_))), "{bad}: {image:?}");
    }
}

#[test]
fn an_error_has_its_file_and_place() {
    let LoadError::Decode(error) = error("x=\"8\"", "x=\"left\"") else { panic!() };
    assert_eq!(error.position, Some(Position { line: 12, column: 3 }), "{error}");
    let tileset = TILESET.replace("id=\"1\"", "id=\"one\"");
    let LoadError::Decode(error) = load(&source().with("tilesets/ground.tsx", tileset)).unwrap_err() else {
        panic!()
    };
    assert_eq!((error.path.as_str(), error.position.unwrap().line), ("tilesets/ground.tsx", 4), "{error}");
}

#[test]
fn broken_and_unsupported_maps_are_errors() {
    let cases = [
        ("infinite=\"0\"", "infinite=\"1\""),
        ("width=\"3\"", "width=\"60000\""),
        ("width=\"3\"", "width=\"0\""),
        ("name=\"floor\" width=\"3\"", "name=\"floor\" width=\"4\""),
        ("2147483649,0,3", "2147483649,0"),
        ("AgAAAAAA", ""),
        ("encoding=\"csv\"", ""),
        ("1,1,2", "1,x,2"),
        ("x=\"8\"", "x=\"NaN\""),
        ("</group>", "</grop>"),
        ("<map", "<html"),
    ];
    for (from, to) in cases {
        let error = error(from, to);
        assert!(matches!(error, LoadError::Decode(_)), "{to}: {error:?}");
    }
    assert!(load(&source().with("levels/a.tmx", "")).is_err());
    assert!(load(&source().with("levels/a.tmx", &MAP[..MAP.len() / 2])).is_err());
}

#[test]
fn maps_that_would_overflow_the_stack_or_memory_are_errors() {
    let groups = |n: usize| format!("{}{}</map>", "<group>".repeat(n), "</group>".repeat(n));
    assert!(load(&source().with("levels/a.tmx", MAP.replace("</map>", &groups(28)))).is_ok());
    assert!(error("</map>", &groups(32)).to_string().contains("nested too deeply (max. 32)"));
    assert!(load(&source().with("levels/a.tmx", MAP.replace("</map>", &groups(100_000)))).is_err());
    let class = "<properties><property name=\"a\" type=\"class\">".repeat(100_000);
    assert!(load(&source().with("levels/a.tmx", MAP.replace("</map>", &class))).is_err());
    let tileset = TILESET.replace("tilecount=\"8\"", "tilecount=\"4294967295\"");
    let error = load(&source().with("tilesets/ground.tsx", tileset)).unwrap_err();
    assert!(error.to_string().contains("4294967295"), "{error}");
}

/// The map with its second layer compressed.
fn packed(data: &[u8], compression: &str) -> MemorySource {
    let mut text = Vec::new();
    match compression {
        "gzip" => GzEncoder::new(&mut text, Compression::best()).write_all(data).unwrap(),
        _ => ZlibEncoder::new(&mut text, Compression::best()).write_all(data).unwrap(),
    }
    let text = STANDARD.encode(text);
    let old = "<data encoding=\"base64\">AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA</data>";
    let new = format!("<data encoding=\"base64\" compression=\"{compression}\">\n {text}\n</data>");
    assert!(MAP.contains(old));
    source().with("levels/a.tmx", MAP.replace(old, &new))
}

#[test]
fn a_compressed_layer_is_measured_before_it_is_unpacked() {
    for compression in ["zlib", "gzip"] {
        let level = load(&packed(&[2, 0, 0, 0].repeat(6), compression)).unwrap();
        assert_eq!(level.tile_layers().count(), 2);
        let bomb = packed(&vec![0; 80 << 20], compression);
        let mut message = String::new();
        let taken = allocation_counter::measure(|| message = load(&bomb).unwrap_err().to_string());
        assert_eq!(message, "levels/a.tmx:11:1: the layers have more than 67108864 bytes of tiles");
        assert!(taken.bytes_max < 8 << 20, "{} bytes", taken.bytes_max);
    }
    let escaped =
        MAP.replace("<data encoding=\"base64\">A", "<data encoding=\"base64\" compression=\"zlib\">&#65;");
    let error = load(&source().with("levels/a.tmx", escaped)).unwrap_err();
    assert!(error.to_string().ends_with("the data of the layer is not base64"), "{error}");
}

#[test]
fn long_texts_do_not_hide_how_deep_a_map_is() {
    // Each text is longer than a buffer of the reader.
    let groups = format!("<group><!-- -->{}<!-- --></group>", " ".repeat(40_000)).repeat(40);
    let deep = format!("{}{}", "<group>".repeat(40), "</group>".repeat(40));
    let map = MAP.replace("</map>", &format!("{groups}{deep}</map>"));
    let error = load(&source().with("levels/a.tmx", map)).unwrap_err();
    assert!(error.to_string().contains("nested too deeply (max. 32)"), "{error}");
}

#[test]
fn a_cycle_of_files_is_an_error() {
    let circle = r#"<template><tileset firstgid="1" source="../tilesets/ground.tsx"/><object/></template>"#;
    let object = r#"<tile id="2"><objectgroup><object template="../templates/slime.tx"/></objectgroup></tile></tileset>"#;
    let tileset = TILESET.replace("</tileset>", object);
    let source = source().with("templates/slime.tx", circle).with("tilesets/ground.tsx", tileset);
    let error = load(&source).unwrap_err().to_string();
    assert!(error.contains("include itself?"), "{error}");
}
