//! Levels: maps of the Tiled editor, and the errors of broken ones.

mod rasterized;
mod sizes;
mod tiled_examples;
mod versions;

use std::f32::consts::FRAC_PI_3;
use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use proscenium_core::phase::{Asset, LoadError, Position};
use proscenium_core::platform::{AssetSource, Fault, FaultySource, MemorySource};
use proscenium_formats::Level;
use proscenium_formats::tiled::{Color, ObjectShape, Orientation, TileLayer};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use crate::{check, path};

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

fn load(source: &dyn AssetSource) -> Result<Level, LoadError> {
    Level::read(source, &path("levels/a.tmx"))
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
    assert!(error.to_string().starts_with("levels/a.tmx:3:2: it needs `tilesets/ground.tsx`"), "{error}");
    let error = load(&FaultySource::new(source()).with(2, Fault::Interrupt)).unwrap_err();
    assert!(matches!(&error, LoadError::Read(error) if error.is_transient()), "{error}");
}

#[test]
fn a_path_out_of_the_assets_folder_is_an_error() {
    for bad in ["../../../etc/passwd", "/etc/passwd", "C:\\x.tsx"] {
        let tileset = error("../tilesets/ground.tsx", bad);
        assert!(tileset.to_string().contains("is not the path of an asset"), "{bad}: {tileset:?}");
        let image = TILESET.replace("../textures/ground.png", bad);
        let image = load(&source().with("tilesets/ground.tsx", image));
        let image = image.unwrap_err().to_string();
        assert!(image.starts_with("tilesets/ground.tsx:3:2: "), "{bad}: {image}");
        assert!(image.contains("is not the path of an asset"), "{bad}: {image}");
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
        ("tilewidth=\"16\"", "tilewidth=\"0\""),
        ("name=\"floor\" width=\"3\"", "name=\"floor\" width=\"4\""),
        ("2147483649,0,3", "2147483649,0"),
        ("2147483649,0,3", "2147483649,0,3,3"),
        ("AgAAAAAA", ""),
        ("encoding=\"csv\"", ""),
        ("1,1,2", "1,x,2"),
        ("x=\"8\"", "x=\"NaN\""),
        ("class=\"spawn\"", "rotation=\"inf\""),
        ("visible=\"0\"", "opacity=\"NaN\""),
        ("<point/>", "<polygon points=\"0,0 1,inf\"/>"),
        ("</group>", "</grop>"),
        ("<map", "<html"),
    ];
    let many: String = (0..65).map(|number| format!("a{number}=\"\" ")).collect();
    for (from, to) in cases.into_iter().chain([("name=\"floor\"", many.as_str())]) {
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
        "zstd" => text = compress_to_vec(data, CompressionLevel::Fastest),
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
        assert_eq!(message, "levels/a.tmx:9:93: there are more tiles than its size says, which is 6");
        assert!(taken.bytes_max < 8 << 20, "{} bytes", taken.bytes_max);
    }
    let escaped =
        MAP.replace("<data encoding=\"base64\">A", "<data encoding=\"base64\" compression=\"zlib\">&#65;");
    let error = load(&source().with("levels/a.tmx", escaped)).unwrap_err();
    assert!(error.to_string().contains("the data cannot be unpacked"), "{error}");
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
    let files = "templates/slime.tx, tilesets/ground.tsx";
    assert_eq!(error, format!("levels/a.tmx: these files need each other: {files}; remove one"));
}

/// A map of one layer, as old versions of Tiled wrote it.
fn old_map(attributes: &str, image: &str, data: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE map SYSTEM "http://example.org/map.dtd" [<!ENTITY a "aaaa">]>
<map version="1.0" width="2" height="2" tilewidth="8" tileheight="8" {attributes}>
 <tileset firstgid="1" name="old" tilewidth="8" tileheight="8" spacing="1" margin="1">{image}</tileset>
 <layer name="floor" width="2" height="2"><data encoding="csv">{data}</data></layer>
</map>"#
    )
}

const IMAGE: &str = r#"<image source="../textures/old.png" width="30" height="20"/>"#;

fn old(attributes: &str, image: &str, data: &str) -> Result<Level, LoadError> {
    let mut png = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(30, 20).write_to(&mut png, image::ImageFormat::Png).unwrap();
    let source = MemorySource::default().with("textures/old.png", png.into_inner());
    load(&source.with("levels/a.tmx", old_map(attributes, image, data)))
}

fn floor(level: &Level) -> TileLayer<'_> {
    level.tile_layers().next().unwrap().1
}

#[test]
fn an_old_map_gets_the_size_of_its_tileset_from_the_image() {
    let without_size = r#"<image source="../textures/old.png" trans="ff00ff"/>"#;
    for image in [IMAGE, without_size] {
        let level = old(r#"orientation="orthogonal""#, image, "1,2,0,6").unwrap();
        let tileset = &level.tilesets()[0];
        assert_eq!((tileset.tilecount, tileset.columns), (6, 3));
        assert_eq!(Level::source_rect(tileset, 5), Some((19, 10, 8, 8)));
        assert_eq!(floor(&level).get_tile(1, 1).unwrap().id(), 5);
        assert_eq!(tileset.image.as_ref().unwrap().transparent_colour.is_some(), image == without_size);
    }
    let error = old(r#"orientation="orthogonal""#, "<image source=\"no.png\"/>", "1,1,1,1").unwrap_err();
    assert!(error.to_string().starts_with("levels/a.tmx:4:87: it needs `levels/no.png`"), "{error}");
}

#[test]
fn a_map_of_each_orientation_is_read() {
    let cases = [
        ("orthogonal", Orientation::Orthogonal),
        ("isometric", Orientation::Isometric),
        ("staggered", Orientation::Staggered),
        ("hexagonal", Orientation::Hexagonal),
    ];
    for (word, orientation) in cases {
        let attributes = format!(r#"orientation="{word}" hexsidelength="4" staggeraxis="x""#);
        assert_eq!(old(&attributes, IMAGE, "1,1,1,1").unwrap().orientation, orientation);
    }
    let error = old(r#"orientation="round""#, IMAGE, "1,1,1,1").unwrap_err().to_string();
    assert!(error.starts_with("levels/a.tmx:3:1: ") && error.contains("orientation"), "{error}");
}

#[test]
fn an_infinite_map_has_chunks() {
    let chunks = r#"<chunk x="-16" y="32" width="2" height="1">1,2</chunk>
        <chunk x="0" y="0" width="1" height="1">2147483651</chunk>"#;
    let infinite = |chunks| old(r#"orientation="orthogonal" infinite="1""#, IMAGE, chunks);
    let level = infinite(chunks).unwrap();
    let tile = |x, y| floor(&level).get_tile(x, y).map(|tile| (tile.id(), tile.flip_h));
    assert_eq!([tile(-15, 32), tile(0, 0), tile(5, 5)], [Some((1, false)), Some((2, true)), None]);
    assert!(infinite("").is_ok());
    let sized = |size| {
        let map = format!(
            r#"<map orientation="orthogonal" {size} tilewidth="8" tileheight="8" infinite="1" version="1"></map>"#
        );
        load(&source().with("levels/a.tmx", map))
    };
    assert!(sized(r#"width="0" height="1024""#).is_ok());
    let error = sized(r#"width="4294967295" height="9""#).unwrap_err().to_string();
    assert!(error.contains("has 4294967295 x 9 tiles; possible are 1 x 1 to 1024 x 1024"), "{error}");
    for bad in [
        r#"<chunk x="2147483647" y="0" width="1" height="1">1</chunk>"#,
        r#"<chunk x="0" y="0" width="4294967295" height="4294967295">1</chunk>"#,
        r#"<chunk x="0" y="0" width="2" height="1">1</chunk>"#,
        r#"<chunk x="0" y="0" width="2" height="1"/>"#,
        r#"<chunk x="0" y="0" width="1" height="1">70</chunk>"#,
        "1,1,1,1",
    ] {
        let error = infinite(bad).unwrap_err();
        assert!(matches!(error, LoadError::Decode(_)), "{bad}: {error}");
    }
}

#[test]
fn the_turn_of_a_tile_does_what_its_flips_say() {
    let orthogonal = old(r#"orientation="orthogonal""#, IMAGE, "1,1,1,1").unwrap();
    for flips in 0..8 {
        let (flip_h, flip_v, flip_d) = (flips & 4 != 0, flips & 2 != 0, flips & 1 != 0);
        let data = format!("{},0,0,0", 1_u32 | flips << 29);
        let level = old(r#"orientation="orthogonal""#, IMAGE, &data).unwrap();
        let tile = floor(&level).get_tile(0, 0).unwrap();
        assert_eq!((tile.flip_h, tile.flip_v, tile.flip_d), (flip_h, flip_v, flip_d));
        let (rotation, flip_x, flip_y) = orthogonal.turn(0, (0, 0), &tile);
        for (x, y) in [(1.0_f32, 2.0_f32), (-1.0, 2.0)] {
            // Tiled swaps the axes and flips then; the screen flips and rotates clockwise then.
            let flip = |is_flipped: bool, value: f32| if is_flipped { -value } else { value };
            let (swapped_x, swapped_y) = if flip_d { (y, x) } else { (x, y) };
            let expected = (flip(flip_h, swapped_x), flip(flip_v, swapped_y));
            let (x, y) = (flip(flip_x, x), flip(flip_y, y));
            let (sin, cos) = rotation.sin_cos();
            let drawn = ((x * cos - y * sin).round(), (x * sin + y * cos).round());
            assert_eq!(drawn, expected, "flips {flips:03b}");
        }
    }
}

#[test]
fn a_hexagonal_tile_turns_by_sixths() {
    let level = old(r#"orientation="hexagonal""#, IMAGE, "1,536870913,268435457,3489660929").unwrap();
    let turns = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| {
        let (rotation, flip_x, flip_y) = level.turn(0, (x, y), &floor(&level).get_tile(x, y).unwrap());
        ((rotation / FRAC_PI_3).round() as u32, flip_x, flip_y)
    });
    assert_eq!(turns, [(0, false, false), (1, false, false), (2, false, false), (2, true, true)]);
    // In packed chunks too, and the places of errors after them stay.
    let chunk = |x: i32, tile: u32| {
        let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
        zlib.write_all(&tile.to_le_bytes()).unwrap();
        let data = STANDARD.encode(zlib.finish().unwrap());
        format!("<chunk x=\"{x}\" y=\"-1\" width=\"1\" height=\"1\">\n {data}\n</chunk>")
    };
    let map = old_map(
        r#"orientation="hexagonal" infinite="1""#,
        IMAGE,
        &[chunk(-3, 1 << 28 | 2), chunk(4, 3)].concat(),
    );
    let map = map.replace("encoding=\"csv\"", "encoding=\"base64\" compression=\"zlib\"");
    let level = load(&MemorySource::default().with("levels/a.tmx", map.as_str())).unwrap();
    let turned = |x| {
        let tile = floor(&level).get_tile(x, -1).unwrap();
        (tile.id(), (level.turn(0, (x, -1), &tile).0 / FRAC_PI_3).round() as u32)
    };
    assert_eq!([turned(-3), turned(4)], [(1, 2), (2, 0)]);
    let broken = map.replace("</map>", "\n<objectgroup><object x=\"left\"/></objectgroup></map>");
    let LoadError::Decode(error) = load(&MemorySource::default().with("levels/a.tmx", broken)).unwrap_err()
    else {
        panic!()
    };
    assert_eq!(error.position, Some(Position { line: 11, column: 14 }), "{error}");
}

#[test]
fn a_layer_has_what_the_groups_around_it_say() {
    let groups = r##"<group visible="0" opacity="0.5" offsetx="3" parallaxy="0.5" tintcolor="#ff8000">
        <group offsetx="-1" offsety="7" opacity="0.5" tintcolor="#80ff00ff">
         <layer name="deep" width="3" height="2" offsety="1" parallaxy="0.5"><data encoding="csv">0,0,0,0,0,0</data></layer>
         <objectgroup name="marks" opacity="0"><object opacity="0.25"/></objectgroup>
        </group>
        <imagelayer name="sky"/>
       </group>
       <objectgroup name="free"/></map>"##;
    let level = load(&source().with("levels/a.tmx", MAP.replace("</map>", groups))).unwrap();
    let (deep, _) = level.tile_layers().find(|(layer, _)| layer.name == "deep").unwrap();
    assert_eq!((deep.visible, deep.opacity, deep.parallax_x, deep.parallax_y), (false, 0.25, 1.0, 0.25));
    assert_eq!((deep.offset_x, deep.offset_y), (2.0, 8.0));
    assert_eq!(deep.tint_color, Some(Color { alpha: 0x80, red: 0xff, green: 0, blue: 0 }));
    let (sky, _) = level.image_layers().next().unwrap();
    assert_eq!((sky.visible, sky.opacity, sky.offset_x), (false, 0.5, 3.0));
    let shown: Vec<_> = level.object_layers().map(|(layer, _)| (layer.name.clone(), layer.visible)).collect();
    assert_eq!(shown, [("things".into(), true), ("marks".into(), false), ("free".into(), true)]);
    assert_eq!(level.objects().last().unwrap().opacity, 0.25);
}

#[test]
fn image_layers_and_shapes_of_objects_are_read() {
    let extra = r#"<imagelayer name="sky" repeatx="1" offsetx="3"><image source="../textures/sky.png" width="9" height="9"/></imagelayer>
        <objectgroup name="shapes">
         <object name="ball" x="1" y="2" width="3" height="4" rotation="45"><ellipse/></object>
         <object name="path" x="0" y="0"><polyline points="0,0 4,-8"/></object>
         <object name="box" x="0" y="0" width="3" height="4" gid="3221225474"/>
        </objectgroup></map>"#;
    let level = load(&source().with("levels/a.tmx", MAP.replace("</map>", extra))).unwrap();
    let (layer, sky) = level.image_layers().next().unwrap();
    assert_eq!((layer.name.as_str(), layer.offset_x, sky.repeat_x, sky.repeat_y), ("sky", 3.0, true, false));
    let ball = level.object("ball").unwrap();
    assert_eq!((&ball.shape, ball.rotation), (&ObjectShape::Ellipse { width: 3.0, height: 4.0 }, 45.0));
    let points = vec![(0.0, 0.0), (4.0, -8.0)];
    assert_eq!(level.object("path").unwrap().shape, ObjectShape::Polyline { points });
    let tile = level.object("box").unwrap().tile_data().unwrap();
    assert_eq!((tile.id(), tile.flip_h, tile.flip_v), (1, true, true));
}

#[test]
fn the_check_names_each_image_that_is_not_loaded() {
    let tiles = r#"<tile id="0"><image source="../textures/rock.png" width="8" height="8"/></tile>"#;
    let layer =
        r#"<imagelayer><image source="../textures/sky.png" width="9" height="9"/></imagelayer></map>"#;
    let map = old_map(r#"orientation="orthogonal""#, tiles, "1,1,1,1").replace("</map>", layer);
    let map = map.replace("name=\"old\"", "name=\"new\" tilecount=\"1\" columns=\"0\"");
    let problems = check::<Level>(
        MemorySource::default().with("levels/a.tmx", map),
        r#"level(id: "a", path: "levels/a.tmx")"#,
    );
    for image in ["textures/rock.png", "textures/sky.png"] {
        let expected = format!("levels/a.tmx draws with {image}, which the phase does not load as a texture");
        assert!(problems.iter().any(|problem| problem.contains(&expected)), "{problems:?}");
    }
}

#[test]
fn a_number_without_a_tile_is_an_error() {
    let orthogonal = r#"orientation="orthogonal""#;
    let error = old(orthogonal, IMAGE, "1,1,1,7").unwrap_err().to_string();
    let expected = "the layer `floor`, column 1, row 1: the tileset `old` has no tile 6";
    assert_eq!(error, format!("levels/a.tmx: {expected}"));
    for bad in ["gid=\"9\"", "gid=\"4000000000\""] {
        let error = error_of_object(bad).to_string();
        assert!(error.contains("the object `start` (id 1) is drawn with a tile"), "{error}");
    }
}

fn error_of_object(attribute: &str) -> LoadError {
    error("class=\"spawn\"", attribute)
}

/// The packed tiles of an empty layer.
fn zeros(megabytes: usize) -> String {
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::best());
    zlib.write_all(&vec![0; megabytes << 20]).unwrap();
    STANDARD.encode(zlib.finish().unwrap())
}
